package seed

import (
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"pgregory.net/rapid"
)

// bankNumber and bankTechnique number techniques as a bank might: neither in
// their order nor without gaps.
func bankNumber(t rating.Technique) uint64 { return 1000 - 3*uint64(t) }

func bankTechnique(number uint64) (rating.Technique, error) {
	for t := range rating.Techniques() {
		if bankNumber(t) == number {
			return t, nil
		}
	}
	return 0, errNumber
}

var errNumber = errors.New("no technique has that number")

func TestPackedGrids(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var g sudoku.Grid
		least := rapid.SampledFrom([]int{0, 0, 1}).Draw(t, "least") // 1: a complete grid
		for c := range g {
			g[c] = sudoku.Digit(rapid.IntRange(least, 9).Draw(t, "digit"))
		}
		checkPackedGrid(t, g)
		packed := PackGrid(g)
		if _, err := UnpackGrid(append(packed, 0)); err == nil {
			t.Fatal("a byte too many was not seen")
		}
		if _, err := UnpackGrid(packed[:rapid.IntRange(0, len(packed)-1).Draw(t, "cut")]); !errors.Is(err, errCutShort) {
			t.Fatalf("missing bytes: %v", err)
		}
	})
	checkPackedGrid(t, sudoku.Grid{})
	checkPackedGrid(t, someSeeds()[0].Puzzle.Solution())
}

func checkPackedGrid(t interface{ Fatalf(string, ...any) }, g sudoku.Grid) {
	packed := PackGrid(g)
	if back, err := UnpackGrid(packed); err != nil || back != g {
		t.Fatalf("%v comes back as %v, %v", g, back, err)
	}
	if want := maskBytes + (g.NumClues()+1)/2; len(packed) != want {
		t.Fatalf("%v takes %d bytes, want %d", g, len(packed), want)
	}
}

func TestUnpackGridRefuses(t *testing.T) {
	full, odd := PackGrid(someSeeds()[0].Puzzle.Solution()), PackGrid(sudoku.Grid{80: 7})
	for name, packed := range map[string][]byte{
		"cell 82":                              withByte(full, maskBytes-1, 0x03),
		"the digit 0":                          withByte(odd, maskBytes, 0x00),
		"the digit 10":                         withByte(odd, maskBytes, 0xa0),
		"a digit without a cell":               withByte(odd, maskBytes, 0x71),
		"a digit without a cell, that is none": withByte(odd, maskBytes, 0x7f),
	} {
		if g, err := UnpackGrid(packed); err == nil {
			t.Errorf("%s: %v", name, g)
		}
	}
}

func withByte(bytes []byte, i int, b byte) []byte {
	bytes = slices.Clone(bytes)
	bytes[i] = b
	return bytes
}

func TestUnpackPuzzle(t *testing.T) {
	var solver sudoku.Solver
	for _, s := range someSeeds() {
		packed := PackGrid(s.Puzzle.Clues())
		if p, err := UnpackPuzzle(&solver, packed); err != nil || p != s.Puzzle {
			t.Errorf("%v comes back as %v, %v", s.Puzzle.Clues(), p.Clues(), err)
		}
	}
	if _, err := UnpackPuzzle(&solver, PackGrid(sudoku.Grid{0: 1})); !errors.Is(err, sudoku.ErrManySolutions) {
		t.Errorf("a grid with many solutions: %v", err)
	}
	if _, err := UnpackPuzzle(&solver, nil); !errors.Is(err, errCutShort) {
		t.Errorf("no bytes: %v", err)
	}
}

func TestPackedUses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want, got rating.Result
		for i := range want.Uses {
			want.Uses[i] = rapid.SampledFrom([]uint16{0, 0, 1, 2, 127, 128, math.MaxUint16}).Draw(t, "steps")
			got.Uses[i] = 99 // must not stay
		}
		packed := PackUses(&want, bankNumber)
		if err := UnpackUses(packed, &got, bankTechnique); err != nil || got != want {
			t.Fatalf("%v comes back as %v, %v", want.Uses, got.Uses, err)
		}
		last := -1
		for _, steps := range want.Uses {
			if steps > 0 {
				last++
			}
		}
		if last >= 0 {
			// The last number of steps is gone, or the last of its bytes.
			if err := UnpackUses(packed[:len(packed)-1], &got, bankTechnique); err == nil {
				t.Fatal("a missing byte was not seen")
			}
		}
	})
}

func TestUnpackUsesRefuses(t *testing.T) {
	var r rating.Result
	known := bankNumber(0)
	for name, packed := range map[string][]byte{
		"no steps":                  uvarints(known, 0),
		"65,536 steps":              uvarints(known, math.MaxUint16+1),
		"no number of steps":        uvarints(known),
		"half a number":             {0x80},
		"a number that is too long": {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0x01},
	} {
		if err := UnpackUses(packed, &r, bankTechnique); !errors.Is(err, errUses) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := UnpackUses(uvarints(7, 1), &r, bankTechnique); !errors.Is(err, errNumber) {
		t.Errorf("an unknown technique: %v", err)
	}
}

func uvarints(numbers ...uint64) (packed []byte) {
	for _, n := range numbers {
		packed = binary.AppendUvarint(packed, n)
	}
	return packed
}

func TestPackedRungs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawSeed(t)
		packed := PackRungs(&want, bankNumber)
		got := want
		got.Rungs = []Rung{{ER: 99}} // must not stay
		if err := UnpackRungs(packed, &got, bankTechnique); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, asValues); diff != "" {
			t.Fatal(diff)
		}
		if err := UnpackRungs(append(packed, 0), &got, bankTechnique); err == nil {
			t.Fatal("a byte too many was not seen")
		}
		if err := UnpackRungs(packed[:rapid.IntRange(0, len(packed)-1).Draw(t, "cut")], &got, bankTechnique); err == nil {
			t.Fatal("missing bytes were not seen")
		}
	})
}

// A ladder, which adds one clue at a time and seldom changes its rating, takes
// little more than a byte a rung.
func TestPackedLadderIsShort(t *testing.T) {
	s := someSeeds()[0]
	s.Rungs = nil
	r := s.RungAt(0)
	for _, c := range randomCells(rand.New(rand.NewPCG(1, 1)), sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled()))[:20] {
		r.Added = r.Added.With(c)
		s.AddRungs(r)
	}
	if got := PackRungs(&s, bankNumber); len(got) != 3+20 {
		t.Errorf("a chain of 20 rungs takes %d bytes, want 23: the chains, where it stands, its length, and a byte for each", len(got))
	}
}

func TestPackedRungsUpToTheLimit(t *testing.T) {
	s := someSeeds()[0]
	s.Rungs = manyRungs(&s, bounds.Rungs)
	got := s
	if err := UnpackRungs(PackRungs(&s, bankNumber), &got, bankTechnique); err != nil || !slices.Equal(got.Rungs, s.Rungs) {
		t.Errorf("%d rungs come back as %d, %v", len(s.Rungs), len(got.Rungs), err)
	}
	s.Rungs = manyRungs(&s, bounds.Rungs+1)
	if err := UnpackRungs(PackRungs(&s, bankNumber), &got, bankTechnique); err == nil {
		t.Errorf("%d rungs are not too many", len(s.Rungs))
	}
}

func TestUnpackRungsRefuses(t *testing.T) {
	seed := someSeeds()[0]
	empty := sudoku.AllCells.AndNot(seed.Puzzle.Clues().Filled())
	c := byte(empty.First())
	for name, packed := range map[string][]byte{
		"nothing":                            {},
		"a chain that is not there":          {1},
		"a chain of no rungs":                {1, 0, 0},
		"a chain on a rung that comes later": {1, 1, 1, c},
		"more rungs than can be":             append(uvarints(1, 0, 1<<40), c),
		"more chains than there are":         append(uvarints(1<<40, 0, 1), c),
		"the same clue again":                {1, 0, 2, c, c},
		"several clues, none":                {1, 0, 1, severalCells, 0},
		"several clues, cell 82":             {1, 0, 1, severalCells, 2, c, 81},
		"several clues, one missing":         {1, 0, 1, severalCells, 2, c},
		"a cell beyond the last":             {1, 0, 1, severalCells + 1, 1, c},
		"a rating that is not there":         {1, 0, 1, c | changed},
		"half a rating":                      {1, 0, 1, c | changed, 30, 30, 30},
	} {
		s := seed
		if err := UnpackRungs(packed, &s, bankTechnique); err == nil {
			t.Errorf("%s: %v", name, s.Rungs)
		}
	}
	unknown := append([]byte{1, 0, 1, c | changed, 30, 30, 30}, uvarints(7, 1)...)
	if err := UnpackRungs(unknown, &seed, bankTechnique); !errors.Is(err, errNumber) {
		t.Errorf("an unknown technique: %v", err)
	}
}

// Whatever the bytes are, reading them ends without a panic, and there are no
// more rungs than bytes.
func TestUnpackAnyBytes(t *testing.T) {
	var solver sudoku.Solver
	rapid.Check(t, func(t *rapid.T) {
		s := drawSeed(t)
		var packed []byte
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			packed = rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")
		case 1:
			packed = PackGrid(s.Puzzle.Clues())
		case 2:
			packed = PackUses(&s.Rating, bankNumber)
		case 3:
			packed = PackRungs(&s, bankNumber)
		}
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			if len(packed) > 0 {
				packed[rapid.IntRange(0, len(packed)-1).Draw(t, "place")] = rapid.Byte().Draw(t, "byte")
			}
		}
		if g, err := UnpackGrid(packed); err == nil {
			checkPackedGrid(t, g)
		}
		if p, err := UnpackPuzzle(&solver, packed); err == nil && p.NumClues() < 17 {
			t.Fatalf("%v is not a puzzle", p.Clues())
		}
		var r rating.Result
		if err := UnpackUses(packed, &r, bankTechnique); err == nil {
			again := r
			if err := UnpackUses(PackUses(&r, bankNumber), &again, bankTechnique); err != nil || again != r {
				t.Fatalf("%v comes back as %v, %v", r.Uses, again.Uses, err)
			}
		}
		err := UnpackRungs(packed, &s, bankTechnique)
		if n := len(s.Rungs); n > len(packed) || n > bounds.Rungs {
			t.Fatalf("%d rungs were read from %d bytes", n, len(packed))
		}
		if err == nil && s.Check() == nil {
			again := s
			if err := UnpackRungs(PackRungs(&s, bankNumber), &again, bankTechnique); err != nil || !slices.Equal(again.Rungs, s.Rungs) {
				t.Fatalf("%v come back as %v, %v", s.Rungs, again.Rungs, err)
			}
		}
	})
}
