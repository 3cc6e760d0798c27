package mine

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// A walk finds puzzles that pruning hardly ever finds: with 17 to 19 clues, or
// rated 10 and more. Such puzzles have others like them as neighbors. A step sets
// out from one of the best seeds of the bank that no walk has visited. It looks at
// the neighbors of this seed. It stores the new ones that are no worse than the
// seeds from which the next steps will set out. So a walk climbs, and on a plateau
// it spreads.
//
// Each step draws among the best seeds, and stores few of many equal neighbors.
// A walk that always took the first would go in circles in one corner. When the
// bank has plenty of seeds to set out from, only better ones are stored. So the
// bank does not fill up with the equal seeds of a plateau.
//
// The bank records which seeds walks have visited. Everything else follows from
// the bank, so a walk goes on where the last one stopped. Unlike pruning, a walk
// depends on which step ends first, and cannot be repeated exactly.
//
// A walk that has nowhere to set out from, as on an empty bank, prunes until there
// are seeds to go on from.
//
// A walk with a symmetry leads from symmetric puzzles to symmetric puzzles, which
// are rungs of seeds or seeds themselves. Its values are theirs.

const (
	drawnFrom = 100       // a step draws one of this number of best seeds, better ones more often
	plenty    = MostAhead // seeds to set out from; while there are this many, only better ones are stored
	mostSeen  = 1 << 22   // neighbors that are remembered: some 200 MB
)

// MostAhead is the highest count of seeds from which a walk can go on. More are
// not counted.
const MostAhead = 1000

// goal says how to walk toward an objective.
type goal struct {
	reach
	mostRated  int // neighbors that a step rates, at most
	mostStored int // of these it stores, at most

	// value is the value of a puzzle, as in [seedbank.Start]. better compares two
	// values, and is negative if the first is better. A value plus up is the next
	// better one.
	value  func(er rating.Tenths, clues int) int
	better func(a, b int) int
	up     int
	// promising puts the neighbors first that are most worth rating, and leaves
	// out those that cannot reach the least value to store.
	promising func(neighbors []sudoku.Puzzle, least int) []sudoku.Puzzle
}

var goals = map[seedbank.Objective]*goal{
	seedbank.TowardER: {
		reach:      reach{pairs: 30, doubles: 8},
		mostRated:  100,
		mostStored: 5,
		value:      func(er rating.Tenths, _ int) int { return int(er) },
		better:     func(a, b int) int { return cmp.Compare(b, a) },
		up:         +1,
		promising:  func(neighbors []sudoku.Puzzle, _ int) []sudoku.Puzzle { return neighbors },
	},
	seedbank.TowardClues: {
		reach:      reach{pairs: 81 * 80},
		mostRated:  20,
		mostStored: 20,
		value:      func(_ rating.Tenths, clues int) int { return clues },
		better:     cmp.Compare[int],
		up:         -1,
		promising:  fewestClues,
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
	from   seedbank.Start
	least  int // the worst value of a neighbor that is worth storing

	// What there was to set out from: how many seeds, and the best value.
	ahead, at int
}

// walk hands out steps. Workers share it.
type walk struct {
	seedbank.Walk
	store      *store
	randomSeed uint64

	// open holds the seeds of steps that are under way. starts is the number of
	// batches under way that make seeds to set out from. news gets a message when a
	// step or such a batch is done.
	mutex  sync.Mutex
	open   map[seedbank.SeedID]bool
	starts int
	news   chan struct{}

	// seen holds neighbors that this walk has met. Most of them are not stored,
	// and turn up again.
	seen map[seed.Key]bool

	// Only the goroutine that asks for steps uses these.
	random *rand.Rand
	steps  uint64
}

func newWalk(store *store, of seedbank.Walk, randomSeed uint64) *walk {
	return &walk{
		Walk: of, store: store, randomSeed: randomSeed,
		open: map[seedbank.SeedID]bool{}, news: make(chan struct{}, 1), seen: map[seed.Key]bool{},
		random: rand.New(rand.NewPCG(randomSeed, uint64(of.Symmetry))),
	}
}

// valueOf returns the value of a seed, or of its first rung if the walk has a
// symmetry and the seed is there for the sake of that rung.
func valueOf(w seedbank.Walk, s *seed.Seed) int {
	er, clues := s.Rating.ER, s.Puzzle.NumClues()
	if w.Symmetry != transform.NoSymmetry && len(s.Rungs) > 0 {
		er, clues = s.Rungs[0].ER, clues+s.Rungs[0].Added.Len()
	}
	return goals[w.Toward].value(er, clues)
}

// next returns a step to take now, or nil if there is none.
func (w *walk) next(ctx context.Context) (*step, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	frontier, err := w.store.reader.Frontier(ctx, w.Walk, plenty+len(w.open))
	frontier = slices.DeleteFunc(frontier, func(from seedbank.Start) bool { return w.open[from.ID] })
	if err != nil || len(frontier) == 0 {
		return nil, err
	}
	w.steps++
	best := frontier[:min(len(frontier), drawnFrom)]
	s := &step{
		walk: w, number: w.steps, from: best[w.random.IntN(1+w.random.IntN(len(best)))], least: leastWorth(w.Toward, len(frontier), best[len(best)-1].Value, frontier[len(frontier)-1].Value),
		ahead: min(len(frontier), MostAhead), at: best[0].Value,
	}
	w.open[s.from.ID] = true
	return s, nil
}

// leastWorth returns the worst value of a neighbor that is worth storing, when a walk
// has some seeds to set out from: the value of the last one from which the next steps
// do, and of the last one of all.
func leastWorth(toward seedbank.Objective, ahead, least, last int) int {
	if ahead >= plenty && last == least {
		least += goals[toward].up
	}
	return least
}

// await waits until a step is done, or seeds to set out from are made. It reports
// false if neither is under way.
func (w *walk) await(ctx context.Context) bool {
	w.mutex.Lock()
	open := len(w.open) + w.starts
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

// done notes that a step was taken and that its findings are stored.
func (w *walk) done(ctx context.Context, s *step) error {
	if err := w.store.bank.NoteWalked(ctx, w.Walk, s.from.ID); err != nil {
		return err
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	delete(w.open, s.from.ID)
	w.tell()
	return nil
}

// expect notes that some batches will make seeds to set out from.
func (w *walk) expect(batches int) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.starts += batches
}

// noteStart notes that such a batch was made and that its seeds are stored.
func (w *walk) noteStart() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.starts--
	w.tell()
}

// tell tells await that there is news.
func (w *walk) tell() {
	select {
	case w.news <- struct{}{}:
	default:
	}
}

// isNew reports whether a seed is new to the walk and to the bank.
func (w *walk) isNew(ctx context.Context, key seed.Key) (bool, error) {
	if w.meets(key) {
		return false, nil
	}
	has, err := w.store.reader.Has(ctx, key)
	return !has, err
}

// meets notes that the walk meets a puzzle, and reports whether it has met it
// before.
func (w *walk) meets(key seed.Key) (before bool) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	before = w.seen[key]
	if len(w.seen) >= mostSeen {
		clear(w.seen)
	}
	w.seen[key] = true
	return before
}

// walker takes steps of a walk. It has its own scratch memory.
type walker struct {
	of           seedbank.Walk
	walk         *walk // nil for a unit, which stands alone
	goal         *goal
	randomSeed   uint64
	source       *rand.PCG
	neighborhood *neighborhood
	orbits       *orbitNeighborhood
	maker        *maker
}

func newWalker(of seedbank.Walk, randomSeed uint64, maker *maker) *walker {
	source := rand.NewPCG(0, 0)
	w := &walker{of: of, goal: goals[of.Toward], randomSeed: randomSeed, source: source, maker: maker}
	if of.Symmetry != transform.NoSymmetry {
		w.orbits = newOrbitNeighborhood(of.Symmetry, rand.New(source))
	} else {
		w.neighborhood = newNeighborhood(rand.New(source))
	}
	return w
}

// take takes a step. If ctx is done it stops half way: its findings so far are
// kept, and the step will be taken again.
func (w *walker) take(ctx context.Context, s *step) (f findings, err error) {
	from, err := w.walk.store.reader.Seed(context.WithoutCancel(ctx), s.from.ID)
	if err != nil {
		return f, err
	}
	if w.of.Symmetry != transform.NoSymmetry {
		w.source.Seed(w.randomSeed, s.number)
		return w.takeSymmetric(ctx, s, &from)
	}
	seeds, err := w.rate(ctx, w.promising(&from.Puzzle, s.number, s.least))
	if err != nil {
		return f, err
	}
	best := w.best(seeds, s.least)
	return findings{passedOver: len(seeds) - len(best), seeds: best, step: s, ended: ctx.Err() == nil}, nil
}

// promising returns the neighbors of a puzzle that are worth rating in a step, the
// most promising first. The next call overwrites them.
func (w *walker) promising(from *sudoku.Puzzle, step uint64, least int) []sudoku.Puzzle {
	w.source.Seed(w.randomSeed, step)
	return w.goal.promising(w.neighborhood.neighbors(from, w.goal.reach), least)
}

// rate rates the puzzles that are new, until there are enough or ctx is done.
func (w *walker) rate(ctx context.Context, puzzles []sudoku.Puzzle) (seeds []seed.Seed, err error) {
	for i := range puzzles {
		if len(seeds) == w.goal.mostRated || ctx.Err() != nil {
			break
		}
		s := w.maker.seed(puzzles[i], seed.Walk)
		isNew, err := w.walk.isNew(context.WithoutCancel(ctx), s.Key())
		if err != nil {
			return nil, err
		}
		if !isNew {
			continue
		}
		if err := w.maker.rate(&s); err != nil {
			return nil, err
		}
		seeds = append(seeds, s)
	}
	return seeds, nil
}

// best returns the best seeds, if they are worth storing.
func (w *walker) best(seeds []seed.Seed, least int) []seed.Seed {
	g, value := w.goal, func(s *seed.Seed) int { return valueOf(w.of, s) }
	slices.SortStableFunc(seeds, func(s, t seed.Seed) int { return g.better(value(&s), value(&t)) })
	n := 0
	for n < min(len(seeds), g.mostStored) && g.better(value(&seeds[n]), least) <= 0 {
		n++
	}
	return seeds[:n]
}
