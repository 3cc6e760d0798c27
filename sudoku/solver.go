package sudoku

import "math/bits"

// For each digit, the solver keeps the set of cells that can still hold it.
// Such a set is two words, two bands in the first and one in the second; see
// [Cells].
//
//	lo:  row 1   row 2   row 3   row 4   row 5   row 6      hi:  row 7 ...
//	     012345678 ........................................      01234567...
//	     '-'
//	     a minirow: three cells that a row and a box share
//
// Within a band, a digit stands in three minirows, one of each row and one of
// each box: there are six such triples. A triple is possible if the digit has a
// candidate in each of its minirows. A minirow that is in no possible triple
// loses its candidates. Nine bits tell which minirows have candidates. They
// index a table of the minirows to keep, so one look finds locked candidates
// and contradictions.
//
//	     box 1  box 2  box 3
//	row 1  +      .      .          + . .     The third row has it in box 2,
//	row 2  +      .      +     ->   . . +     hence the second in box 3 and
//	row 3  .      +      .          . + .     the first in box 1.
//
// The columns of a stack are the same thing turned: bands take the place of
// rows, columns the place of boxes. Six looks settle a digit. They are repeated
// until the columns lose nothing more. If a row then has one cell left, this is
// a hidden single. Hidden singles of columns and boxes show up in rows too,
// because locked candidates clear the cells around them. The cell is then
// removed from the other digits, for all rows of a word at once.
//
// The solver looks at every digit that has changed until nothing changes. Then
// it finds the naked singles of all cells at once, by counting candidates bit
// by bit. After that it has to try candidates (see branch).
//
// Tried and lost: all nine digits at once in AVX-512 registers, by logic
// instead of tables. That takes as long as five digits one after another, and
// between two looks only two or three have changed.
//
// Table look-ups on bands are an idea of the solvers of the Zhou and JCZ
// family, published in the forums of Sudoku programmers.
type position struct {
	digits  [9]Cells // candidates of digit d at d-1
	open    Cells    // cells without a digit
	changed uint     // digits to look at, a bit each
}

// Masks of a word, in which a band takes 27 bits and a row nine.
const (
	rowMask    = 1<<9 - 1
	rowOnes    = 1 | 1<<9 | 1<<18 // the first cell of each row of a band
	bandOnes   = 1 | 1<<27        // the first cell of each band of a word
	firstCells = rowOnes * bandOnes
	lastCells  = firstCells << 8
	otherCells = firstCells * 0xFF      // all but the last of each row
	minirows   = firstCells * 0o111     // the first cell of each minirow
	columns    = bandOnes * rowMask     // the first row of each band
	stackMask  = (bandOnes | 1<<54) * 7 // the first three columns of each band
)

var (
	bandKept, stackKept = tablesOfKept()
	fresh               = emptyPosition()
)

// tablesOfKept returns the tables of what locked candidates leave. The first is
// indexed by the minirows of a band that have candidates, bit 3*box+row, and
// gives the cells to keep. The second is indexed by the columns of a stack that
// have candidates, bit 3*band+column, and gives the columns to keep in each
// band, 27 bits apart. Both give 0 if the digit has no place left.
func tablesOfKept() (band [512]uint32, stack [512]uint64) {
	for _, other := range [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		triple := 0
		var cells uint32
		var inBands uint64
		for i, j := range other {
			triple |= 1 << (3*i + j)
			cells |= 7 << (3*i + 9*j)
			inBands |= 1 << (27*i + j)
		}
		for left := range band {
			if left&triple == triple {
				band[left] |= cells
				stack[left] |= inBands
			}
		}
	}
	return band, stack
}

func emptyPosition() (p position) {
	for i := range p.digits {
		p.digits[i] = AllCells
	}
	p.open, p.changed = AllCells, rowMask
	return p
}

// place leaves d as the only candidate of c, and removes d from the peers of c.
func (p *position) place(c Cell, d Digit) {
	own := p.digits[d-1].AndNot(cellPeers[c])
	p.take(c.bit())
	p.digits[d-1] = own
	p.open = p.open.Without(c)
	p.changed |= 1 << (d - 1)
}

// has reports whether d is a candidate of c.
func (p *position) has(c Cell, d Digit) bool { return p.digits[d-1].Has(c) }

// remove removes a candidate.
func (p *position) remove(c Cell, d Digit) {
	p.digits[d-1] = p.digits[d-1].Without(c)
	p.changed |= 1 << (d - 1)
}

// take removes all candidates of cells. It notes which digits that changes
// without a branch: unless a number is 0, it or its negative has the highest
// bit.
func (p *position) take(cells Cells) {
	changed := uint64(0)
	for i := range p.digits {
		own := p.digits[i]
		lost := own.lo&cells.lo | own.hi&cells.hi
		changed |= (lost | -lost) >> 63 << i
		p.digits[i] = own.AndNot(cells)
	}
	p.changed |= uint(changed)
}

// settle removes candidates until nothing more follows, and reports whether the
// position is still possible.
func (p *position) settle() bool {
	for p.changed != 0 {
		for todo := p.changed; todo != 0; todo &= todo - 1 {
			i := bits.TrailingZeros(todo)
			p.changed &^= 1 << i
			if !p.settleDigit(i) {
				return false
			}
		}
	}
	return true
}

// settleDigit removes what follows from the candidates of one digit.
func (p *position) settleDigit(i int) bool {
	lo, hi := p.digits[i].lo, p.digits[i].hi
	for {
		// Shifted by 8 and by 16, the bits of the second and third row of a
		// band fall between the bits of the first row.
		rows := (lo | lo>>1 | lo>>2) & minirows
		rows |= rows>>8 | rows>>16
		last := (hi | hi>>1 | hi>>2) & minirows
		last |= last>>8 | last>>16
		band1, band2, band3 := bandKept[rows&rowMask], bandKept[rows>>27&rowMask], bandKept[last&rowMask]
		if band1 == 0 || band2 == 0 || band3 == 0 {
			return false
		}
		lo &= uint64(band1) | uint64(band2)<<27
		hi &= uint64(band3)

		had := (lo|lo>>9|lo>>18)&columns | (hi|hi>>9|hi>>18)<<54
		stack1, stack2, stack3 := stackKept[stackIndex(had)], stackKept[stackIndex(had>>3)], stackKept[stackIndex(had>>6)]
		if stack1 == 0 || stack2 == 0 || stack3 == 0 {
			return false
		}
		kept := stack1 | stack2<<3 | stack3<<6
		if had&(1<<63-1)&^kept == 0 {
			break
		}
		lo &= kept & columns * rowOnes
		hi &= kept >> 54 * rowOnes
	}
	own := Cells{lo, hi}
	p.digits[i] = own
	if singles := (Cells{aloneInRow(lo), aloneInRow(hi)}).And(p.open); !singles.Empty() {
		p.open = p.open.AndNot(singles)
		p.take(singles)
		p.digits[i] = own
		p.changed &^= 1 << i
	}
	return true
}

// stackIndex gathers the nine bits of a stack, which are three in each band.
func stackIndex(had uint64) uint64 {
	had &= stackMask
	return (had | had>>24 | had>>48) & 511
}

// aloneInRow returns the cells of a word that are alone in their row. No row
// may be empty.
func aloneInRow(cells uint64) uint64 {
	// Subtracting 1 in each row clears its lowest cell, and borrows from no
	// other row. Adding 255 to the first eight cells of a row carries to the
	// last if any of them is left.
	more := cells & (cells - firstCells)
	crowded := (more&otherCells + otherCells | more) & lastCells
	return cells &^ (crowded<<1 - crowded>>8)
}

// solved reports whether every cell has its digit.
func (p *position) solved() bool { return p.open.Empty() }

// grid returns a solved position as a grid.
func (p *position) grid() (g Grid) {
	for i := range p.digits {
		for c := range p.digits[i].All() {
			g[c] = Digit(i + 1)
		}
	}
	return g
}

// counts sorts cells by the number of their candidates.
type counts struct{ none, one, two Cells }

// count counts the candidates of all cells, bit by bit.
func (p *position) count() counts {
	var one, two, three Cells // cells with at least this many candidates
	for i := range p.digits {
		cells := p.digits[i]
		three = three.Or(two.And(cells))
		two = two.Or(one.And(cells))
		one = one.Or(cells)
	}
	return counts{none: AllCells.AndNot(one), one: one.AndNot(two), two: two.AndNot(three)}
}

// simplify settles the position and places naked singles until there are no
// more. It returns the cells that have two candidates left, and reports whether
// the position is still possible.
func (p *position) simplify() (two Cells, possible bool) {
	for p.settle() {
		if p.solved() {
			return Cells{}, true
		}
		n := p.count()
		if !n.none.Empty() {
			break
		}
		singles := n.one.And(p.open)
		if singles.Empty() {
			return n.two, true
		}
		if !p.placeSingles(singles) {
			break
		}
	}
	return Cells{}, false
}

// placeSingles places the digits of cells with one candidate left. It reports
// false if one of them removes the digit of another.
func (p *position) placeSingles(singles Cells) bool {
	p.open = p.open.AndNot(singles)
	for i := range p.digits {
		found := p.digits[i].And(singles)
		if found.Empty() {
			continue
		}
		own := p.digits[i]
		for c := range found.All() {
			own = own.AndNot(cellPeers[c])
		}
		if !found.Within(own) {
			return false
		}
		p.digits[i] = own
		p.changed |= 1 << i
	}
	return true
}

// maxDepth is more than the number of cells that can be tried, and more than
// the levels of sifting clues.
const maxDepth = 90

// Solver finds and counts the solutions of grids. The zero value is ready. It
// holds scratch memory, so that solving allocates nothing, and serves one
// goroutine at a time.
type Solver struct {
	stack       [maxDepth]position
	unavoidable unavoidable
}

// Solve returns a solution of g, and reports whether there is one.
func (s *Solver) Solve(g Grid) (Grid, bool) {
	n, solution := s.Solutions(g, 1)
	return solution, n == 1
}

// Count returns the number of solutions of g, at most limit.
func (s *Solver) Count(g Grid, limit int) int {
	n, _ := s.Solutions(g, limit)
	return n
}

// Solutions returns the number of solutions of g, at most limit, and one of
// them if there is any.
func (s *Solver) Solutions(g Grid, limit int) (n int, solution Grid) {
	s.search(&g, func(p *position) bool {
		if n++; n == 1 {
			solution = p.grid()
		}
		return n < limit
	})
	return n, solution
}

// Each calls visit for every solution of g until visit returns false.
func (s *Solver) Each(g Grid, visit func(*Grid) bool) {
	s.search(&g, func(p *position) bool {
		solution := p.grid()
		return visit(&solution)
	})
}

// Prove returns g as a [Puzzle] if it has exactly one solution. If not, the error
// is a [*ConflictError], [ErrNoSolution] or [ErrManySolutions].
func (s *Solver) Prove(g Grid) (Puzzle, error) {
	switch n, solution := s.Solutions(g, 2); n {
	case 0:
		if err := g.Conflict(); err != nil {
			return Puzzle{}, err
		}
		return Puzzle{}, ErrNoSolution
	case 1:
		return Puzzle{clues: g, solution: solution}, nil
	default:
		return Puzzle{}, ErrManySolutions
	}
}

// search calls found for every solution until found returns false.
func (s *Solver) search(g *Grid, found func(*position) bool) {
	if s.start(g) {
		s.searchFrom(0, found)
	}
}

// start makes g the position at the bottom of the stack. It reports false if
// two clues are in conflict.
func (s *Solver) start(g *Grid) bool {
	var own, seen [9]Cells
	var filled Cells
	for c, d := range g {
		if d == 0 {
			continue
		}
		c := Cell(c)
		if seen[d-1].Has(c) {
			return false
		}
		own[d-1] = own[d-1].With(c)
		seen[d-1] = seen[d-1].Or(cellPeers[c])
		filled = filled.With(c)
	}
	p := &s.stack[0]
	*p = position{open: AllCells.AndNot(filled), changed: rowMask}
	for i := range p.digits {
		p.digits[i] = p.open.AndNot(seen[i]).Or(own[i])
	}
	return true
}

// searchFrom searches from the position at a depth of the stack. It reports
// false once found has returned false.
func (s *Solver) searchFrom(depth int, found func(*position) bool) bool {
	p := &s.stack[depth]
	for {
		two, possible := p.simplify()
		if !possible {
			return true
		}
		if p.solved() {
			return found(p)
		}
		c, d := p.branch(two)
		if d == 0 {
			continue
		}
		next := &s.stack[depth+1]
		*next = *p
		next.place(c, d)
		if !s.searchFrom(depth+1, found) {
			return false
		}
		p.remove(c, d)
		if two.Has(c) {
			p.place(c, p.candidateBut(c, d))
		}
	}
}
