package transform

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/sudoku"
)

func TestTemplate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, g := drawIsomorphism(t, "a"), drawAnyGrid(t)
		empty := rapid.Byte().Draw(t, "empty")
		got := newTemplate(g).AppendLine([]byte("x"), a, empty)
		if want := a.Grid(g).AppendLine([]byte("x"), empty); string(got) != string(want) {
			t.Fatalf("line %q, want %q", got, want)
		}
	})
}

// The fast way and the plain way write the same line.
func TestShufflePlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bytes := rapid.SliceOfN(rapid.ByteRange(0, 9), 81, 81).Draw(t, "grid")
		grid := source(append(bytes, make([]byte, 15)...))
		a := drawIsomorphism(t, "a")
		order := recipe{
			rows:       uint64(a.rows),
			columns:    [2]uint64{a.columns.bytes(), uint64(a.columns >> 32)},
			characters: [2]uint64{rapid.Uint64().Draw(t, "low"), rapid.Uint64().Draw(t, "high")},
		}
		var fast, plain line88
		shuffleGrid(&fast, &grid, &order)
		shufflePlain(&plain, &grid, &order)
		if [81]byte(fast[:81]) != [81]byte(plain[:81]) {
			t.Fatalf("%q, want %q", fast, plain)
		}
	})
}

// What is kept of a grid is written as if the rest had been empty.
func TestAppendKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, g, kept := drawIsomorphism(t, "a"), drawAnyGrid(t), drawAnyGrid(t).Filled()
		if symmetry := Symmetry(rapid.IntRange(0, NumSymmetries-1).Draw(t, "symmetry")); rapid.Bool().Draw(t, "standing") {
			a = Identity()
			kept = symmetry.Close(kept.AndNot(drawAnyGrid(t).Filled()))
		}
		empty := rapid.Byte().Draw(t, "empty")
		if got, want := SymmetryUnder(a, kept), SymmetryOf(a.Cells(kept)); got != want {
			t.Fatalf("the symmetry of the image is %v, want %v", got, want)
		}
		got := newTemplate(g).AppendKept([]byte("x"), a, kept, empty)
		if want := a.Grid(g.Keep(kept)).AppendLine([]byte("x"), empty); string(got) != string(want) {
			t.Fatalf("line %q, want %q", got, want)
		}
	})
}

// The template of a puzzle gives the puzzle and those with more clues.
func TestPuzzleTemplate(t *testing.T) {
	proven := sample(t)
	rapid.Check(t, func(t *rapid.T) {
		var solver sudoku.Solver
		p, err := solver.Prove(proven[rapid.IntRange(0, len(proven)-1).Draw(t, "puzzle")].puzzle)
		if err != nil {
			t.Skip("it is not proper")
		}
		template, more := NewPuzzleTemplate(p), drawAnyGrid(t).Filled()
		if got := template.With(more); got != p.With(more) {
			t.Fatalf("%v, want %v", got, p.With(more))
		}
		if got := template.With(sudoku.Cells{}); got != p || template.Clues() != p.Clues().Filled() {
			t.Fatalf("%v, want %v", got, p)
		}
	})
}

// The fast way and the plain way keep the same cells.
func TestKeptPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, grid := drawIsomorphism(t, "a"), newTemplate(drawAnyGrid(t)).grids[0]
		kept, order := rowsOf(drawAnyGrid(t).Filled()), recipeOf(a, '.')
		var fast, plain line88
		shuffleKept(&fast, &grid, &order, &kept)
		keptPlain(&plain, &grid, &order, &kept)
		if [81]byte(fast[:81]) != [81]byte(plain[:81]) {
			t.Fatalf("%q, want %q", fast, plain)
		}
	})
}

func TestTemplateAllocatesNothing(t *testing.T) {
	p, line := newTemplate(mostSymmetric), make([]byte, 0, 176)
	kept := mostSymmetric.Filled()
	if n := testing.AllocsPerRun(100, func() {
		line = p.AppendLine(line[:0], FromIndex(Order/7), '.')
		line = p.AppendKept(line, FromIndex(Order/7), kept, '.')
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkTemplateLine(b *testing.B) {
	g, a := sample(b)[0].puzzle, FromIndex(Order/7)
	p, line := newTemplate(g), make([]byte, 0, 88)
	for b.Loop() {
		line = p.AppendLine(line[:0], a, '.')
	}
}

func BenchmarkTemplateKept(b *testing.B) {
	g, a := sample(b)[0].puzzle, FromIndex(Order/7)
	p, kept, line := newTemplate(g), g.Filled(), make([]byte, 0, 88)
	for b.Loop() {
		line = p.AppendKept(line[:0], a, kept, '.')
	}
}

// BenchmarkStream is the whole way from a place in a stream to a line.
func BenchmarkStream(b *testing.B) {
	g := sample(b)[0].puzzle
	template := newTemplate(g)
	line := make([]byte, 0, 88)
	p := shuffle.New(shuffle.Number(Order), 1)
	k := uint64(0)
	for b.Loop() {
		k++
		line = template.AppendLine(line[:0], FromIndex(p.At(shuffle.Number(k)).Lo), '.')
	}
}
