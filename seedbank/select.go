package seedbank

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"sync/atomic"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// stratum is what a selection has of a stratum of the bank: of its picks, number pass
// the filter, and isomorphs of each.
type stratum struct {
	storedStratum
	technique int     // place of the hardest technique in the scale; an unknown one comes behind all others
	chosen    slotSet // the slots of the seeds; nil: all from 0
	end       uint64  // what the selection has up to here, this stratum included
}

// slot returns the slot of seed number i of st, counted from 0.
func (st *stratum) slot(i uint64) uint64 {
	if st.chosen == nil {
		return i
	}
	return st.chosen.at(i)
}

// Selection is the seeds and rungs of a bank that pass a filter, numbered from
// 0. It stays the same while others add seeds to the bank.
type Selection struct {
	bank   *Bank
	filter Filter
	strata []stratum

	// The puzzles of each stratum. A stream looks here for every puzzle, so that
	// it is small.
	spans []span

	shelf   *Shelf         // that its streams share, or nil
	onShelf uint64         // number of the first seed or rung there
	seeds   *atomic.Uint64 // number of different seeds, 0 before they were counted; nil: count each time
}

// span is the puzzles of a stratum among those of a selection.
type span struct {
	first, end shuffle.Uint128 // numbers of puzzles
	pick       uint64          // number of the first seed or rung
	isomorphs  uint64          // of each
}

// Select returns what passes a filter. The order is by ER, clues, automorphisms and
// hardest technique, seeds before rungs, and then by age.
func (b *Bank) Select(ctx context.Context, filter Filter) (*Selection, error) {
	if err := filter.Check(); err != nil {
		return nil, err
	}
	s := &Selection{bank: b, filter: filter}
	if n := filter.Pattern.Len(); n > 0 {
		if !filter.Clues.Has(n) {
			return s, nil
		}
		s.filter.Clues = Only(n)
	}
	if err := s.load(ctx); err != nil {
		return nil, fmt.Errorf("selecting seeds of %s: %w", b.path, plain(err))
	}
	s.addUp()
	return s, nil
}

// load reads the strata of what passes the filter.
func (s *Selection) load(ctx context.Context) (err error) {
	if s.filter.Symmetry != transform.NoSymmetry && !s.bank.listsSymmetric() {
		err = fmt.Errorf("it does not list symmetric puzzles: %w", ErrOlderBank)
	}
	if err == nil {
		err = s.loadStrata(ctx, func(damage error) error { return damage })
	}
	if err == nil {
		err = s.choose(ctx)
	}
	if err == nil && !s.filter.Pattern.Empty() {
		err = s.keepArrangeable(ctx)
	}
	return err
}

// loadStrata reads the strata, with all of their seeds. One that cannot be true
// is left out, unless damaged returns an error for it.
func (s *Selection) loadStrata(ctx context.Context, damaged func(error) error) error {
	for _, table := range s.filter.tables() {
		if err := s.loadTable(ctx, table, damaged); err != nil {
			return err
		}
	}
	if err := s.setTechniques(ctx); err != nil {
		return err
	}
	slices.SortStableFunc(s.strata, func(a, b stratum) int { return a.compare(&b) })
	return nil
}

// compare returns which of two strata comes first in a selection.
func (st *stratum) compare(other *stratum) int {
	return cmp.Or(
		cmp.Compare(st.er, other.er),
		cmp.Compare(st.clues, other.clues),
		cmp.Compare(st.automorphisms, other.automorphisms),
		cmp.Compare(st.technique, other.technique),
		cmp.Compare(st.rank(), other.rank()),
		cmp.Compare(st.conjugates, other.conjugates),
	)
}

// rank puts seeds before rungs.
func (st *stratum) rank() int {
	if st.minimal {
		return 0
	}
	return 1
}

// loadTable reads the strata of a table.
func (s *Selection) loadTable(ctx context.Context, table *strataTable, damaged func(error) error) error {
	condition, arguments := s.filter.condition(table)
	query := fmt.Sprintf(`SELECT %s FROM %s WHERE number > 0%s`, table.columns(s.bank.hasDigests()), table.name, condition)
	rows, err := s.bank.db.QueryContext(ctx, query, arguments...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		row := table.newRow()
		if err := rows.Scan(row.columns()...); err != nil {
			return scanned(table.name, row.id, err)
		}
		stored, err := row.checked()
		st := stratum{storedStratum: stored}
		if err == nil && !s.filter.wantsStratum(&st) {
			err = damagedRow(table.name, st.id, "it was found by other values")
		}
		if err == nil && !s.filter.wantsClues(st.level, st.clues) {
			continue // the query does not ask for clues by level
		}
		if err == nil && st.number > notMany {
			err = s.bank.mustHold(ctx, &st)
		}
		if err == nil {
			s.strata = append(s.strata, st)
		} else if err = damaged(err); err != nil {
			return err
		}
	}
	return rows.Err()
}

// setTechniques finds the places of the hardest techniques in the scale: their numbers
// depend on which came first into the bank.
func (s *Selection) setTechniques(ctx context.Context) error {
	for i := range s.strata {
		st := &s.strata[i]
		t, err := s.bank.technique(ctx, st.hardest)
		if st.technique = int(t); err != nil {
			if ctx.Err() != nil {
				return err
			}
			st.technique = rating.NumTechniques + int(st.hardest&math.MaxInt32)
		}
	}
	return nil
}

// notMany is a number of seeds or rungs that fit in memory in any case.
const notMany = 1 << 20

// mustHold returns an error if a stratum has more than the file can hold.
func (b *file) mustHold(ctx context.Context, st *stratum) error {
	var bytes uint64
	err := b.db.QueryRowContext(ctx, `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`).Scan(&bytes)
	if err != nil {
		return err
	}
	if st.number > bytes/st.table.leastBytes {
		return damagedRow(st.table.name, st.id, "it says that its number of seeds or rungs is %d, more than the file can hold", st.number)
	}
	return nil
}

// choose leaves in the strata the seeds with the wanted techniques.
func (s *Selection) choose(ctx context.Context) error {
	if !s.filter.byPath() {
		return nil
	}
	for i := range s.strata {
		s.strata[i].chosen = allSlots(s.strata[i].number)
	}
	if err := s.narrow(ctx, s.filter.Uses, slotSet.keep); err != nil {
		return err
	}
	if err := s.narrow(ctx, s.filter.Without, slotSet.remove); err != nil {
		return err
	}
	if len(s.filter.Practice) > 0 {
		if err := s.keepTraining(ctx); err != nil {
			return err
		}
	}
	if s.filter.Early != AnyTime {
		if err := s.keepEarly(ctx); err != nil {
			return err
		}
	}
	for i := range s.strata {
		s.strata[i].number = s.strata[i].chosen.count()
	}
	s.strata = slices.DeleteFunc(s.strata, func(st stratum) bool { return st.number == 0 })
	return nil
}

// narrow changes what is chosen of each stratum, by the slots that use each of
// some techniques.
func (s *Selection) narrow(ctx context.Context, techniques []rating.Technique, change func(chosen, using slotSet)) error {
	for _, t := range techniques {
		using, err := s.using(ctx, t)
		if err != nil {
			return err
		}
		for i := range s.strata {
			change(s.strata[i].chosen, using[s.strata[i].id])
		}
	}
	return nil
}

// using returns by stratum the slots whose seeds use a technique.
func (s *Selection) using(ctx context.Context, t rating.Technique) (map[int64]slotSet, error) {
	condition, arguments := s.filter.condition(seedStrata)
	rows, err := s.bank.db.QueryContext(ctx, `
		SELECT stratum, page, slots FROM technique_slots
		WHERE technique = (SELECT id FROM techniques WHERE name = ?) AND stratum IN (SELECT id FROM strata WHERE true`+condition+`)
		ORDER BY stratum, page`, append([]any{t.String()}, arguments...)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	using, pages := map[int64]slotSet{}, map[int64]uint64{}
	for i := range s.strata {
		pages[s.strata[i].id] = (s.strata[i].number + pageSlots - 1) / pageSlots
	}
	for rows.Next() {
		var stratum, page int64
		var stored slotSet
		if err := rows.Scan(&stratum, &page, &stored); err != nil {
			return nil, scanned("technique_slots", stratum, err)
		}
		switch {
		case page < 0 || len(stored) > pageBytes || uint64(page)*pageBytes < uint64(len(using[stratum])):
			return nil, damagedRow("technique_slots", stratum, "page %d: %w", page, errOutOfRange)
		case uint64(page) < pages[stratum]: // others may have come since the strata were read
			using[stratum] = using[stratum].withPage(uint64(page), stored)
		}
	}
	return using, rows.Err()
}

// addUp sets what the selection has up to each stratum.
func (s *Selection) addUp() {
	var end uint64
	var puzzles shuffle.Uint128
	for i := range s.strata {
		st := &s.strata[i]
		first := puzzles
		puzzles = puzzles.Add(shuffle.Multiply(st.number, st.isomorphs))
		s.spans = append(s.spans, span{first, puzzles, end, st.isomorphs})
		end += st.number
		st.end = end
	}
}

// Len returns the number of seeds and rungs.
func (s *Selection) Len() uint64 {
	if len(s.strata) == 0 {
		return 0
	}
	return s.strata[len(s.strata)-1].end
}

// hasRungs reports whether a seed can be in s several times.
func (s *Selection) hasRungs() bool {
	return slices.ContainsFunc(s.strata, func(st stratum) bool { return !st.minimal })
}

// At returns seed or rung number i, which must be below Len.
func (s *Selection) At(ctx context.Context, i uint64) (*seed.Pick, error) {
	return s.at(ctx, newCache(), i)
}

// at is At with what has been read before at hand.
func (s *Selection) at(ctx context.Context, cache *cache, i uint64) (*seed.Pick, error) {
	l, err := s.locate(ctx, cache, i)
	if err != nil {
		return nil, err
	}
	return s.pick(ctx, cache, l)
}

// location is where a seed, a rung or a symmetric pick of a selection is: its
// stratum, its seed, and its own place there, 0 for the seed itself and 1 for its
// first rung.
type location struct {
	stratum *stratum
	seed    seedPlace
	place   int
}

// locate returns where seed or rung number i is.
func (s *Selection) locate(ctx context.Context, cache *cache, i uint64) (location, error) {
	st := s.stratumOf(i)
	i = st.slot(i - (st.end - st.number))
	if st.table.pages == "" {
		return location{st, seedPlace{stratum: st.id, slot: i}, 0}, nil
	}
	page := pickPage{st.table, st.id, i / pageRungs}
	places, err := cache.places(ctx, s.bank, page)
	if err == nil && i%pageRungs >= uint64(len(places)) {
		err = errors.New("it is too short")
	}
	if err != nil {
		return location{}, fmt.Errorf("reading page %d of stratum %d of %s of %s: %w", page.page, page.stratum, st.table.number, s.bank.path, plain(err))
	}
	listed := places[i%pageRungs]
	if st.table == rungStrata { // which lists no seeds
		listed.place++
	}
	return location{st, seedPlace{id: listed.seed}, listed.place}, nil
}

// pick returns what is at a location.
func (s *Selection) pick(ctx context.Context, cache *cache, l location) (*seed.Pick, error) {
	source, err := cache.source(ctx, s.bank, l.seed)
	if err != nil {
		return nil, err
	}
	if l.place >= source.Len() {
		return nil, fmt.Errorf("reading a rung of %s: seed %v has %s, none at place %d",
			s.bank.path, source.Key(), phrase.Count(source.Len()-1, "rung"), l.place-1)
	}
	pick := s.pickOf(source, l)
	if err := s.mustWant(ctx, pick, l.stratum); err != nil {
		return nil, fmt.Errorf("reading seed %v of %s: %w", pick.Key(), s.bank.path, plain(err))
	}
	return pick, nil
}

// pickOf returns the pick at a location, with the isomorphs that are wanted.
func (s *Selection) pickOf(source *seed.Source, l location) *seed.Pick {
	if !s.filter.Pattern.Empty() {
		return source.PickArranged(l.place, s.filter.Pattern)
	}
	return source.PickSymmetric(l.place, l.stratum.symmetry)
}

// mustWant returns an error unless a pick of a stratum is what the stratum and
// the filter say. In a sound bank it always is.
func (s *Selection) mustWant(ctx context.Context, pick *seed.Pick, st *stratum) error {
	r := pick.Rating()
	hardest, err := s.bank.technique(ctx, st.hardest)
	switch {
	case err != nil:
		return inRow(st.table.name, st.id, err)
	case r.ER != st.er || r.Hardest != hardest || pick.NumClues() != st.clues || pick.Automorphisms() != st.automorphisms:
		return damagedRow(st.table.name, st.id, "rung %v is not what it says", pick.Added())
	case st.automorphisms > 1 && new(transform.Canonizer).Canonical(pick.Puzzle().Clues()).Automorphisms != st.automorphisms: // isomorphs would be counted that do not exist
		return damagedRow(st.table.name, st.id, "the automorphisms of rung %v are counted wrongly", pick.Added())
	case pick.Isomorphs() != st.isomorphs || st.minimal != (pick.Added() == 0):
		return damagedRow(st.table.name, st.id, "rung %v is no puzzle that can be arranged so", pick.Added())
	case !s.filter.wantsPath(&r):
		return damagedRow("technique_slots", st.id, "the seed uses other techniques")
	}
	return nil
}

// seedIn returns seed number i of a stratum.
func (b *Bank) seedIn(ctx context.Context, st *stratum, i uint64) (seed.Seed, error) {
	return b.seedAt(ctx, seedPlace{stratum: st.id, slot: st.slot(i)})
}

// seedAt returns the seed at a place.
func (b *file) seedAt(ctx context.Context, at seedPlace) (seed.Seed, error) {
	if at.id != 0 {
		return b.Seed(ctx, at.id)
	}
	return b.seed(ctx, b.bySlot, at.stratum, at.slot)
}

// stratumOf returns the stratum of seed or rung number i.
func (s *Selection) stratumOf(i uint64) *stratum {
	n := sort.Search(len(s.strata), func(n int) bool { return i < s.strata[n].end })
	if n == len(s.strata) {
		panic(fmt.Sprintf("seedbank: seed %d of a selection of %d", i, s.Len()))
	}
	return &s.strata[n]
}

// Draw returns one of the seeds and rungs, each with the same probability, or
// [ErrNoMatch] if there is none.
func (s *Selection) Draw(ctx context.Context, random *rand.Rand) (*seed.Pick, error) {
	if s.Len() == 0 {
		return nil, ErrNoMatch
	}
	return s.At(ctx, random.Uint64N(s.Len()))
}
