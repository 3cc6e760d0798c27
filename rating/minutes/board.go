package minutes

import (
	"math/bits"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// board is a position with its ways on that need no pencil: the cells that can be
// filled at once, by the digit and by the reason. The solution is known, so what is
// counted for a house is only how many places its digits have left. A way on stays one
// until its cell is filled.
type board struct {
	digits [81]sudoku.Digits       // the candidates of each cell, none if it is filled
	can    [9]sudoku.Cells         // the cells with a candidate, by digit - 1
	left   [81]uint8               // number of candidates
	places [256]uint8              // number of places, by house and digit; see memberships
	empty  [sudoku.NumHouses]uint8 // number of empty cells
	need   [9]uint8                // number of cells that lack each digit - 1
	open   [numReasons][9]sudoku.Cells
	cells  int // number of empty cells
}

// reason is why a cell can be filled.
type reason uint8

const (
	inBox  reason = iota // a hidden single of its box
	inLine               // a hidden single of its row or column
	inCell               // a naked single: the cell has one candidate left
	numReasons
)

// key is the solution of a puzzle, to be looked up from both sides.
type key struct {
	digit sudoku.Grid
	cell  [256]sudoku.Cell // by house and digit, as places
}

func (k *key) read(solution sudoku.Grid) {
	k.digit = solution
	for c, d := range solution {
		for _, first := range &memberships[c] {
			k.cell[int(first)+int(d)-1] = sudoku.Cell(c)
		}
	}
}

// memberships has for each cell its row, its column and its box, as the index of digit 1
// of the house in places.
var memberships = listMemberships()

func listMemberships() (list [81][3]uint8) {
	for c := range sudoku.Cell(81) {
		for i, h := range c.Houses() {
			list[c][i] = uint8(9 * h)
		}
	}
	return list
}

// emptyBoard is the board of an empty grid.
var emptyBoard = makeEmptyBoard()

func makeEmptyBoard() (b board) {
	for c := range b.digits {
		b.digits[c], b.left[c] = sudoku.AllDigits, 9
	}
	for i := range b.places {
		b.places[i] = 9
	}
	for h := range b.empty {
		b.empty[h] = 9
	}
	for d := range b.need {
		b.need[d], b.can[d] = 9, sudoku.AllCells
	}
	b.cells = 81
	return b
}

// start sets b to the clues of a puzzle.
func (b *board) start(clues sudoku.Grid, k *key) {
	*b = emptyBoard
	for c, d := range clues {
		if d != 0 {
			b.fill(sudoku.Cell(c), k)
		}
	}
}

// fill puts the digit of the solution into an empty cell.
func (b *board) fill(c sudoku.Cell, k *key) {
	d := k.digit[c]
	for rest := b.digits[c].Without(d); rest != 0; rest &= rest - 1 {
		other := rest.First()
		b.can[other-1] = b.can[other-1].Without(c)
		b.unplace(c, other, k)
	}
	b.digits[c] = 0
	for why := range b.open {
		b.open[why][d-1] = b.open[why][d-1].Without(c)
	}
	b.cells--
	b.need[d-1]--
	for _, first := range &memberships[c] {
		b.empty[first/9]--
	}
	can := b.can[d-1].Without(c)
	b.can[d-1] = can.AndNot(c.Peers())
	low, high := can.And(c.Peers()).Words()
	for ; low != 0; low &= low - 1 {
		b.lose(sudoku.Cell(bits.TrailingZeros64(low)), d, k)
	}
	for ; high != 0; high &= high - 1 {
		b.lose(sudoku.Cell(54+bits.TrailingZeros64(high)), d, k)
	}
}

// remove takes a candidate away, which is not the digit of the solution.
func (b *board) remove(c sudoku.Cell, d sudoku.Digit, k *key) {
	b.can[d-1] = b.can[d-1].Without(c)
	b.lose(c, d, k)
}

// lose takes a candidate from an empty cell.
func (b *board) lose(c sudoku.Cell, d sudoku.Digit, k *key) {
	b.digits[c] = b.digits[c].Without(d)
	if b.left[c]--; b.left[c] == 1 {
		b.find(c, inCell, k)
	}
	b.unplace(c, d, k)
}

// unplace takes a place of a digit from the houses of a cell.
func (b *board) unplace(c sudoku.Cell, d sudoku.Digit, k *key) {
	of := &memberships[c]
	row, column, box := of[0]+uint8(d)-1, of[1]+uint8(d)-1, of[2]+uint8(d)-1
	if b.places[row]--; b.places[row] == 1 {
		b.find(k.cell[row], inLine, k)
	}
	if b.places[column]--; b.places[column] == 1 {
		b.find(k.cell[column], inLine, k)
	}
	if b.places[box]--; b.places[box] == 1 {
		b.find(k.cell[box], inBox, k)
	}
}

// find adds a reason to fill a cell, if it is empty.
func (b *board) find(c sudoku.Cell, why reason, k *key) {
	if b.digits[c] != 0 {
		at := &b.open[why][k.digit[c]-1]
		*at = at.With(c)
	}
}

// openFor returns the cells that can be filled for a reason.
func (b *board) openFor(why reason) (cells sudoku.Cells) {
	for _, of := range &b.open[why] {
		cells = cells.Or(of)
	}
	return cells
}

// position returns b as a position of the rater.
func (b *board) position(k *key) rating.Position {
	x := rating.Position{Candidates: b.digits}
	for c, rest := range b.digits {
		if rest == 0 {
			x.Grid[c] = k.digit[c]
		}
	}
	return x
}

// follow makes b the position x, which is further on the way to the solution.
func (b *board) follow(x *rating.Position, k *key) {
	for c, d := range x.Grid {
		if d != 0 && b.digits[c] != 0 {
			b.fill(sudoku.Cell(c), k)
		}
	}
	for c := range sudoku.Cell(81) {
		for rest := b.digits[c] &^ x.Candidates[c]; rest != 0; rest &= rest - 1 {
			b.remove(c, rest.First(), k)
		}
	}
}
