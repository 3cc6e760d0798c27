package web_test

import (
	"bytes"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The style print gives many clues and half-turn symmetry, which the starter bank has
// enough of, in a series as any other.
func TestPrintedPuzzles(t *testing.T) {
	c := sharedClient(t)
	type row struct {
		Clues, Level int
		Symmetry     string
	}
	for query, clues := range map[string][2]int{"level=1&n=12": {32, 36}, "level=5&n=12": {26, 30}, "level=3&n=1": {28, 32}} {
		a := c.get("/api/v1/puzzles?seed=5&style=print&" + query)
		got := decode[struct {
			Puzzles     []row
			Count, Next *string
		}](c, a)
		if got.Count == nil || got.Next == nil {
			t.Fatalf("%s: no series of printed puzzles", query)
		}
		more := decode[struct{ Puzzles []row }](c, c.get(*got.Next))
		got.Puzzles = append(got.Puzzles, more.Puzzles...)
		counted := decode[struct{ Count string }](c, c.get("/api/v1/count?style=print&"+query[:len("level=1")]))
		if counted.Count != *got.Count {
			t.Errorf("%s: %s puzzles, or %s", query, counted.Count, *got.Count)
		}
		if len(more.Puzzles) == 0 || len(got.Puzzles) != 2*len(more.Puzzles) {
			t.Errorf("%s: %d puzzles, %d of them after the first", query, len(got.Puzzles), len(more.Puzzles))
		}
		for _, p := range got.Puzzles {
			if p.Clues < clues[0] || p.Clues > clues[1] || p.Symmetry == "" {
				t.Errorf("%s: %+v", query, p)
			}
		}
	}
	first := decode[row](c, c.get("/api/v1/daily?level=2&style=print&date=2026-11-21"))
	if first.Clues < 30 || first.Clues > 34 || first.Level != 2 {
		t.Errorf("puzzle of the day: %+v", first)
	}
}

// Booklets are in the style print, unless another is asked for.
func TestBookletsArePrinted(t *testing.T) {
	c := sharedClient(t)
	pack := func(query string) []byte {
		a := c.get("/api/v1/packs?format=html&level=2-3&n=8&seed=3&created=2026-11-21" + query)
		if a.StatusCode != http.StatusOK {
			t.Fatalf("%s: status %d: %s", query, a.StatusCode, a.body)
		}
		return a.body
	}
	usual := pack("")
	if !bytes.Equal(usual, pack("&style=print")) {
		t.Error("a booklet is not in the style print")
	}
	if bytes.Equal(usual, pack("&style=plain")) {
		t.Error("the style plain changes nothing")
	}
	for path, field := range map[string]string{
		"/api/v1/puzzles?style=prnt":                 "style",
		"/api/v1/puzzles?style=print&without=x-wing": "style",
		"/api/v1/count?style=print&clues=minimal":    "style",
	} {
		if a := c.get(path); a.StatusCode != http.StatusBadRequest || !bytes.Contains(a.body, []byte(`"`+field+`"`)) {
			t.Errorf("%s: status %d: %s", path, a.StatusCode, a.body)
		}
	}
}

// A booklet and the next one are parts of one series in the style print. One that plain
// puzzles fill has no next one.
func TestBookletsAreASeries(t *testing.T) {
	c := sharedClient(t)
	ids := func(a answer) (list []string) {
		for _, id := range shownID.FindAll(a.body, -1) {
			if text := string(id); !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
		return list
	}
	first := c.get("/api/v1/puzzles?level=3&seed=5&n=2&format=html&show=id")
	next := strings.TrimSuffix(strings.TrimPrefix(first.Header.Get("Link"), "<"), `>; rel="next"`)
	if next == "" {
		t.Fatal("a booklet has no next one")
	}
	got := slices.Concat(ids(first), ids(c.get(next)))
	want := ids(c.get("/api/v1/puzzles?level=3&seed=5&n=4&style=print"))
	if !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) || len(got) != 4 {
		t.Errorf("two booklets have %q, the series %q", got, want)
	}
	mixed := c.get("/api/v1/puzzles?er=10.6&seed=5&n=60&format=html&distinct=true")
	if link := mixed.Header.Get("Link"); mixed.StatusCode != http.StatusOK || link != "" {
		t.Errorf("a filled booklet: status %d, next %q", mixed.StatusCode, link)
	}
}

// shownID is the ID of a puzzle in a text.
var shownID = regexp.MustCompile(`\b[0-9A-Z]{13}(-[0-9A-Z]+)+`)
