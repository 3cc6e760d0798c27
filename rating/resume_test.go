package rating

import (
	"slices"
	"testing"
)

// TestTracesGoOn checks that an engine which goes on with the traces of the row
// before has the traces that it has from scratch.
func TestTracesGoOn(t *testing.T) {
	rows := []Technique{
		rowOf(techniques[:], "dynamic-forcing-chain-plus"),
		rowOf(techniques[:], "nested-forcing-chain"),
		rowOf(techniques[:], "nested-multiple-forcing-chain"),
	}
	var r Rater
	states, longer := 0, 0
	for _, p := range samplePuzzles(t) {
		r.start(&p)
		for !r.state.solved() && r.round() && states < 2 {
			if r.found.steps[0].Rating >= 83 {
				states++
				goesOn := found{table: techniques[:]}
				before := 0
				for _, row := range rows {
					fromScratch := found{table: techniques[:]}
					goesOn.by(row, &r.state)
					fromScratch.by(row, &r.state)
					nodes := sameTraces(t, scratch[engine](&goesOn), scratch[engine](&fromScratch))
					if before > 0 && nodes > before {
						longer++
					}
					before = nodes
				}
			}
			r.apply()
		}
	}
	if longer == 0 {
		t.Error("no trace went on")
	}
}

// sameTraces compares the traces of two engines and returns their number of nodes.
func sameTraces(t *testing.T, a, b *engine) (nodes int) {
	t.Helper()
	for l := range literal(numLiterals) {
		if k := l.candidate(); !a.start.digits[k.Cell()].Has(k.Digit()) {
			continue
		}
		one, other := a.trace(l), b.trace(l)
		if !slices.EqualFunc(one.nodes, other.nodes, sameNode) || !slices.Equal(one.parents, other.parents) {
			t.Fatalf("%v, on: %v: the trace goes on otherwise", l.candidate(), l.on())
		}
		nodes += len(one.nodes)
	}
	return nodes
}

func sameNode(a, b node) bool {
	return a.literal == b.literal && a.why == b.why && a.parents == b.parents && a.count == b.count
}
