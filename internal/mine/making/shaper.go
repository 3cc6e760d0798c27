package making

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
)

// A chain makes puzzles with a pattern. It begins with a search, which is slow. From the
// puzzle that it finds, the chain goes to others that differ in one to three digits, which
// is fast. It follows a puzzle that is further from the levels wanted than the last one
// only one time in four. So the chain reaches levels that searches hardly ever find, and
// does not go round in circles. After a puzzle of a level wanted it goes on for some moves
// without rating, since the next puzzles are much like it.
const (
	triesAChain   = 32  // greatest number of searches of a chain
	ratedAChain   = 96  // puzzles that come no nearer to the aim, before the chain ends
	keptAChain    = 8   // puzzles of the levels wanted, before the chain ends
	apart         = 24  // number of moves between two kept puzzles
	turnsBack     = 4   // one in this number of puzzles that lead away is followed
	mostUnchanged = 100 // moves in a row without another puzzle, before the chain ends
)

// Shaper makes puzzles with given patterns or solutions. It has its own scratch memory.
type Shaper struct {
	randomSeed uint64
	source     *rand.PCG
	random     *rand.Rand
	searcher   pattern.Searcher
	rater      rating.Rater
	solver     sudoku.Solver
	grids      pattern.Effort // of a chain with a given solution
}

func NewShaper(randomSeed uint64) *Shaper {
	source := rand.NewPCG(0, 0)
	return &Shaper{randomSeed: randomSeed, source: source, random: rand.New(source)}
}

// ofPatterns is set in the numbers of chains. So they differ from the numbers of other
// puzzles; see SymmetryShift.
const ofPatterns = uint64(0xff) << SymmetryShift

// ChainNumbers is the distance between the numbers of two chains.
const ChainNumbers = 16

// Aim says which puzzles of a chain are wanted.
type Aim struct {
	Levels seedbank.Range[rating.Level]
	Climb  bool // only the hardest puzzle of the chain within these levels
}

// farthest is greater than every distance.
const farthest = 1 << 10

// distance returns how far a rating is from the aim, 0 if it is reached.
func (a *Aim) distance(er rating.Tenths) int {
	if a.Climb {
		return int(rating.MaxTenths - er)
	}
	if a.Levels.Has(rating.LevelOf(er)) {
		return 0
	}
	least, _ := a.Levels.Low.Range()
	_, most := a.Levels.High.Range()
	return max(int(least)-int(er), int(er)-int(most))
}

// Chain makes the puzzles of chain number i, and returns the wanted ones. It ends early if
// ctx is done.
func (s *Shaper) Chain(ctx context.Context, cells sudoku.Cells, a Aim, i uint64) (kept []sudoku.Puzzle, tried Tried, err error) {
	s.source.Seed(s.randomSeed, i|ofPatterns)
	return s.chain(ctx, &ofCells{s, cells}, a)
}

// family is puzzles that have something in common. A chain goes from one to others.
type family interface {
	// first searches for the first puzzle of a chain.
	first(ctx context.Context) (sudoku.Puzzle, bool)

	// next returns another puzzle near p.
	next(p *sudoku.Puzzle) (sudoku.Puzzle, bool)

	// further returns a puzzle that is some moves away from p.
	further(p *sudoku.Puzzle) sudoku.Puzzle

	// most is the number of puzzles of the levels wanted, before a chain ends.
	most() int
}

// chain goes through puzzles of a family, and returns the wanted ones.
func (s *Shaper) chain(ctx context.Context, of family, a Aim) (kept []sudoku.Puzzle, tried Tried, err error) {
	at, ok := of.first(ctx)
	distance := farthest
	best, least, last := at, farthest, 0 // the nearest puzzle so far, and its place
	for next := at; ok && len(kept) < of.most() && tried.Proper-last < ratedAChain && ctx.Err() == nil; next, ok = of.next(&at) {
		result, err := s.rater.RateClass(&next)
		if err != nil {
			return nil, tried, fmt.Errorf("rating %v: %w", next.Clues(), err)
		}
		tried.Proper++
		tried.Levels[result.Level()]++
		d := a.distance(result.ER)
		if d < least {
			best, least, last = next, d, tried.Proper
		}
		if d <= distance || s.random.IntN(turnsBack) == 0 {
			at, distance = next, d
		}
		if d == 0 {
			kept = append(kept, next)
			at = of.further(&next)
		}
	}
	if a.Climb && least < farthest && a.Levels.Has(rating.LevelOf(rating.MaxTenths-rating.Tenths(least))) {
		kept = append(kept, best)
	}
	tried.Add(&Tried{Effort: s.searcher.Effort()})
	return kept, tried, nil
}

// ofCells is the puzzles with a pattern.
type ofCells struct {
	*Shaper
	cells sudoku.Cells
}

func (s *ofCells) most() int { return keptAChain }

func (s *ofCells) first(ctx context.Context) (p sudoku.Puzzle, ok bool) {
	for i := 0; i < triesAChain && !ok && ctx.Err() == nil; i++ {
		p, ok = s.searcher.Try(ctx, s.cells, s.random)
	}
	return p, ok
}

func (s *ofCells) next(p *sudoku.Puzzle) (sudoku.Puzzle, bool) {
	for range mostUnchanged {
		if q, ok := s.searcher.Vary(p, s.random); ok {
			return q, true
		}
	}
	return *p, false
}

func (s *ofCells) further(p *sudoku.Puzzle) sudoku.Puzzle {
	at := *p
	for range apart {
		if q, ok := s.searcher.Vary(&at, s.random); ok {
			at = q
		}
	}
	return at
}

// Core returns a minimal puzzle within p, and the cells of the other clues of p.
func (s *Shaper) Core(p *sudoku.Puzzle) (core sudoku.Puzzle, added sudoku.Cells) {
	core = *p
	order := slices.Collect(p.Clues().Filled().All())
	s.random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	s.solver.Minimize(&core, order)
	return core, p.Clues().Filled().AndNot(core.Clues().Filled())
}
