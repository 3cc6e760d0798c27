package seedbank_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/migrations"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

func TestWhatIsNoBankIsRefused(t *testing.T) {
	folder := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	foreign := tables.Connect(filepath.Join(folder, "foreign.db"), nil)
	if _, err := foreign.Exec(`CREATE TABLE birds (name TEXT)`); err != nil {
		t.Fatal(err)
	}
	foreign.Close()
	newer := seedtest.MakeBank(t)
	if _, err := newer.Rows().DB.Exec(fmt.Sprintf(`PRAGMA user_version = %d`, migrations.Version+1)); err != nil {
		t.Fatal(err)
	}
	newer.Close()
	for _, test := range []struct {
		path string
		want error
	}{
		{file("text.db", strings.Repeat("not a bank\n", 500)), seedbank.ErrNotBank},
		{file("short.db", "x"), seedbank.ErrNotBank},
		{filepath.Join(folder, "foreign.db"), seedbank.ErrNotBank},
		{folder, seedbank.ErrNotBank},
		{newer.Path(), seedbank.ErrNewerBank},
	} {
		before, _ := os.ReadFile(test.path)
		toWrite := func(ctx context.Context, path string) (io.Closer, error) { return change.Open(ctx, path) }
		toRead := func(ctx context.Context, path string) (io.Closer, error) { return seedbank.Open(ctx, path) }
		for name, open := range map[string]func(context.Context, string) (io.Closer, error){"to write": toWrite, "to read": toRead} {
			bank, err := open(seedtest.Background, test.path)
			if !errors.Is(err, test.want) || !strings.Contains(fmt.Sprint(err), test.path) {
				t.Errorf("opening %s %s: %v; want %v", name, test.path, err, test.want)
			}
			if err == nil {
				bank.Close()
			}
		}
		if after, _ := os.ReadFile(test.path); !bytes.Equal(before, after) {
			t.Errorf("%s was changed", test.path)
		}
	}
	journal := filepath.Join(folder, "foreign.db-journal")
	file("foreign.db-journal", "left by whoever was killed")
	if _, err := seedbank.Open(seedtest.Background, filepath.Join(folder, "foreign.db")); !errors.Is(err, seedbank.ErrNotBank) {
		t.Errorf("a foreign file with a journal: %v", err)
	}
	if left, err := os.ReadFile(journal); err != nil || len(left) == 0 {
		t.Errorf("the journal of a foreign file was changed: %q, %v", left, err)
	}
	if _, err := seedbank.Open(seedtest.Background, filepath.Join(folder, "nosuch.db")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := seedbank.OpenFS(seedtest.Background, os.DirFS(folder), "nosuch.db"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file of a file system: %v", err)
	}
	if _, err := seedbank.Open(seedtest.Background, filepath.Join(file("text", ""), "x.db")); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("a path through a file: %v", err)
	}
	if _, err := seedbank.Open(seedtest.Background, file("empty.db", "")); !errors.Is(err, seedbank.ErrNotBank) {
		t.Errorf("an empty file to read: %v", err)
	}
}
