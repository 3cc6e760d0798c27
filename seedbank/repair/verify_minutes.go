package repair

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/sudoku"
)

// pacePage is a page of estimates.
type pacePage struct {
	name tables.PaceName
	page tables.PacePage
}

// checkMinutes checks the pages of estimates: that they are of picks that there are, and, if
// the ratings are checked, that the estimates are right.
func checkMinutes(ctx context.Context, f *tables.File, options *VerifyOptions) error {
	if f.Format < tables.MinutesFormat {
		return nil
	}
	pages, err := soundPaces(ctx, f, options.Problem)
	if err != nil || !options.Ratings {
		return err
	}
	if options.Sample > 0 && options.Sample < 1 {
		pages = slices.DeleteFunc(pages, func(pacePage) bool { return rand.Float64() >= options.Sample })
	}
	pool := ordered.Pool{Workers: max(1, options.Workers), Ahead: 4}
	newWork := func() func(pacePage) error {
		var e minutes.Estimator
		var solver sudoku.Solver
		return func(of pacePage) error { return wrongPace(ctx, f, &e, &solver, of) }
	}
	return ordered.Run(ctx, pool, slices.Values(pages), newWork, func(problem error) error {
		if ctx.Err() == nil && problem != nil {
			options.Problem(problem)
		}
		return ctx.Err()
	})
}

// soundPaces returns the pages of the current fit whose form is right, and reports the others.
func soundPaces(ctx context.Context, f *tables.File, problem func(error)) (pages []pacePage, err error) {
	numbers := map[tables.StratumName]uint64{}
	byName := map[string]*tables.StrataTable{}
	for _, table := range tables.StrataTables {
		byName[table.Name] = table
		err := tables.Each(ctx, f.DB, table.Name, fmt.Sprintf(`SELECT id, %s FROM %s`, table.Number, table.Name), nil, func(row tables.Row) error {
			var id, number int64
			err := row.Scan(&id, &number)
			numbers[tables.StratumName{Table: table, ID: id}] = uint64(max(0, number))
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	err = tables.Each(ctx, f.DB, "minutes", `SELECT list, stratum, fit, page, estimates FROM minutes`, nil, func(row tables.Row) error {
		var list string
		var stratum, fit, number int64
		var page []byte
		if err := row.Scan(&list, &stratum, &fit, &number, &page); err != nil {
			return err
		}
		name := tables.StratumName{Table: byName[list], ID: stratum}
		switch picks := numbers[name]; {
		case fit > minutes.Version:
			problem(tables.DamagedRow("minutes", stratum, "version %d of the fit is not known to this version of the program", fit))
		case number < 0 || number > int64(picks/tables.PagePaces) || !tables.PacePage(page).Sound(picks-uint64(number)*tables.PagePaces):
			problem(tables.DamagedRow("minutes", stratum, "page %d of %s cannot be right", number, list))
		case fit == minutes.Version:
			pages = append(pages, pacePage{tables.PaceName{Table: name.Table, Stratum: stratum, Page: uint64(number), Fit: int(fit)}, page})
		}
		return nil
	})
	return pages, err
}

// wrongPace returns what is wrong with the estimates of a page.
func wrongPace(ctx context.Context, f *tables.File, e *minutes.Estimator, solver *sudoku.Solver, of pacePage) error {
	slots := of.page.Known()
	picks, there := of.name.Picks(slots)
	puzzles, err := tables.PuzzlesOn(ctx, f.DB, picks, there, solver)
	for i := range puzzles {
		if err != nil {
			break
		}
		found, wrong := e.Class(&puzzles[i])
		if wrong != nil || tables.PaceOf(&found) != of.page.Pace(slots[i]) {
			err = fmt.Errorf("slot %d: its minutes or bottlenecks are wrong", slots[i])
		}
	}
	if err != nil {
		return fmt.Errorf("page %d of the minutes of stratum %d of %s: %w", of.name.Page, of.name.Stratum, of.name.Table.Name, err)
	}
	return nil
}
