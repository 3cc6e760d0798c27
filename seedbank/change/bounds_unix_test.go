//go:build unix

package change_test

import (
	"errors"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// A pipe in the place of a bank or of its log is refused, and not waited for. So is a folder,
// whatever is in it.
func TestPipesAreNoBanks(t *testing.T) {
	folder := t.TempDir()
	pipe := filepath.Join(folder, "bank.db")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:3])
	if err := errors.Join(bank.Close(), syscall.Mkfifo(bank.Path()+"-wal", 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, folder, bank.Path()} {
		ended := make(chan bool)
		go func() {
			defer close(ended)
			_, read := seedbank.Open(seedtest.Background, path)
			_, write := change.Open(seedtest.Background, path)
			_, merge := seedtest.MakeBank(t).Merge(seedtest.Background, path, change.MergeOptions{Ratings: change.Trusted})
			salvaged := error(seedbank.ErrNotBank)
			if path == pipe || path == bank.Path() {
				for _, err := range repair.Salvage(path) {
					salvaged = err
				}
			}
			for _, err := range []error{read, write, merge, salvaged} {
				if !errors.Is(err, seedbank.ErrNotBank) {
					t.Errorf("%s: %v", path, err)
				}
			}
		}()
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			t.Fatalf("%s is waited for", path)
		}
	}
}

// A bank in which a value is longer than any of a bank is refused where it is met.
func TestLongValuesAreRefused(t *testing.T) {
	for _, edit := range []string{
		`UPDATE techniques SET name = printf('%.*c', 3000000, 'x') WHERE id = 1`,
		`UPDATE seeds SET rungs = zeroblob(3000000)`,
		`UPDATE seeds SET puzzle = zeroblob(3000000)`,
		`UPDATE technique_slots SET slots = zeroblob(3000000)`,
		`UPDATE runs SET arguments = printf('%.*c', 3000000, 'x')`,
	} {
		bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:2])
		if err := bank.Close(); err != nil {
			t.Fatal(err)
		}
		editUnbounded(t, bank.Path(), edit)
		opened, err := seedbank.Open(seedtest.Background, bank.Path())
		if err != nil {
			t.Fatal(err)
		}
		found := false
		_, err = repair.Verify(seedtest.Background, opened, repair.VerifyOptions{Problem: func(problem error) {
			found = found || strings.Contains(problem.Error(), tables.ErrTooLong.Error()) || strings.Contains(problem.Error(), "too long")
		}})
		if !found && !errors.Is(err, tables.ErrTooLong) {
			t.Errorf("after %q: %v", edit, err)
		}
		opened.Close()
	}
}
