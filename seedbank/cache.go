package seedbank

import (
	"context"
	"sync"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// cache keeps at hand what a stream has read from the bank: a rung is drawn from
// a seed that may have served fifty others before.
type cache struct {
	mutex sync.Mutex // streams can share a cache
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
	return kept(k, k.seeds, maxCachedSeeds, id, func() (*seed.Seed, error) {
		s, err := b.Seed(ctx, id)
		return &s, err
	})
}

// places returns the places on a page.
func (k *cache) places(ctx context.Context, b *Bank, at pickPage) ([]rungPlace, error) {
	return kept(k, k.pages, maxCachedPages, at, func() ([]rungPlace, error) {
		packed, err := readPage(ctx, b.db, at)
		if err != nil {
			return nil, err
		}
		return unpackPlaces(packed)
	})
}

// kept returns what a map of k has under a key, or else what read returns, and
// keeps that. Others do not wait while something is read.
func kept[K comparable, V any](k *cache, m map[K]V, most int, key K, read func() (V, error)) (V, error) {
	k.mutex.Lock()
	value, ok := m[key]
	k.mutex.Unlock()
	if ok {
		return value, nil
	}
	value, err := read()
	if err == nil {
		k.mutex.Lock()
		defer k.mutex.Unlock()
		makeRoom(m, most)
		m[key] = value
	}
	return value, err
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
