package change

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/sudoku"
)

// FillMinutes estimates the minutes of all seeds and rungs that the bank has none of by the
// current version of the fit: first seeds and symmetric puzzles, then all rungs. When all are
// done, it deletes the estimates of older versions. It returns how many it estimated. If ctx
// is done before, what was estimated stays, and the next call goes on from there. report is
// called from time to time with the number of picks that have an estimate, and of all; it
// may be nil.
func (w *Writer) FillMinutes(ctx context.Context, workers int, report func(done, of uint64)) (estimated uint64, err error) {
	fill := &filling{bank: w, tables: listedTables, workers: max(1, workers), report: report}
	if err = fill.all(ctx); err == nil && fill.beyond == 0 {
		_, err = w.file.DB.ExecContext(ctx, `DELETE FROM minutes WHERE fit < ?`, minutes.Version)
	}
	return fill.estimated, fill.explain(ctx, err)
}

// FillFirst does what FillMinutes does first, on one core and for some time: seeds and
// symmetric puzzles. It reports whether none is left.
func (w *Writer) FillFirst(ctx context.Context, most time.Duration) (complete bool, err error) {
	fill := &filling{bank: w, tables: listedTables[:2], workers: 1, until: time.Now().Add(most)}
	err = fill.explain(ctx, fill.all(ctx))
	return err == nil && !fill.isOver(), err
}

// listedTables are the tables of strata in the order in which they are filled.
var listedTables = []*tables.StrataTable{tables.SeedStrata, tables.SymmetricStrata, tables.RungStrata}

func (f *filling) explain(ctx context.Context, err error) error {
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("estimating the minutes of %s: %w", f.bank.file.Path, tables.Plain(err))
	}
	return err
}

// filling fills in the estimates of a bank.
type filling struct {
	bank      *Writer
	tables    []*tables.StrataTable
	workers   int
	until     time.Time // zero: no limit
	report    func(done, of uint64)
	solver    sudoku.Solver
	done, of  uint64 // picks
	estimated uint64
	beyond    uint64 // picks that have none
}

// lackingPage is a page of picks of which some have no estimate.
type lackingPage struct {
	name  tables.PaceName
	page  tables.PacePage // what is known
	picks int
	slots []int // those without an estimate
}

func (f *filling) all(ctx context.Context) error {
	lacking, err := f.lacking(ctx)
	if err != nil {
		return err
	}
	pool := ordered.Pool{Workers: f.workers, Ahead: 2 * f.workers}
	newWork := func() func(lackingPage) filledPage {
		worker := &pacer{file: f.bank.file, isOver: f.isOver}
		return func(of lackingPage) filledPage { return worker.fill(ctx, of) }
	}
	return ordered.Run(ctx, pool, slices.Values(lacking), newWork, f.store)
}

// isOver reports whether the time is over.
func (f *filling) isOver() bool { return !f.until.IsZero() && time.Now().After(f.until) }

// lacking returns the pages that lack estimates.
func (f *filling) lacking(ctx context.Context) (list []lackingPage, err error) {
	for _, table := range f.tables {
		known := map[tables.PaceName]tables.PacePage{}
		err := f.bank.file.EachPacePage(ctx, table, minutes.Version, "", nil, func(name tables.PaceName, page tables.PacePage) error {
			known[name] = page
			return nil
		})
		if err != nil {
			return nil, err
		}
		strata, err := tables.ReadStrata(ctx, f.bank.file, table, `WHERE number > 0`, nil, func(damage error) error { return damage })
		if err != nil {
			return nil, err
		}
		for i := range strata {
			f.of += strata[i].Number
			for first := uint64(0); first < strata[i].Number; first += tables.PagePaces {
				name := tables.PaceName{Table: table, Stratum: strata[i].ID, Page: first / tables.PagePaces, Fit: minutes.Version}
				picks := int(min(tables.PagePaces, strata[i].Number-first))
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

// filledPage is a page with its new estimates.
type filledPage struct {
	lackingPage
	puzzles []sudoku.Puzzle // by slots
	paces   []tables.Pace   // by slots
	err     error
}

// store stores a page. It reads it again, since others may have added to it, and its puzzles,
// since a seed that was withdrawn leaves its slot to another.
func (f *filling) store(filled filledPage) error {
	if filled.err != nil || len(filled.slots) == 0 {
		return filled.err
	}
	ctx := context.Background() // what is estimated is stored
	err := f.bank.write(ctx, func(tx *sql.Tx) error {
		page, err := tables.ReadPace(ctx, tx, filled.name)
		if err != nil {
			return err
		}
		puzzles, err := puzzlesOn(ctx, tx, &filled.lackingPage, &f.solver)
		if err != nil {
			return err
		}
		for i, slot := range filled.slots {
			if filled.paces[i] != (tables.Pace{}) && puzzles[i] == filled.puzzles[i] {
				page = page.With(slot, filled.paces[i])
			}
		}
		return tables.WritePace(ctx, tx, map[tables.PaceName]tables.PacePage{filled.name: page})
	})
	for _, pace := range filled.paces {
		if pace == (tables.Pace{}) {
			f.beyond++
		} else {
			f.estimated++
		}
	}
	f.done += uint64(len(filled.paces))
	if err == nil && f.report != nil {
		f.report(f.done, f.of)
	}
	return err
}

// pacer estimates the picks of pages. It serves one goroutine at a time.
type pacer struct {
	file      *tables.File
	isOver    func() bool
	estimator minutes.Estimator
	solver    sudoku.Solver
}

func (w *pacer) fill(ctx context.Context, of lackingPage) filledPage {
	filled := filledPage{lackingPage: of}
	if w.isOver() {
		return filled
	}
	of.slots = of.page.Lacking(of.picks)
	filled.puzzles, filled.err = puzzlesOn(ctx, w.file.DB, &of, &w.solver)
	for _, p := range filled.puzzles {
		if filled.err == nil {
			filled.err = ctx.Err()
		}
		if filled.err != nil || w.isOver() {
			break
		}
		filled.paces = append(filled.paces, paceOf(&w.estimator, p))
	}
	filled.slots = of.slots[:len(filled.paces)]
	return filled
}

// puzzlesOn returns the puzzles in the slots of a page.
func puzzlesOn(ctx context.Context, db tables.Querier, of *lackingPage, solver *sudoku.Solver) ([]sudoku.Puzzle, error) {
	page, slots := of.name.Picks(of.slots)
	return tables.PuzzlesOn(ctx, db, page, slots, solver)
}
