package fleet

import (
	"slices"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/mine/work"
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

// A hub that imports stores the results that wait for it, whatever hub has planned their units.
func TestImportStoresWhatWaits(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	seeds := someSeeds(t)
	a.importing(seeds[:1]...)
	h := a.raced()
	defer a.kill(h)
	u := &work.Unit{Rater: rating.Version, Kind: work.PruneUnit, RandomSeed: 5, First: 100, Count: 20}
	a.give(h, "worker", inParts(u, seeds, 1)...)
	if n := len(keys(t, a.bank)); n != len(seeds) {
		t.Errorf("%d of %d seeds are stored", n, len(seeds))
	}
}
