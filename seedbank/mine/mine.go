// Package mine fills a bank: it makes minimal puzzles, or takes somebody's, rates
// them and stores them as seeds.
//
// Mining goes in three stages. A [Plan] says what to do next, as a [Unit]. A [Worker]
// does the unit, and needs nothing but its text. The plan collects what was found into
// the bank. [Run] does all three in one process; a fleet has a network between them.
//
// Within a unit, a puzzle becomes a seed in five steps: canonical form, look-up, rating,
// ladders, bank. Puzzles that the bank knows are dropped before they are rated, and
// puzzles that nobody wants are dropped before they get ladders. The ladders of a seed
// take several times longer than everything else together, so they are made only as far
// as the bank lacks their rungs, unless [AllLadders] are asked for.
//
// # Words
//
// To prune is to take clues away from a random grid. A walk goes from seeds of
// the bank to their neighbors, which differ from them in a clue or two. A
// [Target] is a number of seeds of some kind that the bank should have. A
// symmetric puzzle is made of a random grid by taking away cells that its symmetry
// exchanges, together. It is stored as a rung of a seed: of a minimal puzzle that
// remains when more of its clues are taken away; so is a puzzle with a given pattern.
// To symmetrize a seed is to add the
// fewest clues after which it can be arranged symmetrically. An [Arrival] is
// somebody's puzzle on its way into the bank. A ladder adds clues to a seed one by
// one; each addition becomes a rung.
//
// # Conventions
//
// Options say what a function does. If they have a function Report, it is called
// with the progress from time to time. A context that is done is no error: what
// was found by then is stored.
//
// # Guarantees
//
// A [Unit] gives the same seeds on every machine, byte for byte, whatever else runs.
// Puzzle number i of a run that prunes depends on the random seed of the run and on i
// alone. So the same run finds the same seeds again, with any number of workers. Runs
// with different random seeds share puzzles only by chance. The ladders of a seed depend
// on the seed alone, whoever found it, and a seed has all rungs of its ladders or some of
// them; seeds of symmetric puzzles have none.
//
// However a run ends, what it has found is stored. Only a killed process loses
// something: the work in hand, which is seldom more than a second of it.
//
// # Not here
//
// How a puzzle is rated (package rating) and stored (package seedbank).
//
// Start with [Run].
package mine

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// Options say what a run does and when it ends.
type Options struct {
	Workers    int    // goroutines that make and rate puzzles; 0 is one for each core
	RandomSeed uint64 // decides everything that is random in the run
	Count      int    // end when this many seeds are stored; 0: no limit

	Strategy Strategy // nil is AsNeeded{}

	// Levels are the levels to keep.
	Levels seedbank.Range[rating.Level]
	// Targets are what the bank should have. If there are any, pruned puzzles
	// are kept only if they count for a target that is not met yet, and the run
	// ends when all targets are met.
	Targets []Target

	Ladders Ladders // which rungs seeds get; empty is [NeededLadders]
	Enough  int     // seeds and rungs of a level and number of clues, for [NeededLadders]; 0 is [Enough]

	// UnitSize is the number of puzzles of a unit that prunes; 0 is [localUnit]. Other
	// units have a part of it, since their puzzles take longer.
	UnitSize int

	// Resume says that the run goes on where one with the same random seed has ended,
	// and makes the ladders that seeds of the bank lack. Otherwise it begins with puzzle
	// number 0.
	Resume bool

	Program   string // version, for the record of the run
	Arguments string // of the command line, likewise

	// Report is called from time to time, from one goroutine at a time. It may be
	// nil.
	Report func(Progress)
}

// errEnough ends a run that has found everything it was asked for.
var errEnough = errors.New("found what was asked for")

// check completes options, and returns an error if they cannot be.
func (o *Options) check() (err error) {
	if o.Strategy == nil {
		o.Strategy = AsNeeded{}
	}
	o.Strategy, err = o.Strategy.check(o)
	return err
}

// Check returns an error if options exclude each other or lack something. The error says
// what the strategy does not go with.
func (o Options) Check() error { return o.check() }

// Run mines into a bank until the options or ctx end it, and returns its final
// progress. The bank must have been opened to write.
func Run(ctx context.Context, bank *seedbank.Bank, options Options) (Progress, error) {
	p, err := OpenPlan(ctx, bank, options)
	if err != nil {
		return Progress{}, err
	}
	p.keepsExactly = true
	p.report()
	err = p.Close(p.runHere(ctx))
	return p.Progress(), err
}

// resultsAhead is the number of results per worker that may wait for an earlier one. One
// puzzle in a thousand takes a thousand times longer than most.
const resultsAhead = 64

// runHere does the units of a plan with goroutines of this process, and collects what
// they give in the order of the units.
func (p *Plan) runHere(ctx context.Context) error {
	h := &here{plan: p, workers: ordered.OrCores(p.options.Workers), news: make(chan struct{}, 1)}
	p.mostSteps = h.workers
	ctx, h.stop = context.WithCancel(ctx)
	defer h.stop()
	known := p.known()
	newWork := func() func(*Unit) []Delivery {
		w := new(Worker)
		return func(u *Unit) (given []Delivery) {
			err := w.Do(ctx, u, known, func(f Found) error {
				given = append(given, Delivery{Found: f, Unit: u})
				return nil
			})
			return append(given, Delivery{Unit: u, Done: err == nil, failed: endOf(ctx, err)})
		}
	}
	pool := ordered.Pool{Workers: h.workers, Ahead: resultsAhead}
	err := ordered.Run(context.WithoutCancel(ctx), pool, h.units(ctx), newWork, h.take)
	return errors.Join(endOf(ctx, err), h.failed)
}

// here hands out the units of a plan to goroutines of this process. The lock guards the
// plan.
type here struct {
	workers int
	stop    context.CancelFunc
	news    chan struct{} // something was collected
	failed  error         // why there are no more units

	mutex sync.Mutex
	plan  *Plan
}

// units yields units until there is nothing left to do.
func (h *here) units(ctx context.Context) func(yield func(*Unit) bool) {
	return func(yield func(*Unit) bool) {
		for ctx.Err() == nil {
			u, ended := h.next(ctx)
			if ended || u != nil && !yield(u) {
				return
			}
			if u != nil {
				continue
			}
			select {
			case <-h.news:
			case <-ctx.Done():
			}
		}
	}
}

// next returns a unit, or nil if what is under way has to be collected first.
func (h *here) next(ctx context.Context) (u *Unit, ended bool) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.plan.Ended() {
		return nil, true
	}
	u, h.failed = h.plan.Next(context.WithoutCancel(ctx))
	return u, h.failed != nil || u == nil && h.plan.Ended()
}

// take collects what a unit has given.
func (h *here) take(given []Delivery) error {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	for i := range given {
		if err := h.plan.take(&given[i]); err != nil {
			h.stop()
			return err
		}
	}
	h.plan.report()
	select {
	case h.news <- struct{}{}:
	default:
	}
	return nil
}

// endOf returns what went wrong in work that ended with err.
func endOf(ctx context.Context, err error) error {
	if errors.Is(err, errEnough) || ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return nil
	}
	return err
}

// mustBeRatedByThis returns an error if an older rater has rated seeds of a bank. Those
// could not be compared with what is found.
func mustBeRatedByThis(ctx context.Context, bank *seedbank.Bank) error {
	outdated, err := bank.Outdated(ctx)
	if err == nil && outdated > 0 {
		err = fmt.Errorf("%s: %w: %d", bank.Path(), ErrOutdated, outdated)
	}
	return err
}

// ErrOutdated says that an older rater has rated seeds of a bank.
var ErrOutdated = errors.New("an older rater rated seeds of the bank")
