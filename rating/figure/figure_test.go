package figure

import (
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Puzzles whose ways have a cycle that removes many candidates, and chains with
// notes.
const (
	cyclic  = "....4.68..2....4...8.3.2..5......7.....158...4.59.....24.....9..3..1.8.4....3..7."
	dynamic = "8........2..4...5..7..68..1..8..2.9.4..8......3....7..9..5...8.....1...6......3.."
)

// ways returns the ways of puzzles of all levels.
func ways(tb testing.TB) []rating.Path {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", "rated.tsv"))
	if err != nil {
		tb.Fatal(err)
	}
	list := []rating.Path{wayOf(tb, cyclic), wayOf(tb, dynamic)}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if fields[0] == "#" {
			continue
		}
		list = append(list, wayOf(tb, fields[0]))
		if testing.Short() && len(list) == 60 {
			break
		}
	}
	return list
}

// samples yields figures of steps of every name that the ways have, at most 10 of
// each.
func samples(tb testing.TB) iter.Seq[Figure] {
	const most = 10
	list := ways(tb)
	return func(yield func(Figure) bool) {
		seen := map[string]int{}
		for i := range list {
			for f := range Each(&list[i]) {
				name := f.Step.Name()
				if seen[name]++; seen[name] <= most && !yield(f) {
					return
				}
			}
		}
		tb.Logf("steps by name: %v", seen)
	}
}

func wayOf(tb testing.TB, clues string) rating.Path {
	tb.Helper()
	grid, err := sudoku.ParseGrid(clues)
	if err != nil {
		tb.Fatal(err)
	}
	puzzle, err := new(sudoku.Solver).Prove(grid)
	if err != nil {
		tb.Fatal(err)
	}
	rounds, err := new(rating.Rater).PathClass(&puzzle)
	if err != nil {
		tb.Fatal(err)
	}
	way, err := rating.Way(&puzzle, rounds)
	if err != nil {
		tb.Fatal(err)
	}
	return rating.Path{Puzzle: puzzle, Rounds: way}
}

// A figure without a step says nothing.
func TestFigureWithoutStep(t *testing.T) {
	path := wayOf(t, cyclic)
	f := Start(&path)
	if list := f.Statements(); len(list) > 0 || explanation(&f) != "<p></p>\n" || len(f.SVG(false)) == 0 {
		t.Errorf("%v", list)
	}
}

// The figures of a way show what a person sees who takes its steps one by one,
// but for cells of the step itself.
func TestFiguresFollowTheWay(t *testing.T) {
	for _, path := range ways(t) {
		now := path.Rounds[0].Position
		n := 0
		for f := range Each(&path) {
			if f.Clues != path.Puzzle.Clues() {
				t.Fatalf("the clues are %v", f.Clues)
			}
			roles := f.roles()
			for c := range sudoku.Cell(81) {
				var all role
				for d := range sudoku.AllDigits.All() {
					all |= roles[c.Candidate(d)]
				}
				if all == 0 && (f.Position.Grid[c] != now.Grid[c] || f.Position.Candidates[c] != now.Candidates[c]) {
					t.Fatalf("%v, step %d: %v has %v, after the steps before it %v", f.Clues, n, c,
						f.Position.Candidates[c], now.Candidates[c])
				}
			}
			for k, r := range roles {
				if k := sudoku.Candidate(k); r != 0 && !f.Position.Candidates[k.Cell()].Has(k.Digit()) {
					t.Fatalf("%v, step %d: %v has a part in it, but is not there", f.Clues, n, k)
				}
			}
			now.Apply(f.Step)
			n++
		}
		if now.Grid != path.Puzzle.Solution() {
			t.Fatalf("%v: the figures end at %v", path.Puzzle.Clues(), now.Grid)
		}
	}
}
