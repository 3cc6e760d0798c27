package pack

import (
	"errors"
	"io"
	"slices"

	"github.com/seedoku/seedoku/internal/phrase"
)

// ColumnNames returns the names of all columns that a table can have: the columns of
// csv, in their order, and symmetries.
func ColumnNames() (names []string) {
	for _, c := range allColumns() {
		names = append(names, c.name)
	}
	return names
}

// AboutColumn says in a sentence what stands in a column. The name must be one of
// [ColumnNames].
func AboutColumn(name string) (string, error) {
	c, err := columnNamed(name)
	return c.about, err
}

// NewTable returns a writer of a table with some of the columns of [ColumnNames],
// in the order given, in the form of csv. Its Write does not check an entry: one
// without an ID, for example, has an empty cell. The error for another name lists
// all names.
func NewTable(w io.Writer, names ...string) (Writer, error) {
	if len(names) == 0 {
		return nil, errors.New("a table without columns")
	}
	form := &tableForm{}
	for _, name := range names {
		c, err := columnNamed(name)
		if err != nil {
			return nil, err
		}
		form.columns = append(form.columns, c)
	}
	return newRecordWriter(w, form)
}

func allColumns() []column { return append(slices.Clone(entryColumns[:]), symmetriesColumn) }

func columnNamed(name string) (column, error) {
	all := allColumns()
	if i := slices.IndexFunc(all, func(c column) bool { return c.name == name }); i >= 0 {
		return all[i], nil
	}
	return column{}, &phrase.UnknownError{Kind: "column", Given: name, Known: ColumnNames()}
}

// tableForm is a table of some columns.
type tableForm struct {
	bare
	columns []column
}

func (t *tableForm) fork() recordForm { return t }

func (t *tableForm) appendHead(dst []byte) []byte { return appendNames(dst, t.columns) }

func (t *tableForm) appendRecord(dst []byte, i *item, _ bool) []byte {
	dst = appendCells(dst, i, t.columns)
	dst[len(dst)-1] = '\n'
	return dst
}
