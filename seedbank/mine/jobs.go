package mine

import (
	"context"
	"iter"

	"github.com/seedoku/seedoku/seedbank"
)

// job is what a worker does at a time: a batch of puzzles by pruning, or a step
// of a walk.
type job struct {
	first uint64 // number of the first puzzle of the batch
	step  *step
}

// batchSize is the number of puzzles of a batch. It is small because a run ends
// between jobs.
const batchSize = 16

// batchesAStep is the number of batches between two steps of a walk, when a run
// both prunes and walks: they take about as long as a step.
const batchesAStep = 8

// jobs hands out the jobs of a run.
type jobs struct {
	strategy Strategy
	wanted   *wanted
	walks    map[seedbank.Objective]*walk
	failed   error // why there are no more
}

func newJobs(bank *seedbank.Bank, options *Options, wanted *wanted) *jobs {
	j := &jobs{strategy: options.Strategy, wanted: wanted, walks: map[seedbank.Objective]*walk{}}
	for _, toward := range seedbank.Objectives {
		j.walks[toward] = newWalk(bank, toward, options.RandomSeed)
	}
	return j
}

// all yields jobs until there is nothing left to do.
func (j *jobs) all(ctx context.Context) iter.Seq[job] {
	return func(yield func(job) bool) {
		for first := uint64(0); ; {
			now := j.wanted.now.Load()
			stepped := false
			for _, toward := range now.toward {
				s, err := j.walks[toward].next(context.WithoutCancel(ctx))
				if err != nil {
					j.failed = err
					return
				}
				if s != nil {
					stepped = true
					if !yield(job{step: s}) {
						return
					}
				}
			}
			switch {
			case now.prune || !stepped && j.strategy != Walk:
				for range batchesAStep {
					if !yield(job{first: first}) {
						return
					}
					first += batchSize
				}
			case !stepped && !j.walks[now.toward[0]].await(ctx):
				return
			}
		}
	}
}
