package seedbank

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Range is the values from Low to High, both included. The zero Range is all
// values.
type Range[T cmp.Ordered] struct{ Low, High T }

// Only is the range of one value.
func Only[T cmp.Ordered](value T) Range[T] { return Range[T]{Low: value, High: value} }

// all reports whether r is the zero Range.
func (r Range[T]) all() bool { return r == Range[T]{} }

// The numbers of clues that puzzles have: with fewer there are several solutions, and
// with more there is nothing to solve.
const (
	LeastClues = 17
	MostClues  = 80
)

// RangeError says that a filter asks for values that no puzzle has.
type RangeError struct {
	What                   string // level, ER or number of clues
	Low, High, Least, Most string // asked for, and possible
}

func (e *RangeError) Error() string {
	if e.Low == e.High {
		return fmt.Sprintf("there is no %s %s: they go from %s to %s", e.What, e.Low, e.Least, e.Most)
	}
	return fmt.Sprintf("there is no %s from %s to %s: they go from %s to %s", e.What, e.Low, e.High, e.Least, e.Most)
}

// check returns an error if r has no value, or one that is not from least to most.
func (r Range[T]) check(what string, least, most T) error {
	switch {
	case r.all():
		return nil
	case r.Low > r.High:
		return fmt.Errorf("the range %v-%v is upside down (see Only for the range of one value)", r.Low, r.High)
	case r.Low < least || r.High > most:
		return &RangeError{what, fmt.Sprint(r.Low), fmt.Sprint(r.High), fmt.Sprint(least), fmt.Sprint(most)}
	}
	return nil
}

// Has reports whether r has a value.
func (r Range[T]) Has(value T) bool {
	return r.all() || r.Low <= value && value <= r.High
}

// Filter says which seeds are wanted: those that pass all of its fields. The
// zero Filter is all seeds.
type Filter struct {
	Levels Range[rating.Level]
	ER     Range[rating.Tenths]
	Clues  Range[int]

	// CluesByLevel is the number of clues of puzzles of each level, by its number. A
	// zero Range is any.
	CluesByLevel [rating.NumLevels + 1]Range[int]

	// Rungs says that rungs are wanted as well as seeds.
	Rungs bool

	// Symmetry says that the pattern of clues has a symmetry, as a puzzle stands:
	// seeds and rungs that can be arranged so are selected, and of their isomorphs
	// those that have the symmetry. A bank does not know which paths these have, so
	// Uses, Without, Practice and Early do not go with it.
	Symmetry transform.Symmetry

	// Pattern is the cells in which the clues stand, as a puzzle stands; none: any.
	// Seeds and rungs that can be arranged so are selected, and of their isomorphs
	// those that have the pattern. It goes neither with Symmetry, which it decides,
	// nor with Uses, Without, Practice and Early.
	Pattern sudoku.Cells

	Hardest []rating.Technique // one of them is the hardest technique; none: any

	// With any of these no rungs are selected: a bank does not know their paths.
	Uses     []rating.Technique // the path uses each of them
	Without  []rating.Technique // the path uses none of them
	Practice []rating.Technique // one of them is the hardest technique, and it is what the seed trains; none: any
	Early    Early              // how early the hardest step comes
}

// Check returns an error if f has a range without values or with some that no
// puzzle has, or asks for what a bank cannot tell.
func (f *Filter) Check() error {
	err := errors.Join(
		f.Levels.check("level", 1, rating.NumLevels),
		f.ER.check("ER", 10, rating.MaxTenths),
		f.Clues.check("number of clues", LeastClues, MostClues),
	)
	if f.Symmetry != transform.NoSymmetry && f.byPath() {
		err = errors.Join(err, ErrPathOfSymmetric)
	}
	if !f.Pattern.Empty() && (f.Symmetry != transform.NoSymmetry || f.byPath()) {
		err = errors.Join(err, errBesidePattern)
	}
	return err
}

// ErrPathOfSymmetric says that a filter asks for symmetric puzzles by their paths.
var ErrPathOfSymmetric = errors.New("symmetric puzzles cannot be chosen by all techniques that they need or do without, nor as practice; " +
	"they can by their hardest technique, level, ER and clues")

var errBesidePattern = errors.New("puzzles with a pattern cannot be chosen by symmetry, nor by all techniques that they need or do without, nor as practice; " +
	"they can by their hardest technique, level and ER")

// Passes reports whether f wants a seed. If f wants a symmetry or a pattern, and rungs, a seed
// passes if f wants it or one of its rungs.
func (f *Filter) Passes(s *seed.Seed) bool {
	pattern := s.Puzzle.Clues().Filled()
	if f.passesAs(pattern, &s.Rating) {
		return true
	}
	return f.arranges() && f.Rungs && slices.ContainsFunc(s.Rungs, func(r seed.Rung) bool {
		rated := r.Result()
		return f.passesAs(pattern.Or(r.Added), &rated)
	})
}

// passesAs reports whether f wants a seed or rung with a pattern and a rating.
func (f *Filter) passesAs(pattern sudoku.Cells, r *rating.Result) bool {
	return f.Levels.Has(r.Level()) && f.ER.Has(r.ER) && f.Clues.Has(pattern.Len()) && f.wantsClues(r.Level(), pattern.Len()) && f.wantsPath(r) &&
		(f.Symmetry == transform.NoSymmetry || transform.Conjugates(pattern)[f.Symmetry] > 0) &&
		(f.Pattern.Empty() || pattern.Len() == f.Pattern.Len() && len(transform.ToPattern(pattern, f.Pattern)) > 0)
}

// PassesAll reports whether every seed passes f.
func (f *Filter) PassesAll() bool {
	return f.Levels.all() && f.ER.all() && f.Clues.all() && f.CluesByLevel == Filter{}.CluesByLevel && len(f.Hardest) == 0 && !f.byPath() && !f.arranges()
}

// wantsClues reports whether f wants a number of clues at a level.
func (f *Filter) wantsClues(level rating.Level, clues int) bool {
	return int(level) >= len(f.CluesByLevel) || f.CluesByLevel[level].Has(clues)
}

// arranges reports whether f wants only some isomorphs of a seed or rung.
func (f *Filter) arranges() bool { return f.Symmetry != transform.NoSymmetry || !f.Pattern.Empty() }

// wantsPath reports whether f wants the path of a seed: what hardest technique
// it has, and what other ones.
func (f *Filter) wantsPath(r *rating.Result) bool {
	uses := func(t rating.Technique) bool { return r.Uses[t] > 0 }
	return (len(f.Hardest) == 0 || slices.Contains(f.Hardest, r.Hardest)) &&
		!slices.ContainsFunc(f.Uses, func(t rating.Technique) bool { return !uses(t) }) &&
		!slices.ContainsFunc(f.Without, uses) &&
		(len(f.Practice) == 0 || slices.Contains(f.Practice, r.Hardest) && r.Trains()) &&
		f.Early.has(r)
}

// wantsStratum reports whether f wants what the picks of a stratum have in
// common, but for the hardest technique.
func (f *Filter) wantsStratum(st *stratum) bool {
	return f.Levels.Has(st.Level) && f.ER.Has(st.ER) && f.Clues.Has(st.Clues) &&
		st.Symmetry == f.Symmetry && (st.Minimal || f.Rungs)
}

// tables returns the tables whose strata can hold what f wants.
func (f *Filter) tables() []*tables.StrataTable {
	switch {
	case f.Symmetry != transform.NoSymmetry:
		return []*tables.StrataTable{tables.SymmetricStrata}
	case f.Rungs && !f.byPath():
		return []*tables.StrataTable{tables.SeedStrata, tables.RungStrata}
	}
	return []*tables.StrataTable{tables.SeedStrata}
}

// byPath reports whether f asks for what only the paths of seeds tell.
func (f *Filter) byPath() bool {
	return len(f.Uses) > 0 || len(f.Without) > 0 || len(f.Practice) > 0 || f.Early != AnyTime
}

// conditionOnSeeds returns a condition that the stratum of a seed meets if f may
// want the seed or one of its rungs.
func (f *Filter) conditionOnSeeds() (sql string, arguments []any) {
	if f.arranges() {
		return "", nil // the seed may be wanted for one of its rungs
	}
	return f.condition(tables.SeedStrata)
}

// ofLevels returns the lowest and the highest rating of the levels.
func (f *Filter) ofLevels() (least, most rating.Tenths) {
	if f.Levels.Low > 1 {
		least, _ = min(f.Levels.Low, rating.NumLevels).Range()
	}
	_, most = max(1, min(f.Levels.High, rating.NumLevels)).Range()
	return least, most
}

// condition returns the part of f that the strata of a table decide, as conditions
// on their columns, each with AND before it.
func (f *Filter) condition(table *tables.StrataTable) (sql string, arguments []any) {
	var terms []string
	between := func(all bool, column string, low, high any) {
		if !all {
			terms = append(terms, " AND "+column+" BETWEEN ? AND ?")
			arguments = append(arguments, low, high)
		}
	}
	if least, most := f.ofLevels(); !f.Levels.all() { // there is an index of er, and none of level
		between(false, "er", least, most)
	}
	between(f.ER.all(), "er", f.ER.Low, f.ER.High)
	between(f.Clues.all(), "clues", f.Clues.Low, f.Clues.High)
	if table == tables.SymmetricStrata {
		terms = append(terms, " AND symmetry = ? AND minimal >= ?")
		arguments = append(arguments, f.Symmetry.String(), !f.Rungs)
	}
	for _, list := range [][]rating.Technique{f.Hardest, f.Practice} {
		if len(list) == 0 {
			continue
		}
		names := strings.Join(slices.Repeat([]string{"?"}, len(list)), ", ")
		terms = append(terms, " AND hardest IN (SELECT id FROM techniques WHERE name IN ("+names+"))")
		for _, t := range list {
			arguments = append(arguments, t.String())
		}
	}
	return strings.Join(terms, ""), arguments
}

// Early says how early a seed meets its hardest step.
type Early uint8

// What people who hunt for hard puzzles tell apart. A diamond is a pearl too.
const (
	AnyTime Early = iota
	Pearl         // EP = ER: before the first digit is placed
	Diamond       // ED = ER: it is the first step
)

// earlyRatings are the rating that equals ER, as it is and as a column of seeds.
var earlyRatings = [...]struct {
	column string
	of     func(*rating.Result) rating.Tenths
}{
	AnyTime: {"er", func(r *rating.Result) rating.Tenths { return r.ER }},
	Pearl:   {"ep", func(r *rating.Result) rating.Tenths { return r.EP }},
	Diamond: {"ed", func(r *rating.Result) rating.Tenths { return r.ED }},
}

// has reports whether a seed with a rating meets its hardest step as early as e says.
func (e Early) has(r *rating.Result) bool { return earlyRatings[e].of(r) == r.ER }
