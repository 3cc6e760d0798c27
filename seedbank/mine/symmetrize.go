package mine

import (
	"context"
	"iter"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// seedsToSymmetrize yields the seeds of the bank in the order of their keys, some at
// a time, for each symmetry that is wanted. Seeds below the levels wanted are left
// out: clues that are added hardly ever make a puzzle harder.
func (j *jobs) seedsToSymmetrize(ctx context.Context) iter.Seq[job] {
	levels := j.options.symmetricLevels()
	if levels != (seedbank.Range[rating.Level]{}) {
		levels.High = rating.NumLevels
	}
	return func(yield func(job) bool) {
		for batch, err := range j.store.reader.Batches(context.WithoutCancel(ctx), seedbank.Filter{Levels: levels}) {
			if j.failed = err; err != nil {
				return
			}
			for seeds := range slices.Chunk(batch.Seeds, batchSize) {
				for _, symmetry := range j.demand.wants.Load().symmetries {
					if !yield(job{seeds: seeds, symmetry: symmetry}) {
						return
					}
				}
			}
		}
	}
}

// symmetrize gives each seed of a job that has no rung of the symmetry the one that
// adds the fewest clues; of several it is the hardest.
func (m *miner) symmetrize(ctx context.Context, w *worker, j job) (f findings, err error) {
	symmetric := seedbank.Filter{Symmetry: j.symmetry, Rungs: true}
	for i := range j.seeds {
		s := j.seeds[i]
		if ctx.Err() != nil {
			break
		}
		if symmetric.Passes(&s) {
			f.known++
			continue
		}
		arranged, err := w.arranger.Arrange(s.Puzzle, j.symmetry)
		if err != nil {
			return f, err
		}
		r := &arranged.Rating
		if arranged.Puzzle.NumClues() == 81 || !m.levels.Has(r.Level()) {
			f.unwanted++
			continue
		}
		s.Rungs = []seed.Rung{{
			Added: arranged.Cells, ER: r.ER, EP: r.EP, ED: r.ED, Hardest: r.Hardest, Automorphisms: arranged.Automorphisms,
		}}
		f.seeds = append(f.seeds, s)
	}
	return f, nil
}
