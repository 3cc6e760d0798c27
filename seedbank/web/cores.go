package web

import (
	"context"
	"iter"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// cores lets costly work use some cores, and leaves the others to short answers, such as a
// plain puzzle. Work of several queues shares them in slices. Work that has a core takes no
// other turn.
type cores struct {
	taken   chan struct{}
	waiting atomic.Int64 // work that waits for a core
	sliced  atomic.Int64 // time of the last end of a slice, in nanoseconds since 1970
}

// slice is the time after which costly work lets other work go on.
const slice = 5 * time.Millisecond

func newCores(n int) *cores { return &cores{taken: make(chan struct{}, n)} }

// take waits for a core. The wait is short, since those that have one rest.
func (c *cores) take() {
	c.waiting.Add(1)
	c.taken <- struct{}{}
	c.waiting.Add(-1)
}

// give ends the use of a core.
func (c *cores) give() { <-c.taken }

// rest lets others go on for a moment. Only work that has a core calls it, as often as it can.
func (c *cores) rest() {
	runtime.Gosched()
	now, last := time.Now().UnixNano(), c.sliced.Load()
	if c.waiting.Load() > 0 && now-last > int64(slice) && c.sliced.CompareAndSwap(last, now) {
		c.give()
		c.take()
	}
}

// restful yields the puzzles of an order, with a rest before each.
func (c *cores) restful(ctx context.Context, o *order) iter.Seq2[seed.Isomorph, error] {
	return func(yield func(seed.Isomorph, error) bool) {
		for puzzle, err := range o.All(ctx) {
			if c.rest(); !yield(puzzle, err) {
				return
			}
		}
	}
}
