package read

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/sudoku"
)

// rowRead is a row of a table as a reader gives it, or that it is malformed.
type rowRead struct {
	Malformed     bool
	Line          int
	Cells         []string
	Lines, Column []int
}

func rowsOfTable(t rapid.TB, text string) (rows []rowRead) {
	t.Helper()
	table := tableReader{lines: sudoku.ScanLines(strings.NewReader(text)), separator: ','}
	for !table.ended {
		row, err := table.next()
		if errors.Is(err, io.EOF) {
			break
		}
		var parse *sudoku.ParseError
		if err != nil && !errors.As(err, &parse) {
			t.Fatalf("%v is a %[1]T", err)
		}
		read := rowRead{Malformed: err != nil, Line: table.line}
		for _, cell := range row {
			read.Cells = append(read.Cells, cell.text)
			read.Lines, read.Column = append(read.Lines, cell.line), append(read.Column, cell.column)
		}
		rows = append(rows, read)
	}
	return rows
}

// rowsOfCSV reads the same by the standard library.
func rowsOfCSV(t rapid.TB, text string) (rows []rowRead) {
	t.Helper()
	table := csv.NewReader(strings.NewReader(text))
	table.Comment, table.FieldsPerRecord = '#', -1
	for {
		row, err := table.Read()
		var parse *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return rows
		case errors.As(err, &parse):
			rows = append(rows, rowRead{Malformed: true, Line: parse.StartLine})
			continue
		case err != nil:
			t.Fatal(err)
		}
		line, _ := table.FieldPos(0)
		read := rowRead{Line: line, Cells: row}
		for i := range row {
			line, column := table.FieldPos(i)
			read.Lines, read.Column = append(read.Lines, line), append(read.Column, column)
		}
		rows = append(rows, read)
	}
}

// A table is what the standard library takes it for, with the same places.
func TestTableIsThatOfTheStandardLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`(["",#a\n]|"[a,]*"|""){0,30}`).Draw(t, "text")
		if diff := cmp.Diff(rowsOfCSV(t, text), rowsOfTable(t, text)); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
	})
}

func FuzzTable(f *testing.F) {
	f.Add("a,\"b\"\"c\n\",d\n\n#e\n\"f\"g\nh\"i,\n\"j")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
		text = strings.TrimPrefix(text, "\xef\xbb\xbf")
		if strings.HasPrefix(text, "\xef\xbb\xbf") || strings.Count(text, ",") >= bounds.Columns {
			t.Skip("a second byte order mark, or more columns than are read: encoding/csv has no rule for these")
		}
		if diff := cmp.Diff(rowsOfCSV(t, text), rowsOfTable(t, text)); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
	})
}
