package seedbank

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// checkRecall draws puzzles from a bank and recalls them on another one. It must
// give the same puzzle with the same rating if it has the rung; else it must say
// that it lacks the seed or the rung.
func checkRecall(t *rapid.T, from, on *Bank) {
	has := contents(t, on, Filter{})
	for _, s := range contents(t, from, Filter{}) {
		pick := drawPick(t, &s)
		drawn := pick.Turn(transform.FromIndex(rapid.Uint64Max(transform.Order-1).Draw(t, "index")))
		there, hasSeed := has[s.Key()]
		hasRung := hasSeed && (pick.Rung() == 0 || there.Rung(pick.Rung()) != nil)

		again, err := on.Recall(background, drawn.ID())
		if errors.Is(err, ErrNoMatch) == hasRung || errors.Is(err, seed.ErrNoRung) != (hasSeed && !hasRung) {
			t.Fatalf("the bank has seed %v: %v, rung %v: %v; and says %v", s.Key(), hasSeed, pick.Rung(), hasRung, err)
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

func TestRecallOfWhatIsNotThere(t *testing.T) {
	bank := bankOf(t, someSeeds()[:20])
	for _, test := range []struct {
		id   seed.ID
		rung bool // is what is missing
	}{
		{seed.ID{Seed: 1}, false},
		{seed.ID{Seed: someSeeds()[20].Key()}, false},
		{seed.ID{Seed: someSeeds()[20].Key(), Rung: 1}, false},
		{seed.ID{Seed: someSeeds()[0].Key(), Rung: 1}, true},
		{seed.ID{Seed: someSeeds()[0].Key(), Rung: someSeeds()[1].Rungs[0].Name()}, true},
	} {
		_, err := bank.Recall(background, test.id)
		if !errors.Is(err, ErrNoMatch) || errors.Is(err, seed.ErrNoRung) != test.rung {
			t.Errorf("%v: %v", test.id, err)
		}
	}
}

// A damaged bank gives an error, or the puzzle that was asked for, and never
// another puzzle.
func TestRecallFromADamagedBank(t *testing.T) {
	seeds := someSeeds()[:20]
	s := &seeds[4]
	for _, damage := range []string{
		`UPDATE seeds SET puzzle = (SELECT puzzle FROM seeds WHERE id = 6) WHERE id = 5`,
		`UPDATE seeds SET puzzle = zeroblob(11) WHERE id = 5`,
		`UPDATE seeds SET rungs = (SELECT rungs FROM seeds WHERE id = 6) WHERE id = 5`,
		`UPDATE seeds SET rungs = x'00' WHERE id = 5`,
		`UPDATE seeds SET uses = x'01' WHERE id = 5`,
		`UPDATE seeds SET key = key + 1 WHERE id = 5`,
	} {
		bank := bankOf(t, seeds)
		if _, err := bank.db.Exec(damage); err != nil {
			t.Fatal(err)
		}
		failed := false
		for i := range s.Rungs {
			drawn := s.PickRung(i).Isomorph(12345)
			again, err := bank.Recall(background, drawn.ID())
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
