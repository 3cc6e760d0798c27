package seedbank

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// A bank has no index of patterns: it would be as large as all rungs. To find the
// seeds and rungs that can be arranged into a pattern, a selection searches its
// strata with the number of clues of the pattern. It reads clues without digits and
// ratings. Nearly all picks are excluded by their numbers of clues in the boxes. So
// the search takes little longer than reading the file.

// keepArrangeable removes the picks that cannot be arranged into the pattern of the
// filter. It splits each stratum by the number of isomorphs that have the pattern.
func (s *Selection) keepArrangeable(ctx context.Context) error {
	var all []listed
	for i := range s.strata {
		if err := s.eachPick(ctx, i, func(at listed) { all = append(all, at) }); err != nil {
			return err
		}
	}
	slices.SortFunc(all, func(a, b listed) int { return cmp.Or(cmp.Compare(a.seed, b.seed), cmp.Compare(a.place, b.place)) })
	found, err := s.arrangeable(ctx, all)
	if err != nil {
		return err
	}
	return s.leave(ctx, found)
}

// arrangeable returns the elements of all that can be arranged into the pattern.
// The list is in the order of the seeds.
func (s *Selection) arrangeable(ctx context.Context, all []listed) (found []listed, err error) {
	if len(all) == 0 {
		return nil, nil
	}
	query, ends := `SELECT id, puzzle, rungs FROM seeds WHERE id BETWEEN ? AND ? ORDER BY id`, []any{all[0].seed, all[len(all)-1].seed}
	wanted := transform.BoxCounts(s.filter.Pattern)
	var patterns []sudoku.Cells
	err = tables.Each(ctx, s.bank.file.DB, "seeds", query, ends, func(row tables.Row) (err error) {
		var id SeedID
		var puzzle, rungs sql.RawBytes
		if err := row.Scan(&id, &puzzle, &rungs); err != nil {
			return err
		}
		for len(all) > 0 && all[0].seed < id { // the seed is missing, which a check of the bank tells
			all = all[1:]
		}
		if len(all) == 0 || all[0].seed > id {
			return nil
		}
		if patterns, err = seed.UnpackPatterns(patterns[:0], puzzle, rungs); err != nil {
			return tables.DamagedRow("seeds", int64(id), "%w", err)
		}
		for ; len(all) > 0 && all[0].seed == id; all = all[1:] {
			at := all[0]
			if at.place < len(patterns) && transform.BoxCounts(patterns[at.place]) == wanted && len(transform.ToPattern(patterns[at.place], s.filter.Pattern)) > 0 {
				found = append(found, at)
			}
		}
		return nil
	})
	return found, err
}

// leave reduces the strata to the picks in found.
func (s *Selection) leave(ctx context.Context, found []listed) error {
	type part struct {
		stratum   int
		isomorphs uint64
	}
	slots := map[part][]uint64{}
	for _, at := range found {
		of, err := s.bank.Seed(ctx, at.seed)
		if err != nil {
			return err
		}
		if at.place > len(of.Rungs) {
			continue
		}
		p := part{at.stratum, of.PickArranged(at.place, s.filter.Pattern).Isomorphs()}
		slots[p] = append(slots[p], at.slot)
	}
	parts := slices.SortedFunc(maps.Keys(slots), func(a, b part) int {
		return cmp.Or(cmp.Compare(a.stratum, b.stratum), cmp.Compare(a.isomorphs, b.isomorphs))
	})
	strata := make([]stratum, len(parts))
	for i, p := range parts {
		strata[i] = s.strata[p.stratum]
		strata[i].Isomorphs, strata[i].Number, strata[i].chosen = p.isomorphs, uint64(len(slots[p])), tables.SlotSet{}
		for _, slot := range slots[p] {
			strata[i].chosen = strata[i].chosen.With(slot)
		}
	}
	s.strata = strata
	return nil
}
