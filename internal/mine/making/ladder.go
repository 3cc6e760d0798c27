package making

import (
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// A ladder adds clues to a seed, one after the other. It ends at mostClues clues,
// or when hidden singles in boxes are enough to solve the puzzle. Each puzzle on the
// way becomes a rung of the seed. So a seed gives puzzles of all levels up to its own,
// with few clues and with many.
//
// There are two kinds of ladders. Hold adds at each step a clue that keeps the
// rating as high as possible. Ease adds one that lowers the rating, but by as
// little as possible.
//
// Rating takes nearly all of the time, so a ladder rates little. At each step it
// tries some cells, the most promising first, and takes the best. Three rules guess
// how promising a cell is. They are nearly always right. A wrong guess gives another
// rung, but never a wrong rating.
//
//   - More clues do not raise the rating. So the rating that a cell gave at an
//     earlier step is the highest that it can give now. A cell that cannot beat the
//     best one so far is not tried.
//   - The prelude of a rung is the cells whose digits are placed before the hardest
//     round. A clue there leaves this round as it is. Hold begins with these cells and
//     mostly needs no others. Ease begins with the others.
//   - Beyond closely clues, not every number of clues is needed. There a ladder adds a
//     second clue without rating the first one, if the first one is in the prelude.
//
// Cells with equal promises are tried in an order that depends on the seed alone. So
// the ladders of a seed are the same, whether it is mined or imported. A seed may also have
// rungs of ladders that were made by other rules.
const (
	closely   = 36
	mostClues = 45
	easiest   = rating.Tenths(12) // hidden singles in boxes

	holdTries = 8
	easeTries = 9
	hardTries = 3                 // for slow seeds, whose chains contain patterns, on either ladder
	hardER    = rating.Tenths(90) // the least ER of slow seeds

	nearly = rating.Tenths(4) // ease stops searching if the rating falls by at most this
)

// ladder is a kind of ladder.
type ladder struct {
	// scouts says that the first step of hold is tried first, to learn about the cells.
	// If hold was climbed before, that costs nothing.
	scouts bool

	// wanted reports whether the bank lacks rungs that the ladder can reach when it goes on
	// to a number of clues, from a rung of a level.
	wanted func(l *Lacks, level rating.Level, clues int) bool

	// step tries cells on top of base, which is the last rung or has a clue more, and
	// returns the best rung.
	step func(c *climber, last *try, base sudoku.Cells) (try, error)
}

// ladders are the kinds of ladders.
var ladders = [...]ladder{
	{wanted: (*Lacks).wantsHold, step: (*climber).hold},
	{scouts: true, wanted: (*Lacks).wantsEase, step: (*climber).ease},
}

// skips reports whether the ladders of a seed skip a number of clues. Half of the seeds
// skip even numbers, the others odd ones.
func skips(key seed.Key, clues int) bool {
	return clues > closely && clues&1 == int(key&1)
}

// hold takes the first cell that does not lower the rating, or the one that lowers
// it least.
func (c *climber) hold(last *try, base sudoku.Cells) (best try, err error) {
	left := c.empty(base)
	for n, tries := 0, c.atMost(holdTries); n < tries && !left.Empty(); n++ {
		cell := c.pick(left, last, holding)
		if n > 0 && c.most[cell] <= best.rung.ER {
			break // the other cells promise no more
		}
		left = left.Without(cell)
		t, _, err := c.try(base, cell, rating.MaxTenths)
		if err != nil {
			return t, err
		}
		if t.rung.ER > best.rung.ER {
			best = t
		}
		if t.rung.ER >= last.rung.ER {
			break
		}
	}
	return best, nil
}

// ease takes the cell that lowers the rating by the least, or the first one tried if
// none lowers it.
func (c *climber) ease(last *try, base sudoku.Cells) (best try, err error) {
	left := c.empty(base)
	first := c.pick(left, last, easing)
	for n, tries := 0, c.atMost(easeTries); n < tries && !left.Empty() && best.rung.ER+nearly < last.rung.ER; {
		cell := c.pick(left, last, easing)
		left = left.Without(cell)
		if c.most[cell] <= best.rung.ER {
			continue
		}
		n++
		t, lower, err := c.try(base, cell, last.rung.ER)
		if err != nil {
			return t, err
		}
		if lower && t.rung.ER > best.rung.ER {
			best = t
		}
	}
	if best.rung.ER == 0 {
		best, _, err = c.try(base, first, rating.MaxTenths)
	}
	return best, err
}

// atMost returns the number of tries of a step.
func (c *climber) atMost(tries int) int {
	if c.seed.Rating.ER >= hardER {
		return hardTries
	}
	return tries
}
