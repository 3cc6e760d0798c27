package transform

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/sudoku"
)

func TestLoad(t *testing.T) {
	var c Canonizer
	rapid.Check(t, func(t *rapid.T) {
		g := withoutRepeats(rapid.SliceOfN(rapid.Byte(), 0, 81).Draw(t, "cells"))
		c.load(&g)
		var want [2][9]line
		var empty [2]uint16
		for transpose := range want {
			for i := range want[transpose] {
				l := &want[transpose][i]
				for j := range uint(9) {
					cell := sudoku.CellAt(i, int(j))
					if transpose == 1 {
						cell = sudoku.CellAt(int(j), i)
					}
					if d := g[cell]; d != 0 {
						l.digits = l.digits.with(j, uint(d))
						l.clues |= 1 << j
					}
				}
				if l.clues == 0 {
					empty[transpose] |= 1 << i
				}
			}
		}
		if c.lines != want || c.empty != empty || c.digits != digitsOf(&g) {
			t.Fatalf("%v is loaded as %v, empty %v, digits %v; want %v, %v", g, c.lines, c.empty, c.digits, want, empty)
		}
		for i := range 9 {
			var row [9]sudoku.Digit
			unpackRow(&row, reversed(c.lines[0][i].digits))
			if row != [9]sudoku.Digit(g[9*i:]) {
				t.Fatalf("row %d of %v is unpacked as %v", i, g, row)
			}
		}
	})
}

// The image of a first row is the least that its columns can be brought to. The
// row may have any digits: they are named from left to right.
func TestFirstRows(t *testing.T) {
	for clues, got := range firstImages {
		least := nibbles(1<<64 - 1)
		for rank := range uint32(arrangements) {
			columns := unrankSources(rank)
			image, name := nibbles(0), nibbles(1)
			for i := range uint(9) {
				image <<= 4
				if clues>>columns.at(i)&1 != 0 {
					image |= name
					name++
				}
			}
			least = min(least, image)
		}
		if got != least {
			t.Errorf("clues in columns %09b: image %09x, want %09x", clues, uint64(got), uint64(least))
		}
	}
}
