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
	wanted := wants{effort: d.manifest.Order != ByMinutes, pace: d.manifest.Order == ByMinutes}
	if d.manifest.Order == Ascending {
		wanted = wants{}
	} else {
		from = d.measures.measured(d.ctx, runtime.GOMAXPROCS(0), from, wanted)
	}
	var list []rated
	for puzzle, err := range from {
		if err != nil {
			return nil, err
		}
		r := rated{er: puzzle.Rating().ER, id: puzzle.ID()}
		switch m := d.measures.of(&puzzle); {
		case wanted.pace:
			r.second = m.pace.Seconds
		case wanted.effort:
			r.second = m.effort
		}
		list = append(list, r)
	}
	slices.SortStableFunc(list, func(a, b rated) int {
		first := cmp.Compare(a.er, b.er)
		if d.manifest.Order != ByER && d.manifest.Order != Ascending {
			first = cmp.Compare(rating.LevelOf(a.er), rating.LevelOf(b.er))
		}
		return cmp.Or(first, cmp.Compare(a.second, b.second))
	})
	return d.inOrder(list), nil
}

// measureBlock is the number of puzzles that several goroutines solve together.
const measureBlock = 512

// classOf returns what the IDs of the isomorphs of a puzzle have in common.
func classOf(id seed.ID) seed.ID {
	id.Index = 0
	return id
}

// wants says what puzzles are measured for.
type wants struct{ effort, pace bool }

// any reports whether puzzles are measured at all.
func (w wants) any() bool { return w.effort || w.pace }

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

// add measures puzzles for what is wanted and not known yet, with some goroutines.
func (m measures) add(ctx context.Context, workers int, puzzles []seed.Isomorph, wanted wants) error {
	var fresh []seed.Isomorph // of different classes
	for i := range puzzles {
		class := classOf(puzzles[i].ID())
		known := m[class]
		if wanted.effort && !known.has.effort || wanted.pace && !known.has.pace {
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

// measured yields puzzles when they are measured, some at a time. One goroutine takes them one by
// one: so from can end what nobody waits for any more.
func (m measures) measured(ctx context.Context, workers int, from puzzles, wanted wants) puzzles {
	together := measureBlock
	if workers == 1 {
		together = 1
	}
	return func(yield func(seed.Isomorph, error) bool) {
		var block []seed.Isomorph
		flush := func() bool {
			if err := m.add(ctx, workers, block, wanted); err != nil {
				yield(seed.Isomorph{}, err)
				return false
			}
			for _, puzzle := range block {
				if !yield(puzzle, nil) {
					return false
				}
			}
			block = block[:0]
			return true
		}
		for puzzle, err := range from {
			if err != nil {
				if flush() {
					yield(puzzle, err)
				}
				return
			}
			if block = append(block, puzzle); len(block) == together && !flush() {
				return
			}
		}
		flush()
	}
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
