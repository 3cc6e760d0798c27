package mine

import (
	"math/rand/v2"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// A ladder adds clues to a seed, one after the other. It ends at mostClues clues,
// or when hidden singles in boxes are enough to solve the puzzle. Each set of
// clues on the way becomes a rung of the seed. So a seed serves all levels up to
// its own, with few clues and with many.
//
// There are two kinds of ladders. Hold adds at each step a clue that keeps the
// rating as high as possible. Ease adds one that lowers the rating, but by as
// little as possible.
//
// At each step up to maxTries clues are tried, and the best is added. Hold adds
// the first clue that does not lower the rating, and tries no more. Trying all
// clues would take five times longer, for ladders that are hardly better. Hard
// seeds get fewer tries, because they take the longest to rate.
//
// The order of the tries depends on the seed alone. So do its ladders, whoever
// mines or imports it.
const (
	mostClues = 45
	maxTries  = 12
	hardTries = 3                 // of seeds that need dynamic chains with patterns in them
	hardER    = rating.Tenths(90) // the least ER of such seeds
	easiest   = rating.Tenths(12) // hidden singles in boxes
)

// preference compares two rungs that can follow on a ladder at some ER. It says
// whether the first is better than the other, and whether it is good enough to
// look no further.
type preference func(before rating.Tenths, rung, other *seed.Rung) (better, enough bool)

// preferences are the kinds of ladders.
var preferences = [...]preference{hold, ease}

func hold(before rating.Tenths, rung, other *seed.Rung) (better, enough bool) {
	return rung.ER > other.ER, rung.ER >= before
}

func ease(before rating.Tenths, rung, other *seed.Rung) (better, enough bool) {
	lower, otherLower := rung.ER < before, other.ER < before
	if lower && otherLower {
		return rung.ER > other.ER, false
	}
	return lower || !otherLower && rung.ER < other.ER, false
}

// addLadders gives a rated seed the rungs of its ladders.
func (m *maker) addLadders(s *seed.Seed) error {
	tries := maxTries
	if s.Rating.ER >= hardER {
		tries = hardTries
	}
	for kind, prefer := range preferences {
		random := rand.New(rand.NewPCG(uint64(s.Key()), uint64(kind)))
		rungs, err := m.ladder(s, prefer, tries, random)
		if err != nil {
			return err
		}
		s.AddRungs(rungs...)
	}
	return nil
}

func (m *maker) ladder(s *seed.Seed, prefer preference, tries int, random *rand.Rand) (rungs []seed.Rung, err error) {
	top := seed.Rung{ER: s.Rating.ER}
	for s.Puzzle.NumClues()+top.Added.Len() < mostClues && top.ER > easiest {
		if top, err = m.best(s, &top, prefer, tries, random); err != nil {
			return nil, err
		}
		rungs = append(rungs, top)
	}
	return rungs, nil
}

// best tries to put rungs on top of another one, and returns the best of them.
func (m *maker) best(s *seed.Seed, top *seed.Rung, prefer preference, tries int, random *rand.Rand) (best seed.Rung, err error) {
	var list [81]sudoku.Cell
	cells := list[:0]
	for cell := range sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled()).AndNot(top.Added).All() {
		cells = append(cells, cell)
	}
	for i := range min(tries, len(cells)) {
		n := i + random.IntN(len(cells)-i)
		cells[i], cells[n] = cells[n], cells[i]
		rung, err := m.rung(s, top.Added.With(cells[i]))
		if err != nil {
			return best, err
		}
		better, enough := prefer(top.ER, &rung, &best)
		if i == 0 || better {
			best = rung
		}
		if enough {
			return rung, nil
		}
	}
	return best, nil
}

// rung rates a seed with clues added.
func (m *maker) rung(s *seed.Seed, added sudoku.Cells) (seed.Rung, error) {
	p := s.Puzzle.With(added)
	class, err := m.rater.Class(&p)
	r := &class.Rating
	return seed.Rung{Added: added, ER: r.ER, EP: r.EP, ED: r.ED, Hardest: r.Hardest, Automorphisms: class.Automorphisms}, err
}
