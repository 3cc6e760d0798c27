package rating

import (
	"slices"
	"testing"
)

// TestTracesGoOn checks that an engine which goes on with the traces of easier
// rows finds what it finds from scratch, on hard states of the sample.
func TestTracesGoOn(t *testing.T) {
	rows := []Technique{
		rowOf(techniques[:], "dynamic-forcing-chain-plus"),
		rowOf(techniques[:], "nested-forcing-chain"),
		rowOf(techniques[:], "nested-multiple-forcing-chain"),
	}
	var r Rater
	resumed := 0
	states := 0
	for _, p := range samplePuzzles(t) {
		r.start(&p)
		for !r.state.solved() && r.round() && states < 4 {
			if r.found.steps[0].Rating >= 83 {
				states++
				goesOn := found{table: techniques[:]}
				for _, row := range rows {
					scratch := found{table: techniques[:]}
					goesOn.by(row, &r.state)
					scratch.by(row, &r.state)
					if !slices.EqualFunc(goesOn.steps, scratch.steps, sameConclusion) {
						t.Fatalf("%v: %v finds %v, from scratch %v", r.state.grid, row, goesOn.steps, scratch.steps)
					}
					resumed += len(scratch.steps)
				}
			}
			r.apply()
		}
	}
	if resumed == 0 {
		t.Error("no steps to compare")
	}
}

func sameConclusion(a, b Step) bool {
	return a.Rating == b.Rating && a.Variant == b.Variant && a.Places == b.Places && a.Placement == b.Placement &&
		slices.Equal(a.Houses, b.Houses) && slices.Equal(a.Eliminations, b.Eliminations)
}
