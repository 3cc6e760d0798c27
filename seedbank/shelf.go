package seedbank

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Shelf keeps at hand what streams have read from a bank, for all selections that are on
// it. A selection has a shelf of its own; a server with many selections puts them on one,
// so that they share its memory. It can be used from several goroutines, and takes some
// 100 MB at most. When the bank changes, see [Bank.Stamp], take another one: this one knows
// what was there before.
//
// What is kept is in four layers:
//
//	table      8 bytes a pick     of each selection: number -> pick
//	picks      32 bytes a pick    clues and rating; see [seed.Pick]
//	sources    350 bytes a seed   solution and rating; see [seed.Source]
//	pages      16 bytes a rung    stratum and slot -> seed and place, as the bank lists them
//
// A pick comes into the table in one of three ways, whatever is the fewest work for the
// puzzles to come:
//
//	one   its row is looked up               [Shelf.source]
//	some  many rows are looked up at once    [Selection.readSome]
//	many  the pages of the table of seeds    [Selection.readMany]
//	      come in the order of the file, and
//	      all workers decode and prove them
//
// Sources and pages of the first two ways are found again by other picks. Those of the third
// are for the picks in the table alone, so that they have just the rungs that are wanted.
//
// If there is no more room, everything is given up together. Streams learn it when they
// miss a pick, and begin a new table then.
type Shelf struct {
	mutex   sync.Mutex
	sources map[seedPlace]*seed.Source
	pages   map[tables.PickPage][]tables.RungPlace
	found   int64         // bytes of the sources and pages
	bytes   atomic.Int64  // that all of it takes
	givenUp atomic.Uint64 // how often it was given up
}

// mostBytes is the limit of the memory of a shelf, bytesOfPage the memory of a page.
const (
	mostBytes   = 96 << 20
	bytesOfPage = 16 << 10
)

// NewShelf returns an empty shelf. It is for one bank.
func NewShelf() *Shelf {
	h := &Shelf{}
	h.drop()
	return h
}

// add counts some bytes more. If there is no more room, all is given up.
func (h *Shelf) add(bytes int) {
	if h.bytes.Add(int64(bytes)) > mostBytes {
		h.makeRoom(0)
	}
}

// makeRoom gives up all if there is no room for some bytes more.
func (h *Shelf) makeRoom(bytes int) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.bytes.Load()+int64(bytes) > mostBytes {
		h.bytes.Store(0)
		h.givenUp.Add(1)
		h.drop()
	}
}

// drop drops the sources and pages that are found again by other picks.
func (h *Shelf) drop() {
	h.sources, h.pages = map[seedPlace]*seed.Source{}, map[tables.PickPage][]tables.RungPlace{}
	h.found = 0
}

// dropFound is drop when no pick is missing any more.
func (h *Shelf) dropFound() {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.bytes.Add(-h.found)
	h.drop()
}

// seedPlace names a seed of a bank: by its number, or by its slot in a stratum.
type seedPlace struct {
	id      SeedID // 0: it is named by its slot
	stratum int64
	slot    uint64
}

// source returns the seed at a place.
func (h *Shelf) source(ctx context.Context, bank *Bank, at seedPlace) (*seed.Source, error) {
	if source := h.known(at); source != nil {
		return source, nil
	}
	s, err := bank.seedAt(ctx, at)
	if err != nil {
		return nil, err
	}
	source := at.sourceOf(&s)
	h.keep(at, source)
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
func (h *Shelf) known(at seedPlace) *seed.Source {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.sources[at]
}

// keep keeps a seed at hand.
func (h *Shelf) keep(at seedPlace, source *seed.Source) {
	h.add(source.Bytes())
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.found += int64(source.Bytes())
	h.sources[at] = source
}

// places returns the places on a page.
func (h *Shelf) places(ctx context.Context, bank *Bank, at tables.PickPage) ([]tables.RungPlace, error) {
	h.mutex.Lock()
	places, ok := h.pages[at]
	h.mutex.Unlock()
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
	h.add(bytesOfPage)
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.found += bytesOfPage
	h.pages[at] = places
	return places, nil
}

// seedAt returns the seed at a place.
func (b *Bank) seedAt(ctx context.Context, at seedPlace) (seed.Seed, error) {
	if at.id != 0 {
		return b.Seed(ctx, at.id)
	}
	return b.file.SeedWhere(ctx, b.file.BySlot, at.stratum, at.slot)
}

// pickTable is the picks of a selection that are at hand, by their numbers. It is as long
// as the selection, but has memory only for the leaves that are in use. Any number of
// goroutines can read it and put picks in it.
type pickTable struct {
	leaves  []atomic.Pointer[tableLeaf]
	givenUp uint64 // how often the shelf had given up everything when the table was begun
}

type tableLeaf [leafPicks]atomic.Pointer[seed.Pick]

// leafPicks is few, so that a table for one puzzle costs little.
const leafPicks = 256

func newPickTable(n, givenUp uint64) *pickTable {
	return &pickTable{leaves: make([]atomic.Pointer[tableLeaf], (n+leafPicks-1)/leafPicks), givenUp: givenUp}
}

// at returns the pick of a number, or nil.
func (t *pickTable) at(number uint64) *seed.Pick {
	if t == nil {
		return nil
	}
	leaf := t.leaves[number/leafPicks].Load()
	if leaf == nil {
		return nil
	}
	return leaf[number%leafPicks].Load()
}

// put keeps a pick under a number. It returns how many bytes the table takes more.
func (t *pickTable) put(number uint64, pick *seed.Pick) (bytes int) {
	at := &t.leaves[number/leafPicks]
	leaf := at.Load()
	if leaf == nil {
		leaf = new(tableLeaf)
		if at.CompareAndSwap(nil, leaf) {
			bytes = leafPicks * 8
		} else {
			leaf = at.Load()
		}
	}
	leaf[number%leafPicks].Store(pick)
	return bytes
}

// table returns the picks of s that are at hand.
func (s *Selection) table() *pickTable {
	now := s.shelf.givenUp.Load()
	old := s.picks.Load()
	if old != nil && old.givenUp == now {
		return old
	}
	fresh := newPickTable(s.Len(), now)
	if !s.picks.CompareAndSwap(old, fresh) {
		return s.picks.Load()
	}
	s.shelf.add(len(fresh.leaves) * 8)
	return fresh
}
