package change_test

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// A bank that was deleted while it was read is not made anew for a note.
func TestNoteInABankThatIsGone(t *testing.T) {
	made := seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
	path := made.Path()
	if err := made.Close(); err != nil {
		t.Fatal(err)
	}
	if err := change.Compact(seedtest.Background, path); err != nil { // so that no log stays
		t.Fatal(err)
	}
	bank, err := seedbank.Open(seedtest.Background, path)
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Close()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if noted, err := change.Note(seedtest.Background, bank, map[string]uint64{"verified": 5}, nil); noted || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("noted: %t, %v", noted, err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a bank again (%v)", err)
	}
}
