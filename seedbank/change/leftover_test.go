package change_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank/change"
)

// A new bank does not take the log of a killed process for its own, and the log stays.
func TestNoNewBankBesideOldLog(t *testing.T) {
	ctx := seedtest.Background
	bank, source := seedtest.BankOf(t, seedtest.SomeSeeds()[:20]), seedtest.BankOf(t, seedtest.SomeSeeds()[20:30])
	log, err := os.ReadFile(bank.Path() + "-wal")
	if err != nil || len(log) == 0 {
		t.Fatalf("a log of %d bytes: %v", len(log), err)
	}
	for name, create := range map[string]func(path string) error{
		"snapshot": func(path string) error { return change.Snapshot(ctx, path, source.Path()) },
		"empty":    func(path string) error { return change.Create(ctx, path) },
		"open": func(path string) error {
			w, err := change.Open(ctx, path)
			if err == nil {
				t.Log(len(verify(t, w)), "problems")
				err = w.Close()
			}
			return err
		},
	} {
		path := filepath.Join(t.TempDir(), "bank.db")
		if err := os.WriteFile(path+"-wal", log, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := create(path); !errors.Is(err, change.ErrLog) {
			t.Errorf("%s: a bank is made: %v", name, err)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s: there is a bank", name)
		}
		if left, err := os.ReadFile(path + "-wal"); err != nil || len(left) != len(log) {
			t.Errorf("%s: %d bytes of the log are left, %v", name, len(left), err)
		}
	}
}
