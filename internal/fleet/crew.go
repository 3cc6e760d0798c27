package fleet

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// crew is what a hub knows of its workers. Any goroutine may use it.
type crew struct {
	mutex   sync.Mutex
	members map[string]*member
}

// member is what is known of one worker.
type member struct {
	WorkerStatus
	speed  speed
	recent []seed.Key // of the seeds that it has sent last, as far as they are stored
}

// mostRecent is the number of seeds of a worker that a hub remembers, to check them again
// later. It is as many as a result can have. Since the hub rates a seed of each result
// anew, it remembers all seeds that came after the last seed that it has rated.
const mostRecent = parcelSeeds

// How long a hub remembers a worker that is not heard of. A refused one stays refused
// as long as the hub runs.
const (
	lostAfter  = time.Minute // it counts as lost
	forgetLeft = time.Minute // it has said that it ends
	forgetLost = 10 * time.Minute
)

func newCrew() *crew { return &crew{members: map[string]*member{}} }

// member returns the worker of a name, of whom something is heard now. The mutex must
// be held.
func (c *crew) member(name string, now time.Time) *member {
	m := c.members[name]
	if m == nil {
		if len(c.members) >= bounds.Members {
			c.forgetOne()
		}
		m = &member{WorkerStatus: WorkerStatus{Alive: Alive{Name: name}}}
		c.members[name] = m
	}
	m.Heard, m.Lost = now, false
	return m
}

// forgetOne makes place for another worker.
func (c *crew) forgetOne() {
	var silent *member
	for _, m := range c.members {
		if silent == nil || m.before(silent) {
			silent = m
		}
	}
	delete(c.members, silent.Name)
}

// before reports whether m is forgotten before other.
func (m *member) before(other *member) bool {
	if refused := m.Refused != ""; refused != (other.Refused != "") {
		return !refused
	}
	return m.Heard.Before(other.Heard)
}

// hear notes what a worker says of itself, and reports whether it is refused.
func (c *crew) hear(said Alive, now time.Time) (refused bool) {
	said.Cores, said.Busy = min(max(said.Cores, 0), bounds.Cores), min(max(said.Busy, 0), bounds.Cores)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	m := c.member(said.Name, now)
	m.Alive = said
	return m.Refused != ""
}

// refuse refuses a worker from now on.
func (c *crew) refuse(name string, reason error, now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.member(name, now).Refused = reason.Error()
}

// remember notes which seeds a worker has sent.
func (c *crew) remember(name string, seeds []seed.Seed, now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	m := c.member(name, now)
	for i := range seeds {
		m.recent = append(m.recent, seeds[i].Key())
	}
	if over := len(m.recent) - mostRecent; over > 0 {
		m.recent = append(m.recent[:0], m.recent[over:]...)
	}
}

// forget returns the seeds that a worker has sent last, and forgets them.
func (c *crew) forget(name string) (recent []seed.Key) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if m := c.members[name]; m != nil {
		recent, m.recent = m.recent, nil
	}
	return recent
}

// refuses reports whether a worker is refused.
func (c *crew) refuses(name string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	m := c.members[name]
	return m != nil && m.Refused != ""
}

// count counts new seeds by who sent them.
func (c *crew) count(stored map[string]int, now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for name, n := range stored {
		m := c.member(name, now)
		m.Seeds += n
		m.speed.add(n, now)
	}
}

// cores returns the number of cores of the workers that are there.
func (c *crew) cores() (cores uint64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, m := range c.members {
		if m.There() {
			cores += uint64(m.Cores)
		}
	}
	return cores
}

// list returns the workers by name, and forgets those that were silent too long.
func (c *crew) list(now time.Time) []WorkerStatus {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	list := make([]WorkerStatus, 0, len(c.members))
	for name, m := range c.members {
		silent := now.Sub(m.Heard)
		m.Lost = !m.Left && silent >= lostAfter
		if m.Refused == "" && (m.Left && silent >= forgetLeft || silent >= forgetLost) {
			delete(c.members, name)
			continue
		}
		m.speed.add(0, now)
		m.Rate = m.speed.rate
		list = append(list, m.WorkerStatus)
	}
	slices.SortFunc(list, func(a, b WorkerStatus) int { return cmp.Compare(a.Name, b.Name) })
	return list
}
