package mine

import (
	"fmt"
	"math/rand/v2"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// A ladder adds clues to a seed, one after the other, until there are mostClues
// or nothing is left to find but hidden singles in boxes. The ladder Hold adds
// at each step a clue that keeps the rating as high as it can be; the ladder
// Ease one that lowers it, but by as little as possible. So a seed serves all
// levels up to its own, with few clues and with many.
//
// At each step clues are tried in an order that depends on the seed alone. Hold
// takes the first that does not lower the rating. If there is none among the
// first tries, of which there are at most maxTries, the best of them is taken.
// To try all would take five times as long for ladders that are hardly better.
// Seeds that a walk finds get fewer tries: the hardest take long to rate, and it
// is neighbors that the walk should spend its time on.
const (
	mostClues = 45
	maxTries  = 12
	walkTries = 3
	easiest   = rating.Tenths(12) // hidden singles in boxes
)

// climber makes ladders, with scratch memory of its own.
type climber struct {
	canonizer transform.Canonizer
	rater     rating.Rater
}

// preference says whether a rung is better than another one, on a ladder that
// has come to some ER, and whether it is good enough to look no further.
type preference func(before rating.Tenths, rung, other *seedbank.Rung) (better, enough bool)

var preferences = [seedbank.NumLadders]preference{
	seedbank.Hold: func(before rating.Tenths, rung, other *seedbank.Rung) (better, enough bool) {
		return rung.ER > other.ER, rung.ER >= before
	},
	seedbank.Ease: func(before rating.Tenths, rung, other *seedbank.Rung) (better, enough bool) {
		lower, otherLower := rung.ER < before, other.ER < before
		if lower && otherLower {
			return rung.ER > other.ER, false
		}
		return lower || !otherLower && rung.ER < other.ER, false
	},
}

// climb gives a seed its ladders.
func (c *climber) climb(s *seedbank.Seed) error {
	tries := maxTries
	if s.Origin == seedbank.Walk {
		tries = walkTries
	}
	for l, prefer := range preferences {
		random := rand.New(rand.NewPCG(uint64(s.Key()), uint64(l)))
		ladder, err := c.ladder(s, prefer, tries, random)
		if err != nil {
			return err
		}
		s.Ladders[l] = ladder
	}
	return nil
}

func (c *climber) ladder(s *seedbank.Seed, prefer preference, tries int, random *rand.Rand) (seedbank.Ladder, error) {
	var ladder seedbank.Ladder
	puzzle, before := s.Puzzle, s.Rating.ER
	for puzzle.NumClues() < mostClues && before > easiest {
		rung, err := c.best(&puzzle, before, prefer, tries, random)
		if err != nil {
			return nil, err
		}
		ladder = append(ladder, rung)
		puzzle, before = puzzle.With(sudoku.CellSet(rung.Cell)), rung.ER
	}
	return ladder, nil
}

// best returns the best of the rungs that it tries on a puzzle.
func (c *climber) best(p *sudoku.Puzzle, before rating.Tenths, prefer preference, tries int, random *rand.Rand) (best seedbank.Rung, err error) {
	var list [81]sudoku.Cell
	cells := list[:0]
	for cell := range sudoku.AllCells.AndNot(p.Clues().Filled()).All() {
		cells = append(cells, cell)
	}
	for i := range min(tries, len(cells)) {
		n := i + random.IntN(len(cells)-i)
		cells[i], cells[n] = cells[n], cells[i]
		rung, err := c.rung(p, cells[i])
		if err != nil {
			return best, err
		}
		better, enough := prefer(before, &rung, &best)
		if i == 0 || better {
			best = rung
		}
		if enough {
			return rung, nil
		}
	}
	return best, nil
}

// rung rates a puzzle with the clue of a cell added.
func (c *climber) rung(p *sudoku.Puzzle, cell sudoku.Cell) (seedbank.Rung, error) {
	seed, err := c.rate(p.With(sudoku.CellSet(cell)))
	r := &seed.Rating
	return seedbank.Rung{
		Cell: cell, ER: r.ER, EP: r.EP, ED: r.ED, Hardest: r.Hardest, Automorphisms: seed.Automorphisms,
	}, err
}

// rate returns a puzzle as a seed: in canonical form, with its rating.
func (c *climber) rate(p sudoku.Puzzle) (seedbank.Seed, error) {
	canonical := c.canonizer.Canonical(p.Clues())
	puzzle := canonical.To.Puzzle(p)
	result, err := c.rater.Rate(&puzzle)
	if err != nil {
		err = fmt.Errorf("rating %v: %w", puzzle.Clues(), err)
	}
	return seedbank.Seed{Puzzle: puzzle, Rating: result, Automorphisms: canonical.Automorphisms}, err
}
