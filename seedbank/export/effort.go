package export

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// byEffort returns puzzles by ER and effort, or by level and effort. Banks do not
// know efforts: each puzzle is solved on its canonical form, so that isomorphs have
// the same effort.
func (d *drawing) byEffort(from puzzles) (puzzles, error) {
	var list []rated
	var drawn []seed.Isomorph
	for puzzle, err := range from {
		if err != nil {
			return nil, err
		}
		if drawn = append(drawn, puzzle); len(drawn) < effortBlock {
			continue
		}
		if list, err = appendEfforts(d.ctx, list, drawn); err != nil {
			return nil, err
		}
		drawn = drawn[:0]
	}
	list, err := appendEfforts(d.ctx, list, drawn)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, map[Order]func(a, b rated) int{
		ByER: func(a, b rated) int { return cmp.Or(cmp.Compare(a.er, b.er), cmp.Compare(a.effort, b.effort)) },
		ByEffort: func(a, b rated) int {
			return cmp.Or(cmp.Compare(rating.LevelOf(a.er), rating.LevelOf(b.er)), cmp.Compare(a.effort, b.effort))
		},
	}[d.manifest.Order])
	return d.inOrder(list), nil
}

// effortBlock is how many puzzles are solved at a time.
const effortBlock = 512

// appendEfforts appends what is kept of puzzles, with their efforts.
func appendEfforts(ctx context.Context, list []rated, drawn []seed.Isomorph) ([]rated, error) {
	first := len(list)
	list = append(list, make([]rated, len(drawn))...)
	workers := runtime.GOMAXPROCS(0)
	group, ctx := errgroup.WithContext(ctx)
	for worker := range workers {
		group.Go(func() error {
			var rater rating.Rater
			for i := worker; i < len(drawn); i += workers {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				effort, err := effortOf(&rater, drawn[i])
				if err != nil {
					return err
				}
				list[first+i] = rated{drawn[i].Rating().ER, effort, drawn[i].ID()}
			}
			return nil
		})
	}
	return list, group.Wait()
}

func effortOf(rater *rating.Rater, puzzle seed.Isomorph) (int, error) {
	p := puzzle.Puzzle()
	way, err := rater.WayClass(&p)
	return rating.Effort(way), err
}
