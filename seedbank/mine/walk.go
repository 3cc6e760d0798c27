package mine

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// A walk finds what chance next to never does: puzzles with 17 to 19 clues, and
// ratings of 10 and more. Such puzzles have others of their kind as neighbors.
// A step of a walk sets out from one of the best seeds of the bank at which no
// walk has been, looks at its neighbors, and stores those that are new and as
// good as the seeds that the next steps will set out from. So it climbs, and on
// a plateau it spreads.
//
// Each step draws among the best seeds, and stores few of many equal neighbors:
// a walk that always took the first would go in circles in one corner. When
// there is plenty to set out from, only what is better is stored, so that a bank
// does not fill up with what a plateau has most of.
//
// What a walk has been at is in the bank, and everything else follows from the
// bank, so that a walk goes on where the last one stopped. Unlike pruning it
// depends on which step ends first, and cannot be repeated exactly.

const (
	drawnFrom = 100     // of the best seeds a step draws one, better ones more often
	plenty    = 1000    // seeds to set out from: as long as there are, only better ones are stored
	mostSeen  = 1 << 22 // neighbors that are remembered: some 200 MB
)

// goal says how to walk toward an objective.
type goal struct {
	reach
	rated int // neighbors that a step rates, at most
	kept  int // of these it stores, at most

	// value is what the objective looks at, as of a [seedbank.Spot]; better
	// compares two of them, negative if the first is better; and up leads from
	// one to the next better one.
	value  func(*seedbank.Seed) int
	better func(a, b int) int
	up     int
	// promising puts the neighbors first that are worth rating, and leaves out
	// those that are known not to reach a value.
	promising func(neighbors []sudoku.Puzzle, least int) []sudoku.Puzzle
}

var goals = map[seedbank.Objective]*goal{
	seedbank.TowardER: {
		reach:     reach{pairs: 30, doubles: 8},
		rated:     100,
		kept:      5,
		value:     func(s *seedbank.Seed) int { return int(s.Rating.ER) },
		better:    func(a, b int) int { return cmp.Compare(b, a) },
		up:        +1,
		promising: func(neighbors []sudoku.Puzzle, _ int) []sudoku.Puzzle { return neighbors },
	},
	seedbank.TowardClues: {
		reach:     reach{pairs: 81 * 80},
		rated:     20,
		kept:      20,
		value:     func(s *seedbank.Seed) int { return s.Puzzle.NumClues() },
		better:    cmp.Compare[int],
		up:        -1,
		promising: fewestClues,
	},
}

func fewestClues(neighbors []sudoku.Puzzle, most int) []sudoku.Puzzle {
	neighbors = slices.DeleteFunc(neighbors, func(p sudoku.Puzzle) bool { return p.NumClues() > most })
	slices.SortStableFunc(neighbors, func(p, q sudoku.Puzzle) int { return cmp.Compare(p.NumClues(), q.NumClues()) })
	return neighbors
}

// step is a step of a walk.
type step struct {
	walk   *walk
	number uint64 // from 1
	from   seedbank.Spot
	least  int // value of a neighbor that is worth storing
}

// walk hands out steps. Workers share it.
type walk struct {
	bank       *seedbank.Bank
	toward     seedbank.Objective
	randomSeed uint64

	// Steps that have been handed out and not yet noted as done; news says that
	// some were.
	mutex sync.Mutex
	open  map[seedbank.SeedID]bool
	news  chan struct{}

	// Neighbors that this walk has come across: most of them are not stored, and
	// turn up again.
	seen map[seedbank.Key]bool

	// Used by the goroutine that asks for steps alone.
	random *rand.Rand
	steps  uint64
}

func newWalk(bank *seedbank.Bank, toward seedbank.Objective, randomSeed uint64) *walk {
	return &walk{
		bank: bank, toward: toward, randomSeed: randomSeed,
		open: map[seedbank.SeedID]bool{}, news: make(chan struct{}, 1), seen: map[seedbank.Key]bool{},
		random: rand.New(rand.NewPCG(randomSeed, 0)),
	}
}

// next returns a step to take now, or nil if there is none.
func (w *walk) next(ctx context.Context) (*step, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	frontier, err := w.bank.Frontier(ctx, w.toward, plenty+len(w.open))
	frontier = slices.DeleteFunc(frontier, func(spot seedbank.Spot) bool { return w.open[spot.ID] })
	if err != nil || len(frontier) == 0 {
		return nil, err
	}
	w.steps++
	best := frontier[:min(len(frontier), drawnFrom)]
	s := &step{walk: w, number: w.steps, from: best[w.random.IntN(1+w.random.IntN(len(best)))], least: best[len(best)-1].Value}
	if last := frontier[len(frontier)-1].Value; len(frontier) >= plenty && last == s.least {
		s.least += goals[w.toward].up
	}
	w.open[s.from.ID] = true
	return s, nil
}

// await waits until a step is done. It reports false if none is to be waited
// for.
func (w *walk) await(ctx context.Context) bool {
	w.mutex.Lock()
	open := len(w.open)
	w.mutex.Unlock()
	if open == 0 {
		return false
	}
	select {
	case <-w.news:
		return true
	case <-ctx.Done():
		return false
	}
}

// done notes that a step was taken and what came of it is stored.
func (w *walk) done(ctx context.Context, s *step) error {
	if err := w.bank.NoteWalked(ctx, w.toward, s.from.ID); err != nil {
		return err
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	delete(w.open, s.from.ID)
	select {
	case w.news <- struct{}{}:
	default:
	}
	return nil
}

// isNew reports whether a seed is new to the walk and to the bank.
func (w *walk) isNew(ctx context.Context, key seedbank.Key) (bool, error) {
	w.mutex.Lock()
	seen := w.seen[key]
	if len(w.seen) >= mostSeen {
		clear(w.seen)
	}
	w.seen[key] = true
	w.mutex.Unlock()
	if seen {
		return false, nil
	}
	has, err := w.bank.Has(ctx, key)
	return !has, err
}

// walker takes steps of a walk, with scratch memory of its own.
type walker struct {
	walk      *walk
	goal      *goal
	source    *rand.PCG
	vicinity  *vicinity
	canonizer transform.Canonizer
	climber   *climber
}

func newWalker(w *walk, climber *climber) *walker {
	source := rand.NewPCG(0, 0)
	return &walker{walk: w, goal: goals[w.toward], source: source, vicinity: newVicinity(rand.New(source)), climber: climber}
}

// take takes a step. When ctx is done it stops half way: what it found until
// then is kept, and the step will be taken again.
func (w *walker) take(ctx context.Context, s *step) (f finds, err error) {
	storing := context.WithoutCancel(ctx)
	from, err := w.walk.bank.Seed(storing, s.from.ID)
	if err != nil {
		return f, err
	}
	w.source.Seed(w.walk.randomSeed, s.number)
	neighbors := w.goal.promising(w.vicinity.neighbors(&from.Puzzle, w.goal.reach), s.least)
	seeds, err := w.rate(ctx, neighbors)
	if err != nil {
		return f, err
	}
	f = finds{made: len(seeds), step: s}
	f.seeds, err = w.best(seeds, s.least)
	f.halfway = ctx.Err() != nil
	return f, err
}

// rate rates those puzzles that are new, until there are enough or ctx is done.
func (w *walker) rate(ctx context.Context, puzzles []sudoku.Puzzle) (seeds []seedbank.Seed, err error) {
	for i := range puzzles {
		if len(seeds) == w.goal.rated || ctx.Err() != nil {
			break
		}
		canonical := w.canonizer.Canonical(puzzles[i].Clues())
		isNew, err := w.walk.isNew(context.WithoutCancel(ctx), seedbank.KeyOf(canonical.Grid))
		if err != nil {
			return nil, err
		}
		if !isNew {
			continue
		}
		seed, err := w.climber.rate(puzzles[i])
		if err != nil {
			return nil, err
		}
		seed.Origin = seedbank.Walk
		seeds = append(seeds, seed)
	}
	return seeds, nil
}

// best returns the best seeds, with their ladders, if they are worth storing.
func (w *walker) best(seeds []seedbank.Seed, least int) (best []rated, err error) {
	g := w.goal
	slices.SortStableFunc(seeds, func(s, t seedbank.Seed) int { return g.better(g.value(&s), g.value(&t)) })
	for _, seed := range seeds {
		if len(best) == g.kept || g.better(g.value(&seed), least) > 0 {
			break
		}
		if err := w.climber.climb(&seed); err != nil {
			return nil, err
		}
		best = append(best, rated{seed: seed, climbed: true})
	}
	return best, nil
}
