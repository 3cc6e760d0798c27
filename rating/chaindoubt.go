package rating

import (
	"math"

	"github.com/seedoku/seedoku/sudoku"
)

// A search keeps one way to each candidate, the first of the shortest ones. If there
// are several, the orientation of the grid decides which is first, and so which
// cycles are found. Mostly that makes no difference: the other cycles remove nothing,
// or nothing that other steps do not remove as well.

// doubts are what cycles of the lowest rank may remove in one orientation and not in
// another.
type doubts struct {
	wanted  bool
	rank    rank
	removed marks
	left    bool // whether other steps leave any of these

	way  []sudoku.Candidate // of a cycle, backwards: off and on in turn
	ways int                // that were gone for the cycle at hand
}

// manyWays is the number of ways of one cycle from which on they are not all gone.
const manyWays = 200

func (x *doubts) reset() { x.rank, x.left = math.MaxUint16, false }

// add notes what may be removed by a cycle of some rank.
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

// doubt notes what the cycles remove that go any of the ways to a candidate, and
// return to the start through another.
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

// everyWay goes all shortest ways back to the start.
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

// removedOn returns what a cycle removes; see removedBy.
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

// settleDoubts finds out whether the steps of the lowest rank that are found in every
// orientation remove all that is in doubt.
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

func (c *chains) inDoubt() bool { return c.doubts.wanted && c.doubts.left }
