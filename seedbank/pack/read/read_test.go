package read

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/sudoku"
)

// The puzzle of the page on Sudoku of the English Wikipedia, by Lars Petrus,
// and its solution.
const (
	known         = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	knownSolution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// page is a web page with the puzzle.
const page = "<html><body>\n<p>" + known + "</p>\n</body></html>\n"

// rows returns a puzzle as nine lines.
func rows(puzzle string) (text string) {
	for row := range 9 {
		text += puzzle[9*row:9*row+9] + "\n"
	}
	return text
}

// state returns a puzzle as OpenSudoku saves it after the player has filled its
// first empty cell.
func state(puzzle string) string {
	text, moved := "version: 1\n", false
	for _, char := range strings.ReplaceAll(puzzle, ".", "0") {
		changeable := "0"
		if char == '0' {
			changeable = "1"
			if !moved {
				char, moved = '4', true
			}
		}
		text += string(char) + "|-|" + changeable + "|"
	}
	return text
}

// foreign are files as other people make them, each of the known puzzle alone.
var foreign = []struct{ name, format, text string }{
	{"line", "line", known + "\n"},
	{"line without end", "line", known},
	{"line with the marks of Windows", "line", "\xef\xbb\xbf" + known + "\r\n"},
	{"line with its solution", "line", known + " " + knownSolution + "\n"},
	{"line with a note", "line", known + "\t# easy\n"},
	{"comment first", "line", "# from the web\n\n" + known + "\n"},
	{"zeros", "line", strings.ReplaceAll(known, ".", "0") + "\n"},
	{"nine lines", "line", rows(known)},
	{"boxed", "line", "+---+---+---+\n|53.|.7.|...|\n|6..|195|...|\n|.98|...|.6.|\n+---+---+---+\n|8..|.6.|..3|\n|4..|8.3|..1|\n|7..|.2.|..6|\n+---+---+---+\n|.6.|...|28.|\n|...|419|..5|\n|...|.8.|.79|\n+---+---+---+\n"},
	{"Kaggle", "csv", "quizzes,solutions\n" + strings.ReplaceAll(known, ".", "0") + "," + knownSolution + "\n"},
	{"puzzle and solution", "csv", "puzzle,solution\n" + known + "," + knownSolution + "\n"},
	{"source first", "csv", "source,question,answer,rating\npuzzles5," + known + "," + knownSolution + ",17\n"},
	{"semicolons and quotes", "csv", "ID;Puzzle\n\"a;b\";\"" + known + "\"\n"},
	{"no header", "csv", known + "," + knownSolution + "\n"},
	{"rating before the puzzle", "csv", "1.5," + known + "\n"},
	{"one column", "csv", "puzzle\n" + known + "\n"},
	{"objects", "jsonl", `{"id": 7, "puzzle": "` + known + `", "rating": 1.5}` + "\n"},
	{"OpenSudoku 1", "opensudoku", `<?xml version="1.0"?>` + "\n<opensudoku>\n<name>My puzzles</name><level>easy</level>\n<game data=\"" + strings.ReplaceAll(known, ".", "0") + "\"/>\n</opensudoku>\n"},
	{"OpenSudoku 2", "opensudoku", `<opensudoku version="2"><folder name="f" created="0"><game created="0" state="1" time="0" last_played="0" data="` + strings.ReplaceAll(known, ".", "0") + `" note="n"/></folder></opensudoku>`},
	{"OpenSudoku in UTF-16", "opensudoku", `<?xml version="1.0" encoding="utf-16"?>` + "\n<opensudoku>\n<game data=\"" + strings.ReplaceAll(known, ".", "0") + "\"/>\n</opensudoku>\n"},
	{"OpenSudoku with a game begun", "opensudoku", "<opensudoku version=\"2\"><game data=\"" + state(known) + "\"/></opensudoku>"},
	{"OpenSudoku behind comments", "opensudoku", "<?xml version=\"1.0\"?><!-- of\n<html> -->\n<!-- mine -->\n<opensudoku>\n<game data=\"" + strings.ReplaceAll(known, ".", "0") + "\"/>\n</opensudoku>\n"},
	{"a page", "html", "<!DOCTYPE html>\n" + page},
	{"a page behind a comment", "html", "<!-- saved -->\n" + page},
	{"a page behind a comment of two lines", "html", "\n<!-- saved\n\nby > a browser --> <!----><!doctype HTML>" + page},
	{"XHTML", "html", `<?xml version="1.0"?>` + "\n" + `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "xhtml1-strict.dtd">` + "\n" + page},
	{"a comment as in pages", "line", "<!-- from the web -->\n" + known + "\n"},
	{"SadMan", "sdk", "#ARuud\n#DA Puzzle\n#Lhard\n[Puzzle]\n" + rows(known)},
	{"SadMan without a head", "sdk", "[Puzzle]\r\n" + strings.ReplaceAll(rows(known), "\n", "\r\n") + "[State]\r\n" + rows(knownSolution)},
}

func TestForeign(t *testing.T) {
	want, err := sudoku.ParseGrid(known)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range foreign {
		t.Run(file.name, func(t *testing.T) {
			format, _ := Detect(strings.NewReader(file.text))
			if format.Name != file.format {
				t.Errorf("taken for %s, want %s", format.Name, file.format)
			}
			for _, end := range []string{"\n", "\r\n", "\r"} {
				text := strings.ReplaceAll(strings.ReplaceAll(file.text, "\r\n", "\n"), "\n", end)
				for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)),
					utf16Of(text, unicode.LittleEndian), iotest.OneByteReader(utf16Of(text, unicode.BigEndian))} {
					got := records(t, Puzzles(r))
					if len(got) != 1 || got[0].Grid != want {
						t.Fatalf("with lines that end with %q: records %+v", end, got)
					}
					if s := got[0].Solution; s != (sudoku.Grid{}) && s.String() != knownSolution {
						t.Errorf("solution %v", s)
					}
				}
			}
		})
	}
}

// utf16Of returns a text in UTF-16 with a byte order mark. Windows writes such files.
func utf16Of(text string, order unicode.Endianness) io.Reader {
	text = strings.TrimPrefix(text, "\ufeff")
	return transform.NewReader(strings.NewReader(text), unicode.UTF16(order, unicode.UseBOM).NewEncoder())
}

func TestRemarks(t *testing.T) {
	for _, test := range []struct {
		text string
		want Record
	}{
		{known + " # easy ; by hand\n", Record{Line: 1, Note: "easy ; by hand"}},
		{known + "\t" + knownSolution + "\t# easy\n", Record{Line: 1, Note: "easy"}},
		{"author,puzzle,er,id\nRuud," + known + ",1.5,x\n", Record{Line: 2, Source: "Ruud", Rating: "1.5", ID: "x"}},
		{`{"puzzle":"` + known + `","er":1.5,"id":7,"source":"s","note":"n"}`, Record{Line: 1, Rating: "1.5", ID: "7", Source: "s", Note: "n"}},
		{`{"puzzle":"` + known + `","level":3,"er":1.5,"rating":"easy"}`, Record{Line: 1, Rating: "1.5"}},
		{`[{"level":3,` + "\n" + `"er":1.5,"puzzle":"` + known + `"}]`, Record{Line: 1, Rating: "1.5"}},
		{"<opensudoku><folder name=\"f &amp; g\">\n<game data=\"" + known + "\" note=\"n\"/></folder></opensudoku>", Record{Line: 2, Column: 1, Source: "f & g", Note: "n"}},
		{"<opensudoku><name>Mine</name><level>easy</level><game data=\"" + known + "\"/></opensudoku>", Record{Line: 1, Column: 49, Source: "Mine", Rating: "easy"}},
		{"#ARuud\n#DA puzzle\n#Lhard\n[Puzzle]\n" + rows(known), Record{Line: 4, Source: "Ruud", Rating: "hard", Note: "A puzzle"}},
	} {
		got := records(t, Puzzles(strings.NewReader(test.text)))
		if len(got) != 1 {
			t.Fatalf("%d records of %q", len(got), test.text)
		}
		record := got[0]
		record.Grid, record.Solution = sudoku.Grid{}, sudoku.Grid{}
		if record != test.want {
			t.Errorf("%q gives\n%+v, want\n%+v", test.text, record, test.want)
		}
	}
}

// TestMalformed demands that each fault is named with its place, and that the
// sound puzzles around it are still found.
func TestMalformed(t *testing.T) {
	exchange, err := os.ReadFile("../testdata/exchange.txt")
	if err != nil {
		t.Fatal(err)
	}
	short, wrong := known[:80], strings.Replace(known, "5", "x", 1)
	for _, test := range []struct {
		name, text, want string
		sound            int // records without fault
	}{
		{"short line", known + "\n" + short + "\n" + known, "2: 80 cells, want 81", 2},
		{"letter", known + "\n" + wrong + "\n" + known, `2:1: 'x' may be an empty cell or a misprint`, 2},
		{"grid cut short", rows(known)[:70], "1: a grid of 7 rows, want 9", 0},
		{"JSON behind a line", known + "\n" + `{"board":[` + strings.Repeat(`{"row":1,"value":5},`, 80) + `{"value":3}]}` + "\n" + known, "2: JSON in a text: it needs a file of its own", 2},
		{"a page behind a line", known + "\n<b>1</b>\n" + known + "\n<table>\n" + strings.Repeat("<tr>"+strings.Repeat("<td class=\"c\"> 5 </td>", 9)+"</tr>\n", 3) + known, "5: a web page in a text: it needs a file of its own", 3},
		{"a page of inputs behind a line", known + "\n<html>" + strings.Repeat(`<input value="5">`, 30), "2: a web page in a text", 1},
		{"binary", known + "\n\x00\x01", "2: not a text file", 1},
		{"zeros alone", strings.Repeat("\x00", bounds.Peek+1), "1: not a text file (it has a zero byte); texts are read as UTF-8, or as UTF-16 with a byte order mark", 0},
		{"UTF-16 without a mark", strings.Join(strings.Split(known, ""), "\x00") + "\x00\n\x00", "1: not a text file (it has a zero byte); texts are read as UTF-8, or as UTF-16 with a byte order mark", 0},
		{"csv: short cell", "id,puzzle\na," + short + "\nb," + known + "\n", "2:3: 80 cells, want 81", 1},
		{"csv: letter", "id,puzzle\na," + wrong + "\nb," + known + "\n", "2:3: 'x' is neither", 1},
		{"csv: wrong solution", "puzzle,solution\n" + known + "," + strings.Repeat("1", 81) + "\n", "2:83: the solution does not fit the puzzle", 0},
		{"csv: short row", "id,puzzle\na\nb," + known + "\n", "2: a row of 1 column, want the puzzle in column 2", 1},
		{"csv: open quote", "id,puzzle\nb," + known + "\na,\"" + known + "\n", "3:3: a quote that is not closed", 1},
		{"csv: quote in a quoted cell", "id,puzzle\n\"\na\"b," + known + "\nb," + known + "\n", "3:2: a quote within a cell", 1},
		{"csv: quote in a plain cell", "id,puzzle\na\"b," + known + "\nb," + known + "\n", "2:2: a quote in a cell", 1},
		{"csv: letter on the second line of a row", "id,puzzle\n\"\n\"," + wrong + "\nb," + known + "\n", "3:3: 'x' is neither", 1},
		{"csv without a header: a damaged puzzle before its solution", known + "," + knownSolution + "\n" + short + "," + knownSolution + "\n", "2:1: 80 cells, want 81", 1},
		{"csv without a header: a damaged puzzle behind another", known + "," + short + "\n", "1:83: 80 cells, want 81", 0},
		{"json: a damaged puzzle in an array", `["` + known + `","` + short + `"]`, "1:87: 80 cells, want 81", 1},
		{"json: a damaged puzzle by its name", `{"puzzles":{"a":"` + known + `","b":"` + short + `"}}`, "1:106: 80 cells, want 81", 1},
		{"jsonl: syntax", `{"puzzle":"` + known + `"}` + "\n" + `{"puzzle":` + "\n", "2: not JSON: it ends within an array or an object", 1},
		{"jsonl: type", `{"puzzle":81}`, `1: no puzzle in this JSON: want 81 cells`, 0},
		{"jsonl: no puzzle", `{"id":"a"}` + "\n" + `{"puzzle":"` + known + `"}`, `1: no puzzle in this JSON: want 81 cells`, 1},
		{"json: other objects", "[" + strings.Repeat(`{"digit":7},`, 80) + "{}]", `1: no puzzle in this JSON: want 81 cells`, 0},
		{"jsonl: letter", `{"puzzle":"` + wrong + `"}`, `1:12: 'x' may be an empty cell or a misprint`, 0},
		{"jsonl: comma", `{"puzzle":"` + known + `"}` + "\n" + `{"id":1,,` + "\n" + `{"puzzle":"` + known + `"}`, `2:9: not JSON: `, 2},
		{"jsonl: letter behind others", `{"id":7,"puzzle":"` + strings.Replace(known, "7", "q", 1) + `"}`, `1:23: 'q' is neither`, 0},
		{"opensudoku: short", "<opensudoku>\n<game data=\"123\"/>\n<game data=\"" + known + "\"/></opensudoku>", "2:1: game 1: its data: 3 cells, want 81", 1},
		{"opensudoku: letter", "<opensudoku>\n  <game data=\"" + wrong + "\"/></opensudoku>", "2:3: game 1: character 1 of its data: 'x'", 0},
		{"opensudoku: cut short", "<opensudoku><game data=\"" + known + "\"/>\n<ga", "2:4: not XML: unexpected EOF", 1},
		{"opensudoku: other XML", "<other><body/></other>", "1:1: element other, want opensudoku", 0},
		{"opensudoku: a list behind it", "<opensudoku><game data=\"" + known + "\"/></opensudoku>\nAnd a list, of 2:\n" + known + "\n" + known + "\n", "3: behind the element opensudoku: puzzles of another format need a file of their own", 1},
		{"opensudoku: a page behind two", strings.Repeat("<opensudoku><game data=\""+known+"\"/></opensudoku>\n-- \nTel 1234\n", 2) + "<table><tr><td>" + known + "</td></tr></table>", "7:1: element table, want opensudoku", 2},
		{"opensudoku: state", "<opensudoku><game data=\"version: 1\n1|2|\"/></opensudoku>", "1:13: game 1: its state has 2 fields", 0},
		{"sdk: rows", "#Aa\n[Puzzle]\n123456789\n#Ab\n[Puzzle]\n" + rows(known), "2: a puzzle of 1 row, want 9", 1},
		{"sdk: cells", "[Puzzle]\n12345678\n[Puzzle]\n" + rows(known), "2: a row of 8 cells, want 9", 1},
		{"sdk: a list behind the state of a game", "[Puzzle]\n" + rows(known) + "[State]\n" + rows(knownSolution) + "\n" + known + "\n" + known + "\n", "22: neither a row of a puzzle nor # nor [Puzzle]", 1},
		{"sdk: pencil marks, and a list behind others", "[Puzzle]\n" + rows(known) + "[PencilMarks]\n" + rows(knownSolution) + "[Puzzle]\n" + rows(known) + "[pencilmarks]\n" + rows(knownSolution) + "5,6,7\nand another\n" + known + "\n", "43: neither a row", 2},
		{"sdk: an array", "[Puzzle]\n" + rows(known) + "\nconst grid = [\n[5,3,0,0,7,0,0,0,0],\n[6,0,0,1,9,5,0,0,0],\n", "12: neither a row", 1},
		{"sdk: an array behind the state of a game", "[Puzzle]\n" + rows(known) + "[State]\n" + rows(knownSolution) + "[5,3,0,0,7,0,0,0,0],\n[6,0,0,1,9,5,0,0,0],\n", "21: neither a row", 1},
		{"sdk: letter", "[Puzzle]\n1234x6789\n", "2:5: 'x' is neither", 0},
		{"exchange: damaged", "0123456789ab " + strings.ReplaceAll(known, ".", "0") + "  1.5\n", "1:1: the digits have the name", 0},
		{"exchange: later line", string(exchange) + "0123456789ab\n", "4: want a name of 12 hexadecimal digits", 3},
		{"svg", "<svg xmlns=\"http://www.w3.org/2000/svg\">", "1: this is a file of format svg, which puzzles cannot be read from", 0},
		{"png", "\x89PNG\r\n\x1a\n", "1: this is a file of format png", 0},
		{"link", "https://example.org/?s=1\n", "1:1: no puzzle in this address", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, end := range []string{"\n", "\r\n", "\r"} {
				sound, faults := faultsOf(t, strings.ReplaceAll(test.text, "\n", end))
				if sound != test.sound || len(faults) != 1 || !strings.Contains(faults[0], test.want) {
					t.Errorf("with lines that end with %q: %d sound records and the faults %q, want %d and %q", end, sound, faults, test.sound, test.want)
				}
			}
		})
	}
}

// faultsOf returns the number of sound records of a file, and what is wrong with
// the others, as LINE:COLUMN: REASON.
func faultsOf(t *testing.T, text string) (sound int, faults []string) {
	t.Helper()
	for _, err := range Puzzles(strings.NewReader(text)) {
		if err == nil {
			sound++
			continue
		}
		var parse *sudoku.ParseError
		if !errors.As(err, &parse) {
			t.Fatalf("%v is a %[1]T", err)
		}
		place := strconv.Itoa(parse.Line)
		if parse.Column > 0 {
			place += ":" + strconv.Itoa(parse.Column)
		}
		faults = append(faults, place+": "+parse.Reason)
	}
	return sound, faults
}

// TestWrongAddresses demands the place of every address on a line, also of one
// that stands there twice.
func TestWrongAddresses(t *testing.T) {
	_, faults := faultsOf(t, " https://example.org/1 https://example.org/12\thttps://example.org/1 https://example.org/1\n")
	var places []string
	for _, fault := range faults {
		place, _, _ := strings.Cut(fault, ": ")
		places = append(places, place)
	}
	if want := []string{"1:2", "1:24", "1:47", "1:69"}; !slices.Equal(places, want) {
		t.Errorf("places %v, want %v", places, want)
	}
}

// TestReadErrors demands that an error of the file is yielded as it is, last.
func TestReadErrors(t *testing.T) {
	broken := errors.New("the disk is on fire")
	for _, file := range foreign {
		var last error
		for _, err := range Puzzles(io.MultiReader(strings.NewReader(file.text), iotest.ErrReader(broken))) {
			if last != nil {
				t.Errorf("%s: something behind the error", file.name)
			}
			last = err
		}
		if !errors.Is(last, broken) {
			t.Errorf("%s: ends with %v", file.name, last)
		}
	}
}

// written are the files that package pack writes, by their paths.
func written(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../testdata/*.*")
	if err != nil || len(files) < 15 {
		t.Fatal("too few files in testdata: ", err)
	}
	return files
}

// TestStop demands that readers yield nothing to those who want no more.
func TestStop(t *testing.T) {
	for _, path := range written(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for range Puzzles(bytes.NewReader(text)) {
			break
		}
	}
}

// records returns what a reader yields without an error.
func records(t rapid.TB, file iter.Seq2[Record, error]) (list []Record) {
	t.Helper()
	for record, err := range file {
		if err != nil {
			t.Fatalf("record %d: %v", len(list), err)
		}
		if n := len(list); n > 0 && record.Line <= list[n-1].Line {
			t.Fatalf("record %d is at line %d, behind line %d", n, record.Line, list[n-1].Line)
		}
		list = append(list, record)
	}
	return list
}

// FuzzRead demands of any bytes that reading them ends, that every record has a
// place, and that no solution comes unchecked.
func FuzzRead(f *testing.F) {
	for _, file := range foreign {
		f.Add([]byte(file.text))
	}
	shapes, err := filepath.Glob("testdata/shapes/*.*")
	if err != nil || len(shapes) == 0 {
		f.Fatal("no files in testdata/shapes: ", err)
	}
	for _, path := range append(written(f), shapes...) {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		lines := bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r")) + 1
		for record, err := range Puzzles(bytes.NewReader(text)) {
			if record.Line < 1 || record.Line > lines {
				t.Fatalf("line %d of %d", record.Line, lines)
			}
			if err == nil && record.Solution != (sudoku.Grid{}) && !solves(&record.Solution, &record.Grid) {
				t.Fatalf("%v is said to be solved by %v", record.Grid, record.Solution)
			}
		}
	})
}
