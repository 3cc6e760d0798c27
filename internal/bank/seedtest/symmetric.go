package seedtest

import (
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// TurnsOf has the elements of each symmetry as maps from row and column to row
// and column.
var TurnsOf = map[transform.Symmetry][]func(r, c int) (int, int){
	transform.Rotate180:    {func(r, c int) (int, int) { return 8 - r, 8 - c }},
	transform.Rotate90:     {func(r, c int) (int, int) { return c, 8 - r }},
	transform.Mirror:       {func(r, c int) (int, int) { return r, 8 - c }},
	transform.Flip:         {func(r, c int) (int, int) { return 8 - r, c }},
	transform.Diagonal:     {func(r, c int) (int, int) { return c, r }},
	transform.Antidiagonal: {func(r, c int) (int, int) { return 8 - c, 8 - r }},
	transform.Orthogonal:   {func(r, c int) (int, int) { return r, 8 - c }, func(r, c int) (int, int) { return 8 - r, c }},
	transform.Bidiagonal:   {func(r, c int) (int, int) { return c, r }, func(r, c int) (int, int) { return 8 - c, 8 - r }},
	transform.Full:         {func(r, c int) (int, int) { return c, 8 - r }, func(r, c int) (int, int) { return r, 8 - c }},
}

// LooksSymmetric reports whether the pattern of a grid has a symmetry.
func LooksSymmetric(g sudoku.Grid, symmetry transform.Symmetry) bool {
	for _, turn := range TurnsOf[symmetry] {
		for r := range 9 {
			for c := range 9 {
				if r2, c2 := turn(r, c); (g[9*r+c] == 0) != (g[9*r2+c2] == 0) {
					return false
				}
			}
		}
	}
	return true
}

// AllSymmetric returns seeds of every kind, including symmetric ones.
func AllSymmetric() []seed.Seed {
	return append(append(append([]seed.Seed{}, Relatives()...), SymmetricSeeds()...), SomeSeeds()[:20]...)
}
