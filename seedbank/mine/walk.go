package mine

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// A walk finds puzzles that pruning hardly ever finds: with 17 to 19 clues, rated 10 and
// more, with many steps of a rare technique, or with much work for their level. Such
// puzzles have others like them as neighbors. A step sets out from one of the best seeds
// of the bank where no walk toward the same objective has been. It looks at neighbors of
// this seed, goes on to the neighbors of the most promising ones, and so on. It rates the
// most promising of all, and stores the rated ones that are no worse than the seeds from
// which the next steps will set out. So a walk climbs, and on a plateau it spreads.
//
// The strata of the bank are the map of a walk: seeds of one stratum are alike in ER,
// number of clues, number of automorphisms and hardest technique. Toward higher ER and
// fewer clues, the seeds of a value come from all of their strata in turn, so that a walk
// does not go round in one corner. Toward other objectives, even the seeds of one stratum
// differ in value, and they come in the order of their values. What a walk learns about
// moves and strata decides which of them it tries more often; see [lessons]. When the bank
// has plenty of seeds to set out from, only better ones are stored. So the bank does not
// fill up with the equal seeds of a plateau.
//
// The bank records which seeds walks have visited. Everything else follows from
// the bank, so a walk goes on where the last one stopped. A walk with one worker finds
// the same again from the same bank and random seed. With several, it depends on which
// step ends first.
//
// A walk that has nowhere to set out from, as on an empty bank, prunes until there
// are seeds to go on from.
//
// A walk with a symmetry leads from symmetric puzzles to symmetric puzzles, which
// are rungs of seeds or seeds themselves. Its values are theirs.

const (
	drawnFrom = 50        // a step draws one of this number of best seeds, better ones more often
	plenty    = MostAhead // seeds to set out from; while there are this many, only better ones are stored
	mostSeen  = 1 << 22   // neighbors that are remembered: some 200 MB
)

// MostAhead is the highest count of seeds from which a walk can go on. More are
// not counted.
const MostAhead = 1000

// step is a step of a walk.
type step struct {
	walk   *walk
	number uint64 // from 1
	from   seedbank.Start
	least  int // the worst value of a neighbor that is worth storing

	// What there was to set out from: how many seeds, and the best value.
	ahead, at int

	rounds  int
	budgets budgets // to look at neighbors
	found   moveTallies
}

// walk hands out steps. Workers share it.
type walk struct {
	seedbank.Walk
	store      *store
	randomSeed uint64
	atATime    int // steps under way, at most
	goal       *goal
	lessons    lessons

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

func newWalk(store *store, of seedbank.Walk, randomSeed uint64, atATime int) *walk {
	goal := goalOf(of)
	return &walk{
		Walk: of, store: store, randomSeed: randomSeed, atATime: atATime, goal: goal, lessons: newLessons(goal.cost),
		open: map[seedbank.SeedID]bool{}, news: make(chan struct{}, 1), seen: map[seed.Key]bool{},
		random: rand.New(rand.NewPCG(randomSeed, uint64(of.Symmetry))),
	}
}

// next returns a step to take now, or nil if there is none, or if it is better to
// wait for what the steps under way find.
func (w *walk) next(ctx context.Context) (*step, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if len(w.open) >= w.atATime {
		return nil, nil
	}
	frontier, err := w.store.reader.Frontier(ctx, w.Walk, plenty+len(w.open))
	frontier = slices.DeleteFunc(frontier, func(from seedbank.Start) bool { return w.open[from.ID] })
	if err != nil || len(frontier) == 0 {
		return nil, err
	}
	best := frontier[:min(len(frontier), drawnFrom)]
	w.steps++
	s := &step{
		walk: w, number: w.steps, from: w.choose(best),
		least: w.goal.leastWorth(len(frontier), best[len(best)-1].Value, frontier[len(frontier)-1].Value),
		ahead: min(len(frontier), MostAhead), at: best[0].Value, rounds: w.goal.rounds, budgets: w.lessons.budgets(),
	}
	w.open[s.from.ID] = true
	return s, nil
}

// choose draws two of the best seeds, better ones more often, and returns the one
// whose stratum has paid better.
//
// Tried and lost: to choose the seed with the most trials. It leads to few clues, and
// the highest ratings have more.
func (w *walk) choose(best []seedbank.Start) seedbank.Start {
	i, j := w.random.IntN(1+w.random.IntN(len(best))), w.random.IntN(1+w.random.IntN(len(best)))
	if w.lessons.paysMore(best[j].Stratum, best[i].Stratum) {
		return best[j]
	}
	return best[i]
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
	w.lessons.learn(s.from.Stratum, &s.found)
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

// learned returns what came of the neighbors, by move.
func (w *walk) learned() []MoveProgress {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.lessons.report()
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
