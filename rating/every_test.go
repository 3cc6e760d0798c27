package rating

import (
	"slices"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

// All steps of a position agree with the solution, in the order of their ratings. Those of
// the next round are among them, and hard techniques only where nothing else is left.
func TestEveryClass(t *testing.T) {
	var rater Rater
	list := classPaths(t)
	several := 0
	for i := range list[len(list)-60:] {
		p, path := list[len(list)-60+i].puzzle, list[len(list)-60+i].rounds
		from := path[i%len(path)].Position
		next, err := rater.NextClass(&p, &from)
		if err != nil {
			t.Fatal(err)
		}
		all, err := rater.EveryClass(&p, &from)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSortedFunc(all.Steps, func(a, b Step) int { return int(a.Rating) - int(b.Rating) }) || all.Rating != all.Steps[0].Rating {
			t.Errorf("%v: steps out of order", p.Clues())
		}
		kinds := map[Technique]bool{}
		for j := range all.Steps {
			step := &all.Steps[j]
			kinds[step.Technique] = true
			for _, k := range step.Eliminations {
				if p.Solution()[k.Cell()] == k.Digit() {
					t.Errorf("%v: %v removes %v", p.Clues(), step.Name(), k)
				}
			}
			if step.Places && p.Solution()[step.Placement.Cell()] != step.Placement.Digit() {
				t.Errorf("%v: %v places %v", p.Clues(), step.Name(), step.Placement)
			}
		}
		for j := range next.Steps {
			if !slices.ContainsFunc(all.Steps, func(s Step) bool { return s.String() == next.Steps[j].String() }) {
				t.Errorf("%v: %s is missing", p.Clues(), &next.Steps[j])
			}
		}
		if len(kinds) > 1 {
			several++
		}
		if chains := rowOf(techniques[:], "forcing-chain"); next.Technique > chains && len(kinds) > 1 {
			t.Errorf("%v: more than %v", p.Clues(), next.Technique)
		}
	}
	if several < 10 {
		t.Errorf("only %d positions have steps of several techniques", several)
	}
	var complete Position
	complete.Grid = list[0].puzzle.Solution()
	if _, err := rater.EveryClass(&list[0].puzzle, &complete); err == nil {
		t.Error("a full grid has a step")
	}
}

// Every digit to which a direct hidden subset leaves one cell is among all steps of a position,
// and in the round that practice asks for, also where the path takes only the lowest.
func TestDirectHiddenSubsetsAreComplete(t *testing.T) {
	var rater Rater
	more := 0
	for _, found := range classPaths(t) {
		p, path := found.puzzle, found.rounds
		for _, k := range []int{2, 3} {
			technique := rowOf(techniques[:], map[int]string{2: "direct-hidden-pair", 3: "direct-hidden-triplet"}[k])
			if !slices.ContainsFunc(path, func(r Round) bool { return r.Technique == technique }) {
				continue
			}
			hardest, err := rater.HardestClass(&p)
			if err != nil {
				t.Fatal(err)
			}
			placed := func(steps []Step) (set [9 * 81]bool) {
				for i := range steps {
					set[steps[i].Placement] = set[steps[i].Placement] || steps[i].Technique == technique
				}
				return set
			}
			for i := range path {
				if path[i].Technique != technique {
					continue
				}
				all, err := rater.EveryClass(&p, &path[i].Position)
				if err != nil {
					t.Fatal(err)
				}
				want := leftByHidden(&path[i].Position, k)
				if got := placed(all.Steps); got != want {
					t.Errorf("%v, round %d: all steps lack what %v leaves", p.Clues(), i, technique)
				}
				if placed(path[i].Steps) != want {
					more++
				}
				if hardest.Position == path[i].Position && placed(hardest.Steps) != want {
					t.Errorf("%v: the hardest round lacks what %v leaves", p.Clues(), technique)
				}
			}
		}
	}
	if more == 0 {
		t.Error("no round of a path leaves anything out")
	}
}

// leftByHidden returns what k digits of a house that have k cells leave to others: one cell of
// several.
func leftByHidden(x *Position, k int) (left [9 * 81]bool) {
	for h := range sudoku.House(sudoku.NumHouses) {
		places := func(digits sudoku.Digits) (in sudoku.Cells) {
			for c := range h.Cells().All() {
				if x.Candidates[c]&digits != 0 {
					in = in.With(c)
				}
			}
			return in
		}
		for digits := range sudoku.AllDigits + 1 {
			cells := places(digits)
			if digits.Len() != k || cells.Len() != k || slices.ContainsFunc(slices.Collect(digits.All()), func(d sudoku.Digit) bool { return places(sudoku.DigitSet(d)).Len() < 2 }) {
				continue
			}
			for d := range (sudoku.AllDigits &^ digits).All() {
				if all := places(sudoku.DigitSet(d)); all.AndNot(cells).Len() == 1 && all.Len() > 1 {
					left[all.AndNot(cells).First().Candidate(d)] = true
				}
			}
		}
	}
	return left
}
