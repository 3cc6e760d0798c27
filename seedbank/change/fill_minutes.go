package change

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// FillMinutes estimates the minutes of all seeds and rungs that the bank has none of by the
// current version of the fit: first seeds and symmetric puzzles, then all rungs. When all are
// done, it deletes the estimates of older versions. It returns how many it estimated. If ctx
// is done before, what was estimated stays, and the next call goes on from there. report is
// called from time to time with the number of picks that have an estimate, and of all; it
// may be nil.
func (w *Writer) FillMinutes(ctx context.Context, workers int, report func(done, of uint64)) (estimated uint64, err error) {
	fill := &filling{bank: w, workers: max(1, workers), report: report}
	if err = fill.all(ctx); err != nil && ctx.Err() == nil {
		err = fmt.Errorf("estimating the minutes of %s: %w", w.file.Path, tables.Plain(err))
	}
	return fill.estimated, err
}

// filling fills in the estimates of a bank.
type filling struct {
	bank      *Writer
	workers   int
	report    func(done, of uint64)
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
		worker := &pacer{db: f.bank}
		return func(of lackingPage) filledPage { return worker.fill(ctx, of) }
	}
	err = ordered.Run(ctx, pool, slices.Values(lacking), newWork, f.store)
	if err == nil && f.beyond == 0 {
		_, err = f.bank.file.DB.ExecContext(ctx, `DELETE FROM minutes WHERE fit < ?`, minutes.Version)
	}
	return err
}

// lacking returns the pages that lack estimates.
func (f *filling) lacking(ctx context.Context) (list []lackingPage, err error) {
	for _, table := range []*tables.StrataTable{tables.SeedStrata, tables.SymmetricStrata, tables.RungStrata} {
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
			for first := uint64(0); first < strata[i].Number; first += tables.PageRungs {
				name := tables.PaceName{PickPage: tables.PickPage{Table: table, Stratum: strata[i].ID, Page: first / tables.PageRungs}, Fit: minutes.Version}
				picks := int(min(tables.PageRungs, strata[i].Number-first))
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
	paces []tables.Pace // by slots
	err   error
}

// store stores a page. It reads it again, since others may have added to it.
func (f *filling) store(filled filledPage) error {
	if filled.err != nil {
		return filled.err
	}
	ctx := context.Background() // what is estimated is stored
	err := f.bank.write(ctx, func(tx *sql.Tx) error {
		page, err := tables.ReadPace(ctx, tx, filled.name)
		if err != nil {
			return err
		}
		for i, slot := range filled.slots {
			if filled.paces[i] != (tables.Pace{}) {
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
	db        *Writer
	estimator minutes.Estimator
	solver    sudoku.Solver
}

func (w *pacer) fill(ctx context.Context, of lackingPage) filledPage {
	of.slots = of.page.Lacking(of.picks)
	filled := filledPage{lackingPage: of, paces: make([]tables.Pace, len(of.slots))}
	puzzles, err := w.puzzles(ctx, of)
	for i := range puzzles {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			filled.paces[i] = paceOf(&w.estimator, puzzles[i])
		}
	}
	filled.err = err
	return filled
}

// puzzles returns the picks in the slots of a page.
func (w *pacer) puzzles(ctx context.Context, of lackingPage) ([]sudoku.Puzzle, error) {
	places := make([]tables.RungPlace, len(of.slots)) // as on pages of symmetric picks
	bySlot := map[int]int{}
	for i, slot := range of.slots {
		bySlot[slot] = i
	}
	first := int64(of.name.Page) * tables.PageRungs
	if of.name.Table.Pages == "" {
		err := tables.Each(ctx, w.db.file.DB, "seeds", `SELECT id, slot FROM seeds WHERE stratum = ? AND slot >= ? AND slot < ?`,
			[]any{of.name.Stratum, first, first + tables.PageRungs}, func(row tables.Row) error {
				var id tables.SeedID
				var slot int64
				err := row.Scan(&id, &slot)
				if i, ok := bySlot[int(slot-first)]; ok {
					places[i].Seed = id
				}
				return err
			})
		if err != nil {
			return nil, err
		}
		return w.read(ctx, of, places)
	}
	packed, err := tables.ReadPage(ctx, w.db.file.DB, of.name.PickPage)
	if err != nil {
		return nil, err
	}
	listed, err := tables.UnpackPlaces(packed)
	if err != nil {
		return nil, tables.DamagedRow(of.name.Table.Pages, of.name.Stratum, "%w", err)
	}
	for i, slot := range of.slots {
		if slot >= len(listed) {
			return nil, tables.DamagedRow(of.name.Table.Pages, of.name.Stratum, "page %d is too short", of.name.Page)
		}
		places[i] = listed[slot]
		if of.name.Table == tables.RungStrata { // this table lists no seeds
			places[i].Place++
		}
	}
	return w.read(ctx, of, places)
}

// read returns the puzzles at places.
func (w *pacer) read(ctx context.Context, of lackingPage, places []tables.RungPlace) ([]sudoku.Puzzle, error) {
	wanted, ids := map[tables.SeedID][]int{}, []tables.SeedID{}
	for i, p := range places {
		if wanted[p.Seed] == nil {
			ids = append(ids, p.Seed)
		}
		wanted[p.Seed] = append(wanted[p.Seed], i)
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	puzzles := make([]sudoku.Puzzle, len(places))
	found := 0
	var patterns []sudoku.Cells
	err = tables.Each(ctx, w.db.file.DB, "seeds", `SELECT id, puzzle, rungs FROM seeds WHERE id IN (SELECT value FROM json_each(?))`, []any{string(list)}, func(row tables.Row) error {
		var id tables.SeedID
		var puzzle, rungs sql.RawBytes
		if err := row.Scan(&id, &puzzle, &rungs); err != nil {
			return err
		}
		whole, err := seed.UnpackPuzzle(&w.solver, puzzle)
		if err == nil {
			patterns, err = seed.UnpackPatterns(patterns[:0], puzzle, rungs)
		}
		if err != nil {
			return tables.DamagedRow("seeds", int64(id), "%w", err)
		}
		for _, i := range wanted[id] {
			if places[i].Place >= len(patterns) {
				return tables.DamagedRow("seeds", int64(id), "it has no rung at place %d", places[i].Place)
			}
			puzzles[i] = whole.With(patterns[places[i].Place])
			found++
		}
		return nil
	})
	if err == nil && found < len(places) {
		err = tables.DamagedRow(of.name.Table.Name, of.name.Stratum, "page %d lists seeds that are not there", of.name.Page)
	}
	return puzzles, err
}
