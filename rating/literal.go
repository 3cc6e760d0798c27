package rating

import "github.com/seedoku/seedoku/sudoku"

// literal says of a candidate that it is true (on) or false (off): twice its
// number, and one more if on.
type literal uint16

const numLiterals = 2 * 729

func on(k sudoku.Candidate) literal  { return literal(k)<<1 | 1 }
func off(k sudoku.Candidate) literal { return literal(k) << 1 }

func (l literal) candidate() sudoku.Candidate { return sudoku.Candidate(l >> 1) }
func (l literal) on() bool                    { return l&1 != 0 }
func (l literal) opposite() literal           { return l ^ 1 }

// reason says why a literal follows from another one.
type reason uint8

const (
	assumed  reason = iota // it does not: the chain starts here
	inCell                 // a cell has one digit, and at least one
	inBox                  // so has a digit in a house
	inRow                  //
	inColumn               //
	advanced               // a pattern in what the chain has left
)

// linkHouses are the houses of a cell in the order in which chains look at
// them: box, row, column.
var linkHouses = [3]struct {
	kind   int // of [sudoku.Cell.Houses]
	reason reason
}{{2, inBox}, {0, inRow}, {1, inColumn}}

// house returns the house that makes reason r hold at a cell.
func (r reason) house(c sudoku.Cell) sudoku.House { return c.Houses()[linkHouses[r-inBox].kind] }

// weakReason says why two different candidates cannot both be true.
func weakReason(k, other sudoku.Candidate) reason {
	c, d := k.Cell(), other.Cell()
	if c == d {
		return inCell
	}
	for _, link := range &linkHouses {
		if c.Houses()[link.kind] == d.Houses()[link.kind] {
			return link.reason
		}
	}
	panic("rating: a link between candidates that have nothing in common")
}

// marks is a set of candidates, by digit.
type marks struct{ cells [9]sudoku.Cells }

func (m *marks) has(k sudoku.Candidate) bool { return m.cells[k.Digit()-1].Has(k.Cell()) }

func (m *marks) add(k sudoku.Candidate) {
	cells := &m.cells[k.Digit()-1]
	*cells = cells.With(k.Cell())
}

// keep takes away from m what is not in other, and reports whether anything is
// left.
func (m *marks) keep(other *marks) bool {
	var left sudoku.Cells
	for d := range m.cells {
		m.cells[d] = m.cells[d].And(other.cells[d])
		left = left.Or(m.cells[d])
	}
	return !left.Empty()
}
