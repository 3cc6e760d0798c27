package dataset

import (
	"fmt"
	"iter"
	"os"

	"github.com/seedoku/seedoku/sudoku"
)

// pair is a row as a file has it.
type pair struct{ question, answer sudoku.Grid }

// pairs are rows of a shard. Nothing follows an error.
type pairs = iter.Seq2[pair, error]

// readFunc reads the rows of a shard until yield returns false.
type readFunc func(files []*os.File, yield func(pair) bool) error

// reading returns a function that opens the files of a shard and reads them.
func reading(read readFunc) func(paths []string) pairs {
	return func(paths []string) pairs {
		return func(yield func(pair, error) bool) {
			files := make([]*os.File, len(paths))
			for i, path := range paths {
				file, err := os.Open(path)
				if err != nil {
					yield(pair{}, err)
					return
				}
				defer file.Close()
				files[i] = file
			}
			stopped := false
			err := read(files, func(row pair) bool {
				stopped = !yield(row, nil)
				return !stopped
			})
			if err != nil && !stopped {
				yield(pair{}, err)
			}
		}
	}
}

// pairOf reads a row of two texts.
func pairOf(question, answer string) (row pair, err error) {
	if row.question, err = sudoku.ParseGrid(question); err != nil {
		return row, fmt.Errorf("question: %w", err)
	}
	if row.answer, err = sudoku.ParseGrid(answer); err != nil {
		return row, fmt.Errorf("answer: %w", err)
	}
	return row, nil
}
