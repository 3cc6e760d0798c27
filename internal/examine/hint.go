package examine

import (
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/internal/plainjson"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Position is the state of a puzzle that a person is solving. As JSON it is an object
// with the clues, the digits in the grid and the removed candidates, as
// [rating.Position.RemoveText] reads them. Without a grid it is the start.
type Position struct {
	Puzzle  sudoku.Grid  `json:"puzzle"`
	Grid    *sudoku.Grid `json:"grid"`
	Removed []string     `json:"removed"`

	Language string `json:"-"` // of the texts of answers, as in [rating.Path]
}

// PositionError is an error about a part of a position. It wraps a
// [*rating.PositionError] if the position does not lead to the solution.
type PositionError struct {
	Field  string // the member of the JSON object
	Reason error
}

func (e *PositionError) Error() string { return fmt.Sprintf("%s: %v", e.Field, e.Reason) }

func (e *PositionError) Unwrap() error { return e.Reason }

// Hint is the easiest next step from a position, or all steps. As JSON it is an object with the puzzle
// and the round.
type Hint struct {
	Puzzle   sudoku.Grid
	Round    *rating.Round // with one step, or with all that there are
	Language string        // of its texts, as in [rating.Path]
}

// MarshalJSON returns h as an object.
func (h Hint) MarshalJSON() ([]byte, error) {
	object := append(plainjson.Append([]byte(`{"puzzle":`), h.Puzzle), `,"round":`...)
	return append(h.Round.AppendJSON(object, h.Language), '}'), nil
}

// Hint finds the next step. The error is one of [sudoku.Solver.Prove], a
// [*PositionError], or one of [rating.Rater.NextClass].
func (x *Examiner) Hint(at *Position) (Hint, error) {
	hint, err := x.from(at, x.rater.NextClass)
	if err == nil {
		hint.Round.Steps = hint.Round.Steps[:1]
	}
	return hint, err
}

// Steps finds the steps of [rating.Rater.EveryClass]. Its errors are those of [Examiner.Hint].
func (x *Examiner) Steps(at *Position) (Hint, error) { return x.from(at, x.rater.EveryClass) }

// from finds a round from a position.
func (x *Examiner) from(at *Position, find func(*sudoku.Puzzle, *rating.Position) (rating.Round, error)) (Hint, error) {
	_, round, err := findFrom(x, at, find)
	if err != nil {
		return Hint{}, err
	}
	return Hint{Puzzle: at.Puzzle, Round: &round, Language: at.Language}, nil
}

// findFrom proves the puzzle of at and finds something from its position.
func findFrom[T any](x *Examiner, at *Position, find func(*sudoku.Puzzle, *rating.Position) (T, error)) (puzzle sudoku.Puzzle, found T, err error) {
	if puzzle, err = x.solver.Prove(at.Puzzle); err != nil {
		return puzzle, found, err
	}
	position, err := at.position()
	if err == nil {
		found, err = find(&puzzle, &position)
	}
	return puzzle, found, wrongPart(err)
}

// position returns the position from the texts of at.
func (at *Position) position() (rating.Position, error) {
	grid := at.Puzzle
	if at.Grid != nil {
		grid = *at.Grid
	}
	for c, d := range at.Puzzle {
		if d != 0 && grid[c] != d {
			return rating.Position{}, &PositionError{"grid", &rating.MoveError{Cell: sudoku.Cell(c), Digit: d, Clue: true}}
		}
	}
	position := rating.PositionOf(grid)
	for _, text := range at.Removed {
		if err := position.RemoveText(text); err != nil {
			if move, ok := errors.AsType[*rating.MoveError](err); ok {
				move.Clue = at.Puzzle[move.Cell] != 0
			}
			return position, &PositionError{"removed", err}
		}
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
