package shape

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/sudoku"
)

// drawClues draws the clues of a grid, as many as puzzles have.
func drawClues(t *rapid.T) (g sudoku.Grid) {
	cells := rapid.SliceOfNDistinct(rapid.IntRange(0, 80), 22, 34, rapid.ID).Draw(t, "cells")
	for _, c := range cells {
		g[c] = sudoku.Digit(rapid.IntRange(1, 9).Draw(t, "digit"))
	}
	return g
}

func rowsOf(g sudoku.Grid, empty string) (rows [][]string) {
	for r := range 9 {
		var row []string
		for _, d := range g[9*r : 9*r+9] {
			if d == 0 {
				row = append(row, empty)
			} else {
				row = append(row, fmt.Sprint(d))
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// joined returns a writer of rows with something around and between the cells.
func joined(before, between, after string) func(sudoku.Grid, string) string {
	return func(g sudoku.Grid, empty string) string {
		var b strings.Builder
		for _, row := range rowsOf(g, empty) {
			b.WriteString(before + strings.Join(row, between) + after + "\n")
		}
		return b.String()
	}
}

// inBoxes returns a writer of rows with something between boxes and bands.
func inBoxes(cell, box, floor string) func(sudoku.Grid, string) string {
	return func(g sudoku.Grid, empty string) string {
		var b strings.Builder
		for r, row := range rowsOf(g, empty) {
			if r%3 == 0 && floor != "" {
				b.WriteString(floor + "\n")
			}
			var boxes []string
			for part := range slices.Chunk(row, 3) {
				boxes = append(boxes, strings.Join(part, cell))
			}
			b.WriteString(strings.Join(boxes, box) + "\n")
		}
		return b.String()
	}
}

// oneLine returns a writer of lines.
func oneLine(before, between, after string) func(sudoku.Grid, string) string {
	return func(g sudoku.Grid, empty string) string {
		return before + strings.Join(slices.Concat(rowsOf(g, empty)...), between) + after + "\n"
	}
}

// numbered returns a writer of rows with their numbers, under a head.
func numbered(head, number string, first int, between string) func(sudoku.Grid, string) string {
	return func(g sudoku.Grid, empty string) string {
		text := head
		for i, row := range rowsOf(g, empty) {
			text += fmt.Sprintf(number, i+first) + strings.Join(row, between) + "\n"
		}
		return text
	}
}

// writers are shapes, each with the marks for empty cells that it can have.
var writers = []struct {
	name  string
	write func(g sudoku.Grid, empty string) string
	marks []string
}{
	{"line", oneLine("", "", ""), allMarks},
	{"numbered", oneLine("17. ", "", ""), allMarks},
	{"named", oneLine("Puzzle 17: ", "", ""), allMarks},
	{"quoted", oneLine(`"`, "", `",`), allMarks},
	{"HoDoKu", oneLine(":0000:x:", "", ":::"), []string{"."}},
	{"commas", oneLine("", ",", ""), append(allMarks, "")},
	{"semicolons", oneLine("", ";", ""), append(allMarks, "")},
	{"tabs", oneLine("", "\t", ""), append(allMarks, "")},
	{"spaces", oneLine("", " ", ""), allMarks},
	{"rows", joined("", "", ""), []string{".", "0", "_", "*", "x", "X", "?", "·", "×", "□"}},
	{"spread", joined("", " ", ""), allMarks},
	{"no-break spaces", joined("", "\u00a0", ""), allMarks},
	{"bars", joined("| ", " | ", " |"), append(allMarks, " ")},
	{"tight bars", joined("|", "|", "|"), append(allMarks, " ", "")},
	{"fields", joined("", ",", ""), append(allMarks, "")},
	{"sheet", joined("", "\t", ""), append(allMarks, "")},
	{"drawn", joined("║ ", " │ ", " ║"), append(allMarks, " ")},
	{"brackets", joined("[", ", ", "],"), []string{"0", "null", "None"}},
	{"strings", joined(`    "`, "", `",`), allMarks},
	{"quotation", joined("> ", " ", ""), []string{".", "0"}},
	{"boxes", inBoxes(" ", " | ", "------+-------+------"), []string{".", "0", "_", "x", "?", "·"}},
	{"matrix of R", numbered("      [,1] [,2] [,3] [,4] [,5] [,6] [,7] [,8] [,9]\n", " [%d,]    ", 1, "    "), []string{"0", "NA"}},
	{"data frame", numbered("   0  1  2  3  4  5  6  7  8\n", "%d  ", 0, "  "), []string{"0", ".", "NaN"}},
	{"numbered rows", numbered("    1 2 3 4 5 6 7 8 9\n   ------------------\n", "%d | ", 1, " "), allMarks},
	{"named rows", numbered("", "Row %d: ", 1, " "), allMarks},
	{"lettered rows", func(g sudoku.Grid, empty string) string {
		text := "  1 2 3 4 5 6 7 8 9\n"
		for i, row := range rowsOf(g, empty) {
			text += "ABCDEFGHJ"[i:i+1] + " " + strings.Join(row, " ") + "\n"
		}
		return text
	}, allMarks},
	{"LaTeX", joined("|", "|", "|."), []string{" ", ".", "0"}},
	{"Prolog", func(g sudoku.Grid, empty string) string {
		return "problem(7, [" + strings.TrimSuffix(joined("[", ",", "],")(g, empty), ",\n") + "]).\n"
	}, []string{"_", "0"}},
	{"Lisp", func(g sudoku.Grid, empty string) string {
		return "#2A(" + strings.TrimSuffix(joined("(", " ", ")")(g, empty), "\n") + ")\n"
	}, []string{"0", "nil"}},
	{"full width", func(g sudoku.Grid, empty string) string {
		return strings.Map(func(c rune) rune {
			if '0' <= c && c <= '9' {
				return c - '0' + '０'
			}
			return c
		}, joined("", "", "")(g, empty))
	}, []string{"0", "．", "□"}},
}

var allMarks = []string{".", "0", "_", "*", "-", "x", "X", "?", "·", "•", "×", "□", "⬜"}

// noise is what stands around puzzles and is none.
var noise = []string{
	"", "", "\n", "# a comment 1 2 3\n", "Sudoku of the day\n", "== Hard ==\n", "Level: fiendish\n\n",
	"The next one was rated by somebody.\n\n", "--------\n", "*** a heading ***\n", "Лёгкая\n", "初級\n",
}

// Whatever shape puzzles are written in, and whatever stands around them, they
// are read back exactly, in order.
func TestShapesAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		var want []string
		for range rapid.IntRange(1, 4).Draw(t, "puzzles") {
			g := drawClues(t)
			w := rapid.SampledFrom(writers).Draw(t, "shape")
			text.WriteString(rapid.SampledFrom(noise).Draw(t, "noise"))
			text.WriteString(w.write(g, rapid.SampledFrom(w.marks).Draw(t, "mark")))
			text.WriteString(rapid.SampledFrom(noise).Draw(t, "noise behind"))
			want = append(want, g.String())
		}
		got := scanAll(text.String())
		if len(got.errs) > 0 || !slices.Equal(got.grids, want) {
			t.Fatalf("%s\ngives %q and the errors %q, want %q", text.String(), got.grids, got.errs, want)
		}
	})
}

// drawMarks draws candidates for every cell of a grid: the clue alone, or two and
// more.
func drawMarks(t *rapid.T, g sudoku.Grid) (marks [81]sudoku.Digits) {
	for c, d := range g {
		if d != 0 {
			marks[c] = marks[c].With(d)
			continue
		}
		marks[c] = sudoku.Digits(rapid.Uint16Range(1, 1<<9-1).Draw(t, "candidates"))
		if marks[c].Len() == 1 {
			marks[c] |= marks[c]<<1&(1<<9-1) | marks[c]>>8 | marks[c]>>1
		}
	}
	return marks
}

// thirdOf writes a third of a cell of a grid of pencil marks.
func thirdOf(marks sudoku.Digits, third int, absent, between string, middle bool) string {
	var places []string
	for d := sudoku.Digit(3*third + 1); int(d) <= 3*third+3; d++ {
		if marks.Has(d) && !middle {
			places = append(places, fmt.Sprint(d))
		} else {
			places = append(places, absent)
		}
	}
	if middle && third == 1 {
		places[1] = fmt.Sprint(marks.First())
	}
	return strings.Join(places, between)
}

// markShapes are ways to draw pencil marks: what stands for an absent one,
// between marks, cells and boxes, around lines, and between rows and bands.
var markShapes = []struct{ absent, mark, cell, box, side, row, band string }{
	{".", "", " ", " | ", "", "", "-----------+-------------+-----------"},
	{".", "", " ", "  ", "", "", ""},
	{".", " ", "  ", "   ", "", "", "\n"},
	{" ", "", "|", "|", "|", "+---+---+---+---+---+---+---+---+---+", "+---+---+---+---+---+---+---+---+---+"},
	{" ", " ", "│", "║", "║", "├─────┼─────┼─────╫", "╠═════╪═════╪═════╬"},
	{" ", " ", " | ", " || ", "| ", "|-------|-------|", "|=======|=======|"},
	{" ", "", " ", " | ", "| ", "", "+-------------+-------------+-------------+"},
	{"·", " ", " | ", " | ", "| ", "", "--------"},
}

// Grids of pencil marks over three lines a row give their cells with a single
// mark, wherever that stands.
func TestMarksAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawClues(t)
		marks := drawMarks(t, g)
		s := rapid.SampledFrom(markShapes).Draw(t, "shape")
		inMiddle := rapid.Bool().Draw(t, "solved cells in the middle")
		var text strings.Builder
		text.WriteString(rapid.SampledFrom(noise).Draw(t, "noise"))
		for r := range 9 {
			switch {
			case r%3 == 0 && s.band != "":
				text.WriteString(s.band + "\n")
			case r%3 != 0 && s.row != "":
				text.WriteString(s.row + "\n")
			}
			for third := range 3 {
				var boxes []string
				for b := range 3 {
					var cells []string
					for c := 9*r + 3*b; c < 9*r+3*b+3; c++ {
						cells = append(cells, thirdOf(marks[c], third, s.absent, s.mark, inMiddle && g[c] != 0))
					}
					boxes = append(boxes, strings.Join(cells, s.cell))
				}
				text.WriteString(s.side + strings.Join(boxes, s.box) + reversed(s.side) + "\n")
			}
		}
		text.WriteString(rapid.SampledFrom(noise).Draw(t, "noise behind"))
		got := scanAll(text.String())
		// A line of spaces between boxes may be a border.
		refused := s.absent == " " && s.box == " | " && len(got.errs) > 0 && len(got.grids) == 0
		if !refused && (len(got.errs) > 0 || !slices.Equal(got.grids, []string{g.String()})) {
			t.Fatalf("%s\ngives %q and the errors %q, want %v", text.String(), got.grids, got.errs, g)
		}
	})
}

func reversed(side string) string {
	chars := []rune(side)
	slices.Reverse(chars)
	return string(chars)
}

// Where spaces are empty cells, a grid is read exactly, or refused because its
// columns could be others; it is never read wrongly.
func TestSpacesAreReadOrRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawClues(t)
		write := rapid.SampledFrom([]func(sudoku.Grid, string) string{
			joined("", "", ""), joined("", " ", ""), joined("", "  ", ""),
			inBoxes("", " ", ""), inBoxes(" ", "  ", ""), inBoxes("", "|", "---+---+---"), inBoxes(" ", " | ", "------+-------+------"),
		}).Draw(t, "shape")
		text := write(g, " ")
		got := scanAll(text)
		switch {
		case len(got.errs) == 0 && len(got.grids) == 1 && got.grids[0] == g.String():
		case len(got.errs) == 1 && len(got.grids) == 0:
		default:
			t.Fatalf("%s\ngives %q and the errors %q, want %v", text, got.grids, got.errs, g)
		}
	})
}
