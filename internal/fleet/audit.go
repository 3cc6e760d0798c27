package fleet

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// audit is a checked result.
type audit struct {
	sequence uint64 // number of the message in the stream of results
	size     int    // bytes
	*result         // nil if the message is not a result of a planned unit
	from     string // key of the worker
	text     []byte // of the message
	reason   error  // why the result is false, or nil
	of       *soFar // of a good result: what has come of its unit
}

// auditor checks results.
type auditor struct {
	trust  float64
	secret secret
	spent  atomic.Int64 // time spent on checks, in nanoseconds
}

// checker holds the scratch memory for checking one result at a time.
type checker struct {
	seeds  change.SeedChecker
	rerate work.Worker
}

// message is the part of a message of JetStream that an auditor reads.
type message interface {
	Data() []byte
	Headers() nats.Header
	Metadata() (*jetstream.MsgMetadata, error)
}

// check checks that a hub has taken a result from a worker, the clues of all seeds, and the
// ratings of a sample. If one of these is false, the whole result is false.
func (a *auditor) check(c *checker, message message) *audit {
	begun := time.Now()
	defer func() { a.spent.Add(int64(time.Since(begun))) }()
	found := &audit{size: len(message.Data()), text: message.Data()}
	if about, err := message.Metadata(); err == nil {
		found.sequence = about.Sequence.Stream
	}
	if found.from, found.reason = a.secret.sealedBy(message.Data(), message.Headers()); found.reason != nil {
		return found
	}
	if found.result, found.reason = decodeResult(message.Data()); found.reason == nil {
		found.reason = found.consistent()
	}
	if found.reason == nil {
		found.reason = c.clues(found.seeds)
	}
	if found.reason == nil {
		found.reason = c.sample(found.seeds, a.trust)
	}
	return found
}

// clues returns an error if a seed is false, apart from its ratings.
func (c *checker) clues(seeds []seed.Seed) error {
	for i := range seeds {
		err := seeds[i].Check()
		if err == nil {
			err = c.seeds.Check(&seeds[i])
		}
		if err != nil {
			return falseSeed(&seeds[i], err)
		}
	}
	return nil
}

func falseSeed(s *seed.Seed, err error) error {
	return fmt.Errorf("seed %v: %w", s.Puzzle.Clues(), err)
}

// Bounds of a sample, whose seeds may take long to rate.
const (
	sampledRungs = 3               // of each seed
	sampledFor   = time.Second / 2 // then a rating is left undone
)

// sample rates a share of the seeds again, at least one, each with a few rungs. It returns
// an error if a rating is false. A share of 1 rates all seeds and rungs, without time limit.
func (c *checker) sample(seeds []seed.Seed, share float64) error {
	if share <= 0 {
		return nil
	}
	begun := time.Now()
	c.rerate.InterruptBy(func() error {
		if share < 1 && time.Since(begun) > sampledFor {
			return errSampled
		}
		return nil
	})
	defer c.rerate.InterruptBy(nil)
	for n, i := range rand.Perm(len(seeds)) {
		s := seeds[i]
		if share < 1 {
			if n > 0 && (rand.Float64() >= share || time.Since(begun) > sampledFor) {
				continue
			}
			s.Rungs = slices.Clone(s.Rungs)
			rand.Shuffle(len(s.Rungs), func(i, j int) { s.Rungs[i], s.Rungs[j] = s.Rungs[j], s.Rungs[i] })
			s.Rungs = s.Rungs[:min(len(s.Rungs), sampledRungs)]
		}
		if err := c.rerate.CheckRatings(&s); errors.Is(err, errSampled) {
			return nil
		} else if err != nil {
			return &falseRating{s, err}
		}
	}
	return nil
}

// falseRating says that a seed of a result, or one of its rungs, has a false rating.
type falseRating struct {
	seed seed.Seed
	err  error
}

func (f *falseRating) Error() string { return falseSeed(&f.seed, f.err).Error() }

// repeats reports whether a worker that was to give ladders to seeds of the bank has only repeated a
// false rating that the bank has, and that no contributor gave. Nobody knows then who has lied. The
// bank notes it, so that later units are without this rating.
func (h *hub) repeats(ctx context.Context, a *audit) (bool, error) {
	of, ok := errors.AsType[*falseRating](a.reason)
	if !ok || h.given.own || a.Done != nil && a.Done.Kind != work.LadderUnit && a.Done.Kind != work.SymmetrizeUnit {
		return false, nil
	}
	key := of.seed.Key()
	known, err := h.bank.SeedNamed(ctx, key)
	if errors.Is(err, seedbank.ErrNoMatch) {
		return false, nil
	}
	if err != nil || known.Rating != of.seed.Rating {
		return false, err
	}
	givers, err := change.Givers(ctx, h.bank.Bank, []seed.Key{key})
	if err != nil || len(givers) > 0 {
		return false, err
	}
	if known.Rungs = nil; new(work.Worker).CheckRatings(&known) == nil { // a rung of the worker is false
		return false, nil
	}
	h.log.Warn("the bank has a false rating of a seed, which has to be rated anew", "seed", known.Puzzle.Clues(), "reason", of.err)
	return true, h.mining.Distrust(ctx, []seed.Key{key}, "repeated by a worker: "+of.Error())
}

// errSampled ends a rating that takes too long.
var errSampled = errors.New("the time for a sample is over")
