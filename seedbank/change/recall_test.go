package change_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// checkRecall draws puzzles from a bank and recalls them on another one. It must
// give the same puzzle with the same rating if it has the seed: the rating of the
// rung if it has that, else one that it is told.
func checkRecall(t *rapid.T, one, other seedtest.AnyBank) {
	from, on := seedtest.BankIn(one), seedtest.BankIn(other)
	has := contents(t, on, seedbank.Filter{})
	for _, s := range contents(t, from, seedbank.Filter{}) {
		pick := s.Pick(rapid.IntRange(0, len(s.Rungs)).Draw(t, "place"))
		drawn := pick.Turn(transform.FromIndex(rapid.Uint64Max(transform.Order-1).Draw(t, "index")))
		there, hasSeed := has[s.Key()]
		hasRung := hasSeed && (drawn.ID().Added == 0 || slices.ContainsFunc(there.Rungs, func(r seed.Rung) bool { return namesSame(&there, r, drawn.ID()) }))
		ratings := 0
		again, err := on.Recall(seedtest.Background, drawn.ID(), func(p *sudoku.Puzzle) (rating.Class, error) {
			ratings++
			if transform.FromIndex(drawn.ID().Index).Puzzle(*p) != drawn.Puzzle() {
				t.Fatalf("%v is to be rated for %v", p.Clues(), drawn.ID())
			}
			return rating.Class{Automorphisms: pick.Automorphisms(), Rating: pick.Rating()}, nil
		})
		if rated := hasSeed && !hasRung; errors.Is(err, seedbank.ErrNoMatch) == hasSeed || rated != (ratings == 1) {
			t.Fatalf("the bank has seed %v: %v, rung %v: %v; it says %v, and asked for %d ratings", s.Key(), hasSeed, pick.Added(), hasRung, err, ratings)
		}
		if err != nil && again != (seed.Isomorph{}) {
			t.Fatalf("beside error %v there is %v", err, again.Puzzle())
		}
		if err != nil {
			continue
		}
		want, got := drawn.Rating(), again.Rating()
		if again.Puzzle() != drawn.Puzzle() || again.ID() != drawn.ID() || want != got {
			t.Fatalf("%v is %v rated %+v on a bank, and %v rated %+v on another", drawn.ID(), drawn.Puzzle(), want, again.Puzzle(), got)
		}
	}
}

// namesSame reports whether a rung of a seed is what an ID names.
func namesSame(s *seed.Seed, r seed.Rung, id seed.ID) bool {
	alone := *s
	alone.Rungs = []seed.Rung{r}
	return alone.Pick(1).Isomorph(0).ID().Added == id.Added
}

func TestRecallOfWhatIsNotThere(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:20])
	known, unknown := seedtest.SomeSeeds()[0].Key(), seedtest.SomeSeeds()[20].Key()
	for _, test := range []struct {
		id   seed.ID
		want error
	}{
		{seed.ID{Seed: 1}, seedbank.ErrNoMatch},
		{seed.ID{Seed: unknown}, seedbank.ErrNoMatch},
		{seed.ID{Seed: unknown, Added: 1}, seedbank.ErrNoMatch},
		{seed.ID{Seed: known, Added: 1<<64 - 1}, seed.ErrBadID},
	} {
		if m, err := bank.Recall(seedtest.Background, test.id, seedtest.NotHeld); !errors.Is(err, test.want) || m != (seed.Isomorph{}) {
			t.Errorf("%v: %v, %v; want %v", test.id, m, err, test.want)
		}
	}
}

// A damaged bank gives an error, or the puzzle that was asked for, and never
// another puzzle.
func TestRecallFromADamagedBank(t *testing.T) {
	seeds := seedtest.SomeSeeds()[:20]
	s := &seeds[4]
	for _, damage := range []string{
		`UPDATE seeds SET puzzle = (SELECT puzzle FROM seeds WHERE id = 6) WHERE id = 5`,
		`UPDATE seeds SET puzzle = zeroblob(11) WHERE id = 5`,
		`UPDATE seeds SET rungs = (SELECT rungs FROM seeds WHERE id = 6) WHERE id = 5`,
		`UPDATE seeds SET rungs = x'00' WHERE id = 5`,
		`UPDATE seeds SET uses = x'01' WHERE id = 5`,
		`UPDATE seeds SET key = key + 1 WHERE id = 5`,
	} {
		bank := seedtest.BankOf(t, seeds)
		if _, err := bank.Rows().DB.Exec(damage); err != nil {
			t.Fatal(err)
		}
		failed := false
		for i := range s.Rungs {
			drawn := s.Pick(1 + i).Isomorph(12345)
			again, err := bank.Recall(seedtest.Background, drawn.ID(), seedtest.NotHeld)
			if err == nil && again.Puzzle() != drawn.Puzzle() {
				t.Errorf("after %q: %v gives another puzzle", damage, drawn.ID())
			}
			failed = failed || err != nil
		}
		if !failed {
			t.Errorf("after %q all puzzles are as they were", damage)
		}
	}
}
