package export_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// bankOfPrinted returns a bank with 3 plain puzzles and 6 in print style of the lower of two levels, and
// 18 plain ones of the higher: 6 of them are of the same seeds.
func bankOfPrinted(t *testing.T, clues seedbank.Range[int], two seedbank.Range[rating.Level]) *seedbank.Bank {
	t.Helper()
	var printed, low, high []seed.Seed // with a rung of the lower level that can be printed, and without
	for batch, err := range banktest.Starter(t).Batches(background, seedbank.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range batch.Seeds {
			if level := s.Rating.Level(); !two.Has(level) || !clues.Has(s.Puzzle.NumClues()) {
				continue
			} else if level == two.Low {
				if s.Rungs = nil; len(low) < 3 {
					low = append(low, s)
				}
				continue
			}
			if len(high) < 12 {
				bare := s
				bare.Rungs = nil
				high = append(high, bare)
				continue
			}
			for _, r := range s.Rungs {
				pattern := s.Puzzle.Clues().Filled().Or(r.Added)
				if r.Result().Level() == two.Low && clues.Has(pattern.Len()) && transform.Conjugates(pattern)[transform.Rotate180] > 0 && len(printed) < 6 {
					s.Rungs = []seed.Rung{r}
					printed = append(printed, s)
					break
				}
			}
		}
		if len(printed) == 6 && len(low) == 3 {
			break
		}
	}
	return seedtest.BankIn(seedtest.BankOf(t, low, high, printed))
}

// Where plain puzzles of a level are of the same seeds anyway, a shuffled pack stays as it was.
func TestShuffledWithRepeatedSeeds(t *testing.T) {
	clues, two := seedbank.Range[int]{Low: 20, High: 32}, levels(7, 8)
	bank := bankOfPrinted(t, clues, two)
	sum := sha256.New()
	for seed := range uint64(10) {
		request := draw.Request{Levels: two, Clues: clues, RandomSeed: seed}
		m, err := export.Plan(background, bank, export.Options{Format: "csv", File: "all.csv", Request: request, Order: export.Shuffled, PerLevel: 12})
		if err == nil {
			err = m.Draw(background, bank)
		}
		if err != nil {
			t.Fatal(err)
		}
		if draws := m.Parts[0].Draws; len(draws) != 3 || draws[1].Distinct {
			t.Errorf("the draws are %+v, want plain ones of repeated seeds in the middle", draws)
		}
		fmt.Fprintln(sum, strings.Join(m.Parts[0].IDs, " "))
	}
	if got, want := fmt.Sprintf("%x", sum.Sum(nil)[:8]), "73edddae875ccb85"; got != want {
		t.Errorf("checksum %s of the IDs, want %s", got, want)
	}
}

// endingContext is done after some questions whether it is.
type endingContext struct {
	context.Context
	left *atomic.Int64
}

func (c endingContext) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// A shuffled pack can be given up at any moment.
func TestShuffledUntilCancelled(t *testing.T) {
	clues, one := seedbank.Range[int]{Low: 20, High: 32}, levels(7, 7)
	bank := bankOfPrinted(t, clues, levels(7, 8))
	m, err := export.Plan(background, bank, export.Options{Format: "csv", Request: draw.Request{Levels: one, Clues: clues}, Order: export.Shuffled, PerLevel: 8})
	if err != nil {
		t.Fatal(err)
	}
	for n := int64(0); ; n++ {
		ctx := endingContext{background, new(atomic.Int64)}
		ctx.left.Store(n)
		again := *m
		again.Parts = slices.Clone(m.Parts)
		err := again.Draw(ctx, bank)
		if ctx.left.Load() >= 0 {
			if err != nil {
				t.Error(err)
			}
			return
		}
		if err == nil && len(again.Parts[0].IDs) != 8 {
			t.Errorf("after %d questions: %d puzzles and no error", n, len(again.Parts[0].IDs))
		}
	}
}
