package web_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/web"
	"github.com/seedoku/seedoku/sudoku"
)

// The positions of answers are where the technique is the next step of a hint, and
// the count of techniques says how many seeds there are.
func TestPracticeIsWhereAHintSaysSo(t *testing.T) {
	c := newClient(t, web.Options{})
	var answer struct {
		Tasks []struct {
			ID, Puzzle, Technique string
			Round                 struct {
				Grid       string
				Candidates [81]string
			}
		}
	}
	a := c.get("/api/v1/practice?practice=x-wing&practice=xy-wing&n=6&seed=3")
	if err := json.Unmarshal(a.body, &answer); err != nil || len(answer.Tasks) != 6 {
		t.Fatalf("%d tasks, %v: %.300s", len(answer.Tasks), err, a.body)
	}
	for _, task := range answer.Tasks {
		grid, err := sudoku.ParseGrid(task.Round.Grid)
		if err != nil {
			t.Fatal(err)
		}
		removed := []string{}
		at := rating.PositionOf(grid)
		for cell, digits := range at.Candidates {
			left := map[rune]bool{}
			for _, d := range task.Round.Candidates[cell] {
				left[d] = true
			}
			for d := range digits.All() {
				if !left['0'+rune(d)] {
					removed = append(removed, sudoku.Cell(cell).String()+"<>"+string('0'+rune(d)))
				}
			}
		}
		body, _ := json.Marshal(map[string]any{"puzzle": task.Puzzle, "grid": task.Round.Grid, "removed": removed})
		var hint struct {
			Round struct {
				Steps []struct{ Technique string }
			}
		}
		if err := json.Unmarshal(c.post("/api/v1/hint", "application/json", string(body)).body, &hint); err != nil || len(hint.Round.Steps) != 1 {
			t.Fatalf("%s: %v", task.ID, err)
		}
		if got := hint.Round.Steps[0].Technique; got != task.Technique {
			t.Errorf("%s: the hint is %s, the task %s", task.ID, got, task.Technique)
		}
	}
	var techniques []struct {
		Name     string
		Practice int
	}
	if err := json.Unmarshal(c.get("/api/v1/techniques").body, &techniques); err != nil {
		t.Fatal(err)
	}
	for _, of := range techniques {
		if of.Name == "x-wing" && of.Practice != 190 {
			t.Errorf("%d seeds train an X-wing, want 190", of.Practice)
		}
	}
}

func TestPracticeThatIsRefused(t *testing.T) {
	c := newClient(t, web.Options{})
	for address, want := range map[string]int{
		"/api/v1/practice":                                 http.StatusBadRequest,
		"/api/v1/practice?practice=guess":                  http.StatusBadRequest,
		"/api/v1/practice?practice=x-wing&n=21":            http.StatusBadRequest,
		"/api/v1/practice?practice=x-wing&level=9":         http.StatusNotFound,
		"/api/v1/practice?practice=x-wing&symmetry=full":   http.StatusBadRequest,
		"/api/v1/practice?practice=x-wing&format=jsonl":    http.StatusBadRequest,
		"/api/v1/puzzles?practice=x-wing&n=2&seed=1":       http.StatusOK,
		"/api/v1/count?practice=x-wing&practice=swordfish": http.StatusOK,
	} {
		if a := c.get(address); a.StatusCode != want {
			t.Errorf("%s: status %d, want %d: %.200s", address, a.StatusCode, want, a.body)
		}
	}
}
