package change

import (
	"context"
	"database/sql"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// paces are the estimates of a seed and its rungs, by their places. Those at the end may be
// missing.
type paces []tables.Pace

func (p paces) at(place int) (pace tables.Pace) {
	if place < len(p) {
		pace = p[place]
	}
	return pace
}

// lastAtOnce is the highest level of what is estimated when it is stored. To estimate a
// harder puzzle costs as much as to rate it, and there are no times of people for it.
const lastAtOnce = 6

// pacesOf estimates seeds up to lastAtOnce, on all cores. Of their rungs it estimates only
// those that can be arranged symmetrically, which are the ones that are printed;
// [Writer.FillMinutes] does the others.
func pacesOf(seeds []seed.Seed) []paces {
	all := make([]paces, len(seeds))
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(seeds)) {
		group.Go(func() {
			var e minutes.Estimator
			for i := next.Add(1) - 1; i < int64(len(seeds)); i = next.Add(1) - 1 {
				all[i] = pacesOfSeed(&e, &seeds[i])
			}
		})
	}
	group.Wait()
	return all
}

func pacesOfSeed(e *minutes.Estimator, s *seed.Seed) paces {
	var all paces
	if s.Rating.Level() <= lastAtOnce {
		all = append(all, paceOf(e, s.Puzzle))
	}
	clues := s.Puzzle.Clues().Filled()
	for i := range s.Rungs {
		pattern := clues.Or(s.Rungs[i].Added)
		if rating.LevelOf(s.Rungs[i].ER) > lastAtOnce || !transform.MayHaveSymmetry(pattern) || !isSymmetric(pattern) {
			continue
		}
		for len(all) <= i+1 {
			all = append(all, tables.Pace{})
		}
		all[i+1] = paceOf(e, s.Puzzle.With(s.Rungs[i].Added))
	}
	return all
}

// isSymmetric reports whether a pattern can be arranged symmetrically.
func isSymmetric(pattern sudoku.Cells) bool {
	for _, n := range transform.Conjugates(pattern) {
		if n > 0 {
			return true
		}
	}
	return false
}

// paceOf returns the estimate of a puzzle, or none if it is beyond the scale.
func paceOf(e *minutes.Estimator, p sudoku.Puzzle) tables.Pace {
	found, err := e.Class(&p)
	if err != nil {
		return tables.Pace{}
	}
	return tables.PaceOf(&found)
}

// paceBook notes estimates of picks in a transaction. It keeps the pages that it changes in
// memory, and writes them once, at the end.
type paceBook struct {
	ctx   context.Context
	tx    *sql.Tx
	pages map[tables.PaceName]tables.PacePage
}

func newPaceBook(ctx context.Context, tx *sql.Tx) *paceBook {
	return &paceBook{ctx, tx, map[tables.PaceName]tables.PacePage{}}
}

// note notes the estimate of a slot, if it is known.
func (b *paceBook) note(table *tables.StrataTable, stratum int64, slot uint64, pace tables.Pace) error {
	if pace == (tables.Pace{}) {
		return nil
	}
	name := tables.PaceName{Table: table, Stratum: stratum, Page: slot / tables.PagePaces, Fit: minutes.Version}
	page, ok := b.pages[name]
	if !ok {
		var err error
		if page, err = tables.ReadPace(b.ctx, b.tx, name); err != nil {
			return err
		}
	}
	b.pages[name] = page.With(int(slot%tables.PagePaces), pace)
	return nil
}

func (b *paceBook) finish() error { return tables.WritePace(b.ctx, b.tx, b.pages) }
