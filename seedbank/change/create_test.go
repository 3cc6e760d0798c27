package change_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
)

func TestOpenMakesABank(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "folder", "bank.db")
	for range 2 {
		bank, err := change.Open(seedtest.Background, path)
		if err != nil {
			t.Fatal(err)
		}
		if n := seedtest.SelectFrom(t, bank, seedbank.Filter{}).Len(); n != 0 {
			t.Errorf("a new bank has %d seeds", n)
		}
		if err := bank.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 1 {
		t.Errorf("beside the bank there is %v (%v)", files, err)
	}
}

// SQLite takes these names for databases without a file.
func TestNamesOfNoFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"", ":memory:"} {
		if err := change.Create(seedtest.Background, name); err == nil {
			t.Errorf("the bank %q was made", name)
		}
		if bank, err := change.Open(seedtest.Background, name); err == nil {
			t.Errorf("the bank %q was opened", name)
			bank.Close()
		}
		if files, err := os.ReadDir("."); err != nil || len(files) > 0 {
			t.Errorf("%q left %v, %v", name, files, err)
		}
	}
}

// A bank that is not there is not made where a bank is to be changed.
func TestNoBankToCompact(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.db")
	_, updated := mine.BringUpToDate(seedtest.Background, path, mine.Options{})
	for _, err := range []error{updated, change.Compact(seedtest.Background, path)} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file was made")
	}
}

func TestReadInPlaceAndCompact(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds())
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	if err := change.Compact(seedtest.Background, bank.Path()); err != nil {
		t.Fatal(err)
	}
	folder := os.DirFS(filepath.Dir(bank.Path()))
	inPlace, err := seedbank.OpenFS(seedtest.Background, folder, "bank.db")
	if err != nil {
		t.Fatal(err)
	}
	defer inPlace.Close()
	if diff := cmp.Diff(seedtest.ByKey(seedtest.SomeSeeds()), contents(t, inPlace, seedbank.Filter{}), samePuzzles); diff != "" {
		t.Error(diff)
	}

	path := filepath.Join(t.TempDir(), "new", "copy.db")
	if err := change.CreateCopy(path, folder, "bank.db"); err != nil {
		t.Fatal(err)
	}
	copied := seedtest.Open(t, path)
	if diff := cmp.Diff(seedtest.ByKey(seedtest.SomeSeeds()), contents(t, copied, seedbank.Filter{}), samePuzzles); diff != "" {
		t.Error(diff)
	}
	if err := change.CreateCopy(path, folder, "bank.db"); !errors.Is(err, change.ErrExists) {
		t.Errorf("a copy over a file: %v", err)
	}
	if err := change.Create(seedtest.Background, path); !errors.Is(err, change.ErrExists) {
		t.Errorf("an empty bank over a file: %v", err)
	}
}

// A bank in a file system is read without its log, so it must have none.
func TestReadInPlaceWithLog(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:1])
	folder := os.DirFS(filepath.Dir(bank.Path()))
	if inPlace, err := seedbank.OpenFS(seedtest.Background, folder, "bank.db"); err == nil {
		t.Errorf("opened with %d seeds, want 1", seedtest.SelectFrom(t, inPlace, seedbank.Filter{}).Len())
		inPlace.Close()
	}
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	inPlace, err := seedbank.OpenFS(seedtest.Background, folder, "bank.db")
	if err != nil {
		t.Fatal(err)
	}
	inPlace.Close()
}

func TestOpenTakesAwayWhatKilledRunsLeft(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:1])
	left := filepath.Join(filepath.Dir(bank.Path()), ".seedoku-1")
	if err := os.Mkdir(left, 0o700); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-24 * time.Hour)
	if err := os.Chtimes(left, long, long); err != nil {
		t.Fatal(err)
	}
	seedtest.Open(t, bank.Path())
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("it is still there (%v)", err)
	}
}

// Only what exists is said to exist.
func TestCreateBelowAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := change.Create(seedtest.Background, filepath.Join(file, "bank.db")); err == nil || errors.Is(err, change.ErrExists) {
		t.Errorf("a bank below a file: %v", err)
	}
}
