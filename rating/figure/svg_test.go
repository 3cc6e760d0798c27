package figure

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

func TestPicturesLookTheSame(t *testing.T) {
	for name, f := range goldenFigures(t) {
		golden(t, fileName(name)+".svg", string(f.SVG(true)))
	}
	path := wayOf(t, "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......")
	path.Rounds = path.Rounds[:3]
	var page bytes.Buffer
	if err := WritePage(&page, &path); err != nil {
		t.Fatal(err)
	}
	golden(t, "page.html", page.String())
}

// drawn is what a picture shows, read from its elements.
type drawn struct {
	things map[string]int // how often a thing is drawn, such as cell pattern r1c1
	notes  map[sudoku.Candidate]int
	digits map[sudoku.Cell]sudoku.Digit
	strike int
}

// Every fact of a step is drawn once: its houses, cells, candidates and links; and
// every candidate and digit of the position.
func TestPicturesShowEveryFact(t *testing.T) {
	for f := range samples(t) {
		d := read(t, f.SVG(true))
		for what, n := range facts(f.Step) {
			if d.things[what] != 1 {
				t.Fatalf("%v, %v: %q is drawn %d times, but is %d of the facts\n%s", f.Clues, f.Step, what, d.things[what], n, f.SVG(true))
			}
			delete(d.things, what)
		}
		for what := range d.things {
			// Marks of a pattern: what its cells have of its digits.
			if !strings.HasPrefix(what, "pattern r") && !strings.HasPrefix(what, "extra r") {
				t.Fatalf("%v, %v: %q is not a fact", f.Clues, f.Step, what)
			}
		}
		if d.strike != len(f.Step.Eliminations) {
			t.Fatalf("%v, %v: %d strokes", f.Clues, f.Step, d.strike)
		}
		for c := range sudoku.Cell(81) {
			if d.digits[c] != f.Position.Grid[c] {
				t.Fatalf("%v, %v: %v is drawn as %d", f.Clues, f.Step, c, d.digits[c])
			}
			for digit := range sudoku.AllDigits.All() {
				want := 0
				if f.Position.Candidates[c].Has(digit) {
					want = 1
				}
				if k := c.Candidate(digit); d.notes[k] != want {
					t.Fatalf("%v, %v: %v is drawn %d times", f.Clues, f.Step, k, d.notes[k])
				}
			}
		}
	}
}

// facts returns what a picture of a step has to show, and how many facts say it.
func facts(s *rating.Step) map[string]int {
	all := map[string]int{}
	for _, h := range s.Houses {
		all[fmt.Sprintf("house base %v", h)]++
	}
	for _, h := range s.Covers {
		all[fmt.Sprintf("house cover %v", h)]++
	}
	done := map[sudoku.Cell]bool{}
	shade := func(kind string, cells ...sudoku.Cell) {
		for _, c := range cells {
			if !done[c] {
				done[c] = true
				all[fmt.Sprintf("cell %s %v", kind, c)]++
			}
		}
	}
	if s.Places {
		shade("placed", s.Placement.Cell())
		all["placed "+s.Placement.String()]++
	}
	shade("extra", s.Others...)
	shade("pattern", s.Cells...)
	for _, k := range s.Eliminations {
		all["removed "+k.String()]++
	}
	for _, chain := range s.Chains {
		for _, l := range chain {
			all[fmt.Sprintf("%v %v", l.On, l.Candidate)]++
			kind := "weak"
			switch {
			case l.Reason == rating.ByPattern:
				kind = "by-note"
			case l.On:
				kind = "strong"
			}
			for _, from := range l.From {
				all[fmt.Sprintf("link %s %s %s", kind, text(chain[from]), text(l))]++
			}
		}
	}
	return all
}

func text(l rating.Link) string {
	sign := "<>"
	if l.On {
		sign = "="
	}
	return fmt.Sprintf("%v%s%d", l.Candidate.Cell(), sign, l.Candidate.Digit())
}

// read parses a picture.
func read(t *testing.T, svg []byte) drawn {
	t.Helper()
	d := drawn{things: map[string]int{}, notes: map[sudoku.Candidate]int{}, digits: map[sudoku.Cell]sudoku.Digit{}}
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	var class string         // of the group or text around
	var at map[string]string // attributes of the last element
	var shift [2]float64     // of the mark around
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return d
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			at = map[string]string{}
			for _, a := range token.Attr {
				at[a.Name.Local] = a.Value
			}
			if at["style"] != "" || at["id"] != "" || token.Name.Local == "style" || token.Name.Local == "script" {
				t.Fatalf("a strict policy forbids this:\n%s", svg)
			}
			if at["class"] != "" || token.Name.Local == "g" {
				class = at["class"]
			}
			switch kinds := strings.Fields(class); {
			case len(kinds) == 0:
			case token.Name.Local == "path" && class == "strikes":
				d.strike++
			case at["data-from"] != "":
				d.things[class+" "+at["data-from"]+" "+at["data-to"]]++
			case at["data-at"] != "" && kinds[0] == "mark":
				for _, kind := range kinds[1:] {
					d.things[kind+" "+at["data-at"]]++
				}
				if _, err := fmt.Sscanf(at["transform"], "translate(%g %g)", &shift[0], &shift[1]); err != nil {
					t.Fatal(err)
				}
			case at["data-at"] != "":
				d.things[class+" "+at["data-at"]]++
			}
		case xml.CharData:
			kinds := strings.Fields(class)
			digits := strings.TrimSpace(string(token))
			switch {
			case digits == "" || len(kinds) == 0:
			case kinds[0] == "note":
				xs, ys := strings.Fields(at["x"]), strings.Fields(at["y"])
				for i, digit := range digits {
					x, _ := strconv.ParseFloat(xs[i], 64)
					y, _ := strconv.ParseFloat(ys[i], 64)
					d.notes[candidateAt(t, x, y, byte(digit))]++
				}
			case kinds[0] == "mark":
				d.notes[candidateAt(t, shift[0], shift[1], digits[0])]++
			case slices.Contains([]string{"clue", "digit"}, kinds[0]):
				x, _ := strconv.Atoi(at["x"])
				y, _ := strconv.Atoi(at["y"])
				d.digits[sudoku.CellAt((y-margin)/cellSize, (x-margin)/cellSize)] = sudoku.Digit(digits[0] - '0')
			}
		}
	}
}

// candidateAt returns the candidate that a digit at some place is, if it stands
// where this digit belongs in its cell.
func candidateAt(t *testing.T, x, y float64, digit byte) sudoku.Candidate {
	t.Helper()
	column, row := int(x-margin)/cellSize, int(y-margin)/cellSize
	inX, inY := int(x-margin)%cellSize*3/cellSize, int(y-margin)%cellSize*3/cellSize
	d := sudoku.Digit(digit - '0')
	if int(d) != 3*inY+inX+1 {
		t.Fatalf("a %d stands in the place of %d", d, 3*inY+inX+1)
	}
	return sudoku.CellAt(row, column).Candidate(d)
}

// A page has a section with a picture for each step, and all its elements are
// closed.
func TestPagesHaveEveryStep(t *testing.T) {
	for i, path := range ways(t) {
		if i%15 != 0 {
			continue
		}
		var page bytes.Buffer
		if err := WritePage(&page, &path); err != nil {
			t.Fatal(err)
		}
		decoder := xml.NewDecoder(bytes.NewReader(page.Bytes()))
		found := map[string]int{}
		var words strings.Builder
		for {
			token, err := decoder.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%v: %v", path.Puzzle.Clues(), err)
			}
			switch token := token.(type) {
			case xml.StartElement:
				found[token.Name.Local]++
			case xml.CharData:
				words.Write(token)
			}
		}
		steps := 0
		for f := range Each(&path) {
			steps++
			for _, statement := range f.Statements() {
				if what := statement.Text(rating.English); !strings.Contains(words.String(), what) {
					t.Errorf("%v: the page does not say %s", path.Puzzle.Clues(), what)
				}
			}
		}
		if found["section"] != steps || found["h2"] != steps || found["desc"] != steps+1 {
			t.Errorf("%v: %d sections for %d steps", path.Puzzle.Clues(), found["section"], steps)
		}
	}
}
