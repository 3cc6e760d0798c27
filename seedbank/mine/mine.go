// Package mine fills a bank: it makes minimal puzzles, rates them and stores
// them.
//
// [Run] is the life of a seed: random grid, minimal puzzle, canonical form,
// rating, ladders, bank. Workers make and rate puzzles, one writer stores them
// in batches.
//
// Puzzles are made by pruning random grids, or by a walk from seeds of the bank
// to their neighbors.
//
// # Guarantees
//
// Puzzle number i of a run that prunes depends on the random seed of the run and
// on i alone. So the same run finds the same seeds again, with any number of
// workers, and two runs with different random seeds have nothing in common but
// by chance. What was found before a run ended, for whatever reason but a
// killed process, is stored; a killed process loses less than a second of work.
//
// # Not here
//
// How a puzzle is rated (package rating) and stored (package seedbank).
//
// Start with [Run].
package mine

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/seedoku/seedoku/seedbank/inorder"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
)

// Options say what a run does and when it ends.
type Options struct {
	Workers    int    // goroutines that make and rate puzzles, at least 1
	RandomSeed uint64 // what the run does depends on
	Count      int    // end when this many seeds are stored; 0: no limit

	Strategy Strategy
	Toward   seedbank.Objective // of the walk, if that is the strategy

	// Levels are those to keep.
	Levels seedbank.Range[rating.Level]
	// Targets are what the bank shall have. If there are any, pruned puzzles are
	// kept only if they count for one that is not met yet, and the run ends when
	// all are.
	Targets []Target

	Program   string // version, for the record of the run
	Arguments string // of the command line, likewise
}

// Strategy is how a run makes puzzles.
type Strategy string

// The strategies. As targets need, a run walks for the rare ones and prunes for
// the others; without targets it prunes.
const (
	AsNeeded Strategy = ""
	Prune    Strategy = "prune"
	Walk     Strategy = "walk"
)

// ByLevel is a number for each level; that of level 0 is not used.
type ByLevel [rating.NumLevels + 1]int

// Progress tells how far a run is.
type Progress struct {
	Made     int     // minimal puzzles
	Stored   int     // of these, new seeds in the bank
	Known    int     // isomorphs of seeds that the bank had
	Unwanted int     // of a level that is not asked for, or has its number
	StoredBy ByLevel // stored, by level
	InBank   ByLevel // seeds in the bank, by level, as far as this run knows

	Targets []TargetProgress
	Walks   []WalkProgress // those that have begun
}

// TargetProgress tells how far a target is.
type TargetProgress struct {
	Target
	Before int // seeds in the bank when the run began
	InBank int
}

// Missing returns the number of seeds that a target lacks.
func (t *TargetProgress) Missing() int { return max(t.Seeds-t.InBank, 0) }

// WalkProgress tells how far a walk is.
type WalkProgress struct {
	Toward seedbank.Objective
	Steps  int
	Best   int // value of a seed of the bank, as in [seedbank.Spot]
}

// errEnough ends a run that has found what it was to find.
var errEnough = errors.New("found what was asked for")

// Run mines into bank until its options or ctx end it, and returns what came of
// it. It calls report after every batch. That ctx is done is no error.
func Run(ctx context.Context, bank *seedbank.Bank, options Options, report func(Progress)) (Progress, error) {
	// What was found is stored even when ctx is done.
	w := &writer{ctx: context.WithoutCancel(ctx), bank: bank, options: options, report: report}
	if err := w.begin(); err != nil {
		return w.progress, err
	}
	if !w.enough() {
		jobs := newJobs(bank, &options, &w.wanted)
		newWork := func() func(job) finds {
			work := newWorker(options.RandomSeed, &w.wanted)
			return func(j job) finds { return work.do(ctx, j) }
		}
		// When ctx is done there are no more jobs, and those that are under way
		// come to an end.
		err := inorder.Run(context.WithoutCancel(ctx), inorder.Pool{Workers: options.Workers, Ahead: farAhead}, until(ctx, jobs.all(ctx)), newWork, w.take)
		if err := endOf(ctx, cmp.Or(err, jobs.failed)); err != nil {
			return w.progress, err
		}
	}
	return w.progress, w.end()
}

// Print makes minimal puzzles like a run, but hands them to print as lines, in
// order, and neither rates nor stores them.
func Print(ctx context.Context, options Options, print func(lines []byte) error) error {
	newWork := func() func(uint64) [][]byte {
		pruner := newPruner(options.RandomSeed)
		return func(first uint64) [][]byte {
			lines := make([][]byte, batchSize)
			for i := range lines {
				puzzle := pruner.puzzle(first + uint64(i))
				lines[i] = append(puzzle.Clues().AppendLine(make([]byte, 0, 82), '.'), '\n')
			}
			return lines
		}
	}
	left := options.Count
	err := inorder.Run(ctx, inorder.Pool{Workers: options.Workers}, batches(), newWork, func(lines [][]byte) error {
		last := options.Count > 0 && len(lines) >= left
		if last {
			lines = lines[:left]
		}
		left -= len(lines)
		if err := print(slices.Concat(lines...)); err != nil || !last {
			return err
		}
		return errEnough
	})
	return endOf(ctx, err)
}

// endOf returns what went wrong in a run that ended with err.
func endOf(ctx context.Context, err error) error {
	if errors.Is(err, errEnough) || ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return nil
	}
	return err
}

// batches yields the numbers of the first puzzles of all batches.
func batches() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for first := uint64(0); yield(first); first += batchSize {
		}
	}
}

// finds are what came of a batch, or of a step of a walk.
type finds struct {
	made    int
	seeds   []rated
	step    *step // of a walk
	halfway bool  // the step was not taken to its end
	err     error
}

// rated is a minimal puzzle as a seed.
type rated struct {
	seed    seedbank.Seed
	climbed bool // the seed has its ladders
}

// worker makes and rates puzzles, with scratch memory of its own.
type worker struct {
	pruner  *pruner
	climber climber
	walkers map[*walk]*walker
	wanted  *wanted
}

func newWorker(randomSeed uint64, wanted *wanted) *worker {
	return &worker{pruner: newPruner(randomSeed), walkers: map[*walk]*walker{}, wanted: wanted}
}

func (w *worker) do(ctx context.Context, j job) (f finds) {
	if j.step != nil {
		f, f.err = w.walker(j.step.walk).take(ctx, j.step)
	} else {
		f, f.err = w.batch(j.first)
	}
	return f
}

func (w *worker) walker(walk *walk) *walker {
	if w.walkers[walk] == nil {
		w.walkers[walk] = newWalker(walk, &w.climber)
	}
	return w.walkers[walk]
}

// batch makes and rates the puzzles of a batch. Those that are wanted get their
// ladders.
func (w *worker) batch(first uint64) (f finds, err error) {
	f = finds{made: batchSize, seeds: make([]rated, batchSize)}
	for i := range f.seeds {
		if f.seeds[i], err = w.rate(w.pruner.puzzle(first + uint64(i))); err != nil {
			return f, err
		}
	}
	return f, nil
}

func (w *worker) rate(p sudoku.Puzzle) (r rated, err error) {
	r.seed, err = w.climber.rate(p)
	r.seed.Origin = seedbank.Prune
	if err == nil && w.wanted.now.Load().has(&r.seed) {
		r.climbed = true
		err = w.climber.climb(&r.seed)
	}
	return r, err
}
