package rating

import (
	"slices"
	"testing"
)

// All steps of a position agree with the solution, in the order of their ratings. Those of
// the next round are among them, and hard techniques only where nothing else is left.
func TestEveryClass(t *testing.T) {
	var rater Rater
	list := pathPuzzles(t)
	several := 0
	for i, p := range list[len(list)-60:] {
		path, err := rater.PathClass(&p)
		if err != nil {
			t.Fatal(err)
		}
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
	complete.Grid = list[0].Solution()
	if _, err := rater.EveryClass(&list[0], &complete); err == nil {
		t.Error("a full grid has a step")
	}
}
