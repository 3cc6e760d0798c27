package making

import (
	"math/rand/v2"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// A seed in print style of the levels 1 to 3 also gets broad rungs, for children and
// beginners: its symmetric puzzle with up to 60 clues. They have more clues than any puzzle in
// print style, and so they do not come among these. Every second puzzle on the way becomes
// a rung: for half of the seeds those with 38 or 39 clues, 42 or 43 and so on, for the other half
// those with 40 or 41, 44 or 45 and so on.
//
// Clues are added in pairs that keep the symmetry, each time the pair that keeps the rating as
// high as possible. Pairs of cells of the prelude are tried first, because they do not change
// the hardest round. A ladder that has fallen to level 1 ends after one rung at least, because
// the seeds of this level give enough others.
const (
	Easy       = rating.Level(3) // highest level of seeds with broad rungs
	LeastBroad = 37              // clues of a broad rung
	mostBroad  = 60
)

// broad makes the broad rungs of a seed.
type broad struct {
	rated *rating.Additions
	seed  *seed.Seed
	pairs []sudoku.Cells // of empty cells that the symmetry exchanges, in random order
	last  try
}

// AddBroad adds the broad rungs of a seed that are in l. A seed that is not in print style, or of
// a higher level, has none.
func (m *Maker) AddBroad(s *seed.Seed, l *Lacks) error {
	printed, ok := easyPrinted(s)
	if !ok {
		return nil
	}
	b := &broad{rated: &m.climber.rated, seed: s}
	b.rated.Begin(&m.Rater, &s.Puzzle)
	b.findPairs(printed.Added)
	first, err := b.rate(printed.Added)
	if err != nil {
		return err
	}
	b.last = first
	var rungs []seed.Rung
	for b.clues() <= mostBroad-2 && (len(rungs) == 0 || b.last.rung.ER > easiest || first.rung.ER <= easiest) {
		if err := b.step(); err != nil {
			return err
		}
		if n := b.clues(); n >= LeastBroad && n>>1&1 == int(s.Key()&1) {
			rungs = append(rungs, b.last.rung)
		}
	}
	s.AddRungs(slices.DeleteFunc(rungs, func(r seed.Rung) bool {
		return !l.Has(rating.LevelOf(r.ER), s.Puzzle.NumClues()+r.Added.Len())
	})...)
	return nil
}

// printStyle returns the clues and the symmetry of puzzles of a level in print style.
func printStyle(level rating.Level) *draw.Request {
	return (&draw.Request{Style: draw.Print}).Added(level)
}

// easyPrinted returns the first rung of a seed in print style that has one of the levels 1 to 3.
func easyPrinted(s *seed.Seed) (seed.Rung, bool) {
	for _, r := range s.Rungs {
		level, clues := rating.LevelOf(r.ER), s.Puzzle.Clues().Filled().Or(r.Added)
		if style := printStyle(level); level <= Easy && style.Clues.Has(clues.Len()) && transform.Conjugates(clues)[style.Symmetry] > 0 {
			return r, true
		}
	}
	return seed.Rung{}, false
}

// Broadens reports whether a seed can have broad rungs, and has none.
func Broadens(s *seed.Seed) bool {
	printed, ok := easyPrinted(s)
	return ok && !slices.ContainsFunc(s.Rungs, func(r seed.Rung) bool {
		return s.Puzzle.NumClues()+r.Added.Len() >= LeastBroad && printed.Added.Within(r.Added)
	})
}

// findPairs finds the pairs of cells that are empty in the puzzle with some clues added. A cell
// that the symmetry leaves in its place is none.
func (b *broad) findPairs(added sudoku.Cells) {
	symmetry, clues := printStyle(Easy).Symmetry, b.seed.Puzzle.Clues().Filled().Or(added)
	way := symmetry.Arrangements(clues)[0]
	back := way.Inverse()
	left := sudoku.AllCells.AndNot(clues)
	for !left.Empty() {
		pair := back.Cells(symmetry.Orbit(way.Cell(left.First())))
		if left = left.AndNot(pair); pair.Len() == 2 {
			b.pairs = append(b.pairs, pair)
		}
	}
	random := rand.New(rand.NewPCG(uint64(b.seed.Key()), 1))
	random.Shuffle(len(b.pairs), func(i, j int) { b.pairs[i], b.pairs[j] = b.pairs[j], b.pairs[i] })
}

func (b *broad) clues() int { return b.seed.Puzzle.NumClues() + b.last.rung.Added.Len() }

// rate rates the rung with some cells.
func (b *broad) rate(added sudoku.Cells) (try, error) {
	cell := added.First()
	a, _, err := b.rated.ClassBelow(added.Without(cell), cell, rating.MaxTenths)
	return try{seed.Rung{Added: added, ER: a.ER, EP: a.EP, ED: a.ED, Hardest: a.Hardest, Automorphisms: a.Automorphisms}, a.Prelude}, err
}

// step adds the first pair that does not lower the rating, or the one that lowers it least.
func (b *broad) step() error {
	slices.SortStableFunc(b.pairs, func(p, q sudoku.Cells) int { return b.outside(p) - b.outside(q) })
	best, at := try{}, 0
	for i, pair := range b.pairs {
		t, err := b.rate(b.last.rung.Added.Or(pair))
		if err != nil {
			return err
		}
		if t.rung.ER > best.rung.ER {
			best, at = t, i
		}
		if best.rung.ER >= b.last.rung.ER {
			break
		}
	}
	b.last, b.pairs = best, slices.Delete(b.pairs, at, at+1)
	return nil
}

// outside returns the number of cells that are not in the prelude.
func (b *broad) outside(pair sudoku.Cells) int { return pair.AndNot(b.last.prelude).Len() }
