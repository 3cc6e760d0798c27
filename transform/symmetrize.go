package transform

import "github.com/seedoku/seedoku/sudoku"

// Symmetrize returns the geometries that bring a pattern closest to a symmetry:
// after them the fewest cells have to be added to give the pattern the symmetry,
// by [Symmetry.Close]. There is one for each conjugate of the symmetry that needs
// no more, and added is the number of cells. It tries all conjugates.
func (s Symmetry) Symmetrize(pattern sudoku.Cells) (added int, ways []Isomorphism) {
	added = 81
	n := pattern.Len()
	for g := range s.AllArrangements() {
		more := s.Close(g.Cells(pattern)).Len() - n
		if more < added {
			added, ways = more, ways[:0]
		}
		if more == added {
			ways = append(ways, g)
		}
	}
	return added, ways
}
