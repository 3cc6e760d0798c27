package web_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/web"
)

// TestMain finds goroutines that are left. A server makes its page beside the first requests, and is
// still at it when a short last test ends.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(run{m}, goleak.IgnoreAnyFunction("github.com/seedoku/seedoku/seedbank/web.newPage"))
}

// run closes the bank that tests share when all of them have run.
type run struct{ *testing.M }

func (r run) Run() int {
	defer web.CloseStarter()
	return r.M.Run()
}

// decode reads an answer of JSON.
func decode[T any](c *client, a answer) (value T) {
	c.Helper()
	if a.StatusCode != http.StatusOK {
		c.Fatalf("status %d: %s", a.StatusCode, a.body)
	}
	if err := json.Unmarshal(a.body, &value); err != nil {
		c.Fatalf("%s: %v", a.body, err)
	}
	return value
}

type puzzleRow struct {
	ID, Puzzle, Solution string
	Level, Clues         int
	ER                   json.Number
}

type puzzlesObject struct {
	Puzzles     []puzzleRow
	Count, Next string
}

func TestPuzzles(t *testing.T) {
	c := sharedClient(t)
	for _, query := range []string{"", "level=9", "level=3-5&n=20&seed=7", "clues=28&n=5", "er=3.2&n=3", "technique=x-wing&without=unique-rectangle&n=2", "hardest=x-wing&hardest=swordfish", "level=5&distinct=true&n=10"} {
		got := decode[puzzlesObject](c, c.get("/api/v1/puzzles?"+query))
		values, _ := url.ParseQuery(query)
		n, _ := strconv.Atoi(values.Get("n"))
		if len(got.Puzzles) != max(n, 1) {
			t.Errorf("%s: %d puzzles", query, len(got.Puzzles))
		}
		for _, p := range got.Puzzles {
			if level := values.Get("level"); len(level) == 1 && strconv.Itoa(p.Level) != level {
				t.Errorf("%s: a puzzle of level %d", query, p.Level)
			}
		}
	}
}

// The same random seed gives the same puzzles, no seed gives others.
func TestRandomSeeds(t *testing.T) {
	c := sharedClient(t)
	draw := func(query string) string { return string(c.get("/api/v1/puzzles?level=4&" + query).body) }
	if first, second := draw("seed=7"), draw("seed=7"); first != second {
		t.Errorf("one random seed gives two answers, %s and %s", first, second)
	}
	if first, second := draw(""), draw(""); first == second {
		t.Errorf("two requests without a random seed have one answer, %s", first)
	}
}

// A series is the stream of its request, wherever it begins, and whichever server
// answers.
func TestSeries(t *testing.T) {
	c, other := sharedClient(t), newClient(t, web.Options{})
	first := decode[puzzlesObject](c, c.get("/api/v1/puzzles?level=4&clues=26-28&n=4&seed=0"))
	second := decode[puzzlesObject](c, other.get(first.Next))
	third := decode[puzzlesObject](c, c.get(second.Next))
	all := decode[puzzlesObject](c, c.get("/api/v1/puzzles?level=4&clues=26-28&n=12&seed=0"))
	var ids []string
	for _, part := range []puzzlesObject{first, second, third} {
		for _, p := range part.Puzzles {
			ids = append(ids, p.ID)
		}
	}
	for i, p := range all.Puzzles {
		if i >= len(ids) || ids[i] != p.ID {
			t.Fatalf("the series gives %v, the stream %v", ids, all.Puzzles)
		}
	}
	lines := c.get(strings.Replace(first.Next, "?", "?format=line&", 1))
	if want := second.Puzzles[0].Puzzle + "\n"; !strings.HasPrefix(string(lines.body), want) {
		t.Errorf("as lines: %.90s, want %s", lines.body, want)
	}
	next := strings.TrimSuffix(strings.TrimPrefix(lines.Header.Get("Link"), "<"), `>; rel="next"`)
	if again := c.get(next); again.StatusCode != http.StatusOK || !strings.HasPrefix(string(again.body), third.Puzzles[0].Puzzle) {
		t.Errorf("the address in the header, %s, gives %.90s", next, again.body)
	}
}

// A problem is what an error answers.
type problem struct {
	Status int
	Detail string
	Errors []struct{ Field, Detail string }
}

func (c *client) wantProblem(a answer, status int, field, reason string) {
	c.Helper()
	var p problem
	if err := json.Unmarshal(a.body, &p); err != nil || a.Header.Get("Content-Type") != "application/problem+json" {
		c.Errorf("%s: %v; want a problem", a.body, err)
		return
	}
	at := ""
	if len(p.Errors) > 0 {
		at = p.Errors[0].Field
	}
	if a.StatusCode != status || p.Status != status || at != field || !strings.Contains(p.Detail, reason) {
		c.Errorf("status %d, %s; want %d, field %s, %q", a.StatusCode, a.body, status, field, reason)
	}
}

func TestProblems(t *testing.T) {
	c := sharedClient(t)
	for _, test := range []struct {
		address string
		status  int
		field   string
		reason  string
	}{
		{"puzzles?level=12", 400, "level", "not within 1-9"},
		{"puzzles?level=1&level=2", 400, "level", "given 2 times"},
		{"puzzles?colour=red", 400, "colour", "the parameters are level"},
		{"techniques?arrange=true", 400, "arrange", "the only one is lang"},
		{"puzzles?n=1001", 400, "n", "at most 1000"},
		{"puzzles?n=1000001&format=line", 400, "n", "at most 1000000"},
		{"puzzles?n=2&format=svg", 400, "n", "one puzzle"},
		{"puzzles?n=2001&format=pdf", 400, "n", "at most 2000"},
		{"puzzles?format=xls", 400, "format", "not one of json, line"},
		{"puzzles?format=line&paper=a4", 400, "paper", "does not take"},
		{"puzzles?solution=true", 400, "solution", "JSON"},
		{"puzzles?skip=7", 400, "skip", "random seed"},
		{"puzzles?%zz", 400, "", "cannot be read"},
		{"puzzles?clues=79-80", 404, "clues", "there are puzzles with"},
		{"puzzles?level=1&technique=x-wing", 404, "", "no puzzle of this kind"},
		{"puzzles?technique=skyscraper@1", 409, "technique", "labels of this server are of another version"},
		{"puzzles?minutes=5@2", 409, "minutes", "another version of the fit"},
		{"puzzles?level=1&distinct=true&n=1000000&format=line", 422, "n", "fewer than"},
		{"series/level=4?after=1", 400, "key", "no random seed"},
		{"series/level=4&seed=1&n=3", 400, "key", "not a part of the key"},
		{"series/level=12&seed=1", 400, "key", "not within"},
		{"series/level=4&seed=1?after=x", 400, "after", "whole number"},
		{"series/level=4&seed=1?n=0", 400, "n", "whole number"},
		{"series/level=4&seed=1?after=1", 400, "digest", "it is missing"},
		{"series/level=4&seed=1?digest=1", 409, "digest", "begin a new series"},
		{"daily?date=2026-02-30", 400, "date", "not a day"},
		{"packs?format=json", 400, "format", "a pack is a file"},
		{"puzzles/nonsense", 404, "id", "not a puzzle ID"},
		{"puzzles/0000000000000-000000000X", 404, "id", ""},
		{"puzzles/nonsense.xls", 404, "id", "unknown format"},
		{"nothing", 404, "", "unknown address"},
	} {
		c.wantProblem(c.get("/api/v1/"+test.address), test.status, test.field, test.reason)
	}
	c.wantProblem(c.post("/api/v1/count", "text/plain", ""), 405, "", "GET")
	c.wantProblem(c.get("/api/v1/rate"), 405, "", "POST")
}

// The puzzle of an ID is the same in every format, for ever, and known again.
func TestPuzzleOfID(t *testing.T) {
	c := sharedClient(t)
	for _, level := range []string{"1", "5", "9", "4&clues=30"} {
		drawn := decode[puzzlesObject](c, c.get("/api/v1/puzzles?level="+level)).Puzzles[0]
		address := "/api/v1/puzzles/" + drawn.ID
		a := c.get(address)
		if got := decode[puzzleRow](c, a); got != drawn {
			t.Errorf("%s is %+v, want %+v", address, got, drawn)
		}
		if a.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("%s may be kept %q", address, a.Header.Get("Cache-Control"))
		}
		if got := c.get(address + ".txt"); string(got.body) != drawn.Puzzle+"\n" {
			t.Errorf("%s as text: %s", address, got.body)
		}
		for _, format := range pack.Formats {
			first := c.get(address + "." + format.Name)
			if first.StatusCode != http.StatusOK || len(first.body) == 0 || first.Header.Get("ETag") == "" {
				t.Errorf("%s.%s: status %d", address, format.Name, first.StatusCode)
			}
			r := httptest.NewRequest("GET", address+"."+format.Name, nil)
			r.Header.Set("If-None-Match", `"other", `+first.Header.Get("ETag"))
			if again := c.ask(r); again.StatusCode != http.StatusNotModified || len(again.body) > 0 {
				t.Errorf("%s.%s again: status %d", address, format.Name, again.StatusCode)
			}
		}
	}
}

func TestDaily(t *testing.T) {
	c, other := sharedClient(t), newClient(t, web.Options{})
	day := func(c *client, query string) string { return string(c.get("/api/v1/daily?" + query).body) }
	one := day(c, "date=2026-11-21&level=4")
	if one != day(other, "date=2026-11-21&level=4") {
		t.Error("one day has two puzzles")
	}
	if one == day(c, "date=2026-11-22&level=4") || one == day(c, "date=2026-11-21&level=5") {
		t.Error("two days, or two levels, have one puzzle")
	}
	today := c.get("/api/v1/daily?level=6")
	if p := decode[puzzleRow](c, today); p.Level != 6 {
		t.Errorf("today: %+v", p)
	}
	if caching := today.Header.Get("Cache-Control"); caching != "no-cache" || today.Header.Get("ETag") == "" {
		t.Errorf("the puzzle of today may be kept past midnight: %s", caching)
	}
	if caching := c.get("/api/v1/daily?date=2026-11-21").Header.Get("Cache-Control"); caching != "max-age=600" {
		t.Errorf("the puzzle of a day may be kept %s", caching)
	}
}

// Every format can be asked for by name, and what programs know by media type.
func TestFormats(t *testing.T) {
	c := sharedClient(t)
	for _, format := range pack.Formats {
		a := c.get("/api/v1/puzzles?level=3&format=" + format.Name)
		if a.StatusCode != http.StatusOK || len(a.body) == 0 {
			t.Errorf("%s: status %d", format.Name, a.StatusCode)
		}
		if format.Name == "json" {
			continue // here it is the object, and no pack
		}
		p := c.get("/api/v1/packs?level=3&format=" + format.Name)
		if want := `attachment; filename="seedoku.` + format.Extension + `"`; p.Header.Get("Content-Disposition") != want {
			t.Errorf("a pack of %s is kept as %q", format.Name, p.Header.Get("Content-Disposition"))
		}
	}
	for accept, want := range map[string]string{
		"":                                  "application/json",
		"*/*":                               "application/json",
		"text/plain":                        "text/plain; charset=utf-8",
		"text/*;q=0.5, application/pdf":     "application/pdf",
		"image/svg+xml":                     "image/svg+xml",
		"image/*, image/svg+xml;q=0":        "image/png",
		"application/jsonl, text/csv;q=0.9": "application/jsonl",
		"text/html,application/xhtml+xml,application/xml;q=0.9,image/png,image/svg+xml,*/*;q=0.8": "application/json",
		"video/mp4": "application/problem+json",
	} {
		r := httptest.NewRequest("GET", "/api/v1/puzzles?level=3", nil)
		r.Header.Set("Accept", accept)
		if a := c.ask(r); a.Header.Get("Content-Type") != want {
			t.Errorf("Accept: %s has the answer %s, want %s", accept, a.Header.Get("Content-Type"), want)
		}
	}
}

// The records name puzzles that are what they say.
func TestRecords(t *testing.T) {
	c := sharedClient(t)
	type holder struct {
		ID    string
		Clues int
		ER    json.Number
	}
	type numbers struct {
		Total   struct{ Clues struct{ Low int } }
		Records struct{ Hardest, Fewest holder }
	}
	bank := decode[numbers](c, c.get("/api/v1/bank"))
	for name, of := range map[string]holder{"hardest": bank.Records.Hardest, "fewest": bank.Records.Fewest} {
		puzzle := decode[holder](c, c.get("/api/v1/puzzles/"+of.ID))
		if puzzle.ID != of.ID || puzzle.Clues != of.Clues || puzzle.ER != of.ER {
			t.Errorf("%s: the record is %+v, the puzzle %+v", name, of, puzzle)
		}
	}
	if got, want := bank.Records.Fewest.Clues, bank.Total.Clues.Low; got != want {
		t.Errorf("the fewest clues are %d, want %d", got, want)
	}
}

func TestNumbers(t *testing.T) {
	c := sharedClient(t)
	type numbers struct{ Total struct{ Puzzles string } }
	all := decode[numbers](c, c.get("/api/v1/bank")).Total.Puzzles
	if counted := decode[puzzlesObject](c, c.get("/api/v1/count?clues=17-80")).Count; counted != all {
		t.Errorf("the bank has %s puzzles, counted are %s", all, counted)
	}
	if none := decode[puzzlesObject](c, c.get("/api/v1/count?clues=80")).Count; none != "0" {
		t.Errorf("%s puzzles with 80 clues", none)
	}
	for _, address := range []string{"/api/v1/techniques", "/api/v1/symmetries", "/api/v1/levels", "/api/v1/formats", "/healthz", "/openapi.json"} {
		if a := c.get(address); a.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", address, a.StatusCode)
		}
	}
}

// questions are the addresses that take puzzles.
var questions = []string{"rate", "rate?effort=true", "rate?pace=true", "solve", "check", "canon", "hint", "steps", "way"}

// Puzzles are answered in the order of the body, and what is wrong with one is told
// in its place.
func TestAnswers(t *testing.T) {
	c := sharedClient(t)
	twoSevens := "77" + tourPuzzle[2:]
	body := strings.Join([]string{tourPuzzle, twoSevens, "# a remark", tourPuzzle[:80], tourPuzzle}, "\n")
	for _, address := range questions {
		a := c.post("/api/v1/"+address, "text/plain", body)
		var puzzles []string
		for line := range bytes.Lines(a.body) {
			var object struct {
				Puzzle, Error string
				Line          int
			}
			if err := json.Unmarshal(line, &object); err != nil {
				t.Errorf("%s: %v", address, err)
			}
			puzzles = append(puzzles, object.Puzzle)
			if object.Error != "" {
				puzzles[len(puzzles)-1] = "line " + strconv.Itoa(object.Line)
			}
		}
		wrong := "line 2"
		if address == "check" {
			wrong = twoSevens
		}
		if want := []string{tourPuzzle, wrong, "line 4", tourPuzzle}; strings.Join(puzzles, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: answers about %q, want %q", address, puzzles, want)
		}
	}
}

// What takes longer is told if a parameter is true, in any way to write it.
func TestSwitches(t *testing.T) {
	c := sharedClient(t)
	for parameter, column := range map[string]string{"effort": "effort", "pace": "minutes"} {
		for value, want := range map[string]bool{"": false, "=true": true, "=1": true, "=T": true, "=false": false, "=0": false} {
			query := ""
			if value != "" {
				query = "?" + parameter + value
			}
			a := c.post("/api/v1/rate"+query, "text/plain", tourPuzzle)
			if got := bytes.Contains(a.body, []byte(`"`+column+`":`)); a.StatusCode != http.StatusOK || got != want {
				t.Errorf("rate%s: status %d, %s", query, a.StatusCode, a.body)
			}
		}
		for _, value := range []string{"", "maybe", "2"} {
			a := c.post("/api/v1/rate?"+parameter+"="+value, "text/plain", tourPuzzle)
			c.wantProblem(a, 400, parameter, "neither true nor false")
		}
	}
}

// All shapes of bodies that programs send are understood.
func TestBodies(t *testing.T) {
	c := sharedClient(t)
	for _, body := range []string{tourPuzzle, strings.ReplaceAll(tourPuzzle, ".", "0"), `{"puzzles":["` + tourPuzzle + `"]}`, `{"puzzle":"` + tourPuzzle + `"}`, "puzzle,solution\n" + tourPuzzle + ",\n"} {
		for _, mediaType := range []string{"text/plain", "application/json", ""} {
			a := c.post("/api/v1/canon", mediaType, body)
			if n := bytes.Count(a.body, []byte("\n")); a.StatusCode != http.StatusOK || n != 1 || !bytes.Contains(a.body, []byte(`"canonical":"`)) {
				t.Errorf("%q as %q: status %d, %s", body, mediaType, a.StatusCode, a.body)
			}
		}
	}
	c.wantProblem(c.post("/api/v1/rate", "text/plain", "nothing here"), 422, "", "no puzzle")
	c.wantProblem(c.post("/api/v1/rate", "text/plain", strings.Repeat("#", 4<<20+1)), 413, "", "longer than")
	many := c.post("/api/v1/canon", "text/plain", strings.Repeat(tourPuzzle+"\n", 10_002))
	if n := bytes.Count(many.body, []byte("\n")); n != 10_001 || !bytes.Contains(many.body, []byte("more than 10000")) {
		t.Errorf("%d answers about too many puzzles", n)
	}
}

func TestPositions(t *testing.T) {
	c := sharedClient(t)
	post := func(body string) answer { return c.post("/api/v1/hint", "application/json; charset=utf-8", body) }
	hint := decode[struct {
		Puzzle string
		Round  struct {
			Steps []struct{ Explanation string }
		}
	}](c, post(`{"puzzle":"`+tourPuzzle+`","grid":"79`+tourPuzzle[2:]+`","removed":["r1c3<>1"]}`))
	if hint.Puzzle != tourPuzzle || len(hint.Round.Steps) != 1 || hint.Round.Steps[0].Explanation == "" {
		t.Errorf("the hint is %+v", hint)
	}
	other := strings.NewReplacer("7", "8", "8", "7").Replace(tourPuzzle)
	for _, test := range []struct {
		body   string
		status int
		field  string
		reason string
	}{
		{`{"puzzle":"` + tourPuzzle + `","grid":"75` + tourPuzzle[2:] + `"}`, 422, "grid", "r1c2=5 is wrong"},
		{`{"puzzle":"` + tourPuzzle + `","grid":"` + strings.Repeat(".", 81) + `"}`, 422, "grid", "the clue is 7"},
		{`{"puzzle":"` + tourPuzzle + `","removed":["r1c2<>9"]}`, 422, "removed", "r1c2<>9 is wrong"},
		{`{"puzzle":"` + tourPuzzle + `","removed":["here"]}`, 422, "removed", "is not a candidate such as r3c4<>7"},
		{`{"puzzle":"` + tourPuzzle + `","removed":["r1c2=9"]}`, 422, "removed", "places a digit"},
		{`{"puzzle":"` + tourPuzzle + `","removed":["r1c2-9"]}`, 422, "removed", "r1c2<>9 is wrong"},
		{`{"puzzle":"` + tourPuzzle + `","removed":"r1c2<>9"}`, 422, "removed", "JSON string is wrong here: want an array"},
		{`{"puzzle":"` + strings.Repeat(".", 81) + `"}`, 422, "", "more than one solution"},
		{`{"puzzle":"12"}`, 422, "puzzle", "81"},
		{`{"puzzle":"` + tourPuzzle + ` ` + other + `"}`, 422, "puzzle", "two puzzles in one text"},
		{`{"puzzle":"` + tourPuzzle + `","grid":"` + tourPuzzle + ` ` + other + `"}`, 422, "grid", "two puzzles in one text"},
		{`{"puzzle":"` + tourPuzzle + `","gird":"` + tourPuzzle + `"}`, 422, "gird", "there is no such member"},
		{`{"puzzle":"` + tourPuzzle + `"} 5`, 400, "", "something follows it"},
		{`{}`, 422, "puzzle", "missing"},
		{`[`, 400, "", "not a JSON object"},
	} {
		c.wantProblem(post(test.body), test.status, test.field, test.reason)
	}
}

// An address that is written in an unusual way leads to the usual one, or nowhere.
func TestUnusualAddresses(t *testing.T) {
	c := sharedClient(t)
	for _, path := range []string{"/api//v1/levels", "/api/v1/../v1/levels", "/api/v1/levels/", "/api/v2/levels", "/api/v1/puzzles/..", "/api/v1/series/", "/api", "/openapi.json/"} {
		r := httptest.NewRequest("GET", "/", nil)
		r.URL = &url.URL{Path: path}
		recorder := httptest.NewRecorder()
		c.server.ServeHTTP(recorder, r)
		a := answer{recorder.Result(), recorder.Body.Bytes()}
		c.checkHeaders(r, a)
		if to := a.Header.Get("Location"); a.StatusCode != http.StatusNotFound && !strings.HasPrefix(to, "/api/") {
			t.Errorf("%s: status %d, to %q", path, a.StatusCode, to)
		}
	}
}
