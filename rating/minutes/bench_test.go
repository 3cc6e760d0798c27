package minutes

import (
	"fmt"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// BenchmarkTimes estimates puzzles that people have solved, by level, with their canonical
// forms.
func BenchmarkTimes(b *testing.B) {
	var e Estimator
	var of [rating.NumLevels + 1][]sudoku.Puzzle
	for _, o := range allObserved(b) {
		found, err := e.Class(&o.puzzle)
		if err != nil {
			b.Fatal(err)
		}
		level := rating.LevelOf(found.Hardest)
		of[level] = append(of[level], o.puzzle)
	}
	for level, list := range of {
		if len(list) < 20 {
			continue
		}
		b.Run(fmt.Sprint("level=", level), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if _, err := e.Class(&list[i%len(list)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
