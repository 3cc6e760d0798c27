package examine

import (
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/sudoku"
)

// errMissing says that a position has no puzzle.
var errMissing = errors.New("it is missing")

// ParsePosition reads a position from texts. A position without a puzzle is an error, one without
// a grid begins with the puzzle. The error is a [*PositionError].
func ParsePosition(puzzle, grid *string, removed []string) (*Position, error) {
	if puzzle == nil {
		return nil, &PositionError{"puzzle", errMissing}
	}
	position := &Position{Removed: removed}
	var err error
	if position.Puzzle, err = sudoku.ParseGrid(*puzzle); err != nil {
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
