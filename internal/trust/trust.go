// Package trust holds the rules by which a hub trusts the work of contributors.
//
// # Words
//
// A contributor gives the results of units. The same unit gives the same result everywhere, so
// a hub has a share of the units done again elsewhere, and compares: this is an audit. If two
// results differ, the hub does the unit itself, and so finds out who was wrong. A unit of a
// contributor is confirmed if another result was the same. A contributor is proven after some
// confirmed units. Until then, as many of its units as it lacks wait for an audit.
//
// # What a liar can leave behind
//
// Until a contributor is proven, nothing of it can be drawn that the hub has not rated. Later
// this holds for units of which not all has come in order, since nobody compares these. A false
// result of another unit is found out with the probability [Share], whatever the lie is. So of
// the results of a proven contributor that lies in a part p of them, 1/Share are false on
// average before it is found out, for any p. Then all of them are taken back.
//
// The package knows no clock, no units and no network: callers say what happens.
//
// Start with [Ledger].
package trust

import "time"

// Proven is the number of confirmed units after which a contributor is proven.
const Proven = 20

// LeastShare is the share of the units of a contributor that are audited at least.
const LeastShare = 0.001

// Share returns the share of the units of a proven contributor that are audited: the fewer
// the more were confirmed.
func Share(confirmed int) float64 {
	return max(LeastShare, min(1, Proven/float64(max(confirmed, 1))))
}

// Digest identifies a result: equal results have equal digests.
type Digest [32]byte

// Owner is the name of the owner of a hub, whose machines are proven.
const Owner = ""

// Limits of a ledger.
const (
	mostAudits = 100_000     // open ones; no others are begun then
	TakenFor   = time.Minute // time after which an audit that nobody has done is for the hub
)

// Ledger has the audits of a hub that are open, and what is known of its contributors. It
// serves one goroutine at a time.
type Ledger struct {
	contributors map[string]*contributor
	audits       map[string]*Audit   // by unit
	waiting      map[string][]*Audit // that nobody has taken, by contributor, the oldest first
	lists        [deciding][]*Audit  // others by state, the oldest first; one that has left the state is skipped
}

// state is how far an audit is.
type state int

const (
	waiting  state = iota // nobody has taken it yet
	taken                 // a contributor does it
	differs               // the results differ: it is for the hub
	deciding              // the hub does it
	closed
)

type contributor struct {
	confirmed int
	refused   bool
}

// Audit is a unit to do again.
type Audit struct {
	Unit   string // its name
	By     string // contributor that has done it
	Text   []byte // of the unit
	digest Digest // of the result

	state  state
	since  time.Time // when it got into this state
	again  string    // contributor that does it or has done it
	second Digest    // of the result of again
	done   bool      // again has sent second
}

// enter moves an audit to another state.
func (l *Ledger) enter(a *Audit, s state, now time.Time) {
	a.state, a.since = s, now
	switch s {
	case waiting:
		l.waiting[a.By] = append(l.waiting[a.By], a)
	case taken, differs:
		l.lists[s] = append(l.lists[s], a)
	}
}

// next returns the audit to do next of those that wait, or nil: of a contributor with most
// confirmed units, for which a condition holds. So some contributors are soon proven, and
// help with the audits of others.
func (l *Ledger) next(holds func(*Audit) bool) (best *Audit) {
	for name, list := range l.waiting {
		for len(list) > 0 && list[0].state != waiting {
			list = list[1:]
		}
		if l.waiting[name] = list; len(list) == 0 {
			delete(l.waiting, name)
			continue
		}
		if a := list[0]; holds(a) && (best == nil || l.before(a, best)) {
			best = a
		}
	}
	return best
}

func (l *Ledger) before(a, b *Audit) bool {
	if n, m := l.Confirmed(a.By), l.Confirmed(b.By); n != m {
		return n > m
	}
	return a.since.Before(b.since)
}

// first returns the oldest audit in a state other than waiting, or nil.
func (l *Ledger) first(s state) *Audit {
	for len(l.lists[s]) > 0 && l.lists[s][0].state != s {
		l.lists[s] = l.lists[s][1:]
	}
	if len(l.lists[s]) == 0 {
		return nil
	}
	return l.lists[s][0]
}

// NewLedger returns an empty ledger.
func NewLedger() *Ledger {
	return &Ledger{contributors: map[string]*contributor{}, audits: map[string]*Audit{}, waiting: map[string][]*Audit{}}
}

// Know tells the ledger what the bank has noted about a contributor.
func (l *Ledger) Know(name string, confirmed int, refused bool) {
	l.contributors[name] = &contributor{confirmed, refused}
}

// Knows reports whether the ledger was told of a contributor.
func (l *Ledger) Knows(name string) bool { return name == Owner || l.contributors[name] != nil }

// Confirmed returns the number of confirmed units of a contributor.
func (l *Ledger) Confirmed(name string) int {
	if c := l.contributors[name]; c != nil {
		return c.confirmed
	}
	return 0
}

// IsRefused reports whether a contributor is refused.
func (l *Ledger) IsRefused(name string) bool {
	c := l.contributors[name]
	return c != nil && c.refused
}

// How many units a contributor may have at a time. docs/bounds.md lists them.
const (
	HeldByNew = 16      // units of a new contributor
	HeldMore  = 4       // units more for each that was confirmed
	HeldLess  = 8       // units fewer for each that it has lost
	HeldByAny = 1 << 16 // units of any contributor
)

// MostHeld returns the greatest number of units that a contributor with some confirmed units
// may have at a time. It has lost a unit that it took and did not do in time. Each unit that it
// does makes up for one. Until then it may have at least one unit, to begin with this.
func MostHeld(confirmed, lost int) int {
	return max(1, min(HeldByNew+HeldMore*confirmed-HeldLess*lost, HeldByAny))
}

// IsProven reports whether a contributor is proven.
func (l *Ledger) IsProven(name string) bool {
	c := l.contributors[name]
	return name == Owner || c != nil && !c.refused && c.confirmed >= Proven
}

// Done records that a contributor has sent the result of a unit. luck is a random number
// from 0 to 1: it decides whether the unit is audited, which Done reports.
func (l *Ledger) Done(by, unit string, text []byte, digest Digest, luck float64, now time.Time) bool {
	c := l.contributors[by]
	if by == Owner || c == nil || c.refused || luck >= Share(c.confirmed) || l.audits[unit] != nil || len(l.audits) >= mostAudits {
		return false
	}
	if c.confirmed < Proven && len(l.waiting[by]) >= Proven-c.confirmed { // these are enough
		return false
	}
	a := &Audit{Unit: unit, By: by, Text: text, digest: digest}
	l.audits[unit] = a
	l.enter(a, waiting, now)
	return true
}

// Take returns an audit for a contributor to do, or nil. Only the proven do audits, and
// nobody does one of its own work.
func (l *Ledger) Take(name string, now time.Time) *Audit {
	if !l.IsProven(name) {
		return nil
	}
	a := l.next(func(a *Audit) bool { return a.By != name })
	if a != nil {
		a.again = name
		l.enter(a, taken, now)
	}
	return a
}

// Audited reports whether a contributor does an audit of a unit, whose result is then for
// [Ledger.Compare].
func (l *Ledger) Audited(unit, by string) bool {
	a := l.audits[unit]
	return a != nil && a.state == taken && a.again == by
}

// Compare records the result of an audit. It returns the contributor with a newly confirmed
// unit, or "".
func (l *Ledger) Compare(unit string, digest Digest, now time.Time) (confirmed string) {
	a := l.audits[unit]
	a.done, a.second = true, digest
	if digest == a.digest {
		l.close(a)
		return l.confirm(a.By)
	}
	l.enter(a, differs, now)
	return ""
}

// ForHub returns an audit that the hub has to do itself, or nil: one with different results,
// or one that nobody has done in time.
func (l *Ledger) ForHub(now time.Time) *Audit {
	late := func(a *Audit) bool { return now.Sub(a.since) >= TakenFor }
	a := l.first(differs)
	if a == nil {
		if a = l.first(taken); a == nil || !late(a) {
			a = l.next(late)
		}
	}
	if a != nil {
		l.enter(a, deciding, now)
	}
	return a
}

// Decide closes an audit with the true result of its unit. It returns the contributors that
// have sent another one, which are refused, and the contributor with a newly confirmed unit,
// or "".
func (l *Ledger) Decide(a *Audit, truth Digest) (liars []string, confirmed string) {
	if a.state == closed { // who has done it was refused meanwhile
		return nil, ""
	}
	l.close(a)
	if a.done && a.second != truth && a.again != Owner {
		liars = append(liars, a.again)
	}
	if a.digest != truth {
		return append(liars, a.By), ""
	}
	return liars, l.confirm(a.By)
}

func (l *Ledger) confirm(name string) string {
	c := l.contributors[name]
	if c == nil || c.refused {
		return ""
	}
	c.confirmed++
	return name
}

// close ends an audit.
func (l *Ledger) close(a *Audit) {
	a.state = closed
	delete(l.audits, a.Unit)
}

// Refuse records that a contributor is refused. Its open audits are closed, since its units
// are done again anyway.
func (l *Ledger) Refuse(name string) {
	if c := l.contributors[name]; c != nil {
		c.refused, c.confirmed = true, 0
	}
	for _, a := range l.audits {
		if a.By == name {
			l.close(a)
		} else if a.again == name { // it is refused already
			a.done = false
		}
	}
}
