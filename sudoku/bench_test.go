package sudoku

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

//go:embed testdata/*.txt
var sampleFiles embed.FS

// samples are sets of minimal puzzles of our own, described in
// testdata/README.md.
var samples = [...]string{"random", "low", "hard", "hardest"}

func readSample(tb testing.TB, name string) (puzzles []Puzzle) {
	tb.Helper()
	var s Solver
	for _, g := range readGrids(tb, name) {
		p, err := s.Prove(g)
		if err != nil {
			tb.Fatalf("%s: %v: %v", name, g, err)
		}
		puzzles = append(puzzles, p)
	}
	return puzzles
}

func readGrids(tb testing.TB, name string) (grids []Grid) {
	tb.Helper()
	text, err := sampleFiles.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		tb.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		grids = append(grids, mustParse(tb, strings.TrimSpace(line)))
	}
	return grids
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

// The sample of grids with many solutions is as testdata/README.md says. Every
// random grid that this program makes depends on the stream of random solutions:
// fix the code so that the file stays.
func TestManySolutionsSample(t *testing.T) {
	grids := readGrids(t, "many")
	if want := manySolutions(t); !slices.Equal(grids, want) {
		t.Error("testdata/many.txt is not made of the random solutions that it was made of")
	}
	var s Solver
	for _, g := range grids {
		if s.Count(g, 2) < 2 {
			t.Errorf("%v has fewer than two solutions", g)
		}
	}
}

// manySolutions makes 500 grids with two solutions or more: puzzles with one to
// five clues taken away, and few clues of random complete grids.
func manySolutions(tb testing.TB) (grids []Grid) {
	random := rand.New(rand.NewPCG(8, 9))
	for i := range 125 {
		for _, name := range [...]string{"low", "random"} {
			g := readGrids(tb, name)[i]
			grids = append(grids, keepRandom(g, g.NumClues()-1-random.IntN(5), random))
		}
	}
	var s Solver
	for range 250 {
		grids = append(grids, keepRandom(s.RandomSolution(random), 17+random.IntN(10), random))
	}
	return grids
}

// keepRandom returns g with n of its clues, drawn at random.
func keepRandom(g Grid, n int, random *rand.Rand) Grid {
	var kept Cells
	for _, c := range randomOrder(random) {
		if g[c] != 0 && kept.Len() < n {
			kept = kept.With(c)
		}
	}
	return g.Keep(kept)
}

// The order of solutions decides what a search with a limit finds: fix the code
// so that it stays.
func TestOrderOfSolutions(t *testing.T) {
	const want = "89d5805e9a7f972f6af884657b81b8492f75553c2705a336a9885919c537c818"
	order := sha256.New()
	var s Solver
	for _, g := range readGrids(t, "many") {
		n := 0
		s.Each(g, func(solution *Grid) bool {
			order.Write(append(solution.AppendLine(nil, '.'), '\n'))
			n++
			return n < 50
		})
		first, _ := s.Solve(g)
		order.Write(append(first.AppendLine(nil, '.'), '\n'))
	}
	if got := hex.EncodeToString(order.Sum(nil)); got != want {
		t.Errorf("solutions come in another order: their sum is %s", got)
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

// Two solutions of grids with many.
func BenchmarkFindTwo(b *testing.B) {
	var grids []Puzzle
	for _, g := range readGrids(b, "many") {
		grids = append(grids, Puzzle{clues: g})
	}
	benchmarkPuzzles(b, grids, func(s *Solver, p *Puzzle) { s.Count(p.clues, 2) })
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
		puzzles[i].clues = clues
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
