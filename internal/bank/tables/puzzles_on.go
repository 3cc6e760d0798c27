package tables

import (
	"context"
	"database/sql"

	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// PuzzlesOn returns the puzzles in some slots of a page of values.
func (n *ValuesName) PuzzlesOn(ctx context.Context, db Querier, slots []int, solver *sudoku.Solver) ([]sudoku.Puzzle, error) {
	first := n.Page * n.Kind.PerPage
	page, there := PickPage{n.Table, n.Stratum, first / PageRungs}, make([]int, len(slots)) // where the picks are listed
	for i, slot := range slots {
		there[i] = int(first%PageRungs) + slot
	}
	find := listedIn
	if page.Table.Pages == "" {
		find = seedsIn
	}
	places, err := find(ctx, db, page, there)
	if err != nil {
		return nil, err
	}
	puzzles, err := puzzlesAt(ctx, db, places, solver)
	for i := range puzzles {
		if err == nil && puzzles[i] == (sudoku.Puzzle{}) {
			err = DamagedRow(page.Table.Name, page.Stratum, "slot %d of page %d has no puzzle", there[i], page.Page)
		}
	}
	return puzzles, err
}

// seedsIn returns the places of the seeds in some slots of a page: place 0 of each. Seeds have no
// pages, but are counted like picks that do.
func seedsIn(ctx context.Context, db Querier, page PickPage, slots []int) ([]RungPlace, error) {
	places, index := make([]RungPlace, len(slots)), map[int64]int{}
	first := int64(page.Page) * PageRungs
	for i, slot := range slots {
		index[first+int64(slot)] = i
	}
	err := Each(ctx, db, "seeds", `SELECT id, slot FROM seeds WHERE stratum = ? AND slot >= ? AND slot < ?`, []any{page.Stratum, first, first + PageRungs}, func(row Row) error {
		var id SeedID
		var slot int64
		err := row.Scan(&id, &slot)
		if i, ok := index[slot]; ok {
			places[i].Seed = id
		}
		return err
	})
	return places, err
}

// listedIn returns what a page lists in some slots, with place 0 for a seed itself.
func listedIn(ctx context.Context, db Querier, page PickPage, slots []int) ([]RungPlace, error) {
	listed, err := ReadPlaces(ctx, db, page)
	if err != nil {
		return nil, err
	}
	places := make([]RungPlace, len(slots))
	for i, slot := range slots {
		if slot >= len(listed) {
			return nil, DamagedRow(page.Table.Pages, page.Stratum, "page %d is too short", page.Page)
		}
		places[i] = page.Numbered(listed[slot])
	}
	return places, nil
}

// puzzlesAt returns the puzzles at places, zero puzzles where there is none.
func puzzlesAt(ctx context.Context, db Querier, places []RungPlace, solver *sudoku.Solver) ([]sudoku.Puzzle, error) {
	of, ids := map[SeedID][]int{}, []SeedID{}
	for i, p := range places {
		if of[p.Seed] == nil {
			ids = append(ids, p.Seed)
		}
		of[p.Seed] = append(of[p.Seed], i)
	}
	puzzles := make([]sudoku.Puzzle, len(places))
	var patterns []sudoku.Cells
	err := Each(ctx, db, "seeds", `SELECT id, puzzle, rungs FROM seeds WHERE id IN (SELECT value FROM json_each(?))`, []any{ListOf(ids)}, func(row Row) error {
		var id SeedID
		var puzzle, rungs sql.RawBytes
		if err := row.Scan(&id, &puzzle, &rungs); err != nil {
			return err
		}
		whole, err := seed.UnpackPuzzle(solver, puzzle)
		if err == nil {
			patterns, err = seed.UnpackPatterns(patterns[:0], puzzle, rungs)
		}
		if err != nil {
			return DamagedRow("seeds", int64(id), "%w", err)
		}
		for _, i := range of[id] {
			if places[i].Place < len(patterns) {
				puzzles[i] = whole.With(patterns[places[i].Place])
			}
		}
		return nil
	})
	return puzzles, err
}
