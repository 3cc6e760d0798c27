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
	"context"
	"errors"
	"iter"
	"slices"
	"sync/atomic"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
)

// Options say what a run does and when it ends.
type Options struct {
	Workers    int    // goroutines that make and rate puzzles, at least 1
	RandomSeed uint64 // what the run does depends on
	Count      int    // end when this many seeds are stored; 0: no limit

	// Toward is the objective of a walk. Without one the run prunes.
	Toward seedbank.Objective

	// Levels are those to keep, all if empty.
	Levels []rating.Level
	// Targets are the numbers of seeds that the bank shall have by level. A
	// level that has reached its number gets no more; the run ends when all
	// have. Levels without a target take what comes.
	Targets map[rating.Level]int

	Program   string // version, for the record of the run
	Arguments string // of the command line, likewise
}

// ByLevel is a number for each level; that of level 0 is not used.
type ByLevel [rating.NumLevels + 1]int

// Progress tells how far a run is.
type Progress struct {
	Made     int     // minimal puzzles
	Steps    int     // of a walk
	Best     int     // value for the objective of a walk that a seed of the bank has, as in [seedbank.Spot]; 0: none
	Stored   int     // of these, new seeds in the bank
	Known    int     // isomorphs of seeds that the bank had
	Unwanted int     // of a level that is not asked for, or has its number
	StoredBy ByLevel // stored, by level
	InBank   ByLevel // seeds in the bank, by level, as far as this run knows
}

// batchSize is the number of puzzles that a worker makes at a time. It is small
// because a run ends between batches.
const batchSize = 16

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
		mine := w.prune
		if options.Toward != "" {
			mine = w.walk
		}
		if err := endOf(ctx, mine(ctx)); err != nil {
			return w.progress, err
		}
	}
	return w.progress, w.end()
}

// prune takes what pruning finds.
func (w *writer) prune(ctx context.Context) error {
	newWork := func() func(uint64) finds {
		work := worker{pruner: newPruner(w.options.RandomSeed), wanted: &w.wanted}
		return work.batch
	}
	return InOrder(ctx, w.options.Workers, batches(), newWork, w.take)
}

// walk takes what a walk finds. It ends when there is nothing left to set out
// from.
func (w *writer) walk(ctx context.Context) error {
	walk := newWalk(w.bank, w.options.Toward, w.options.RandomSeed)
	newWork := func() func(step) finds {
		walker := newWalker(walk, &w.wanted)
		return func(s step) finds { return walker.take(ctx, s) }
	}
	var failed error
	err := InOrder(ctx, w.options.Workers, walk.steps(ctx, &failed), newWork, func(f finds) error {
		err := w.take(f)
		if err == nil {
			err = w.store()
		}
		if err != nil {
			return err
		}
		w.progress.Steps++
		if w.progress.Best, _, err = w.bank.Best(w.ctx, w.options.Toward); err != nil {
			return err
		}
		return walk.done(w.ctx, f.step)
	})
	return errors.Join(err, failed)
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
				lines[i] = append(puzzle.Clues.AppendLine(make([]byte, 0, 82), '.'), '\n')
			}
			return lines
		}
	}
	left := options.Count
	err := InOrder(ctx, options.Workers, batches(), newWork, func(lines [][]byte) error {
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
	made  int
	seeds []rated
	step  *step // of a walk
	err   error
}

// rated is a minimal puzzle as a seed.
type rated struct {
	seed     seedbank.Seed
	climbing bool // the seed has its ladders
}

// worker makes and rates puzzles, with scratch memory of its own.
type worker struct {
	pruner  *pruner
	climber climber
	wanted  *wanted
}

// batch makes and rates the puzzles of a batch. Those that are wanted get their
// ladders.
func (w *worker) batch(first uint64) finds {
	f := finds{made: batchSize, seeds: make([]rated, batchSize)}
	for i := range f.seeds {
		if f.seeds[i], f.err = w.rate(w.pruner.puzzle(first + uint64(i))); f.err != nil {
			break
		}
	}
	return f
}

func (w *worker) rate(p sudoku.Puzzle) (r rated, err error) {
	r.seed, err = w.climber.rate(p)
	r.seed.Origin = seedbank.Prune
	if err == nil {
		err = w.climber.climbIf(w.wanted, &r)
	}
	return r, err
}

// wanted is a set of levels that workers look at while the writer changes it. It
// saves work: the writer does what a worker did not.
type wanted struct{ levels atomic.Uint32 }

func (w *wanted) has(level rating.Level) bool { return w.levels.Load()>>level&1 != 0 }
