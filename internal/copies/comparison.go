package copies

import (
	"context"

	"github.com/seedoku/seedoku/sudoku"
)

// Comparison compares puzzles that come one after the other, each with those before it.
type Comparison struct {
	Most int // unrelated puzzles in which mistyped cells are looked for

	before   Index
	examiner Examiner
	searched int
}

// Until makes searches for mistyped cells end early once ctx is done: see [Examiner.Until].
func (c *Comparison) Until(ctx context.Context) { c.examiner.Until(ctx) }

// Add returns the relation of a puzzle to the closest one before it, and keeps the puzzle.
// The puzzle is nil if the grid is none: such a grid can only be mistyped.
func (c *Comparison) Add(grid sudoku.Grid, p *Puzzle) (match Match) {
	if p != nil {
		match = c.before.Find(p)
	}
	search := match.Relation == Unrelated && grid != sudoku.Grid{}
	if search {
		c.searched++
		search = c.IsWhole()
	}
	if search {
		match = c.before.FindMistyped(&c.examiner, grid, p)
	}
	if p != nil {
		c.before.Add(p)
	} else {
		c.before.Skip()
	}
	if search && (p == nil || !p.Proper) {
		c.before.AddMistakes(&c.examiner, grid)
	}
	return match
}

// IsWhole reports whether mistyped cells were looked for in all unrelated puzzles.
func (c *Comparison) IsWhole() bool { return c.searched <= c.Most }
