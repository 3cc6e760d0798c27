package rating_test

import (
	"context"
	"errors"
	"flag"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
)

var ways = flag.Int("ways", 1, "number of puzzles of each level of the starter bank whose ways are tested")

// Somebody who reads only what the steps of a way conclude solves the puzzle by
// it, and the way has all its promises, for puzzles of all levels. Among these: the
// statements of each step lead to what it concludes, and their texts name the same in
// all languages. So do those of the steps that the way leaves out.
func TestWaysOfTheStarterBank(t *testing.T) {
	ctx := context.Background()
	bank := banktest.Starter(t)
	var rater rating.Rater
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		request := draw.Request{
			Levels:     seedbank.Only(level),
			N:          uint64(*ways),
			RandomSeed: 1,
		}
		for m, err := range request.Draw(ctx, bank) {
			if err != nil {
				t.Fatal(err)
			}
			p := m.Puzzle()
			path, err := rater.PathClass(&p)
			if err != nil {
				t.Fatal(err)
			}
			way, err := rating.Way(&p, path)
			if err != nil {
				t.Fatal(err)
			}
			err = rating.CheckWay(&p, path, way)
			for i := range path {
				for j := range path[i].Steps {
					err = errors.Join(err, rating.Proves(&path[i].Steps[j], &path[i].Position))
				}
			}
			if err != nil {
				t.Errorf("%v: %v", p.Clues(), err)
			}
			var said []string
			for i := range way {
				for j := range way[i].Steps {
					s := &way[i].Steps[j]
					said = append(said, s.Conclusion())
				}
			}
			end, err := rating.ParsePosition(p.Clues(), strings.Join(said, "; "))
			if err != nil || end.Grid != p.Solution() {
				t.Errorf("%v: its conclusions lead to %v, %v", p.Clues(), end.Grid, err)
			}
		}
	}
}
