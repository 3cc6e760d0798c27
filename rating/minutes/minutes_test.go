package minutes

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// profiles are all that is told of a puzzle.
type profiles struct {
	Estimate
	widths string
}

func profileOf(t testing.TB, e *Estimator, p *sudoku.Puzzle) profiles {
	t.Helper()
	found, err := e.Class(p)
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	var widths strings.Builder
	for _, n := range e.Widths() {
		widths.WriteRune(rune('0' + n))
	}
	return profiles{found, widths.String()}
}

// puzzlesOfAllLevels returns rated puzzles and random minimal ones.
func puzzlesOfAllLevels(t testing.TB, n int) (list []sudoku.Puzzle) {
	t.Helper()
	file, err := os.Open("../testdata/rated.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var solver sudoku.Solver
	for lines := bufio.NewScanner(file); lines.Scan() && len(list) < n; {
		grid, err := sudoku.ParseGrid(strings.Fields(lines.Text())[0])
		if err != nil {
			continue // the titles
		}
		p, err := solver.Prove(grid)
		if err != nil {
			t.Fatal(err)
		}
		if p.NumClues() < 81 {
			list = append(list, p)
		}
	}
	for _, o := range allObserved(t) {
		if len(list) < n {
			list = append(list, o.puzzle)
		}
	}
	for random := rand.New(rand.NewPCG(3, 3)); len(list) < n; {
		o := list[random.IntN(len(list))]
		grid, order := o.Solution(), make([]sudoku.Cell, 81)
		for i, at := range random.Perm(81) {
			order[i] = sudoku.Cell(at)
		}
		p, err := sudoku.Complete(grid)
		if err != nil {
			t.Fatal(err)
		}
		solver.Minimize(&p, order)
		list = append(list, p)
	}
	return list
}

// All isomorphs have the same estimate, the same bottlenecks and the same widths.
func TestIsomorphsAreAlike(t *testing.T) {
	var e Estimator
	random := rand.New(rand.NewPCG(1, 2))
	for _, p := range puzzlesOfAllLevels(t, 60) {
		want := profileOf(t, &e, &p)
		for range 15 {
			image := transform.FromIndex(random.Uint64N(transform.Order)).Puzzle(p)
			if got := profileOf(t, &e, &image); got != want {
				t.Fatalf("%v: %+v, its isomorph %v: %+v", p, want, image, got)
			}
		}
	}
}

// The board is what a plain look at the candidates finds.
func TestBoardFindsAllSingles(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, p := range puzzlesOfAllLevels(t, 40) {
		var k key
		var b board
		k.read(p.Solution())
		b.start(p.Clues(), &k)
		for b.cells > 0 {
			open := compareWithCandidates(t, &b, &k)
			if open.Empty() {
				break
			}
			cells := slices.Collect(open.All())
			b.fill(cells[random.IntN(len(cells))], &k)
		}
	}
}

// compareWithCandidates compares the singles of a board with those that a search of all houses
// and cells finds, and returns their cells.
func compareWithCandidates(t *testing.T, b *board, k *key) (all sudoku.Cells) {
	t.Helper()
	x := b.position(k)
	candidates := rating.PositionOf(x.Grid).Candidates
	if candidates != x.Candidates {
		t.Fatalf("candidates differ at %v", x.Grid)
	}
	var want [numReasons]sudoku.Cells
	for c, digits := range candidates {
		if digits.Len() == 1 {
			want[inCell] = want[inCell].With(sudoku.Cell(c))
		}
	}
	for h := range sudoku.House(sudoku.NumHouses) {
		for d := range sudoku.AllDigits.All() {
			var places []sudoku.Cell
			for _, c := range h.List() {
				if candidates[c].Has(d) {
					places = append(places, c)
				}
			}
			why := inLine
			if h >= sudoku.FirstBox {
				why = inBox
			}
			if len(places) == 1 {
				want[why] = want[why].With(places[0])
			}
		}
	}
	for why := range numReasons {
		if got := b.openFor(why); got != want[why] {
			t.Fatalf("reason %d: cells %v, want %v", why, got, want[why])
		}
		all = all.Or(want[why])
	}
	return all
}

// The rounds of a puzzle that one can follow by eye.
func TestProfile(t *testing.T) {
	var solver sudoku.Solver
	var e Estimator
	p, err := solver.Prove(allObserved(t)[0].puzzle.Solution()) // the whole grid
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Class(&p); !errors.Is(err, rating.ErrComplete) {
		t.Errorf("a complete grid: %v", err)
	}
	for c := range sudoku.Cell(81) { // one empty cell
		clues := p.Clues()
		clues[c] = 0
		one, err := solver.Prove(clues)
		if err != nil {
			t.Fatal(err)
		}
		found := profileOf(t, &e, &one)
		if found.Rounds != 1 || found.Narrow != 0 || found.Turn != 1 || found.widths != "1" || found.Hardest != 12 || found.Beyond {
			t.Fatalf("one empty cell: %+v", found)
		}
	}
}

// Estimates stay what they are for a [Version], on every machine.
func TestEstimatesStay(t *testing.T) {
	var e Estimator
	sum := sha256.New()
	for _, p := range puzzlesOfAllLevels(t, 400) {
		fmt.Fprintln(sum, profileOf(t, &e, &p))
	}
	if got := hex.EncodeToString(sum.Sum(nil)[:8]); Version != 1 || got != "62cfad940c8d7877" {
		t.Errorf("the estimates of version %d have the hash %s", Version, got)
	}
}

func TestTexts(t *testing.T) {
	for _, known := range []struct {
		estimate Estimate
		want     string
	}{
		{Estimate{Seconds: 5}, "about 1 minute"},
		{Estimate{Seconds: 449}, "about 7 minutes"},
		{Estimate{Seconds: 450}, "about 8 minutes"},
		{Estimate{Seconds: 2400, Beyond: true}, "about 40 minutes or more"},
		{Estimate{Seconds: 1e6}, "about 250 minutes or more"},
		{Estimate{Seconds: math.MaxInt}, "about 250 minutes or more"},
	} {
		if got := known.estimate.TextIn(rating.English); got != known.want {
			t.Errorf("%d seconds: %q, want %q", known.estimate.Seconds, got, known.want)
		}
	}
	if n := (&Estimate{Seconds: math.MaxInt}).Beginner(); n != Most {
		t.Errorf("a beginner takes %d minutes, want %d", n, Most)
	}
	e := Estimate{Seconds: 600}
	if e.Minutes() != 10 || e.Beginner() != 20 || e.Fast() != 3 {
		t.Errorf("%d minutes, a beginner %d, a fast solver %d", e.Minutes(), e.Beginner(), e.Fast())
	}
}

// Canonical forms apart, whose search takes memory for symmetric grids.
func TestAllocatesNothing(t *testing.T) {
	var e Estimator
	var canonizer transform.Canonizer
	list := puzzlesOfAllLevels(t, 300)
	estimate := func() {
		for i := range list {
			if _, err := e.Canonical(&list[i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i := range list {
		list[i] = canonizer.Canonical(list[i].Clues()).To.Puzzle(list[i])
	}
	estimate() // the scratch memory grows
	if n := testing.AllocsPerRun(3, estimate); n > 0 {
		t.Errorf("%v allocations for %d puzzles", n, len(list))
	}
}
