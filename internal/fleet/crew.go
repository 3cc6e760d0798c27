package fleet

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// crew has the workers that a hub knows. Any goroutine may use it.
//
// A worker is identified by its name and its key. If a false result comes under the name of
// another worker, it has another key, and the hub does not refuse the worker with the right
// key. If the first worker with a name is refused, later workers with this name are refused
// too: the first one may have made a new key.
type crew struct {
	mutex   sync.Mutex
	members map[string]*member // by memberID
	first   map[string]string  // by name, the memberID of the first worker
}

// memberID identifies a worker in a crew.
func memberID(name, key string) string { return strings.TrimSpace(name + " " + key) }

// nameOf returns the name of the worker of a memberID.
func nameOf(id string) string {
	name, _, _ := strings.Cut(id, " ")
	return name
}

// member describes a worker.
type member struct {
	WorkerStatus
	speed   speed
	results bool       // it has sent a result
	recent  []seed.Key // keys of its last seeds that the hub has stored
}

// mostRecent is the number of seeds of a worker that a hub remembers, to check them again
// later. A result has no more seeds, and the hub rates at least one seed of each result. So
// it remembers all seeds since the last good sample.
const mostRecent = parcelSeeds

// How long a hub remembers a silent worker. A refused worker stays refused as long as the
// hub runs.
const (
	lostAfter  = time.Minute // it counts as lost
	forgetLeft = time.Minute // it has announced its end
	forgetLost = 10 * time.Minute
)

func newCrew() *crew { return &crew{members: map[string]*member{}, first: map[string]string{}} }

// member returns a worker from which a message has come now. The mutex must be held.
func (c *crew) member(id string, now time.Time) *member {
	m := c.members[id]
	if m == nil {
		if len(c.members) >= bounds.Members {
			c.forgetOne()
		}
		name, key, _ := strings.Cut(id, " ")
		m = &member{WorkerStatus: WorkerStatus{Alive: Alive{Name: name, Key: key}}}
		c.members[id] = m
		if first := c.members[c.first[name]]; first != nil {
			m.Refused = first.Refused
		} else {
			c.first[name] = id
		}
	}
	m.Heard, m.Lost = now, false
	return m
}

// drop forgets a worker.
func (c *crew) drop(id string) {
	delete(c.members, id)
	if name := nameOf(id); c.first[name] == id {
		delete(c.first, name)
	}
}

// forgetOne drops a worker to make room for another.
func (c *crew) forgetOne() {
	silent := ""
	for id, m := range c.members {
		if silent == "" || m.before(c.members[silent]) {
			silent = id
		}
	}
	c.drop(silent)
}

// before reports whether m is forgotten before other. Workers that are refused or have
// sent seeds are forgotten last, because anybody can invent others.
func (m *member) before(other *member) bool {
	if kept := m.Refused != "" || m.Seeds > 0; kept != (other.Refused != "" || other.Seeds > 0) {
		return !kept
	}
	return m.Heard.Before(other.Heard)
}

// hear records a message of a worker about itself. It reports whether the worker is
// refused.
func (c *crew) hear(said Alive, now time.Time) (refused bool) {
	said.Cores, said.Busy = min(max(said.Cores, 0), bounds.Cores), min(max(said.Busy, 0), bounds.Cores)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	m := c.member(memberID(said.Name, said.Key), now)
	m.Alive = said
	return m.Refused != ""
}

// refuse refuses a worker from now on.
func (c *crew) refuse(id string, reason error, now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.member(id, now).Refused = cut(reason.Error(), mostReason)
}

// remember records the seeds that a worker has sent.
func (c *crew) remember(id string, seeds []seed.Seed, now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	m := c.member(id, now)
	for i := range seeds {
		m.recent = append(m.recent, seeds[i].Key())
	}
	if over := len(m.recent) - mostRecent; over > 0 {
		m.recent = append(m.recent[:0], m.recent[over:]...)
	}
}

// forget returns the seeds that a worker has sent last, and forgets them.
func (c *crew) forget(id string) (recent []seed.Key) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if m := c.members[id]; m != nil {
		recent, m.recent = m.recent, nil
	}
	return recent
}

// refuses records a result of a worker. It reports whether the worker is refused, and
// whether this is its first result.
func (c *crew) refuses(id string, now time.Time) (isRefused, isNew bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	m := c.member(id, now)
	isNew, m.results = !m.results, true
	return m.Refused != "", isNew
}

// count counts new seeds by worker.
func (c *crew) count(stored map[string]int, now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for id, n := range stored {
		m := c.member(id, now)
		m.Seeds += n
		m.speed.add(n, now)
	}
}

// named returns the status of the workers with a key.
func (c *crew) named(key string) (list []WorkerStatus) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, m := range c.members {
		if m.Key == key {
			list = append(list, m.WorkerStatus)
		}
	}
	return list
}

// mostListed is the greatest number of workers in a status, so that it fits into a message.
const mostListed = 500

// list returns the workers by name, and forgets those that were silent too long. If there
// are too many, it lists the workers with most seeds and counts the others.
func (c *crew) list(now time.Time) (list []WorkerStatus, more Unlisted) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	list = make([]WorkerStatus, 0, len(c.members))
	for id, m := range c.members {
		silent := now.Sub(m.Heard)
		m.Lost = !m.Left && silent >= lostAfter
		if m.Refused == "" && (m.Left && silent >= forgetLeft || silent >= forgetLost) {
			c.drop(id)
			continue
		}
		m.speed.add(0, now)
		m.Rate = m.speed.rate
		list = append(list, m.WorkerStatus)
	}
	if len(list) > mostListed {
		slices.SortFunc(list, func(a, b WorkerStatus) int {
			return cmp.Or(cmp.Compare(b.Seeds, a.Seeds), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Key, b.Key))
		})
		for i := range list[mostListed:] {
			more.add(&list[mostListed+i])
		}
		list = list[:mostListed]
	}
	slices.SortFunc(list, func(a, b WorkerStatus) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Key, b.Key))
	})
	return list, more
}
