package mine

import (
	"context"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Once a run, a foreman looks through its banks for seeds that were stored without
// ladders, and has the ladders made that its stock lacks. Each time that it plans, it
// goes through some of the seeds, so that a large bank does not hold it up. It keeps no
// record of how far it came: seeds with rungs are passed over quickly.
//
// If a unit is lost on the way, the next run finds its seeds.

// bareSearch is how far a foreman has looked for seeds without ladders in a bank.
type bareSearch struct {
	last  seedbank.SeedID
	ended bool
}

// maxLadderSeeds is the greatest number of seeds that fit into a unit.
const maxLadderSeeds = 500

// ladders plans a unit that gives seeds of the banks the ladders that the stock lacks,
// or none if there is nothing to do.
func (f *Foreman) ladders(ctx context.Context, _ *wants) (*Unit, error) {
	for i := range f.bare {
		search := &f.bare[i]
		if search.ended {
			continue
		}
		some, err := f.bareOf(ctx, f.shards[i], search)
		if err != nil || len(some) == 0 {
			return nil, err
		}
		u := &Unit{
			Rater: rating.Version, Kind: LadderUnit, Count: len(some),
			Seeds: seed.Marshal(&seed.Batch{Rater: rating.Version, Seeds: some}),
		}
		u.setStock(f.stock)
		return u, nil
	}
	return nil, nil
}

// bareOf returns the next seeds of a bank for which ladders are to be made.
func (f *Foreman) bareOf(ctx context.Context, st *store, search *bareSearch) (some []seed.Seed, err error) {
	all, last, err := st.reader.BareSeeds(ctx, search.last, min(f.size(LadderUnit).count(), maxLadderSeeds))
	if err != nil {
		return nil, err
	}
	search.ended = last == search.last
	search.last = last
	for i := range all {
		if f.stock.wantsLadders(&all[i]) {
			some = append(some, all[i])
		}
	}
	return some, nil
}
