package table

import (
	"strconv"
	"time"

	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Puzzle is a row of a table of puzzles: an entry or, which is faster, an isomorph.
type Puzzle struct {
	Entry    *Entry // nil for an isomorph
	Isomorph Isomorph

	Effort int             // effort of the way to the solution, in tenths; 0 if not known
	Depth  *depth.Measures // only for the columns [Depth]
}

// Isomorph is an isomorph of a pick: a pointer to one of package seed, which the engine of
// the page has no room for.
type Isomorph interface {
	Puzzle() sudoku.Puzzle
	Rating() rating.Result
	Symmetry() transform.Symmetry
	NumClues() int
	Pattern() sudoku.Cells // of the pick
	AppendID(dst []byte) []byte
	AppendSeed(dst []byte) []byte // the name of the seed
	AppendLine(dst []byte, empty byte) []byte
	AppendSolution(dst []byte) []byte
}

// Entry is a puzzle with its properties. It has the fields of pack.Entry.
type Entry struct {
	ID     string
	Seed   string
	Puzzle sudoku.Puzzle
	Rating rating.Result

	Number int
	Date   time.Time
	Effort int

	Minutes, Bottlenecks int
}

// Puzzles are all columns of puzzles, in their order.
var Puzzles = []Column[*Puzzle]{
	{Name: "id", Type: Text, Append: (*Puzzle).AppendID, Distinct: true,
		About: "name of the puzzle, from which every bank that has its seed makes it again"},
	{Name: "puzzle", Type: Cells, Append: func(p *Puzzle, dst []byte) []byte { return p.AppendClues(dst, '.') }, Distinct: true,
		About: "81 characters, row by row, with . for an empty cell"},
	{Name: "solution", Type: Cells, Append: (*Puzzle).AppendSolution, Distinct: true,
		About: "81 digits, the one solution"},
	Number("clues", "number of clues", (*Puzzle).NumClues),
	Number("level", "level, 1 to 9", func(p *Puzzle) rating.Level { return p.Rating().Level() }),
	Decimal("er", "rating of the hardest step on the Sudoku Explainer scale", func(p *Puzzle) rating.Tenths { return p.Rating().ER }),
	Decimal("ep", "rating of the hardest step up to the first digit placed (pearl)", func(p *Puzzle) rating.Tenths { return p.Rating().EP }),
	Decimal("ed", "rating of the first step (diamond)", func(p *Puzzle) rating.Tenths { return p.Rating().ED }),
	String("hardest", Word, "technique of the hardest step", func(p *Puzzle) string { return p.Rating().Hardest.String() }),
	{Name: "techniques", Type: Counts, Append: (*Puzzle).appendTechniques,
		About: "uses of each technique on the solving path (hint --every), needed or not, such as pointing:2 x-wing:1"},
	{Name: "seed", Type: Text, Append: func(p *Puzzle, dst []byte) []byte { return p.of().AppendSeed(dst) },
		About: "name of the seed that the puzzle was made from"},
	String("symmetry", Word, "symmetry of the clues as they stand", func(p *Puzzle) string { return p.of().Symmetry().String() }),
}

// The columns from FirstOfPick up to Symmetry are the same for all isomorphs of a pick.
const (
	FirstOfPick = 3
	Symmetry    = 11
)

// Place are the columns that a puzzle has as one of a pack.
var Place = []Column[*Puzzle]{
	{Name: "number", Type: Whole, Append: (*Puzzle).appendNumber,
		About: "number of the puzzle in its pack, from 1"},
	{Name: "date", Type: Word, Append: (*Puzzle).appendDate,
		About: "day of the puzzle in a calendar, such as 2027-01-31"},
}

// More are columns of puzzles that take too long to stand in every table.
var More = []Column[*Puzzle]{
	{Name: "symmetries", Type: Words, Append: (*Puzzle).appendSymmetries,
		About: "symmetries that the clues can be arranged to have, with spaces between; empty if none"},
	String("level_name", Text, "name of the level", func(p *Puzzle) string { return p.Rating().Level().Name() }),
	Decimal("effort", "sum of the ratings of the steps that the solution needs", func(p *Puzzle) int { return p.Effort }),
	paceOf(Pace[0], func(e *Entry) int { return e.Minutes }),
	paceOf(Pace[1], func(e *Entry) int { return e.Bottlenecks }),
}

// paceOf returns a column of [Pace] for entries, which know it if they were estimated.
func paceOf(c Column[*minutes.Estimate], value func(*Entry) int) Column[*Puzzle] {
	return Column[*Puzzle]{Name: c.Name, Type: c.Type, About: c.About, Append: func(p *Puzzle, dst []byte) []byte {
		if p.Entry == nil || p.Entry.Minutes == 0 {
			return dst
		}
		return strconv.AppendInt(dst, int64(value(p.Entry)), 10)
	}}
}

// Pace are columns for how long people take for a puzzle, and where it is narrow.
var Pace = []Column[*minutes.Estimate]{
	Number("minutes", "minutes that a regular solver takes, an estimate, at most 250; above ER 2.5 it is a lower bound", (*minutes.Estimate).Minutes),
	Number("bottlenecks", "rounds with one way on, without the last; at most 255", func(e *minutes.Estimate) int { return e.Narrow }),
	Number("rounds", "rounds, which is the longest chain of steps that must come one after the other", func(e *minutes.Estimate) int { return e.Rounds }),
	Number("turn", "the round of the hardest step", func(e *minutes.Estimate) int { return e.Turn }),
}

// Depth are the columns of puzzles that were measured beyond the scale.
var Depth = []Column[*Puzzle]{
	Number("te", "depth of trial and error that solves it, 0 to 4; 4 means more than 3", func(p *Puzzle) int { return p.Depth.Trials }),
	Number("backdoor", "smallest number of cells that, once filled, leave the rest to singles", func(p *Puzzle) int { return p.Depth.Backdoor.Size }),
	Number("backdoors", "number of such sets of cells", func(p *Puzzle) int { return p.Depth.Backdoor.Count }),
	Number("without_least", "fewest solutions when one clue is taken away", func(p *Puzzle) int { least, _ := p.Depth.Without.Range(); return least }),
	Number("without_greatest", "most solutions when one clue is taken away, at most 10000", func(p *Puzzle) int { _, greatest := p.Depth.Without.Range(); return greatest }),
	{Name: "without", Type: Counts, Append: (*Puzzle).appendWithout,
		About: "solutions without each clue, such as r1c1:27"},
	{Name: "guardians", Type: Words, Append: func(p *Puzzle, dst []byte) []byte { return append(dst, p.Depth.Tridagon.Told()...) },
		About: "candidates of which one is true because of a tridagon, such as r8c8=1; empty if it has none"},
}

// number is a whole number of any kind.
type number interface {
	~int | ~int32 | ~int64 | ~uint8 | ~uint64
}

func (p *Puzzle) appendNumber(dst []byte) []byte {
	if p.Entry == nil || p.Entry.Number == 0 {
		return dst
	}
	return strconv.AppendInt(dst, int64(p.Entry.Number), 10)
}

func (p *Puzzle) appendDate(dst []byte) []byte {
	if p.Entry == nil || p.Entry.Date.IsZero() {
		return dst
	}
	return p.Entry.Date.AppendFormat(dst, time.DateOnly)
}

// AppendTenths appends a rating, or a sum of ratings, as it is written everywhere.
func AppendTenths[N number](dst []byte, n N) []byte {
	return append(strconv.AppendInt(dst, int64(n/10), 10), '.', '0'+byte(n%10))
}

// of returns what the row is about.
func (p *Puzzle) of() Isomorph {
	if p.Entry != nil {
		return entry{p.Entry}
	}
	return p.Isomorph
}

// entry is an entry with the methods of an isomorph.
type entry struct{ *Entry }

func (e entry) Puzzle() sudoku.Puzzle        { return e.Entry.Puzzle }
func (e entry) Rating() rating.Result        { return e.Entry.Rating }
func (e entry) Symmetry() transform.Symmetry { return transform.SymmetryOf(e.Pattern()) }
func (e entry) NumClues() int                { return e.Entry.Puzzle.NumClues() }
func (e entry) Pattern() sudoku.Cells        { return e.Entry.Puzzle.Clues().Filled() }
func (e entry) AppendID(dst []byte) []byte   { return append(dst, e.ID...) }
func (e entry) AppendSeed(dst []byte) []byte { return append(dst, e.Seed...) }
func (e entry) AppendLine(dst []byte, c byte) []byte {
	return e.Entry.Puzzle.Clues().AppendLine(dst, c)
}
func (e entry) AppendSolution(dst []byte) []byte {
	return e.Entry.Puzzle.Solution().AppendLine(dst, '.')
}

// AppendID appends the ID.
func (p *Puzzle) AppendID(dst []byte) []byte { return p.of().AppendID(dst) }

// Clues returns the clues.
func (p *Puzzle) Clues() sudoku.Grid { return p.of().Puzzle().Clues() }

// AppendClues appends the clues as 81 characters.
func (p *Puzzle) AppendClues(dst []byte, empty byte) []byte { return p.of().AppendLine(dst, empty) }

// AppendSolution appends the solution as 81 characters.
func (p *Puzzle) AppendSolution(dst []byte) []byte { return p.of().AppendSolution(dst) }

// NumClues returns the number of clues.
func (p *Puzzle) NumClues() int { return p.of().NumClues() }

// Rating returns the rating.
func (p *Puzzle) Rating() rating.Result { return p.of().Rating() }

// NeverSymmetric reports whether it is known that no isomorph of the pick of an isomorph
// has any symmetry.
func (p *Puzzle) NeverSymmetric() bool {
	return p.Entry == nil && !transform.MayHaveSymmetry(p.Isomorph.Pattern())
}

func (p *Puzzle) appendSymmetries(dst []byte) []byte {
	conjugates, separator := transform.Conjugates(p.Clues().Filled()), ""
	for s := range transform.Symmetries() {
		if conjugates[s] > 0 {
			dst = append(append(dst, separator...), s.String()...)
			separator = " "
		}
	}
	return dst
}

// appendTechniques appends the uses of a path in the order of the scale.
func (p *Puzzle) appendTechniques(dst []byte) []byte {
	start := len(dst)
	for technique, n := range p.Rating().Uses {
		if n > 0 {
			dst = appendCount(dst, start, rating.Technique(technique).String(), int(n))
		}
	}
	return dst
}

// appendWithout appends the solutions without each clue, by the names of the cells.
func (p *Puzzle) appendWithout(dst []byte) []byte {
	start := len(dst)
	for c, n := range p.Depth.Without {
		if n > 0 {
			dst = appendCount(dst, start, sudoku.Cell(c).String(), n)
		}
	}
	return dst
}

// appendCount appends a number to [Counts] that begin at start.
func appendCount(dst []byte, start int, name string, n int) []byte {
	if len(dst) > start {
		dst = append(dst, ' ')
	}
	return strconv.AppendInt(append(append(dst, name...), ':'), int64(n), 10)
}
