package transform

import "github.com/seedoku/seedoku/sudoku"

// Symmetrize returns the geometries that bring a pattern closest to symmetry s.
// They minimize added, the number of cells that [Symmetry.Close] adds to the
// image of the pattern. There is one geometry for each conjugate of s that
// reaches the minimum. Symmetrize tries all conjugates.
func (s Symmetry) Symmetrize(pattern sudoku.Cells) (added int, ways []Isomorphism) {
	closer, size := newCloser(s, pattern), pattern.Len()
	added = 81
	for g := range s.allArrangements() {
		more := closer.closed(g).Len() - size
		if more < added {
			added, ways = more, ways[:0]
		}
		if more == added {
			ways = append(ways, g)
		}
	}
	return added, ways
}

// closer closes images of a pattern under a symmetry.
type closer struct {
	orbits  [27][8]sudoku.Cells // of the cells of each minirow, a bit each
	ordered [2]columnOrders     // of the pattern, and of the transposed one
}

// columnOrders are the rows of a pattern with their columns in other orders.
type columnOrders struct {
	rows [9]uint16
	by   [arrangements]struct {
		known bool
		rows  [9]uint16
	}
}

func newCloser(s Symmetry, pattern sudoku.Cells) *closer {
	closer, lines := new(closer), linesOf(pattern)
	closer.ordered[0].rows, closer.ordered[1].rows = lines.rows, lines.columns
	for c, orbit := range orbits()[s] {
		minirow := &closer.orbits[c/3]
		for cells := range minirow {
			if cells>>(c%3)&1 != 0 {
				minirow[cells] = minirow[cells].Or(orbit)
			}
		}
	}
	return closer
}

// closed returns the image of the pattern under a geometry, closed.
func (c *closer) closed(g Isomorphism) (cells sudoku.Cells) {
	rows := c.ordered[g.transposed()].in(g.columns)
	for i := range uint(9) {
		row := rows[g.rows.at(i)]
		cells = cells.Or(c.orbits[3*i][row&7]).Or(c.orbits[3*i+1][row>>3&7]).Or(c.orbits[3*i+2][row>>6])
	}
	return cells
}

// in returns the rows with their columns in an order. Each order comes up to 54
// times.
func (o *columnOrders) in(columns nibbles) *[9]uint16 {
	of := &o.by[rankSources(columns)]
	if !of.known {
		of.known, of.rows = true, withColumns(&o.rows, columns)
	}
	return &of.rows
}
