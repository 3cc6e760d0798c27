package rating_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// sample is a file of rated puzzles, for where the reference data is not.
var sample = filepath.Join("testdata", "rated.tsv")

// rated is a puzzle with the ratings that the reference rater gives it.
type rated struct {
	puzzle  sudoku.Puzzle
	asGiven string // ER/EP/ED of the puzzle as it stands
	class   string // of its canonical form, or empty if not known
}

// oracle returns the path of a file of reference data, which is not part of the
// project, and skips the test if it is not there.
func oracle(tb testing.TB, name string) string {
	tb.Helper()
	dir := os.Getenv("SEEDOKU_ORACLE")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "oracle")
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err != nil {
		tb.Skipf("no reference data here: %v", err)
	}
	return path
}

// readRated reads a file of lines: puzzle; ER, EP, ED as given; ER, EP, ED of
// the class.
func readRated(tb testing.TB, path string) []rated {
	tb.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	var list []rated
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		r := rated{puzzle: prove(tb, fields[0]), asGiven: strings.Join(fields[1:4], "/")}
		if fields[4] != "-" {
			r.class = strings.Join(fields[4:7], "/")
		}
		list = append(list, r)
	}
	return list
}

// oneOfEachER returns the first puzzle of the sample of each ER.
func oneOfEachER(tb testing.TB) (list []rated) {
	tb.Helper()
	seen := map[string]bool{}
	for _, r := range readRated(tb, sample) {
		er, _, _ := strings.Cut(r.asGiven, "/")
		if !seen[er] {
			list = append(list, r)
		}
		seen[er] = true
	}
	return list
}

func prove(tb testing.TB, line string) sudoku.Puzzle {
	tb.Helper()
	grid, err := sudoku.ParseGrid(line)
	if err != nil {
		tb.Fatal(err)
	}
	p, err := new(sudoku.Solver).Prove(grid)
	if err != nil {
		tb.Fatalf("%v: %v", grid, err)
	}
	return p
}

func numbers(r *rating.Result) string { return fmt.Sprintf("%v/%v/%v", r.ER, r.EP, r.ED) }

// TestRatingsAreThoseOfTheReference compares every puzzle of the sample.
func TestRatingsAreThoseOfTheReference(t *testing.T) {
	files := map[string]string{"sample": sample}
	for _, name := range []string{"random", "added", "collections", "hardest"} {
		files[name] = ""
	}
	for name, path := range files {
		t.Run(name, func(t *testing.T) {
			if name == "hardest" && testing.Short() {
				t.Skip("the hardest puzzles take minutes with the race detector")
			}
			if path == "" {
				path = oracle(t, name+".tsv")
			}
			compare(t, readRated(t, path))
		})
	}
}

// compare rates puzzles as they stand and as their canonical form.
func compare(t *testing.T, list []rated) {
	var rater rating.Rater
	for _, want := range list {
		rates(t, rater.Rate, &want.puzzle, want.asGiven)
		if want.class != "" {
			rates(t, rater.RateClass, &want.puzzle, want.class)
		}
	}
}

// rates checks the rating of a puzzle.
func rates(t *testing.T, rate func(*sudoku.Puzzle) (rating.Result, error), p *sudoku.Puzzle, want string) {
	t.Helper()
	if got, err := rate(p); err != nil || numbers(&got) != want {
		t.Errorf("%v: rated %s, %v; the reference says %s", p.Clues(), numbers(&got), err, want)
	}
}

// TestPathsAreThoseOfTheReference compares the ratings of all steps of a path.
func TestPathsAreThoseOfTheReference(t *testing.T) {
	var rater rating.Rater
	for _, want := range readTraces(t, oracle(t, "traces.txt")) {
		p := prove(t, want.puzzle)
		path, err := rater.Path(&p)
		var got []string
		for _, round := range path {
			for range round.Steps {
				got = append(got, round.Rating.String())
			}
		}
		if err != nil || !slices.Equal(got, want.ratings) {
			t.Errorf("%s: %v, steps\n%v, the reference has\n%v", want.puzzle, err, got, want.ratings)
		}
	}
}

// trace is the ratings of the steps of the reference on a puzzle.
type trace struct {
	puzzle  string
	ratings []string
}

func readTraces(tb testing.TB, path string) []trace {
	tb.Helper()
	file, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	var traces []trace
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if puzzle, found := strings.CutPrefix(lines.Text(), "# "); found {
			traces = append(traces, trace{puzzle: puzzle})
		} else if rating, _, found := strings.Cut(lines.Text(), "\t"); found {
			last := &traces[len(traces)-1]
			last.ratings = append(last.ratings, rating)
		}
	}
	return traces
}
