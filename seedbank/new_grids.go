package seedbank

import (
	"context"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// OnNewGrids returns s without the picks of seeds whose solutions have one of the keys in
// taken; see [seed.Seed.Solution]. With each, it also leaves one seed on each solution grid:
// of several seeds that are in s, the one that the bank got first. What isomorphs have in
// common, such as their grid, is the same for all puzzles of a pick.
//
// It takes time in proportion to the picks of s.
func (s *Selection) OnNewGrids(ctx context.Context, taken []seed.Key, each bool) (_ *Selection, err error) {
	defer s.bank.file.Explain(&err, "looking for new solution grids in")
	strata, err := s.onNewGrids(ctx, taken, each)
	if err != nil {
		return nil, err
	}
	shelf := NewShelf()
	shelf.most = s.shelf.most
	return s.with(strata, shelf), nil
}

// grids tells which of some seeds share their solution grid.
type grids struct {
	of   map[SeedID]uint32 // takenGrid, or the number of a grid of several seeds
	best []SeedID          // by numbers of grids: the first seed that is in the selection, or 0
}

const takenGrid = 0

// onNewGrids returns the strata with the picks that [Selection.OnNewGrids] leaves.
func (s *Selection) onNewGrids(ctx context.Context, taken []seed.Key, each bool) (strata []stratum, err error) {
	g := grids{of: map[SeedID]uint32{}, best: make([]SeedID, 1)}
	if each {
		if err := g.addShared(ctx, s.bank.file); err != nil {
			return nil, err
		}
	}
	if err := g.take(ctx, s.bank.file, taken); err != nil {
		return nil, err
	}
	for i := range s.strata {
		if err := s.eachPick(ctx, i, func(at listed) { g.meet(at.seed) }); err != nil {
			return nil, err
		}
	}
	for i, st := range s.strata {
		var left tables.SlotSet
		if err := s.eachPick(ctx, i, func(at listed) {
			if g.leaves(at.seed) {
				left = left.With(at.slot)
			}
		}); err != nil {
			return nil, err
		}
		if st.chosen, st.Number = left, left.Count(); st.Number > 0 {
			strata = append(strata, st)
		}
	}
	return strata, nil
}

// addShared numbers the grids of several seeds.
func (g *grids) addShared(ctx context.Context, file *tables.File) error {
	const query = `SELECT id, solution FROM seeds
		WHERE solution IN (SELECT solution FROM seeds GROUP BY solution HAVING count(*) > 1) ORDER BY solution`
	var last int64
	return tables.Each(ctx, file.DB, "seeds", query, nil, func(row tables.Row) error {
		var id SeedID
		var solution int64
		err := row.Scan(&id, &solution)
		if len(g.best) == 1 || solution != last {
			g.best, last = append(g.best, 0), solution
		}
		g.of[id] = uint32(len(g.best) - 1)
		return err
	})
}

// take records that the grids with some keys are taken.
func (g *grids) take(ctx context.Context, file *tables.File, keys []seed.Key) error {
	const query = `SELECT id FROM seeds WHERE solution IN (SELECT value FROM json_each(?))`
	for some := range slices.Chunk(keys, mostListed) {
		if err := file.EachID(ctx, query, func(id SeedID) { g.of[id] = takenGrid }, tables.ListOf(some)); err != nil {
			return err
		}
	}
	return nil
}

// meet notes that a seed has picks in the selection.
func (g *grids) meet(id SeedID) {
	if number, ok := g.of[id]; ok && number != takenGrid && (g.best[number] == 0 || id < g.best[number]) {
		g.best[number] = id
	}
}

// leaves reports whether the picks of a seed stay.
func (g *grids) leaves(id SeedID) bool {
	number, ok := g.of[id]
	return !ok || number != takenGrid && g.best[number] == id
}
