package depth

import (
	"math/bits"

	"github.com/seedoku/seedoku/sudoku"
)

// A state holds, for each digit, the set of cells that can still have it. A cell is
// one bit of two words, see [sudoku.Cells]:
//
//	low word:  band 1 (27 bits)  band 2 (27 bits)      high word:  band 3 (27 bits)
//	           row 1 row 2 row 3 row 4 row 5 row 6                 row 7 row 8 row 9
//
// Singles are found for all houses of a digit at once. A row is nine bits side by
// side, and sums carry out of it where it has more than one cell left. For columns and
// boxes the three rows of each band are laid over each other and counted up to two:
//
//	row 1   . X . . . . X . .
//	row 2   . X . . X . . . .
//	row 3   . . . . . . . . .
//	one     . X . . X . X . .     columns with a cell in this band
//	two     . X . . . . . . .     columns with more than one
//
// The same counting over the bands gives the columns, and over three neighbors the
// boxes. Naked singles are counted over the nine digits.
//
// The rules here are singles and nothing else, on purpose: with locked candidates the
// solver of package sudoku is faster, but needs less trial and error than the
// definition allows.
type state struct {
	digits  [9]sudoku.Cells // cells that can have digit d at d-1
	open    sudoku.Cells    // cells whose digit is not known, or was not yet taken from their peers
	changed uint16          // digits to look through for singles, a bit each
}

// Masks of a word, in which a band takes 27 bits and a row nine.
const (
	rowOnes    = 1 | 1<<9 | 1<<18      // the first cell of each row of a band
	bandOnes   = 1 | 1<<27             // the first cell of each band of a word
	columns    = bandOnes * (1<<9 - 1) // the first row of each band
	boxOnes    = bandOnes * 0o111      // the first cell of each box
	firstCells = bandOnes * rowOnes    // the first cell of each row
	otherCells = firstCells * 0xFF     // all but the last of each row
	lastCells  = firstCells << 8       // the last cell of each row
	bandMask   = 1<<27 - 1
	allDigits  = 1<<9 - 1
)

// start makes s the state of some clues before any deduction.
func (s *state) start(clues *sudoku.Grid) {
	for i := range s.digits {
		s.digits[i] = sudoku.AllCells
	}
	s.open, s.changed = sudoku.AllCells, allDigits
	for c, d := range clues {
		if d != 0 {
			s.assert(sudoku.Cell(c), d)
		}
	}
}

// assert leaves d as the only candidate of c.
func (s *state) assert(c sudoku.Cell, d sudoku.Digit) { s.clear(sudoku.CellSet(c), int(d-1)) }

// clear takes all digits but one from cells.
func (s *state) clear(cells sudoku.Cells, digit int) {
	for i := range s.digits {
		if i != digit && s.digits[i].Meets(cells) {
			s.digits[i] = s.digits[i].AndNot(cells)
			s.changed |= 1 << i
		}
	}
}

// remove removes a candidate.
func (s *state) remove(c sudoku.Cell, d sudoku.Digit) {
	s.digits[d-1] = s.digits[d-1].Without(c)
	s.changed |= 1 << (d - 1)
}

// solved reports whether every cell has its digit.
func (s *state) solved() bool { return s.open.Empty() }

// within reports whether every candidate of s is one of t.
func (s *state) within(t *state) bool {
	for i := range s.digits {
		if !s.digits[i].Within(t.digits[i]) {
			return false
		}
	}
	return true
}

// singles places hidden and naked singles until there are no more. It reports
// false for a contradiction: a cell without a candidate, or a house without a place
// for a digit.
func (s *state) singles() bool {
	for {
		for s.changed != 0 {
			i := bits.TrailingZeros16(s.changed)
			s.changed &= s.changed - 1
			alone, possible := alone(s.digits[i])
			if !possible {
				return false
			}
			if alone = alone.And(s.open); !alone.Empty() {
				s.clear(alone, i)
				s.place(alone, i)
			}
		}
		some, single := s.naked()
		if some != sudoku.AllCells {
			return false
		}
		if single = single.And(s.open); single.Empty() {
			return true
		}
		for i := range s.digits {
			if cells := s.digits[i].And(single); !cells.Empty() {
				s.place(cells, i)
			}
		}
	}
}

// place takes a digit from the peers of cells that have no other candidate. If two
// of them see each other, one is left without any, which is a contradiction.
func (s *state) place(cells sudoku.Cells, digit int) {
	s.open = s.open.AndNot(cells)
	own := s.digits[digit]
	for low, high := cells.Words(); low|high != 0; {
		var c sudoku.Cell
		if low != 0 {
			c, low = sudoku.Cell(bits.TrailingZeros64(low)), low&(low-1)
		} else {
			c, high = sudoku.Cell(54+bits.TrailingZeros64(high)), high&(high-1)
		}
		own = own.AndNot(c.Peers())
	}
	if own != s.digits[digit] {
		s.digits[digit] = own
		s.changed |= 1 << digit
	}
}

// naked returns the cells with a candidate and the cells with exactly one.
func (s *state) naked() (some, single sudoku.Cells) {
	var one, two sudoku.Cells
	for i := range s.digits {
		two = two.Or(one.And(s.digits[i]))
		one = one.Or(s.digits[i])
	}
	return one, one.AndNot(two)
}

// alone returns the cells that are alone in one of their houses among the cells of a
// digit. It reports false if a house has none.
func alone(cells sudoku.Cells) (sudoku.Cells, bool) {
	low, high := cells.Words()
	lowOne, lowTwo := inBands(low)
	highOne, highTwo := inBands(high)

	one, two := lowOne&columns, lowTwo
	one, two = one|one>>27, two|two>>27|one&(one>>27)
	one, two = one|highOne, two|highTwo|one&highOne
	if one&allDigits != allDigits || !rowsMet(low, lastCells) || !rowsMet(high, lastCells&bandMask) {
		return sudoku.Cells{}, false
	}
	column := (one &^ two & allDigits) * firstCells

	lowBoxes, lowPossible := aloneInBox(lowOne, lowTwo, boxOnes)
	highBoxes, highPossible := aloneInBox(highOne, highTwo, boxOnes&bandMask)
	if !lowPossible || !highPossible {
		return sudoku.Cells{}, false
	}
	return sudoku.CellsOfWords(
		low&(column|lowBoxes)|aloneInRow(low),
		high&(column|highBoxes)|aloneInRow(high)), true
}

// inBands returns, for each column of each band of a word, whether it has a cell and
// whether it has more, in the places of the first row of the band.
func inBands(word uint64) (one, two uint64) {
	first, second, third := word&columns, word>>9&columns, word>>18&columns
	return first | second | third, first&second | third&(first|second)
}

// aloneInBox returns the cells of the boxes of a word that have one cell, given the
// counts of inBands. It reports false if one of the boxes has none.
func aloneInBox(one, two, boxes uint64) (uint64, bool) {
	first, second, third := one&boxes, one>>1&boxes, one>>2&boxes
	some := first | second | third
	more := (two|two>>1|two>>2)&boxes | first&second | third&(first|second)
	return some &^ more * 7 * rowOnes, some == boxes
}

// rowsMet reports whether all rows of a word with the given last cells have a cell.
func rowsMet(word, last uint64) bool {
	return (word&otherCells+otherCells|word)&last == last
}

// aloneInRow returns the cells of a word that are alone in their row. No row
// may be empty.
func aloneInRow(word uint64) uint64 {
	// Subtracting 1 in each row clears its lowest cell, and borrows from no other
	// row. Adding 255 to the first eight cells of a row carries to the last if any
	// of them is left.
	more := word & (word - firstCells)
	crowded := (more&otherCells + otherCells | more) & lastCells
	return word &^ (crowded<<1 - crowded>>8)
}
