package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"pgregory.net/rapid"
)

// notesOf returns the notes of each group that has an id, and the notes outside
// of groups under "". It fails unless the figure is well-formed XML with svg as
// its root.
func notesOf(t rapid.TB, figure []byte) map[string][]string {
	t.Helper()
	notes := map[string][]string{}
	root, group, inTitle := "", "", false
	decoder := xml.NewDecoder(bytes.NewReader(figure))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			if root != "svg" {
				t.Fatalf("the root is %q", root)
			}
			return notes
		}
		if err != nil {
			t.Fatalf("the figure is not XML: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if root == "" {
				root = token.Name.Local
			}
			inTitle = token.Name.Local == "title"
			for _, attribute := range token.Attr {
				checkAttribute(t, attribute)
				if token.Name.Local == "g" && attribute.Name.Local == "id" {
					group = attribute.Value
				}
			}
		case xml.CharData:
			if inTitle {
				notes[group] = append(notes[group], string(token))
			}
		case xml.EndElement:
			inTitle = false
			if token.Name.Local == "g" {
				group = ""
			}
		}
	}
}

// checkAttribute fails if a length of a shape is not a number of at least 0.
func checkAttribute(t rapid.TB, attribute xml.Attr) {
	t.Helper()
	switch attribute.Name.Local {
	case "x", "y", "width", "height":
		var length float64
		if n, err := fmt.Sscan(attribute.Value, &length); n != 1 || err != nil || !(length >= 0 && length <= 10_000) {
			t.Fatalf("%s is %q", attribute.Name.Local, attribute.Value)
		}
	}
}

func draw(t rapid.TB, stats *seedbank.Stats, techniques []seedbank.TechniqueCount) []byte {
	t.Helper()
	var figure bytes.Buffer
	if err := Bank(&figure, stats, techniques); err != nil {
		t.Fatal(err)
	}
	return figure.Bytes()
}

// The bars show every seed once, the heat map every seed and rung, and every
// technique that is used has a bar. The same counts give the same bytes.
func TestBankShowsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stats, techniques := anyStats(t), anyTechniques(t)
		figure := draw(t, stats, techniques)
		if !bytes.Equal(figure, draw(t, stats, techniques)) {
			t.Fatal("the same counts give different figures")
		}
		notes, total := notesOf(t, figure), totalOf(stats)
		for group, want := range map[string]int{"ratings": total.Seeds, "clues": total.Seeds, "levels": total.Sum()} {
			if shown := shownBy(t, notes[group]); shown != want {
				t.Errorf("the group %s shows %d, want %d", group, shown, want)
			}
		}
		if len(notes["techniques"]) != len(techniques) {
			t.Errorf("%d techniques have a bar, want %d", len(notes["techniques"]), len(techniques))
		}
	})
}

// plural takes the plural away.
var plural = strings.NewReplacer("seeds", "seed", "rungs", "rung")

// shownBy returns the sum of the seeds and rungs in notes.
func shownBy(t rapid.TB, notes []string) (shown int) {
	t.Helper()
	for _, note := range notes {
		_, counts, _ := strings.Cut(note, ": ")
		var seeds, rungs int
		if n, _ := fmt.Sscanf(plural.Replace(counts), "%d seed, %d rung", &seeds, &rungs); n == 0 {
			t.Fatalf("the note %q has no count", note)
		}
		shown += seeds + rungs
	}
	return shown
}

func TestBankOfNothing(t *testing.T) {
	for name, stats := range map[string]*seedbank.Stats{
		"zero value": {},
		"no seeds":   {Total: &seedbank.Count{}, ByLevel: map[rating.Level]*seedbank.Count{}},
	} {
		figure := draw(t, stats, nil)
		notes := notesOf(t, figure)
		for _, group := range []string{"ratings", "clues", "levels", "techniques"} {
			if len(notes[group]) != 0 {
				t.Errorf("%s: the group %s has %v", name, group, notes[group])
			}
		}
		if want := "<desc>0 seeds, 0 rungs, 0 different puzzles."; !strings.Contains(string(figure), want) {
			t.Errorf("%s: the figure has no %q", name, want)
		}
		if text := Bars(stats, 80, Blocks); text != "" {
			t.Errorf("%s: bars of nothing: %q", name, text)
		}
	}
}

// shortWriter fails after some bytes.
type shortWriter struct{ left int }

var errFull = errors.New("full")

func (w *shortWriter) Write(p []byte) (int, error) {
	n := min(w.left, len(p))
	w.left -= n
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

func TestBankReturnsTheErrorOfTheWriter(t *testing.T) {
	if err := Bank(&shortWriter{left: 100}, statsOf(), nil); !errors.Is(err, errFull) {
		t.Errorf("got error %v", err)
	}
}

func TestWordsAreEscaped(t *testing.T) {
	const words = `a<b> & "c"`
	var f figure
	f.WriteString("<svg>")
	f.Fill(drawing.At(1, 2, 3, 4), ink, words)
	f.Words(1, 2, words)
	f.heading(3, words, words, words)
	f.WriteString("</svg>")
	if notes := notesOf(t, f.Bytes())[""]; len(notes) != 1 || notes[0] != words {
		t.Errorf("the notes are %q, want %q", notes, words)
	}
}
