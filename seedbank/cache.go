package seedbank

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// cache keeps at hand what streams have read from a bank: a rung is drawn from a
// seed that may have served fifty others before. Streams can share it.
type cache struct {
	mutex   sync.Mutex
	sources map[seedPlace]*seed.Source
	bytes   int // that the sources take
	pages   map[tables.PickPage][]tables.RungPlace

	// How often the sources were given up. Picks keep their sources in memory, so
	// that whoever keeps picks has to give them up too.
	givenUp atomic.Uint64
}

// seedPlace names a seed of a bank: by its number, or by its slot in a stratum.
type seedPlace struct {
	id      SeedID // 0: it is named by its slot
	stratum int64
	slot    uint64
}

// What is kept at most: seeds in bytes, and pages of 16 kB.
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

// sourceOf returns a seed, made ready. Whoever names it by its slot wants none of
// its rungs, which are listed by the number of their seed.
func (at seedPlace) sourceOf(s *seed.Seed) *seed.Source {
	bare := *s
	if at.id == 0 {
		bare.Rungs = nil
	}
	return bare.Source()
}

// known returns the seed at a place if it is at hand, or nil.
func (k *cache) known(at seedPlace) *seed.Source {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return k.sources[at]
}

// keep keeps a seed at hand. If there is no more room, all others are given up.
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

// forget gives up all seeds that are at hand.
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
	packed, err := tables.ReadPage(ctx, bank.file.DB, at) // others do not wait meanwhile
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

// makeRoom takes something out of a map that is full.
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
