package seedbank_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/transform"
)

// A bank that was closed meanwhile is closed, and not damaged, for all that has read it before.
func TestClosedBankIsNotDamaged(t *testing.T) {
	path := seedtest.BankOf(t, seedtest.SomeSeeds()).Path()
	for name, open := range map[string]func() (*seedbank.Bank, error){
		"file": func() (*seedbank.Bank, error) { return seedbank.Open(seedtest.Background, path) },
		"embedded": func() (*seedbank.Bank, error) {
			return seedbank.OpenFS(seedtest.Background, data.FS, data.Starter)
		},
	} {
		bank, err := open()
		if err != nil {
			t.Fatal(err)
		}
		selection := seedtest.SelectFrom(t, bank, seedbank.Filter{})
		stream := selection.Stream(2)
		puzzle, err := stream.Next(seedtest.Background)
		if err != nil {
			t.Fatal(err)
		}
		if err := bank.Close(); err != nil {
			t.Fatal(err)
		}
		_, identified := bank.Identify(seedtest.Background, new(transform.Canonizer), puzzle.Puzzle())
		_, selected := bank.Select(seedtest.Background, seedbank.Filter{Rungs: true})
		for err = nil; err == nil; { // what was read before is at hand
			_, err = stream.Next(seedtest.Background)
		}
		for what, err := range map[string]error{"Next": err, "Identify": identified, "Select": selected} {
			if !errors.Is(err, fs.ErrClosed) || errors.Is(err, seedbank.ErrDamaged) {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
	}
}

// A bank leaves no file open and none beside it, whatever was wrong with what it read.
func TestClosedBankIsNotHeld(t *testing.T) {
	writer := seedtest.BankOf(t, seedtest.SomeSeeds())
	var root, size int64
	if err := writer.Rows().DB.QueryRow(`SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'strata'`).Scan(&root, &size); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(writer.Path())
	if err != nil {
		t.Fatal(err)
	}
	whole[(root-1)*size] ^= 0x55
	if err := os.WriteFile(writer.Path(), whole, 0o666); err != nil {
		t.Fatal(err)
	}
	bank, err := seedbank.Open(seedtest.Background, writer.Path())
	if err != nil {
		t.Fatal(err)
	}
	if err := bank.Rows().ScanSeeds(seedtest.Background, nil, nil); err == nil {
		t.Error("the damaged strata were read")
	}
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(writer.Path() + "-wal"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("SQLite still has the file open: there is a log (%v)", err)
	}
}

// A bank in a file system has nothing to do with a file of its name, which is not made either.
func TestFixedBankLeavesFilesAlone(t *testing.T) {
	t.Chdir(t.TempDir())
	bank := banktest.Starter(t)
	if noted, err := change.Note(seedtest.Background, bank, map[string]uint64{"a": 1}, nil); noted || err != nil {
		t.Errorf("noted: %v, %v", noted, err)
	}
	if _, err := os.Stat(bank.Path()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Note made a file: %v", err)
	}
	if err := os.WriteFile(filepath.Base(data.Starter), []byte("another"), 0o666); err != nil {
		t.Fatal(err)
	}
	if bank.Stamp() != "" {
		t.Errorf("the bank has the stamp of another file, %s", bank.Stamp())
	}
}
