package fleet

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// audit is a result and what was found out about it.
type audit struct {
	sequence uint64 // its number in the stream of results
	*result         // nil if it could not be read
	reason   error  // what is wrong with it, or nil
}

// auditor checks results, several at a time.
type auditor struct {
	trust    float64
	checkers []*checker
}

// checker checks a result at a time, with scratch memory of its own.
type checker struct {
	seeds  seedbank.SeedChecker
	rerate mine.Worker
}

func newAuditor(trust float64, checkers int) *auditor {
	a := &auditor{trust: trust}
	for range checkers {
		a.checkers = append(a.checkers, new(checker))
	}
	return a
}

// audit checks results and returns what it found, in their order.
func (a *auditor) audit(messages []jetstream.Msg) []*audit {
	audits := make([]*audit, len(messages))
	var group sync.WaitGroup
	for k, c := range a.checkers {
		group.Go(func() {
			for i := k; i < len(messages); i += len(a.checkers) {
				audits[i] = a.one(c, messages[i])
			}
		})
	}
	group.Wait()
	return audits
}

// message is what an auditor needs of a message of JetStream.
type message interface {
	Data() []byte
	Metadata() (*jetstream.MsgMetadata, error)
}

// one checks a result: the clues of all seeds, and the ratings of a sample, which has
// one seed at least. If one is false, all ratings are checked, and only the seeds that
// are true stay.
func (a *auditor) one(c *checker, message message) *audit {
	found := new(audit)
	if about, err := message.Metadata(); err == nil {
		found.sequence = about.Sequence.Stream
	}
	if found.result, found.reason = decodeResult(message.Data()); found.reason != nil {
		found.result = nil
		return found
	}
	if len(found.seeds) == 0 {
		return found
	}
	n, inAnyCase := -1, rand.IntN(len(found.seeds))
	sampled := func() bool {
		n++
		return a.trust > 0 && (n == inAnyCase || rand.Float64() < a.trust)
	}
	if _, found.reason = c.true(found.seeds, sampled); found.reason != nil {
		found.seeds, _ = c.true(found.seeds, func() bool { return true })
	}
	return found
}

// true returns the seeds that are true, as far as they are checked, and why the first
// of the others is not.
func (c *checker) true(seeds []seed.Seed, rate func() bool) (good []seed.Seed, reason error) {
	for i := range seeds {
		s := &seeds[i]
		err := s.Check()
		if err == nil {
			err = c.seeds.Check(s)
		}
		if err == nil && rate() {
			err = c.rerate.CheckRatings(s)
		}
		if err == nil {
			good = append(good, *s)
		} else if reason == nil {
			reason = fmt.Errorf("seed %v: %w", s.Puzzle.Clues(), err)
		}
	}
	return good, reason
}

// recheck returns the keys of the seeds whose ratings are false.
func (a *auditor) recheck(seeds []seed.Seed) (wrong []seed.Key) {
	lists := make([][]seed.Key, len(a.checkers))
	var group sync.WaitGroup
	for k, c := range a.checkers {
		group.Go(func() {
			for i := k; i < len(seeds); i += len(a.checkers) {
				if c.rerate.CheckRatings(&seeds[i]) != nil {
					lists[k] = append(lists[k], seeds[i].Key())
				}
			}
		})
	}
	group.Wait()
	return slices.Concat(lists...)
}
