//go:build unix

package change_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// The log of a bank is found behind a symbolic link to the bank.
func TestLogBehindLink(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:20])
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(bank.Path(), link); err != nil {
		t.Fatal(err)
	}
	if tables.NotWritten(link) {
		t.Error("nobody is writing")
	}
	found := map[string]bool{}
	for r, err := range repair.Salvage(link) {
		if err != nil {
			t.Fatal(err)
		}
		found[r.Clues.String()] = true
	}
	if len(found) < 20 {
		t.Errorf("%d of 20 seeds are salvaged", len(found))
	}
	reader, err := seedbank.Open(seedtest.Background, link)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	before := reader.Rows().Stamp()
	seedtest.Insert(t, bank, seedtest.SomeSeeds()[20:21])
	if reader.Rows().Stamp() == before {
		t.Error("the stamp is the same after a seed was stored")
	}
}

// The log of another file is called what it is called, and not as if it were beside the link.
func TestOtherLogBehindLink(t *testing.T) {
	folder := seedtest.Must(filepath.EvalSymlinks(t.TempDir()))
	path, link := filepath.Join(folder, "bank.db"), filepath.Join(folder, "link.db")
	if err := change.Create(seedtest.Background, path); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(path+"-wal", []byte("log"), 0o600), os.Symlink(path, link)); err != nil {
		t.Fatal(err)
	}
	if err := change.Compact(seedtest.Background, link); !errors.Is(err, tables.ErrOtherLog) || !strings.Contains(err.Error(), path+"-wal beside it") {
		t.Errorf("got %v, want an error that names %s", err, path+"-wal")
	}
}

// A path can begin with two slashes.
func TestTwoSlashes(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	path := "/" + bank.Path()
	reader, err := seedbank.Open(seedtest.Background, path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if n := seedtest.Insert(t, seedtest.Open(t, path), seedtest.SomeSeeds()[5:7]); n != 2 {
		t.Errorf("%d seeds are stored", n)
	}
	if n := seedtest.SelectFrom(t, reader, seedbank.Filter{}).Len(); n != 7 {
		t.Errorf("%d seeds are read", n)
	}
}

// A bank with a hard link is only read. The temporary name of a bank that is being made is none.
func TestHardLinks(t *testing.T) {
	bank, folder := seedtest.BankOf(t, seedtest.SomeSeeds()[:5]), t.TempDir()
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	link, temporary := filepath.Join(folder, "link.db"), filepath.Join(filepath.Dir(bank.Path()), ".seedoku-1", "file")
	if err := errors.Join(os.Mkdir(filepath.Dir(temporary), 0o700), os.Link(bank.Path(), temporary)); err != nil {
		t.Skip(err)
	}
	if err := seedtest.Open(t, bank.Path()).Close(); err != nil {
		t.Error(err)
	}
	if err := errors.Join(os.Remove(temporary), os.Link(bank.Path(), link)); err != nil {
		t.Fatal(err)
	}
	before := seedtest.Must(os.ReadFile(bank.Path()))
	for _, path := range []string{bank.Path(), link} {
		if _, err := change.Open(t.Context(), path); !errors.Is(err, change.ErrNames) {
			t.Errorf("%s is opened to write: %v", path, err)
		}
		if err := readABank(path); err != nil {
			t.Error(err)
		}
	}
	if files := listing(t, folder); len(files) != 1 || !bytes.Equal(seedtest.Must(os.ReadFile(link)), before) {
		t.Errorf("the bank has changed, or there are files beside it: %v", files)
	}
	if err := change.Snapshot(t.Context(), filepath.Join(folder, "copy.db"), link); err != nil {
		t.Error(err)
	}
	seedtest.Open(t, filepath.Join(folder, "copy.db"))
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	seedtest.Open(t, bank.Path())
}
