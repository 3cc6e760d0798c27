package seedbank_test

import (
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/transform"
)

func TestStats(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds())
	stats := seedtest.SelectFrom(t, bank, seedbank.Filter{}).Stats()
	var puzzles uint64
	for _, s := range seedtest.SomeSeeds() {
		puzzles += transform.Order / s.Automorphisms
	}
	if got := stats.Total.Puzzles; got != shuffle.Number(puzzles) || stats.Total.Seeds != len(seedtest.SomeSeeds()) {
		t.Errorf("%d seeds, %v puzzles; want %d, %d", stats.Total.Seeds, got, len(seedtest.SomeSeeds()), puzzles)
	}
	checkCounts(t, bank)
	techniques, err := bank.Techniques(seedtest.Background)
	if err != nil {
		t.Fatal(err)
	}
	for _, count := range techniques {
		for _, s := range seedtest.SomeSeeds() {
			count.Uses -= int(s.Rating.Uses[count.Technique])
			count.Seeds -= min(1, int(s.Rating.Uses[count.Technique]))
		}
		if count.Uses != 0 || count.Seeds != 0 {
			t.Errorf("%v: %d seeds and %d uses too many", count.Technique, count.Seeds, count.Uses)
		}
	}
}

// checkCounts compares the counts of all levels, clues and ratings with the
// lengths of selections of these.
func checkCounts(t *testing.T, of seedtest.AnyBank) {
	bank := seedtest.BankIn(of)
	t.Helper()
	length := func(filter seedbank.Filter) int {
		return int(seedtest.SelectFrom(t, bank, filter).Len())
	}
	for level, of := range seedtest.SelectFrom(t, bank, seedbank.Filter{Rungs: true}).Stats().ByLevel {
		left := of.Sum()
		for clues, tally := range of.ByClues {
			filter := seedbank.Filter{Levels: seedbank.Range[rating.Level]{level, level}, Clues: seedbank.Range[int]{clues, clues}}
			if want := length(filter); tally.Seeds != want {
				t.Errorf("level %d, %d clues: %d seeds, want %d", level, clues, tally.Seeds, want)
			}
			filter.Rungs = true
			if want := length(filter); tally.Sum() != want {
				t.Errorf("level %d, %d clues: %d seeds and rungs, want %d", level, clues, tally.Sum(), want)
			}
			left -= tally.Sum()
		}
		for er, tally := range of.ByER {
			if want := length(seedbank.Filter{ER: seedbank.Range[rating.Tenths]{er, er}, Rungs: true}); tally.Sum() != want {
				t.Errorf("ER %v: %d seeds and rungs, want %d", er, tally.Sum(), want)
			}
		}
		if left != 0 {
			t.Errorf("level %d: %d seeds and rungs have no number of clues", level, left)
		}
	}
}

// The seeds of all levels that use a technique are all that use it.
func TestTechniqueLevels(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds())
	levels, err := bank.TechniqueLevels(seedtest.Background)
	if err != nil {
		t.Fatal(err)
	}
	counts, err := bank.Techniques(seedtest.Background)
	if err != nil {
		t.Fatal(err)
	}
	for _, count := range counts {
		sum := 0
		for level, seeds := range levels[count.Technique] {
			if least, _ := count.Technique.Range(); seeds > 0 && rating.Level(level) < rating.LevelOf(least) {
				t.Errorf("%v: %d seeds of level %d, which is below it", count.Technique, seeds, level)
			}
			sum += seeds
		}
		if sum != count.Seeds {
			t.Errorf("%v: %d seeds by level, %d in all", count.Technique, sum, count.Seeds)
		}
	}
	if len(levels) != len(counts) {
		t.Errorf("%d techniques by level, %d in all", len(levels), len(counts))
	}
}
