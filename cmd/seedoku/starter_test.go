package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/chart"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

func starterStats(t *testing.T, bank *seedbank.Bank) seedbank.Stats {
	t.Helper()
	all, err := bank.Select(context.Background(), seedbank.Filter{Rungs: true})
	if err != nil {
		t.Fatal(err)
	}
	return all.Stats()
}

// data/bank.svg is what "bank stats --svg" draws of the starter bank.
func TestStarterPictureIsUpToDate(t *testing.T) {
	bank := banktest.Starter(t)
	stats := starterStats(t, bank)
	techniques, err := bank.Techniques(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../data/bank.svg")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := chart.Bank(&got, &stats, techniques); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Error("the figure of the starter bank is not data/bank.svg")
	}
}

// The starter bank holds what data/README.md says.
func TestStarterBankIsWorthShipping(t *testing.T) {
	const leastSeeds = 4000
	stats := starterStats(t, banktest.Starter(t))
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		if count := stats.ByLevel[level]; count == nil || count.Seeds < leastSeeds {
			t.Errorf("level %d: %+v, want at least %d seeds", level, count, leastSeeds)
		}
	}
	if least := shuffle.Number(1e18); stats.Total.Puzzles.Less(least) {
		t.Errorf("%v different puzzles, want at least %v", stats.Total.Puzzles, least)
	}
}

var wholeStarter = flag.Bool("whole-starter", false, "look at every seed of the starter bank, and rate one in a hundred")

// The file of the starter bank is whole, with its counts and digests. Of a sample, every
// seed is proper, minimal, in canonical form and alone, and what the bank says of it and of
// its rungs is what the rater says. The long form looks at every seed.
func TestStarterBankIsTrue(t *testing.T) {
	all := []repair.VerifyOptions{{Sample: 0.001, Ratings: true}}
	if *wholeStarter {
		all = []repair.VerifyOptions{{Sample: 1}, {Sample: 0.01, Ratings: true}}
	}
	for _, v := range all {
		v.Workers = runtime.GOMAXPROCS(0)
		v.Problem = func(problem error) { t.Error(problem) }
		checked, err := repair.Verify(context.Background(), banktest.Starter(t), v)
		if err != nil || checked == 0 {
			t.Errorf("%d seeds checked, %v", checked, err)
		}
	}
}

// The puzzle that the help text of gen names by its ID is in the bank that comes with
// the program.
func TestHelpNamesAPuzzleOfTheStarterBank(t *testing.T) {
	help, err := texts.ReadFile("help/gen.txt")
	_, text, ok := strings.Cut(string(help), "--id ")
	if err != nil || !ok {
		t.Fatalf("the help text of gen has no example of --id: %v", err)
	}
	id, err := seed.ParseID(strings.Fields(text)[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := banktest.Starter(t).Recall(context.Background(), id, new(rating.Rater).Class); err != nil {
		t.Errorf("%v: %v", id, err)
	}
}
