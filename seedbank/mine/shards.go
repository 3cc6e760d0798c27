package mine

import (
	"context"
	"errors"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// shards are banks that hold the seeds of a run together. The solution of a seed says
// which shard holds it; see [seedbank.ShardOf]. A single bank holds all seeds.
type shards []*store

// openShards notes in every bank that a run begins.
func openShards(ctx context.Context, banks []*seedbank.Bank, run seedbank.Run) (list shards, err error) {
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
		banks = append(banks, st.bank)
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

// collect stores a collection, in all shards at a time, and returns which seeds were
// new. Every shard notes the bookmarks. without is the number of puzzles made that gave
// no seed.
func (list shards) collect(c *seedbank.Collection, without int) (isNew []bool, err error) {
	if len(list) == 1 {
		return list[0].collect(c)
	}
	parts, places := list.divide(c)
	parts[0].Made += without
	isNew = make([]bool, len(c.Seeds))
	var group errgroup.Group
	for i, st := range list {
		group.Go(func() error {
			news, err := st.collect(&parts[i])
			for k := range news {
				isNew[places[i][k]] = news[k]
			}
			return err
		})
	}
	return isNew, group.Wait()
}

// divide divides a collection among the shards, and returns for each part the places
// that its seeds have in the whole. A part counts one puzzle made for each of its seeds,
// so that no record tells of more seeds than puzzles. The seeds that walks have visited
// go to every shard, and shards without them ignore them.
func (list shards) divide(c *seedbank.Collection) (parts []seedbank.Collection, places [][]int) {
	parts, places = make([]seedbank.Collection, len(list)), make([][]int, len(list))
	for i := range parts {
		parts[i].Bookmarks, parts[i].Walked = c.Bookmarks, c.Walked
	}
	for k := range c.Seeds {
		i := seedbank.ShardOf(c.Seeds[k].Solution, len(list))
		parts[i].Seeds, places[i] = append(parts[i].Seeds, c.Seeds[k]), append(places[i], k)
		parts[i].Made++
	}
	return parts, places
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
