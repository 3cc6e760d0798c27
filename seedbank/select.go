package seedbank

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/seedoku/seedoku/seedbank/shuffle"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/transform"
)

// stratum is the seeds, or the rungs of ladders of one kind, of a selection that
// are alike in rating, clues, automorphisms and hardest technique.
type stratum struct {
	id            int64
	ladder        int // from 1; 0: seeds
	level         rating.Level
	er            rating.Tenths
	clues         int
	automorphisms uint64
	chosen        slots  // the slots of the seeds; nil: all from 0
	seeds         uint64 // number of seeds, or of rungs: no seed has two of a stratum

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
	seed       uint64          // number of the first seed or rung
	isomorphs  uint64          // of each
}

// Select returns what passes a filter. The order is by ER, clues, automorphisms,
// hardest technique and ladder, and then by age.
func (b *Bank) Select(ctx context.Context, filter Filter) (*Selection, error) {
	s := &Selection{bank: b, filter: filter}
	err := s.loadStrata(ctx)
	if err == nil {
		err = s.choose(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("selecting seeds of %s: %w", b.path, err)
	}
	s.addUp()
	return s, nil
}

// loadStrata reads the strata, with all of their seeds.
func (s *Selection) loadStrata(ctx context.Context) error {
	condition, arguments := s.filter.condition()
	query := `
		SELECT id, 0 AS ladder, level, er, clues, automorphisms, seeds, hardest FROM strata WHERE ` + condition
	if s.filter.Rungs && !s.filter.byPath() {
		query += `
		UNION ALL SELECT id, ladder, level, er, clues, automorphisms, seeds, hardest FROM rung_strata WHERE ` + condition
		arguments = slices.Repeat(arguments, 2)
	}
	rows, err := s.bank.db.QueryContext(ctx, query+` ORDER BY er, clues, automorphisms, hardest, ladder`, arguments...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var st stratum
		var hardest int64
		if err := rows.Scan(&st.id, &st.ladder, &st.level, &st.er, &st.clues, &st.automorphisms, &st.seeds, &hardest); err != nil {
			return err
		}
		s.strata = append(s.strata, st)
	}
	return rows.Err()
}

// choose leaves in the strata the seeds with the wanted techniques.
func (s *Selection) choose(ctx context.Context) error {
	if !s.filter.byPath() {
		return nil
	}
	for i := range s.strata {
		s.strata[i].chosen = allSlots(s.strata[i].seeds)
	}
	if err := s.narrow(ctx, s.filter.Uses, slots.keep); err != nil {
		return err
	}
	if err := s.narrow(ctx, s.filter.Without, slots.remove); err != nil {
		return err
	}
	for i := range s.strata {
		s.strata[i].seeds = s.strata[i].chosen.count()
	}
	s.strata = slices.DeleteFunc(s.strata, func(st stratum) bool { return st.seeds == 0 })
	return nil
}

// narrow changes what is chosen of each stratum, by the slots that use each of
// some techniques.
func (s *Selection) narrow(ctx context.Context, techniques []rating.Technique, change func(chosen, using slots)) error {
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
func (s *Selection) using(ctx context.Context, t rating.Technique) (map[int64]slots, error) {
	condition, arguments := s.filter.condition()
	rows, err := s.bank.db.QueryContext(ctx, `
		SELECT stratum, page, slots FROM technique_slots
		WHERE technique = (SELECT id FROM techniques WHERE name = ?) AND stratum IN (SELECT id FROM strata WHERE `+condition+`)
		ORDER BY stratum, page`, append([]any{t.String()}, arguments...)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	using := map[int64]slots{}
	for rows.Next() {
		var stratum int64
		var page uint64
		var stored slots
		if err := rows.Scan(&stratum, &page, &stored); err != nil {
			return nil, err
		}
		using[stratum] = using[stratum].withPage(page, stored)
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
		puzzles = puzzles.Add(shuffle.Multiply(st.seeds, isomorphs))
		s.spans = append(s.spans, span{first, puzzles, end, isomorphs})
		end += st.seeds
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

// At returns seed or rung number i, which must be below Len.
func (s *Selection) At(ctx context.Context, i uint64) (Pick, error) { return s.at(ctx, newKept(), i) }

// at is At with what has been read before at hand.
func (s *Selection) at(ctx context.Context, kept *kept, i uint64) (Pick, error) {
	st := s.stratumOf(i)
	i -= st.end - st.seeds
	if st.ladder > 0 {
		return s.bank.rung(ctx, kept, st, i)
	}
	seed, err := s.bank.seed(ctx, s.bank.bySlot, st.id, st.slot(i))
	if err != nil {
		return Pick{}, err
	}
	pick, _ := seed.Pick(0)
	return pick, nil
}

// rung returns rung number i of a stratum of rungs.
func (b *Bank) rung(ctx context.Context, kept *kept, st *stratum, i uint64) (Pick, error) {
	ids, err := kept.rungSeeds(ctx, b, rungPage{st.id, i / pageRungs})
	if err == nil && i%pageRungs >= uint64(len(ids)) {
		err = errors.New("it is too short")
	}
	if err != nil {
		return Pick{}, fmt.Errorf("reading a page of rungs of %s: %w", b.path, err)
	}
	seed, err := kept.seed(ctx, b, ids[i%pageRungs])
	if err != nil {
		return Pick{}, err
	}
	k := st.clues - seed.Puzzle.NumClues()
	if pick, ok := seed.Pick(rungNumber(st.ladder-1, max(k, 0))); ok && k > 0 {
		return pick, nil
	}
	return Pick{}, fmt.Errorf("reading a rung of %s: seed %v has none of %d clues", b.path, seed.Key(), st.clues)
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
func (s *Selection) Draw(ctx context.Context, random *rand.Rand) (Pick, error) {
	if s.Len() == 0 {
		return Pick{}, ErrNoMatch
	}
	return s.At(ctx, random.Uint64N(s.Len()))
}
