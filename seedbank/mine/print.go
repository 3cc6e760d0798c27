package mine

import (
	"context"
	"iter"
	"slices"

	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/ordered"
)

// Print makes the same minimal puzzles as a run that prunes, and hands them to print as
// lines, in order. It neither rates nor stores them. It uses only the options Workers,
// RandomSeed and Count, and returns the error of [Options.Check].
func Print(ctx context.Context, options Options, print func(lines []byte) error) error {
	if err := options.check(); err != nil {
		return err
	}
	newWork := func() func(uint64) [][]byte {
		puzzle := making.NewPruner(options.RandomSeed).Puzzle
		return func(first uint64) [][]byte {
			lines := make([][]byte, localUnit)
			for i := range lines {
				p := puzzle(first + uint64(i))
				lines[i] = append(p.Clues().AppendLine(make([]byte, 0, 82), '.'), '\n')
			}
			return lines
		}
	}
	left := options.Count
	err := ordered.Run(ctx, ordered.Pool{Workers: options.Workers}, batches(), newWork, func(lines [][]byte) error {
		last := options.Count > 0 && len(lines) >= left
		if last {
			lines = lines[:left]
		}
		left -= len(lines)
		if err := print(slices.Concat(lines...)); err != nil || !last {
			return err
		}
		return errEnough
	})
	return endOf(ctx, err)
}

// batches yields the numbers of the first puzzles of all batches.
func batches() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for first := uint64(0); yield(first); first += localUnit {
		}
	}
}
