package web

import (
	"context"
	"errors"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/transform"
)

// symmetryNumbers has the numbers of puzzles with a symmetry.
type symmetryNumbers struct {
	Name   string         `json:"name"`
	Levels []levelPuzzles `json:"levels"` // levels with such puzzles
}

type levelPuzzles struct {
	Level   rating.Level `json:"level"`
	Puzzles string       `json:"puzzles"` // can have 128 bits
}

// symmetriesOf counts the symmetric puzzles of a bank. It returns none for a bank
// whose format is too old to list them.
func symmetriesOf(ctx context.Context, bank *seedbank.Bank) ([]symmetryNumbers, error) {
	list := []symmetryNumbers{}
	for symmetry := range transform.Symmetries() {
		selection, err := bank.Select(ctx, seedbank.Filter{Symmetry: symmetry, Rungs: true})
		if errors.Is(err, seedbank.ErrOlderBank) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, symmetryNumbers{symmetry.String(), levelsOf(selection)})
	}
	return list, nil
}

// levelsOf counts the puzzles of a selection, level by level.
func levelsOf(selection *seedbank.Selection) []levelPuzzles {
	levels := []levelPuzzles{}
	stats := selection.Stats()
	for level := range rating.Levels() {
		if of := stats.ByLevel[level]; of != nil && of.Sum() > 0 {
			levels = append(levels, levelPuzzles{level, of.Puzzles.String()})
		}
	}
	return levels
}
