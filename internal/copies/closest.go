package copies

import (
	"context"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// Bank is what Closest asks of a bank, as seedbank.Bank answers it.
type Bank interface {
	SeedsOf(ctx context.Context, solution seed.Key) ([]seed.Key, error)
	SeedNamed(ctx context.Context, key seed.Key) (seed.Seed, error)
}

// Closest returns the seed of a bank that is closest to a puzzle, with their relation. It does
// not look for mistyped cells. A puzzle without exactly one solution has no relation to a seed.
func (x *Examiner) Closest(ctx context.Context, bank Bank, p *Puzzle) (match Match, closest seed.Key, err error) {
	if !p.Proper {
		return match, 0, nil
	}
	keys, err := bank.SeedsOf(ctx, p.Grid)
	if err != nil {
		return match, 0, err
	}
	var index Index
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
	if match = index.Find(p); match.Relation != Unrelated {
		closest = keys[match.Number]
	}
	return match, closest, nil
}
