package examine

import (
	"context"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Checked is the result of [Examiner.Check]. As JSON it is an object of
// [CheckedColumns].
type Checked struct {
	Puzzle        sudoku.Grid
	Clues         int
	Proper        bool         // it has exactly one solution
	Problem       error        // why it is not proper
	Solution      *sudoku.Grid // Solution and the following fields are only set if it is proper
	Minimal       bool
	Redundant     []string // the cells whose clues are redundant, each on its own
	Canonical     *sudoku.Grid
	Automorphisms uint64
	ID            string   // ID, if the bank has the puzzle, or a seed that gives the puzzle with clues added
	Held          bool     // the bank has the puzzle itself, rated
	Symmetry      string   // symmetry of the pattern in the given orientation; "none" if there is none
	Arrangeable   []string // kinds of symmetry that an isomorph has
	Language      string   // of the text of Problem, as in [rating.Path]
}

// CheckedColumns are the columns of [Checked].
var CheckedColumns = []table.Column[*Checked]{
	table.Grid("puzzle", "81 characters, row by row, with . for an empty cell", func(ch *Checked) *sudoku.Grid { return &ch.Puzzle }),
	table.Number("clues", "number of clues", func(ch *Checked) int { return ch.Clues }),
	table.Flag("proper", "it has exactly one solution", func(ch *Checked) bool { return ch.Proper }),
	table.String("problem", table.Text, "why it is not proper", (*Checked).problem),
	table.Grid("solution", "81 digits, the one solution", func(ch *Checked) *sudoku.Grid { return ch.Solution }),
	{Name: "minimal", Type: table.Truth, About: "no clue can be taken away", Append: func(ch *Checked, dst []byte) []byte {
		if !ch.Proper {
			return dst
		}
		return strconv.AppendBool(dst, ch.Minimal)
	}},
	table.String("redundant", table.Words, "the cells whose clues are redundant, each on its own", func(ch *Checked) string { return strings.Join(ch.Redundant, " ") }),
	table.Grid("canonical", "canonical form", func(ch *Checked) *sudoku.Grid { return ch.Canonical }),
	{Name: "automorphisms", Type: table.Whole, About: "number of automorphisms", Append: func(ch *Checked, dst []byte) []byte {
		if ch.Automorphisms == 0 {
			return dst
		}
		return strconv.AppendUint(dst, ch.Automorphisms, 10)
	}},
	table.String("id", table.Word, "its ID, if the bank has the puzzle, or a seed that becomes the puzzle with clues added", func(ch *Checked) string { return ch.ID }),
	{Name: "held", Type: table.Truth, About: "the bank has the puzzle itself, rated", Append: func(ch *Checked, dst []byte) []byte {
		if !ch.Held {
			return dst
		}
		return append(dst, "true"...)
	}},
	table.String("symmetry", table.Word, "symmetry of the clues as they stand", func(ch *Checked) string { return ch.Symmetry }),
	table.String("arrangeable", table.Words, "symmetries that the clues can be arranged to have", func(ch *Checked) string { return strings.Join(ch.Arrangeable, " ") }),
}

// MarshalJSON returns ch as an object.
func (ch Checked) MarshalJSON() ([]byte, error) { return ch.object(), nil }

func (ch *Checked) object() []byte { return table.Object(CheckedColumns, ch) }

func (ch *Checked) problem() string {
	if ch.Problem == nil {
		return ""
	}
	return Told(ch.Problem, ch.Language)
}

// noteSymmetry sets the symmetry of a pattern, and the symmetries that it can be
// arranged to have.
func (ch *Checked) noteSymmetry(pattern sudoku.Cells) {
	ch.Symmetry = transform.SymmetryOf(pattern).String()
	numbers := transform.Conjugates(pattern)
	for s := range transform.Symmetries() {
		if numbers[s] > 0 {
			ch.Arrangeable = append(ch.Arrangeable, s.String())
		}
	}
}

// Bank tells the ID of a puzzle, or "" if it has none, and whether it has the puzzle
// itself, as seedbank.Bank does.
type Bank interface {
	Name(context.Context, *transform.Canonizer, sudoku.Puzzle) (id string, held bool, err error)
}

// Check examines a grid. If it is a puzzle, Check looks for it in a bank, if there is one.
// The error is one of reading the bank, or the one that interrupts the search.
func (x *Examiner) Check(ctx context.Context, bank Bank, grid sudoku.Grid) (Checked, error) {
	checked := Checked{Puzzle: grid, Clues: grid.NumClues()}
	checked.noteSymmetry(grid.Filled())
	puzzle, err := x.solver.Prove(grid)
	if err != nil {
		checked.Problem = err
		return checked, x.solver.Err()
	}
	solution := puzzle.Solution()
	checked.Proper, checked.Solution = true, &solution
	for cell := range x.solver.Redundant(&puzzle).All() {
		checked.Redundant = append(checked.Redundant, cell.String())
	}
	if err := x.solver.Err(); err != nil {
		return checked, err
	}
	checked.Minimal = len(checked.Redundant) == 0
	canonical := x.canonizer.Canonical(grid)
	checked.Canonical, checked.Automorphisms = &canonical.Grid, canonical.Automorphisms
	if bank == nil {
		return checked, nil
	}
	checked.ID, checked.Held, err = bank.Name(ctx, &x.canonizer, puzzle)
	return checked, err
}
