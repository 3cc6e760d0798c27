package mine

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// The seeds of data/te3.seeds are minimal, T&E(2) solves none of them, each stands once,
// and Loki, from which they were found, is not among them. A few are rated again.
func TestDeepSeeds(t *testing.T) {
	file, err := os.Open(filepath.Join("..", "..", "data", "te3.seeds"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var prober depth.Prober
	var solver sudoku.Solver
	var rater rating.Rater
	met := map[seed.Key]bool{}
	for batch, err := range seed.ReadFile(file) {
		if err != nil {
			t.Fatal(err)
		}
		for i := range batch.Seeds {
			s := &batch.Seeds[i]
			if met[s.Key()] || s.Origin != seed.Walk || !solver.Minimal(&s.Puzzle) || prober.Open(&s.Puzzle, 2) == 0 {
				t.Errorf("%v: it is met: %t, from %v, or not minimal, or T&E(2) solves it", s.Puzzle, met[s.Key()], s.Origin)
			}
			met[s.Key()] = true
			if len(met)%50 == 0 && !testing.Short() {
				mustBeRated(t, &rater, s)
			}
		}
	}
	if len(met) != 74 {
		t.Errorf("%d seeds", len(met))
	}
}
