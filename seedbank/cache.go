package seedbank

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// cache keeps the seeds and pages that streams have read from a bank: one seed
// may serve fifty rungs. Streams can share a cache.
type cache struct {
	mutex   sync.Mutex
	sources map[seedPlace]*seed.Source
	bytes   int // memory of the sources
	pages   map[tables.PickPage][]tables.RungPlace

	// givenUp counts how often all sources were dropped. A pick keeps its source
	// in memory, so owners of picks must then drop their picks too.
	givenUp atomic.Uint64
}

// seedPlace identifies a seed of a bank: by its number, or by its slot in a
// stratum.
type seedPlace struct {
	id      SeedID // 0: identified by its slot
	stratum int64
	slot    uint64
}

// Limits of a cache: the memory of seeds in bytes, and the number of pages, of 16
// kB each.
const (
	maxCachedBytes = 128 << 20
	maxCachedPages = 1 << 11
)

func newCache() *cache {
	return &cache{sources: map[seedPlace]*seed.Source{}, pages: map[tables.PickPage][]tables.RungPlace{}}
}

// source returns the seed at a place.
func (k *cache) source(ctx context.Context, bank *Bank, at seedPlace) (*seed.Source, error) {
	if source := k.known(at); source != nil {
		return source, nil
	}
	s, err := bank.seedAt(ctx, at)
	if err != nil {
		return nil, err
	}
	source := at.sourceOf(&s)
	k.keep(at, source)
	return source, nil
}

// sourceOf returns the source of a seed. A place with a slot means the seed
// alone, so its source has no rungs; strata of rungs list seeds by number.
func (at seedPlace) sourceOf(s *seed.Seed) *seed.Source {
	bare := *s
	if at.id == 0 {
		bare.Rungs = nil
	}
	return bare.Source()
}

// known returns the seed at a place if it is in the cache, or nil.
func (k *cache) known(at seedPlace) *seed.Source {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return k.sources[at]
}

// keep adds a seed to the cache. If there is no room, it drops all others.
func (k *cache) keep(at seedPlace, source *seed.Source) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.bytes+source.Bytes() > maxCachedBytes {
		k.giveUp()
	}
	if k.sources[at] == nil {
		k.bytes += source.Bytes()
	}
	k.sources[at] = source
}

// forget drops all seeds.
func (k *cache) forget() {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.giveUp()
}

func (k *cache) giveUp() {
	clear(k.sources)
	k.bytes = 0
	k.givenUp.Add(1)
}

// places returns the places on a page.
func (k *cache) places(ctx context.Context, bank *Bank, at tables.PickPage) ([]tables.RungPlace, error) {
	k.mutex.Lock()
	places, ok := k.pages[at]
	k.mutex.Unlock()
	if ok {
		return places, nil
	}
	packed, err := tables.ReadPage(ctx, bank.file.DB, at) // the lock is free during the read
	if err != nil {
		return nil, err
	}
	if places, err = tables.UnpackPlaces(packed); err != nil {
		return nil, err
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	makeRoom(k.pages, maxCachedPages)
	k.pages[at] = places
	return places, nil
}

// makeRoom removes an arbitrary entry of a map that has most entries.
func makeRoom[K comparable, V any](m map[K]V, most int) {
	for key := range m {
		if len(m) >= most {
			delete(m, key)
		}
		break
	}
}

// seedAt returns the seed at a place.
func (b *Bank) seedAt(ctx context.Context, at seedPlace) (seed.Seed, error) {
	if at.id != 0 {
		return b.Seed(ctx, at.id)
	}
	return b.file.SeedWhere(ctx, b.file.BySlot, at.stratum, at.slot)
}
