package fleet

import (
	"slices"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// provenHub is a hub whose goroutines do not run, with some proven contributors.
func (a *attacked) provenHub(names ...string) *hub {
	a.Helper()
	h := a.raced()
	for _, name := range names {
		a.admitted(h, name)
		h.given.ledger.Know(name, trust.Proven, false)
	}
	return h
}

// drawable returns the number of seeds that can be drawn.
func (a *attacked) drawable() int { return len(seedtest.Keys(a.T, a.bank)) }

// Nothing of a unit of a proven contributor can be drawn before all of its parts have come, and all of
// it then, without a rating by the hub.
func TestHeldUntilTheEnd(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.provenHub("ann")
	defer a.kill(h)
	seeds := someSeeds(t)
	parts := inParts(someUnit, seeds, 4)
	a.give(h, "ann/1", parts[:3]...)
	if n := a.drawable(); n != 0 || a.claimed() != 3 {
		t.Errorf("%d seeds of a unit that has not ended can be drawn, and %d are claimed", n, a.claimed())
	}
	if claims, err := a.bank.NextClaims(t.Context(), h.given.holding(time.Now())...); err != nil || claims.Len() != 0 {
		t.Errorf("the hub rates %d of them although the unit goes on: %v", claims.Len(), err)
	}
	if claims, err := a.bank.NextClaims(t.Context(), h.given.holding(time.Now().Add(change.ContributorRun))...); err != nil || claims.Len() != 3 {
		t.Errorf("the hub rates %d of them in the end: %v", claims.Len(), err)
	}
	a.give(h, "ann/1", parts[3])
	if n := a.drawable(); n != len(seeds) || a.claimed() != 0 {
		t.Errorf("%d of %d seeds of a whole unit can be drawn, and %d are claimed", n, len(seeds), a.claimed())
	}
	if s := h.mining.Progress().Stored; s != len(seeds) || h.crew.member("ann/1", time.Now()).Seeds != s {
		t.Errorf("%d of %d seeds are counted", s, len(seeds))
	}
	for _, s := range seeds {
		if got, err := a.bank.SeedNamed(t.Context(), s.Key()); err != nil || got.Checksum() != s.Checksum() {
			t.Errorf("seed %v is another one: %v", s.Puzzle.Clues(), err)
		}
	}
	mustBeSound(t, a.bank)
}

// What others have claimed of a seed, or the contributor has in another unit, is not drawn when a unit ends.
func TestHeldIsReleasedAsGiven(t *testing.T) {
	t.Parallel()
	seeds := someSeeds(t)
	lied := seeds[0]
	lies["a rating"](&lied)
	rung := seeds[0]
	rung.Rungs = slices.Clone(rung.Rungs)
	lies["a rung's rating"](&rung)
	for name, first := range map[string]struct {
		from string
		seed seed.Seed
	}{
		"a rating of a new contributor": {"bob/1", lied},
		"a rating of another worker":    {"ann/2", lied},
		"a rung of another worker":      {"ann/2", rung},
	} {
		a := newAttacked(t)
		h := a.provenHub("ann")
		a.admitted(h, "bob")
		a.give(h, first.from, &result{Unit: someUnit.Name(), seeds: []seed.Seed{first.seed}})
		a.give(h, "ann/1", inParts(someUnit, seeds, 2)...)
		if n := a.drawable(); n != len(seeds)-1 || a.claimed() != 1 {
			t.Errorf("%s: %d of %d seeds can be drawn, and %d are claimed", name, n, len(seeds), a.claimed())
		}
		a.kill(h)
	}
}

// Nothing of a unit is drawn without a rating if some of its parts came to an earlier hub, or never.
func TestBrokenUnitsAreClaimed(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.provenHub("ann")
	defer a.kill(h)
	seeds := someSeeds(t)
	a.give(h, "ann/1", inParts(someUnit, seeds, 2)[1])
	if n := a.drawable(); n != 0 || a.claimed() != len(seeds)-1 {
		t.Errorf("%d seeds can be drawn, and %d are claimed", n, a.claimed())
	}
}
