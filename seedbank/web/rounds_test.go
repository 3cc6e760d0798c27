package web

import (
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// A round that has two names of a sequence can stand for either.
func TestRoundsOfASequence(t *testing.T) {
	technique, err := rating.ParseTechnique("unique-rectangle")
	if err != nil {
		t.Fatal(err)
	}
	rectangle := rating.Round{Rating: 46, Technique: technique, Steps: []rating.Step{{Technique: technique, Cells: []sudoku.Cell{0, 1, 9, 10}}}}
	loop := rating.Round{Rating: 46, Technique: technique, Steps: []rating.Step{{Technique: technique, Cells: []sudoku.Cell{0, 1, 9, 10, 18, 19}}}}
	if !has(&loop, "unique-loop") || has(&rectangle, "unique-loop") {
		t.Fatal("the rounds have other labels")
	}
	for _, test := range []struct {
		names []string
		path  []rating.Round
		want  bool
	}{
		{[]string{"unique-rectangle", "unique-loop"}, []rating.Round{rectangle, loop}, true},
		{[]string{"unique-rectangle", "unique-loop"}, []rating.Round{rectangle, loop, rectangle, loop}, true},
		{[]string{"unique-rectangle", "unique-loop"}, []rating.Round{rectangle, loop, rectangle}, false},
		{[]string{"unique-rectangle", "unique-loop"}, []rating.Round{loop}, false},
		{[]string{"unique-loop", "unique-rectangle"}, []rating.Round{loop, rectangle, loop}, true},
		{[]string{"unique-loop", "unique-rectangle"}, []rating.Round{rectangle, loop}, false},
		{[]string{"unique-loop", "unique-rectangle", "unique-loop"}, []rating.Round{loop, loop, rectangle, loop, loop}, true},
		{[]string{"unique-loop"}, nil, false},
	} {
		if q := (sequence{test.names, 40}); q.fits(test.path) != test.want {
			t.Errorf("%v, %d rounds: %v", test.names, len(test.path), !test.want)
		}
	}
}
