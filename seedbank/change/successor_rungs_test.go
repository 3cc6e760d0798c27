package change_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// Rungs that seeds of the old bank get, or lose, after they were copied are not forgotten.
func TestSuccessorNeedsAllRungs(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*change.Writer) error
	}{
		{"added", func(bank *change.Writer) error {
			_, err := bank.Insert(seedtest.Background, 1, seedtest.SomeSeeds()[:5])
			return err
		}},
		{"taken back", func(bank *change.Writer) error {
			_, err := bank.Withdraw(seedtest.Background, change.Withdrawal{Run: 2})
			return err
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			bare := slices.Clone(seedtest.SomeSeeds()[:5])
			half := slices.Clone(bare)
			for i := range bare {
				bare[i].Rungs, half[i].Rungs = nil, bare[i].Rungs[:len(bare[i].Rungs)/2]
			}
			bank := seedtest.BankOf(t, bare)
			run, err := bank.StartRun(seedtest.Background, &seedbank.Run{Program: "test"})
			if err == nil {
				_, err = bank.Insert(seedtest.Background, run, half)
			}
			if err != nil {
				t.Fatal(err)
			}
			s := openSuccessorOf(t, bank)
			fill(t, s)
			if err := test.change(bank); err != nil {
				t.Fatal(err)
			}
			want := contents(t, bank, seedbank.Filter{})
			if err := bank.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Replace(seedtest.Background); !errors.Is(err, seedbank.ErrInUse) {
				t.Errorf("replaced a bank whose seeds have other rungs: %v", err)
			}
			s = openSuccessorOf(t, bank)
			fill(t, s)
			if _, err := s.Replace(seedtest.Background); err != nil {
				t.Error(err)
			}
			again := seedtest.Open(t, bank.Path())
			if diff := cmp.Diff(want, contents(t, again, seedbank.Filter{}), samePuzzles); diff != "" {
				t.Errorf("seeds of the bank, seeds of the successor:\n%s", diff)
			}
			mustBeWell(t, again)
		})
	}
}
