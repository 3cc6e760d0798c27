package examine

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/sudoku"
)

// errMissing says that a position has no puzzle.
var errMissing = errors.New("it is missing")

// ReadPosition reads a position from a JSON object. The error is a [*BodyError] or a
// [*PositionError].
func ReadPosition(body []byte) (*Position, error) {
	var object struct {
		Puzzle  *string  `json:"puzzle"`
		Grid    *string  `json:"grid"`
		Removed []string `json:"removed"`
	}
	if err := json.Unmarshal(body, &object); err != nil {
		var typed *json.UnmarshalTypeError
		if errors.As(err, &typed) {
			return nil, &PositionError{typed.Field, fmt.Errorf("a JSON %s is wrong here", typed.Value)}
		}
		return nil, &BodyError{err}
	}
	if object.Puzzle == nil {
		return nil, &PositionError{"puzzle", errMissing}
	}
	return ParsePosition(*object.Puzzle, object.Grid, object.Removed)
}

// ParsePosition returns the position of texts. The error is a [*PositionError].
func ParsePosition(puzzle string, grid *string, removed []string) (*Position, error) {
	position := &Position{Removed: removed}
	var err error
	if position.Puzzle, err = sudoku.ParseGrid(puzzle); err != nil {
		return nil, &PositionError{"puzzle", reasonOf(err)}
	}
	if grid != nil {
		parsed, err := sudoku.ParseGrid(*grid)
		if err != nil {
			return nil, &PositionError{"grid", reasonOf(err)}
		}
		position.Grid = &parsed
	}
	return position, nil
}

// reasonOf returns an error about a grid without its line.
func reasonOf(err error) error {
	var parse *sudoku.ParseError
	if !errors.As(err, &parse) {
		return err
	}
	if parse.Column == 0 {
		return errors.New(parse.Reason)
	}
	return fmt.Errorf("character %d: %s", parse.Column, parse.Reason)
}
