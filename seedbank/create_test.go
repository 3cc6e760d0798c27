package seedbank

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestOpenMakesABank(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "folder", "bank.db")
	for range 2 {
		bank, err := Open(background, path)
		if err != nil {
			t.Fatal(err)
		}
		if n := selectFrom(t, bank, Filter{}).Len(); n != 0 {
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

func TestReadInPlaceAndCompact(t *testing.T) {
	bank := bankOf(t, someSeeds())
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Compact(background, bank.Path()); err != nil {
		t.Fatal(err)
	}
	folder := os.DirFS(filepath.Dir(bank.Path()))
	inPlace, err := OpenFS(background, folder, "bank.db")
	if err != nil {
		t.Fatal(err)
	}
	defer inPlace.Close()
	if diff := cmp.Diff(byKey(someSeeds()), contents(t, inPlace, Filter{}), samePuzzles); diff != "" {
		t.Error(diff)
	}

	path := filepath.Join(t.TempDir(), "new", "copy.db")
	if err := CreateCopy(path, folder, "bank.db"); err != nil {
		t.Fatal(err)
	}
	copied, err := Open(background, path)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	if diff := cmp.Diff(byKey(someSeeds()), contents(t, copied, Filter{}), samePuzzles); diff != "" {
		t.Error(diff)
	}
	if err := CreateCopy(path, folder, "bank.db"); !errors.Is(err, ErrExists) {
		t.Errorf("a copy over a file: %v", err)
	}
	if err := Create(background, path); !errors.Is(err, ErrExists) {
		t.Errorf("an empty bank over a file: %v", err)
	}
}

func TestOpenTakesAwayWhatKilledRunsLeft(t *testing.T) {
	bank := bankOf(t, someSeeds()[:1])
	left := filepath.Join(filepath.Dir(bank.Path()), ".seedoku-1")
	if err := os.Mkdir(left, 0o700); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-24 * time.Hour)
	if err := os.Chtimes(left, long, long); err != nil {
		t.Fatal(err)
	}
	again, err := Open(background, bank.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("it is still there (%v)", err)
	}
}
