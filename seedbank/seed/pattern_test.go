package seed

import (
	"testing"

	"github.com/seedoku/seedoku/rating"
	"pgregory.net/rapid"
)

// The patterns are those of the seed and its rungs as they were packed.
func TestUnpackPatterns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSeed(t)
		number := func(t rating.Technique) uint64 { return uint64(t) }
		patterns, err := UnpackPatterns(nil, PackGrid(s.Puzzle.Clues()), PackRungs(&s, number))
		if err != nil || len(patterns) != 1+len(s.Rungs) || patterns[0] != s.Puzzle.Clues().Filled() {
			t.Fatalf("%v, %v", patterns, err)
		}
		for i, r := range s.Rungs {
			if patterns[i+1] != patterns[0].Or(r.Added) {
				t.Fatalf("rung %d: %v", i, patterns[i+1])
			}
		}
	})
}

// What is cut short is an error, and nothing makes the reader panic.
func FuzzUnpackPatterns(f *testing.F) {
	s := goldenSeed(f)
	number := func(t rating.Technique) uint64 { return uint64(t) }
	f.Add(PackGrid(s.Puzzle.Clues()), PackRungs(&s, number))
	f.Fuzz(func(t *testing.T, puzzle, rungs []byte) {
		patterns, err := UnpackPatterns(nil, puzzle, rungs)
		if err == nil && len(patterns) == 0 {
			t.Error("there is not even the pattern of the seed")
		}
	})
}
