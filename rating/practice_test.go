package rating

import "testing"

func TestTrains(t *testing.T) {
	uses := func(counts map[string]uint16) (u [NumTechniques]uint16) {
		for name, n := range counts {
			technique, err := ParseTechnique(name)
			if err != nil {
				t.Fatal(err)
			}
			u[technique] = n
		}
		return u
	}
	for _, test := range []struct {
		hardest string
		er      Tenths
		uses    map[string]uint16
		want    bool
		why     string
	}{
		{"x-wing", 32, map[string]uint16{"hidden-single": 40, "pointing": 3, "x-wing": 1}, true, "once and alone"},
		{"x-wing", 32, map[string]uint16{"hidden-single": 40, "pointing": 3, "x-wing": 4}, true, "alone"},
		{"x-wing", 32, map[string]uint16{"hidden-single": 40, "naked-pair": 3, "x-wing": 1}, true, "once"},
		{"x-wing", 32, map[string]uint16{"hidden-single": 40, "naked-pair": 1, "x-wing": 2}, false, "a naked pair is of the same level"},
		{"hidden-single", 12, map[string]uint16{"hidden-single": 50}, true, "there is nothing else"},
		{"jellyfish", 52, map[string]uint16{"hidden-single": 40, "naked-quad": 2, "jellyfish": 1}, true, "once"},
		{"unique-rectangle", 53, map[string]uint16{"naked-single": 9, "naked-quad": 1, "unique-rectangle": 1}, false, "the quad comes later, so it might do without the rectangle"},
		{"multiple-forcing-chain", 83, map[string]uint16{"forcing-chain": 4, "multiple-forcing-chain": 1}, true, "once"},
		{"multiple-forcing-chain", 83, map[string]uint16{"forcing-chain": 4, "multiple-forcing-chain": 2}, false, "a forcing chain can be of any length"},
		{"forcing-chain", 70, map[string]uint16{"aligned-pair-exclusion": 4, "forcing-chain": 7}, true, "alone"},
		{"x-wing", 32, nil, false, "the uses are not known"},
	} {
		hardest, err := ParseTechnique(test.hardest)
		if err != nil {
			t.Fatal(err)
		}
		r := Result{ER: test.er, Hardest: hardest, Uses: uses(test.uses)}
		if got := r.Trains(); got != test.want {
			t.Errorf("%v with %v trains: %v; %s", test.hardest, test.uses, got, test.why)
		}
	}
}
