package fleet

import (
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/trust"
)

// audited has a hub do the oldest open audit, and returns its unit, or "" if there is none.
func (a *attacked) audited(h *hub) string {
	a.Helper()
	h.given.mutex.Lock()
	due := h.given.ledger.ForHub(time.Now().Add(2 * trust.TakenFor))
	h.given.mutex.Unlock()
	if due == nil {
		return ""
	}
	u, err := work.DecodeUnit(due.Text)
	var truth trust.Digest
	if err == nil {
		truth, err = digestOf(a.Context(), u)
	}
	if err == nil {
		err = h.given.decide(a.Context(), due, truth)
	}
	if err != nil {
		a.Fatal(err)
	}
	return due.Unit
}

// whole returns the results of someUnit as a worker sends them, honest or with a false rating.
func (a *attacked) whole(isTrue bool) []*result {
	p := mustDo(a.T, someUnit)
	if !isTrue {
		lies["a rating"](&p.seeds[0])
	}
	return p.end(someUnit)
}

// The next hub has the audits done that were due, and knows those that are closed.
func TestAuditsOfAKilledHub(t *testing.T) {
	t.Parallel()
	for _, isTrue := range []bool{true, false} {
		a := newAttacked(t)
		h := a.provenHub("ann")
		a.give(h, "ann/1", a.whole(isTrue)...)
		for range 2 {
			a.kill(h)
			h = a.raced()
		}
		if got := a.audited(h); got != someUnit.Name() {
			t.Errorf("true %v: the next hub audits %q", isTrue, got)
		}
		if c := a.contributor("ann"); (c.Refused == "") != isTrue || (c.Confirmed > 0) != isTrue {
			t.Errorf("true %v: %d units are confirmed; refused: %q", isTrue, c.Confirmed, c.Refused)
		}
		a.kill(h)
		h = a.raced()
		if got := a.audited(h); got != "" {
			t.Errorf("true %v: unit %s is audited once more", isTrue, got)
		}
		a.kill(h)
	}
}

// The next hub passes over audits whose results were taken back, and over what no hub has noted.
func TestAuditsWithoutUnits(t *testing.T) {
	t.Parallel()
	for _, takesBack := range []bool{true, false} {
		a := newAttacked(t)
		h := a.provenHub("ann")
		a.give(h, "ann/1", a.whole(true)...)
		more := map[string]uint64{}
		for _, name := range []string{"", "x", "ann", "bob y z", "bob " + someUnit.Name() + " 00"} {
			more[duePrefix+name] = 1
		}
		if _, err := h.mining.Collect(t.Context(), nil, more); err != nil {
			t.Fatal(err)
		}
		if takesBack {
			a.takeBack("ann")
		}
		for range 2 {
			a.kill(h)
			h = a.raced()
		}
		if got := a.audited(h); (got == "") != takesBack {
			t.Errorf("results taken back %v: %q is audited", takesBack, got)
		}
		a.kill(h)
	}
}
