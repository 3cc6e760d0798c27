package seedbank

import (
	"context"
	"errors"
	"math"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Reading many picks
//
//	pages of rungs   ->  listing: for each seed the picks that are wanted of it
//	pages of seeds   ->  rows of the seeds with such picks, in the order of the file
//	each worker          decodes a row, proves its puzzle, and puts the picks in the table
//
// All of it does what it can: a pick that cannot be read is left to whoever needs it, and
// reports the error.

// rowsPassed is the number of rows that it takes as long to go past as to look one up. Only
// tests change it.
var rowsPassed uint64 = 24

// readAll reads all picks of s that are not at hand. It returns false if there is no room
// for them.
func (s *Selection) readAll(ctx context.Context, workers int) bool {
	if s.Len() > uint64(s.shelf.most)/bytesOfPick {
		return false
	}
	w := s.noWishes()
	for number := range s.Len() {
		w.add(number)
	}
	if !s.readMany(ctx, w, workers) {
		return false
	}
	s.shelf.dropFound()
	return true
}

// readMany reads the picks of some numbers that are not at hand. It returns false if they are
// so few that they are better looked up, or too many for the memory.
func (s *Selection) readMany(ctx context.Context, w *wishes, workers int) bool {
	last, err := s.bank.file.LastSeed(ctx)
	if err != nil {
		return false
	}
	seeds := uint64(last) // about how many there are
	if s.Len() > math.MaxUint32 || seeds > math.MaxUint32 {
		return false
	}
	for again := false; ; again = true {
		table := s.table()
		left := w.without(table)
		sources := min(left.count, seeds) * uint64(seed.BytesOfSource)
		inLeaves, inWindow := min(left.count*bytesOfLeaf, s.Len()*bytesOfPick)+sources, bytesOfWindow(left)+sources
		most := uint64(max(0, s.shelf.most-table.bytes()))
		if left.count*rowsPassed < seeds || min(inLeaves, inWindow) > most {
			return left.count == 0
		}
		inRoom := inLeaves
		if inLeaves > most {
			inRoom = inWindow
		}
		s.shelf.makeRoom(int(inRoom))
		if fresh := s.table(); fresh != table {
			if !again {
				continue // nothing is at hand any more
			}
			table = fresh
		}
		if inLeaves > most {
			s.shelf.add(int(bytesOfWindow(left)))
			table.open(left)
		}
		r := &manyReader{selection: s, wishes: left, table: table, bySlot: map[int64][]uint32{}}
		return r.read(ctx, seeds, workers) == nil
	}
}

// manyReader reads many picks.
type manyReader struct {
	selection *Selection
	wishes    *wishes
	table     *pickTable
	bySlot    map[int64][]uint32 // strata of the selection whose seeds say which slot they have
	hardest   []rating.Technique // of each stratum
	listing   listing
}

// listing is the picks that pages list, by their seeds.
type listing struct {
	ends  []atomic.Uint32 // for each number of a seed where its picks end
	picks []listedPick
}

// listedPick is a pick of a seed.
type listedPick struct {
	number uint32 // in the selection
	place  uint16
}

// of returns the picks of a seed.
func (l *listing) of(id SeedID) []listedPick {
	if id <= 0 || int(id) >= len(l.ends) {
		return nil
	}
	return l.picks[l.ends[id-1].Load():l.ends[id].Load()]
}

func (r *manyReader) read(ctx context.Context, seeds uint64, workers int) error {
	file := r.selection.bank.file
	unpacker, err := file.NewUnpacker(ctx)
	if err != nil {
		return err
	}
	if err := r.prepare(ctx, unpacker(), seeds, workers); err != nil {
		return err
	}
	newWork := func() func([]tables.ScannedSeed) int {
		worker := manyWorker{manyReader: r, unpacker: unpacker()}
		return worker.putAll
	}
	err = scan(ctx, file, r.wants, workers, newWork, func(bytes int) error {
		r.selection.shelf.add(bytes)
		return nil
	})
	if errors.Is(err, tables.ErrLostSeeds) {
		return nil
	}
	return err
}

// prepare finds out which seeds have picks that are wanted.
func (r *manyReader) prepare(ctx context.Context, unpacker *tables.Unpacker, seeds uint64, workers int) (err error) {
	strata := r.selection.strata
	r.hardest = make([]rating.Technique, len(strata))
	var lists *tables.StrataTable // the one with pages, if the selection has any
	of := map[int64][]uint32{}    // its strata of the selection
	for i := range strata {
		st := &strata[i]
		if r.hardest[i], err = unpacker.Technique(st.Hardest); err != nil {
			return err
		}
		if st.Table.Pages == "" {
			r.bySlot[st.ID] = append(r.bySlot[st.ID], uint32(i))
		} else {
			lists, of[st.ID] = st.Table, append(of[st.ID], uint32(i))
		}
	}
	if lists == nil {
		return nil
	}
	return r.list(ctx, lists, of, seeds, workers)
}

// list makes the listing of the picks on the pages of a table. Each worker reads some of the
// pages, so the picks of a seed come in any order.
func (r *manyReader) list(ctx context.Context, table *tables.StrataTable, of map[int64][]uint32, seeds uint64, workers int) error {
	pages, err := tables.PagesOf(ctx, r.selection.bank.file.DB, table, func(stratum int64) bool { return of[stratum] != nil })
	if err != nil {
		return err
	}
	workers = ordered.OrCores(workers)
	each := func(yield func(SeedID, listedPick)) error {
		var group errgroup.Group
		for first := range workers {
			group.Go(func() (err error) {
				var places []tables.RungPlace
				for i := first; i < len(pages) && err == nil; i += workers {
					places, err = r.eachListed(places[:0], &pages[i], of[pages[i].Stratum], seeds, yield)
				}
				return err
			})
		}
		return group.Wait()
	}
	ends := make([]atomic.Uint32, seeds+2)
	if err := each(func(id SeedID, _ listedPick) { ends[id+1].Add(1) }); err != nil {
		return err
	}
	for id := range seeds + 1 { // where the picks of a seed begin, for now
		ends[id+1].Add(ends[id].Load())
	}
	picks := make([]listedPick, ends[seeds+1].Load())
	r.listing = listing{ends, picks}
	return each(func(id SeedID, p listedPick) { picks[ends[id].Add(1)-1] = p })
}

// eachListed calls yield for the picks on a page of some strata that are wanted. It appends the
// places on the page to places.
func (r *manyReader) eachListed(places []tables.RungPlace, page *tables.PackedPage, of []uint32, seeds uint64, yield func(SeedID, listedPick)) ([]tables.RungPlace, error) {
	places, err := tables.AppendPlaces(places, page.Places)
	if err != nil {
		return nil, err
	}
	for i, at := range places {
		if at.Seed <= 0 || uint64(at.Seed) > seeds {
			continue
		}
		at = page.Numbered(at)
		for _, stratum := range of {
			number, ok := r.selection.strata[stratum].numberOf(page.Page*tables.PageRungs + uint64(i))
			if ok && at.Place <= math.MaxUint16 && r.wishes.has(number) {
				yield(at.Seed, listedPick{uint32(number), uint16(at.Place)})
			}
		}
	}
	return places, nil
}

// wants reports whether a seed has a pick that is wanted.
func (r *manyReader) wants(id SeedID, of int64, slot uint64) bool {
	if len(r.listing.of(id)) > 0 {
		return true
	}
	for _, stratum := range r.bySlot[of] {
		if number, ok := r.selection.strata[stratum].numberOf(slot); ok && r.wishes.has(number) {
			return true
		}
	}
	return false
}

// manyWorker is what a worker needs to put picks in the table.
type manyWorker struct {
	*manyReader
	unpacker *tables.Unpacker
	sources  seed.Sources
	seed     seed.Seed // the last one
}

// putAll puts the picks of some seeds in the table, and returns the bytes that they take.
func (w *manyWorker) putAll(rows []tables.ScannedSeed) (bytes int) {
	for i := range rows {
		if w.unpacker.Unpack(&w.seed, &rows[i].SeedRow) == nil {
			bytes += w.put(&rows[i])
		}
	}
	return bytes
}

// put puts the picks of a seed in the table.
func (w *manyWorker) put(row *tables.ScannedSeed) (bytes int) {
	source := w.sources.Add(&w.seed, seed.Key(row.Key))
	bytes = seed.BytesOfSource
	for _, stratum := range w.bySlot[row.Stratum] {
		if number, ok := w.selection.strata[stratum].numberOf(uint64(row.Slot)); ok && w.wishes.has(number) {
			bytes += w.putPick(source, number, 0)
		}
	}
	for _, p := range w.listing.of(SeedID(row.ID)) {
		if int(p.place) <= len(w.seed.Rungs) {
			bytes += w.putPick(source, uint64(p.number), int(p.place))
		}
	}
	return bytes
}

// putPick puts what is at a place of the seed in the table, if it is what its stratum says.
func (w *manyWorker) putPick(source *seed.Source, number uint64, place int) (bytes int) {
	of := w.selection.stratumOf(number)
	st, rung := &w.selection.strata[of], w.seed.RungAt(place)
	pick := w.selection.pickOf(source, &rung, st)
	if w.selection.mustWant(&pick, st, w.hardest[of]) != nil {
		return 0
	}
	_, bytes = w.table.put(number, pick)
	return bytes
}
