package pattern

import (
	"errors"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// mostRated is the number of arrangements of one puzzle that are rated. They need
// the same number of clues more; there can be hundreds.
const mostRated = 64

// Arranged is an isomorph of a puzzle with clues of its solution added, so that
// its pattern has a symmetry.
type Arranged struct {
	Puzzle   sudoku.Puzzle
	Symmetry transform.Symmetry
	Added    int           // clues that the puzzle did not have
	Cells    sudoku.Cells  // the cells of these clues in the given puzzle
	Rating   rating.Result // of the class of Puzzle

	Automorphisms uint64 // of Puzzle
}

// Arranger arranges puzzles. The zero value is ready. It holds scratch memory and
// serves one goroutine at a time.
type Arranger struct {
	rater rating.Rater
}

// Arrange returns the isomorph of a puzzle that has a symmetry after the fewest
// clues are added. Where several ways need as many, it is the one that stays
// hardest, of the first 64 that lead to different puzzles.
//
// [transform.NoSymmetry] stands for whichever needs the fewest clues, and of
// these the one with the most turns and reflections.
func (a *Arranger) Arrange(p sudoku.Puzzle, s transform.Symmetry) (Arranged, error) {
	pattern := p.Clues().Filled()
	s, added, ways := nearest(pattern, s)
	if added == 0 { // all lead to the puzzle itself
		ways = ways[:1]
	}
	best := Arranged{Symmetry: s, Added: added}
	seen := map[sudoku.Cells]bool{}
	for _, way := range ways {
		closed := s.Close(way.Cells(pattern))
		cells := way.Inverse().Cells(closed)
		if seen[cells] {
			continue
		}
		seen[cells] = true
		image := way.Puzzle(p).With(closed)
		class, err := a.rater.Class(&image)
		if err != nil && !errors.Is(err, rating.ErrComplete) {
			return Arranged{}, err
		}
		if len(seen) == 1 || class.Rating.ER > best.Rating.ER {
			best.Puzzle, best.Rating, best.Automorphisms = image, class.Rating, class.Automorphisms
			best.Cells = cells.AndNot(pattern)
		}
		if len(seen) == mostRated {
			break
		}
	}
	return best, nil
}

// nearest returns the symmetry for which a pattern needs the fewest cells more, how
// many, and the ways. It looks at one symmetry, or at all for [transform.NoSymmetry].
func nearest(pattern sudoku.Cells, s transform.Symmetry) (best transform.Symmetry, added int, ways []transform.Isomorphism) {
	if s != transform.NoSymmetry {
		added, ways = s.Symmetrize(pattern)
		return s, added, ways
	}
	added = 81
	for s := range transform.Symmetries() {
		more, list := s.Symmetrize(pattern)
		if more < added || more == added && elements(s) > elements(best) {
			best, added, ways = s, more, list
		}
	}
	return best, added, ways
}

// elements returns the number of turns and reflections in a symmetry: each of them
// brings r1c2 to another cell.
func elements(s transform.Symmetry) int { return s.Orbit(1).Len() }
