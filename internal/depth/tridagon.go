package depth

import (
	"fmt"
	"strings"

	"github.com/seedoku/seedoku/sudoku"
)

// In a tridagon, three digits are the only candidates of twelve cells: three cells in each of
// four boxes that form a rectangle. The three cells of a box share no row and no column, so
// they go down to the right or to the left, around the edge of the box:
//
//	X . .    . X .    . . X         . . X    . X .    X . .
//	. X .    . . X    X . .         . X .    X . .    . . X
//	. . X    X . .    . X .         X . .    . . X    . X .
//	         to the right                 to the left
//
// An odd number of the boxes go to the right. Then there is no way to place the digits, which
// the test of this file shows by trying all. So some of the twelve cells have other candidates,
// the guardians, one of which is true. The pattern is also called Thor's hammer and trivalue
// oddagon; see "The tridagon rule" in the forum of enjoysudoku.com.

// MaxGuardians is the greatest number of guardians with which a tridagon counts as one.
const MaxGuardians = 3

// Tridagon is the tridagon of a puzzle that has the fewest guardians once singles are placed,
// or one of these. It is zero if no tridagon has as few as [MaxGuardians].
type Tridagon struct {
	Digits    sudoku.Digits // the three digits, of which all twelve cells are candidates
	Number    int           // of its guardians
	Guardians [MaxGuardians]sudoku.Candidate
}

// Told returns the guardians with spaces between.
func (t *Tridagon) Told() string { return strings.Trim(fmt.Sprint(t.Guardians[:t.Number]), "[]") }

// diagonals are the cells of a box that can have the digits of a tridagon, by the box and by
// where they go.
var diagonals = func() (all [9][2][3]sudoku.Cells) {
	for box := range all {
		for way := range 2 {
			for first := range 3 {
				for row := range 3 {
					column := (first + row*(1+way)) % 3
					c := sudoku.Cell(9*(box/3*3+row) + box%3*3 + column)
					all[box][way][first] = all[box][way][first].With(c)
				}
			}
		}
	}
	return all
}()

// guarded are cells with their number of guardians.
type guarded struct {
	cells  sudoku.Cells
	number int
}

// unguarded is what cells are that no tridagon can have.
var unguarded = guarded{number: MaxGuardians + 1}

// Tridagon returns the tridagon of a puzzle.
func (p *Prober) Tridagon(puzzle *sudoku.Puzzle) (t Tridagon) {
	clues := puzzle.Clues()
	s := &p.root
	s.start(&clues)
	s.singles()
	best := unguarded
	for a := range s.digits {
		for b := range a {
			for c := range b {
				three := sudoku.DigitSet(sudoku.Digit(a+1), sudoku.Digit(b+1), sudoku.Digit(c+1))
				all := s.digits[a].And(s.digits[b]).And(s.digits[c]).And(s.open)
				if all.Len() < 12 {
					continue
				}
				if found := s.tridagon(all); found.number < best.number {
					best, t.Digits = found, three
				}
			}
		}
	}
	for c := range best.cells.All() {
		for d, cells := range s.digits {
			if k := c.Candidate(sudoku.Digit(d + 1)); cells.Has(c) && !t.Digits.Has(k.Digit()) {
				t.Guardians[t.Number] = k
				t.Number++
			}
		}
	}
	return t
}

// tridagon returns the tridagon with the fewest guardians among the cells that have three
// digits.
func (s *state) tridagon(all sudoku.Cells) guarded {
	var least [9][2]guarded
	for box := range least {
		for way := range least[box] {
			least[box][way] = unguarded
			for _, cells := range diagonals[box][way] {
				if n := s.guardians(cells); cells.Within(all) && n < least[box][way].number {
					least[box][way] = guarded{cells, n}
				}
			}
		}
	}
	best := unguarded
	for one := range least {
		for other := range one {
			if one/3 == other/3 || one%3 == other%3 {
				continue
			}
			boxes := [4]int{one, one/3*3 + other%3, other/3*3 + one%3, other}
			for ways := range 1 << len(boxes) {
				var sum guarded
				odd := false
				for i, box := range boxes {
					way := ways >> i & 1
					odd = odd != (way == 1)
					sum.cells = sum.cells.Or(least[box][way].cells)
					sum.number += least[box][way].number
				}
				if odd && sum.number < best.number {
					best = sum
				}
			}
		}
	}
	return best
}

// guardians returns the number of candidates of three cells beyond three digits, which they
// have.
func (s *state) guardians(cells sudoku.Cells) int {
	n := -3 * cells.Len()
	for i := range s.digits {
		n += s.digits[i].And(cells).Len()
	}
	return n
}
