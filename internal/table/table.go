// Package table holds the columns of a puzzle, once, and writes tables of any rows
// in every format that has columns.
//
// # Words
//
// A [Column] is a property of rows: its name, its [Type], a function that reads it,
// and a sentence about it for people. The columns are the same in every format:
// cells of csv, members of a JSON object, columns of SQLite and Parquet, arrays of
// NumPy. A [Form] is a format of text.
//
// # Conventions
//
// Names are words in small letters with _ between, and never change. ER, EP and ED are
// numbers with one decimal, such as 6.6. An unknown value is an empty cell in csv, a
// missing member in JSON, and NULL in databases. A column of [Counts] is names with
// numbers, such as {"pointing":2,"x-wing":1} in JSON and pointing:2 x-wing:1 elsewhere.
// A column of [Words] is an array of JSON, and words with spaces between elsewhere.
//
// # Where things go
//
//   - A new column of puzzles is a row of the table in puzzle.go. All formats, the card of
//     a release and the documents have it then (go test ./cmd/seedoku -run README -update).
//   - A new format of text is a row of the table in form.go.
//   - Formats that need a library stand beside: internal/table/sqlite, and
//     internal/table/parquet, which only data sets import because it takes long to start.
//     npy.go has the arrays of NumPy.
//   - Formats of puzzles that are not tables, such as pictures and books, are rows of
//     pack.Formats (seedbank/pack/formats.go). Formats of positions are rows of
//     practice.Formats (internal/practice/format.go).
//
// # Guarantees
//
// The same rows give the same bytes. Nothing is allocated for a row of text.
//
// Start with [Puzzles] and [NewWriter].
package table

import (
	"slices"
	"strconv"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/sudoku"
)

// Column is a property of rows.
type Column[R any] struct {
	Name     string
	Type     Type
	About    string                       // one sentence for people, without a full stop
	Append   func(r R, dst []byte) []byte // appends the value as text; nothing if it is not known
	Distinct bool                         // most rows have different values
}

// Type is the type of the values of a column.
type Type uint8

// The types of columns.
const (
	Whole  Type = iota // a whole number
	Tenths             // a number with one decimal
	Truth              // true or false
	Cells              // 81 cells row by row, . for an empty one
	Word               // a text of letters, digits and - alone
	Text               // any text
	Words              // a list of words, with spaces between
	Counts             // numbers by name, such as pointing:2 x-wing:1
	Nested             // JSON
)

// String names a type for people.
func (t Type) String() string {
	return [...]string{
		"whole number", "number with one decimal", "true or false", "81 cells", "word", "text", "words", "numbers by name", "JSON",
	}[t]
}

// Named returns the columns with the given names, in the order of names. The error
// lists all names.
func Named[R any](columns []Column[R], names ...string) (chosen []Column[R], err error) {
	for _, name := range names {
		column, err := phrase.Named(columns, func(c *Column[R]) string { return c.Name }, "column", name)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, *column)
	}
	return chosen, nil
}

// Must returns the columns with the given names. It panics if one is unknown.
func Must[R any](columns []Column[R], names ...string) []Column[R] {
	chosen, err := Named(columns, names...)
	if err != nil {
		panic(err)
	}
	return chosen
}

// Names returns the names of columns.
func Names[R any](columns []Column[R]) []string {
	return phrase.Names(columns, func(c *Column[R]) string { return c.Name })
}

// Of returns columns for rows that contain a row of another type.
func Of[R, S any](columns []Column[S], inner func(R) S) []Column[R] {
	list := make([]Column[R], len(columns))
	for i, c := range columns {
		list[i] = Column[R]{c.Name, c.Type, c.About, func(r R, dst []byte) []byte { return c.Append(inner(r), dst) }, c.Distinct}
	}
	return slices.Clip(list)
}

// About describes a column in a document.
type About struct {
	Name, Type, Text string
	Example          string // a value, or empty
}

// Describe returns the descriptions of columns for documents. If there is an example of a row,
// they have its values.
func Describe[R any](columns []Column[R], example ...R) (list []About) {
	for _, c := range columns {
		about := About{Name: c.Name, Type: c.Type.String(), Text: c.About}
		for _, row := range example {
			about.Example = string(c.Append(row, nil))
		}
		list = append(list, about)
	}
	return list
}

// Number returns a column of [Whole] numbers.
func Number[R any, N number](name, about string, value func(R) N) Column[R] {
	return Column[R]{Name: name, Type: Whole, About: about, Append: func(r R, dst []byte) []byte { return strconv.AppendInt(dst, int64(value(r)), 10) }}
}

// Decimal returns a column of [Tenths]. The value 0 means unknown.
func Decimal[R any, N number](name, about string, value func(R) N) Column[R] {
	return Column[R]{Name: name, Type: Tenths, About: about, Append: func(r R, dst []byte) []byte {
		if n := value(r); n != 0 {
			return AppendTenths(dst, n)
		}
		return dst
	}}
}

// String returns a column of a text type. The empty text means unknown.
func String[R any](name string, of Type, about string, value func(R) string) Column[R] {
	return Column[R]{Name: name, Type: of, About: about, Append: func(r R, dst []byte) []byte { return append(dst, value(r)...) }}
}

// Flag returns a column of [Truth].
func Flag[R any](name, about string, value func(R) bool) Column[R] {
	return Column[R]{Name: name, Type: Truth, About: about, Append: func(r R, dst []byte) []byte { return strconv.AppendBool(dst, value(r)) }}
}

// Grid returns a column of [Cells]. A nil grid means unknown.
func Grid[R any](name, about string, value func(R) *sudoku.Grid) Column[R] {
	return Column[R]{Name: name, Type: Cells, About: about, Append: func(r R, dst []byte) []byte {
		if grid := value(r); grid != nil {
			return grid.AppendLine(dst, '.')
		}
		return dst
	}}
}
