package change_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

func TestPackedGrids(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var g sudoku.Grid
		for c := range g {
			g[c] = sudoku.Digit(rapid.IntRange(0, 9).Draw(t, "digit"))
		}
		packed := seed.PackGrid(g)
		if back, err := seed.UnpackGrid(packed); err != nil || back != g {
			t.Fatalf("%v comes back as %v, %v", g, back, err)
		}
		if _, err := seed.UnpackGrid(append(packed, 0)); err == nil {
			t.Fatal("a byte too many was not seen")
		}
		if _, err := seed.UnpackGrid(packed[:rapid.IntRange(0, len(packed)-1).Draw(t, "cut")]); err == nil {
			t.Fatal("missing bytes were not seen")
		}
	})
}

// Keys are part of published puzzle IDs: fix the code so that this one stays.
func TestKeyGolden(t *testing.T) {
	g, err := sudoku.ParseGrid("........1....12.34...45.6.........2...7.4...5.8.9..4...46.2..8.17...43..83.7.....")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := seed.KeyOf(g).String(), "3F1C2XY20KQG3"; got != want {
		t.Errorf("the key is %s, want %s", got, want)
	}
}
