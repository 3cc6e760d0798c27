package change_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// What is taken back while a copy of the bank is filled does not come again with the copy.
func TestUpdateBringsBackNothing(t *testing.T) {
	ctx := seedtest.Background
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
	taken, err := change.Withdrawals(ctx, bank.Bank)
	path := filepath.Join(t.TempDir(), "copy.db")
	if err == nil {
		err = change.Snapshot(ctx, path, bank.Path())
	}
	if err == nil {
		_, err = bank.Withdraw(ctx, change.Withdrawal{Run: 1})
	}
	if err != nil {
		t.Fatal(err)
	}
	from, err := seedbank.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	_, err = bank.UpdateFromCopy(ctx, from, taken, nil, change.MergeOptions{})
	if !errors.Is(err, seedbank.ErrInUse) {
		t.Errorf("the copy is added: %v", err)
	}
	if got := len(contents(t, bank, seedbank.Filter{})); got != 0 {
		t.Errorf("%d seeds are back", got)
	}
}
