package fleet

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// importing makes the next hub import the puzzles of seeds.
func (a *attacked) importing(seeds ...seed.Seed) {
	var arrivals []mine.Arrival
	for i := range seeds {
		arrivals = append(arrivals, mine.Arrival{Clues: seeds[i].Puzzle.Clues()})
	}
	a.options.Mine.Strategy = mine.Import{Arrivals: slices.Values([][]mine.Arrival{arrivals})}
}

// A puzzle that is imported while the bank has it from a liar is there when the liar's seeds are
// taken back, or somebody does its unit again.
func TestImportOfALiarsSeed(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	seeds := someSeeds(t)
	a.importing(seeds[:3]...)
	h := a.raced()
	defer a.kill(h)
	a.give(h, "worker", inParts(&work.Unit{Rater: rating.Version, Kind: work.PruneUnit, RandomSeed: 7, Count: 1}, seeds[:1], 1)...)
	a.admitted(h, "ann")
	h.given.ledger.Know("ann", trust.Proven, false)
	a.give(h, "ann/1", inParts(someUnit, seeds[1:2], 1)...)
	u, err := h.mining.Next(t.Context())
	if err != nil || u == nil || len(u.Puzzles) != 2 || u.Puzzles[0] != seeds[1].Puzzle.Clues() {
		t.Fatalf("the unit is %+v, %v, and not one with the puzzle of ann and the new one", u, err)
	}
	var found []seed.Seed
	if err := new(work.Worker).Do(t.Context(), u, nil, func(f work.Found) error { found = append(found, f.Seeds...); return nil }); err != nil {
		t.Fatal(err)
	}
	a.give(h, "worker", inParts(u, found, 1)...)
	if err := h.given.refuse(t.Context(), "ann", "it lies"); err != nil {
		t.Fatal(err)
	}
	before := a.orphans()
	a.withdrawn(h)
	has, err := a.bank.Has(t.Context(), seeds[1].Key())
	if err != nil || !has && a.orphans() < before+2 { // the unit of ann, and the one of the import
		t.Errorf("an imported puzzle is gone, and nobody does its unit again: %v", err)
	}
}

// A hub that imports stores the results that wait for it, whatever hub has planned their units.
func TestImportStoresWhatWaits(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	seeds := someSeeds(t)
	a.importing(seeds[:1]...)
	h := a.raced()
	defer a.kill(h)
	u := &work.Unit{Rater: rating.Version, Kind: work.PruneUnit, RandomSeed: attackedSeed, First: 100, Count: 20}
	a.give(h, "worker", inParts(u, seeds, 1)...)
	if n := len(seedtest.Keys(t, a.bank)); n != len(seeds) {
		t.Errorf("%d of %d seeds are stored", n, len(seeds))
	}
}

// A hub with the option Drain stores what waits in a bank with seeds of an older rater, too.
func TestDrainOfAnOutdatedBank(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.bank = outdatedBank(t, map[seed.Key]seed.Seed{})
	before := len(seedtest.Keys(t, a.bank))
	a.options.Drain = true
	h := a.raced()
	defer a.kill(h)
	a.give(h, "worker", inParts(someUnit, someSeeds(t), 1)...)
	if n := len(seedtest.Keys(t, a.bank)) - before; n != len(someSeeds(t)) {
		t.Errorf("%d of %d seeds are stored", n, len(someSeeds(t)))
	}
}

// A hub that rates again does not begin while other work waits, which it would not store.
func TestReratingWaitsForOthers(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.bank = outdatedBank(t, map[seed.Key]seed.Seed{})
	open := func(options mine.Options, drain bool) *hub {
		a.options.Mine, a.options.Drain = options, drain
		return a.raced()
	}
	mustWait := func(units, results uint64) {
		a.options.Mine, a.options.Drain = mine.Options{Strategy: mine.Rerate{}}, false
		_, err := openHub(t.Context(), connectHub(t, a.server), a.bank, &a.options)
		if waits, ok := errors.AsType[*WaitingError](err); !ok || waits.Units != units || waits.Results != results {
			t.Errorf("a hub begins to rate again, with %d units and %d results that wait: %v", units, results, err)
		}
	}
	h := open(mine.Options{}, true)
	if err := h.publish(t.Context(), someUnit, planning); err != nil {
		t.Fatal(err)
	}
	a.kill(h)
	mustWait(1, 0)
	if err := h.streams.units.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := a.js.Publish(t.Context(), resultSubject, []byte("a result")); err != nil {
		t.Fatal(err)
	}
	mustWait(0, 1)
	if err := h.streams.results.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second with a unit of the first
		h = open(mine.Options{Strategy: mine.Rerate{}, RandomSeed: 1}, false)
		if taken, err := h.planOne(t.Context(), t.Context()); !taken || err != nil {
			t.Errorf("no unit is planned: %v", err)
		}
		a.kill(h)
	}
}

// A server that counts a unit late does not end a hub that has planned it, but a lost unit does.
func TestUnitsThatAreCountedLate(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	defer a.kill(h)
	for range 3 {
		if _, err := h.plan(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.planned = map[string]*work.Unit{"unit": someUnit}
		h.status.Waiting, h.status.UnderWay, h.status.Results, h.orphans = 0, 0, 0, false
		if !h.nothingLeft() || h.idle() {
			t.Fatalf("idle: %v, with a unit that is planned", h.idle())
		}
	}
	if h.quiet = mostQuiet; !h.idle() {
		t.Error("the hub waits for ever for a unit that is lost")
	}
	if clear(h.planned); !h.idle() {
		t.Error("a hub whose units are done is not idle")
	}
}

// A hub that rates again has the seeds of a refused worker's unit rated by others, and leaves units of
// another kind to the next hub.
func TestReratingPlansOnlyRatings(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.bank = outdatedBank(t, map[seed.Key]seed.Seed{})
	a.options.Mine = mine.Options{Strategy: mine.Rerate{}, RandomSeed: 1}
	h := a.raced()
	defer a.kill(h)
	if _, err := a.bank.Collect(t.Context(), 0, &change.Collection{Units: []change.DoneUnit{mine.DoneBy(someUnit, 0)}}); err != nil {
		t.Fatal(err)
	}
	u, err := h.mining.Next(t.Context())
	if err != nil || u == nil {
		t.Fatal(u, err)
	}
	h.planned[u.Name()] = u
	lie := auditOf("liar", &result{Unit: u.Name(), Done: u, Numbers: work.Numbers{Made: 1, Unwanted: 1}})
	lie.reason = errors.New("false")
	if err := h.store(t.Context(), []*audit{lie}); err != nil {
		t.Fatal(err)
	}
	again, err := h.mining.Next(t.Context())
	if err != nil || again == nil || !bytes.Equal(again.Seeds, u.Seeds) {
		t.Errorf("the unit of the liar is not planned again: %+v, %v", again, err)
	}
	if err := h.planOrphans(t.Context(), t.Context()); err != nil || len(h.planned) > 0 || a.orphans() != 1 || h.orphans {
		t.Errorf("%d units are planned, and %d left to the next hub: %v", len(h.planned), a.orphans(), err)
	}
}
