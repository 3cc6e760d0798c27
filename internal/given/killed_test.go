package given_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/internal/given"
)

// mark tells that a database is a collection.
const mark = 0x53646b67

// killed writes to a database of SQLite, which it makes if there is none, and returns a copy with
// half of that and its journal, as a program leaves them that is killed while it commits.
func killed(t *testing.T, path string, mark int) string {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open("sqlite", path+"?_pragma=cache_size(1)") // so the journal is written before the commit
	must(err)
	defer db.Close()
	tx, err := db.Begin()
	must(err)
	_, err = tx.Exec(fmt.Sprintf(`PRAGMA application_id = %d; CREATE TABLE more (i INTEGER);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000) INSERT INTO more SELECT i FROM n`, mark))
	must(err)
	journal, err := os.ReadFile(path + "-journal")
	must(err)
	must(tx.Commit())
	file, err := os.ReadFile(path)
	must(err)
	half := filepath.Join(t.TempDir(), "killed"+given.Extension)
	must(os.WriteFile(half, file[:len(file)/2], 0o666))
	must(os.WriteFile(half+"-journal", journal, 0o666))
	return half
}

// Whoever reads a collection after a program was killed that wrote to it sees what was there
// before.
func TestReadAfterKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "year"+given.Extension)
	add(t, path, "spring", 1)
	c, err := given.OpenToRead(background, killed(t, path, mark))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if places, err := c.On(background, 0); err != nil || len(places) != 1 {
		t.Fatal(places, err)
	}
}

// A program that is killed while it makes a collection leaves none.
func TestReadAfterKillOfFirst(t *testing.T) {
	path := killed(t, filepath.Join(t.TempDir(), "new"), mark)
	if _, err := given.OpenToRead(background, path); !errors.Is(err, given.ErrNone) {
		t.Fatal(err)
	}
}

// What is no collection stays as it is, and its journal too.
func TestJournalOfAnother(t *testing.T) {
	path := killed(t, filepath.Join(t.TempDir(), "other"), 0)
	read := func() []byte {
		file, err := os.ReadFile(path)
		journal, err2 := os.ReadFile(path + "-journal")
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		return append(file, journal...)
	}
	was := read()
	if _, err := given.OpenToRead(background, path); !errors.Is(err, given.ErrNotOne) {
		t.Error(err)
	}
	if !bytes.Equal(read(), was) {
		t.Error("it was changed")
	}
}
