package mine

import (
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// source makes minimal puzzles, numbered from 0. Each puzzle depends on its
// number alone.
type source struct {
	origin seed.Origin

	// open returns a function that makes puzzle number i, for one worker.
	open func() func(i uint64) sudoku.Puzzle
}

// pruning is the source of puzzles that are made by pruning.
func pruning(randomSeed uint64) source {
	return source{origin: seed.Prune, open: func() func(uint64) sudoku.Puzzle { return newPruner(randomSeed).puzzle }}
}
