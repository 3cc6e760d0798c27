package change

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// FillMinutes estimates the minutes of all seeds and rungs that the bank has none of by the
// current version of the fit: first seeds and symmetric puzzles, then all rungs. When all are
// done, it deletes the estimates of older versions. It returns how many it estimated. If ctx
// is done before, what was estimated stays, and the next call goes on from there. report is
// called from time to time with the number of picks that have an estimate, and of all; it
// may be nil.
func (w *Writer) FillMinutes(ctx context.Context, workers int, report func(done, of uint64)) (estimated uint64, err error) {
	return w.fill(ctx, tables.Minutes, workers, report)
}

// FillLabels finds the labels of all seeds whose labels the bank does not know, as FillMinutes
// does with minutes.
func (w *Writer) FillLabels(ctx context.Context, workers int, report func(done, of uint64)) (labelled uint64, err error) {
	return w.fill(ctx, tables.Labels, workers, report)
}

func (w *Writer) fill(ctx context.Context, kind *tables.Derived, workers int, report func(done, of uint64)) (made uint64, err error) {
	fill := &filling{bank: w, kind: kind, tables: kind.Tables, workers: ordered.OrCores(workers), report: report}
	if err = fill.all(ctx); err == nil && fill.beyond == 0 {
		err = kind.DropOlder(ctx, w.file.DB)
	}
	return fill.made, fill.explain(ctx, err)
}

// FillFirst does what FillMinutes and FillLabels do first, on one core and for some time:
// seeds and symmetric puzzles. It reports whether none is left.
func (w *Writer) FillFirst(ctx context.Context, most time.Duration) (complete bool, err error) {
	until := time.Now().Add(most)
	for _, kind := range tables.DerivedKinds {
		fill := &filling{bank: w, kind: kind, tables: kind.Tables[:min(2, len(kind.Tables))], workers: 1, until: until}
		if err := fill.explain(ctx, fill.all(ctx)); err != nil || fill.isOver() {
			return false, err
		}
	}
	return true, nil
}

func (f *filling) explain(ctx context.Context, err error) error {
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("filling in the %s of %s: %w", f.kind.Name, f.bank.file.Path, f.bank.file.Plain(err))
	}
	return err
}

// filling fills in the values of a bank that are derived from its puzzles.
type filling struct {
	bank     *Writer
	kind     *tables.Derived
	tables   []*tables.StrataTable
	workers  int
	until    time.Time // zero: no limit
	report   func(done, of uint64)
	solver   sudoku.Solver
	done, of uint64 // picks
	made     uint64
	beyond   uint64 // picks that have none
}

// lackingPage is a page of picks of which some have no value.
type lackingPage struct {
	name  tables.ValuesName
	page  tables.Values // what is known
	picks int
	slots []int // those without a value
}

func (f *filling) all(ctx context.Context) error {
	lacking, err := f.lacking(ctx)
	if err != nil {
		return err
	}
	pool := ordered.Pool{Workers: f.workers, Ahead: 2 * f.workers}
	isOver := func() bool { return ctx.Err() != nil || f.isOver() }
	whole := context.WithoutCancel(ctx) // what is computed is stored
	newWork := func() func(lackingPage) filledPage {
		worker := &deriver{file: f.bank.file, isOver: isOver, compute: f.kind.New(new(rating.Rater))}
		return func(of lackingPage) filledPage { return worker.fill(whole, of) }
	}
	if err := ordered.Run(whole, pool, slices.Values(lacking), newWork, f.store); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// isOver reports whether the time is over.
func (f *filling) isOver() bool { return !f.until.IsZero() && time.Now().After(f.until) }

// lacking returns the pages that lack values.
func (f *filling) lacking(ctx context.Context) (list []lackingPage, err error) {
	for _, table := range f.tables {
		known := map[tables.ValuesName]tables.Values{}
		err := f.kind.EachPage(ctx, f.bank.file, table, f.kind.Version, "", nil, func(name tables.ValuesName, page tables.Values) error {
			known[name] = page
			return nil
		})
		if err != nil {
			return nil, err
		}
		strata, err := tables.ReadStrata(ctx, f.bank.file, table, `WHERE number > 0`, nil, nil)
		if err != nil {
			return nil, err
		}
		for i := range strata {
			f.of += strata[i].Number
			for first := uint64(0); first < strata[i].Number; first += f.kind.PerPage {
				name := tables.ValuesName{Kind: f.kind, Table: table, Stratum: strata[i].ID, Version: f.kind.Version, Page: first / f.kind.PerPage}
				picks := int(min(f.kind.PerPage, strata[i].Number-first))
				lacking := len(known[name].Lacking(picks))
				if lacking > 0 {
					list = append(list, lackingPage{name: name, page: known[name], picks: picks})
				}
				f.done += uint64(picks - lacking)
			}
		}
	}
	return list, nil
}

// filledPage is a page with its new values.
type filledPage struct {
	lackingPage
	puzzles []sudoku.Puzzle // by slots
	values  []tables.Value  // by slots
	err     error
}

// store stores a page. It reads it again, since others may have added to it, and its puzzles,
// since a seed that was withdrawn leaves its slot to another, or to nobody. A page that could not
// be read is damaged only if it still cannot be read.
func (f *filling) store(filled filledPage) error {
	if filled.err != nil && !errors.Is(filled.err, tables.ErrDamaged) || len(filled.slots) == 0 {
		return filled.err
	}
	ctx := context.Background() // what is computed is stored
	err := f.bank.write(ctx, func(tx *sql.Tx) error {
		page, err := tables.ReadValues(ctx, tx, filled.name)
		if err != nil {
			return err
		}
		slots, err := f.there(ctx, tx, &filled)
		if err != nil || len(slots) == 0 {
			return err
		}
		puzzles, err := filled.name.PuzzlesOn(ctx, tx, slots, &f.solver)
		if err != nil || len(filled.values) == 0 {
			return err
		}
		for i, slot := range slots {
			if filled.values[i] != 0 && puzzles[i] == filled.puzzles[i] {
				page = page.With(slot, filled.values[i])
			}
		}
		return tables.WriteValues(ctx, tx, map[tables.ValuesName]tables.Values{filled.name: page})
	})
	for _, v := range filled.values {
		if v == 0 {
			f.beyond++
		} else {
			f.made++
		}
	}
	f.done += uint64(len(filled.values))
	if err == nil && f.report != nil {
		f.report(f.done, f.of)
	}
	return err
}

// there returns the slots of a page that its stratum still has.
func (f *filling) there(ctx context.Context, tx *sql.Tx, filled *filledPage) ([]int, error) {
	of, number := filled.name.Table, uint64(0)
	err := tx.QueryRowContext(ctx, fmt.Sprintf(`SELECT %s FROM %s WHERE id = ?`, of.Number, of.Name), filled.name.Stratum).Scan(&number)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	n := len(filled.slots)
	for n > 0 && filled.name.Page*f.kind.PerPage+uint64(filled.slots[n-1]) >= number {
		n--
	}
	return filled.slots[:n], nil
}

// deriver computes the values of pages. It serves one goroutine at a time.
type deriver struct {
	file    *tables.File
	isOver  func() bool
	compute func(*sudoku.Puzzle) tables.Value
	solver  sudoku.Solver
}

func (w *deriver) fill(ctx context.Context, of lackingPage) filledPage {
	filled := filledPage{lackingPage: of}
	if w.isOver() {
		return filled
	}
	of.slots = of.page.Lacking(of.picks)
	if filled.puzzles, filled.err = of.name.PuzzlesOn(ctx, w.file.DB, of.slots, &w.solver); filled.err != nil {
		filled.slots = of.slots
		return filled
	}
	for i := range filled.puzzles {
		if w.isOver() {
			break
		}
		filled.values = append(filled.values, w.compute(&filled.puzzles[i]))
	}
	filled.slots = of.slots[:len(filled.values)]
	return filled
}
