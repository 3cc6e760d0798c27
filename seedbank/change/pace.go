package change

import (
	"context"
	"database/sql"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

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

// estimated returns a collection with the estimates of its seeds up to lastAtOnce that the
// bank lacks. Of their rungs it has only those that can be arranged symmetrically, which are
// the ones that are printed; [Writer.FillMinutes] does the others.
func (w *Writer) estimated(ctx context.Context, c *Collection) (*Collection, error) {
	of := *c
	of.paced = make([]paces, len(c.Seeds))
	var list []unpaced
	seen := map[seed.Key]bool{}
	for i := range c.Seeds {
		key := c.Seeds[i].Key()
		if seen[key] || c.isClaimed(i) {
			continue
		}
		seen[key] = true
		has, err := w.Has(ctx, key)
		if err != nil {
			return nil, err
		}
		u := unpaced{seed: &c.Seeds[i], to: &of.paced[i]}
		if has {
			if known, err := w.SeedNamed(ctx, key); err == nil { // storing tells what is wrong with it
				u.known = &known
			}
		}
		list = append(list, u)
	}
	estimate(list, c.MinutesFor)
	return &of, nil
}

// unpaced is a seed to estimate.
type unpaced struct {
	seed, known *seed.Seed // known: as the bank has it, or nil
	to          *paces
}

// estimate estimates seeds, on all cores, for a time at most; 0 means no limit.
func estimate(list []unpaced, most time.Duration) {
	begun := time.Now()
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(list)) {
		group.Go(func() {
			var e minutes.Estimator
			for i := next.Add(1) - 1; i < int64(len(list)) && (most == 0 || time.Since(begun) < most); i = next.Add(1) - 1 {
				*list[i].to = list[i].estimate(&e)
			}
		})
	}
	group.Wait()
}

func (u *unpaced) estimate(e *minutes.Estimator) paces {
	s := u.seed
	all := paces{tables.Pace{}}
	if u.known == nil && s.Rating.Level() <= lastAtOnce {
		all[0] = paceOf(e, s.Puzzle)
	}
	clues := s.Puzzle.Clues().Filled()
	for i := range s.Rungs {
		if u.known != nil && u.known.Rung(s.Rungs[i].Added) != nil {
			continue
		}
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
