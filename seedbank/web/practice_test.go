package web_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// The positions of answers are where the technique is the next step of a hint, and
// the count of techniques says how many seeds there are.
func TestPracticeIsWhereAHintSaysSo(t *testing.T) {
	c := sharedClient(t)
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
		if of.Name == "x-wing" && of.Practice != 254 {
			t.Errorf("%d seeds train an X-wing, want 254", of.Practice)
		}
	}
}

func TestPracticeThatIsRefused(t *testing.T) {
	c := sharedClient(t)
	for address, want := range map[string]int{
		"/api/v1/practice":                                                       http.StatusBadRequest,
		"/api/v1/practice?practice=guess":                                        http.StatusBadRequest,
		"/api/v1/practice?practice=x-wing&n=21":                                  http.StatusBadRequest,
		"/api/v1/practice?practice=x-wing&level=9":                               http.StatusNotFound,
		"/api/v1/practice?practice=x-wing&symmetry=full":                         http.StatusBadRequest,
		"/api/v1/practice?practice=x-wing&format=grid":                           http.StatusBadRequest,
		"/api/v1/practice?practice=x-wing&n=2&format=svg":                        http.StatusBadRequest,
		"/api/v1/practice?label=x-wing":                                          http.StatusBadRequest,
		"/api/v1/practice?label=skyscraper&practice=swordfish":                   http.StatusBadRequest,
		"/api/v1/practice?label=skyscraper&distinct=false":                       http.StatusBadRequest,
		"/api/v1/practice?practice=skyscraper&distinct=false":                    http.StatusBadRequest,
		"/api/v1/practice?label=skyscraper&practice=forcing-chain&distinct=true": http.StatusOK,
		"/api/v1/practice?label=unique-rectangle-type-5&clues=18":                http.StatusOK,
		"/api/v1/practice?label=unique-rectangle-type-5&clues=18&format=svg":     http.StatusNotFound,
		"/api/v1/practice?label=unique-rectangle-type-5&clues=18&format=pdf":     http.StatusNotFound,
		"/api/v1/puzzles?practice=x-wing&n=2&seed=1":                             http.StatusOK,
		"/api/v1/count?practice=x-wing&practice=swordfish":                       http.StatusOK,
	} {
		if a := c.get(address); a.StatusCode != want {
			t.Errorf("%s: status %d, want %d: %.200s", address, a.StatusCode, want, a.body)
		}
	}
}

// The positions of a label have a step with it, come from different seeds, and are the same
// for everybody who asks with the same number.
func TestPracticeOfALabel(t *testing.T) {
	c := sharedClient(t)
	type lesson struct {
		Tasks []struct {
			ID, Technique string
			Round         struct{ Steps []struct{ Labels []string } }
		}
		Seeds, Examined int
	}
	ask := func(query string) (of lesson) {
		if err := json.Unmarshal(c.get("/api/v1/practice?"+query).body, &of); err != nil {
			t.Fatal(err)
		}
		return of
	}
	first := ask("label=two-string-kite&n=6&seed=1")
	if len(first.Tasks) != 6 || first.Seeds < 6 || first.Examined < 6 || first.Examined > first.Seeds {
		t.Fatalf("%d tasks, %d of %d seeds", len(first.Tasks), first.Examined, first.Seeds)
	}
	seeds := map[string]bool{}
	for _, task := range first.Tasks {
		seeds[task.ID[:13]] = true
		if !slices.ContainsFunc(task.Round.Steps, func(s struct{ Labels []string }) bool { return slices.Contains(s.Labels, "two-string-kite") }) {
			t.Errorf("%s has no such step", task.ID)
		}
	}
	if len(seeds) != 6 {
		t.Errorf("the tasks come from %d seeds", len(seeds))
	}
	if again := ask("label=two-string-kite&n=6&seed=1"); !reflect.DeepEqual(again, first) {
		t.Error("the same address gives other positions")
	}
	if again := ask("practice=two-string-kite&n=6&seed=1"); !reflect.DeepEqual(again, first) {
		t.Error("a label is known as such by the other parameter only")
	}
	if other := ask("label=two-string-kite&n=6&seed=2"); reflect.DeepEqual(other.Tasks, first.Tasks) {
		t.Error("another number gives the same positions")
	}
	// Of few seeds, all come.
	const few = "practice=hidden-quad&clues=26"
	all := ask(few + "&n=20&seed=1&distinct=true")
	if len(all.Tasks) != all.Seeds || all.Seeds < 9 {
		t.Fatalf("%d tasks of %d seeds", len(all.Tasks), all.Seeds)
	}
	// What was given does not come again.
	var given []string
	for _, task := range all.Tasks[1:] {
		given = append(given, task.ID[:13])
	}
	body, _ := json.Marshal(map[string]any{"not_in": given})
	var last lesson
	if err := json.Unmarshal(c.post("/api/v1/practice?"+few, "application/json", string(body)).body, &last); err != nil || len(last.Tasks) != 1 || slices.Contains(given, last.Tasks[0].ID[:13]) {
		t.Errorf("%v, %v", last, err)
	}
}

// Labels are counted once: those that are listed have positions.
func TestLabels(t *testing.T) {
	if testing.Short() {
		t.Skip("all labels are counted: -short")
	}
	c := sharedClient(t)
	var labels []struct {
		Name, Title, Technique string
		Found, Of              int
		Levels                 []struct{ Level, Seeds, Of int }
	}
	if err := json.Unmarshal(c.get("/api/v1/labels?lang=de").body, &labels); err != nil || len(labels) < 15 {
		t.Fatalf("%d labels, %v", len(labels), err)
	}
	for _, l := range labels {
		found, of := 0, 0
		for _, share := range l.Levels {
			found, of = found+share.Seeds, of+share.Of
		}
		if found != l.Found || of != l.Of || l.Title == "" {
			t.Errorf("%+v", l)
		}
	}
}
