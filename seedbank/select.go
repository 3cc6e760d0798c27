package seedbank

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/seedbank/shuffle"
	"github.com/seedoku/seedoku/seedbank/wording"
	"github.com/seedoku/seedoku/transform"
)

// stratum is the seeds, or the rungs, of a selection that are alike in rating,
// clues, automorphisms and hardest technique.
type stratum struct {
	id            int64
	ofRungs       bool
	level         rating.Level
	er            rating.Tenths
	clues         int
	automorphisms uint64
	hardest       uint64  // number of a technique in the bank
	chosen        slotSet // the slots of the seeds; nil: all from 0
	number        uint64  // of seeds, or of rungs

	end uint64 // what the selection has up to here, this stratum included
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
	s := &Selection{bank: b, filter: filter}
	err := filter.check()
	if err == nil {
		err = s.loadStrata(ctx, func(damage error) error { return damage })
	}
	if err == nil {
		err = s.choose(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("selecting seeds of %s: %w", b.path, plain(err))
	}
	s.addUp()
	return s, nil
}

// loadStrata reads the strata, with all of their seeds. One that cannot be true
// is left out, unless damaged returns an error for it.
func (s *Selection) loadStrata(ctx context.Context, damaged func(error) error) error {
	condition, arguments := s.filter.condition()
	query := `
		SELECT id, 0 AS of_rungs, level, er, clues, automorphisms, seeds AS number, hardest FROM strata WHERE number > 0` + condition
	if s.filter.Rungs && !s.filter.byPath() {
		query += `
		UNION ALL SELECT id, 1, level, er, clues, automorphisms, rungs AS number, hardest FROM rung_strata WHERE number > 0` + condition
		arguments = slices.Repeat(arguments, 2)
	}
	rows, err := s.bank.db.QueryContext(ctx, query+` ORDER BY er, clues, automorphisms, hardest, of_rungs`, arguments...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var stored storedStratum
		err := rows.Scan(&stored.id, &stored.ofRungs, &stored.level, &stored.er, &stored.clues, &stored.automorphisms, &stored.number, &stored.hardest)
		if err != nil {
			return scanned(stored.table(), stored.id, err)
		}
		st, err := stored.checked()
		if err == nil && !s.filter.wantsStratum(&st) {
			err = damagedRow(stored.table(), st.id, "it was found by other values")
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

// notMany is a number of seeds or rungs that fit in memory in any case.
const notMany = 1 << 20

// mustHold returns an error if a stratum has more than the file can hold.
func (b *Bank) mustHold(ctx context.Context, st *stratum) error {
	var bytes uint64
	err := b.db.QueryRowContext(ctx, `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`).Scan(&bytes)
	if err != nil {
		return err
	}
	least := uint64(leastSeedRow)
	if st.ofRungs {
		least = leastRung
	}
	if st.number > bytes/least {
		return damagedRow(st.table(), st.id, "it says that its number of seeds or rungs is %d, more than the file can hold", st.number)
	}
	return nil
}

// The least number of bytes that a seed takes in a bank, and a rung on its page.
const (
	leastSeedRow = 8 + 8 + 20 // key, solution, puzzle
	leastRung    = 2
)

// table returns the table that holds the stratum.
func (st *stratum) table() string { return (&storedStratum{ofRungs: st.ofRungs}).table() }

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
	condition, arguments := s.filter.condition()
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
		first, isomorphs := puzzles, transform.Order/st.automorphisms
		puzzles = puzzles.Add(shuffle.Multiply(st.number, isomorphs))
		s.spans = append(s.spans, span{first, puzzles, end, isomorphs})
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
	for i := range s.strata {
		if s.strata[i].ofRungs {
			return true
		}
	}
	return false
}

// At returns seed or rung number i, which must be below Len.
func (s *Selection) At(ctx context.Context, i uint64) (*seed.Pick, error) {
	return s.at(ctx, newCache(), i)
}

// at is At with what has been read before at hand.
func (s *Selection) at(ctx context.Context, cache *cache, i uint64) (pick *seed.Pick, err error) {
	st := s.stratumOf(i)
	i -= st.end - st.number
	if st.ofRungs {
		pick, err = s.bank.rung(ctx, cache, st, i)
	} else {
		pick, err = s.bank.seedPick(ctx, st, i)
	}
	if err != nil {
		return nil, err
	}
	if err := s.mustWant(ctx, pick, st); err != nil {
		return nil, fmt.Errorf("reading seed %v of %s: %w", pick.Key(), s.bank.path, plain(err))
	}
	return pick, nil
}

// mustWant returns an error unless a pick of a stratum is what the stratum and
// the filter say. In a sound bank it always is.
func (s *Selection) mustWant(ctx context.Context, pick *seed.Pick, st *stratum) error {
	r, p := pick.Rating(), pick.Puzzle()
	hardest, err := s.bank.technique(ctx, st.hardest)
	switch {
	case err != nil:
		return inRow(st.table(), st.id, err)
	case r.ER != st.er || r.Hardest != hardest || p.NumClues() != st.clues || pick.Automorphisms() != st.automorphisms:
		return damagedRow(st.table(), st.id, "rung %v is not what it says", pick.Rung())
	case st.automorphisms > 1 && new(transform.Canonizer).Canonical(p.Clues()).Automorphisms != st.automorphisms: // isomorphs would be counted that do not exist
		return damagedRow(st.table(), st.id, "the automorphisms of rung %v are counted wrongly", pick.Rung())
	case !s.filter.wantsPath(&r):
		return damagedRow("technique_slots", st.id, "the seed uses other techniques")
	}
	return nil
}

func (b *Bank) seedPick(ctx context.Context, st *stratum, i uint64) (*seed.Pick, error) {
	found, err := b.seedIn(ctx, st, i)
	if err != nil {
		return nil, err
	}
	return found.Pick(0)
}

// seedIn returns seed number i of a stratum.
func (b *Bank) seedIn(ctx context.Context, st *stratum, i uint64) (seed.Seed, error) {
	return b.seed(ctx, b.bySlot, st.id, st.slot(i))
}

// rung returns rung number i of a stratum.
func (b *Bank) rung(ctx context.Context, cache *cache, st *stratum, i uint64) (*seed.Pick, error) {
	page := rungPage{st.id, i / pageRungs}
	places, err := cache.rungs(ctx, b, page)
	if err == nil && i%pageRungs >= uint64(len(places)) {
		err = errors.New("it is too short")
	}
	if err != nil {
		return nil, fmt.Errorf("reading page %d of stratum %d of rungs of %s: %w", page.page, page.stratum, b.path, plain(err))
	}
	at := places[i%pageRungs]
	s, err := cache.seed(ctx, b, at.seed)
	if err != nil {
		return nil, err
	}
	if at.place >= len(s.Rungs) {
		return nil, fmt.Errorf("reading a rung of %s: seed %v has %s, none at place %d", b.path, s.Key(), wording.Count(len(s.Rungs), "rung"), at.place)
	}
	return s.PickRung(at.place), nil
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
