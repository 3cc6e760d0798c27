package examine

import (
	"errors"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Errors that players meet have a text in every language, with the same values; the English
// one is what the error itself says.
func TestTold(t *testing.T) {
	list := []error{
		&sudoku.ConflictError{House: 3, Digit: 5, Cells: [2]sudoku.Cell{27, 30}},
		&rating.PositionError{Cell: 4, Digit: 7},
		&rating.PositionError{Cell: 4, Digit: 7, Others: []sudoku.Candidate{sudoku.Cell(80).Candidate(9)}},
		&rating.PositionError{Cell: 4, Digit: 7, Removed: true},
		&rating.MoveError{Cell: 80, Digit: 9, Clue: true}, &rating.MoveError{Cell: 80, Digit: 9}, &rating.MoveError{Cell: 80, Digit: 9, Removed: true},
	}
	for _, e := range plainly {
		list = append(list, e.err)
	}
	for _, err := range list {
		key, values := keyOf(err, rating.English)
		if got := catalogue.Or(rating.English).Text(key, values); strings.ReplaceAll(got, "≠", "<>") != err.Error() {
			t.Errorf("%s: %q is not %q", key, got, err)
		}
		for _, code := range catalogue.Codes() {
			text := Told(&PositionError{"grid", err}, code)
			if code == rating.English && text != "grid: "+err.Error() || code != rating.English && text == err.Error() || strings.ContainsAny(text, "{}") {
				t.Errorf("%s: %q is told as %q", code, err, text)
			}
		}
	}
	if got := Told(&sudoku.ConflictError{House: 3, Digit: 5, Cells: [2]sudoku.Cell{27, 30}}, "de"); got != "Die Vorgaben widersprechen sich: zweimal 5 in Zeile 4 (r4c1 und r4c4)" {
		t.Error(got)
	}
	if got := Told(errors.New("x"), "de"); got != "x" {
		t.Error(got)
	}
}
