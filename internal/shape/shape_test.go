package shape

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

const (
	sampleLine = "736..9...2..3......59.......7......1..3..4.7.1..7...859...1...6.6...7.2....8..5.7"
	sampleText = `7 3 6 | . . 9 | . . .
2 . . | 3 . . | . . .
. 5 9 | . . . | . . .
------+-------+------
. 7 . | . . . | . . 1
. . 3 | . . 4 | . 7 .
1 . . | 7 . . | . 8 5
------+-------+------
9 . . | . 1 . | . . 6
. 6 . | . . 7 | . 2 .
. . . | 8 . . | 5 . 7
`
)

type scanned struct {
	grids []string
	lines []int
	errs  []string
}

func scanAll(text string) (s scanned) {
	for found, err := range Scan(strings.NewReader(text)) {
		if err != nil {
			s.errs = append(s.errs, err.Error())
			continue
		}
		s.grids = append(s.grids, found.Grid.String())
		s.lines = append(s.lines, found.Line)
	}
	return s
}

func TestScanForms(t *testing.T) {
	framed := "*-----------*\n|736|..9|...|\n|2..|3..|...|\n|.59|...|...|\n|---+---+---|\n|.7.|...|..1|\n|..3|..4|.7.|\n|1..|7..|.85|\n|---+---+---|\n|9..|.1.|..6|\n|.6.|..7|.2.|\n|...|8..|5.7|\n*-----------*\n"
	apart := strings.ReplaceAll(sampleText, "------+-------+------", "")
	plain := strings.NewReplacer(" ", "", "|", "", "------+-------+------\n", "", ".", "0").Replace(sampleText)
	drawn := strings.NewReplacer(" ", "", "------+-------+------", "───┼───┼───", ".", "-").Replace(sampleText)
	for name, text := range map[string]string{
		"line":        sampleLine,
		"comment":     "# a list\n\n  " + sampleLine + "\t6.6 # the first",
		"hash":        sampleLine + "#6.6",
		"windows":     "\xef\xbb\xbf" + sampleLine + "\r\n",
		"boxed":       sampleText,
		"framed":      framed,
		"blank lines": apart,
		"plain rows":  plain,
		"drawn":       drawn,
		"drawn twice": strings.NewReplacer("─", "═", "┼", "╬").Replace(drawn),
	} {
		s := scanAll(text)
		if len(s.errs) > 0 || len(s.grids) != 1 || s.grids[0] != sampleLine {
			t.Errorf("%s: read as %v", name, s)
		}
	}
}

func TestScanGoesOnAfterErrors(t *testing.T) {
	text := sampleLine[:80] + "\n" + sampleLine + "\nx" + sampleLine[1:] + "\n" + sampleText + "123456789\n" + sampleLine + "\n.........\n" +
		"1" + strings.Repeat(".", 78) + "\n"
	got := scanAll(text)
	wantErrs := []string{
		"line 1: 80 cells, want 81",
		"line 3, column 1: 'x' may be an empty cell or a misprint: the grid has '.' for empty cells too",
		"line 15: a grid of 1 row, want 9",
		"line 17: a grid of 1 row, want 9",
		"line 18: 79 cells, want 81",
	}
	if strings.Join(got.errs, "\n") != strings.Join(wantErrs, "\n") {
		t.Errorf("errors:\n%s\nwant:\n%s", strings.Join(got.errs, "\n"), strings.Join(wantErrs, "\n"))
	}
	if want := []int{2, 4, 16}; len(got.lines) != 3 || got.lines[0] != want[0] || got.lines[1] != want[1] || got.lines[2] != want[2] {
		t.Errorf("grids on lines %v, want %v", got.lines, want)
	}
}

func TestScanRefusesBinaryAndLongLines(t *testing.T) {
	for _, text := range []string{"SQLite format 3\x00...", strings.Repeat("1", sudoku.MaxLine+1)} {
		got := scanAll(text)
		if len(got.errs) != 1 || len(got.grids) != 0 {
			t.Errorf("%.20q...: %d grids, errors %q; want one error", text, len(got.grids), got.errs)
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add(sampleLine)
	f.Add(sampleText)
	f.Add("---\n+\n#\n1")
	f.Add(strings.Repeat("|1 3|  3|123| 2 | 2 |   |  3|12 | 2 |\n|4 6| 5 |456|   |  6|4  | 5 | 5 |   |\n|7 9|7  |   | 89|7  |78 |  9|789|7 9|\n", 9))
	f.Add("#2A((1 0 0 0 0 4 0 0 6)\n [1,] 1 2 3 4 5 6 7 8 9\n0 . . . . . . . . .\n|1| | | | | | | | |.")
	f.Fuzz(func(t *testing.T, text string) {
		for found, err := range Scan(strings.NewReader(text)) {
			if err != nil {
				var parse *sudoku.ParseError
				if !errors.As(err, &parse) || parse.Line < 1 {
					t.Fatalf("error without a line: %v", err)
				}
				continue
			}
			if again := scanAll(found.Grid.Boxed()); len(again.grids) != 1 || again.grids[0] != found.Grid.String() {
				t.Fatalf("%v does not survive printing and reading", found.Grid)
			}
		}
	})
}

// A damaged puzzle is an error behind any label that a whole one may have, and prose is none.
func TestScanRefusesDamagedBehindLabels(t *testing.T) {
	for _, label := range []string{"Puzzle 17: ", "17. ", "by Anna: ", "puzzle=", "Number 1 "} {
		if whole := scanAll(label + sampleLine); len(whole.grids) != 1 || len(whole.errs) > 0 {
			t.Errorf("%s: %+v", label, whole)
		}
		if got := scanAll(label + sampleLine[:80]); len(got.errs) != 1 || got.errs[0] != "line 1: 80 cells, want 81" {
			t.Errorf("%s: a damaged one: %+v", label, got)
		}
	}
	for _, prose := range []string{"Contents ......................................................... 12", "It has 81 cells: 9 rows of 9, with 23 to 36 digits given at the beginning.", "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"} {
		if got := scanAll(prose); len(got.errs)+len(got.grids) > 0 {
			t.Errorf("%s: %+v", prose, got)
		}
	}
}

// What stands after a grid on its line is kept for who wants it.
func TestScanKeepsTheRest(t *testing.T) {
	for line, want := range map[string]string{
		sampleLine:                             "",
		"  " + sampleLine + "\r":               "",
		sampleLine + " # from a friend # 7.2 ": "from a friend # 7.2",
		sampleLine + "#7.2":                    "7.2",
		sampleLine + "\t1 2":                   "1 2",
		sampleText:                             "",
	} {
		for text, err := range Scan(strings.NewReader(line)) {
			if err != nil || text.Rest != want {
				t.Errorf("%q: rest %q, error %v, want %q", line, text.Rest, err, want)
			}
		}
	}
}

// The words for an empty cell are longer than the cell. What stands behind them keeps its place.
func TestScanKeepsPlacesBehindWords(t *testing.T) {
	list := strings.TrimSuffix(strings.NewReplacer(".", "null,", "1", "1,", "2", "2,", "3", "3,", "4", "4,", "5", "5,", "6", "6,", "7", "7,", "8", "8,", "9", "9,").Replace(sampleLine), ",")
	for found, err := range Scan(strings.NewReader("[" + list + "] # from a friend")) {
		if err != nil || found.Grid.String() != sampleLine || found.Rest != "from a friend" {
			t.Errorf("grid %v, rest %q, error %v", found.Grid, found.Rest, err)
		}
	}
	rows := strings.Repeat("[null, null, 3, null, 5, null, 7, null, 9]\n", 8) + "[null, &nbsp;, NA, None, NaN, nil, 7, null, Z]\n"
	if got, want := scanAll(rows).errs, "line 9, column 45: 'Z' is neither a digit nor an empty cell (.0_*-)"; len(got) != 1 || got[0] != want {
		t.Errorf("errors %q, want %q", got, want)
	}
}

// Two puzzles on a line are an error. The solution of a puzzle, the same puzzle further solved and
// what a comment shows are no other puzzles.
func TestScanRefusesTwoPuzzles(t *testing.T) {
	const other = "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......"
	further := strings.Replace(sampleLine, "736..9", "736.59", 1)
	shifted := strings.Replace(further, "736", "73.", 1) // no clue differs
	var apart string
	for row := range 9 {
		apart += other[9*row:][:9] + " "
	}
	for _, between := range []string{" ", "\t", ",", ";", " | ", "  6.6\t"} {
		for behind, want := range map[string]int{
			other: 1, other + " 6.6": 1, further + between + other: 1, further: 0, sampleLine: 0, apart: 1, shifted: 1,
			strings.Repeat("1", 81): 0, "# " + other: 0, strings.Repeat(".", 81): 0, strings.Repeat("10", 40) + "1": 0,
		} {
			if behind == apart && strings.Contains(between, "6.6") {
				continue // groups are looked for behind nothing else
			}
			if got := scanAll(sampleLine + between + behind); len(got.errs) != want || len(got.grids) != 1-want {
				t.Errorf("%q behind %q: %+v", behind, between, got)
			}
			if got := HasTwo(sampleLine + between + behind); got != (want > 0) {
				t.Errorf("%q behind %q: two puzzles: %t", behind, between, got)
			}
		}
	}
}

// Files of old Macs are read whole.
func TestScanReadsCR(t *testing.T) {
	text := "# a list\n" + sampleLine + "\n\n" + sampleText + sampleLine[1:] + "\n" + sampleLine + "\n"
	want := scanAll(text)
	if len(want.grids) != 3 || len(want.errs) != 1 {
		t.Fatalf("%+v", want)
	}
	for _, end := range []string{"\r", "\r\n"} {
		got := scanAll(strings.ReplaceAll(text, "\n", end))
		if !slices.Equal(got.grids, want.grids) || !slices.Equal(got.lines, want.lines) || !slices.Equal(got.errs, want.errs) {
			t.Errorf("with lines that end with %q: %+v, want %+v", end, got, want)
		}
	}
}

// A block has an end, however many blank lines stand in it.
func TestScanBoundsBlocks(t *testing.T) {
	for _, rows := range []string{"1 3\n", "1 3\n  4\n5 6\n", "123456789\n", "...456789\n\n1........\n", "17\n"} {
		s := scanner{yield: func(Text, error) bool { return true }}
		for range 1000 {
			for line := range strings.Lines(rows + strings.Repeat("\n", 100) + strings.Repeat("---------\n", 100)) {
				s.take(strings.TrimSuffix(line, "\n"), 1)
				if n := len(s.block.lines); n > mostLines {
					t.Fatalf("%q: %d lines are kept", rows, n)
				}
			}
		}
	}
}

func BenchmarkScan(b *testing.B) {
	text := strings.Repeat(sampleLine+"\n", 10000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		for _, err := range Scan(strings.NewReader(text)) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
