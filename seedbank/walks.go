package seedbank

import (
	"context"
	"fmt"

	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/transform"
)

// bestFirst has, for an objective by which strata differ, the column of strata, the
// order that puts the best first, and the order of equals within a stratum. Seeds that
// are hard from the start have harder neighbors.
var bestFirst = map[Objective]struct{ column, order, equals string }{
	TowardER:    {"er", "DESC", "ep + ed DESC, seeds.id DESC"},
	TowardClues: {"clues", "ASC", "seeds.id DESC"},
}

// Walk is a walk toward an objective. With a symmetry it leads from symmetric
// puzzles to symmetric puzzles, the seeds and rungs that a bank lists for it;
// without, from seeds to seeds.
type Walk struct {
	Toward   Objective
	Symmetry transform.Symmetry
}

// name is what the bank calls a walk.
func (w Walk) name() string {
	if w.Symmetry == transform.NoSymmetry {
		return string(w.Toward)
	}
	return string(w.Toward) + " " + w.Symmetry.String()
}

// WalkNames returns what banks call all walks that there are.
func (b *Bank) WalkNames() (names []any) {
	for s := range transform.NumSymmetries {
		for _, toward := range Objectives() {
			if s != int(transform.NoSymmetry) && !toward.KeepsSymmetry() {
				continue
			}
			names = append(names, Walk{toward, transform.Symmetry(s)}.name())
		}
	}
	return names
}

// Start is a seed or rung that a walk can set out from.
type Start struct {
	ID    SeedID
	Place int // 0 for the seed itself, 1 for its first rung
	Value int // of the seed or rung for the objective; see [Objective.Measure]

	// Stratum numbers the stratum of the seed: seeds with the same number are alike in ER,
	// clues, automorphisms and hardest technique. It is 0 for walks with a symmetry.
	Stratum int
}

// Frontier returns where a walk can go on from, the best first, at most limit: the
// seeds where it has not been. Of a seed with several rungs of the symmetry it is
// the best one.
func (b *Bank) Frontier(ctx context.Context, walk Walk, limit int) (starts []Start, err error) {
	if walk.Symmetry != transform.NoSymmetry && !walk.Toward.KeepsSymmetry() {
		return nil, fmt.Errorf("looking for seeds of %s to walk from: no walk toward %s keeps a symmetry", b.file.Path, walk.Toward)
	}
	if walk.Symmetry != transform.NoSymmetry {
		starts, err = b.symmetricFrontier(ctx, walk, limit)
	} else {
		starts, err = b.seedFrontier(ctx, walk.Toward, limit)
	}
	if err != nil {
		return nil, fmt.Errorf("looking for seeds of %s to walk from: %w", b.file.Path, tables.Plain(err))
	}
	return starts, nil
}

func (b *Bank) seedFrontier(ctx context.Context, toward Objective, limit int) (starts []Start, err error) {
	if _, ok := bestFirst[toward]; !ok {
		return b.ranked(ctx, toward, limit)
	}
	values, err := b.valuesOf(ctx, Walk{Toward: toward})
	for _, value := range values {
		if len(starts) == limit || err != nil {
			break
		}
		var some []Start
		some, err = b.startsOf(ctx, toward, value, limit-len(starts))
		starts = append(starts, some...)
	}
	return starts, err
}

// Best returns the best value that the bank has for a walk, and false if it has
// nothing to walk from.
func (b *Bank) Best(ctx context.Context, walk Walk) (value int, ok bool, err error) {
	if _, ok := bestFirst[walk.Toward]; !ok {
		return b.bestRanked(ctx, walk.Toward)
	}
	values, err := b.valuesOf(ctx, walk)
	if err != nil {
		return 0, false, fmt.Errorf("looking for the best seeds of %s: %w", b.file.Path, tables.Plain(err))
	}
	if len(values) == 0 {
		return 0, false, nil
	}
	return values[0], true, nil
}

// valuesOf returns the values that seeds of the bank have for a walk, or seeds and
// rungs with its symmetry, the best first.
func (b *Bank) valuesOf(ctx context.Context, walk Walk) (values []int, err error) {
	by, strata := bestFirst[walk.Toward], `strata WHERE seeds > 0`
	var arguments []any
	if walk.Symmetry != transform.NoSymmetry {
		strata, arguments = `symmetric_strata WHERE picks > 0 AND symmetry = ?`, []any{walk.Symmetry.String()}
	}
	return b.queryValues(ctx, fmt.Sprintf(`SELECT DISTINCT %s FROM %s ORDER BY 1 %s`, by.column, strata, by.order), arguments...)
}

// startsOf returns the starts of a value: the best seed of every stratum, then the
// second best, and so on.
func (b *Bank) startsOf(ctx context.Context, toward Objective, value, limit int) ([]Start, error) {
	return b.queryStarts(ctx, fmt.Sprintf(`
		SELECT id, stratum, ? FROM (
			SELECT seeds.id, seeds.stratum, row_number() OVER (PARTITION BY seeds.stratum ORDER BY %s) AS turn
			FROM strata CROSS JOIN seeds ON seeds.stratum = strata.id
			WHERE strata.%s = ? AND NOT EXISTS (SELECT 1 FROM walked WHERE objective = ? AND seed = seeds.id))
		ORDER BY turn, id DESC LIMIT ?`, bestFirst[toward].equals, bestFirst[toward].column), value, value, toward, limit)
}

// queryStarts returns the starts that a query selects: seed, stratum and value.
func (b *Bank) queryStarts(ctx context.Context, query string, arguments ...any) (starts []Start, err error) {
	rows, err := b.file.DB.QueryContext(ctx, query, arguments...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var start Start
		if err := rows.Scan(&start.ID, &start.Stratum, &start.Value); err != nil {
			return nil, tables.Scanned("seeds", 0, err)
		}
		starts = append(starts, start)
	}
	return starts, rows.Err()
}

// queryValues returns the values that a query selects.
func (b *Bank) queryValues(ctx context.Context, query string, arguments ...any) (values []int, err error) {
	rows, err := b.file.DB.QueryContext(ctx, query, arguments...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var value int
		if err := rows.Scan(&value); err != nil {
			return nil, tables.Scanned("strata", 0, err)
		}
		values = append(values, value)
	}
	return values, rows.Err()
}

// NoteWalked notes that a walk has been at a seed.
func (w *Writer) NoteWalked(ctx context.Context, walk Walk, id SeedID) error {
	_, err := w.file.DB.ExecContext(ctx, `INSERT INTO walked (objective, seed) VALUES (?, ?) ON CONFLICT DO NOTHING`, walk.name(), id)
	if err != nil {
		return fmt.Errorf("noting a walk in %s: %w", w.file.Path, tables.Plain(err))
	}
	return nil
}
