package rating

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

// solves returns an error if the steps of a way do not hold one after the other,
// without one of them, or leave a cell empty. The way starts at a position. A step
// holds if all is absent that it relied on in the path.
func solves(p *sudoku.Puzzle, way []Round, relied [][]marks, without provider) error {
	position := way[0].Position
	for i := range way {
		at := position
		for j := range way[i].Steps {
			if (provider{i, j}) == without {
				continue
			}
			s := &way[i].Steps[j]
			relies := &relied[i][j]
			for k := range relies.all() {
				if at.Candidates[k.Cell()].Has(k.Digit()) {
					return fmt.Errorf("round %d, %v relies on %s", i, s, Fact{k, false})
				}
			}
			if err := proves(s, &at); err != nil {
				return fmt.Errorf("round %d, %v: %w", i, s, err)
			}
			position.Apply(s)
		}
		if without == none && i+1 < len(way) && way[i+1].Position != position {
			return fmt.Errorf("round %d does not lead to the next", i)
		}
	}
	if position.Grid != p.Solution() {
		return fmt.Errorf("it ends at %v", position.Grid)
	}
	return nil
}

var none = provider{-1, -1}

// TestWaysSolveAndNoStepCanGo checks the promises of Way.
func TestWaysSolveAndNoStepCanGo(t *testing.T) {
	var rater Rater
	var path, kept [NumLevels + 1]int
	for _, p := range classPaths(t) {
		way, err := Way(&p.puzzle, p.rounds)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkWay(&p.puzzle, p.rounds, way); err != nil {
			t.Fatalf("%v: %v", p.puzzle.Clues(), err)
		}
		level := LevelOf(p.hardest())
		if path[level] == 0 && level < 9 {
			if class, err := rater.WayClass(&p.puzzle); err != nil || !reflect.DeepEqual(class, way) {
				t.Errorf("%v: the way of the class is another one, %v", p.puzzle.Clues(), err)
			}
		}
		path[level] += numSteps(p.rounds)
		kept[level] += numSteps(way)
	}
	t.Logf("steps of the paths by level %v, of the ways %v", path[1:], kept[1:])
}

func numSteps(rounds []Round) (n int) {
	for i := range rounds {
		n += len(rounds[i].Steps)
	}
	return n
}

// checkWay returns an error if a way breaks a promise: it solves the puzzle, has
// each of its steps once, and needs all of them. Its statements lead to its
// conclusions, and say what these spare.
func checkWay(p *sudoku.Puzzle, path, way []Round) error {
	inPath := map[string]marks{}
	for i := range path {
		for j := range path[i].Steps {
			s := &path[i].Steps[j]
			inPath[whole(s)] = s.relies(techniques[:], &path[i].Position)
		}
	}
	effort := 0
	seen := map[string]bool{}
	relied := make([][]marks, len(way))
	for i := range way {
		for j := range way[i].Steps {
			s := &way[i].Steps[j]
			text := whole(s)
			if seen[text] {
				return fmt.Errorf("%v is there twice", s)
			}
			if err := argues(s, &way[i].Position); err != nil {
				return fmt.Errorf("%v: %w", s, err)
			}
			if _, err := checkGroup(s.Statements(&way[i].Position), &way[i].Position); err != nil {
				return err
			}
			seen[text] = true
			relied[i] = append(relied[i], inPath[text])
			effort += int(s.Rating)
		}
	}
	if err := solves(p, way, relied, none); err != nil {
		return err
	}
	for i := range way {
		for j := range way[i].Steps {
			if err := solves(p, way, relied, provider{i, j}); err == nil {
				return fmt.Errorf("round %d, %v is not needed", i, &way[i].Steps[j])
			}
		}
	}
	if got := Effort(way); got != effort {
		return fmt.Errorf("effort %d, its steps add up to %d", got, effort)
	}
	return checkHardest(way)
}

// whole stands for all facts of a step, whatever its list and those of its notes spare.
func whole(s *Step) string {
	var b strings.Builder
	s.key(&b)
	return b.String()
}

// checkHardest returns an error if [Hardest] does not find the first step of the
// highest rating.
func checkHardest(way []Round) error {
	var steps []*Step
	for i := range way {
		for j := range way[i].Steps {
			steps = append(steps, &way[i].Steps[j])
		}
	}
	hardest, number, all := Hardest(way)
	if all != len(steps) || steps[number-1] != hardest {
		return fmt.Errorf("the hardest is number %d of %d, but there are %d steps", number, all, len(steps))
	}
	for i, s := range steps {
		if s.Rating > hardest.Rating || s.Rating == hardest.Rating && i < number-1 {
			return fmt.Errorf("the hardest is %v, but there is %v", hardest, s)
		}
	}
	return nil
}

// TestWhatStepsRelyOnIsEnough gives positions back all candidates that a step
// does not rely on. Its finder must still find it there. Chains, whose finders see
// only the shortest, are proven link by link elsewhere.
func TestWhatStepsRelyOnIsEnough(t *testing.T) {
	var rater Rater
	found := map[Technique]int{}
	for _, p := range pathPuzzles(t) {
		rounds, err := rater.Path(&p)
		if err != nil {
			t.Fatal(err)
		}
		for i := range rounds {
			for j := range rounds[i].Steps {
				s := &rounds[i].Steps[j]
				if len(s.Chains) > 0 {
					continue
				}
				at := PositionOf(rounds[i].Grid)
				relies := s.relies(techniques[:], &rounds[i].Position)
				for k := range relies.all() {
					at.Remove(k)
				}
				steps := Find(s.Technique, &at.Grid, &at.Candidates)
				if len(steps) > 0 && steps[0].Rating < s.Rating {
					continue // an easier one, which hides it
				}
				found[s.Technique]++
				if !slices.ContainsFunc(steps, func(other Step) bool { return stands(s, &other) }) {
					t.Fatalf("%v, round %d: %v does not stand on what it relies on", p.Clues(), i, s)
				}
			}
		}
	}
	t.Logf("checked: %v", found)
}

// stands reports whether a step is found again: the same pattern, which removes
// what it did.
func stands(s, again *Step) bool {
	for _, k := range s.Eliminations {
		if !slices.Contains(again.Eliminations, k) {
			return false
		}
	}
	return s.Variant == again.Variant && s.Digits == again.Digits && s.Places == again.Places && s.Placement == again.Placement &&
		sudoku.CellSet(s.Cells...) == sudoku.CellSet(again.Cells...) && slices.Equal(s.Houses, again.Houses)
}

func TestWaysOfWhatIsNoPath(t *testing.T) {
	list := samplePuzzles(t)
	rounds, err := new(Rater).Path(&list[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, short := range [][]Round{nil, rounds[:1], rounds[:len(rounds)-1]} {
		if _, err := Way(&list[0], short); !errors.Is(err, ErrUnsolved) {
			t.Errorf("the way of %d rounds of %d: %v", len(short), len(rounds), err)
		}
	}
	var wrong *PositionError
	if _, err := Way(&list[1], rounds); !errors.As(err, &wrong) {
		t.Errorf("the way of a path of another puzzle: %v", err)
	}
}

// BenchmarkWay finds the ways of paths that are known.
func BenchmarkWay(b *testing.B) {
	list := classPaths(b)
	for i := 0; b.Loop(); i++ {
		p := &list[i%len(list)]
		if _, err := Way(&p.puzzle, p.rounds); err != nil {
			b.Fatal(err)
		}
	}
}
