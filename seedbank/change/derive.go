package change

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// derived are the values of a seed and its rungs, by their places. Those at the end may be
// missing.
type derived []tables.PickValues

func (d derived) at(place int) (v tables.PickValues) {
	if place < len(d) {
		v = d[place]
	}
	return v
}

// lastAtOnce is the highest level of what is estimated and labelled when it is stored, unless a
// collection brings the values. To do so with a harder puzzle costs as much as to rate it.
const lastAtOnce = 6

// withDerived checks the forms of the seeds of a collection. It returns the collection with the
// values of its seeds up to lastAtOnce that the bank lacks. Of their rungs it has only those that
// can be arranged symmetrically, which are the ones that are printed; [Writer.FillMinutes] does the
// others.
func (w *Writer) withDerived(ctx context.Context, c *Collection) (*Collection, error) {
	of := *c
	of.derived = make([]derived, len(c.Seeds))
	var list []underived
	var checker SeedChecker
	seen := map[seed.Key]bool{}
	for i := range c.Seeds {
		if c.Seeds[i].Puzzle == (sudoku.Puzzle{}) {
			return nil, fmt.Errorf("seed %d of %d has no puzzle", i+1, len(c.Seeds))
		}
		key := c.Seeds[i].Key()
		if seen[key] || c.isClaimed(i) {
			continue
		}
		seen[key] = true
		has, err := w.Has(ctx, key)
		if err != nil {
			return nil, err
		}
		u := underived{seed: &c.Seeds[i], to: &of.derived[i]}
		if c.Values != nil {
			u.values = c.Values[i]
		}
		if has {
			if known, err := w.SeedNamed(ctx, key); err == nil { // storing tells what is wrong with it
				u.known = &known
			}
		} else if err := checker.CheckForm(u.seed); err != nil {
			return nil, fmt.Errorf("seed %v: %w", u.seed.Puzzle.Clues(), err)
		}
		list = append(list, u)
	}
	return &of, deriveAll(ctx, list, c.Workers, c.MinutesFor)
}

// underived is a seed whose values are wanted.
type underived struct {
	seed, known *seed.Seed        // known: as the bank has it, or nil
	values      tables.PickValues // of the seed, if they are known
	to          *derived
}

// deriveAll computes the values of seeds, for a time at most; 0 means no limit. It stops with an
// error when ctx is done.
func deriveAll(ctx context.Context, list []underived, workers int, most time.Duration) error {
	begun := time.Now()
	ended := func() bool { return ctx.Err() != nil || most != 0 && time.Since(begun) >= most }
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(ordered.OrCores(workers), len(list)) {
		group.Go(func() {
			by := tables.NewDeriver(new(rating.Rater))
			for i := next.Add(1) - 1; i < int64(len(list)) && !ended(); i = next.Add(1) - 1 {
				*list[i].to = list[i].derive(by)
			}
		})
	}
	group.Wait()
	return ctx.Err()
}

func (u *underived) derive(by *tables.Deriver) derived {
	s := u.seed
	all := derived{u.values}
	if u.known == nil && u.values == (tables.PickValues{}) && s.Rating.Level() <= lastAtOnce {
		all[0] = by.Derive(&s.Puzzle, true)
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
			all = append(all, tables.PickValues{})
		}
		rung := s.Puzzle.With(s.Rungs[i].Added)
		all[i+1] = by.Derive(&rung, false)
	}
	return all
}

// isSymmetric reports whether a pattern can be arranged symmetrically.
func isSymmetric(pattern sudoku.Cells) bool {
	numbers := transform.Conjugates(pattern)
	return slices.Max(numbers[transform.NoSymmetry+1:]) > 0
}

// valueBook notes values of picks in a transaction. It keeps the pages that it changes in
// memory, and writes them once, at the end.
type valueBook struct {
	ctx   context.Context
	tx    *sql.Tx
	pages map[tables.ValuesName]tables.Values
	taken map[tables.StratumName]bool // strata whose slots have other picks than before
}

func newValueBook(ctx context.Context, tx *sql.Tx) *valueBook {
	return &valueBook{ctx, tx, map[tables.ValuesName]tables.Values{}, map[tables.StratumName]bool{}}
}

// note notes those values of a slot that are known.
func (b *valueBook) note(table *tables.StrataTable, stratum int64, slot uint64, of tables.PickValues) error {
	for _, kind := range tables.DerivedKinds {
		v := *of.Of(kind)
		if v == 0 || !slices.Contains(kind.Tables, table) {
			continue
		}
		name, page, err := b.page(kind, table, stratum, slot)
		if err != nil {
			return err
		}
		b.pages[name] = page.With(int(slot%kind.PerPage), v)
	}
	return nil
}

// page returns the page with the value of a slot.
func (b *valueBook) page(kind *tables.Derived, table *tables.StrataTable, stratum int64, slot uint64) (name tables.ValuesName, page tables.Values, err error) {
	name = tables.ValuesName{Kind: kind, Table: table, Stratum: stratum, Version: kind.Version, Page: slot / kind.PerPage}
	page, ok := b.pages[name]
	if !ok {
		page, err = tables.ReadValues(b.ctx, b.tx, name)
	}
	return name, page, err
}

// take returns the values of a slot, which has none any more. It deletes the values of other
// versions in the stratum, and takes a page that cannot be read for an empty one: the bank can
// compute both anew.
func (b *valueBook) take(table *tables.StrataTable, stratum int64, slot uint64) (of tables.PickValues, err error) {
	whole := tables.StratumName{Table: table, ID: stratum}
	for _, kind := range tables.DerivedKinds {
		if !slices.Contains(kind.Tables, table) {
			continue
		}
		if !b.taken[whole] {
			if err := kind.DropOthers(b.ctx, b.tx, table, stratum); err != nil {
				return of, err
			}
		}
		name, page, err := b.page(kind, table, stratum, slot)
		if err != nil && !errors.Is(err, tables.ErrDamaged) {
			return of, err
		}
		at := int(slot % kind.PerPage)
		if *of.Of(kind) = page.At(at); *of.Of(kind) != 0 {
			page = page.With(at, 0)
		}
		b.pages[name] = page
	}
	b.taken[whole] = true
	return of, nil
}

// move gives the values of a slot to another one.
func (b *valueBook) move(table *tables.StrataTable, stratum int64, from, to uint64) error {
	of, err := b.take(table, stratum, from)
	if err != nil {
		return err
	}
	return b.note(table, stratum, to, of)
}

func (b *valueBook) finish() error { return tables.WriteValues(b.ctx, b.tx, b.pages) }
