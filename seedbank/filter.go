package seedbank

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Range is the values from Low to High, both included. The zero Range is all
// values.
type Range[T cmp.Ordered] struct{ Low, High T }

// Only is the range of one value. Levels take their type: Only[rating.Level](6).
func Only[T cmp.Ordered](value T) Range[T] { return Range[T]{Low: value, High: value} }

// String returns the values at both ends, such as 22-24, or the only one.
func (r Range[T]) String() string {
	if r.Low == r.High {
		return fmt.Sprint(r.Low)
	}
	return fmt.Sprintf("%v-%v", r.Low, r.High)
}

// all reports whether r is the zero Range.
func (r Range[T]) all() bool { return r == Range[T]{} }

// The least and the greatest number of clues of a puzzle. With fewer clues there are
// several solutions, and with more there is nothing to solve.
const (
	LeastClues = 17
	MostClues  = 80
)

// RangeError says that a filter asks for values that no puzzle has.
type RangeError struct {
	What                   string // level, ER, number of clues, number of a technique and so on
	Low, High, Least, Most string // the requested range and the possible range
	UpsideDown             bool   // Low is above High
}

func (e *RangeError) Error() string {
	if e.UpsideDown {
		return fmt.Sprintf("the range %s-%s is upside down (see Only for the range of one value)", e.Low, e.High)
	}
	if e.Low == e.High {
		return fmt.Sprintf("there is no %s %s: they go from %s to %s", e.What, e.Low, e.Least, e.Most)
	}
	return fmt.Sprintf("there is no %s from %s to %s: they go from %s to %s", e.What, e.Low, e.High, e.Least, e.Most)
}

// check returns an error if r is empty or not within least to most.
func (r Range[T]) check(what string, least, most T) error {
	if r.all() || least <= r.Low && r.Low <= r.High && r.High <= most {
		return nil
	}
	return &RangeError{what, fmt.Sprint(r.Low), fmt.Sprint(r.High), fmt.Sprint(least), fmt.Sprint(most), r.Low > r.High}
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

	// CluesByLevel has, at index n, the number of clues of puzzles of level n. A
	// zero Range sets no limit.
	CluesByLevel [rating.NumLevels + 1]Range[int]

	// Rungs says that rungs are wanted as well as seeds.
	Rungs bool

	// Symmetry is the symmetry of the pattern of clues, in the orientation of each
	// puzzle. A selection has the seeds and rungs that can be arranged to have it,
	// and those of their isomorphs that have it. A bank does not have the solving
	// paths of these rungs, so Symmetry cannot be combined with Uses, Without,
	// Labels, Practice and Early.
	Symmetry transform.Symmetry

	// Pattern is the set of cells that hold the clues of each puzzle; the empty set
	// allows any. A selection has the seeds and rungs that can be arranged into the
	// pattern, and those of their isomorphs that have it. Pattern cannot be
	// combined with Symmetry, Uses, Without, Labels, Practice and Early.
	Pattern sudoku.Cells

	Hardest []rating.Technique // one of them is the hardest technique; none: any

	Pace Pace // how long people take

	// The following fields exclude rungs, because a bank does not have the
	// solving paths of rungs.
	Uses     []rating.Technique // the path uses each of them
	Without  []rating.Technique // the path uses none of them
	Labels   Labels             // of the steps of the path
	Practice []rating.Technique // the seed trains one of them, its hardest technique; none: any
	Early    Early              // how early the hardest step comes
}

// Check returns an error if fields of f cannot be combined, a [*RangeError] if a range is
// upside down or has impossible values, or a [*VersionError].
func (f *Filter) Check() error {
	err := errors.Join(
		f.Levels.check("level", 1, rating.NumLevels),
		f.ER.check("ER", 10, rating.MaxTenths),
		f.Clues.check("number of clues", LeastClues, MostClues),
		f.Pace.Minutes.check("number of minutes", 1, minutes.Most),
	)
	for _, clues := range f.CluesByLevel {
		err = errors.Join(err, clues.check("number of clues", LeastClues, MostClues))
	}
	if f.Pace.Fit > minutes.Version || f.Pace.Fit < 0 {
		err = errors.Join(err, &VersionError{ErrOtherFit, "the fit of minutes", f.Pace.Fit, minutes.Version})
	}
	for _, t := range slices.Concat(f.Uses, f.Hardest, f.Without, f.Practice) {
		err = errors.Join(err, Only(int(t)).check("technique number", 0, rating.NumTechniques-1))
	}
	for l := range (f.Labels.Uses | f.Labels.Without).All() {
		err = errors.Join(err, Only(int(l)).check("label number", 0, rating.NumLabels-1))
	}
	err = errors.Join(err, Only(int(f.Symmetry)).check("symmetry number", 0, transform.NumSymmetries-1), f.Labels.CheckVersion(),
		Only(f.Early).check("value of Early", AnyTime, Diamond))
	if f.Symmetry != transform.NoSymmetry && f.byPath() {
		err = errors.Join(err, ErrPathOfSymmetric)
	}
	if !f.Pattern.Empty() && (f.Symmetry != transform.NoSymmetry || f.byPath()) {
		err = errors.Join(err, errBesidePattern)
	}
	return err
}

// VersionError says that a filter asks for minutes or labels of a version that this program
// does not have.
type VersionError struct {
	is            error
	of            string
	asked, newest int
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("version %d of %s was asked for, and this program has version %d: leave out @%d to have that one", e.asked, e.of, e.newest, e.asked)
}

func (e *VersionError) Unwrap() error { return e.is }

// ErrPathOfSymmetric says that a filter combines Symmetry with conditions on
// solving paths.
var ErrPathOfSymmetric = errors.New("symmetric puzzles cannot be chosen by all techniques that they need or do without, nor as practice; " +
	"they can by their hardest technique, level, ER and clues")

var errBesidePattern = errors.New("puzzles with a pattern cannot be chosen by symmetry, nor by all techniques that they need or do without, nor as practice; " +
	"they can by their hardest technique, level and ER")

// Passes reports whether a seed passes f. If f has Rungs and a symmetry or a pattern, a seed
// also passes if one of its rungs does.
func (f *Filter) Passes(s *seed.Seed) bool {
	pattern := s.Puzzle.Clues().Filled()
	if f.passesAs(pattern, &s.Rating) && f.wantsSolved(s.Puzzle) {
		return true
	}
	return f.arranges() && f.Rungs && slices.ContainsFunc(s.Rungs, func(r seed.Rung) bool {
		rated := r.Result()
		return f.passesAs(pattern.Or(r.Added), &rated) && f.wantsSolved(s.Puzzle.With(r.Added))
	})
}

// passesAs reports whether a seed or rung with a pattern and a rating passes f.
func (f *Filter) passesAs(pattern sudoku.Cells, r *rating.Result) bool {
	return f.Levels.Has(r.Level()) && f.ER.Has(r.ER) && f.Clues.Has(pattern.Len()) && f.wantsClues(r.Level(), pattern.Len()) && f.wantsPath(r) &&
		(f.Symmetry == transform.NoSymmetry || transform.Conjugates(pattern)[f.Symmetry] > 0) &&
		(f.Pattern.Empty() || pattern.Len() == f.Pattern.Len() && len(transform.ToPattern(pattern, f.Pattern)) > 0)
}

// wantsSolved reports whether what one finds by solving p is as f says. It solves it.
func (f *Filter) wantsSolved(p sudoku.Puzzle) bool {
	return !slices.ContainsFunc(f.onDerived(), func(c *condition) bool { return !c.holdsFor(&p) })
}

// onDerived returns the conditions of f on values that a bank derives from its puzzles.
func (f *Filter) onDerived() (list []*condition) {
	if !f.Pace.all() {
		list = append(list, f.Pace.condition())
	}
	if !f.Labels.all() {
		list = append(list, f.Labels.condition())
	}
	return list
}

// PassesAll reports whether every seed passes f.
func (f *Filter) PassesAll() bool {
	return f.Levels.all() && f.ER.all() && f.Clues.all() && f.CluesByLevel == Filter{}.CluesByLevel && len(f.Hardest) == 0 && f.Pace.all() && !f.byPath() && !f.arranges()
}

// wantsClues reports whether f allows a number of clues at a level.
func (f *Filter) wantsClues(level rating.Level, clues int) bool {
	return int(level) >= len(f.CluesByLevel) || f.CluesByLevel[level].Has(clues)
}

// arranges reports whether f restricts the isomorphs of a seed or rung.
func (f *Filter) arranges() bool { return f.Symmetry != transform.NoSymmetry || !f.Pattern.Empty() }

// wantsPath reports whether a rating meets the conditions of f on techniques.
func (f *Filter) wantsPath(r *rating.Result) bool {
	uses := func(t rating.Technique) bool { return r.Uses[t] > 0 }
	return (len(f.Hardest) == 0 || slices.Contains(f.Hardest, r.Hardest)) &&
		!slices.ContainsFunc(f.Uses, func(t rating.Technique) bool { return !uses(t) }) &&
		!slices.ContainsFunc(f.Without, uses) &&
		!slices.ContainsFunc(f.Labels.techniques(), func(t rating.Technique) bool { return !uses(t) }) &&
		(len(f.Practice) == 0 || slices.Contains(f.Practice, r.Hardest) && r.Trains()) &&
		f.Early.has(r)
}

// wantsStratum reports whether the picks of a stratum meet all conditions of f
// except those on techniques.
func (f *Filter) wantsStratum(st *stratum) bool {
	return f.Levels.Has(st.Level) && f.ER.Has(st.ER) && f.Clues.Has(st.Clues) &&
		st.Symmetry == f.Symmetry && (st.Minimal || f.Rungs)
}

// tables returns the tables whose strata can pass f.
func (f *Filter) tables() []*tables.StrataTable {
	switch {
	case f.Symmetry != transform.NoSymmetry:
		return []*tables.StrataTable{tables.SymmetricStrata}
	case f.Rungs && !f.byPath():
		return []*tables.StrataTable{tables.SeedStrata, tables.RungStrata}
	}
	return []*tables.StrataTable{tables.SeedStrata}
}

// byPath reports whether f has a condition that needs the solving paths of seeds.
func (f *Filter) byPath() bool {
	return len(f.Uses) > 0 || len(f.Without) > 0 || !f.Labels.all() || len(f.Practice) > 0 || f.Early != AnyTime
}

// conditionOnSeeds returns a necessary condition in SQL: if a seed or one of its
// rungs passes f, the stratum of the seed meets it.
func (f *Filter) conditionOnSeeds() (sql string, arguments []any) {
	if f.arranges() {
		return "", nil // one of its rungs may pass
	}
	return f.condition(tables.SeedStrata)
}

// ofLevels returns the lowest and the highest rating of the levels of f.
func (f *Filter) ofLevels() (least, most rating.Tenths) {
	if f.Levels.Low > 1 {
		least, _ = min(f.Levels.Low, rating.NumLevels).Range()
	}
	_, most = max(1, min(f.Levels.High, rating.NumLevels)).Range()
	return least, most
}

// condition returns the part of f that depends on the columns of strata, as
// conditions in SQL, each preceded by AND.
func (f *Filter) condition(table *tables.StrataTable) (sql string, arguments []any) {
	var terms []string
	between := func(all bool, column string, low, high any) {
		if !all {
			terms = append(terms, " AND "+column+" BETWEEN ? AND ?")
			arguments = append(arguments, low, high)
		}
	}
	if least, most := f.ofLevels(); !f.Levels.all() { // er has an index, level has none
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

// Early says how early the hardest step of a seed comes.
type Early uint8

// Pearls and diamonds, as collectors of hard puzzles call them. A diamond is a
// pearl too.
const (
	AnyTime Early = iota
	Pearl         // EP = ER: before the first digit is placed
	Diamond       // ED = ER: it is the first step
)

// earlyRatings has, for each Early, the rating that must equal ER, and its column
// in the table of seeds.
var earlyRatings = [...]struct {
	column string
	of     func(*rating.Result) rating.Tenths
}{
	AnyTime: {"er", func(r *rating.Result) rating.Tenths { return r.ER }},
	Pearl:   {"ep", func(r *rating.Result) rating.Tenths { return r.EP }},
	Diamond: {"ed", func(r *rating.Result) rating.Tenths { return r.ED }},
}

// has reports whether the hardest step of a seed with rating r comes as early as e
// says.
func (e Early) has(r *rating.Result) bool { return earlyRatings[e].of(r) == r.ER }
