package export

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// sorted sorts puzzles by ER and effort, by level and effort or minutes, or by ER alone.
// Equal puzzles keep their order. It keeps IDs in memory, which are smaller than puzzles.
// It solves the canonical form of each seed and rung, which gives isomorphs the same effort
// and minutes.
func (d *drawing) sorted(from puzzles) (puzzles, error) {
	var list []rated
	var drawn []seed.Isomorph
	for puzzle, err := range from {
		if err != nil {
			return nil, err
		}
		if drawn = append(drawn, puzzle); len(drawn) < measureBlock {
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
		if d.manifest.Order != ByER && d.manifest.Order != Ascending {
			first = cmp.Compare(rating.LevelOf(a.er), rating.LevelOf(b.er))
		}
		return cmp.Or(first, cmp.Compare(a.second, b.second))
	})
	return d.inOrder(list), err
}

// measureBlock is the number of puzzles that are solved together.
const measureBlock = 512

// appendRated appends the sort keys of puzzles, with efforts or minutes if the order needs
// them.
func (d *drawing) appendRated(list []rated, drawn []seed.Isomorph) ([]rated, error) {
	first := len(list)
	for i := range drawn {
		list = append(list, rated{er: drawn[i].Rating().ER, id: drawn[i].ID()})
	}
	if d.manifest.Order == Ascending {
		return list, nil
	}
	wanted := wants{effort: d.manifest.Order != ByMinutes, pace: d.manifest.Order == ByMinutes}
	if err := d.measures.add(d.ctx, runtime.GOMAXPROCS(0), drawn, wanted); err != nil {
		return nil, err
	}
	for i := range drawn {
		if m := d.measures.of(&drawn[i]); wanted.pace {
			list[first+i].second = m.pace.Seconds
		} else {
			list[first+i].second = m.effort
		}
	}
	return list, nil
}

// classOf returns what the IDs of the isomorphs of a puzzle have in common.
func classOf(id seed.ID) seed.ID {
	id.Index = 0
	return id
}

// wants says what puzzles are measured for.
type wants struct{ effort, pace bool }

// any reports whether puzzles are measured at all.
func (w wants) any() bool { return w.effort || w.pace }

// without returns what w wants and has not.
func (w wants) without(has wants) wants {
	return wants{w.effort && !has.effort, w.pace && !has.pace}
}

// measure is what a seed or rung was measured for.
type measure struct {
	has    wants
	effort int // in tenths
	pace   minutes.Estimate
}

// measures are those of seeds and rungs. See [classOf].
type measures map[seed.ID]measure

// of returns the measure of a puzzle that was added.
func (m measures) of(puzzle *seed.Isomorph) measure { return m[classOf(puzzle.ID())] }

// only returns what is known of one puzzle.
func (m measures) only(puzzle *seed.Isomorph) measures {
	class := classOf(puzzle.ID())
	if known, ok := m[class]; ok {
		return measures{class: known}
	}
	return measures{}
}

// add measures puzzles for what is wanted and not known yet, with some goroutines.
func (m measures) add(ctx context.Context, workers int, puzzles []seed.Isomorph, wanted wants) error {
	var fresh []seed.Isomorph // of different classes
	for i := range puzzles {
		class := classOf(puzzles[i].ID())
		known := m[class]
		if wanted.without(known.has).any() {
			known.has = wants{known.has.effort || wanted.effort, known.has.pace || wanted.pace}
			m[class] = known
			fresh = append(fresh, puzzles[i])
		}
	}
	found := make([]measure, len(fresh))
	for i := range fresh {
		found[i] = m.of(&fresh[i])
	}
	group, ctx := errgroup.WithContext(ctx)
	for worker := range workers {
		group.Go(func() (err error) {
			by := newMeasurer(ctx)
			for i := worker; i < len(fresh) && err == nil; i += workers {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				err = by.measure(&found[i], fresh[i], wanted)
			}
			return err
		})
	}
	err := group.Wait()
	for i := range fresh {
		m[classOf(fresh[i].ID())] = found[i]
	}
	return err
}

// measurer measures puzzles. It serves one goroutine.
type measurer struct {
	rater     rating.Rater
	estimator minutes.Estimator
}

// newMeasurer returns a measurer that stops when ctx is done, and makes others with something
// short to do go first, such as other requests of a server.
func newMeasurer(ctx context.Context) *measurer {
	by := new(measurer)
	by.estimator.By(&by.rater)
	by.rater.InterruptBy(func() error {
		runtime.Gosched()
		return context.Cause(ctx)
	})
	return by
}

func (by *measurer) measure(m *measure, puzzle seed.Isomorph, wanted wants) (err error) {
	p := puzzle.Puzzle()
	if wanted.effort {
		way, err := by.rater.WayClass(&p)
		if err != nil {
			return err
		}
		m.effort = rating.Effort(way)
	}
	if wanted.pace {
		m.pace, err = by.estimator.Class(&p)
	}
	return err
}
