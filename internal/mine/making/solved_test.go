package making

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// What a chain with a given solution keeps has this solution, one solution, the clues and the
// level wanted, and depends on its number alone.
func TestSolvedChains(t *testing.T) {
	one, other := NewShaper(3), NewShaper(3)
	var rater rating.Rater
	kept := 0
	rapid.Check(t, func(t *rapid.T) {
		of := &Solved{
			Grid:     one.solver.RandomSolution(one.random).Keep(sudoku.CellsOfWords(rapid.Uint64().Draw(t, "first bands"), rapid.Uint64().Draw(t, "third band"))),
			Symmetry: rapid.SampledFrom(slices.Collect(transform.Symmetries())).Draw(t, "symmetry"),
		}
		if rapid.Bool().Draw(t, "clues for people") {
			of.Clues = seedbank.Range[int]{Low: 28, High: 34}
		}
		a := Aim{Levels: seedbank.Only(rating.Level(rapid.IntRange(1, 6).Draw(t, "level")))}
		i := rapid.Uint64Range(0, 1<<40).Draw(t, "chain")
		got, tried, err := one.SolvedChain(context.Background(), of, a, i)
		if err != nil || len(got) > 1 || tried.Grids != 1 {
			t.Fatalf("%d kept, tried %+v, %v", len(got), tried, err)
		}
		if again, same, _ := other.SolvedChain(context.Background(), of, a, i); !slices.Equal(again, got) || same != tried {
			t.Fatal("the chain is not always the same")
		}
		for _, p := range got {
			kept++
			result, err := rater.RateClass(&p)
			switch cells := p.Clues().Filled(); {
			case err != nil || !a.Levels.Has(result.Level()):
				t.Fatalf("%v of level %d, %v", p.Clues(), result.Level(), err)
			case p.Solution().Keep(of.Grid.Filled()) != of.Grid || new(sudoku.Solver).Count(p.Clues(), 2) != 1:
				t.Fatalf("%v has not the solution %v", p.Clues(), of.Grid)
			case !of.Symmetry.Has(cells) || !of.Clues.Has(cells.Len()):
				t.Fatalf("%v has not the symmetry %v, or %d clues", p.Clues(), of.Symmetry, cells.Len())
			}
		}
	})
	if kept == 0 {
		t.Error("no puzzle was kept")
	}
}

// A word in a row can be hidden in puzzles with any pattern: digits are exchanged.
func TestSolvedPatterns(t *testing.T) {
	word, _ := sudoku.ParseGrid("....................................271869435....................................")
	heart, err := pattern.Lookup("heart")
	if err != nil {
		t.Fatal(err)
	}
	s := NewShaper(1)
	found := 0
	for i := range uint64(12) {
		kept, _, err := s.SolvedChain(context.Background(), &Solved{Grid: word, Pattern: heart.Cells}, Aim{Levels: seedbank.Range[rating.Level]{Low: 1, High: 9}}, i)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range kept {
			found++
			if p.Clues().Filled() != heart.Cells || p.Solution().Keep(word.Filled()) != word || new(sudoku.Solver).Count(p.Clues(), 2) != 1 {
				t.Errorf("%v", p.Clues())
			}
		}
	}
	if found == 0 {
		t.Error("no puzzle was found")
	}
}

// The digits of a word are no clues as long as the others suffice.
func TestWordsStayHidden(t *testing.T) {
	word, _ := sudoku.ParseGrid("....................................271869435....................................")
	s := NewShaper(1)
	of := &Solved{Grid: word, Symmetry: transform.Rotate180, Clues: seedbank.Range[int]{Low: 26, High: 30}}
	shown := 0
	for i := range uint64(20) {
		kept, _, err := s.SolvedChain(context.Background(), of, Aim{Levels: seedbank.Range[rating.Level]{Low: 1, High: 9}}, i)
		if err != nil || len(kept) != 1 {
			t.Fatalf("%d kept, %v", len(kept), err)
		}
		shown += kept[0].Clues().Filled().And(word.Filled()).Len()
	}
	if shown > 5 {
		t.Errorf("%d digits of 20 words are clues", shown)
	}
}
