package fleet

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// crew has the workers that a hub knows. Any goroutine may use it.
//
// A worker is identified by the key of its session, which it cannot choose. What it says of
// itself changes nothing but its own row. If the first worker with a name is refused, later
// workers with this name are refused too: it may have begun a new session.
type crew struct {
	mutex   sync.Mutex
	members map[string]*member   // by key
	first   map[string]string    // by name, the key of the first worker
	barred  map[string]string    // by contributor, why it is refused
	began   map[string]beginners // of units that are not done, by unit
	yields  yields               // of the whole fleet
	givers  givers
}

// member describes a worker.
type member struct {
	WorkerStatus
	speed   speed
	results bool                 // it has sent a result
	recent  []seed.Key           // keys of its last seeds that the hub has stored
	held    map[string]time.Time // by unit that it is doing, the last sign of this
	ended   map[string]time.Time // by unit that it is doing no longer, since when; for some time
	yields  yields
}

// beginners are the workers that have begun a unit. A worker may have ended before the answer
// with the unit comes, so what counts is what workers say.
type beginners struct {
	n    int
	last string // key of the last one
}

// heldFor is the time of silence after which a worker does not count as doing a unit.
const heldFor = lostAfter

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

func newCrew() *crew {
	return &crew{members: map[string]*member{}, first: map[string]string{}, barred: map[string]string{}, began: map[string]beginners{}, yields: yields{}, givers: givers{}}
}

// member returns a worker from which a message has come now. The mutex must be held.
func (c *crew) member(key string, now time.Time) *member {
	m := c.members[key]
	if m == nil {
		if len(c.members) >= bounds.Members {
			c.makeRoom()
		}
		m = &member{WorkerStatus: WorkerStatus{Alive: Alive{Key: key}}, held: map[string]time.Time{}, ended: map[string]time.Time{}, yields: yields{}}
		c.members[key] = m
	}
	m.Heard, m.Lost = now, false
	return m
}

// drop forgets a worker.
func (c *crew) drop(key string) {
	for unit := range c.members[key].held {
		c.lose(key, unit)
	}
	if name := c.members[key].Name; c.first[name] == key {
		delete(c.first, name)
	}
	delete(c.members, key)
}

// makeRoom drops the worker that is forgotten first. Of strangers it drops up to one in a
// hundred members: a full crew does not look through all of them for each stranger.
func (c *crew) makeRoom() {
	byTurn := slices.SortedFunc(maps.Values(c.members), func(a, b *member) int { return a.compare(b) })
	for i, m := range byTurn[:len(byTurn)/100+1] {
		if i == 0 || !m.isKept() {
			c.drop(m.Key)
		}
	}
}

// compare is negative if m is forgotten before other. Workers that are refused or have
// sent seeds are forgotten last, because anybody can invent others.
func (m *member) compare(other *member) int {
	if m.isKept() != other.isKept() {
		if other.isKept() {
			return -1
		}
		return 1
	}
	return m.Heard.Compare(other.Heard)
}

func (m *member) isKept() bool { return m.Refused != "" || m.Seeds > 0 }

// hear records a message of a worker about itself. It returns why the worker is refused, or
// nothing.
func (c *crew) hear(said Alive, now time.Time) (refused string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	m := c.member(said.Key, now)
	m.Name = cmp.Or(m.Name, said.Name) // a worker has one name, so that there are no more names than workers
	m.Cores, m.Program, m.Rater, m.Left = min(max(said.Cores, 0), bounds.Cores), said.Program, said.Rater, said.Left
	m.Contributor = contributorOf(said.Key)
	if m.Contributor != trust.Owner {
		m.Refused = cmp.Or(c.barred[m.Contributor], m.Refused)
	} else if first := c.members[c.first[m.Name]]; first == nil {
		c.first[m.Name] = m.Key
	} else if m.Refused == "" {
		m.Refused = first.Refused
	}
	return m.Refused
}

// hasJoined reports whether a worker has done its first unit.
func (c *crew) hasJoined(key string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	m := c.members[key]
	return m != nil && m.Joined
}

// join records the result of the first unit of a worker. It returns why the worker is
// refused, or nothing.
func (c *crew) join(key string, isRight bool) (refused string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	m := c.member(key, time.Now())
	if m.Joined = isRight; !isRight && m.Refused == "" {
		m.Refused = "its first unit gave other seeds than it gives here"
	}
	return m.Refused
}

// bar refuses all workers of a contributor from now on, or, without a reason, no longer.
func (c *crew) bar(contributor, reason string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if reason == "" {
		delete(c.barred, contributor)
	} else {
		c.barred[contributor] = reason
	}
}

// lostBy returns how many units the contributor of a worker has lost.
func (c *crew) lostBy(key string) int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if of := c.givers.of(key); of != nil {
		return of.lost
	}
	return 0
}

// asks records that a worker asks for a unit. It reports false if its contributor has the greatest
// number of units that it may have, or will have it when its other questions are answered.
func (c *crew) asks(key string, most int) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	of := c.givers.of(key)
	if of == nil {
		return true
	}
	n := of.asking
	for _, m := range c.members {
		if m.Contributor == of.Name {
			n += len(m.held)
		}
	}
	if n >= most {
		return false
	}
	of.asking++
	return true
}

// asked records that a question of a worker for a unit is answered.
func (c *crew) asked(key string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if of := c.givers.of(key); of != nil {
		of.asking--
	}
}

// nameOf returns the name of a worker, as far as it is known.
func (c *crew) nameOf(key string) string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if m := c.members[key]; m != nil && m.Name != "" {
		return m.Name
	}
	return key
}

// lost records that workers did not do a unit in time: one of them, or all that have it.
func (c *crew) lost(unit string, by ...string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(by) == 0 {
		by = slices.Collect(maps.Keys(c.members))
	}
	for _, key := range by {
		c.lose(key, unit)
	}
}

// lose counts a unit that a worker has as one that its contributor has lost. The mutex must be held.
func (c *crew) lose(key, unit string) {
	m := c.members[key]
	if m == nil || m.held[unit].IsZero() {
		return
	}
	delete(m.held, unit)
	if of := c.givers.of(key); of != nil {
		of.lost++
	}
}

// hold records that a worker gets a unit.
func (c *crew) hold(key, unit string, now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	m := c.member(key, now)
	delete(m.ended, unit)
	m.hold(unit, now)
}

// holds records that a worker says that it is doing a unit. It may have said so before the unit ended.
func (c *crew) holds(key, unit string, now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if m := c.member(key, now); m.ended[unit].IsZero() {
		m.hold(unit, now)
	}
}

func (m *member) hold(unit string, now time.Time) {
	if _, ok := m.held[unit]; ok || len(m.held) < bounds.Cores {
		m.held[unit] = now
	}
}

// begin records that a worker has begun a unit.
func (c *crew) begin(key, unit string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.began) >= bounds.Works {
		clear(c.began)
	}
	if b := c.began[unit]; b.last != key {
		c.began[unit] = beginners{b.n + 1, key}
	}
}

// beganBy returns how many workers have begun a unit, one after the other, and not done it.
func (c *crew) beganBy(unit string) int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.began[unit].n
}

// release records that a worker no longer does a unit.
func (c *crew) release(key, unit string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	delete(c.began, unit)
	if m := c.members[key]; m != nil {
		delete(m.held, unit)
		if len(m.ended) < bounds.Cores {
			m.ended[unit] = time.Now()
		}
	}
}

// refused returns why a worker is refused, or nothing.
func (c *crew) refused(key string) string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if of := contributorOf(key); of != trust.Owner && c.barred[of] != "" {
		return c.barred[of]
	}
	if m := c.members[key]; m != nil {
		return m.Refused
	}
	return ""
}

// refuse refuses a worker from now on.
func (c *crew) refuse(key string, reason error, now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.member(key, now).Refused = cut(reason.Error(), mostReason)
}

// remember records the seeds that a worker has sent.
func (c *crew) remember(key string, seeds []seed.Seed, now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	m := c.member(key, now)
	m.recent = append(m.recent, seed.Keys(seeds)...)
	if over := len(m.recent) - mostRecent; over > 0 {
		m.recent = append(m.recent[:0], m.recent[over:]...)
	}
}

// lately returns the seeds that a worker has sent last.
func (c *crew) lately(key string) []seed.Key {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if m := c.members[key]; m != nil {
		return slices.Clone(m.recent)
	}
	return nil
}

// forget returns the seeds that a worker has sent last, and forgets them.
func (c *crew) forget(key string) (recent []seed.Key) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if m := c.members[key]; m != nil {
		recent, m.recent = m.recent, nil
	}
	return recent
}

// refuses records a result of a worker. It reports whether the worker is refused, and
// whether this is its first result.
func (c *crew) refuses(key string, now time.Time) (isRefused, isNew bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	m := c.member(key, now)
	isNew, m.results = !m.results, true
	if of := contributorOf(key); of != trust.Owner {
		return c.barred[of] != "", false
	}
	return m.Refused != "", isNew
}

// count counts new seeds by worker.
func (c *crew) count(stored map[string]int, now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for key, n := range stored {
		m := c.member(key, now)
		m.Seeds += n
		m.speed.add(n, now)
		c.givers.count(key, 0, 0, n)
	}
}

// tally counts what a result of a worker gives.
func (c *crew) tally(key string, r *result, now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	m := c.member(key, now)
	m.Made, m.Found = m.Made+r.made(), m.Found+len(r.seeds)
	units := 0
	if r.Done != nil {
		units = 1
	}
	m.Units += units
	c.givers.count(key, units, len(r.seeds), 0)
	m.yields.add(r)
	c.yields.add(r)
}

// mostListed is the greatest number of workers in a status, so that it fits into a message.
const mostListed = 500

// list returns the workers by name, and forgets those that were silent too long. If there
// are too many, it lists the workers with most seeds and counts the others.
func (c *crew) list(now time.Time) (list []WorkerStatus, more Unlisted) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	list = make([]WorkerStatus, 0, len(c.members))
	for key, m := range c.members {
		silent := now.Sub(m.Heard)
		m.Lost = !m.Left && silent >= lostAfter
		for unit, last := range m.held {
			if now.Sub(last) > heldFor {
				c.lose(key, unit)
			}
		}
		if m.Refused == "" && (m.Left && silent >= forgetLeft || silent >= forgetLost) {
			c.drop(key)
			continue
		}
		maps.DeleteFunc(m.ended, func(_ string, since time.Time) bool { return now.Sub(since) > heldFor })
		m.speed.add(0, now)
		m.Rate = m.speed.rate
		m.Busy = min(len(m.held), m.Cores) // a worker asks for its next unit before it has done one
		m.Odd = m.yields.oddest(c.yields)
		shown := m.WorkerStatus
		shown.Name = cmp.Or(shown.Name, key) // the hub was started again and knows no more yet
		list = append(list, shown)
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

// contributors returns the contributors as [givers.list] does. It is to be called after list.
func (c *crew) contributors() ([]ContributorStatus, int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.givers.list(c.members, c.barred)
}
