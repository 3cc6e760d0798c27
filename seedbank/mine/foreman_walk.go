package mine

import (
	"context"
	"slices"
	"time"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// openWalk is a walk whose steps others take. A step that takes long is divided into
// slices, each of which is a unit.
type openWalk struct {
	seedbank.Walk
	under    map[string]int // slices under way, by the clues of the seed walked from
	ready    []*Unit        // slices of the last step that are not planned yet
	takes    time.Duration  // a whole step, on one core, lately; 0: not known
	progress WalkProgress
}

// walkOf returns what is known of a walk.
func (f *Foreman) walkOf(of seedbank.Walk) *openWalk {
	i := slices.IndexFunc(f.walks, func(w *openWalk) bool { return w.Walk == of })
	if i < 0 {
		i = len(f.walks)
		f.walks = append(f.walks, &openWalk{Walk: of, under: map[string]int{}, progress: WalkProgress{Toward: of.Toward, Symmetry: of.Symmetry}})
	}
	return f.walks[i]
}

// walkProgress returns how far the walks are.
func (f *Foreman) walkProgress() (list []WalkProgress) {
	for _, w := range f.walks {
		list = append(list, w.progress)
	}
	return list
}

// walk plans a slice of a step, or none if there is no seed to set out from.
func (f *Foreman) walk(ctx context.Context, of seedbank.Walk) (*Unit, error) {
	w := f.walkOf(of)
	if len(w.ready) == 0 {
		if err := f.step(ctx, w); err != nil || len(w.ready) == 0 {
			return nil, err
		}
	}
	u := w.ready[0]
	w.ready = w.ready[1:]
	return u, nil
}

// step plans a step from one of the best seeds that no step is under way from.
func (f *Foreman) step(ctx context.Context, w *openWalk) error {
	frontier, err := f.shards.frontier(ctx, w.Walk, plenty+len(w.under))
	if err != nil || len(frontier) == 0 {
		return err
	}
	least := goalOf(w.Walk).leastWorth(len(frontier), frontier[min(len(frontier), drawnFrom)-1].Value, frontier[len(frontier)-1].Value)
	w.progress.At, w.progress.Ahead = frontier[0].Value, min(len(frontier), MostAhead)
	if w.progress.Best, err = f.shards.best(ctx, w.Walk); err != nil {
		return err
	}
	for len(frontier) > 0 {
		best := frontier[:min(len(frontier), drawnFrom)]
		i := f.random.IntN(1 + f.random.IntN(len(best)))
		from, err := frontier[i].seed(ctx)
		if err != nil {
			return err
		}
		clues := from.Puzzle.Clues().String()
		if w.under[clues] == 0 {
			w.ready = f.slices(w, clues, least)
			w.under[clues] = len(w.ready)
			return nil
		}
		frontier = slices.Delete(frontier, i, i+1)
	}
	return nil
}

// slices divides the rounds of a step among units that take about as long as they should.
func (f *Foreman) slices(w *openWalk, from string, least int) (list []*Unit) {
	n := int(max(1, min(w.takes/f.options.unitTime(), time.Duration(goalOf(w.Walk).rounds))))
	number := f.random.Uint64() >> 1
	for i := range n {
		u := &Unit{
			Rater: rating.Version, Kind: WalkUnit, RandomSeed: f.options.RandomSeed, First: number,
			Toward: w.Toward, From: from, Least: least, Slice: i, Slices: n,
		}
		u.setStock(f.stock)
		list = append(list, u)
	}
	return list
}

// walked notes that a slice is done. It reports whether the step is, as far as the
// foreman knows of it: steps that an earlier run has planned may have other slices.
func (f *Foreman) walked(u *Unit, took time.Duration) (of seedbank.Walk, from seed.Key, done bool, err error) {
	of = seedbank.Walk{Toward: u.Toward}
	w := f.walkOf(of)
	whole := took * time.Duration(u.Slices)
	if w.takes == 0 {
		w.takes = whole
	}
	w.takes += (min(whole, 8*w.takes) - w.takes) / 4
	if w.under[u.From] > 1 {
		w.under[u.From]--
		return of, 0, false, nil
	}
	delete(w.under, u.From)
	w.progress.Steps++
	clues, err := sudoku.ParseGrid(u.From)
	if err != nil {
		return of, 0, false, err
	}
	return of, seed.KeyOf(clues), true, nil
}
