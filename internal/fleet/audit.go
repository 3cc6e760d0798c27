package fleet

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// audit is a result and what was found out about it.
type audit struct {
	sequence uint64 // its number in the stream of results
	size     int    // bytes
	*result         // nil if the message is not a result of a unit that was planned
	from     string // the worker, as in memberID
	reason   error  // what is wrong with it, or nil
}

// auditor checks results.
type auditor struct {
	trust  float64
	secret secret
	spent  atomic.Int64 // nanoseconds
}

// checker checks a result at a time, with scratch memory of its own.
type checker struct {
	seeds  seedbank.SeedChecker
	rerate mine.Worker
}

// message is what an auditor needs of a message of JetStream.
type message interface {
	Data() []byte
	Headers() nats.Header
	Metadata() (*jetstream.MsgMetadata, error)
}

// check checks a result: that its worker has signed it, that its unit was planned, the
// clues of all seeds, and the ratings of a sample. A false result is taken as a whole
// for false: its unit is done again.
func (a *auditor) check(c *checker, message message) *audit {
	begun := time.Now()
	defer func() { a.spent.Add(int64(time.Since(begun))) }()
	found := &audit{size: len(message.Data())}
	if about, err := message.Metadata(); err == nil {
		found.sequence = about.Sequence.Stream
	}
	key, err := signer(message.Data(), message.Headers())
	if err == nil {
		found.result, err = decodeResult(message.Data())
	}
	if err == nil && !a.secret.isSeal(message.Headers().Get(sealHeader), found.Unit) {
		err = errUnsealed
	}
	if err != nil {
		found.result, found.reason = nil, err
		return found
	}
	found.from = memberID(found.Worker, key)
	found.reason = found.consistent()
	if found.reason == nil {
		found.reason = c.clues(found.seeds)
	}
	if found.reason == nil {
		found.reason = c.sample(found.seeds, a.trust)
	}
	return found
}

// clues returns what is false about seeds besides their ratings.
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

// Bounds of what is rated of a result, which may be slow to rate.
const (
	sampledRungs = 3               // of each seed
	sampledFor   = time.Second / 2 // no other seed is begun after this time
)

// sample rates a share of the seeds anew, one at least, and returns what is false about
// their ratings. Of each it rates the seed and a few rungs. If all are to be rated,
// there is no bound.
func (c *checker) sample(seeds []seed.Seed, share float64) error {
	if share <= 0 {
		return nil
	}
	begun := time.Now()
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
		if err := c.rerate.CheckRatings(&s); err != nil {
			return falseSeed(&s, err)
		}
	}
	return nil
}
