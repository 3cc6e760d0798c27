package mini

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// choose returns arranged seeds whose levels alternate, up to perLevel of each
// level, the ones with the fewest clues first. It sets the odds of k. Every level
// has as many seeds as the level with the fewest.
func (k *kind) choose(ctx context.Context, bank *seedbank.Bank, perLevel int, p *progress) ([]sudoku.Grid, error) {
	var picks []*seed.Pick
	ends := make([]int, k.levels())
	solutions := map[seed.Key]bool{}
	for i := range ends {
		list, err := k.chooseLevel(ctx, bank, k.low+rating.Level(i), surplus*perLevel, solutions, p)
		if err != nil {
			return nil, err
		}
		picks = append(picks, list...)
		ends[i] = len(picks)
	}
	grids, err := k.arrange(ctx, picks, p)
	if err != nil {
		return nil, err
	}
	lists := make([][]sudoku.Grid, k.levels())
	begin := 0
	for i, end := range ends {
		lists[i] = slices.DeleteFunc(slices.Clip(grids[begin:end]), func(g sudoku.Grid) bool { return tries(&g) > mostTries })
		if len(lists[i]) == 0 {
			return nil, fmt.Errorf("level %d: %w that fits a mini bank", k.low+rating.Level(i), seedbank.ErrNoMatch)
		}
		perLevel, begin = min(perLevel, len(lists[i])), end
	}
	chosen := inTurns(lists, perLevel)
	k.odds = countOdds(chosen)
	return chosen, nil
}

// surplus is the number of candidates examined for each seed needed. Many
// candidates turn out to be slow to solve for the files after they are arranged.
const surplus = 3

// inTurns returns the first n grids of each list: the first of each, then the second,
// and so on.
func inTurns(lists [][]sudoku.Grid, n int) (all []sudoku.Grid) {
	for i := range n {
		for _, list := range lists {
			all = append(all, list[i])
		}
	}
	return all
}

// chooseLevel returns seeds of a level. It adds the classes of their solutions to
// those that are taken.
func (k *kind) chooseLevel(ctx context.Context, bank *seedbank.Bank, level rating.Level, wanted int, solutions map[seed.Key]bool, p *progress) (list []*seed.Pick, err error) {
	filter := seedbank.Filter{Levels: seedbank.Only(level), Symmetry: k.symmetry, Rungs: k.symmetry != transform.NoSymmetry}
	var canonizer transform.Canonizer
	for filter.Clues = seedbank.Only(17); filter.Clues.Low < 81 && len(list) < wanted; filter.Clues = seedbank.Only(filter.Clues.Low + 1) {
		selection, err := bank.Select(ctx, filter)
		if err != nil {
			return nil, err
		}
		for i := uint64(0); i < selection.Len() && len(list) < wanted; i++ {
			pick, err := selection.At(ctx, spread(i, selection.Len()))
			if err != nil {
				return nil, err
			}
			clues := pick.Puzzle().Clues()
			if pick.Automorphisms() > 1 || tries(&clues) > mostTries {
				continue
			}
			if solution := seed.SolutionKey(&canonizer, pick.Puzzle()); !solutions[solution] {
				solutions[solution] = true
				list = append(list, pick)
				p.add(workToChoose)
			}
		}
	}
	return list, nil
}

// spread returns number i of a permutation of the numbers below n, whose first
// numbers are far apart. Neighboring seeds of a bank often come from the same
// walk.
func spread(i, n uint64) uint64 {
	step := n*5/8 + 1
	for divisor(step, n) > 1 {
		step++
	}
	return i * step % n
}

func divisor(a, b uint64) uint64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// passes is the number of times that the odds are counted.
const passes = 3

// arrange turns seeds so that they take few bits, and counts the odds of k.
func (k *kind) arrange(ctx context.Context, picks []*seed.Pick, p *progress) (grids []sudoku.Grid, err error) {
	k.odds = firstOdds(k.symmetry)
	for range passes {
		w := k.odds.weights()
		newWork := func() func(*seed.Pick) sudoku.Grid {
			return func(pick *seed.Pick) sudoku.Grid { return cheapest(pick, k.symmetry, &w) }
		}
		grids = grids[:0]
		err := ordered.Run(ctx, ordered.Pool{}, slices.Values(picks), newWork, func(g sudoku.Grid) error {
			grids = append(grids, g)
			p.add(workToArrange)
			return nil
		})
		if err != nil {
			return nil, err
		}
		k.odds = countOdds(grids)
	}
	return grids, nil
}

// climb rates the rungs of seeds whose levels alternate.
func (k *kind) climb(ctx context.Context, grids []sudoku.Grid, p *progress) ([]Seed, error) {
	type item struct {
		clues sudoku.Grid
		level rating.Level
	}
	items := func(yield func(item) bool) {
		for i := range grids {
			if !yield(item{grids[i], k.levelOf(i)}) {
				return
			}
		}
	}
	type climbed struct {
		Seed
		err error
	}
	newWork := func() func(item) climbed {
		rater := new(rating.Rater)
		return func(i item) climbed {
			levels, err := k.levelsFrom(rater, i.clues, i.level)
			return climbed{Seed{i.clues, levels}, err}
		}
	}
	var seeds []Seed
	err := ordered.Run(ctx, ordered.Pool{Ahead: 20}, items, newWork, func(c climbed) error {
		seeds = append(seeds, c.Seed)
		p.add(workToClimb)
		return c.err
	})
	return seeds, err
}

// levelsFrom returns the levels of a seed and of its first rungs. It stops at a rung
// whose level is higher than the one before, is not a level of k, or that has
// automorphisms.
func (k *kind) levelsFrom(rater *rating.Rater, clues sudoku.Grid, level rating.Level) ([]rating.Level, error) {
	var solver sudoku.Solver
	p, err := solver.Prove(clues)
	if err != nil {
		return nil, err
	}
	levels := []rating.Level{level}
	for _, group := range k.ladder(clues.Filled()) {
		p = p.With(group)
		class, err := rater.Class(&p)
		if errors.Is(err, rating.ErrBeyond) || errors.Is(err, rating.ErrComplete) || class.Automorphisms > 1 {
			break
		}
		next := class.Rating.Level()
		if err != nil || next > level || next < k.low {
			return levels, err
		}
		levels, level = append(levels, next), next
	}
	return slices.Clip(levels), nil
}
