package transform

import "github.com/seedoku/seedoku/sudoku"

// Symmetrize returns the geometries that bring a pattern closest to a symmetry:
// after them the fewest cells have to be added to give the pattern the symmetry,
// by [Symmetry.Close]. There is one for each conjugate of the symmetry that needs
// no more, and added is the number of cells. It tries all conjugates.
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
