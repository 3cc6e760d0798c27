package examine

import (
	"context"

	"github.com/seedoku/seedoku/internal/copies"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Closest returns the seed of a bank that is closest to a puzzle, with their relation. It does
// not look for mistyped cells. A puzzle without exactly one solution has no relation to a seed.
func Closest(ctx context.Context, bank *seedbank.Bank, x *copies.Examiner, p *copies.Puzzle) (match copies.Match, closest seed.Key, err error) {
	if !p.Proper {
		return match, 0, nil
	}
	keys, err := bank.SeedsOf(ctx, p.Grid)
	if err != nil {
		return match, 0, err
	}
	var index copies.Index
	for _, key := range keys {
		s, err := bank.SeedNamed(ctx, key)
		if err != nil {
			return match, 0, err
		}
		of, err := x.Puzzle(s.Puzzle.Clues())
		if err != nil {
			return match, 0, err
		}
		index.Add(&of)
	}
	if match = index.Find(p); match.Relation != copies.Unrelated {
		closest = keys[match.Number]
	}
	return match, closest, nil
}
