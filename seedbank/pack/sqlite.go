package pack

import (
	"io"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/internal/table/sqlite"
)

// sqliteWriter writes a database with a table puzzles.
type sqliteWriter struct {
	*sqlite.Writer[*table.Puzzle]
}

// sqliteIndexes are by what apps ask for puzzles.
var sqliteIndexes = []string{"level, er", "hardest", "id", "date"}

func newSQLite(w io.Writer, s Settings) (Writer, error) {
	// Every database has the column number.
	chosen := slices.DeleteFunc(slices.Clone(s.columns()), func(c table.Column[*table.Puzzle]) bool { return c.Name == "number" })
	names := table.Names(chosen)
	lacks := func(name string) bool { return !slices.Contains(names, name) }
	indexes := slices.DeleteFunc(slices.Clone(sqliteIndexes), func(index string) bool {
		return slices.ContainsFunc(strings.Split(index, ", "), lacks)
	})
	return sqliteWriter{sqlite.NewWriter(w, "puzzles", chosen, indexes...)}, nil
}

func (s sqliteWriter) Write(e *Entry) error {
	return s.Writer.Write(&table.Puzzle{Entry: (*table.Entry)(e), Effort: e.Effort})
}
