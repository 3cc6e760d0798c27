package rating_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

func TestTenths(t *testing.T) {
	for _, text := range []string{"0.0", "1.0", "6.6", "11.9", "25.5"} {
		got, err := rating.ParseTenths(text)
		if err != nil || got.String() != text {
			t.Errorf("ParseTenths(%q) = %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]rating.Tenths{"7": 70, ".5": 5, "7.": 70, "07.1": 71} {
		if got, err := rating.ParseTenths(text); err != nil || got != want {
			t.Errorf("ParseTenths(%q) = %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", ".", "6.66", "-1", "25.6", "26", "1.2.3", "six", "99999999999999999999"} {
		if got, err := rating.ParseTenths(text); err == nil {
			t.Errorf("ParseTenths(%q) = %v", text, got)
		}
	}
	for _, text := range []string{"0", "0.9", "25.6", "100", "99999999999999999999"} { // one range, one message
		if _, err := rating.ParseER(text); err == nil || err.Error() != text+" is not within 1.0-25.5" {
			t.Errorf("ParseER(%q): %v", text, err)
		}
	}
}

func TestLevels(t *testing.T) {
	next := rating.Tenths(10)
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		low, high := level.Range()
		if low != next || high < low || level.Name() == "" {
			t.Errorf("level %d, %q, is %v to %v", level, level.Name(), low, high)
		}
		for _, er := range []rating.Tenths{low, high} {
			if got := rating.LevelOf(er); got != level {
				t.Errorf("LevelOf(%v) = %d, want %d", er, got, level)
			}
		}
		next = high + 1
	}
	if next != 0 { // one more than MaxTenths
		t.Errorf("levels end before %v", next)
	}
}

func TestCompleteGridIsNotRated(t *testing.T) {
	p := readRated(t, sample)[0].puzzle
	p = p.With(sudoku.AllCells)
	var rater rating.Rater
	if _, err := rater.Rate(&p); !errors.Is(err, rating.ErrComplete) {
		t.Errorf("Rate: %v", err)
	}
	if _, err := rater.Path(&p); !errors.Is(err, rating.ErrComplete) {
		t.Errorf("Path: %v", err)
	}
}

// TestPathAgreesWithRating checks the promises of Path, and that a Result says
// what the path says.
func TestPathAgreesWithRating(t *testing.T) {
	var rater rating.Rater
	for _, r := range readRated(t, sample) {
		result, err := rater.Rate(&r.puzzle)
		if err != nil {
			t.Fatal(err)
		}
		path, err := rater.Path(&r.puzzle)
		if err != nil {
			t.Fatal(err)
		}
		want := rating.Result{ED: path[0].Rating}
		grid, placed := r.puzzle.Clues(), false
		for i := range path {
			round := &path[i]
			if round.Grid != grid {
				t.Fatalf("%v: round %d is on %v, want %v", r.puzzle.Clues(), i, round.Grid, grid)
			}
			if round.Rating > want.ER {
				want.ER, want.Hardest = round.Rating, round.Technique
			}
			for _, s := range round.Steps {
				want.Uses[s.Technique]++
				if s.Technique != round.Technique || s.Rating != round.Rating {
					t.Fatalf("%v in a round of %v, %v", &s, round.Technique, round.Rating)
				}
				if s.Places {
					grid[s.Placement.Cell()] = s.Placement.Digit()
				}
			}
			if !placed {
				want.EP, placed = want.ER, grid != r.puzzle.Clues()
			}
		}
		if grid != r.puzzle.Solution() {
			t.Fatalf("%v: the path ends at %v", r.puzzle.Clues(), grid)
		}
		if numbers(&want) != numbers(&result) || want.Hardest != result.Hardest || want.Uses != result.Uses {
			t.Fatalf("%v: rated %+v, the path says %+v", r.puzzle.Clues(), result, want)
		}
		if result.Level() != rating.LevelOf(result.ER) {
			t.Fatalf("a result of %v has level %d", result.ER, result.Level())
		}
	}
}

// TestIsomorphsAreRatedAlike checks the promise of the project: the rating of
// the canonical form is the same from whatever isomorph it is reached.
func TestIsomorphsAreRatedAlike(t *testing.T) {
	list := readRated(t, sample)
	var rater rating.Rater
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(list).Draw(t, "puzzle").puzzle
		phi := transform.FromIndex(rapid.Uint64Max(transform.Order-1).Draw(t, "isomorphism"))
		var results [2]rating.Result
		var errs [2]error
		for i, p := range []sudoku.Puzzle{p, phi.Puzzle(p)} {
			results[i], errs[i] = rater.RateClass(&p)
		}
		if results[0] != results[1] || (errs[0] == nil) != (errs[1] == nil) {
			t.Fatalf("rated %+v, %v and %+v, %v", results[0], errs[0], results[1], errs[1])
		}
	})
}

// TestMapUndone checks that a round mapped there and back is the same.
func TestMapUndone(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, round := range rounds(t) {
		phi := transform.Random(rng)
		back := phi.Inverse()
		image := round.Map(phi)
		again := image.Map(back)
		if again.Grid != round.Grid || again.Candidates != round.Candidates || again.Rating != round.Rating {
			t.Fatal("a round comes back as another")
		}
		for i := range round.Steps {
			a, b := &round.Steps[i], &again.Steps[i]
			if a.String() != b.String() || a.Explain(&round.Position) != b.Explain(&again.Position) ||
				!slices.Equal(a.Houses, b.Houses) || !slices.Equal(a.Covers, b.Covers) {
				t.Fatalf("%v: %s\ncomes back as\n%v: %s", a, a.Explain(&round.Position), b, b.Explain(&again.Position))
			}
		}
	}
}

// TestRatingAllocatesNothing counts for the class only what rating adds to the
// search for the canonical form.
func TestRatingAllocatesNothing(t *testing.T) {
	list := readRated(t, sample)
	var rater rating.Rater
	var canonizer transform.Canonizer
	allocations := func(do func(*sudoku.Puzzle) error) float64 {
		all := func() {
			for i := range list {
				if err := do(&list[i].puzzle); err != nil {
					t.Fatal(err)
				}
			}
		}
		all() // makes the scratch memory
		return testing.AllocsPerRun(3, all)
	}
	if n := allocations(func(p *sudoku.Puzzle) error {
		_, err := rater.Rate(p)
		return err
	}); n != 0 {
		t.Errorf("Rate: %v allocations", n)
	}
	canonical := allocations(func(p *sudoku.Puzzle) error {
		canonizer.Canonical(p.Clues())
		return nil
	})
	if n := allocations(func(p *sudoku.Puzzle) error {
		_, err := rater.Class(p)
		return err
	}); n != canonical {
		t.Errorf("Class: %v allocations, of which %v for canonical forms", n, canonical)
	}
	list = oneOfEachER(t) // with a clue more in each of their cells
	var additions rating.Additions
	each := func(p *sudoku.Puzzle, do func(base sudoku.Cells, cell sudoku.Cell) error) error {
		empty := sudoku.AllCells.AndNot(p.Clues().Filled())
		base := sudoku.CellSet(empty.First())
		for c := range empty.AndNot(base).All() {
			if err := do(base, c); err != nil {
				return err
			}
		}
		return nil
	}
	canonical = allocations(func(p *sudoku.Puzzle) error {
		return each(p, func(base sudoku.Cells, cell sudoku.Cell) error {
			canonizer.Canonical(p.With(base.With(cell)).Clues())
			return nil
		})
	})
	if n := allocations(func(p *sudoku.Puzzle) error {
		additions.Begin(&rater, p)
		return each(p, func(base sudoku.Cells, cell sudoku.Cell) error {
			_, _, err := additions.ClassBelow(base, cell, rating.MaxTenths)
			return err
		})
	}); n != canonical {
		t.Errorf("Additions: %v allocations, of which %v for canonical forms", n, canonical)
	}
}

// FuzzRate rates puzzles with clues of the solution added, turned at random.
func FuzzRate(f *testing.F) {
	list := readRated(f, sample)
	f.Add(uint16(0), uint64(0), "")
	f.Add(uint16(7), uint64(1234567), "\x05\x33\x21")
	f.Fuzz(func(t *testing.T, puzzle uint16, isomorphism uint64, more string) {
		p := list[int(puzzle)%len(list)].puzzle
		for _, c := range []byte(more) {
			p = p.With(sudoku.CellSet(sudoku.Cell(c % 81)))
		}
		p = transform.FromIndex(isomorphism % transform.Order).Puzzle(p)
		var rater rating.Rater
		path, err := rater.Path(&p)
		if err != nil && !errors.Is(err, rating.ErrComplete) {
			t.Fatal(err)
		}
		for i := range path {
			for _, s := range path[i].Steps {
				checkStep(t, s.Technique, &s, &path[i], p.Solution())
			}
		}
	})
}

// FuzzRateText goes all the way from a text to a rating and a path.
func FuzzRateText(f *testing.F) {
	f.Add("")
	f.Add(strings.Repeat(".", 81))
	for _, r := range readRated(f, sample) {
		f.Add(r.puzzle.Clues().String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		grid, err := sudoku.ParseGrid(text)
		if err != nil {
			return
		}
		puzzle, err := new(sudoku.Solver).Prove(grid)
		if err != nil {
			return
		}
		var rater rating.Rater
		result, err := rater.RateClass(&puzzle)
		path, pathErr := rater.PathClass(&puzzle)
		if (err == nil) != (pathErr == nil) || err == nil && result.ED != path[0].Rating {
			t.Fatalf("%v: rated %+v, %v, but the path has %d rounds, %v", grid, result, err, len(path), pathErr)
		}
	})
}

func FuzzParseTenths(f *testing.F) {
	f.Add("6.6")
	f.Fuzz(func(t *testing.T, text string) {
		tenths, err := rating.ParseTenths(text)
		if err != nil {
			return
		}
		if again, err := rating.ParseTenths(tenths.String()); err != nil || again != tenths {
			t.Errorf("%q is %v, and that is %v, %v", text, tenths, again, err)
		}
	})
}

func BenchmarkRate(b *testing.B) {
	list := readRated(b, sample)
	var rater rating.Rater
	for i := 0; b.Loop(); i++ {
		rater.Rate(&list[i%len(list)].puzzle)
	}
}

// BenchmarkRateSamples rates puzzles of the samples of package sudoku: random ones,
// and ten that are rated 10.2 to 11.1.
func BenchmarkRateSamples(b *testing.B) {
	for _, kind := range []struct {
		name string
		most int
	}{{"random", 500}, {"hardest", 10}} {
		text, err := os.ReadFile(filepath.Join("..", "sudoku", "testdata", kind.name+".txt"))
		if err != nil {
			b.Fatal(err)
		}
		var puzzles []sudoku.Puzzle
		for _, line := range strings.Fields(string(text))[:kind.most] {
			puzzles = append(puzzles, prove(b, line))
		}
		b.Run(kind.name, func(b *testing.B) {
			var rater rating.Rater
			for i := 0; b.Loop(); i++ {
				rater.Rate(&puzzles[i%len(puzzles)])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}

// BenchmarkTechnique runs each technique on states where no easier one than a
// naked pair finds anything.
func BenchmarkTechnique(b *testing.B) {
	var stuck []rating.Round
	for _, round := range rounds(b) {
		if round.Rating >= 30 {
			stuck = append(stuck, round)
		}
	}
	for technique := range rating.Techniques() {
		find := rating.Finder(technique, stuck)
		b.Run(technique.String(), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				find(i % len(stuck))
			}
		})
	}
}

func TestTheZeroPuzzleIsNotRated(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("rated")
		}
	}()
	new(rating.Rater).Rate(&sudoku.Puzzle{})
}
