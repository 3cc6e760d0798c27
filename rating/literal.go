package rating

import (
	"iter"

	"github.com/seedoku/seedoku/sudoku"
)

// Chains are made of literals, which say of a candidate that it is true or
// false, and of links between them:
//
//	weak link     one of two is true, so the other is not     r1c1=5 -> r1c4<>5
//	strong link   one of two is not, so the other is true     r1c4<>5 -> r2c4=5
//
// A weak link needs two candidates that exclude each other: of one cell, or of
// one digit in a house. A strong link needs the last two of a cell, or of a
// digit in a house.
//
// Three searches follow links from an assumption. They answer different
// questions:
//
//	chain.go   How does it lead to its own opposite, or back to itself? The
//	           shortest ways, link after link, and where each of them ends.
//	trace.go   What follows from it, and why? The plain search: one literal
//	           after the other, in the order that the scale demands, with the
//	           literals that each of them follows from.
//	reach.go   What follows from it at all? The fast search: the same literals
//	           as trace.go finds, as two sets, in any order and without reasons.
//
// Multiple chains (forcing.go) show what several assumptions have in common.
// Nearly all assumptions have nothing in common, and reach.go is enough to see
// that. Only where there is something to show does trace.go say why, which the
// rating of a chain depends on.

// literal is a candidate that is true (on) or false (off). Its number is twice
// the number of the candidate, and one more if it is on.
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
	assumed  reason = iota // the literal is the assumption
	inCell                 // the two are in one cell
	inBox                  // the two are places of a digit in a box
	inRow                  // or in a row
	inColumn               // or in a column
	advanced               // a technique applied under the assumption
)

// linkHouses are the houses of a cell in the order in which chains look at
// them: box, row, column.
var linkHouses = [3]struct {
	kind   int // of [sudoku.Cell.Houses]
	reason reason
}{{2, inBox}, {0, inRow}, {1, inColumn}}

// house returns the house of a cell that r means, if it means one.
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

// addAll adds every one of the digits in every one of the cells.
func (m *marks) addAll(cells sudoku.Cells, digits sudoku.Digits) {
	for d := range digits.All() {
		m.cells[d-1] = m.cells[d-1].Or(cells)
	}
}

// all yields the candidates of m, digit by digit.
func (m *marks) all() iter.Seq[sudoku.Candidate] {
	return func(yield func(sudoku.Candidate) bool) {
		for d := range m.cells {
			for c := range m.cells[d].All() {
				if !yield(c.Candidate(sudoku.Digit(d + 1))) {
					return
				}
			}
		}
	}
}

func (m *marks) empty() bool { return *m == marks{} }

// join adds the candidates of other.
func (m *marks) join(other *marks) {
	for d := range m.cells {
		m.cells[d] = m.cells[d].Or(other.cells[d])
	}
}

func (m *marks) drop(k sudoku.Candidate) {
	cells := &m.cells[k.Digit()-1]
	*cells = cells.Without(k.Cell())
}

// keep removes the candidates that are not in other from m, and reports whether
// any remain.
func (m *marks) keep(other *marks) bool {
	var left sudoku.Cells
	for d := range m.cells {
		m.cells[d] = m.cells[d].And(other.cells[d])
		left = left.Or(m.cells[d])
	}
	return !left.Empty()
}
