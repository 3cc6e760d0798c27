package rating

import (
	"fmt"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Position is a puzzle in the middle of solving: the digits placed and the
// remaining candidates. It is a value, so a copy is enough to undo moves.
//
// A candidate that sees its digit in Grid, or whose cell is filled, is ignored.
// So callers need not remove such candidates. A candidate that was removed stays
// removed.
type Position struct {
	Grid       sudoku.Grid       // the clues and the digits placed since
	Candidates [81]sudoku.Digits // by cell; none in cells that are filled
}

// PositionOf returns the position with the digits of a grid and all candidates
// that do not see their digit. The clues of a puzzle give its start position.
func PositionOf(g sudoku.Grid) Position {
	var x Position
	for c := range x.Candidates {
		x.Candidates[c] = sudoku.AllDigits
	}
	for c, d := range g {
		if d != 0 {
			x.place(sudoku.Cell(c), d)
		}
	}
	return x
}

// Place puts the digit of k into its cell, and removes the candidates that it
// excludes. It does nothing if the cell is filled.
func (x *Position) Place(k sudoku.Candidate) {
	if x.Grid[k.Cell()] == 0 {
		x.place(k.Cell(), k.Digit())
	}
}

func (x *Position) place(c sudoku.Cell, d sudoku.Digit) {
	x.Grid[c], x.Candidates[c] = d, 0
	for _, peer := range c.PeerList() {
		x.Candidates[peer] = x.Candidates[peer].Without(d)
	}
}

// Remove removes k from the candidates, if it is there.
func (x *Position) Remove(k sudoku.Candidate) {
	x.Candidates[k.Cell()] = x.Candidates[k.Cell()].Without(k.Digit())
}

// Apply carries out s: it removes the eliminations and places the digit.
func (x *Position) Apply(s *Step) {
	for _, k := range s.Eliminations {
		x.Remove(k)
	}
	if s.Places {
		x.Place(s.Placement)
	}
}

// Check returns nil if the solution of p can still be reached from x. Otherwise
// it returns a [*PositionError] for the cells with a wrong digit. If there
// is no such cell, it is for the first cell whose digit was removed. The clues of
// p count as placed even if Grid lacks them.
func (x *Position) Check(p *sudoku.Puzzle) error {
	clues, solution := p.Clues(), p.Solution()
	var wrong *PositionError
	for c, d := range x.Grid {
		switch {
		case d == 0 || d == solution[c]:
		case wrong == nil:
			wrong = &PositionError{Cell: sudoku.Cell(c), Digit: d}
		default:
			wrong.Others = append(wrong.Others, sudoku.Cell(c).Candidate(d))
		}
	}
	if wrong != nil {
		return wrong
	}
	for c, d := range solution {
		if x.Grid[c] == 0 && clues[c] == 0 && !x.Candidates[c].Has(d) {
			return &PositionError{Cell: sudoku.Cell(c), Digit: d, Removed: true}
		}
	}
	return nil
}

// check is Check with the puzzle in the error.
func (x *Position) check(p *sudoku.Puzzle) error {
	if err := x.Check(p); err != nil {
		return fmt.Errorf("position of %v: %w", p.Clues(), err)
	}
	return nil
}

// Map returns the image of x: the position on an isomorph of its puzzle.
func (x *Position) Map(t transform.Isomorphism) Position {
	image := Position{Grid: t.Grid(x.Grid)}
	for c, digits := range x.Candidates {
		image.Candidates[t.Cell(sudoku.Cell(c))] = t.Digits(digits)
	}
	return image
}

// PositionError says why a position does not lead to the solution of its puzzle.
type PositionError struct {
	Cell    sudoku.Cell
	Digit   sudoku.Digit // a wrong digit that is placed in Cell or, if Removed, the right one
	Removed bool         // Cell is empty, and Digit is not among its candidates any more

	Others []sudoku.Candidate // the other wrong digits that are placed, if Digit is one
}

// Claims returns what is wrong with the digits placed, such as r1c2=5.
func (e *PositionError) Claims() []string {
	claims := []string{fmt.Sprintf("%v=%d", e.Cell, e.Digit)}
	for _, k := range e.Others {
		claims = append(claims, k.String())
	}
	return claims
}

func (e *PositionError) Error() string {
	if e.Removed {
		return fmt.Sprintf("%v<>%d is wrong: the solution has this digit there", e.Cell, e.Digit)
	}
	return catalogue.Named(English).Text("error.wrong-digit", catalogue.Values{"claims": e.Claims()})
}
