package repair

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// valuesPage is a page of values.
type valuesPage struct {
	name tables.ValuesName
	page tables.Values
}

// checkDerived checks the pages of values of a kind: that they are of picks that there are,
// and, if the ratings are checked, that the values are right.
func checkDerived(ctx context.Context, f *tables.File, kind *tables.Derived, options *VerifyOptions) error {
	if !kind.StoredIn(f) {
		return nil
	}
	pages, err := soundValues(ctx, f, kind, options.Problem)
	if err != nil || !options.Ratings {
		return err
	}
	if options.Sample > 0 && options.Sample < 1 {
		pages = slices.DeleteFunc(pages, func(valuesPage) bool { return rand.Float64() >= options.Sample })
	}
	pool := ordered.Pool{Workers: max(1, options.Workers), Ahead: 4}
	newWork := func() func(valuesPage) error {
		compute := kind.New(new(rating.Rater))
		var solver sudoku.Solver
		return func(of valuesPage) error { return wrongValue(ctx, f, compute, &solver, of) }
	}
	return ordered.Run(ctx, pool, slices.Values(pages), newWork, func(problem error) error {
		if ctx.Err() == nil && problem != nil {
			options.Problem(problem)
		}
		return ctx.Err()
	})
}

// soundValues returns the pages of the current version whose form is right, and reports the
// others.
func soundValues(ctx context.Context, f *tables.File, kind *tables.Derived, problem func(error)) (pages []valuesPage, err error) {
	numbers := map[tables.StratumName]uint64{}
	byName := map[string]*tables.StrataTable{}
	for _, table := range kind.Tables {
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
	err = kind.EachStored(ctx, f, func(name tables.ValuesName, list string, page tables.Values, err error) error {
		name.Table = byName[list]
		picks := numbers[tables.StratumName{Table: name.Table, ID: name.Stratum}]
		switch {
		case name.Version > kind.Version:
			problem(tables.DamagedRow(kind.Name, name.Stratum, "version %d of the %s is not known to this version of the program", name.Version, kind.Name))
		case err != nil || name.Page > picks/kind.PerPage || !kind.Sound(page, picks-name.Page*kind.PerPage):
			problem(tables.DamagedRow(kind.Name, name.Stratum, "page %d of %s cannot be right", int64(name.Page), list))
		case name.Version == kind.Version:
			pages = append(pages, valuesPage{name, page})
		}
		return nil
	})
	return pages, err
}

// wrongValue returns what is wrong with the values of a page.
func wrongValue(ctx context.Context, f *tables.File, compute func(*sudoku.Puzzle) tables.Value, solver *sudoku.Solver, of valuesPage) error {
	slots := of.page.Known()
	puzzles, err := of.name.PuzzlesOn(ctx, f.DB, slots, solver)
	for i := range puzzles {
		if err == nil && compute(&puzzles[i]) != of.page.At(slots[i]) {
			err = fmt.Errorf("slot %d: its %s are wrong", slots[i], of.name.Kind.Name)
		}
	}
	if err != nil {
		return fmt.Errorf("page %d of the %s of stratum %d of %s: %w", of.name.Page, of.name.Kind.Name, of.name.Stratum, of.name.Table.Name, err)
	}
	return nil
}
