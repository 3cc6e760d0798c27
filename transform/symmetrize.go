package transform

import "github.com/seedoku/seedoku/sudoku"

// Symmetrize returns the geometries that bring a pattern closest to symmetry s.
// They minimize added, the number of cells that [Symmetry.Close] adds to the
// image of the pattern. There is one geometry for each conjugate of s that
// reaches the minimum. Symmetrize tries all conjugates.
func (s Symmetry) Symmetrize(pattern sudoku.Cells) (added int, ways []Isomorphism) {
	var list [81]sudoku.Cell
	cells, orbits := list[:0], &orbits()[s]
	for c := range pattern.All() {
		cells = append(cells, c)
	}
	added = 81
	for g := range s.AllArrangements() {
		var closed sudoku.Cells
		for _, c := range cells {
			closed = closed.Or(orbits[g.Cell(c)])
		}
		more := closed.Len() - len(cells)
		if more < added {
			added, ways = more, ways[:0]
		}
		if more == added {
			ways = append(ways, g)
		}
	}
	return added, ways
}
