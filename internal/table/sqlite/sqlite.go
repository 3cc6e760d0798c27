// Package sqlite writes tables as files of SQLite.
//
// Columns of [table.Whole] are INTEGER, columns of [table.Tenths] REAL, and all others
// TEXT. Unknown values are NULL.
//
// Start with [NewWriter].
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"strings"

	_ "modernc.org/sqlite" // the driver

	"github.com/seedoku/seedoku/internal/table"
)

// applicationID, "Sdku", tells programs such as file what a data base is, and version
// counts the versions of what is in it.
const (
	applicationID = 0x53646b75
	version       = 2
)

// Writer fills a database that SQLite keeps in an unnamed temporary file, and writes
// its pages at the end. So the table is not in memory. It serves one goroutine at a
// time.
type Writer[R any] struct {
	w       io.Writer
	name    string
	columns []table.Column[R]
	indexes []string

	db     *sql.DB
	fill   *sql.Tx
	insert *sql.Stmt
	number int
	values []any
}

// NewWriter returns a writer of a table of some name. Its first column is number, the
// place of the row, from 1. Each index is the columns by which a program may ask, with
// commas between.
func NewWriter[R any](w io.Writer, name string, columns []table.Column[R], indexes ...string) *Writer[R] {
	return &Writer[R]{w: w, name: name, columns: columns, indexes: indexes}
}

// schema returns the statement that makes the table.
func (w *Writer[R]) schema() string {
	var b strings.Builder
	fmt.Fprintf(&b, "PRAGMA application_id = %d;\nPRAGMA user_version = %d;\n", applicationID, version)
	fmt.Fprintf(&b, "CREATE TABLE %s (\n  number INTEGER PRIMARY KEY -- place in the file, from 1", w.name)
	for i := range w.columns {
		kind := map[table.Type]string{table.Whole: "INTEGER", table.Tenths: "REAL"}[w.columns[i].Type]
		if kind == "" {
			kind = "TEXT"
		}
		fmt.Fprintf(&b, "\n, %s %s -- %s", w.columns[i].Name, kind, w.columns[i].About)
	}
	b.WriteString("\n)")
	return b.String()
}

// open begins the database. It is called at the first row or at Close.
func (w *Writer[R]) open() (err error) {
	if w.db != nil {
		return nil
	}
	if w.db, err = sql.Open("sqlite", ""); err != nil {
		return err
	}
	w.db.SetMaxOpenConns(1) // each connection has its own database
	if _, err = w.db.Exec(w.schema()); err == nil {
		w.fill, err = w.db.Begin()
	}
	if err == nil {
		w.insert, err = w.fill.Prepare("INSERT INTO " + w.name + " VALUES (?" + strings.Repeat(", ?", len(w.columns)) + ")")
	}
	if err != nil {
		err = errors.Join(fmt.Errorf("beginning a database: %w", err), w.db.Close())
		w.db = nil
	}
	return err
}

// Write writes a row. SQLite makes numbers of texts in columns of numbers.
func (w *Writer[R]) Write(r R) error {
	if err := w.open(); err != nil {
		return err
	}
	w.number++
	w.values = append(w.values[:0], w.number)
	for i := range w.columns {
		if text := w.columns[i].Append(r, nil); len(text) > 0 {
			w.values = append(w.values, string(text))
		} else {
			w.values = append(w.values, nil)
		}
	}
	_, err := w.insert.Exec(w.values...)
	return err
}

// Close makes the indexes and writes the database.
func (w *Writer[R]) Close() error {
	if err := w.open(); err != nil {
		return err
	}
	defer w.db.Close()
	for _, columns := range w.indexes {
		first, _, _ := strings.Cut(columns, ",")
		if _, err := w.fill.Exec(fmt.Sprintf("CREATE INDEX %s_by_%s ON %[1]s (%s)", w.name, first, columns)); err != nil {
			return err
		}
	}
	return errors.Join(w.fill.Commit(), w.writePages())
}

// writePages writes the pages one after the other, which gives the file of the
// database.
func (w *Writer[R]) writePages() error {
	pages, err := w.db.QueryContext(context.Background(), "SELECT data FROM sqlite_dbpage ORDER BY pgno")
	if err != nil {
		return err
	}
	defer pages.Close()
	var page sql.RawBytes
	for pages.Next() {
		if err := pages.Scan(&page); err != nil {
			return err
		}
		if _, err := w.w.Write(page); err != nil {
			return err
		}
	}
	return pages.Err()
}
