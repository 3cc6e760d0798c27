package mine

import (
	"math/rand/v2"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// climber makes the ladders of a seed. It keeps what it finds out about the cells.
type climber struct {
	rated  rating.Additions
	lacks  *lacks
	source rand.PCG
	seed   *seed.Seed
	key    seed.Key          // of it
	order  [81]sudoku.Cell   // of tries that promise the same
	tries  []try             // all so far, of both ladders
	most   [81]rating.Tenths // the highest rating that a cell promises: what it gave last, or MaxTenths
}

// try is a rung that was rated.
type try struct {
	rung    seed.Rung
	prelude sudoku.Cells
}

// addLadders gives a rated seed the rungs of its ladders that are lacking.
func (m *maker) addLadders(s *seed.Seed, l *lacks) error {
	c := &m.climber
	if !c.start(&m.rater, s, l) {
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

// start makes c ready for a seed, and reports whether any of its ladders
// is lacking.
func (c *climber) start(rater *rating.Rater, s *seed.Seed, l *lacks) bool {
	c.lacks, c.seed = l, s
	c.tries = c.tries[:0]
	ground := c.ground()
	if !slices.ContainsFunc(ladders[:], func(l ladder) bool { return c.wants(&l, &ground, ground.rung.Added) }) {
		return false
	}
	c.rated.Begin(rater, &s.Puzzle)
	c.key = s.Key()
	for i := range c.order {
		c.order[i] = sudoku.Cell(i)
	}
	c.source.Seed(uint64(c.key), 0)
	rand.New(&c.source).Shuffle(len(c.order), func(i, j int) { c.order[i], c.order[j] = c.order[j], c.order[i] })
	return true
}

// unknown is what cells promise before the first try.
var unknown = [81]rating.Tenths(slices.Repeat([]rating.Tenths{rating.MaxTenths}, 81))

// ground returns the seed as the rung below the first one.
func (c *climber) ground() try { return try{rung: seed.Rung{ER: c.seed.Rating.ER}} }

// wants reports whether the step of a ladder from the last rung to a clue more than
// base has is worth taking.
func (c *climber) wants(l *ladder, last *try, base sudoku.Cells) bool {
	return last.rung.ER > easiest && c.clues(base) < mostClues && l.wanted(c.lacks, rating.LevelOf(last.rung.ER), c.clues(base)+1)
}

// climb returns the rungs of a ladder that are lacking. It ends where nothing more is
// lacking. What is wanted does not change a ladder: it begins with the same
// knowledge, whether other ladders were climbed or not.
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
		if c.lacks.has(rating.LevelOf(last.rung.ER), c.clues(last.rung.Added)) {
			rungs = append(rungs, last.rung)
		}
		base = c.base(&last)
	}
	return rungs, nil
}

// base returns the clues to which the next step adds one: those of the last rung,
// and mostly one more where the numbers of clues do not count one by one.
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

// empty returns the cells that the seed leaves empty, with clues added.
func (c *climber) empty(added sudoku.Cells) sudoku.Cells {
	return sudoku.AllCells.AndNot(c.seed.Puzzle.Clues().Filled()).AndNot(added)
}

// expectation is how much a kind of ladder expects of a cell, on top of a rung.
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

// holding is the promise not to lower the rating.
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

// easing is the promise to lower the rating by little.
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
	t, known := c.tried(added)
	if !known {
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

// tried returns the rung that adds some cells if it was rated before.
func (c *climber) tried(added sudoku.Cells) (t try, known bool) {
	for i := range c.tries {
		if c.tries[i].rung.Added == added {
			return c.tries[i], true
		}
	}
	return try{}, false
}
