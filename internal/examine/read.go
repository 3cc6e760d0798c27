package examine

import (
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/internal/shape"
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
	if position.Puzzle, err = parseOne(*puzzle); err != nil {
		return nil, &PositionError{"puzzle", reasonOf(err)}
	}
	if grid != nil {
		parsed, err := parseOne(*grid)
		if err != nil {
			return nil, &PositionError{"grid", reasonOf(err)}
		}
		position.Grid = &parsed
	}
	return position, nil
}

// parseOne reads a grid from a text that has no other one.
func parseOne(text string) (sudoku.Grid, error) {
	if shape.HasTwo(text) {
		return sudoku.Grid{}, &sudoku.ParseError{Reason: "two puzzles in one text"}
	}
	return sudoku.ParseGrid(text)
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
