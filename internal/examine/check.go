package examine

import (
	"context"
	"errors"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Checked is what is known about a grid.
type Checked struct {
	Puzzle        sudoku.Grid  `json:"puzzle"`
	Clues         int          `json:"clues"`
	Proper        bool         `json:"proper"`             // it has exactly one solution
	Problem       string       `json:"problem,omitempty"`  // why it is not proper
	Solution      *sudoku.Grid `json:"solution,omitempty"` // this and the rest only if it is proper
	Minimal       bool         `json:"minimal"`
	Redundant     []string     `json:"redundant,omitempty"` // the cells whose clue can be taken away, each on its own
	Canonical     *sudoku.Grid `json:"canonical,omitempty"`
	Automorphisms uint64       `json:"automorphisms,omitempty"`
	ID            string       `json:"id,omitempty"`          // of the puzzle, if the bank has it, or a seed that becomes it when clues are added
	Held          bool         `json:"held,omitempty"`        // the bank has the puzzle itself, rated
	Symmetry      string       `json:"symmetry"`              // of the clues as they stand; "none" if there is none
	Arrangeable   []string     `json:"arrangeable,omitempty"` // kinds of symmetry that an isomorph has
}

// noteSymmetry notes which symmetry a pattern has, and which ones it can be
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

// Check looks at a grid and, if it is a puzzle, for it in a bank. The error is one
// of reading the bank.
func (x *Examiner) Check(ctx context.Context, bank *seedbank.Bank, grid sudoku.Grid) (Checked, error) {
	checked := Checked{Puzzle: grid, Clues: grid.NumClues()}
	checked.noteSymmetry(grid.Filled())
	puzzle, err := x.solver.Prove(grid)
	if err != nil {
		checked.Problem = err.Error()
		return checked, nil
	}
	solution := puzzle.Solution()
	checked.Proper, checked.Solution = true, &solution
	for cell := range x.solver.Redundant(&puzzle).All() {
		checked.Redundant = append(checked.Redundant, cell.String())
	}
	checked.Minimal = len(checked.Redundant) == 0
	canonical := x.canonizer.Canonical(grid)
	checked.Canonical, checked.Automorphisms = &canonical.Grid, canonical.Automorphisms
	known, err := bank.Identify(ctx, &x.canonizer, puzzle)
	if errors.Is(err, seedbank.ErrNoMatch) {
		return checked, nil
	}
	if err != nil {
		return checked, err
	}
	checked.ID, checked.Held = known.ID.String(), known.Held
	return checked, nil
}
