package depth

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Three digits cannot be placed in four boxes if and only if the cells of an odd number of
// boxes go to the right.
func TestTridagonsAreImpossible(t *testing.T) {
	var orders [][3]sudoku.Digit
	for a := range sudoku.Digit(3) {
		for b := range sudoku.Digit(3) {
			if a != b {
				orders = append(orders, [3]sudoku.Digit{a, b, 3 - a - b})
			}
		}
	}
	boxes := [4]int{0, 1, 3, 4}
	var fits func(at int, cells [4]sudoku.Cells, placed map[sudoku.Cell]sudoku.Digit) bool
	fits = func(at int, cells [4]sudoku.Cells, placed map[sudoku.Cell]sudoku.Digit) bool {
		if at == len(boxes) {
			return true
		}
	orders:
		for _, order := range orders {
			i := 0
			for c := range cells[at].All() {
				for other, d := range placed {
					if d == order[i] && !cells[at].Has(other) && c.Sees(other) {
						continue orders
					}
				}
				placed[c] = order[i]
				i++
			}
			if fits(at+1, cells, placed) {
				return true
			}
		}
		for c := range cells[at].All() {
			delete(placed, c)
		}
		return false
	}
	for pattern := range 6 * 6 * 6 * 6 {
		var cells [4]sudoku.Cells
		odd := false
		for i, rest := 0, pattern; i < len(boxes); i, rest = i+1, rest/6 {
			cells[i] = diagonals[boxes[i]][rest%2][rest/2%3]
			odd = odd != (rest%2 == 1)
		}
		if fits(0, cells, map[sudoku.Cell]sudoku.Digit{}) == odd {
			t.Fatalf("%v: an odd number goes to the left: %t", cells, odd)
		}
	}
}

// Loki has a tridagon with one guardian, which Denis Berthier showed to be its key ("The
// tridagon rule" of the forum). Its isomorphs have it in its place.
func TestTridagonOfLoki(t *testing.T) {
	puzzle := prove(t, loki)
	var p Prober
	is := p.Tridagon(&puzzle)
	if want := (Tridagon{sudoku.DigitSet(3, 5, 7), 1, [MaxGuardians]sudoku.Candidate{sudoku.Cell(70).Candidate(1)}}); is != want {
		t.Fatalf("%+v, want %+v", is, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		isomorphism := transform.FromIndex(rapid.Uint64Range(0, transform.Order-1).Draw(t, "isomorphism"))
		image := isomorphism.Puzzle(puzzle)
		want := is.mapped(isomorphism)
		if got := p.Tridagon(&image); got != want {
			t.Fatalf("%+v, want %+v", got, want)
		}
	})
}

// mapped returns the image of a tridagon with at most one guardian.
func (t Tridagon) mapped(by transform.Isomorphism) Tridagon {
	t.Digits = by.Digits(t.Digits)
	if t.Number > 0 {
		t.Guardians[0] = by.Candidate(t.Guardians[0])
	}
	return t
}

// Puzzles that are not made for it have none.
func TestOthersHaveNoTridagon(t *testing.T) {
	var p Prober
	for _, name := range []string{"random", "hard", "hardest"} {
		for _, puzzle := range sample(t, name, 100) {
			if is := p.Tridagon(&puzzle); is != (Tridagon{}) {
				t.Errorf("%v: %+v", puzzle, is)
			}
		}
	}
}
