package table

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// puzzleWith returns a puzzle of some line.
func puzzleWith(t rapid.TB, line string) *Puzzle {
	t.Helper()
	grid, err := sudoku.ParseGrid(line)
	if err != nil {
		t.Fatal(err)
	}
	proven, err := new(sudoku.Solver).Prove(grid)
	if err != nil {
		t.Fatal(err)
	}
	return &Puzzle{Entry: &Entry{Puzzle: proven}}
}

// drawPuzzle draws a puzzle with any texts, uses and measures.
func drawPuzzle(t *rapid.T) *Puzzle {
	p := puzzleWith(t, "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......")
	p.Entry.Puzzle = transform.FromIndex(rapid.Uint64Range(0, transform.Order-1).Draw(t, "index")).Puzzle(p.Entry.Puzzle)
	p.Entry.ID = rapid.StringMatching(`[ #,;"\\.a\t\n<&]{0,5}`).Draw(t, "ID")
	p.Entry.Seed = rapid.StringMatching(`[0-9A-Z]{0,5}`).Draw(t, "seed")
	p.Entry.Rating = rating.Result{ER: rapid.Custom(func(t *rapid.T) rating.Tenths {
		return rating.Tenths(rapid.IntRange(10, 118).Draw(t, "ER"))
	}).Draw(t, "ER"), EP: 12, ED: 10}
	for range rapid.IntRange(0, 4).Draw(t, "techniques") {
		p.Entry.Rating.Uses[rand.IntN(rating.NumTechniques)] = rapid.Uint16().Draw(t, "uses")
	}
	p.Effort = rapid.IntRange(0, 5000).Draw(t, "effort")
	p.Depth = &depth.Measures{Trials: rapid.IntRange(0, depth.MaxTrials+1).Draw(t, "trials")}
	p.Depth.Backdoor = depth.Backdoor{Size: rapid.IntRange(0, 4).Draw(t, "size"), Count: rapid.IntRange(1, 1000).Draw(t, "count")}
	for _, c := range rapid.SliceOfN(rapid.IntRange(0, 80), 1, 5).Draw(t, "clues") {
		p.Depth.Without[c] = rapid.IntRange(1, depth.SolutionLimit).Draw(t, "solutions")
	}
	return p
}

// all are the columns of puzzles, and all more of them.
var all = slices.Concat(Puzzles, More, Depth)

// written returns a table of puzzles.
func written(t rapid.TB, form *Form, columns []Column[*Puzzle], rows []*Puzzle) []byte {
	t.Helper()
	var file bytes.Buffer
	w := NewWriter(&file, form, columns)
	for _, row := range rows {
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// plain returns a JSON value as a cell has it.
func plain(t rapid.TB, value json.RawMessage) string {
	t.Helper()
	var words []string
	var text string
	switch {
	case json.Unmarshal(value, &text) == nil:
		return text
	case json.Unmarshal(value, &words) == nil:
		return strings.Join(words, " ")
	case value[0] != '{':
		return string(value)
	}
	decoder := json.NewDecoder(bytes.NewReader(value))
	decoder.UseNumber()
	for { // names and numbers in their order
		token, err := decoder.Token()
		if err == io.EOF {
			return strings.Join(words, " ")
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case string:
			words = append(words, token)
		case json.Number:
			words[len(words)-1] += ":" + token.String()
		}
	}
}

// Every form says the same of a row, as independent readers see it.
func TestFormsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.Custom(drawPuzzle), 0, 3).Draw(t, "rows")
		columns := rapid.Permutation(all).Draw(t, "columns")
		columns = append(columns[:rapid.IntRange(0, len(columns)).Draw(t, "number")], Must(Puzzles, "clues")...) // never a row of nothing
		cells, err := csv.NewReader(bytes.NewReader(written(t, CSV, columns, rows))).ReadAll()
		if err != nil || len(cells) != len(rows)+1 {
			t.Fatalf("%d rows and %d in csv, %v", len(rows), len(cells), err)
		}
		var objects []map[string]json.RawMessage
		if err := json.Unmarshal(written(t, JSON, columns, rows), &objects); err != nil || len(objects) != len(rows) {
			t.Fatalf("%d rows and %d in JSON, %v", len(rows), len(objects), err)
		}
		lines := json.NewDecoder(bytes.NewReader(written(t, JSONL, columns, rows)))
		for i := range rows {
			var line map[string]json.RawMessage
			if err := lines.Decode(&line); err != nil || !cmp.Equal(line, objects[i]) {
				t.Fatalf("row %d is %v in jsonl and %v in json: %v", i, line, objects[i], err)
			}
			for j, c := range columns {
				value, known := objects[i][c.Name]
				if known && plain(t, value) != cells[i+1][j] || known != (cells[i+1][j] != "") {
					t.Errorf("%s is %q in csv and %s in JSON", c.Name, cells[i+1][j], value)
				}
			}
		}
	})
}

// What columns say is true.
func TestColumnsAreTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		var object struct {
			Puzzle, Solution              sudoku.Grid
			Clues, Level                  int
			ER, EP, ED                    json.Number
			TE, Backdoor, Backdoors       int
			WithoutLeast, WithoutGreatest int
			Techniques, Without           map[string]int
			Effort                        json.Number
		}
		text := bytes.ReplaceAll(Object(all, p), []byte("without_"), []byte("without"))
		if err := json.Unmarshal(text, &object); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		r := p.Rating()
		if object.Puzzle != p.Clues() || object.Solution != p.Entry.Puzzle.Solution() || object.Clues != p.NumClues() || object.Level != int(r.Level()) {
			t.Errorf("%s of %+v", text, p.Entry)
		}
		if object.ER.String() != r.ER.String() || object.EP != "1.2" || object.ED != "1.0" {
			t.Errorf("ratings in %s; want %v", text, r)
		}
		for technique := range rating.Techniques() {
			if object.Techniques[technique.String()] != int(r.Uses[technique]) {
				t.Errorf("%v in %s; want %d", technique, text, r.Uses[technique])
			}
		}
		got := depth.Measures{Trials: object.TE, Backdoor: depth.Backdoor{Size: object.Backdoor, Count: object.Backdoors}}
		for c := range sudoku.Cell(81) {
			got.Without[c] = object.Without[c.String()]
		}
		least, greatest := p.Depth.Without.Range()
		if diff := cmp.Diff(*p.Depth, got); diff != "" || least != object.WithoutLeast || greatest != object.WithoutGreatest {
			t.Errorf("%s in %s", diff, text)
		}
		if want := fmt.Sprintf("%d.%d", p.Effort/10, p.Effort%10); p.Effort > 0 && object.Effort.String() != want {
			t.Errorf("effort %v, want %s", object.Effort, want)
		}
	})
}

// The symmetries that clues can have do not depend on how they stand, and the one
// that they have is one of them.
func TestSymmetriesOfIsomorphs(t *testing.T) {
	symmetries := func(p *Puzzle) []string {
		return strings.Fields(string(Must(More, "symmetries")[0].Append(p, nil)))
	}
	for _, c := range []struct{ puzzle, want string }{
		// The puzzle of the page on Sudoku of the English Wikipedia, by Lars Petrus.
		{"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "rotate180"},
		{".......12.....34...15.6..3.....3.7....14....32....1.8....5.6..957.......8...1..4.", ""},
	} {
		p := puzzleWith(t, c.puzzle)
		if got := strings.Join(symmetries(p), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.puzzle, got, c.want)
		}
		rapid.Check(t, func(t *rapid.T) {
			turned := transform.FromIndex(rapid.Uint64Range(0, transform.Order-1).Draw(t, "index")).Puzzle(p.Entry.Puzzle)
			if got := strings.Join(symmetries(&Puzzle{Entry: &Entry{Puzzle: turned}}), " "); got != c.want {
				t.Errorf("%v: %q, want %q", turned.Clues(), got, c.want)
			}
		})
		if has := transform.SymmetryOf(p.Clues().Filled()); has != transform.NoSymmetry && !slices.Contains(symmetries(p), has.String()) {
			t.Errorf("%s has %v, which is not one of %q", c.puzzle, has, symmetries(p))
		}
	}
}

// Names of columns are words that need no quotes anywhere, and each column has a
// sentence without a full stop.
func TestNamesOfColumns(t *testing.T) {
	seen := map[string]bool{}
	for _, about := range Describe(all) {
		if strings.Trim(about.Name, "abcdefghijklmnopqrstuvwxyz_") != "" || seen[about.Name] {
			t.Errorf("a column %q", about.Name)
		}
		if seen[about.Name] = true; about.Text == "" || strings.HasSuffix(about.Text, ".") {
			t.Errorf("column %s: %q", about.Name, about.Text)
		}
	}
	var unknown *phrase.UnknownError
	if _, err := Named(Puzzles, "puzzle", "colour"); !errors.As(err, &unknown) || unknown.Given != "colour" {
		t.Errorf("a column colour: %v", err)
	}
	if Puzzles[FirstOfPick].Name != "clues" || Puzzles[Symmetry].Name != "symmetry" {
		t.Error("the columns of a pick are others")
	}
}
