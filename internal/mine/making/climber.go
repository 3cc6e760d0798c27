package making

import (
	"math/rand/v2"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// climber makes the ladders of a seed. Each try tells it how promising a cell is.
type climber struct {
	rated  rating.Additions
	lacks  *Lacks
	source rand.PCG
	seed   *seed.Seed
	key    seed.Key          // key of the seed
	order  [81]sudoku.Cell   // order in which cells with equal promises are tried
	tries  []try             // all so far, of both ladders
	most   [81]rating.Tenths // the highest rating that each cell can give: its last rating, or MaxTenths
}

// try is a rung that was rated.
type try struct {
	rung    seed.Rung
	prelude sudoku.Cells
}

// AddLadders adds the rungs of the ladders of a rated seed that are in l.
func (m *Maker) AddLadders(s *seed.Seed, l *Lacks) error {
	c := &m.climber
	if !c.start(&m.Rater, s, l) {
		return nil
	}
	for i := range ladders {
		rungs, err := c.climb(&ladders[i])
		if err != nil {
			return err
		}
		s.AddRungs(rungs...)
	}
	return nil
}

// start prepares c for a seed, and reports whether the bank lacks rungs of its
// ladders.
func (c *climber) start(rater *rating.Rater, s *seed.Seed, l *Lacks) bool {
	c.lacks, c.seed = l, s
	c.tries = c.tries[:0]
	ground := c.ground()
	if !slices.ContainsFunc(ladders[:], func(l ladder) bool { return c.wants(&l, &ground, ground.rung.Added) }) {
		return false
	}
	c.rated.Begin(rater, &s.Puzzle)
	c.key = s.Key()
	c.source.Seed(uint64(c.key), 0)
	c.order = CellsInRandomOrder(rand.New(&c.source))
	return true
}

// unknown is the promise of cells before the first try.
var unknown = [81]rating.Tenths(slices.Repeat([]rating.Tenths{rating.MaxTenths}, 81))

// ground returns a rung without clues, which stands for the seed itself.
func (c *climber) ground() try { return try{rung: seed.Rung{ER: c.seed.Rating.ER}} }

// wants reports whether a ladder should take a step from the last rung, to one clue more
// than base has.
func (c *climber) wants(l *ladder, last *try, base sudoku.Cells) bool {
	return last.rung.ER > easiest && c.clues(base) < mostClues && l.wanted(c.lacks, rating.LevelOf(last.rung.ER), c.clues(base)+1)
}

// climb returns the rungs of a ladder that the bank lacks. It ends where the bank lacks no
// more. The rungs of a ladder do not depend on what the bank lacks, nor on whether other
// ladders were climbed before.
func (c *climber) climb(l *ladder) (rungs []seed.Rung, err error) {
	last := c.ground()
	base := last.rung.Added
	if !c.wants(l, &last, base) {
		return nil, nil
	}
	c.most = unknown
	if l.scouts {
		if _, err := c.hold(&last, base); err != nil {
			return nil, err
		}
	}
	for c.wants(l, &last, base) {
		if last, err = l.step(c, &last, base); err != nil {
			return nil, err
		}
		if c.lacks.Has(rating.LevelOf(last.rung.ER), c.clues(last.rung.Added)) {
			rungs = append(rungs, last.rung)
		}
		base = c.base(&last)
	}
	return rungs, nil
}

// base returns the clues to which the next step adds one. These are the clues of the last
// rung. Where the next number of clues is skipped, they have mostly one clue more.
func (c *climber) base(last *try) sudoku.Cells {
	base := last.rung.Added
	if !skips(c.key, c.clues(base)+1) {
		return base
	}
	cell := c.pick(c.empty(base), last, holding)
	if !last.prelude.Has(cell) {
		return base
	}
	return base.With(cell)
}

// clues returns the number of clues of the seed with others added.
func (c *climber) clues(added sudoku.Cells) int { return c.seed.Puzzle.NumClues() + added.Len() }

// empty returns the cells that are empty in the seed with clues added.
func (c *climber) empty(added sudoku.Cells) sudoku.Cells {
	return sudoku.AllCells.AndNot(c.seed.Puzzle.Clues().Filled()).AndNot(added)
}

// expectation returns how promising a cell is for a kind of ladder, on top of a rung.
type expectation func(c *climber, cell sudoku.Cell, last *try) int

// pick returns the most promising cell.
func (c *climber) pick(cells sudoku.Cells, last *try, expected expectation) (best sudoku.Cell) {
	most := -1
	for _, cell := range c.order {
		if cells.Has(cell) {
			if p := expected(c, cell, last); p > most {
				best, most = cell, p
			}
		}
	}
	return best
}

// holding expects that a cell does not lower the rating.
func holding(c *climber, cell sudoku.Cell, last *try) int {
	p := 4 * int(min(c.most[cell], last.rung.ER))
	switch {
	case last.prelude.Has(cell):
		return p + 2
	case c.most[cell] != rating.MaxTenths:
		return p + 1
	}
	return p
}

// easing expects that a cell lowers the rating by little.
func easing(c *climber, cell sudoku.Cell, last *try) int {
	switch most := c.most[cell]; {
	case most < last.rung.ER:
		return 3 + int(most)
	case last.prelude.Has(cell):
		return 0
	case most != rating.MaxTenths:
		return 1
	}
	return 2
}

// try rates a rung: base with another cell. It reports whether its ER is below a
// bound. If not, there may be no rung.
func (c *climber) try(base sudoku.Cells, cell sudoku.Cell, bound rating.Tenths) (t try, below bool, err error) {
	added := base.With(cell)
	if i := slices.IndexFunc(c.tries, func(t try) bool { return t.rung.Added == added }); i >= 0 {
		t = c.tries[i]
	} else {
		a, below, err := c.rated.ClassBelow(base, cell, bound)
		if err != nil || !below {
			c.most[cell] = bound
			return t, false, err
		}
		t = try{seed.Rung{Added: added, ER: a.ER, EP: a.EP, ED: a.ED, Hardest: a.Hardest, Automorphisms: a.Automorphisms}, a.Prelude}
		c.tries = append(c.tries, t)
	}
	c.most[cell] = min(t.rung.ER, bound)
	return t, t.rung.ER < bound, nil
}
