package change_test

import (
	"math/rand/v2"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// sharingSeeds are many minimal seeds of one solution, each with two rungs. All is
// true but for the ratings.
func sharingSeeds(t *testing.T, n int) (seeds []seed.Seed) {
	t.Helper()
	var m seedtest.SeedMaker
	random := rand.New(rand.NewPCG(7, 8))
	solution := m.Solver.RandomSolution(random)
	known := map[seed.Key]bool{}
	for len(seeds) < n {
		s := seed.New(&m.Canonizer, m.Minimal(solution, random))
		if known[s.Key()] {
			continue
		}
		known[s.Key()] = true
		s.Origin, s.Rating = seed.Prune, rating.Result{ER: 15, EP: 15, ED: 15}
		s.Rating.Uses[0] = 1
		s.AddRungs(m.Ladder(&s, random, 2)...)
		seeds = append(seeds, s)
	}
	return seeds
}

// In a class of many seeds, a rung too many or too few in the index is found.
func TestSharedRungsThatAreIndexedWrongly(t *testing.T) {
	for _, damage := range []string{
		`DELETE FROM rung_pages WHERE stratum = (SELECT min(stratum) FROM rung_pages)`,
		`UPDATE rung_pages SET rungs = (SELECT o.rungs FROM rung_pages AS o WHERE o.stratum <> rung_pages.stratum LIMIT 1)
		WHERE stratum = (SELECT min(stratum) FROM rung_pages)`,
	} {
		bank := seedtest.BankOf(t, sharingSeeds(t, 30))
		if _, err := bank.Rows().DB.Exec(damage); err != nil {
			t.Fatal(err)
		}
		if len(verify(t, bank)) == 0 {
			t.Errorf("not found: %s", damage)
		}
	}
}
