package mine

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// The seeds of data/te3.seeds are minimal, T&E(2) solves none of them, and each stands once.
// Nearly all have a tridagon, and so have their isomorphs. T&E(2) is tried with one in twelve,
// and two are rated again.
func TestDeepSeeds(t *testing.T) {
	var prober depth.Prober
	var solver sudoku.Solver
	var rater rating.Rater
	met := map[seed.Key]bool{}
	guardians := map[int]int{}
	random := rand.New(rand.NewPCG(1, 2))
	for _, s := range deepSeeds(t) {
		if met[s.Key()] || s.Origin != seed.Walk || !solver.Minimal(&s.Puzzle) {
			t.Errorf("%v: it is met: %t, from %v, or not minimal", s.Puzzle, met[s.Key()], s.Origin)
		}
		if len(met)%max(12 / *ratedAgain, 1) == 0 && prober.Open(&s.Puzzle, 2) == 0 {
			t.Errorf("%v: T&E(2) solves it", s.Puzzle)
		}
		met[s.Key()] = true
		tridagon := prober.Tridagon(&s.Puzzle)
		guardians[tridagon.Number]++
		if tridagon.Number > 0 && !slices.ContainsFunc(tridagon.Guardians[:tridagon.Number], func(k sudoku.Candidate) bool { return s.Puzzle.Solution()[k.Cell()] == k.Digit() }) {
			t.Errorf("%v: none of the guardians of %+v is true", s.Puzzle, tridagon)
		}
		image := transform.FromIndex(random.Uint64N(transform.Order)).Puzzle(s.Puzzle)
		if turned := prober.Tridagon(&image); turned.Number != tridagon.Number {
			t.Errorf("%v: %+v, of an isomorph %+v", s.Puzzle, tridagon, turned)
		}
		if len(met)%max(600 / *ratedAgain, 1) == 0 && !testing.Short() {
			mustBeRated(t, &rater, &s)
		}
	}
	if want := map[int]int{0: 12, 1: 944, 2: 235, 3: 54}; !maps.Equal(guardians, want) {
		t.Errorf("tridagons by the number of guardians: %v, want %v", guardians, want)
	}
}

// deepSeeds returns the seeds of data/te3.seeds.
func deepSeeds(t *testing.T) (list []seed.Seed) {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "..", "data", "te3.seeds"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for batch, err := range seed.ReadFile(file) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, batch.Seeds...)
	}
	return list
}
