package change

import (
	"cmp"
	"context"
	"fmt"
	"iter"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// MergeBatches stores the seeds of batches as [Writer.Merge] stores the seeds of another
// bank. [seed.ReadFile] and [seedbank.Bank.Batches] yield batches. Batches need not be
// trusted: MergeBatches verifies that every seed is a minimal puzzle in canonical form,
// and that its number of automorphisms and its solution key are right. A false seed is
// an error. [MergeOptions] say how to treat ratings.
//
// New seeds and rungs are credited to a run like the given one. If batches have different raters,
// there is one run for each rater. After an error, the seeds merged so far stay stored, and another
// call continues.
func (w *Writer) MergeBatches(ctx context.Context, batches iter.Seq2[*seed.Batch, error], run seedbank.Run, options MergeOptions) (_ Merged, err error) {
	defer w.file.Explain(&err, "merging seeds into")
	if err := options.Filter.Check(); err != nil {
		return Merged{}, err
	}
	m := &batchMerger{merger: merger{bank: w, options: &options}, ctx: ctx, run: run, runs: map[seedbank.RunID]seedbank.RunID{}}
	m.runOf, m.counts = m.runRatedBy, true
	err = m.merge(batches)
	return m.total, err
}

// batchMerger merges batches. In its foreign seeds, the version of the rater takes
// the place of the run, because batches have no runs.
type batchMerger struct {
	merger
	ctx     context.Context
	checker SeedChecker
	run     seedbank.Run
	runs    map[seedbank.RunID]seedbank.RunID // run of this bank for each rater
	pending []foreign                         // checked, but not stored yet
	rungs   int                               // number of rungs of the pending seeds
}

func (m *batchMerger) merge(batches iter.Seq2[*seed.Batch, error]) error {
	for batch, err := range batches {
		if err == nil {
			err = m.add(batch)
		}
		if err == nil {
			err = m.ctx.Err()
		}
		if err != nil {
			return err
		}
		if len(m.pending) >= m.atOnce() || m.rungs >= rungsAtOnce {
			if err := m.flush(); err != nil {
				return err
			}
		}
	}
	return m.flush()
}

// add checks the seeds of a batch.
func (m *batchMerger) add(batch *seed.Batch) error {
	if batch.Rater > rating.Version {
		return fmt.Errorf("it was rated by a newer version of the program: by rater %d, and this program has rater %d", batch.Rater, rating.Version)
	}
	for i := range batch.Seeds {
		s := &batch.Seeds[i]
		if err := m.checker.Check(s); err != nil {
			return fmt.Errorf("seed %v: %w", s.Puzzle.Clues(), err)
		}
		m.pending = append(m.pending, foreign{Seed: *s, key: s.Key(), credits: tables.Credits{Of: tables.By(seedbank.RunID(batch.Rater))}})
		m.rungs += len(s.Rungs)
	}
	return nil
}

// flush stores the pending seeds.
func (m *batchMerger) flush() error {
	if len(m.pending) == 0 {
		return nil
	}
	err := m.part(m.ctx, m.pending)
	m.pending, m.rungs = m.pending[:0], 0
	return err
}

// rungsAtOnce is the number of pending rungs that causes a flush after a batch.
const rungsAtOnce = 1 << 17

// runRatedBy returns the run for the seeds of a rater. The first call for a rater makes
// the run.
func (m *batchMerger) runRatedBy(rater seedbank.RunID) (seedbank.RunID, error) {
	if id, ok := m.runs[rater]; ok {
		return id, nil
	}
	run := m.run
	run.Rater, run.Contributor = int(rater), cmp.Or(run.Contributor, m.options.Contributor)
	id, err := startRun(m.ctx, m.tx, &run, true)
	if err == nil {
		m.runs[rater] = id
	}
	return id, err
}
