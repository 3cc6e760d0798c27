package mine

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// shards are the banks that a run fills: one.
type shards []*store

// openShards notes in every bank that a run begins.
func openShards(ctx context.Context, banks []*seedbank.Writer, run seedbank.Run) (list shards, err error) {
	run.Started = time.Now()
	for _, bank := range banks {
		st, err := openStore(ctx, bank, run)
		if err != nil {
			return nil, list.close(err)
		}
		list = append(list, st)
	}
	return list, nil
}

// banks returns the banks of the shards.
func (list shards) banks() (banks []*seedbank.Bank) {
	for _, st := range list {
		banks = append(banks, st.reader)
	}
	return banks
}

// close closes the records of the run. It returns the failure, joined with its own
// errors.
func (list shards) close(failure error) error {
	var errs []error
	for _, st := range list {
		errs = append(errs, st.close(failure))
	}
	if failure != nil {
		return errs[0]
	}
	return errors.Join(errs...)
}

// countTargets counts the seeds for each target.
func (list shards) countTargets(options *Options) (inBank []int, err error) {
	inBank = make([]int, len(options.Targets))
	for _, st := range list {
		part, err := countTargets(st, options)
		if err != nil {
			return nil, err
		}
		for i := range part {
			inBank[i] += part[i]
		}
	}
	return inBank, nil
}

// counts returns what the shards have done together.
func (list shards) counts() (sum counts) {
	for _, st := range list {
		sum.made, sum.stored, sum.known = sum.made+st.made, sum.stored+st.stored, sum.known+st.known
		for level := range sum.inBank {
			sum.storedBy[level] += st.storedBy[level]
			sum.inBank[level] += st.inBank[level]
		}
	}
	return sum
}

// start is a seed of a shard from which a walk can go on.
type start struct {
	seedbank.Start
	in *store
}

func (s *start) seed(ctx context.Context) (seed.Seed, error) { return s.in.reader.Seed(ctx, s.ID) }

// frontier returns the best seeds from which a walk can go on, at most limit.
func (list shards) frontier(ctx context.Context, walk seedbank.Walk, limit int) (best []start, err error) {
	for _, st := range list {
		part, err := st.reader.Frontier(ctx, walk, limit)
		if err != nil {
			return nil, err
		}
		for i := range part {
			best = append(best, start{part[i], st})
		}
	}
	better := goalOf(walk).better
	slices.SortStableFunc(best, func(s, t start) int { return better(s.Value, t.Value) })
	return best[:min(len(best), limit)], nil
}

// best returns the best value of all seeds, or 0 if there is none.
func (list shards) best(ctx context.Context, walk seedbank.Walk) (best int, err error) {
	better := goalOf(walk).better
	for _, st := range list {
		value, ok, err := st.reader.Best(ctx, walk)
		if err != nil {
			return 0, err
		}
		if ok && (best == 0 || better(value, best) < 0) {
			best = value
		}
	}
	return best, nil
}
