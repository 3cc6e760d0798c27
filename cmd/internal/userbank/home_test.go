package userbank_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/seedbank"
)

// toWrite is OpenToWrite for what counts seeds.
func toWrite(ctx context.Context, named string) (*seedbank.Bank, error) {
	w, err := userbank.OpenToWrite(ctx, named)
	if err != nil {
		return nil, err
	}
	return w.Bank, nil
}

func seeds(t *testing.T, open func(context.Context, string) (*seedbank.Bank, error), named string) (path string, n int) {
	t.Helper()
	bank, err := open(context.Background(), named)
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Close()
	byLevel, err := bank.SeedsByLevel(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range byLevel {
		n += of
	}
	return bank.Path(), n
}

// The user's bank is the starter bank until somebody writes.
func TestUsersBank(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_DATA_HOME", folder)
	users := filepath.Join(folder, "seedoku", "bank.db")
	if path, err := userbank.Path(""); err != nil || path != users {
		t.Errorf("the path is %s, %v; want %s", path, err, users)
	}
	path, starter := seeds(t, userbank.Open, "")
	if path != data.Starter || starter == 0 {
		t.Errorf("nobody has written, and the bank is %s with %d seeds", path, starter)
	}
	if _, err := os.Stat(users); !os.IsNotExist(err) {
		t.Errorf("reading has made the user's bank: %v", err)
	}
	if path, n := seeds(t, toWrite, ""); path != users || n != starter {
		t.Errorf("to write, the bank is %s with %d seeds; want %d", path, n, starter)
	}
	if path, n := seeds(t, userbank.Open, ""); path != users || n != starter {
		t.Errorf("then, to read, the bank is %s with %d seeds; want %d", path, n, starter)
	}
}

// A bank with a name is never taken for another one.
func TestNamedBank(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.db")
	if _, err := userbank.Open(context.Background(), path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that does not exist: %v", err)
	}
	if _, n := seeds(t, toWrite, path); n != 0 {
		t.Errorf("a new bank has %d seeds", n)
	}
	if at, _ := seeds(t, userbank.Open, path); at != path {
		t.Errorf("the bank is %s, want %s", at, path)
	}
}

// Where no folder can be found, there is the starter bank to read.
func TestNobodyIsAtHome(t *testing.T) {
	for _, name := range []string{"XDG_DATA_HOME", "HOME", "USERPROFILE", "home"} {
		t.Setenv(name, "")
	}
	if path, n := seeds(t, userbank.Open, ""); path != data.Starter || n == 0 {
		t.Errorf("the bank is %s with %d seeds", path, n)
	}
	if _, err := userbank.OpenToWrite(context.Background(), ""); err == nil {
		t.Error("a bank to write to was found")
	}
}
