package sudoku

import "math/bits"

// An unavoidable set of a complete grid is a set of cells whose digits can be
// arranged in another way while the rest of the grid stays as it is. A puzzle
// needs a clue in it. If the puzzle has only one clue there, that clue is
// locked: it can never be taken away. Two kinds of such sets are found quickly:
//
//	two digits change places       two rows of a band change digits
//	1 2 . | . . . | . . .          1 2 . | 3 . . | . . .
//	. . . | . . . | . . .          2 3 . | 1 . . | . . .
//	. . . | . . . | . . .          . . . | . . . | . . .
//	2 1 . | . . . | . . .
//
// For the first kind, take all cells of two digits: each part that shares no
// house with the other cells is a set. For the second kind, take columns in
// which two rows have the same digits, or rows in which two columns have.
// Together the two kinds explain half of the clues that a minimal puzzle keeps.
type unavoidable struct {
	n      int
	sets   [maxSets]Cells
	left   [maxSets]uint8   // clues left in each set
	of     [81][maxOf]uint8 // the sets of each cell
	ofLen  [81]uint8
	clues  Cells
	locked Cells
}

const (
	// maxSets is the largest possible number of sets: two digits have at most
	// four parts, two lines at most three cycles of three digits or more.
	maxSets = 36*4 + 18*3
	// maxOf is the largest number of sets that a cell can be in: one for each of
	// the 8 other digits, and one for each of the 4 other lines of its band and
	// stack.
	maxOf = 8 + 4
)

// find finds the sets of the solution of p and the clues that they lock.
func (u *unavoidable) find(p *Puzzle) {
	u.n, u.ofLen, u.locked = 0, [81]uint8{}, Cells{}
	u.clues = p.clues.Filled()
	var in places
	in.find(&p.solution)
	for a := range 9 {
		for b := range a {
			u.addParts(&in, a, b)
		}
	}
	for i := range 9 {
		for j := i + 1; j%3 != 0; j++ {
			u.addCycles(&in.column, i, j, 9, 1)
			u.addCycles(&in.row, i, j, 1, 9)
		}
	}
}

// places has, for digit d at d-1, its column in each row, its row in each column
// and its row in each box.
type places struct{ column, row, boxRow [9][9]uint8 }

func (in *places) find(g *Grid) {
	for c, d := range g {
		row, column := c/9, c%9
		in.column[d-1][row] = uint8(column)
		in.row[d-1][column] = uint8(row)
		in.boxRow[d-1][row/3*3+column/3] = uint8(row)
	}
}

// addParts adds the parts of the cells of two digits that share no house with
// each other. Each row has one cell of each digit, so a part is known by its
// rows.
func (u *unavoidable) addParts(in *places, a, b int) {
	var connected [9]uint16 // the rows of the a that see the b of each row
	for row := range connected {
		column := int(in.column[b][row])
		connected[row] = 1<<in.row[a][column] | 1<<in.boxRow[a][row/3*3+column/3]
	}
	for open := uint16(rowMask); open != 0; {
		part := open & -open
		var cells Cells
		for todo := part; todo != 0; {
			row := bits.TrailingZeros16(todo)
			todo &= todo - 1
			more := connected[row] &^ part
			part |= more
			todo |= more
			cells = cells.With(CellAt(row, int(in.column[a][row]))).With(CellAt(row, int(in.column[b][row])))
		}
		open &^= part
		u.add(cells)
	}
}

// addCycles adds the sets of two lines. For rows, place is the column of each
// digit in each row, step is 9 and along is 1. For columns, place is the row of
// each digit in each column, step is 1 and along is 9. Sets of two digits are
// left to addParts.
func (u *unavoidable) addCycles(place *[9][9]uint8, first, second, step, along int) {
	var after [9]uint8 // where the first line has the digit that is here in the second
	for d := range place {
		after[place[d][second]] = place[d][first]
	}
	for open := uint16(rowMask); open != 0; {
		var cells Cells
		n := 0
		for i := bits.TrailingZeros16(open); open>>i&1 != 0; i = int(after[i]) {
			open &^= 1 << i
			n++
			cells = cells.With(Cell(first*step + i*along)).With(Cell(second*step + i*along))
		}
		if n > 2 {
			u.add(cells)
		}
	}
}

func (u *unavoidable) add(cells Cells) {
	left := cells.And(u.clues)
	u.sets[u.n] = cells
	u.left[u.n] = uint8(left.Len())
	if left.Len() == 1 {
		u.locked = u.locked.Or(left)
	}
	for c := range cells.All() {
		u.of[c][u.ofLen[c]] = uint8(u.n)
		u.ofLen[c]++
	}
	u.n++
}

// take records that clue c was taken away.
func (u *unavoidable) take(c Cell) {
	u.clues = u.clues.Without(c)
	for _, i := range u.of[c][:u.ofLen[c]] {
		if u.left[i]--; u.left[i] == 1 {
			u.locked = u.locked.Or(u.sets[i].And(u.clues))
		}
	}
}
