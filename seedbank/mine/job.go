package mine

import (
	"context"
	"iter"

	"github.com/seedoku/seedoku/seedbank"
)

// job is the work that a worker takes at a time: to make and rate a batch of
// puzzles of a source, or to take a step of a walk.
type job struct {
	first uint64 // number of the first puzzle of the batch
	start *walk  // which needs the seeds of the batch to set out from, or nil
	step  *step
}

// batchSize is the number of puzzles of a batch. It is small because a run ends
// between jobs.
const batchSize = 16

// batchesAStep is the number of batches between two steps of a walk, in a run
// that both prunes and walks. These batches take about as long as a step.
const batchesAStep = 8

// jobs hands out the jobs of a run.
type jobs struct {
	strategy Strategy
	demand   *demand
	walks    map[seedbank.Objective]*walk
	first    uint64 // number of the first puzzle of the next batch
	failed   error  // why there are no more
}

func newJobs(store *store, options *Options, demand *demand) *jobs {
	j := &jobs{strategy: options.Strategy, demand: demand, walks: map[seedbank.Objective]*walk{}}
	for _, toward := range seedbank.Objectives {
		j.walks[toward] = newWalk(store, toward, options.RandomSeed)
	}
	return j
}

// all yields jobs until there is nothing left to do.
func (j *jobs) all(ctx context.Context) iter.Seq[job] {
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
			case now.prune || idle && j.strategy != Walk:
				goOn = goOn && j.batches(yield, nil)
			case idle:
				walk := j.walks[now.toward[0]]
				if !walk.await(ctx) {
					walk.expect(batchesAStep)
					goOn = j.batches(yield, walk)
				}
			}
		}
	}
}

// steps returns a step of each walk that is wanted and has one to take now.
func (j *jobs) steps(ctx context.Context, now *wants) (steps []*step, err error) {
	for _, toward := range now.toward {
		s, err := j.walks[toward].next(context.WithoutCancel(ctx))
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
// reports whether to go on.
func (j *jobs) batches(yield func(job) bool, start *walk) bool {
	for range batchesAStep {
		if !yield(job{first: j.first, start: start}) {
			return false
		}
		j.first += batchSize
	}
	return true
}
