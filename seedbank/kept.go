package seedbank

import "context"

// kept is what a stream keeps at hand of seeds that it has read: a rung is drawn
// from a seed that may have served fifty others before.
type kept struct {
	seeds map[int64]*Seed
	pages map[rungPage][]int64
}

// rungPage names a page of a stratum of rungs.
type rungPage struct {
	stratum int64
	page    uint64
}

// What is kept at most: some 70 MB of seeds, and 30 MB of pages.
const (
	maxKeptSeeds = 1 << 16
	maxKeptPages = 1 << 12
)

func newKept() *kept {
	return &kept{seeds: map[int64]*Seed{}, pages: map[rungPage][]int64{}}
}

// seed returns the seed of a number.
func (k *kept) seed(ctx context.Context, b *Bank, id int64) (*Seed, error) {
	if seed, ok := k.seeds[id]; ok {
		return seed, nil
	}
	seed, err := b.seed(ctx, b.byID, id)
	if err != nil {
		return nil, err
	}
	makeRoom(k.seeds, maxKeptSeeds)
	k.seeds[id] = &seed
	return &seed, nil
}

// rungSeeds returns the seeds of a page of a stratum of rungs.
func (k *kept) rungSeeds(ctx context.Context, b *Bank, at rungPage) ([]int64, error) {
	if ids, ok := k.pages[at]; ok {
		return ids, nil
	}
	packed, err := readRungPage(ctx, b.db, at.stratum, at.page)
	if err != nil {
		return nil, err
	}
	makeRoom(k.pages, maxKeptPages)
	ids := unpackIDs(packed)
	k.pages[at] = ids
	return ids, nil
}

// makeRoom takes something out of a map that is full.
func makeRoom[K comparable, V any](m map[K]V, most int) {
	for key := range m {
		if len(m) >= most {
			delete(m, key)
		}
		break
	}
}
