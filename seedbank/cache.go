package seedbank

import (
	"context"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// cache keeps at hand what a stream has read from the bank: a rung is drawn from
// a seed that may have served fifty others before.
type cache struct {
	seeds map[SeedID]*seed.Seed
	pages map[pickPage][]rungPlace
}

// What is kept at most: some 90 MB of seeds, and 60 MB of pages.
const (
	maxCachedSeeds = 1 << 16
	maxCachedPages = 1 << 12
)

func newCache() *cache {
	return &cache{seeds: map[SeedID]*seed.Seed{}, pages: map[pickPage][]rungPlace{}}
}

// seed returns the seed of a number.
func (k *cache) seed(ctx context.Context, b *Bank, id SeedID) (*seed.Seed, error) {
	if s, ok := k.seeds[id]; ok {
		return s, nil
	}
	s, err := b.Seed(ctx, id)
	if err != nil {
		return nil, err
	}
	makeRoom(k.seeds, maxCachedSeeds)
	k.seeds[id] = &s
	return &s, nil
}

// places returns the places on a page.
func (k *cache) places(ctx context.Context, b *Bank, at pickPage) ([]rungPlace, error) {
	if places, ok := k.pages[at]; ok {
		return places, nil
	}
	packed, err := readPage(ctx, b.db, at)
	if err != nil {
		return nil, err
	}
	places, err := unpackPlaces(packed)
	if err != nil {
		return nil, err
	}
	makeRoom(k.pages, maxCachedPages)
	k.pages[at] = places
	return places, nil
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
