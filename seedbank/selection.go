package seedbank

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"
	"sync/atomic"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
)

// stratum is the part of a stratum of the bank that is in a selection: number picks,
// with isomorphs puzzles each.
type stratum struct {
	tables.Stratum
	chosen tables.SlotSet // the slots of the seeds; nil: all from 0
	end    uint64         // number of picks of the selection up to and including this stratum
}

// slot returns the slot of seed number i of st, counted from 0.
func (st *stratum) slot(i uint64) uint64 {
	if st.chosen == nil {
		return i
	}
	return st.chosen.At(i)
}

// Selection is the seeds and rungs of a bank that pass a filter, numbered from 0. It
// does not change when seeds are added to the bank. Goroutines can share it.
type Selection struct {
	bank   *Bank
	filter Filter
	isPart bool // of a selection: it lacks picks that pass the filter
	strata []stratum
	fit    int // version of the minutes that it was chosen by, or 0
	labels int // version of the labels that it was chosen by, or 0

	// spans are the puzzles of each stratum. A stream reads them for every
	// puzzle, so a span is small.
	spans []span
	guide guide // to the spans

	shelf  *Shelf                     // that it is on
	picks  *atomic.Pointer[pickTable] // its part of the shelf; see [Selection.table]
	seeds  *atomic.Uint64             // number of different seeds, 0 before they were counted; nil: count each time
	digest func() string              // made once; nil: make it each time
	turns  *byLabel
}

// span is the puzzles of a stratum within a selection.
type span struct {
	first, end shuffle.Uint128 // numbers of puzzles
	pick       uint64          // number of the first seed or rung
	isomorphs  uint64          // isomorphs of each pick
}

// using returns, for each stratum, the slots whose seeds use a technique.
func (s *Selection) using(ctx context.Context, t rating.Technique) (map[int64]tables.SlotSet, error) {
	condition, arguments := s.filter.condition(tables.SeedStrata)
	using, pages := map[int64]tables.SlotSet{}, map[int64]uint64{}
	for i := range s.strata {
		pages[s.strata[i].ID] = (s.strata[i].Number + tables.PageSlots - 1) / tables.PageSlots
	}
	err := tables.Each(ctx, s.bank.file.DB, "technique_slots", `
		SELECT stratum, page, slots FROM technique_slots
		WHERE technique = (SELECT id FROM techniques WHERE name = ?) AND stratum IN (SELECT id FROM strata WHERE true`+condition+`)
		ORDER BY stratum, page`, append([]any{t.String()}, arguments...), func(row tables.Row) error {
		var stratum, page int64
		var stored tables.SlotSet
		if err := row.Scan(&stratum, &page, &stored); err != nil {
			return err
		}
		switch {
		case page < 0 || len(stored) > tables.PageBytes || uint64(page)*tables.PageBytes < uint64(len(using[stratum])):
			return tables.DamagedRow("technique_slots", stratum, "page %d: %w", page, tables.ErrOutOfRange)
		case uint64(page) < pages[stratum]: // seeds may have been added since the strata were read
			using[stratum] = using[stratum].WithPage(uint64(page), stored)
		}
		return nil
	})
	return using, err
}

// addUp sets the end of each stratum and the spans.
func (s *Selection) addUp() {
	var end uint64
	var puzzles shuffle.Uint128
	for i := range s.strata {
		st := &s.strata[i]
		first := puzzles
		puzzles = puzzles.Add(shuffle.Multiply(st.Number, st.Isomorphs))
		s.spans = append(s.spans, span{first, puzzles, end, st.Isomorphs})
		end += st.Number
		st.end = end
	}
	s.guide = guideTo(s.spans)
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
	return slices.ContainsFunc(s.strata, func(st stratum) bool { return !st.Minimal })
}

// has reports whether st has a pick at a slot. Slots that were filled after the selection
// was made are not in it.
func (st *stratum) has(slot uint64) bool {
	if st.chosen == nil {
		return slot < st.Number
	}
	return st.chosen.Has(slot)
}

// numberOf returns the number in a selection of a slot of st, and false if st has not
// chosen it.
func (st *stratum) numberOf(slot uint64) (number uint64, ok bool) {
	first := st.end - st.Number
	if st.chosen == nil {
		return first + slot, slot < st.Number
	}
	if !st.chosen.Has(slot) {
		return 0, false
	}
	return first + st.chosen.Rank(slot), true
}

// stratumOf returns the stratum of seed or rung number i.
func (s *Selection) stratumOf(i uint64) int {
	n := sort.Search(len(s.strata), func(n int) bool { return i < s.strata[n].end })
	if n == len(s.strata) {
		panic(fmt.Sprintf("seedbank: seed %d of a selection of %d", i, s.Len()))
	}
	return n
}

// Uint128 is a number of puzzles, which may not fit in 64 bits. Its fields are Hi and Lo;
// it prints itself in decimal, and has the methods Less, Add, Sub and DivMod.
type Uint128 = shuffle.Uint128

// Puzzles returns the number of different puzzles of s: all isomorphs of all
// seeds and rungs, each once.
func (s *Selection) Puzzles() Uint128 {
	if len(s.spans) == 0 {
		return shuffle.Uint128{}
	}
	return s.spans[len(s.spans)-1].end
}

// split returns the number of the pick and the number of the isomorph (see
// [seed.Pick.Isomorph]) for puzzle number i of s. Number i must be below
// [Selection.Puzzles].
func (s *Selection) split(i shuffle.Uint128) (number, isomorph uint64) {
	n := s.spanOf(i)
	if n == len(s.spans) {
		panic(fmt.Sprintf("seedbank: puzzle %v of a selection of %v", i, s.Puzzles()))
	}
	in := &s.spans[n]
	pick, isomorph := i.Sub(in.first).DivMod(in.isomorphs)
	return in.pick + pick.Lo, isomorph
}

// spanOf returns which span has puzzle number i.
func (s *Selection) spanOf(i shuffle.Uint128) int {
	if !i.Less(s.Puzzles()) {
		return len(s.spans)
	}
	n := s.guide.near(i)
	for !i.Less(s.spans[n].end) {
		n++
	}
	return n
}

// guide finds the span of a puzzle in few steps: its highest bits tell at which span to
// begin.
type guide struct {
	shift uint     // bits that are left out
	first []uint32 // the first span that can have a puzzle, by its highest bits
}

// mostGuided is so few that a guide is in the processor's cache.
const mostGuided = 1 << 12

func guideTo(spans []span) (g guide) {
	if len(spans) == 0 {
		return g
	}
	last := spans[len(spans)-1].end.Sub(shuffle.Number(1))
	most := uint64(min(8*len(spans), mostGuided))
	for g.high(last) >= most {
		g.shift++
	}
	g.first = make([]uint32, g.high(last)+1)
	for n := len(spans) - 1; n >= 0; n-- {
		for high := g.high(spans[n].first); high <= g.high(spans[n].end.Sub(shuffle.Number(1))); high++ {
			g.first[high] = uint32(n)
		}
	}
	return g
}

func (g *guide) high(i shuffle.Uint128) uint64 {
	if g.shift >= 64 {
		return i.Hi >> (g.shift - 64)
	}
	if i.Hi>>g.shift != 0 {
		return math.MaxUint64
	}
	return i.Hi<<(64-g.shift) | i.Lo>>g.shift
}

func (g *guide) near(i shuffle.Uint128) int { return int(g.first[g.high(i)]) }
