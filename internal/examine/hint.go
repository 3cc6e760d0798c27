package examine

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Position is how far somebody has come with a puzzle. As JSON it is an object
// with the clues, the digits that stand in the grid and the candidates that were
// removed, such as r1c2<>5. Without a grid it is the start.
type Position struct {
	Puzzle  sudoku.Grid  `json:"puzzle"`
	Grid    *sudoku.Grid `json:"grid"`
	Removed []string     `json:"removed"`
}

// PositionError says what is wrong with a part of a position. It wraps a
// [*rating.PositionError] if the position does not lead to the solution.
type PositionError struct {
	Field  string // the member of the JSON object
	Reason error
}

func (e *PositionError) Error() string { return fmt.Sprintf("%s: %v", e.Field, e.Reason) }

func (e *PositionError) Unwrap() error { return e.Reason }

// Hint is the easiest next step from a position.
type Hint struct {
	Puzzle sudoku.Grid   `json:"puzzle"`
	Round  *rating.Round `json:"round"` // with one step
}

// Hint finds the next step. The error is one of [sudoku.Solver.Prove], a
// [*PositionError], or one of [rating.Rater.NextClass].
func (x *Examiner) Hint(at *Position) (Hint, error) {
	puzzle, err := x.solver.Prove(at.Puzzle)
	if err != nil {
		return Hint{}, err
	}
	position, err := at.position()
	if err != nil {
		return Hint{}, err
	}
	round, err := x.rater.NextClass(&puzzle, &position)
	if err != nil {
		return Hint{}, wrongPart(err)
	}
	round.Steps = round.Steps[:1]
	return Hint{Puzzle: at.Puzzle, Round: &round}, nil
}

// position returns the position that the texts stand for.
func (at *Position) position() (rating.Position, error) {
	grid := at.Puzzle
	if at.Grid != nil {
		grid = *at.Grid
	}
	for c, d := range at.Puzzle {
		if d != 0 && grid[c] != d {
			return rating.Position{}, &PositionError{"grid", fmt.Errorf("%v: the clue is %d", sudoku.Cell(c), d)}
		}
	}
	position := rating.PositionOf(grid)
	for _, text := range at.Removed {
		k, err := parseRemoved(text)
		if err != nil {
			return position, &PositionError{"removed", err}
		}
		position.Remove(k)
	}
	return position, nil
}

// wrongPart names the part of a position that an error is about.
func wrongPart(err error) error {
	var wrong *rating.PositionError
	if !errors.As(err, &wrong) {
		return err
	}
	field := "grid"
	if wrong.Removed {
		field = "removed"
	}
	return &PositionError{field, wrong}
}

// parseRemoved reads a text such as r1c2<>5.
func parseRemoved(text string) (sudoku.Candidate, error) {
	cell, digit, ok := strings.Cut(text, "<>")
	isDigit := func(i int) bool { return '1' <= cell[i] && cell[i] <= '9' }
	if !ok || len(cell) != 4 || cell[0] != 'r' || !isDigit(1) || cell[2] != 'c' || !isDigit(3) ||
		len(digit) != 1 || digit < "1" || digit > "9" {
		return 0, fmt.Errorf("%.20q: want a cell and a digit such as r1c2<>5", text)
	}
	at := sudoku.CellAt(int(cell[1]-'1'), int(cell[3]-'1'))
	return at.Candidate(sudoku.Digit(digit[0] - '0')), nil
}
