package seedbank

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Shelf keeps at hand what streams have read from a bank, for all selections that are on
// it. A selection has a shelf of its own; a server with many selections puts them on one,
// so that they share its memory. It can be used from several goroutines, and takes some
// 70 MB at most, or up to 270 MB if it is the own shelf of a selection that needs it. When
// the bank changes, see [Bank.Stamp], take another one: this one knows what was there before.
//
// What is kept is in four layers:
//
//	table     24 bytes a pick     of each selection: number -> clues and rating; see [seed.Pick]
//	sources   280 bytes a seed    solution and rating; see [seed.Source]
//	rungs     32 bytes a rung     of each seed: place -> clues and rating
//	pages     16 bytes a rung     stratum and slot -> seed and place, as the bank lists them
//
// A pick comes into the table in one of three ways, whatever is the fewest work for the
// puzzles to come:
//
//	one   its row is looked up
//	some  many rows are looked up at once
//	many  the pages of the table of seeds
//	      come in the order of the file, and
//	      all workers decode and prove them
//
// Sources, rungs and pages of the first two ways are found again by other picks. The third
// keeps only sources, which the picks in the table share.
//
// If there is no more room, everything is given up together. Streams learn it when they
// miss a pick, and begin a new table then.
type Shelf struct {
	most    int64 // bytes that all of it may take
	mutex   sync.Mutex
	seeds   map[seedPlace]*knownSeed
	pages   map[tables.PickPage][]tables.RungPlace
	found   int64         // bytes of the seeds and pages
	bytes   atomic.Int64  // that all of it takes
	givenUp atomic.Uint64 // how often it was given up
}

// mostBytes limits the memory of a shelf. That of a single selection may take leastOwn if it needs
// it, and in a large bank bytesOfRow for each seed of the bank besides mostBytes, up to mostOwn. The
// other constants are the memory of one page, rung and pick.
const (
	mostBytes   = 68 << 20
	leastOwn    = 192 << 20
	mostOwn     = 256 << 20
	bytesOfRow  = 64
	bytesOfPage = 16 << 10
	bytesOfRung = 32
	bytesOfPick = 24
)

// NewShelf returns an empty shelf. It is for one bank.
func NewShelf() *Shelf {
	h := &Shelf{most: mostBytes}
	h.drop()
	return h
}

// bytesOfBoth is the memory of a pick and its source. Leaves have some room left, and the
// table has their addresses.
const bytesOfBoth = 9 * (seed.BytesOfSource + bytesOfPick) / 8

// holdAll makes room for all picks of a selection from a bank with a number of seeds, or as much
// as it may have. In a large bank that is more: who must give up picks there goes past all
// rows again to read others.
func (h *Shelf) holdAll(picks, seeds uint64) {
	picks, seeds = min(picks, mostOwn), min(seeds, mostOwn)
	all := 9 * (picks*bytesOfPick + min(picks, seeds)*uint64(seed.BytesOfSource)) / 8
	h.most = max(h.most, int64(min(all, max(leastOwn, mostBytes+seeds*bytesOfRow), mostOwn)))
}

// add counts some bytes more. If there is no more room, all is given up.
func (h *Shelf) add(bytes int) {
	if h.bytes.Add(int64(bytes)) > h.most {
		h.makeRoom(0)
	}
}

// makeRoom gives up all if there is no room for some bytes more.
func (h *Shelf) makeRoom(bytes int) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.bytes.Load()+int64(bytes) > h.most {
		h.bytes.Store(0)
		h.givenUp.Add(1)
		h.drop()
	}
}

// drop drops the seeds and pages that are found again by other picks.
func (h *Shelf) drop() {
	h.seeds, h.pages = map[seedPlace]*knownSeed{}, map[tables.PickPage][]tables.RungPlace{}
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

// knownSeed is a seed at hand: its source, and what is at each place.
type knownSeed struct {
	*seed.Source
	rungs []seed.Rung
}

func (k *knownSeed) bytes() int { return seed.BytesOfSource + len(k.rungs)*bytesOfRung }

// seed returns the seed at a place.
func (h *Shelf) seed(ctx context.Context, bank *Bank, at seedPlace) (*knownSeed, error) {
	if k := h.known(at); k != nil {
		return k, nil
	}
	s, err := bank.seedAt(ctx, at)
	if err != nil {
		return nil, err
	}
	return h.keep(at, &s), nil
}

// known returns the seed at a place if it is at hand, or nil.
func (h *Shelf) known(at seedPlace) *knownSeed {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.seeds[at]
}

// keep keeps a seed at hand. Whoever names it by its slot wants none of its rungs, which
// are listed by the number of their seed.
func (h *Shelf) keep(at seedPlace, s *seed.Seed) *knownSeed {
	places := 1
	if at.id != 0 {
		places += len(s.Rungs)
	}
	k := &knownSeed{s.Source(), make([]seed.Rung, places)}
	for place := range k.rungs {
		k.rungs[place] = s.RungAt(place)
	}
	h.add(k.bytes())
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.found += int64(k.bytes())
	h.seeds[at] = k
	return k
}

// places returns the places on a page.
func (h *Shelf) places(ctx context.Context, bank *Bank, at tables.PickPage) ([]tables.RungPlace, error) {
	h.mutex.Lock()
	places, ok := h.pages[at]
	h.mutex.Unlock()
	if ok {
		return places, nil
	}
	places, err := tables.ReadPlaces(ctx, bank.file.DB, at) // others do not wait meanwhile
	if err != nil {
		return nil, err
	}
	h.add(bytesOfPage)
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.found += bytesOfPage
	h.pages[at] = places
	return places, nil
}

// seedAt returns the seed at a place of the bank's lists. A place without a seed is damage.
func (b *Bank) seedAt(ctx context.Context, at seedPlace) (s seed.Seed, err error) {
	if at.id != 0 {
		s, err = b.Seed(ctx, at.id)
	} else {
		s, err = b.file.SeedWhere(ctx, b.file.BySlot, at.stratum, at.slot)
	}
	switch {
	case !errors.Is(err, tables.ErrNoMatch):
	case at.id != 0:
		err = fmt.Errorf("reading a seed of %s: %w", b.file.Path, tables.DamagedRow("seeds", int64(at.id), "a list names it, but it is not there"))
	default:
		err = fmt.Errorf("reading a seed of %s: %w", b.file.Path, tables.DamagedRow("strata", at.stratum, "it has no seed in slot %d", at.slot))
	}
	return s, err
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
	s.shelf.add(int(fresh.bytes()))
	return fresh
}
