package change_test

import (
	"errors"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// The run of a distrust has ended, and has made nothing. Of unknown seeds there is none.
func TestDistrustEnds(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
	for _, of := range []int{0, 9} {
		if err := bank.Distrust(seedtest.Background, []seed.Key{seedtest.SomeSeeds()[of].Key()}, "refused worker x", "p"); err != nil {
			t.Fatal(err)
		}
	}
	runs, err := bank.Runs(seedtest.Background, 9)
	if err != nil || len(runs) != 2 {
		t.Fatalf("runs %+v, %v; want two", runs, err)
	}
	if r := runs[0]; r.Arguments != "refused worker x" || r.Program != "p" || r.Rater != rating.Version-1 || r.Ended.IsZero() || r.Made != 0 || r.Stored != 0 {
		t.Errorf("%+v", r)
	}
	mustBeWell(t, bank)
}

// A successor with a distrusted seed is gone on with, and replaces the bank, whose next rerating rates
// the seed again. This holds also for a seed that was distrusted in the old bank since it was copied.
func TestDistrustInASuccessor(t *testing.T) {
	wrong := seedtest.SomeSeeds()[1].Key()
	for name, distrust := range map[string]func(bank *change.Writer, s *change.Successor) error{
		"there": func(_ *change.Writer, s *change.Successor) error {
			return errors.Join(s.Distrust(seedtest.Background, []seed.Key{wrong}, "refused worker x", "p"), s.Close())
		},
		"in the old bank": func(bank *change.Writer, s *change.Successor) error {
			return errors.Join(s.Close(), bank.Distrust(seedtest.Background, []seed.Key{wrong}, "refused worker x", "p"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			bank := outdatedBank(t)
			s := openSuccessorOf(t, bank)
			fill(t, s)
			if err := distrust(bank, s); err != nil {
				t.Fatal(err)
			}
			startRun(t, bank, "mallory", time.Now())
			if err := bank.Close(); err != nil {
				t.Fatal(err)
			}
			s = openSuccessorOf(t, bank)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = openSuccessorOf(t, bank)
			if done, of := s.Done(); done != 5 || of != 5 {
				t.Errorf("%d of %d seeds are done, want all 5", done, of)
			}
			if _, err := s.Replace(seedtest.Background); err != nil {
				t.Fatal(err)
			}
			again := seedtest.Open(t, bank.Path())
			mustBeWell(t, again)
			if n, err := change.Outdated(seedtest.Background, again.Bank); n != 1 || err != nil {
				t.Errorf("%d seeds are outdated, %v; want 1", n, err)
			}
			for missing, err := range openSuccessorOf(t, again).Missing(seedtest.Background, 9) {
				if err != nil || len(missing) != 5 {
					t.Fatalf("%d seeds, %v; want 5", len(missing), err)
				}
				for _, old := range missing {
					if s, err := again.Seed(seedtest.Background, old.ID); err != nil || old.Outdated != (s.Key() == wrong) {
						t.Errorf("seed %d: outdated %v, %v", old.ID, old.Outdated, err)
					}
				}
			}
		})
	}
}
