package pack

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// tableOf returns a table with the columns of some names.
func tableOf(t rapid.TB, list []Entry, names ...string) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := NewTable(&file, names...)
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if err := w.Write(&list[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// A table has the columns that were asked for, in their order, with the cells of
// csv.
func TestTablesHaveTheCellsOfCSV(t *testing.T) {
	format, _ := FormatNamed("csv")
	rapid.Check(t, func(t *rapid.T) {
		list := drawEntries(t)
		names := rapid.Permutation(ColumnNames()).Draw(t, "names")
		names = names[:rapid.IntRange(1, len(names)).Draw(t, "columns")]
		_, want := csvRows(t, write(t, format, nil, list))
		header, rows := csvRows(t, tableOf(t, list, append(names, "puzzle", "solution")...)) // never a row of nothing
		if !slices.Equal(header[:len(names)], names) || len(rows) != len(list) {
			t.Fatalf("header %q and %d rows, want %q and %d", header, len(rows), names, len(list))
		}
		for i, row := range rows {
			for name, cell := range row {
				if name != symmetriesColumn.name && cell != want[i][name] {
					t.Errorf("row %d: %s is %q, and %q in csv", i, name, cell, want[i][name])
				}
			}
		}
	})
}

// The symmetries that clues can have do not depend on how they stand, and the one
// that they have is one of them.
func TestSymmetriesOfIsomorphs(t *testing.T) {
	symmetries := func(e Entry) []string {
		_, rows := csvRows(t, tableOf(t, []Entry{e}, "puzzle", symmetriesColumn.name))
		return strings.Fields(rows[0][symmetriesColumn.name])
	}
	for _, c := range []struct{ puzzle, want string }{
		// The puzzle of the page on Sudoku of the English Wikipedia, by Lars Petrus.
		{"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "rotate180"},
		{".......12.....34...15.6..3.....3.7....14....32....1.8....5.6..957.......8...1..4.", ""},
	} {
		e := proven(t, c.puzzle)
		if got := strings.Join(symmetries(e), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.puzzle, got, c.want)
		}
		rapid.Check(t, func(t *rapid.T) {
			isomorph := e
			isomorph.Puzzle = transform.FromIndex(rapid.Uint64Range(0, transform.Order-1).Draw(t, "index")).Puzzle(e.Puzzle)
			if got := strings.Join(symmetries(isomorph), " "); got != c.want {
				t.Errorf("%v: %q, want %q", isomorph.Puzzle.Clues(), got, c.want)
			}
		})
		if has := transform.SymmetryOf(e.Puzzle.Clues().Filled()); has != transform.NoSymmetry && !slices.Contains(symmetries(e), has.String()) {
			t.Errorf("%s has %v, which is not one of %q", c.puzzle, has, symmetries(e))
		}
	}
}

// proven returns a puzzle as an entry without a rating.
func proven(t *testing.T, line string) (e Entry) {
	t.Helper()
	grid, err := sudoku.ParseGrid(line)
	if err != nil {
		t.Fatal(err)
	}
	var solver sudoku.Solver
	if e.Puzzle, err = solver.Prove(grid); err != nil {
		t.Fatal(err)
	}
	return e
}

func TestUnknownColumns(t *testing.T) {
	var unknown *phrase.UnknownError
	if _, err := NewTable(&bytes.Buffer{}, "puzzle", "colour"); !errors.As(err, &unknown) || unknown.Given != "colour" {
		t.Errorf("a column colour: %v", err)
	}
	if _, err := AboutColumn("colour"); !errors.As(err, &unknown) {
		t.Errorf("about a column colour: %v", err)
	}
	if _, err := NewTable(&bytes.Buffer{}); err == nil {
		t.Error("a table without columns was made")
	}
	for _, name := range ColumnNames() {
		if about, err := AboutColumn(name); err != nil || about == "" || strings.HasSuffix(about, ".") {
			t.Errorf("column %s: %q, %v", name, about, err)
		}
	}
}
