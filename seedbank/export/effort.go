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

// sorted sorts puzzles by ER and effort, by level and effort, or by ER alone. Equal
// puzzles keep their order. It keeps IDs in memory, which are smaller than puzzles.
// Banks do not store efforts, so it solves the canonical form of each seed and rung, which
// gives isomorphs the same effort.
func (d *drawing) sorted(from puzzles) (puzzles, error) {
	var list []rated
	var drawn []seed.Isomorph
	for puzzle, err := range from {
		if err != nil {
			return nil, err
		}
		if drawn = append(drawn, puzzle); len(drawn) < effortBlock {
			continue
		}
		if list, err = d.appendRated(list, drawn); err != nil {
			return nil, err
		}
		drawn = drawn[:0]
	}
	list, err := d.appendRated(list, drawn)
	slices.SortStableFunc(list, func(a, b rated) int {
		first := cmp.Compare(a.er, b.er)
		if d.manifest.Order == ByEffort {
			first = cmp.Compare(rating.LevelOf(a.er), rating.LevelOf(b.er))
		}
		return cmp.Or(first, cmp.Compare(a.effort, b.effort))
	})
	return d.inOrder(list), err
}

// effortBlock is the number of puzzles that are solved together.
const effortBlock = 512

// appendRated appends the sort keys of puzzles, with efforts if the order needs
// them.
func (d *drawing) appendRated(list []rated, drawn []seed.Isomorph) ([]rated, error) {
	first := len(list)
	for i := range drawn {
		list = append(list, rated{er: drawn[i].Rating().ER, id: drawn[i].ID()})
	}
	if d.manifest.Order == Ascending {
		return list, nil
	}
	if err := d.efforts.add(d.ctx, drawn); err != nil {
		return nil, err
	}
	for i := range drawn {
		list[first+i].effort = d.efforts.of(&drawn[i])
	}
	return list, nil
}

// classOf returns what the IDs of the isomorphs of a puzzle have in common.
func classOf(id seed.ID) seed.ID {
	id.Index = 0
	return id
}

// efforts are the efforts of seeds and rungs, in tenths. See [classOf].
type efforts map[seed.ID]int

// of returns the effort of a puzzle that was added.
func (e efforts) of(puzzle *seed.Isomorph) int { return e[classOf(puzzle.ID())] }

// add adds the efforts of puzzles that are not known yet.
func (e efforts) add(ctx context.Context, puzzles []seed.Isomorph) error {
	var fresh []seed.Isomorph // of different classes
	for i := range puzzles {
		class := classOf(puzzles[i].ID())
		if _, ok := e[class]; !ok {
			e[class] = 0
			fresh = append(fresh, puzzles[i])
		}
	}
	found := make([]int, len(fresh))
	workers := runtime.GOMAXPROCS(0)
	group, ctx := errgroup.WithContext(ctx)
	for worker := range workers {
		group.Go(func() (err error) {
			var rater rating.Rater
			for i := worker; i < len(fresh) && err == nil; i += workers {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				found[i], err = effortOf(&rater, fresh[i])
			}
			return err
		})
	}
	err := group.Wait()
	for i := range fresh {
		e[classOf(fresh[i].ID())] = found[i]
	}
	return err
}

func effortOf(rater *rating.Rater, puzzle seed.Isomorph) (int, error) {
	p := puzzle.Puzzle()
	way, err := rater.WayClass(&p)
	return rating.Effort(way), err
}
