package seedbank

import (
	"context"
	"errors"
	"fmt"
)

// Objective is what a walk through the neighbors of seeds is after. Its text is
// stored in the bank.
type Objective string

// The objectives of walks.
const (
	TowardER    Objective = "er"    // higher ratings
	TowardClues Objective = "clues" // fewer clues
)

// Objectives are all of them.
var Objectives = []Objective{TowardER, TowardClues}

// bestFirst is the column of strata by which an objective tells seeds apart, the
// order that puts the best first, and the order among equals. Seeds that are
// hard from the start have harder neighbors.
var bestFirst = map[Objective]struct{ column, order, equals string }{
	TowardER:    {"er", "DESC", "ep + ed DESC, +seeds.id DESC"},
	TowardClues: {"clues", "ASC", "+seeds.id DESC"},
}

// SeedID is the number of a seed in its bank.
type SeedID int64

// Spot is a seed that a walk can set out from.
type Spot struct {
	ID    SeedID
	Value int // ER in tenths, or clues: what the objective looks at
}

// Frontier returns seeds that no walk toward an objective has been at, the best
// first, at most limit.
func (b *Bank) Frontier(ctx context.Context, toward Objective, limit int) ([]Spot, error) {
	var spots []Spot
	values, err := b.valuesOf(ctx, toward)
	for _, value := range values {
		if len(spots) == limit || err != nil {
			break
		}
		spots, err = b.spotsOf(ctx, spots, toward, value, limit-len(spots))
	}
	if err != nil {
		return nil, fmt.Errorf("looking for seeds of %s to walk from: %w", b.path, err)
	}
	return spots, nil
}

// Best returns the best value that a seed of the bank has for an objective, and
// false if the bank is empty.
func (b *Bank) Best(ctx context.Context, toward Objective) (value int, ok bool, err error) {
	values, err := b.valuesOf(ctx, toward)
	if err != nil {
		return 0, false, fmt.Errorf("looking for the best seeds of %s: %w", b.path, err)
	}
	if len(values) == 0 {
		return 0, false, nil
	}
	return values[0], true, nil
}

// valuesOf returns the values of an objective that seeds of the bank have, the
// best first.
func (b *Bank) valuesOf(ctx context.Context, toward Objective) (values []int, err error) {
	by := bestFirst[toward]
	rows, err := b.db.QueryContext(ctx, fmt.Sprintf(`SELECT DISTINCT %s FROM strata WHERE seeds > 0 ORDER BY 1 %s`, by.column, by.order))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var value int
		if err := rows.Scan(&value); err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, rows.Err()
}

// spotsOf appends the spots of a value.
func (b *Bank) spotsOf(ctx context.Context, spots []Spot, toward Objective, value, limit int) ([]Spot, error) {
	// The plus before seeds.id keeps SQLite from going through all seeds of the
	// bank by age.
	rows, err := b.db.QueryContext(ctx, fmt.Sprintf(`
		SELECT seeds.id FROM strata CROSS JOIN seeds ON seeds.stratum = strata.id
		WHERE strata.%s = ? AND NOT EXISTS (SELECT 1 FROM walked WHERE objective = ? AND seed = seeds.id)
		ORDER BY %s LIMIT ?`, bestFirst[toward].column, bestFirst[toward].equals), value, toward, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		spot := Spot{Value: value}
		if err := rows.Scan(&spot.ID); err != nil {
			return nil, err
		}
		spots = append(spots, spot)
	}
	return spots, rows.Err()
}

// Seed returns the seed of a number.
func (b *Bank) Seed(ctx context.Context, id SeedID) (Seed, error) {
	return b.seed(ctx, b.byID, int64(id))
}

// Has reports whether the bank holds the seed of a key.
func (b *Bank) Has(ctx context.Context, key Key) (bool, error) {
	query, err := b.known()
	var has bool
	if err == nil {
		err = query.QueryRowContext(ctx, int64(key)).Scan(&has)
	}
	if err != nil {
		return false, fmt.Errorf("looking for a seed in %s: %w", b.path, err)
	}
	return has, nil
}

// NoteWalked notes that a walk toward an objective has been at a seed.
func (b *Bank) NoteWalked(ctx context.Context, toward Objective, id SeedID) error {
	_, err := b.db.ExecContext(ctx, `INSERT INTO walked (objective, seed) VALUES (?, ?) ON CONFLICT DO NOTHING`, toward, id)
	if err != nil {
		return fmt.Errorf("noting a walk in %s: %w", b.path, err)
	}
	return nil
}

// ParseObjective returns the objective of a text.
func ParseObjective(text string) (Objective, error) {
	toward := Objective(text)
	if _, ok := bestFirst[toward]; !ok {
		return "", errors.New(`must be "er" or "clues"`)
	}
	return toward, nil
}
