package depth

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// loki is the first puzzle that was known to be deeper than 2, found by mith in 2022 and
// shown to be so by Denis Berthier ("The hardest sudokus (new thread)" of the forum).
const loki = "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6.."

func prove(tb testing.TB, line string) sudoku.Puzzle {
	tb.Helper()
	grid, err := sudoku.ParseGrid(line)
	if err != nil {
		tb.Fatal(err)
	}
	puzzle, err := new(sudoku.Solver).Prove(grid)
	if err != nil {
		tb.Fatalf("%s: %v", line, err)
	}
	return puzzle
}

// sample returns the first puzzles of a sample of package sudoku.
func sample(tb testing.TB, name string, n int) (puzzles []sudoku.Puzzle) {
	tb.Helper()
	text, err := os.ReadFile("../../sudoku/testdata/" + name + ".txt")
	if err != nil {
		tb.Fatal(err)
	}
	for _, line := range strings.Fields(string(text))[:n] {
		puzzles = append(puzzles, prove(tb, line))
	}
	return puzzles
}

// drawPuzzle draws a puzzle of a sample, with some more clues.
func drawPuzzle(t *rapid.T, puzzles []sudoku.Puzzle, more int) sudoku.Puzzle {
	return rapid.SampledFrom(puzzles).Draw(t, "puzzle").With(drawCells(t, more))
}

func drawCells(t *rapid.T, most int) sudoku.Cells {
	cells := rapid.SliceOfN(rapid.IntRange(0, 80), 0, most).Draw(t, "cells")
	var set sudoku.Cells
	for _, c := range cells {
		set = set.With(sudoku.Cell(c))
	}
	return set
}

// samples returns puzzles of all depths.
func samples(tb testing.TB) []sudoku.Puzzle {
	return append(append(sample(tb, "hardest", 100), sample(tb, "random", 100)...), prove(tb, loki))
}

// candidates returns the number of candidates that singles leave of a grid.
func (p *Prober) candidates(grid *sudoku.Grid) (n int) {
	left, _ := p.applied(grid, 0)
	for _, digits := range left {
		n += digits.Len()
	}
	return n
}

// applied returns what is left of a grid after T&E(depth), in the form of naive, and
// whether it is possible. The witnesses of the puzzle solved before are kept.
func (p *Prober) applied(grid *sudoku.Grid, depth int) (left naive, possible bool) {
	var s state
	s.start(grid)
	possible = p.apply(depth, &s)
	for i, cells := range s.digits {
		for c := range cells.All() {
			left[c] = left[c].With(sudoku.Digit(i + 1))
		}
	}
	return left, possible
}

// What is left of any grid after T&E is what the definition leaves, whatever witnesses
// there are from other grids. The grids are puzzles with more clues, and one clue that is
// taken away or false.
func TestTrialsLeaveWhatTheDefinitionLeaves(t *testing.T) {
	puzzles := samples(t)
	var p Prober
	p.Trials(&puzzles[0])
	possibles, contradictions := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		grid := drawPuzzle(t, puzzles, 20).Clues()
		grid[rapid.IntRange(0, 80).Draw(t, "cell")] = sudoku.Digit(rapid.IntRange(0, 9).Draw(t, "digit"))
		want := naiveOf(&grid)
		depth := rapid.IntRange(0, 2).Draw(t, "depth")
		if candidates := p.candidates(&grid); depth == 2 && candidates > 150 {
			depth = 1 // trying everything would take long
		}
		wantPossible := want.apply(depth)
		got, possible := p.applied(&grid, depth)
		if possible != wantPossible {
			t.Fatalf("possible: %v, want %v", possible, wantPossible)
		}
		if possible && got != want {
			t.Fatalf("T&E(%d) leaves\n%v, want\n%v", depth, got, want)
		}
		if possible {
			possibles++
		} else {
			contradictions++
		}
	})
	if possibles == 0 || contradictions == 0 {
		t.Errorf("%d grids were possible, %d were not", possibles, contradictions)
	}
}

// The depth is the one of the definition. Some puzzles have a clue more.
func TestTrialsAreThoseOfTheDefinition(t *testing.T) {
	var p Prober
	var seen [MaxTrials + 2]int
	puzzles := append(sample(t, "hardest", 12), sample(t, "random", 12)...)
	for i, puzzle := range puzzles {
		if i%3 > 0 {
			puzzle = puzzle.With(sudoku.CellSet(sudoku.Cell(3 * i)))
		}
		got, want := p.Trials(&puzzle), trials(&puzzle)
		if got != want {
			t.Errorf("%v: T&E(%d), want T&E(%d)", puzzle.Clues(), got, want)
		}
		seen[got]++
	}
	if seen[0] == 0 || seen[1] == 0 || seen[2] == 0 {
		t.Errorf("not every depth was seen: %v", seen)
	}
}

// By definition, trying everything, it takes seconds.
func TestLokiIsDeep(t *testing.T) {
	puzzle := prove(t, loki)
	var p Prober
	if got := p.Trials(&puzzle); got != 3 {
		t.Errorf("T&E(%d), want T&E(3)", got)
	}
	if testing.Short() {
		t.Skip("left out in short mode: the same by definition")
	}
	clues := puzzle.Clues()
	want := naiveOf(&clues)
	if !want.apply(2) || want.solved() {
		t.Fatal("solved by T&E(2)")
	}
	if got, possible := p.applied(&clues, 2); !possible || got != want {
		t.Errorf("T&E(2) leaves\n%v, want\n%v", got, want)
	}
}

func TestBackdoorsAreAllSets(t *testing.T) {
	var p Prober
	var seen [4]int
	for _, puzzle := range append(sample(t, "hardest", 12), sample(t, "random", 12)...) {
		got := p.Backdoors(&puzzle)
		want := Backdoor{Size: -1}
		for want.Count == 0 {
			want.Size++
			want.Count = opened(&puzzle, want.Size, 0)
		}
		if got != want {
			t.Errorf("%v: %+v, want %+v", puzzle.Clues(), got, want)
		}
		seen[got.Size]++
	}
	if seen[0] == 0 || seen[1] == 0 || seen[2] == 0 {
		t.Errorf("not every size was seen: %v", seen)
	}
}

func TestWithoutCountsSolutions(t *testing.T) {
	var p Prober
	for _, puzzle := range append(sample(t, "hardest", 4), sample(t, "low", 2)...) {
		puzzle = puzzle.With(sudoku.CellSet(0, 40, 80))
		var want Without
		for c := range puzzle.Clues().Filled().All() {
			grid := puzzle.Clues()
			grid[c] = 0
			n := naive{}
			for c := range n {
				n[c] = sudoku.AllDigits
			}
			for c := range grid.Filled().All() {
				n.fill(c, grid[c])
			}
			want[c] = n.count(SolutionLimit)
		}
		if diff := cmp.Diff(want, p.Without(&puzzle)); diff != "" {
			t.Errorf("%v: %s", puzzle.Clues(), diff)
		}
	}
}

func TestCountingEndsAtTheLimit(t *testing.T) {
	puzzle := prove(t, "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
	var p Prober
	without := p.Without(&puzzle)
	least, greatest := without.Range()
	if least < 2 || least == SolutionLimit || greatest != SolutionLimit {
		t.Errorf("%d to %d solutions", least, greatest)
	}
}

// Isomorphs have the same measures, cell for cell.
func TestIsomorphsHaveTheSameMeasures(t *testing.T) {
	puzzles := samples(t)
	var p Prober
	rapid.Check(t, func(t *rapid.T) {
		puzzle := drawPuzzle(t, puzzles, 9)
		isomorphism := transform.FromIndex(rapid.Uint64Range(0, transform.Order-1).Draw(t, "isomorphism"))
		image := isomorphism.Puzzle(puzzle)
		want := p.Measure(&puzzle)
		turned := want
		for c, n := range want.Without {
			turned.Without[isomorphism.Cell(sudoku.Cell(c))] = n
		}
		turned.Tridagon = want.Tridagon.mapped(isomorphism)
		if diff := cmp.Diff(turned, p.Measure(&image)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// More clues make nothing deeper, open what was open, and leave no clue more
// solutions.
func TestMoreCluesAskForLess(t *testing.T) {
	puzzles := samples(t)
	var p Prober
	rapid.Check(t, func(t *rapid.T) {
		puzzle := drawPuzzle(t, puzzles, 5)
		more := puzzle.With(drawCells(t, 5))
		before, after := p.Measure(&puzzle), p.Measure(&more)
		if after.Trials > before.Trials || after.Backdoor.Size > before.Backdoor.Size {
			t.Fatalf("%+v, and with more clues %+v", before, after)
		}
		for c, n := range before.Without {
			if n > 0 && after.Without[c] > n {
				t.Fatalf("%v: %d solutions, and with more clues %d", sudoku.Cell(c), n, after.Without[c])
			}
		}
	})
}

// The measures agree where they must: no trials are needed if and only if no cell has to
// be opened, and a clue without which there is one solution is redundant.
func TestMeasuresAgree(t *testing.T) {
	puzzles := samples(t)
	var p Prober
	var solver sudoku.Solver
	rapid.Check(t, func(t *rapid.T) {
		puzzle := drawPuzzle(t, puzzles, 12)
		m := p.Measure(&puzzle)
		if (m.Trials == 0) != (m.Backdoor == Backdoor{0, 1}) || m.Backdoor.Count < 1 {
			t.Fatalf("%+v", m)
		}
		var redundant, clues sudoku.Cells
		for c, n := range m.Without {
			if n == 1 {
				redundant = redundant.With(sudoku.Cell(c))
			}
			if n > 0 {
				clues = clues.With(sudoku.Cell(c))
			}
		}
		if clues != puzzle.Clues().Filled() {
			t.Fatal("not every clue was taken away")
		}
		if want := solver.Redundant(&puzzle); redundant != want {
			t.Fatalf("redundant are %v, want %v", redundant, want)
		}
	})
}

func TestMeasuringAllocatesNothing(t *testing.T) {
	puzzles := samples(t)
	p := new(Prober)
	i := 0
	if n := testing.AllocsPerRun(10, func() {
		p.Measure(&puzzles[i%len(puzzles)])
		p.Refuted(&puzzles[i%len(puzzles)])
		i++
	}); n != 0 {
		t.Errorf("%v allocations a puzzle", n)
	}
}
