package sudoku

import (
	"embed"
	"math/rand/v2"
	"strings"
	"testing"
)

//go:embed testdata/*.txt
var sampleFiles embed.FS

// samples are sets of minimal puzzles of our own, described in
// testdata/README.md.
var samples = [...]string{"random", "low", "hard"}

func readSample(tb testing.TB, name string) (puzzles []Puzzle) {
	tb.Helper()
	text, err := sampleFiles.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		tb.Fatal(err)
	}
	var s Solver
	for line := range strings.Lines(string(text)) {
		g := mustParse(tb, strings.TrimSpace(line))
		p, err := s.Prove(g)
		if err != nil {
			tb.Fatalf("%s: %v: %v", name, g, err)
		}
		puzzles = append(puzzles, p)
	}
	return puzzles
}

// The samples are as testdata/README.md describes them.
func TestSamples(t *testing.T) {
	var s Solver
	for _, name := range samples {
		puzzles := readSample(t, name)
		if len(puzzles) != 500 {
			t.Errorf("%s has %d puzzles", name, len(puzzles))
		}
		for i := range puzzles {
			if !s.Minimal(&puzzles[i]) {
				t.Errorf("%s: %v is not minimal", name, puzzles[i].clues)
			}
			if n := puzzles[i].clues.NumClues(); name == "low" && n > 21 {
				t.Errorf("%s: %v has %d clues", name, puzzles[i].clues, n)
			}
		}
	}
}

// benchmarkSamples runs work on the puzzles of each sample, one at a time.
func benchmarkSamples(b *testing.B, work func(*Solver, *Puzzle)) {
	for _, name := range samples {
		b.Run(name, func(b *testing.B) {
			benchmarkPuzzles(b, readSample(b, name), work)
		})
	}
}

func benchmarkPuzzles(b *testing.B, puzzles []Puzzle, work func(*Solver, *Puzzle)) {
	var s Solver
	i := 0
	for b.Loop() {
		work(&s, &puzzles[i%len(puzzles)])
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}

func BenchmarkSolve(b *testing.B) {
	benchmarkSamples(b, func(s *Solver, p *Puzzle) { s.Solve(p.clues) })
}

func BenchmarkCount(b *testing.B) {
	benchmarkSamples(b, func(s *Solver, p *Puzzle) { s.Count(p.clues, 2) })
}

func BenchmarkProve(b *testing.B) {
	benchmarkSamples(b, func(s *Solver, p *Puzzle) { _, _ = s.Prove(p.clues) })
}

func BenchmarkRedundant(b *testing.B) {
	benchmarkSamples(b, func(s *Solver, p *Puzzle) { s.Redundant(p) })
}

func BenchmarkMinimal(b *testing.B) {
	benchmarkSamples(b, func(s *Solver, p *Puzzle) { s.Minimal(p) })
}

// All solutions of puzzles with three clues too few, but no more than a
// thousand.
func BenchmarkEach(b *testing.B) {
	puzzles := readSample(b, "random")
	for i := range puzzles {
		clues := puzzles[i].clues
		for range 3 {
			clues[clues.Filled().First()] = 0
		}
	}
	benchmarkPuzzles(b, puzzles, func(s *Solver, p *Puzzle) {
		n := 0
		s.Each(p.clues, func(*Grid) bool { n++; return n < 1000 })
	})
}

// Minimal puzzles out of complete grids.
func BenchmarkMinimize(b *testing.B) {
	var orders [64][]Cell
	random := rand.New(rand.NewPCG(1, 2))
	for i := range orders {
		orders[i] = randomOrder(random)
	}
	i := 0
	benchmarkPuzzles(b, readSample(b, "random"), func(s *Solver, p *Puzzle) {
		complete := Puzzle{clues: p.solution, solution: p.solution}
		s.Minimize(&complete, orders[i%len(orders)])
		i++
	})
}

func BenchmarkRandomSolution(b *testing.B) {
	var s Solver
	random := rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		s.RandomSolution(random)
	}
}
