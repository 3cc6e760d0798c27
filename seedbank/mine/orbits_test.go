package mine

import (
	"context"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/records"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// symmetricPuzzle returns a puzzle with a symmetry, from which no orbit can be taken
// away.
func symmetricPuzzle(s transform.Symmetry, randomSeed uint64) sudoku.Puzzle {
	core, added := newThinner(randomSeed).puzzle(s, seedbank.Range[int]{}, 0)
	return core.With(added)
}

// Neighbors of a symmetric puzzle have the symmetry and one solution, need all of
// their orbits, and have new clues in one orbit only.
func TestNeighborsOfSymmetricPuzzles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := transform.Symmetry(rapid.IntRange(1, transform.NumSymmetries-1).Draw(t, "symmetry"))
		p := symmetricPuzzle(s, rapid.Uint64().Draw(t, "seed"))
		h := newOrbitNeighborhood(s, rand.New(rand.NewPCG(1, 1)))
		var solver sudoku.Solver
		for i, neighbor := range h.neighbors(&p) {
			clues := neighbor.Clues()
			if proven, err := solver.Prove(clues); err != nil || proven != neighbor || !s.Has(clues.Filled()) {
				t.Fatalf("%v, %v: %v", s, clues, err)
			}
			var fresh sudoku.Cells
			for c, d := range clues {
				if d != 0 && p.Clues()[c] != d {
					fresh = fresh.With(sudoku.Cell(c))
				}
			}
			for c := range fresh.All() {
				if !fresh.Within(s.Orbit(c)) {
					t.Fatalf("%v: %v has more new clues than an orbit: %v", s, clues, fresh)
				}
			}
			if i >= 10 { // the others are made in the same way
				continue
			}
			for c := range clues.Filled().All() {
				if _, err := solver.Prove(clues.Keep(clues.Filled().AndNot(s.Orbit(c)))); err == nil {
					t.Fatalf("%v: %v has one solution without the orbit of %v", s, clues, c)
				}
			}
		}
	})
}

// All puzzles with one orbit exchanged for another are seen, by trying.
func TestNeighborsOfSymmetricPuzzlesAreComplete(t *testing.T) {
	const s = transform.Rotate180
	p := symmetricPuzzle(s, 5)
	var solver sudoku.Solver
	want := 0
	for c := range p.Clues().Filled().All() {
		rest := p.Clues().Keep(p.Clues().Filled().AndNot(s.Orbit(c)))
		if c > 80-c || solver.Count(rest, mostWithoutOne+1) > mostWithoutOne {
			continue
		}
		for other := range sudoku.AllCells.AndNot(rest.Filled()).All() {
			if other > 80-other {
				continue
			}
			for digits := range 81 {
				changed := rest
				changed[other], changed[80-other] = sudoku.Digit(1+digits/9), sudoku.Digit(1+digits%9)
				if other == 40 && digits%10 != 0 { // a cell has one digit
					continue
				}
				if changed != p.Clues() && solver.Count(changed, 2) == 1 {
					want++
				}
			}
		}
	}
	h := newOrbitNeighborhood(s, rand.New(rand.NewPCG(1, 1)))
	if drawn := len(h.neighbors(&p)); h.seen != want || want == 0 || drawn != min(want, mostSymmetric) {
		t.Errorf("%d neighbors, want %d; %d drawn", h.seen, want, drawn)
	}
}

// A walk that keeps a symmetry comes to harder puzzles of this symmetry, and to no
// others. The next one goes on from where it has not been.
func TestWalkKeepsASymmetry(t *testing.T) {
	bank := newBank(t)
	options := Options{Workers: 2, RandomSeed: 1, Count: 40, Strategy: AsNeeded{Symmetry: transform.Rotate180}, Levels: seedbank.Range[rating.Level]{Low: 1, High: 5}}
	run(t, bank, options)
	walk := Aim{Toward: TowardER, Symmetry: transform.Rotate180}
	before, _, err := records.Rank(bank.Bank, walk.order()).Best(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	options.Levels = seedbank.Range[rating.Level]{}
	options.Strategy = Walk{Symmetry: transform.Rotate180}
	steps := 0
	for i := range uint64(2) {
		options.RandomSeed, options.Count = i, 30
		progress := run(t, bank, options)
		steps += progress.Walks[0].Steps
	}
	after, _, err := records.Rank(bank.Bank, walk.order()).Best(context.Background())
	if err != nil || after <= before {
		t.Errorf("a walk went from %d to %d, %v", before, after, err)
	}
	all := seeds(t, bank)
	for i := range all {
		if !(&seedbank.Filter{Symmetry: transform.Rotate180, Rungs: true}).Passes(&all[i]) {
			t.Errorf("%v is not symmetric", all[i].Puzzle.Clues())
		}
	}
	left, err := records.Rank(bank.Bank, walk.order()).First(context.Background(), len(all))
	if walked := len(all) - len(left); err != nil || walked != steps || steps == 0 {
		t.Errorf("%d steps, but walked from %d seeds of %d, %v", steps, walked, len(all), err)
	}
	banktest.MustBeTrue(t, bank)
}

// A walk that keeps a symmetry makes itself a start on an empty bank, also if no
// target wants puzzles of its levels.
func TestSymmetricWalkWithNothingToSetOutFrom(t *testing.T) {
	targets, err := ParseTargets([]string{"symmetry:mirror:9=1000"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	bank := newBank(t)
	progress, err := Run(ctx, bank, Options{
		Workers: 2, Strategy: Walk{}, Targets: targets,
		Report: func(p Progress) {
			if len(p.Walks) > 0 && p.Walks[0].Steps >= 3 {
				stop()
			}
		},
	})
	if err != nil || progress.Starts == 0 || len(progress.Walks) != 1 || progress.Walks[0].Symmetry != transform.Mirror {
		t.Errorf("%d seeds to set out from, walks %+v, error %v", progress.Starts, progress.Walks, err)
	}
	mustAddUp(t, &progress)
}

func BenchmarkOrbitNeighbors(b *testing.B) {
	p := symmetricPuzzle(transform.Rotate180, 1)
	h := newOrbitNeighborhood(transform.Rotate180, rand.New(rand.NewPCG(1, 1)))
	for b.Loop() {
		h.neighbors(&p)
	}
}
