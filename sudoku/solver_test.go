package sudoku

import (
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// plain counts solutions the plain way, up to limit: it tries every digit in
// the first empty cell.
func plain(g Grid, limit int) int {
	if g.Conflict() != nil {
		return 0
	}
	return plainFrom(&g, 0, limit)
}

func plainFrom(g *Grid, c, limit int) int {
	for c < len(g) && g[c] != 0 {
		c++
	}
	if c == len(g) {
		return 1
	}
	n, seen := 0, [10]bool{}
	for _, peer := range Cell(c).PeerList() {
		seen[g[peer]] = true
	}
	for d := Digit(1); d <= 9 && n < limit; d++ {
		if !seen[d] {
			g[c] = d
			n += plainFrom(g, c+1, limit-n)
		}
	}
	g[c] = 0
	return n
}

func fits(g *Grid, c Cell, d Digit) bool {
	for _, peer := range c.PeerList() {
		if g[peer] == d {
			return false
		}
	}
	return true
}

// drawPartial draws a grid with none, one, few or many solutions: part of a
// complete grid, now and then with some cells changed. Enough cells are filled
// for the plain way to come to an end.
func drawPartial(t *rapid.T) Grid {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	emptied := rapid.IntRange(0, 90).Draw(t, "emptied")
	changed := rapid.SampledFrom([]int{0, 0, 0, 1, 1, 2, 5}).Draw(t, "changed")
	return partial(random, emptied, changed)
}

// partial returns a complete grid with some random cells emptied and some
// changed.
func partial(random *rand.Rand, emptied, changed int) Grid {
	var s Solver
	g := s.RandomSolution(random)
	for range emptied {
		g[random.IntN(len(g))] = 0
	}
	for range changed {
		g[random.IntN(len(g))] = Digit(random.IntN(10))
	}
	return g
}

// No grid with a number above 9 is a puzzle or has a solution, whatever else is in it.
func TestNumbersAbove9(t *testing.T) {
	var s Solver
	rapid.Check(t, func(t *rapid.T) {
		g := drawPartial(t)
		for range rapid.IntRange(1, 20).Draw(t, "wrong cells") {
			g[rapid.IntRange(0, 80).Draw(t, "cell")] = Digit(rapid.IntRange(10, 255).Draw(t, "number"))
		}
		if p, err := s.Prove(g); err == nil || p != (Puzzle{}) || g.Conflict() == nil && err != ErrNoSolution {
			t.Errorf("%v is a puzzle: %v, %v", g, p, err)
		}
		if p, err := Complete(g); err == nil || p != (Puzzle{}) {
			t.Errorf("%v is complete: %v, %v", g, p, err)
		}
		_, solved := s.Solve(g)
		_, completed := s.RandomCompletion(g, rand.New(rand.NewPCG(1, 2)))
		if n, _ := s.Solutions(g, 2); n != 0 || solved || completed || s.Count(g, 2) != 0 || s.Trials(g) != 0 {
			t.Errorf("%v has a solution", g)
		}
	})
}

// A random completion is complete, without conflicts and keeps the digits; there is none only
// if there is no solution.
func TestRandomCompletions(t *testing.T) {
	var s Solver
	rapid.Check(t, func(t *rapid.T) {
		g := drawPartial(t)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "random"), 1))
		full, ok := s.RandomCompletion(g, random)
		if ok != (plain(g, 1) == 1) {
			t.Fatalf("%v: %v", g, ok)
		}
		if !ok {
			return
		}
		if _, err := Complete(full); err != nil || full.Keep(g.Filled()) != g {
			t.Fatalf("%v completed to %v: %v", g, full, err)
		}
	})
}

func TestCountIsPlain(t *testing.T) {
	var s Solver
	rapid.Check(t, func(t *rapid.T) {
		g := drawPartial(t)
		limit := rapid.SampledFrom([]int{1, 2, 2, 10, 500}).Draw(t, "limit")
		if got, want := s.Count(g, limit), plain(g, limit); got != want {
			t.Fatalf("%v has %d solutions, want %d", g, got, want)
		}
	})
}

// The same for very many grids, with enough clues that it does not take long.
func TestCountIsPlainOften(t *testing.T) {
	grids := 50_000
	if testing.Short() {
		grids = 10_000
	}
	const limit = 20
	var s Solver
	random := rand.New(rand.NewPCG(2, 3))
	var seen [limit + 1]int
	for range grids {
		g := partial(random, 40+random.IntN(28), max(0, random.IntN(6)-3))
		want := plain(g, limit)
		if got := s.Count(g, limit); got != want {
			t.Fatalf("%v has %d solutions, want %d", g, got, want)
		}
		seen[want]++
	}
	for _, n := range []int{0, 1, 2, 3, limit} {
		if seen[n] == 0 {
			t.Errorf("no grid with %d solutions was tried", n)
		}
	}
	t.Logf("grids by their solutions, the last stands for more: %v", seen)
}

// Every reported solution is one, each comes once, and Each stops when told.
func TestEach(t *testing.T) {
	var s Solver
	rapid.Check(t, func(t *rapid.T) {
		g := drawPartial(t)
		stop := rapid.IntRange(1, 600).Draw(t, "stop")
		seen := map[Grid]bool{}
		s.Each(g, func(solution *Grid) bool {
			if solution.NumClues() != 81 || solution.Conflict() != nil || solution.Keep(g.Filled()) != g {
				t.Fatalf("%v is not a solution of %v", solution, g)
			}
			if seen[*solution] {
				t.Fatalf("%v comes twice", solution)
			}
			seen[*solution] = true
			return len(seen) < stop
		})
		if want := s.Count(g, stop); len(seen) != want {
			t.Fatalf("%d solutions of %v, want %d", len(seen), g, want)
		}
	})
}

func TestSolverExtremes(t *testing.T) {
	var s Solver
	var empty Grid
	full := mustParse(t, "736549218218376459459281763572698341683154972194723685927415836865937124341862597")
	last := full
	last[80] = 0
	for _, test := range []struct {
		name string
		grid Grid
		want int
	}{
		{"an empty grid", empty, 1000},
		{"a complete grid", full, 1},
		{"one cell to go", last, 1},
		{"two solutions", mustParse(t, "12.......4567891237891234562143658973658972148972143655316429786429785319785316.."), 1},
		{"a cell without candidates", mustParse(t, "12345678.........9..............................................................."), 0},
		{"a conflict", mustParse(t, "1......1........................................................................."), 0},
	} {
		if got := s.Count(test.grid, 1000); got != test.want {
			t.Errorf("%s has %d solutions, want %d", test.name, got, test.want)
		}
		for limit := -1; limit <= 0; limit++ {
			if n, solution := s.Solutions(test.grid, limit); n+s.Count(test.grid, limit) != 0 || solution != empty {
				t.Errorf("%s has %d solutions, at most %d, such as %v", test.name, n, limit, solution)
			}
		}
	}
}

func TestProve(t *testing.T) {
	var s Solver
	g := mustParse(t, sampleLine)
	p, err := s.Prove(g)
	if err != nil || p.clues != g || p.solution.Keep(g.Filled()) != g {
		t.Errorf("Prove(%v) = %v, %v", g, p, err)
	}
	many, none, conflict := g, g, g
	many[0] = 0
	many[2] = 0
	none[3] = 4
	conflict[8] = 7
	var where *ConflictError
	if _, err := s.Prove(many); !errors.Is(err, ErrManySolutions) {
		t.Errorf("%v: %v", many, err)
	}
	if _, err := s.Prove(none); !errors.Is(err, ErrNoSolution) {
		t.Errorf("%v: %v", none, err)
	}
	if _, err := s.Prove(conflict); !errors.As(err, &where) || where.Digit != 7 {
		t.Errorf("%v: %v", conflict, err)
	}
}

// A clue is redundant if and only if the grid without it has one solution.
// Minimize gives the same puzzle as taking clues away one by one.
func TestMinimizeIsPlain(t *testing.T) {
	var s Solver
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		solution := s.RandomSolution(random)
		order := randomOrder(random)
		order = order[:rapid.IntRange(0, 81).Draw(t, "cells")]
		want := solution
		for _, c := range order {
			d := want[c]
			want[c] = 0
			if s.Count(want, 2) != 1 {
				want[c] = d
			}
		}
		p := Puzzle{clues: solution, solution: solution}
		s.Minimize(&p, order)
		if p.clues != want || p.solution != solution {
			t.Fatalf("Minimize leaves %v, want %v", p.clues, want)
		}
		redundant := s.Redundant(&p)
		for c := range Cell(81) {
			without := p.clues
			without[c] = 0
			if isRedundant := p.clues[c] != 0 && s.Count(without, 2) == 1; isRedundant != redundant.Has(c) {
				t.Fatalf("clue %v of %v: redundant %v, want %v", c, p.clues, !isRedundant, isRedundant)
			}
		}
		if s.Minimal(&p) != redundant.Empty() {
			t.Fatalf("%v minimal: %v, redundant: %d clues", p.clues, s.Minimal(&p), redundant.Len())
		}
	})
}

// Without the cells of an unavoidable set a grid has several solutions. A
// locked clue is the last clue of a set.
func TestUnavoidableSets(t *testing.T) {
	var s Solver
	var u unavoidable
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		solution := s.RandomSolution(random)
		kept := AllCells
		for range rapid.IntRange(0, 60).Draw(t, "taken") {
			kept = kept.Without(Cell(random.IntN(81)))
		}
		u.find(&Puzzle{clues: solution.Keep(kept), solution: solution})
		var locked Cells
		for _, set := range u.sets[:u.n] {
			without := solution.Keep(AllCells.AndNot(set))
			if s.Count(without, 2) != 2 {
				t.Fatalf("%v has no other solution", without)
			}
			if left := set.And(kept); left.Len() == 1 {
				locked = locked.Or(left)
			}
		}
		if u.locked != locked || u.clues != kept {
			t.Fatal("other clues are locked than those that are the last of a set")
		}
	})
}

func randomOrder(random *rand.Rand) (order []Cell) {
	for _, c := range random.Perm(81) {
		order = append(order, Cell(c))
	}
	return order
}

func TestRandomSolutionIsOne(t *testing.T) {
	var s Solver
	random := rand.New(rand.NewPCG(1, 1))
	var first [10]int
	for range 2000 {
		g := s.RandomSolution(random)
		if g.NumClues() != 81 || g.Conflict() != nil {
			t.Fatalf("%v is not a solution", g)
		}
		first[g[0]]++
	}
	for d, n := range first[1:] {
		if n < 150 || n > 300 { // 222 expected, standard deviation 14
			t.Errorf("%d of 2000 begin with %d", n, d+1)
		}
	}
}

func TestPuzzleWith(t *testing.T) {
	var s Solver
	g := mustParse(t, sampleLine)
	p, err := s.Prove(g)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		var added Cells
		for _, c := range rapid.SliceOf(rapid.Uint8Range(0, 80)).Draw(t, "cells") {
			added = added.With(Cell(c))
		}
		more := p.With(added)
		if proven, err := s.Prove(more.clues); err != nil || proven != more {
			t.Fatalf("%v with %v: %v", p, added, err)
		}
		if more.clues.Filled() != g.Filled().Or(added) {
			t.Fatal("other clues than were asked for")
		}
	})
}

func TestSolvingAllocatesNothing(t *testing.T) {
	var s Solver
	g := mustParse(t, sampleLine)
	p, _ := s.Prove(g)
	random := rand.New(rand.NewPCG(1, 1))
	order := randomOrder(random)
	for name, work := range map[string]func(){
		"Count":          func() { s.Count(g, 2) },
		"Prove":          func() { _, _ = s.Prove(g) },
		"Minimize":       func() { q := Puzzle{p.solution, p.solution}; s.Minimize(&q, order) },
		"Redundant":      func() { s.Redundant(&p) },
		"RandomSolution": func() { s.RandomSolution(random) },
	} {
		if n := testing.AllocsPerRun(20, work); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// Any 81 bytes are a grid: a digit is a clue, and anything else an empty cell.
func FuzzCount(f *testing.F) {
	var s Solver
	random := rand.New(rand.NewPCG(4, 5))
	for emptied := range 60 {
		g := partial(random, emptied, emptied%3)
		f.Add(g.AppendLine(nil, '.'))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var g Grid
		if len(text) < len(g) {
			return
		}
		for c := range g {
			if d := text[c] - '0'; d <= 9 {
				g[c] = Digit(d)
			}
		}
		if g.NumClues() < 36 { // for fewer the plain way may have no end
			return
		}
		if got, want := s.Count(g, 50), plain(g, 50); got != want {
			t.Fatalf("%v has %d solutions, want %d", g, got, want)
		}
	})
}

func mustParse(tb testing.TB, line string) Grid {
	tb.Helper()
	g, err := ParseGrid(line)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// Few digits follow from these clues, and there is no solution.
const deep = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."

func TestInterrupt(t *testing.T) {
	g, err := ParseGrid(deep)
	if err != nil {
		t.Fatal(err)
	}
	var s Solver
	asked, why := 0, errors.New("gone")
	s.InterruptBy(func() error { asked++; return why })
	for range 2 {
		if _, err := s.Prove(g); err != why || s.Err() != why || asked != 1 || s.deadEnds > 512 {
			t.Errorf("%v, %v after %d questions and %d dead ends", err, s.Err(), asked, s.deadEnds)
		}
	}
	s.InterruptBy(nil)
	if _, err := s.Prove(g); err != ErrNoSolution || s.Err() != nil {
		t.Errorf("%v, %v; want no solution", err, s.Err())
	}
}

// Grids without a solution that one of the ways to branch does not come to an end with.
func TestSearchBeginsAnew(t *testing.T) {
	for _, text := range [...]string{
		deep,
		".....7.....6...7....................8...24........8.74.7....8426..2........1.....",
		"....7........8.....7....8..7.8.....4..12........6.......7.......4......7.....265.",
	} {
		g, err := ParseGrid(text)
		if err != nil {
			t.Fatal(err)
		}
		var s Solver
		for name, search := range map[string]func() int{
			"Count":     func() int { return s.Count(g, 2) },
			"Solutions": func() int { n, _ := s.Solutions(g, 2); return n },
		} {
			if n := search(); n != 0 || s.deadEnds > 3000 {
				t.Errorf("%s of %s: %d solutions after %d dead ends", name, text, n, s.deadEnds)
			}
		}
	}
}

// The number of dead ends is what a search costs, on any machine.
func TestDeadEnds(t *testing.T) {
	most := map[string]int{"random": 650, "low": 2200, "hard": 7500, "hardest": 18000, "many": 150}
	for name, bound := range most {
		var s Solver
		sum := 0
		for _, g := range readGrids(t, name) {
			s.Count(g, 2)
			sum += s.deadEnds
		}
		if sum > bound || sum < bound/2 {
			t.Errorf("%s: %d dead ends, want up to %d", name, sum, bound)
		}
	}
}
