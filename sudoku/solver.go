package sudoku

import "math/bits"

// The solver keeps, for each digit, the cells that can still hold it, in three
// bands of 27 bits. Bit 9*row+column of a band is a cell; three bits that are
// neighbors in a row of a box are a minirow.
//
//	     box 0   box 1   box 2
//	row  0 1 2 | 3 4 5 | 6 7 8
//	     9 . . | . . . | . .17      candidates of one digit in one band:
//	    18 . . | . . . | . .26      27 bits of a uint32
//
// Whatever happens within a band depends on which of its nine minirows have a
// candidate: nine bits, an index into a table. The digit stands once in each
// row and once in each box of the band, so one table look-up does all locked
// candidates and tells contradictions. If a box leaves the digit one column,
// the other bands lose that column: another look-up. A row that is left with
// one cell is a hidden single, of row or box: then the other digits lose the
// cell.
//
// Bands that have changed are looked at until nothing changes. Then naked
// singles are found for 27 cells at once, by counting candidates bit by bit.
// What is left is tried: both digits of a cell that has two, or else those of a
// cell with the fewest.
//
// The idea of table look-ups on bands is due to the solvers of the Zhou and
// JCZ family, published on the forums of Sudoku programmers.
type position struct {
	bands   [27]uint32 // of digit d in band b: bands[9*b+d-1]
	settled [27]uint32 // what they were when last looked at
	open    [3]uint32  // cells of each band without a digit
}

const (
	bandMask = 1<<27 - 1
	rowMask  = 1<<9 - 1
	rowOnes  = 1 | 1<<9 | 1<<18 // the first cell of each row of a band
)

var (
	minirows    = tableOfMinirows()
	locked      = tableOfLocked()
	freeColumns = tableOfFreeColumns()
	keptBy      = tableOfKept()
	fresh       = emptyPosition()
)

// tableOfMinirows maps a row of nine cells to the three bits that tell which of
// its minirows have any.
func tableOfMinirows() (table [512]uint8) {
	for row := range table {
		for i := range 3 {
			if row>>(3*i)&7 != 0 {
				table[row] |= 1 << i
			}
		}
	}
	return table
}

// tableOfLocked maps the minirows that have a candidate, bit 3*row+box, to the
// cells of those that are left when locked candidates are removed, or to 0 if a
// row or a box has none.
func tableOfLocked() (table [512]uint32) {
	for left := range table {
		minirows := left
		for before := -1; before != minirows; {
			before = minirows
			for i := range 3 {
				minirows = confine(minirows, 0o7<<(3*i), 0o111, 1)
				minirows = confine(minirows, 0o111<<i, 0o7, 3)
			}
		}
		for i := range 9 {
			if minirows>>i&1 != 0 {
				table[left] |= 7 << (3 * i)
			}
		}
	}
	return table
}

// confine applies that the minirows of a line hold the digit once: if only one
// of them can, the others of the line that crosses it there cannot. The
// crossing lines are cross, shifted by multiples of step.
func confine(minirows, line, cross, step int) int {
	inLine := minirows & line
	if inLine == 0 {
		return 0
	}
	if inLine&(inLine-1) != 0 {
		return minirows
	}
	for cross&inLine == 0 {
		cross <<= step
	}
	return minirows&^cross | inLine
}

// tableOfFreeColumns maps the columns in which a band has candidates to the
// cells that they leave to another band: a column that is the only one of its
// stack is taken.
func tableOfFreeColumns() (table [512]uint32) {
	for columns := range table {
		free := rowMask
		for stack := 0; stack < 9; stack += 3 {
			if in := columns >> stack & 7; in&(in-1) == 0 {
				free &^= in << stack
			}
		}
		table[columns] = uint32(free) * rowOnes
	}
	return table
}

// tableOfKept maps a cell of a band to the cells of the band that do not see
// it, and itself.
func tableOfKept() (table [27]uint32) {
	for c := range table {
		for other := range 27 {
			sees := c/9 == other/9 || c%9 == other%9 || c%9/3 == other%9/3
			if !sees || c == other {
				table[c] |= 1 << other
			}
		}
	}
	return table
}

func emptyPosition() (p position) {
	for i := range p.bands {
		p.bands[i] = bandMask
	}
	p.open = [3]uint32{bandMask, bandMask, bandMask}
	return p
}

// place leaves digit d as the only candidate of a cell, the cell as the only
// one of d in its houses within its band, and its column free of d elsewhere.
func (p *position) place(c Cell, d Digit) {
	band, cell := uint(c)/27, uint(c)%27
	own := 9*band + uint(d) - 1
	kept := p.bands[own] & keptBy[cell]
	column := uint32(rowOnes) << (cell % 9)
	for b := range uint(3) {
		p.bands[9*b+uint(d)-1] &^= column
	}
	p.take(band, 1<<cell)
	p.bands[own] = kept
}

// digitsOf returns the candidates in a band, digit by digit.
func (p *position) digitsOf(band uint) *[9]uint32 { return (*[9]uint32)(p.bands[9*band:]) }

// has reports whether d is a candidate of c.
func (p *position) has(c Cell, d Digit) bool {
	return p.bands[9*(c/27)+Cell(d)-1]>>(c%27)&1 != 0
}

// remove removes a candidate.
func (p *position) remove(c Cell, d Digit) { p.bands[9*(c/27)+Cell(d)-1] &^= 1 << (c % 27) }

// take removes all candidates of cells of a band.
func (p *position) take(band uint, cells uint32) {
	digits := p.digitsOf(band)
	for i := range digits {
		digits[i] &^= cells
	}
}

// settle removes candidates until it finds no more reason to, and reports
// whether the position is still possible.
func (p *position) settle() bool {
	for again := true; again; {
		again = false
		for band := range uint(3) {
			for d := range uint(9) {
				i := 9*band + d
				if p.bands[i] == p.settled[i] {
					continue
				}
				if !p.settleBand(band, d) {
					return false
				}
				again = true
			}
		}
	}
	return true
}

// settleBand removes what follows from the candidates of one digit in a band.
func (p *position) settleBand(band, d uint) bool {
	i := 9*band + d
	cells := p.bands[i]
	cells &= locked[uint(minirows[cells&rowMask])|uint(minirows[cells>>9&rowMask])<<3|uint(minirows[cells>>18&rowMask])<<6]
	if cells == 0 {
		return false
	}
	p.bands[i], p.settled[i] = cells, cells
	free := freeColumns[(cells|cells>>9|cells>>18)&rowMask]
	switch band {
	case 0:
		p.bands[9+d] &= free
		p.bands[18+d] &= free
	case 1:
		p.bands[d] &= free
		p.bands[18+d] &= free
	default:
		p.bands[d] &= free
		p.bands[9+d] &= free
	}
	// Every row has a candidate, so taking 1 from each borrows from none.
	many := cells & (cells - rowOnes)
	var single uint32
	if many&rowMask == 0 {
		single = cells & rowMask
	}
	if many&(rowMask<<9) == 0 {
		single |= cells & (rowMask << 9)
	}
	if many&(rowMask<<18) == 0 {
		single |= cells & (rowMask << 18)
	}
	if single &= p.open[band]; single != 0 {
		p.open[band] &^= single
		p.take(band, single)
		p.bands[i] = cells
	}
	return true
}

// solved reports whether every cell has its digit.
func (p *position) solved() bool { return p.open[0]|p.open[1]|p.open[2] == 0 }

// grid returns a solved position as a grid.
func (p *position) grid() (g Grid) {
	for i, cells := range p.bands {
		for ; cells != 0; cells &= cells - 1 {
			g[27*(i/9)+bits.TrailingZeros32(cells)] = Digit(i%9 + 1)
		}
	}
	return g
}

// counts tells the cells of a band by the number of their candidates.
type counts struct{ none, one, two uint32 }

// count counts the candidates of all cells of a band, bit by bit.
func (p *position) count(band uint) counts {
	var one, two, three uint32 // at least so many
	for _, cells := range p.digitsOf(band) {
		three |= two & cells
		two |= one & cells
		one |= cells
	}
	return counts{none: bandMask &^ one, one: one &^ two, two: two &^ three}
}

// simplify settles the position and places naked singles, until there are no
// more. It reports whether the position is still possible, and a cell to try
// if it is not solved.
func (p *position) simplify() (possible bool) {
	for {
		if !p.settle() {
			return false
		}
		placed := false
		for band := range uint(3) {
			if p.open[band] == 0 {
				continue
			}
			n := p.count(band)
			if n.none != 0 {
				return false
			}
			if singles := n.one & p.open[band]; singles != 0 {
				if !p.placeSingles(band, singles) {
					return false
				}
				placed = true
			}
		}
		if !placed {
			return true
		}
	}
}

// placeSingles places the digits of cells that have one candidate left. It
// reports whether none of them took that of another.
func (p *position) placeSingles(band uint, singles uint32) bool {
	p.open[band] &^= singles
	for d := range uint(9) {
		for found := p.bands[9*band+d] & singles; found != 0; found &= found - 1 {
			cell := uint(bits.TrailingZeros32(found))
			if p.bands[9*band+d]&(1<<cell) == 0 {
				return false
			}
			p.bands[9*band+d] &= keptBy[cell]
			column := uint32(rowOnes) << (cell % 9)
			for b := range uint(3) {
				if b != band {
					p.bands[9*b+d] &^= column
				}
			}
		}
	}
	return true
}

// branch returns a cell with the fewest candidates, but does not look further
// when it sees one with two.
func (p *position) branch() (band, cell uint) {
	fewest := 10
	for b := range uint(3) {
		if two := p.count(b).two & p.open[b]; two != 0 {
			return b, uint(bits.TrailingZeros32(two))
		}
	}
	for b := range uint(3) {
		for open := p.open[b]; open != 0; open &= open - 1 {
			c := uint(bits.TrailingZeros32(open))
			n := 0
			for _, cells := range p.digitsOf(b) {
				n += int(cells >> c & 1)
			}
			if n < fewest {
				band, cell, fewest = b, c, n
			}
		}
	}
	return band, cell
}

// maxDepth is more than there can be cells to try, and levels of sifting clues.
const maxDepth = 90

// Solver finds and counts the solutions of grids. Its zero value is ready; it
// holds scratch memory, so that solving allocates nothing, and serves one
// goroutine at a time.
type Solver struct {
	stack [maxDepth]position
}

// Solve returns a solution of g, and whether there is one.
func (s *Solver) Solve(g *Grid) (Grid, bool) {
	n, solution := s.Solutions(g, 1)
	return solution, n == 1
}

// Count returns the number of solutions of g, at most limit.
func (s *Solver) Count(g *Grid, limit int) int {
	n, _ := s.Solutions(g, limit)
	return n
}

// Solutions returns the number of solutions of g, at most limit, and one of
// them if there is any.
func (s *Solver) Solutions(g *Grid, limit int) (n int, solution Grid) {
	s.search(g, func(p *position) bool {
		if n++; n == 1 {
			solution = p.grid()
		}
		return n < limit
	})
	return n, solution
}

// Each calls visit for every solution of g until it returns false.
func (s *Solver) Each(g *Grid, visit func(*Grid) bool) {
	s.search(g, func(p *position) bool {
		solution := p.grid()
		return visit(&solution)
	})
}

// Prove returns g as a [Puzzle] if it has exactly one solution. Else the error
// is a [*ConflictError], [ErrNoSolution] or [ErrManySolutions].
func (s *Solver) Prove(g *Grid) (Puzzle, error) {
	switch n, solution := s.Solutions(g, 2); n {
	case 0:
		if err := g.Conflict(); err != nil {
			return Puzzle{}, err
		}
		return Puzzle{}, ErrNoSolution
	case 1:
		return Puzzle{Clues: *g, Solution: solution}, nil
	default:
		return Puzzle{}, ErrManySolutions
	}
}

// search calls found for every solution until it returns false.
func (s *Solver) search(g *Grid, found func(*position) bool) {
	if s.start(g) {
		s.searchFrom(0, found)
	}
}

// start makes g the position at the bottom of the stack. It reports false if it
// sees that g has a conflict.
func (s *Solver) start(g *Grid) bool {
	s.stack[0] = fresh
	p := &s.stack[0]
	for c, d := range g {
		if d == 0 {
			continue
		}
		if p.bands[9*(c/27)+int(d)-1]>>(c%27)&1 == 0 {
			return false
		}
		p.place(Cell(c), d)
	}
	return true
}

// searchFrom searches from the position at a depth of the stack. It reports
// whether to go on.
func (s *Solver) searchFrom(depth int, found func(*position) bool) bool {
	p := &s.stack[depth]
	for {
		if !p.simplify() {
			return true
		}
		if p.solved() {
			return found(p)
		}
		band, cell := p.branch()
		d := uint(0)
		for p.bands[9*band+d]>>cell&1 == 0 {
			d++
		}
		next := &s.stack[depth+1]
		*next = *p
		next.place(Cell(27*band+cell), Digit(d+1))
		if !s.searchFrom(depth+1, found) {
			return false
		}
		p.bands[9*band+d] &^= 1 << cell
	}
}
