package export_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// If all puzzles of a kind are in print style, no plain one is looked for in vain.
func TestNothingButPrinted(t *testing.T) {
	const level = 5
	clues := seedbank.Range[int]{Low: 26, High: 30}
	var printed []seed.Seed
	for batch, err := range banktest.Starter(t).Batches(background, seedbank.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range batch.Seeds {
			for _, r := range s.Rungs {
				pattern := s.Puzzle.Clues().Filled().Or(r.Added)
				if r.Result().Level() == level && clues.Has(pattern.Len()) && transform.Conjugates(pattern)[transform.Rotate180] > 0 {
					s.Rungs = []seed.Rung{r}
					printed = append(printed, s)
					break
				}
			}
		}
		if len(printed) > 0 {
			break
		}
	}
	bank := seedtest.BankIn(seedtest.BankOf(t, printed[:1]))
	ctx, stop := context.WithTimeout(background, 20*time.Second)
	defer stop()
	request := draw.Request{Levels: levels(level, level), Symmetry: transform.Rotate180}
	for n, perLevel := range map[uint64]uint64{0: 5, 5: 0} {
		request.N = n
		m, err := export.Plan(ctx, bank, export.Options{Format: "csv", Request: request, PerLevel: perLevel})
		if err == nil {
			err = m.Draw(ctx, bank)
		}
		if _, few := errors.AsType[*draw.TooFewError](err); !few {
			t.Errorf("%d in all, %d of the level: %v", n, perLevel, err)
		}
	}
}
