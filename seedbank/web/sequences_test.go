package web_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// The puzzles of a sequence need its steps in this order, and nothing else above the rating:
// their paths are found anew.
func TestSequences(t *testing.T) {
	c := sharedClient(t)
	c.get("/api/v1/count?technique=x-wing") // reads the index once
	var rater rating.Rater
	var solver sudoku.Solver
	for _, test := range []struct {
		query string
		want  []string
		above rating.Tenths
	}{
		{"sequence=x-wing,xy-wing&above=3.0&n=5", []string{"x-wing", "xy-wing"}, 30},
		{"sequence=xy-wing,x-wing&above=3.0&n=5", []string{"xy-wing", "x-wing"}, 30},
		{"sequence=naked-pair&level=5&n=20&seed=4", []string{"naked-pair"}, 29},
		{"sequence=xy-wing,skyscraper&above=4&n=3", []string{"xy-wing", "forcing-chain"}, 40},
	} {
		begun := time.Now()
		var found struct {
			Puzzles         []struct{ Puzzle, ID string }
			Examined, Seeds int
		}
		a := c.get("/api/v1/sequences?" + test.query)
		if err := json.Unmarshal(a.body, &found); err != nil || len(found.Puzzles) == 0 || found.Examined > found.Seeds {
			t.Errorf("%s: %d puzzles, %d of %d: %v", test.query, len(found.Puzzles), found.Examined, found.Seeds, err)
		}
		t.Logf("%s: %d puzzles, %d of %d in %v", test.query, len(found.Puzzles), found.Examined, found.Seeds, time.Since(begun))
		for _, one := range found.Puzzles {
			clues, _ := sudoku.ParseGrid(one.Puzzle)
			puzzle, err := solver.Prove(clues)
			if err != nil {
				t.Fatal(err)
			}
			path, err := rater.PathClass(&puzzle)
			if err != nil {
				t.Fatal(err)
			}
			var hard []string
			for i := range path {
				if path[i].Rating > test.above {
					hard = append(hard, path[i].Technique.String())
				}
			}
			if hard = slices.Compact(hard); !slices.Equal(hard, test.want) {
				t.Errorf("%s: %s needs %v", test.query, one.ID, hard)
			}
		}
	}
	for query, want := range map[string]int{
		"":                                http.StatusBadRequest,
		"?sequence=guess":                 http.StatusBadRequest,
		"?sequence=x-wing&above=high":     http.StatusBadRequest,
		"?sequence=x-wing&n=100":          http.StatusBadRequest,
		"?sequence=x-wing&symmetry=full":  http.StatusBadRequest,
		"?sequence=x-wing&without=x-wing": http.StatusBadRequest,
		"?sequence=pointing&level=1":      http.StatusOK,
	} {
		if a := c.get("/api/v1/sequences" + query); a.StatusCode != want {
			t.Errorf("%s: status %d, want %d: %.200s", query, a.StatusCode, want, a.body)
		}
	}
}
