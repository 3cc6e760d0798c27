package mine

import (
	"context"
	"iter"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// job is the work that a worker takes at a time: to make and rate a batch of
// puzzles of a source, to take a step of a walk, or to symmetrize some seeds.
type job struct {
	first    uint64             // number of the first puzzle of the batch
	symmetry transform.Symmetry // of the puzzles of the batch
	pattern  int                // number of their pattern, counted from 1, or 0; then the batch is a chain
	start    *walk              // which needs the seeds of the batch to set out from, or nil
	step     *step
	seeds    []seed.Seed // to symmetrize
}

// batchSize is the number of puzzles of a batch. It is small because a run ends
// between jobs.
const batchSize = 16

// batchesAStep is the number of batches between two steps of a walk, in a run
// that both prunes and walks. These batches take about as long as a step.
const batchesAStep = 8

// jobs hands out the jobs of a run.
type jobs struct {
	options *Options
	store   *store
	demand  *demand
	walks   map[seedbank.Walk]*walk
	first   uint64 // number of the first puzzle of the next batch
	failed  error  // why there are no more
}

func newJobs(store *store, options *Options, demand *demand) *jobs {
	return &jobs{options: options, store: store, demand: demand, walks: map[seedbank.Walk]*walk{}}
}

// walk returns a walk, which begins if it has not begun.
func (j *jobs) walk(of seedbank.Walk) *walk {
	if j.walks[of] == nil {
		j.walks[of] = newWalk(j.store, of, j.options.RandomSeed, ordered.OrCores(j.options.Workers))
	}
	return j.walks[of]
}

// all yields jobs until there is nothing left to do.
func (j *jobs) all(ctx context.Context) iter.Seq[job] {
	if j.options.Strategy == Symmetrize {
		return j.seedsToSymmetrize(ctx)
	}
	return func(yield func(job) bool) {
		for goOn := true; goOn; {
			now := j.demand.wants.Load()
			var steps []*step
			if steps, j.failed = j.steps(ctx, now); j.failed != nil {
				return
			}
			for _, s := range steps {
				goOn = goOn && yield(job{step: s})
			}
			switch idle := len(steps) == 0; {
			case now.prune || len(now.symmetries) > 0 || len(now.walks) == 0:
				goOn = goOn && j.batches(yield, nil, now)
			case idle:
				walk := j.walk(now.walks[0])
				if !walk.await(ctx) {
					walk.expect(batchesAStep)
					goOn = j.batches(yield, walk, now)
				}
			}
		}
	}
}

// steps returns a step of each walk that is wanted and has one to take now.
func (j *jobs) steps(ctx context.Context, now *wants) (steps []*step, err error) {
	for _, of := range now.walks {
		s, err := j.walk(of).next(context.WithoutCancel(ctx))
		if err != nil {
			return nil, err
		}
		if s != nil {
			steps = append(steps, s)
		}
	}
	return steps, nil
}

// batches yields the batches between two steps, or before the first one, and
// reports whether to go on. Symmetries, and none if pruning is wanted too, take
// turns.
func (j *jobs) batches(yield func(job) bool, start *walk, now *wants) bool {
	if n := uint64(len(now.patterns)); n > 0 {
		j.first += batchSize
		return yield(job{first: j.first, pattern: now.patterns[j.first/batchSize%n]})
	}
	kinds := now.symmetries
	if now.prune || len(kinds) == 0 {
		kinds = append([]transform.Symmetry{transform.NoSymmetry}, kinds...)
	}
	if start != nil {
		kinds = []transform.Symmetry{start.Symmetry}
	}
	for range batchesAStep {
		symmetry := kinds[j.first/batchSize%uint64(len(kinds))]
		if !yield(job{first: j.first, symmetry: symmetry, start: start}) {
			return false
		}
		j.first += batchSize
	}
	return true
}
