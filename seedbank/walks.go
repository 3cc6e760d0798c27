package seedbank

import (
	"context"
	"fmt"

	"github.com/seedoku/seedoku/seedbank/wording"
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

// Start is a seed that a walk can set out from.
type Start struct {
	ID    SeedID
	Value int // ER in tenths, or clues: what the objective looks at
}

// Frontier returns seeds that no walk toward an objective has been at, the best
// first, at most limit.
func (b *Bank) Frontier(ctx context.Context, toward Objective, limit int) ([]Start, error) {
	var starts []Start
	values, err := b.valuesOf(ctx, toward)
	for _, value := range values {
		if len(starts) == limit || err != nil {
			break
		}
		starts, err = b.startsOf(ctx, starts, toward, value, limit-len(starts))
	}
	if err != nil {
		return nil, fmt.Errorf("looking for seeds of %s to walk from: %w", b.path, plain(err))
	}
	return starts, nil
}

// Best returns the best value that a seed of the bank has for an objective, and
// false if the bank is empty.
func (b *Bank) Best(ctx context.Context, toward Objective) (value int, ok bool, err error) {
	values, err := b.valuesOf(ctx, toward)
	if err != nil {
		return 0, false, fmt.Errorf("looking for the best seeds of %s: %w", b.path, plain(err))
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
			return nil, scanned("strata", 0, err)
		}
		values = append(values, value)
	}
	return values, rows.Err()
}

// startsOf appends the starts of a value.
func (b *Bank) startsOf(ctx context.Context, starts []Start, toward Objective, value, limit int) ([]Start, error) {
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
		start := Start{Value: value}
		if err := rows.Scan(&start.ID); err != nil {
			return nil, scanned("seeds", 0, err)
		}
		starts = append(starts, start)
	}
	return starts, rows.Err()
}

// NoteWalked notes that a walk toward an objective has been at a seed.
func (b *Bank) NoteWalked(ctx context.Context, toward Objective, id SeedID) error {
	_, err := b.db.ExecContext(ctx, `INSERT INTO walked (objective, seed) VALUES (?, ?) ON CONFLICT DO NOTHING`, toward, id)
	if err != nil {
		return fmt.Errorf("noting a walk in %s: %w", b.path, plain(err))
	}
	return nil
}

// ParseObjective returns the objective of a text.
func ParseObjective(text string) (Objective, error) {
	toward := Objective(text)
	if _, ok := bestFirst[toward]; !ok {
		return "", &wording.UnknownError{Kind: "objective", Given: text, Known: ObjectiveNames()}
	}
	return toward, nil
}

// ObjectiveNames returns the texts of [Objectives].
func ObjectiveNames() (names []string) {
	for _, toward := range Objectives {
		names = append(names, string(toward))
	}
	return names
}
