package web_test

import (
	"net/http"
	"testing"
)

// The way from a position begins there and ends with the solution.
func TestWayFromPosition(t *testing.T) {
	c := sharedClient(t)
	post := func(body string) answer { return c.post("/api/v1/way", "application/json", body) }
	grid := "79" + tourPuzzle[2:]
	way := decode[struct {
		Solution string
		Rounds   []struct {
			Grid       string
			Candidates []string
			Steps      []struct{ Placement string }
		}
	}](c, post(`{"puzzle":"`+tourPuzzle+`","grid":"`+grid+`","removed":["r1c3<>1"]}`))
	if len(way.Rounds) == 0 || way.Rounds[0].Grid != grid {
		t.Fatalf("the way begins with %+v", way.Rounds)
	}
	if r1c3 := way.Rounds[0].Candidates[2]; len(r1c3) == 0 || r1c3[0] == '1' {
		t.Errorf("the candidates of r1c3 are %q, though 1 was removed", r1c3)
	}
	end := []byte(grid)
	for _, round := range way.Rounds {
		for _, step := range round.Steps {
			if p := step.Placement; p != "" {
				end[9*int(p[1]-'1')+int(p[3]-'1')] = p[5]
			}
		}
	}
	if string(end) != way.Solution {
		t.Errorf("the way leads to %s, want %s", end, way.Solution)
	}
	c.wantProblem(post(`{"puzzle":"`+tourPuzzle+`","removed":["r1c2<>9"]}`), http.StatusUnprocessableEntity, "removed", "r1c2<>9 is wrong")
}

// Candidates are removed in every spelling that positions have elsewhere.
func TestSpellingsOfRemovals(t *testing.T) {
	c := sharedClient(t)
	for _, path := range []string{"/api/v1/hint", "/api/v1/way"} {
		answers := map[string]string{}
		for _, spelling := range []string{`"r1c3<>1","r1c3<>2"`, `"r1c3!=1","r1c3-2"`, `"r1c3≠12"`, `"R1C3-2; r1c3<>1"`} {
			a := c.post(path, "application/json", `{"puzzle":"`+tourPuzzle+`","removed":[`+spelling+`]}`)
			if a.StatusCode != http.StatusOK {
				t.Errorf("%s, %s: status %d: %s", path, spelling, a.StatusCode, a.body)
			}
			answers[string(a.body)] = spelling
		}
		if len(answers) != 1 {
			t.Errorf("%s: the spellings have different answers: %v", path, answers)
		}
	}
}
