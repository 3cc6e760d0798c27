package dataset_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// relatedBank returns a bank of some seeds of the starter bank. Each shares its
// solution with others, or can be arranged into the pattern of checkers. All that the
// starter bank has of a solution are there.
func relatedBank(tb testing.TB) *seedbank.Bank {
	tb.Helper()
	ctx := context.Background()
	bank := seedtest.Open(tb, filepath.Join(tb.TempDir(), "related.db"))
	run, err := bank.StartRun(ctx, &seedbank.Run{Rater: rating.Version})
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := bank.Insert(ctx, run, relatedSeeds(tb)); err != nil {
		tb.Fatal(err)
	}
	return bank.Bank
}

var related []seed.Seed // of related banks, once one was made

func relatedSeeds(tb testing.TB) []seed.Seed {
	tb.Helper()
	if related != nil {
		return related
	}
	request, err := draw.Parse(map[string][]string{"pattern": {"checkers"}})
	if err != nil {
		tb.Fatal(err)
	}
	wanted, arranged := request.Filter(), map[seed.Key]bool{}
	bySolution := map[seed.Key][]seed.Seed{}
	for batch, err := range banktest.Starter(tb).Batches(context.Background(), seedbank.Filter{}) {
		if err != nil {
			tb.Fatal(err)
		}
		for _, s := range batch.Seeds {
			bySolution[s.Solution] = append(bySolution[s.Solution], s)
			if wanted.Passes(&s) {
				arranged[s.Solution] = true
			}
		}
	}
	for solution, some := range bySolution {
		if len(some) > 1 && solution%4 == 0 || arranged[solution] {
			related = append(related, some...)
		}
	}
	return related
}
