package sudoku

import (
	"testing"

	"pgregory.net/rapid"
)

const (
	sampleLine = "736..9...2..3......59.......7......1..3..4.7.1..7...859...1...6.6...7.2....8..5.7"
	sampleText = `7 3 6 | . . 9 | . . .
2 . . | 3 . . | . . .
. 5 9 | . . . | . . .
------+-------+------
. 7 . | . . . | . . 1
. . 3 | . . 4 | . 7 .
1 . . | 7 . . | . 8 5
------+-------+------
9 . . | . 1 . | . . 6
. 6 . | . . 7 | . 2 .
. . . | 8 . . | 5 . 7
`
)

// drawGrid is any grid, also one that is not a puzzle.
func drawGrid(t *rapid.T) (g Grid) {
	for i, d := range rapid.SliceOfN(rapid.Uint8Range(0, 9), 81, 81).Draw(t, "cells") {
		g[i] = Digit(d)
	}
	return g
}

func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t)
		for _, text := range []string{g.String(), string(g.AppendLine(nil, '0')), string(g.AppendLine(nil, '_'))} {
			if back, err := ParseGrid(text); err != nil || back != g {
				t.Fatalf("%s was read as %v, %v", text, back, err)
			}
		}
		var back Grid
		text, _ := g.MarshalText()
		if err := back.UnmarshalText(text); err != nil || back != g {
			t.Fatalf("UnmarshalText(%s) = %v, %v", text, back, err)
		}
	})
}

func BenchmarkAppendLine(b *testing.B) {
	g, err := ParseGrid(sampleLine)
	if err != nil {
		b.Fatal(err)
	}
	line := make([]byte, 0, len(g))
	for b.Loop() {
		line = g.AppendLine(line[:0], '.')
	}
}
