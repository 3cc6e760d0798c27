package web_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/copies"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// gridOf returns the solution grid of a puzzle, up to symmetry.
func gridOf(t *testing.T, text string) seed.Key {
	t.Helper()
	grid, err := sudoku.ParseGrid(text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := new(copies.Examiner).Puzzle(grid)
	if err != nil || !p.Proper {
		t.Fatalf("%s: %v", text, err)
	}
	return p.Grid
}

// What stands in a body, in whichever form, is not drawn again, nor is another puzzle of its
// solution; and nothing else is left out.
func TestNotIn(t *testing.T) {
	c := sharedClient(t)
	kind := "level=9&distinct=true&seed=3"
	all := decode[puzzlesObject](c, c.get("/api/v1/puzzles?"+kind+"&n=8"))
	given := map[seed.Key]bool{}
	var ids, seeds, puzzles, turned []string
	for i, p := range all.Puzzles {
		given[gridOf(t, p.Puzzle)] = true
		grid, _ := sudoku.ParseGrid(p.Puzzle)
		name, _, _ := strings.Cut(p.ID, "-")
		ids, seeds, puzzles = append(ids, p.ID), append(seeds, name), append(puzzles, p.Puzzle)
		turned = append(turned, transform.FromIndex(uint64(i)*1e9+7).Grid(grid).String())
	}
	list, _ := json.Marshal(map[string][]string{"not_in": ids})
	half, _ := json.Marshal(map[string][]string{"not_in": ids[:4]})
	rest, _ := json.Marshal(map[string][]string{"not_in": ids[4:]})
	for name, body := range map[string][2]string{
		"IDs":           {"text/plain", strings.Join(ids, "\n")},
		"seeds":         {"text/plain", strings.Join(seeds, "\r\n") + "\n"},
		"puzzles":       {"text/plain", strings.Join(puzzles, "\n")},
		"turned copies": {"text/plain", strings.Join(turned, "\n")},
		"IDs on a line": {"text/plain", strings.Join(ids[:4], ",") + "\n" + strings.Join(ids[4:], " ")},
		"JSON":          {"application/json", string(list)},
		"JSON, twice":   {"application/json", strings.TrimSuffix(string(half), "}") + "," + strings.TrimPrefix(string(rest), "{")},
		"mixed":         {"text/plain", strings.Join(puzzles[:3], "\n") + "\n" + strings.Join(ids[3:6], "\n") + "\n" + strings.Join(turned[6:], "\n")},
		"JSON Lines":    {"application/jsonl", string(c.get("/api/v1/puzzles?" + kind + "&n=8&format=jsonl").body)},
	} {
		a := c.post("/api/v1/puzzles?"+kind+"&n=8", body[0], body[1])
		more := decode[puzzlesObject](c, a)
		if len(more.Puzzles) != 8 || more.Next != "" || a.Header.Get("Link") != "" {
			t.Errorf("%s: %d puzzles, next %q", name, len(more.Puzzles), more.Next)
		}
		for _, p := range more.Puzzles {
			if given[gridOf(t, p.Puzzle)] {
				t.Errorf("%s: %s comes again", name, p.ID)
			}
		}
		if again := decode[puzzlesObject](c, c.post("/api/v1/puzzles?"+kind+"&n=8", body[0], body[1])); fmt.Sprint(again) != fmt.Sprint(more) {
			t.Errorf("%s: not the same each time", name)
		}
	}
	pack := c.post("/api/v1/packs?"+kind+"&n=8&format=line", "text/plain", strings.Join(ids, "\n"))
	for _, line := range strings.Fields(string(pack.body)) {
		if given[gridOf(t, line)] {
			t.Errorf("%s is packed again", line)
		}
	}
	if n := strings.Count(string(pack.body), "\n"); n != 8 {
		t.Errorf("%d puzzles are packed: %s", n, pack.body)
	}
}

// What cannot be understood is told, with its line, and never passed over.
func TestNotInErrors(t *testing.T) {
	c := sharedClient(t)
	for body, want := range map[string]string{
		"":                       "there is no puzzle in the body",
		"hello":                  "line 1 of the body: neither a puzzle nor the ID of one: .*hello",
		tourPuzzle + "\nfoo bar": "line 2 of the body: neither a puzzle nor",
		tourPuzzle + "\n3DSWKAPVM9JVD-0Y0T36AVJW":        "line 2 of the body: .*the check character is wrong",
		"3DSWKAPVM9JVD-0Y0T36AVJW\n" + tourPuzzle:        "line 1 of the body: .*the check character is wrong",
		tourPuzzle + "\n" + "11" + tourPuzzle[2:] + "\n": "line 2 of the body: ",
		tourPuzzle + "\n" + strings.Repeat(".", 81):      "line 2 of the body: it has not exactly one solution",
		"C56SYN8T2CW0G\n\nC56SYN8T2CW":                   "line 3 of the body: ",
		strings.Repeat("C56SYN8T2CW0G\n", 100_001):       "more than 100000 puzzles in one body",
	} {
		a := c.post("/api/v1/puzzles?level=3", "text/plain", body)
		if problem := string(a.body); a.StatusCode != 422 || !regexp.MustCompile(want).MatchString(problem) {
			t.Errorf("%.40q: %d %s, want %s", body, a.StatusCode, problem, want)
		}
	}
	for _, body := range []string{`{"not_in": ["C56SYN8T2CW0G"], "notin": []}`, `{"not_in": "C56SYN8T2CW0G"}`, `{"not_in": null}`} {
		c.wantProblem(c.post("/api/v1/puzzles?level=3", "application/json", body), 422, strings.Fields(`not_in notin`)[strings.Count(body, "notin")], "")
	}
	if a := c.post("/api/v1/puzzles?level=3", "application/json", `{"not_in": []}`); a.StatusCode != 200 {
		t.Errorf("an empty list: %d %s", a.StatusCode, a.body)
	}
	if a := c.post("/api/v1/puzzles?level=3", "text/plain", strings.Repeat("C56SYN8T2CW0G\n", 100_000)); a.StatusCode != 200 {
		t.Errorf("100,000 names: %d %s", a.StatusCode, a.body)
	}
}

// Copies in disguise are found among the puzzles of a body and in the bank, and lines that
// are no puzzles have their answers.
func TestCompare(t *testing.T) {
	c := sharedClient(t)
	held := decode[puzzlesObject](c, c.get("/api/v1/puzzles?level=5&clues=minimal&seed=1")).Puzzles[0]
	grid, _ := sudoku.ParseGrid(held.Puzzle)
	solution, _ := sudoku.ParseGrid(held.Solution)
	first := grid.Filled().First()
	mistyped := grid
	mistyped[first] = 0
	more := grid
	more[sudoku.AllCells.AndNot(grid.Filled()).First()] = solution[sudoku.AllCells.AndNot(grid.Filled()).First()]
	foreign := tourPuzzle
	turn := transform.FromIndex(123456789012)
	lines := []string{
		held.Puzzle,
		turn.Grid(grid).String(),
		turn.Grid(more).String(),
		mistyped.String(),
		tourPuzzle[:80],
		foreign,
		foreign,
	}
	var got []string
	for _, line := range strings.Split(strings.TrimSpace(string(c.post("/api/v1/compare", "text/plain", strings.Join(lines, "\n")).body)), "\n") {
		var of struct {
			Line, Of                               int
			Relation, Mistake, InBank, Seed, Error string
		}
		line = strings.Replace(line, "in_bank", "InBank", 1)
		if err := json.Unmarshal([]byte(line), &of); err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%d %s %d %s %s", of.Line, of.Relation, of.Of, of.InBank, strings.TrimSpace(of.Mistake+" "+of.Error)))
	}
	name := fmt.Sprintf("%v of line 4 should be %d", first, grid[first])
	want := []string{"1 new 0 same ", "2 same 1 same ", "3 more-clues 1 more-clues ", "4 mistyped 1 new " + name, "5  0  80 cells, want 81", "6 new 0 new ", "7 same 6 new "}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if a := c.post("/api/v1/compare", "text/plain", "nothing"); a.StatusCode != 422 {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
}
