package sqlite_test

import (
	"io"
	"testing"

	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/internal/table/sqlite"
)

// A table that cannot be made is an error of every call, and no more.
func TestTableThatCannotBeMade(t *testing.T) {
	columns := []table.Column[int]{table.String("number", table.Word, "a second column of this name", func(int) string { return "" })}
	w := sqlite.NewWriter(io.Discard, "rows", columns)
	for range 2 {
		if err := w.Write(1); err == nil {
			t.Error("a row was written")
		}
	}
	if err := w.Close(); err == nil {
		t.Error("a file was written")
	}
}
