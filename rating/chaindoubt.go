package rating

import (
	"math"

	"github.com/seedoku/seedoku/sudoku"
)

// A search keeps one way to each candidate, the first of the shortest ones. If there
// are several, the orientation of the grid decides which is first, and so which
// cycles are found. Mostly that makes no difference: the other cycles remove nothing,
// or nothing that other steps do not remove as well.

// doubts are the candidates that cycles of the lowest rank may remove in one
// orientation and not in another.
type doubts struct {
	wanted  bool
	rank    rank
	removed marks
	left    bool // whether some of them are not removed by other steps

	way  []sudoku.Candidate // candidates of a cycle backwards, off and on alternately
	ways int                // number of ways examined for the current cycle
}

// manyWays is the greatest number of ways of one cycle that are examined.
const manyWays = 200

func (x *doubts) reset() { x.rank, x.left = math.MaxUint16, false }

// add records candidates that a cycle of rank r may remove.
func (x *doubts) add(r rank, removed *marks) {
	switch {
	case r > x.rank || removed.empty():
	case r < x.rank:
		x.rank, x.removed = r, *removed
	default:
		x.removed.join(removed)
	}
}

// tied reports whether there is another way to a candidate, as short as the one kept.
func (c *chains) tied(to sudoku.Candidate) bool {
	for ; c.reached[to].level > 0; to = c.reached[to].from {
		if c.reached[to].tied {
			return true
		}
	}
	return false
}

// doubt records the candidates removed by cycles that take any of the ways to a
// candidate and return to the start through another one.
func (c *chains) doubt(pass *chainPass, complexity int, to, through sudoku.Candidate) {
	x := &c.doubts
	r := chainRank(pass.cycle, increments(complexity))
	if r > x.rank {
		return
	}
	x.way, x.ways = append(x.way[:0], through), 0
	c.everyWay(pass, to, r)
	if x.ways > manyWays {
		all := marks{c.state.cells}
		x.add(r, &all)
	}
}

// everyWay follows all shortest ways back to the start.
func (c *chains) everyWay(pass *chainPass, to sudoku.Candidate, r rank) {
	x := &c.doubts
	if x.ways > manyWays {
		return
	}
	x.way = append(x.way, to)
	level := c.reached[to].level
	if level == 0 {
		x.ways++
		removed := c.removedOn(x.way)
		x.add(r, &removed)
	} else {
		for _, strong := range c.strongLinks(to) {
			x.way = append(x.way, strong.to)
			for _, weak := range c.weakLinks(pass, strong.to) {
				if from := &c.reached[weak.to]; from.search == c.search && from.level == level-1 {
					c.everyWay(pass, weak.to, r)
				}
			}
			x.way = x.way[:len(x.way)-1]
		}
	}
	x.way = x.way[:len(x.way)-1]
}

// removedOn returns the candidates that a cycle removes; see removedBy.
func (c *chains) removedOn(way []sudoku.Candidate) (removed marks) {
	var cells sudoku.Cells
	var seen [2][9]sudoku.Cells
	for i, k := range way {
		cells = cells.With(k.Cell())
		by := &seen[i&1][k.Digit()-1]
		*by = by.Or(k.Cell().Peers())
	}
	for d := range removed.cells {
		removed.cells[d] = c.state.cells[d].And(seen[0][d]).And(seen[1][d]).AndNot(cells)
	}
	return removed
}

// settleDoubts determines whether steps of the lowest rank that are found in every
// orientation remove all doubtful candidates.
func (c *chains) settleDoubts() {
	x := &c.doubts
	if x.rank > c.bound {
		return
	}
	var sure marks
	for i := range c.steps {
		if s := &c.steps[i]; s.rank == x.rank && !s.doubtful {
			for _, k := range s.gone {
				sure.add(k)
			}
		}
	}
	for d := range sure.cells {
		x.left = x.left || !x.removed.cells[d].Within(sure.cells[d])
	}
}
