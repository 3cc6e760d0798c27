package pack

import (
	"io"

	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/internal/table/sqlite"
)

// sqliteWriter writes a database with a table puzzles.
type sqliteWriter struct {
	*sqlite.Writer[*table.Puzzle]
}

func newSQLite(w io.Writer, _ Settings) (Writer, error) {
	return sqliteWriter{sqlite.NewWriter(w, "puzzles", table.Puzzles, "level, er", "hardest", "id")}, nil
}

func (s sqliteWriter) Write(e *Entry) error {
	return s.Writer.Write(&table.Puzzle{Entry: (*table.Entry)(e)})
}
