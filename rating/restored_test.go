package rating_test

import (
	"testing"

	"github.com/seedoku/seedoku/rating"
)

// Who has done a part of what a unique rectangle or loop removes gets no step that is harder than
// the puzzle, and the way goes on from there.
func TestPartOfALoopDone(t *testing.T) {
	parts := 0
	for _, clues := range []string{
		"8.54...3....3...6.7.....8.......8.....3.1..4..5.9....6...23...41.2...68.......9..",
		".3..8.6..5.19...2...9....7.......2.364.........3.45....7..5..32...3...68.8.1.9...",
	} {
		puzzle := prove(t, clues)
		var rater rating.Rater
		rated, err := rater.RateClass(&puzzle)
		if err != nil {
			t.Fatal(err)
		}
		path, err := rater.PathClass(&puzzle)
		if err != nil {
			t.Fatal(err)
		}
		for i := range path {
			for _, step := range path[i].Steps {
				for _, done := range step.Eliminations {
					from := path[i].Position
					from.Remove(done)
					if step.Technique.String() != "unique-rectangle" || len(step.Eliminations) == 1 {
						continue
					}
					parts++
					rest, err := rater.PathClassFrom(&puzzle, &from)
					if err != nil || rest[0].Rating > rated.ER {
						t.Errorf("%s after %v of %s: %v %v, %v", clues, done, step.Conclusion(), rest[0].Technique, rest[0].Rating, err)
						continue
					}
					if _, err := rating.Way(&puzzle, rest); err != nil {
						t.Errorf("%s after %v of %s: %v", clues, done, step.Conclusion(), err)
					}
					for _, s := range rest[0].Steps {
						for _, k := range s.Eliminations {
							if !from.Candidates[k.Cell()].Has(k.Digit()) || puzzle.Solution()[k.Cell()] == k.Digit() {
								t.Errorf("%s after %v: %s", clues, done, s.Conclusion())
							}
						}
					}
				}
			}
		}
	}
	if parts < 4 {
		t.Errorf("%d parts of steps", parts)
	}
}
