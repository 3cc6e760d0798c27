package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// A symmetry is a parameter like others, and its puzzles have it.
func TestSymmetry(t *testing.T) {
	c := sharedClient(t)
	got := c.get("/api/v1/puzzles?symmetry=diagonal&n=3&seed=1")
	if got.StatusCode != http.StatusOK || strings.Count(string(got.body), `"symmetry":`) != 3 || strings.Contains(string(got.body), `"symmetry":"none"`) {
		t.Errorf("status %d: %s", got.StatusCode, got.body)
	}
	for _, query := range []string{"symmetry=round", "symmetry=full&technique=x-wing"} {
		if got := c.get("/api/v1/puzzles?" + query); got.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d", query, got.StatusCode)
		}
	}
}

// The list of symmetries has the numbers that are counted one by one, and no level
// without a puzzle.
func TestSymmetries(t *testing.T) {
	c := sharedClient(t)
	var list []struct {
		Name   string
		Levels []struct {
			Level   int
			Puzzles string
		}
	}
	if err := json.Unmarshal(c.get("/api/v1/symmetries").body, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != 9 {
		t.Errorf("there are %d symmetries", len(list))
	}
	for _, symmetry := range list {
		listed := map[int]string{}
		for _, of := range symmetry.Levels {
			listed[of.Level] = of.Puzzles
		}
		for level := 1; level <= 9; level++ {
			want, ok := listed[level]
			if !ok {
				want = "0"
			}
			got := strings.TrimSpace(string(c.get(fmt.Sprintf("/api/v1/count?level=%d&symmetry=%s", level, symmetry.Name)).body))
			if got != fmt.Sprintf(`{"count":"%s"}`, want) || ok && want == "0" {
				t.Errorf("%s of level %d: %s, listed as %s", symmetry.Name, level, got, want)
			}
		}
	}
}
