package examine

import (
	"errors"
	"strconv"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// plainly are errors without values, and the keys of their texts.
var plainly = [...]struct {
	err error
	key string
}{
	{sudoku.ErrNoSolution, "error.no-solution"},
	{sudoku.ErrManySolutions, "error.many-solutions"},
	{rating.ErrComplete, "error.complete"},
	{rating.ErrBeyond, "error.beyond"},
	{ErrNoPuzzle, "error.no-puzzle"},
	{errMissing, "error.missing"},
}

// Told returns the text of an error about a puzzle or a position in a language, as in
// [rating.Path]. All other errors are English.
func Told(err error, language string) string {
	if language == "" || language == rating.English {
		return err.Error()
	}
	if key, values := keyOf(err, language); key != "" {
		return catalogue.Or(language).Text(key, values)
	}
	return err.Error()
}

// keyOf returns the key of the text of an error, and what fills it in a language. The key is
// empty for errors that are always English.
func keyOf(err error, language string) (key string, values catalogue.Values) {
	var (
		conflict *sudoku.ConflictError
		wrong    *rating.PositionError
		move     *rating.MoveError
	)
	list := func(texts ...string) []string { return texts }
	digit := func(d sudoku.Digit) string { return strconv.Itoa(int(d)) }
	switch {
	case errors.As(err, &conflict):
		return "error.conflict", catalogue.Values{
			"digits": list(digit(conflict.Digit)), "houses": rating.HouseNames(language, conflict.House),
			"cells": list(conflict.Cells[0].String(), conflict.Cells[1].String()),
		}
	case errors.As(err, &wrong) && wrong.Removed:
		return "error.wrong-removal", catalogue.Values{"claims": list(wrong.Cell.String() + "≠" + digit(wrong.Digit))}
	case errors.As(err, &wrong):
		return "error.wrong-digit", catalogue.Values{"claims": wrong.Claims()}
	case errors.As(err, &move):
		key := "error.has-digit"
		if move.Removed {
			key = "error.was-removed"
		} else if move.Clue {
			key = "error.is-clue"
		}
		return key, catalogue.Values{"cells": list(move.Cell.String()), "digits": list(digit(move.Digit))}
	}
	for _, e := range plainly {
		if errors.Is(err, e.err) {
			return e.key, nil
		}
	}
	return "", nil
}
