package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/seedoku/seedoku/internal/engine"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// engineQuestions are the addresses that the page asks its engine.
var engineQuestions = []string{"rate", "rate?effort=true", "solve", "canon", "check", "hint", "steps", "way"}

// ofBank finds what only a bank can tell in an answer to check.
var ofBank = regexp.MustCompile(`,"id":"[^"]*"(,"held":true)?`)

// samplePuzzles returns texts with puzzles of all levels, and with what is no puzzle.
func samplePuzzles(t testing.TB, h http.Handler, n string) (texts []string) {
	t.Helper()
	for level := range rating.Levels() {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/v1/puzzles?format=line&seed=11&n="+n+"&level="+string('0'+byte(level)), nil))
		texts = append(texts, strings.Fields(w.Body.String())...)
	}
	first := texts[0]
	return append(texts, "", "hello", first[:80], first+"\n\n"+texts[1], strings.Repeat(".", 81), "55"+strings.Repeat(".", 79),
		strings.Replace(first, first[40:41], "x", 1), texts[2]+" # <a note & more>\n"+first[:70]+"%%%%%%%%%%%")
}

// position is a position as the page asks about it.
type position struct {
	Puzzle  string   `json:"puzzle"`
	Grid    string   `json:"grid"`
	Removed []string `json:"removed"`
}

// samplePositions returns positions on the paths of puzzles, and some that are wrong.
func samplePositions(t testing.TB, puzzles []string) (list []position) {
	t.Helper()
	var solver sudoku.Solver
	var rater rating.Rater
	for i, text := range puzzles {
		grid, err := sudoku.ParseGrid(text)
		if err != nil {
			continue
		}
		p, err := solver.Prove(grid)
		if err != nil {
			continue
		}
		path, err := rater.PathClass(&p)
		if err != nil {
			t.Fatal(err)
		}
		at := path[i%len(path)]
		here := position{text, at.Grid.String(), removedAt(&at)}
		list = append(list, here)
		switch i % 20 {
		case 0: // a digit that is wrong
			c := strings.IndexByte(here.Grid, '.')
			list = append(list, position{text, here.Grid[:c] + string('1'+p.Solution()[c]%9) + here.Grid[c+1:], nil})
		case 1:
			list = append(list, position{text, here.Grid, []string{"r1c1<>0"}}, position{text, here.Grid[1:], nil}, position{"", "", nil})
		case 2: // the digits of a full grid
			list = append(list, position{text, p.Solution().String(), nil})
		}
	}
	return list
}

// removedAt returns the candidates that are removed in a round and that no digit excludes.
func removedAt(at *rating.Round) (removed []string) {
	free := rating.PositionOf(at.Grid)
	for c := range sudoku.Cell(81) {
		for d := range free.Candidates[c].All() {
			if !at.Candidates[c].Has(d) {
				removed = append(removed, c.String()+"<>"+string('0'+byte(d)))
			}
		}
	}
	return removed
}

// The engine answers as the server does, byte for byte, but for what the bank knows.
func TestEngineIsTheServer(t *testing.T) {
	h := starterServer(t)
	var e engine.Engine
	post := func(address, mediaType, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPost, "/api/v1/"+address, strings.NewReader(body))
		r.Header.Set("Content-Type", mediaType)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	compare := func(what string, got engine.Answer, w *httptest.ResponseRecorder) {
		t.Helper()
		want := ofBank.ReplaceAllString(w.Body.String(), "")
		if got.Status != w.Code || got.Type != w.Header().Get("Content-Type") || string(got.Body) != want {
			t.Errorf("%s: %d %s\n%s\nwant %d %s\n%s", what, got.Status, got.Type, got.Body, w.Code, w.Header().Get("Content-Type"), want)
		}
	}
	puzzles := samplePuzzles(t, h, "1")
	for _, text := range puzzles {
		for _, address := range engineQuestions {
			compare(address+" "+text, e.Answer(address, text), post(address, "text/plain", text))
		}
	}
	for _, at := range samplePositions(t, samplePuzzles(t, h, "3")) {
		body, err := json.Marshal(at)
		if err != nil {
			t.Fatal(err)
		}
		for _, address := range []string{"hint", "steps", "way"} {
			compare(address+" "+string(body), e.AnswerFrom(address, at.Puzzle, at.Grid, at.Removed), post(address, "application/json", string(body)))
		}
	}
}

// Browsers get the engine compressed as they accept it, under an address that lasts. It is
// never compressed on the way.
func TestEngineIsServed(t *testing.T) {
	h := starterServer(t)
	address := regexp.MustCompile(`/engine/\w+\.wasm`).FindString(pageGet(t, h, "/").Body.String())
	decoders := map[string]func(io.Reader) (io.Reader, error){
		"":                  func(r io.Reader) (io.Reader, error) { return r, nil },
		"gzip, deflate":     func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"gzip, br;q=0.8":    func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
		"gzip, br;q=0":      func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"br, gzip, deflate": func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
		"zstd":              func(r io.Reader) (io.Reader, error) { return r, nil },
	}
	var first []byte
	for accepted, decoder := range decoders {
		r := httptest.NewRequestWithContext(context.Background(), http.MethodGet, address, nil)
		r.Header.Set("Accept-Encoding", accepted)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		decoded, err := decoder(w.Body)
		if err != nil {
			t.Fatalf("%q: %v", accepted, err)
		}
		module, err := io.ReadAll(decoded)
		if err != nil || w.Code != http.StatusOK || !bytes.HasPrefix(module, []byte("\x00asm")) {
			t.Errorf("%q: status %d, %d bytes, %v", accepted, w.Code, len(module), err)
		}
		if first == nil {
			first = module
		}
		if !bytes.Equal(module, first) {
			t.Errorf("%q: another module", accepted)
		}
		header := w.Header()
		if header.Get("Content-Type") != "application/wasm" || !strings.Contains(header.Get("Cache-Control"), "immutable") || !strings.Contains(strings.Join(header.Values("Vary"), " "), "Accept-Encoding") {
			t.Errorf("%q: %v", accepted, header)
		}
		if tag := header.Get("ETag"); strings.Contains(tag, "-") {
			t.Errorf("%q: compressed on the way, with the tag %s", accepted, tag)
		}
	}
	if w := pageGet(t, h, "/engine/0.wasm"); w.Code != http.StatusNotFound {
		t.Errorf("another engine: status %d", w.Code)
	}
}
