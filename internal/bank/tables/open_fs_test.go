package tables

import (
	"testing"

	"github.com/seedoku/seedoku/data"
)

// A bank in a file system is closed for good while somebody still reads it.
func TestCloseWhileRead(t *testing.T) {
	f, err := OpenFS(t.Context(), data.FS, data.Starter)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := f.DB.QueryContext(t.Context(), `SELECT id FROM techniques`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if _, isHeld := systems.of.Load(f.inFS); isHeld {
		t.Error("the file system is still held")
	}
}
