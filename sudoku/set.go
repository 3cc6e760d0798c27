package sudoku

import (
	"cmp"
	"iter"
	"math/bits"
)

// Digits is a set of digits: digit d is bit d-1, so that a set is an index
// into a table of 512 entries.
type Digits uint16

// AllDigits holds the nine digits.
const AllDigits Digits = 1<<9 - 1

// DigitSet returns the set of the given digits.
func DigitSet(digits ...Digit) Digits {
	var s Digits
	for _, d := range digits {
		s = s.With(d)
	}
	return s
}

// Has reports whether d is in s.
func (s Digits) Has(d Digit) bool { return s>>(d-1)&1 != 0 }

// With returns s with d.
func (s Digits) With(d Digit) Digits { return s | 1<<(d-1) }

// Without returns s without d.
func (s Digits) Without(d Digit) Digits { return s &^ (1 << (d - 1)) }

// Len returns the number of digits in s.
func (s Digits) Len() int { return bits.OnesCount16(uint16(s)) }

// First returns the least digit of s, which must not be empty.
func (s Digits) First() Digit { return Digit(bits.TrailingZeros16(uint16(s))) + 1 }

// All yields the digits of s, ascending.
func (s Digits) All() iter.Seq[Digit] {
	return func(yield func(Digit) bool) {
		for rest := s; rest != 0; rest &= rest - 1 {
			if !yield(rest.First()) {
				return
			}
		}
	}
}

// Cells is a set of cells. The first two bands are the low 54 bits of one
// word, the third band the low 27 bits of the other: no band straddles a word,
// and a row is always nine adjacent bits.
type Cells struct{ lo, hi uint64 }

const (
	cellsInLo = 54
	loMask    = 1<<cellsInLo - 1
	hiMask    = 1<<27 - 1
)

// AllCells holds the 81 cells.
var AllCells = Cells{loMask, hiMask}

// CellSet returns the set of the given cells.
func CellSet(cells ...Cell) Cells {
	var s Cells
	for _, c := range cells {
		s = s.With(c)
	}
	return s
}

// bit returns the set of c alone. Shifts by 64 and more give 0, so neither word
// needs a branch.
func (c Cell) bit() Cells {
	return Cells{1 << c & loMask, 1 << (c - cellsInLo) & hiMask}
}

// Has reports whether c is in s.
func (s Cells) Has(c Cell) bool {
	if c < cellsInLo {
		return s.lo>>c&1 != 0
	}
	return s.hi>>(c-cellsInLo)&1 != 0
}

// With returns s with c.
func (s Cells) With(c Cell) Cells { return s.Or(c.bit()) }

// Without returns s without c.
func (s Cells) Without(c Cell) Cells { return s.AndNot(c.bit()) }

// And returns the cells in both s and t.
func (s Cells) And(t Cells) Cells { return Cells{s.lo & t.lo, s.hi & t.hi} }

// Or returns the cells in s or t.
func (s Cells) Or(t Cells) Cells { return Cells{s.lo | t.lo, s.hi | t.hi} }

// AndNot returns the cells of s that are not in t.
func (s Cells) AndNot(t Cells) Cells { return Cells{s.lo &^ t.lo, s.hi &^ t.hi} }

// xor returns the cells in s or t but not in both.
func (s Cells) xor(t Cells) Cells { return Cells{s.lo ^ t.lo, s.hi ^ t.hi} }

// Meets reports whether s and t share a cell.
func (s Cells) Meets(t Cells) bool { return s.lo&t.lo|s.hi&t.hi != 0 }

// Within reports whether every cell of s is in t.
func (s Cells) Within(t Cells) bool { return s.lo&^t.lo|s.hi&^t.hi == 0 }

// Empty reports whether s has no cell.
func (s Cells) Empty() bool { return s.lo|s.hi == 0 }

// Len returns the number of cells in s.
func (s Cells) Len() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// First returns the lowest cell of s, which must not be empty.
func (s Cells) First() Cell {
	if s.lo != 0 {
		return Cell(bits.TrailingZeros64(s.lo))
	}
	return Cell(cellsInLo + bits.TrailingZeros64(s.hi))
}

// Below returns the cells of s that come before c.
func (s Cells) Below(c Cell) Cells {
	if c < cellsInLo {
		return Cells{s.lo & (1<<c - 1), 0}
	}
	return Cells{s.lo, s.hi & (1<<(c-cellsInLo) - 1)}
}

// withoutFirst returns s without its lowest cell.
func (s Cells) withoutFirst() Cells {
	if s.lo != 0 {
		return Cells{s.lo & (s.lo - 1), s.hi}
	}
	return Cells{0, s.hi & (s.hi - 1)}
}

// Words returns s as two words: bit c of the first is cell c of the first two
// bands, 54 bits, and bit c of the second is cell 54+c of the third, 27 bits.
func (s Cells) Words() (low, high uint64) { return s.lo, s.hi }

// CellsOfWords is the inverse of [Cells.Words]. It ignores bits that stand for no
// cell.
func CellsOfWords(low, high uint64) Cells { return Cells{low & loMask, high & hiMask} }

// Compare is a total order of sets: it is -1 if s comes before t, 0 if they are equal, and else 1.
func (s Cells) Compare(t Cells) int { return cmp.Or(cmp.Compare(s.hi, t.hi), cmp.Compare(s.lo, t.lo)) }

// All yields the cells of s, ascending.
func (s Cells) All() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for lo := s.lo; lo != 0; lo &= lo - 1 {
			if !yield(Cell(bits.TrailingZeros64(lo))) {
				return
			}
		}
		for hi := s.hi; hi != 0; hi &= hi - 1 {
			if !yield(Cell(cellsInLo + bits.TrailingZeros64(hi))) {
				return
			}
		}
	}
}
