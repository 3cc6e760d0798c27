package rating

import (
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

// TestNamesFollowFromFacts has the names that depend on more than a variant.
func TestNamesFollowFromFacts(t *testing.T) {
	chain := func(reasons ...Reason) []Chain {
		c := make(Chain, len(reasons))
		for i, why := range reasons {
			c[i] = Link{On: i%2 == 0, Reason: why}
		}
		return []Chain{c}
	}
	for _, test := range []struct {
		technique string
		step      Step
		want      string
	}{
		{"hidden-single", Step{}, "Hidden single"},
		{"hidden-single", Step{Variant: LastCell}, "Last cell"},
		{"unique-rectangle", Step{Variant: Type2, Cells: make([]sudoku.Cell, 4), Others: []sudoku.Cell{0, 1}}, "Unique rectangle type 2"},
		{"unique-rectangle", Step{Variant: Type1, Cells: make([]sudoku.Cell, 6)}, "Unique loop"},
		{"forcing-chain", Step{Variant: XChain, Places: true, Chains: chain(Assumed, InHouse, InHouse, InHouse, InHouse)[:0]}, "X-chain"},
		{"forcing-chain", Step{Variant: XChain, Chains: chain(Assumed, InHouse, InHouse, InHouse, InHouse, InHouse, InHouse, InHouse)}, "X-chain"},
		{"forcing-chain", Step{Variant: XYChain, Chains: chain(Assumed, InHouse, InCell, InHouse, InCell, InHouse)}, "XY-chain"},
		{"forcing-chain", Step{Variant: XYChain, Chains: chain(Assumed, InHouse, InCell, InHouse, InHouse, InHouse)}, "AIC type 1"},
		{"nishio", Step{Variant: Contradiction}, "Nishio"},
		{"multiple-forcing-chain", Step{Variant: RegionChain}, "Region forcing chain"},
		{"dynamic-forcing-chain-plus", Step{Variant: DoubleChain}, "Dynamic double forcing chain plus"},
	} {
		test.step.Technique, _ = ParseTechnique(test.technique)
		if got := test.step.Name(); got != test.want {
			t.Errorf("a %s, %+v, is named %s, not %s", test.technique, test.step, got, test.want)
		}
	}
}
