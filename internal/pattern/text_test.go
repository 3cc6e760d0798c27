package pattern

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/sudoku"
	"pgregory.net/rapid"
)

var anyPattern = rapid.Custom(func(t *rapid.T) (cells sudoku.Cells) {
	for c := range sudoku.Cell(81) {
		if rapid.Bool().Draw(t, "clue") {
			cells = cells.With(c)
		}
	}
	return cells
})

// drawMark returns a mark for a cell.
func drawMark(t *rapid.T, clue bool) string {
	if clue {
		return rapid.SampledFrom([]string{"x", "X", "o", "#", "*", "@", "█"}).Draw(t, "clue mark")
	}
	return rapid.SampledFrom([]string{".", "-", "0", "_", "·"}).Draw(t, "empty mark")
}

// Patterns are read as they were written, with any marks, in rows or on a line,
// bare or drawn with borders, several in a text.
func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		want := rapid.SliceOfN(anyPattern, 1, 4).Draw(t, "patterns")
		for i, cells := range want {
			if i > 0 {
				text.WriteString("\n")
			}
			layout := rapid.SampledFrom([]string{"ours", "rows", "line", "indented", "spaced", "drawn"}).Draw(t, "layout")
			if layout == "ours" {
				text.WriteString(Text(cells))
				continue
			}
			if layout == "indented" {
				text.WriteString("  ")
			}
			for c := range sudoku.Cell(81) {
				text.WriteString(drawMark(t, cells.Has(c)))
				switch {
				case layout == "line", layout == "indented":
				case c.Column() == 8:
					text.WriteString("\n")
					if layout == "drawn" && c == 26 {
						text.WriteString("---+---+---\n")
					}
				case layout == "spaced":
					text.WriteString(" ")
				case layout == "drawn" && c.Column()%3 == 2:
					text.WriteString("|")
				}
			}
			text.WriteString("\n")
		}
		got, err := Parse(strings.NewReader(text.String()))
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v from %q: %v; want %v", got, text.String(), err, want)
		}
	})
}

// Where spaces are empty cells, editors may have cut them off.
func TestSpacesAreEmptyCells(t *testing.T) {
	heart, err := Lookup("heart")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(Text(heart.Cells), ".", " ")
	var cut strings.Builder
	for line := range strings.Lines(text) {
		cut.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	oneLine := strings.ReplaceAll(text, "\n", "")
	for _, text := range []string{text, cut.String(), "# a heart\n\n" + cut.String(), oneLine, strings.ReplaceAll(cut.String(), "\n", "\r\n")} {
		if got, err := parseOne(text); err != nil || got != heart.Cells {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	emptyRows := "         \n\n" + strings.Repeat("xxx xxx\n", 7)
	if got, err := parseOne(emptyRows); err != nil || got.Len() != 42 {
		t.Errorf("%q: %v, %v", emptyRows, got, err)
	}
}

// The clues of a puzzle are a pattern, whatever shape the puzzle is written in.
func TestPatternOfPuzzle(t *testing.T) {
	const line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79" // Wikipedia, "Sudoku"
	puzzle, err := sudoku.ParseGrid(line)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		line, strings.ReplaceAll(line, ".", "0"), strings.ReplaceAll(line, ".", "*"), puzzle.Boxed(),
		strings.ReplaceAll(Text(puzzle.Filled()), "x", "1"), "# a comment\n" + line + " # from a book\n",
	} {
		if got, err := parseOne(text); err != nil || got != puzzle.Filled() {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	if got, err := Parse(strings.NewReader(line + "\n" + line + "\n\n" + Text(puzzle.Filled()))); err != nil || len(got) != 3 {
		t.Errorf("two puzzles and a pattern are %d patterns, %v", len(got), err)
	}
}

func TestTextsThatAreNoPattern(t *testing.T) {
	row := "x.x.x.x.x\n"
	for _, test := range []struct {
		text   string
		line   int
		reason string
	}{
		{"", 1, "there is no pattern"},
		{"# only a comment\n\n", 1, "there is no pattern"},
		{strings.Repeat(row, 8), 1, "8 rows"},
		{strings.Repeat(row, 9) + "\n" + strings.Repeat(row, 10), 11, "10 rows"},
		{strings.Repeat(row, 4) + "x.x.x.x.xx\n" + strings.Repeat(row, 4), 5, "10 marks in a row, want 9"},
		{"# shape\n" + row + "x.x.\n", 3, "4 marks in a row, want 9"},
		{strings.Repeat(row, 3) + "x.x.a.x.x\n" + strings.Repeat(row, 5), 4, `mark 5: 'a' is not a mark`},
		{strings.Repeat("x.", 40) + ".\n" + strings.Repeat("x.", 40) + "\n", 2, "80 marks, want 81"},
		{strings.Repeat("1.......x\n", 9), 1, ""},
		{"\n\nlevel 3\n", 3, "neither a pattern nor a puzzle"},
	} {
		_, err := Parse(strings.NewReader(test.text))
		var parse *sudoku.ParseError
		if !errors.As(err, &parse) || parse.Line != test.line || !strings.Contains(parse.Reason, test.reason) {
			t.Errorf("%q: %v; want line %d and %q", test.text, err, test.line, test.reason)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(strings.Repeat("x.x.x.x.x\n", 9))
	f.Add(strings.Repeat("#       #\n", 9))
	f.Add("# name\n" + strings.Repeat("1 . . | . 2 . | . . 3\n", 9))
	f.Fuzz(func(t *testing.T, text string) {
		patterns, err := Parse(strings.NewReader(text))
		if (err == nil) != (len(patterns) > 0) {
			t.Fatalf("%d patterns and %v", len(patterns), err)
		}
		var written strings.Builder
		for _, cells := range patterns {
			written.WriteString(Text(cells) + "\n")
		}
		if again, err := Parse(strings.NewReader(written.String())); len(patterns) > 0 && (err != nil || !slices.Equal(again, patterns)) {
			t.Errorf("%v is written and read as %v, %v", patterns, again, err)
		}
	})
}

// Every pattern that comes with the project is written as the project writes
// patterns, holds puzzles, and no two have the same cells.
func TestShapes(t *testing.T) {
	known := map[sudoku.Cells]string{}
	for _, name := range Names() {
		named, err := Lookup(strings.ToUpper(name))
		if err != nil || named.Name != name || Impossible(named.Cells) != nil {
			t.Errorf("%s: %v, %v", name, err, Impossible(named.Cells))
		}
		if other, ok := known[named.Cells]; ok {
			t.Errorf("%s is %s", name, other)
		}
		known[named.Cells] = name
		if text, err := shapes.ReadFile("shapes/" + name + ".txt"); err != nil || string(text) != Text(named.Cells) {
			t.Errorf("%s: the file is %q, %v", name, text, err)
		}
	}
	if len(known) < 12 {
		t.Errorf("there are %d shapes", len(known))
	}
}

func TestFind(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	heart, _ := Lookup("heart")
	one := write("one.txt", Text(heart.Cells))
	write("two.txt", Text(heart.Cells)+"\n"+Text(sudoku.AllCells))
	write("notes.md", "nothing to read")
	bad := write("bad", Text(heart.Cells)[:80])
	for _, test := range []struct {
		text  string
		names []string
	}{
		{"heart", []string{"heart"}},
		{"Heart", []string{"heart"}},
		{Line(heart.Cells), []string{"pattern"}},
		{one, []string{"one"}},
		{folder, []string{"one", "two-1", "two-2"}},
		{All, Names()},
	} {
		var names []string
		list, err := Find(test.text)
		for _, named := range list {
			names = append(names, named.Name)
		}
		if err != nil || !slices.Equal(names, test.names) {
			t.Errorf("%s: %v, %v", test.text, names, err)
		}
	}
	var unknown *phrase.UnknownError
	if _, err := Find("hart"); !errors.As(err, &unknown) || unknown.Nearest() != "heart" {
		t.Errorf("hart: %v", err)
	}
	var parse *sudoku.ParseError
	if _, err := Find(bad); !errors.As(err, &parse) || !strings.Contains(err.Error(), bad) {
		t.Errorf("a bad file: %v", err)
	}
	if _, err := Find(filepath.Join(folder, "none.txt")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := Find(t.TempDir()); err == nil || !strings.Contains(err.Error(), ".txt") {
		t.Errorf("an empty folder: %v", err)
	}
}
