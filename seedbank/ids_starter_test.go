package seedbank_test

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

var (
	idDraws = flag.Int("id-draws", 150, "number of puzzles with clues added that are drawn from the starter bank and recalled on another")
	idRated = flag.Int("id-rated", 50, "number of these that are rated there")
)

// A bank with the seeds of the starter bank alone gives all puzzles of the starter
// bank, with clues added, by their IDs: the same clues, with the same rating. No
// mistyped ID is taken.
func TestIDsOnABankOfSeeds(t *testing.T) {
	starter := banktest.Starter(t)
	drawn := drawAdded(t, starter, *idDraws)
	bare := seedtest.MakeBank(t)
	for part := range slices.Chunk(drawn, 100) {
		seedtest.Insert(t, bare, seedsAlone(t, starter, part))
	}
	var rater rating.Rater
	for i, want := range drawn {
		text := want.ID().String()
		id, err := seed.ParseID(text)
		if err != nil {
			t.Fatal(err)
		}
		rate := func(*sudoku.Puzzle) (rating.Class, error) {
			return rating.Class{Rating: want.Rating(), Automorphisms: want.Pick().Automorphisms()}, nil
		}
		if i%max(*idDraws / *idRated, 1) == 0 {
			rate = rater.Class
		}
		got, err := bare.Recall(seedtest.Background, id, rate)
		if err != nil || got.Puzzle() != want.Puzzle() || got.Rating() != want.Rating() || got.ID() != want.ID() {
			t.Fatalf("%s gives %v, %v; want %v rated %+v", text, got, err, want.Puzzle().Clues(), want.Rating())
		}
		mustRefuseSlips(t, text)
	}
}

// drawAdded draws puzzles with clues added, of all levels and all numbers of clues.
func drawAdded(t *testing.T, of seedtest.AnyBank, n int) (drawn []seed.Isomorph) {
	bank := seedtest.BankIn(of)
	t.Helper()
	filters := []seedbank.Filter{{Rungs: true}}
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		filters = append(filters, seedbank.Filter{Rungs: true, Levels: seedbank.Only(level)})
	}
	for least := 26; least < 44; least += 6 {
		filters = append(filters, seedbank.Filter{Rungs: true, Clues: seedbank.Range[int]{least, least + 5}})
	}
	streams := make([]seedbank.Stream, len(filters))
	for i := range filters {
		streams[i] = seedtest.SelectFrom(t, bank, filters[i]).Stream(uint64(i))
	}
	for i := 0; len(drawn) < n; i++ {
		if m := next(t, streams[i%len(streams)]); m.Pick().Added() != 0 {
			drawn = append(drawn, m)
		}
	}
	return drawn
}

// seedsAlone returns the seeds of puzzles without their rungs.
func seedsAlone(t *testing.T, of seedtest.AnyBank, puzzles []seed.Isomorph) (seeds []seed.Seed) {
	bank := seedtest.BankIn(of)
	t.Helper()
	for _, m := range puzzles {
		s, err := bank.SeedNamed(seedtest.Background, m.Pick().Key())
		if err != nil {
			t.Fatal(err)
		}
		s.Rungs = nil
		seeds = append(seeds, s)
	}
	return seeds
}

// mustRefuseSlips changes each character of an ID into every other letter or digit, a
// hyphen and a space, and leaves out groups.
func mustRefuseSlips(t *testing.T, text string) {
	t.Helper()
	same := strings.NewReplacer("I", "1", "L", "1", "O", "0")
	for i := range text {
		for _, char := range "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ- " {
			slip := text[:i] + string(char) + text[i+1:]
			if same.Replace(slip) == text {
				continue
			}
			if id, err := seed.ParseID(slip); err == nil {
				t.Fatalf("%s is %v, and so is %q", text, id, slip)
			}
		}
	}
	groups := strings.Split(text, "-")
	for i := range groups {
		left := strings.Join(slices.Delete(slices.Clone(groups), i, i+1), "-")
		if id, err := seed.ParseID(left); err == nil {
			t.Fatalf("%s without a group is %v", text, id)
		}
	}
}
