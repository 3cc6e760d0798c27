package rating

import (
	"cmp"
	"fmt"
	"testing"
)

// TestLoopRanksOrderAsTheScaleDoes compares the ranks of loops with the sums of
// binary fractions that the scale is made of.
func TestLoopRanksOrderAsTheScaleDoes(t *testing.T) {
	increments := []float64{4.5, 0.1, 0.2, 0.3} // variables: constants would be exact
	bases := map[int]float64{
		4:  increments[0],
		6:  increments[0] + increments[1],
		8:  increments[0] + increments[2],
		10: increments[0] + increments[3] + increments[2],
	}
	type rated struct {
		value float64
		rank  rank
	}
	var all []rated
	for size, base := range bases {
		for more := range 8 {
			r := rated{base + float64(float64(more)*increments[1]), loopRank(size, more)}
			if got, want := r.rank.tenths().String(), fmt.Sprintf("%.1f", r.value); got != want {
				t.Errorf("a loop of %d and %d more is rated %s, want %s", size, more, got, want)
			}
			all = append(all, r)
		}
	}
	for _, a := range all {
		for _, b := range all {
			if cmp.Compare(a.value, b.value) != cmp.Compare(a.rank, b.rank) {
				t.Errorf("%v and %v have ranks %d and %d", a.value, b.value, a.rank, b.rank)
			}
		}
	}
	if loopRank(5, 0) != loopRank(6, 0) || loopRank(17, 2) != loopRank(10, 2) {
		t.Error("odd sizes are not rounded up, or long loops are not all alike")
	}
}
