package change_test

import (
	"errors"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/migrations"
	"github.com/seedoku/seedoku/seedbank"
)

// A program that has a bank open stores nothing in it once a newer version has changed its format.
func TestNothingIsStoredInNewerFormat(t *testing.T) {
	ctx, bank := seedtest.Background, seedtest.BankOf(t, seedtest.SomeSeeds()[:3])
	newer := seedtest.Open(t, bank.Path())
	setVersion := func(version int) {
		t.Helper()
		if err := newer.SetVersion(version); err != nil {
			t.Fatal(err)
		}
	}
	setVersion(migrations.Version + 1)
	if _, err := bank.Insert(ctx, 1, seedtest.SomeSeeds()[3:5]); !errors.Is(err, seedbank.ErrNewerBank) {
		t.Errorf("stored in a newer format: %v", err)
	}
	setVersion(migrations.Version)
	if got := len(contents(t, bank, seedbank.Filter{})); got != 3 {
		t.Errorf("%d seeds", got)
	}
}
