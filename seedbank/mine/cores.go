package mine

import "sync"

// cores are the scratch memories of the workers, one each. Whoever holds a core
// may work. So the two stages of a pipeline together never do more work at a
// time than there are cores.
//
// The second stage comes first. The first stage gets a core only when somebody
// works on every portion that was passed on, or has done so. So little waits
// between the stages, and a run that is interrupted ends soon.
type cores[C any] struct {
	mutex         sync.Mutex
	free          []C
	owed          int       // portions that were passed on and that nobody works on yet
	first, second sync.Cond // for those who wait for a core
}

func newCores[C any](n int, newCore func() C) *cores[C] {
	c := &cores[C]{}
	c.first.L, c.second.L = &c.mutex, &c.mutex
	for range n {
		c.free = append(c.free, newCore())
	}
	return c
}

// owe notes that n more portions were passed on.
func (c *cores[C]) owe(n int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.owed += n
	c.wakeFirst()
}

// takeFirst takes a core for an item, in the first stage.
func (c *cores[C]) takeFirst() C {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for len(c.free) == 0 || c.owed > 0 {
		c.first.Wait()
	}
	return c.take()
}

// takeSecond takes a core for a portion, in the second stage.
func (c *cores[C]) takeSecond() C {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for len(c.free) == 0 {
		c.second.Wait()
	}
	c.owed--
	return c.take()
}

func (c *cores[C]) take() C {
	last := len(c.free) - 1
	core := c.free[last]
	c.free = c.free[:last]
	c.wakeFirst()
	return core
}

// release gives a core back.
func (c *cores[C]) release(core C) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.free = append(c.free, core)
	c.second.Signal()
	c.wakeFirst()
}

// wakeFirst wakes somebody of the first stage if there is a core for it. Whoever
// takes one wakes the next.
func (c *cores[C]) wakeFirst() {
	if len(c.free) > 0 && c.owed == 0 {
		c.first.Signal()
	}
}
