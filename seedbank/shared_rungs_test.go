package seedbank

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// sharingSeeds are many minimal seeds of one solution, each with two rungs. All is
// true but for the ratings.
func sharingSeeds(t *testing.T, n int) (seeds []seed.Seed) {
	t.Helper()
	var m seedMaker
	random := rand.New(rand.NewPCG(7, 8))
	solution := m.solver.RandomSolution(random)
	known := map[seed.Key]bool{}
	for len(seeds) < n {
		s := seed.New(&m.canonizer, m.minimal(solution, random))
		if known[s.Key()] {
			continue
		}
		known[s.Key()] = true
		s.Origin, s.Rating = seed.Prune, rating.Result{ER: 15, EP: 15, ED: 15}
		s.Rating.Uses[0] = 1
		s.AddRungs(m.ladder(&s, random, 2)...)
		seeds = append(seeds, s)
	}
	return seeds
}

// The seeds of a solution are read once to check their rungs, however many they
// are: after the first, the bank is not asked any more.
func TestSharedRungsAreReadOnce(t *testing.T) {
	seeds := sharingSeeds(t, 150)
	bank := bankOf(t, seeds, relatives())
	mustBeWell(t, bank)
	indexed, err := bank.readIndexedRungs(background, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]SeedID, len(seeds))
	for i := range seeds {
		if ids[i], err = bank.idOf(background, seeds[i].Key()); err != nil {
			t.Fatal(err)
		}
	}
	v := verifier{selection: &Selection{bank: bank.Bank}, indexed: indexed}
	ended, end := context.WithCancel(background)
	defer end()
	for i := range seeds {
		if err := v.sharedRungs(ended, &seeds[i], ids[i]); err != nil {
			t.Fatalf("seed %d of %d: %v", i+1, len(seeds), err)
		}
		end()
	}
	first := relatives()[0]
	if err := v.sharedRungs(ended, &first, 1); err == nil {
		t.Error("another solution was checked without a look at the bank")
	}
}

// In a class of many seeds, a rung too many or too few in the index is found.
func TestSharedRungsThatAreIndexedWrongly(t *testing.T) {
	for _, damage := range []string{
		`DELETE FROM rung_pages WHERE stratum = (SELECT min(stratum) FROM rung_pages)`,
		`UPDATE rung_pages SET rungs = (SELECT o.rungs FROM rung_pages AS o WHERE o.stratum <> rung_pages.stratum LIMIT 1)
		WHERE stratum = (SELECT min(stratum) FROM rung_pages)`,
	} {
		bank := bankOf(t, sharingSeeds(t, 30))
		if _, err := bank.file.DB.Exec(damage); err != nil {
			t.Fatal(err)
		}
		if len(verify(t, bank)) == 0 {
			t.Errorf("not found: %s", damage)
		}
	}
}
