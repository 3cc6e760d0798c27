package rating

import (
	"fmt"
	"iter"
	"slices"
)

// technique is a row of the table.
type technique struct {
	name        string               // in text, flags and banks: never changes
	least, most Tenths               // the range of ratings of its steps
	find        func(*state, *found) // reports every step that it sees, rated least if it says nothing else
	explain     func(*Step) string   // says in words why a step holds
	relies      reliance             // the candidates that must be absent for a step to hold
	title       func(*Step) string   // the name of a step among people who solve
}

// open is in place of the highest rating where patterns can be of any length.
const open = MaxTenths

// NumTechniques is the number of techniques known.
const NumTechniques = len(techniques)

// techniques is the scale. A round asks the rows in this order, which is a rule
// of the scale: it is mostly, but not always, the order of the ratings.
//
// A technique is a row here and a file with its finder; no other code knows it.
// A finder names other rows, if it applies them, by their names (nested.go).
var techniques = [...]technique{
	// name                 least most find            explain            relies           title
	{"hidden-single", 10, 15, hiddenSingles, explainHiddenSingle, reliesOfHiddenSingle, titleOfHiddenSingle},
	{"direct-pointing", 17, 17, directPointing, explainDirectPointing, reliesOfDirectPointing, titled("Direct pointing")},
	{"direct-hidden-pair", 20, 20, directHiddenSubsets(2), explainDirectHiddenSubset, reliesOfDirectHiddenSubset, titled("Direct hidden pair")},
	{"naked-single", 23, 23, nakedSingles, explainNakedSingle, reliesOfNakedCells, titled("Naked single")},
	{"direct-hidden-triplet", 25, 25, directHiddenSubsets(3), explainDirectHiddenSubset, reliesOfDirectHiddenSubset, titled("Direct hidden triplet")},
	{"pointing", 26, 26, pointing, explainLocked, reliesOfHidden, titled("Pointing")},
	{"claiming", 28, 28, claiming, explainLocked, reliesOfHidden, titled("Claiming")},
	{"naked-pair", 30, 30, nakedSubsets(2), explainNakedSubset, reliesOfNakedCells, titled("Naked pair")},
	{"x-wing", 32, 32, fish(2), explainFish, reliesOfHidden, titled("X-wing")},
	{"hidden-pair", 34, 34, hiddenSubsets(2), explainHiddenSubset, reliesOfHidden, titled("Hidden pair")},
	{"naked-triplet", 36, 36, nakedSubsets(3), explainNakedSubset, reliesOfNakedCells, titled("Naked triplet")},
	{"swordfish", 38, 38, fish(3), explainFish, reliesOfHidden, titled("Swordfish")},
	{"hidden-triplet", 40, 40, hiddenSubsets(3), explainHiddenSubset, reliesOfHidden, titled("Hidden triplet")},
	{"xy-wing", 42, 42, xyWings, explainXYWing, reliesOfCells, titled("XY-wing")},
	{"xyz-wing", 44, 44, xyzWings, explainXYZWing, reliesOfCells, titled("XYZ-wing")},
	{"unique-rectangle", 45, 56, uniqueLoops, explainUniqueLoop, reliesOfUniqueLoop, titleOfUniqueLoop},
	{"naked-quad", 50, 50, nakedSubsets(4), explainNakedSubset, reliesOfNakedCells, titled("Naked quad")},
	{"jellyfish", 52, 52, fish(4), explainFish, reliesOfHidden, titled("Jellyfish")},
	{"hidden-quad", 54, 54, hiddenSubsets(4), explainHiddenSubset, reliesOfHidden, titled("Hidden quad")},
	{"bivalue-universal-grave", 56, 62, universalGraves, explainUniversalGrave, reliesOfUniversalGrave, titleOfUniversalGrave},
	{"aligned-pair-exclusion", 62, 62, alignedPairs, explainAligned, reliesOfCells, titled("Aligned pair exclusion")},
	{"forcing-chain", 65, open, forcingChains, explainChain, reliesOfChains, titleOfChain},
	{"aligned-triplet-exclusion", 75, 75, alignedTriplets, explainAligned, reliesOfCells, titled("Aligned triplet exclusion")},
	{"nishio", 75, open, multipleChains(nishio), explainMultiple, reliesOfChains, titled("Nishio")},
	{"multiple-forcing-chain", 80, open, multipleChains(static), explainMultiple, reliesOfChains, titleOfMultiple("", "")},
	{"dynamic-forcing-chain", 85, open, multipleChains(dynamic), explainMultiple, reliesOfChains, titleOfMultiple("dynamic ", "")},
	{"dynamic-forcing-chain-plus", 90, open, multipleChains(dynamic.plus()), explainMultiple, reliesOfChains, titleOfMultiple("dynamic ", " plus")},
	{"nested-forcing-chain", 95, open, multipleChains(dynamic.plus("forcing-chain")), explainMultiple, reliesOfChains, titleOfMultiple("dynamic ", " with nested forcing chains")},
	{"nested-multiple-forcing-chain", 100, open, multipleChains(dynamic.plus("forcing-chain", "multiple-forcing-chain")), explainMultiple, reliesOfChains, titleOfMultiple("dynamic ", " with nested multiple forcing chains")},
	{"nested-dynamic-forcing-chain", 105, open, multipleChains(dynamic.plus("dynamic-forcing-chain")), explainMultiple, reliesOfChains, titleOfMultiple("dynamic ", " with nested dynamic forcing chains")},
	{"nested-dynamic-forcing-chain-plus", 105, open, multipleChains(dynamic.plus("dynamic-forcing-chain-plus")), explainMultiple, reliesOfChains, titleOfMultiple("dynamic ", " with nested dynamic forcing chains plus")},
	{"twice-nested-forcing-chain", 105, open, multipleChains(dynamic.plus("nested-forcing-chain")), explainMultiple, reliesOfChains, titleOfMultiple("dynamic ", " with twice nested forcing chains")},
	{"twice-nested-multiple-forcing-chain", 105, open, multipleChains(dynamic.plus("nested-multiple-forcing-chain")), explainMultiple, reliesOfChains, titleOfMultiple("dynamic ", " with twice nested multiple forcing chains")},
}

// Technique is a row of the scale, 0 to NumTechniques-1. Its number can change
// from version to version; its name does not.
type Technique uint8

// Techniques yields all techniques, in the order of the scale.
func Techniques() iter.Seq[Technique] {
	return func(yield func(Technique) bool) {
		for t := range Technique(NumTechniques) {
			if !yield(t) {
				return
			}
		}
	}
}

// ParseTechnique returns the technique of a name. The error lists all names.
func ParseTechnique(name string) (Technique, error) {
	for t := range techniques {
		if techniques[t].name == name {
			return Technique(t), nil
		}
	}
	return 0, fmt.Errorf("unknown technique %q; there are %s", name, joined(slices.Collect(Techniques()), ", "))
}

// String returns the name of t, such as naked-pair. It is the same in text,
// flags and banks.
func (t Technique) String() string { return techniques[t].name }

// Range returns the lowest and the highest rating that a step of t can have.
// The highest is [MaxTenths] if chains can be of any length.
func (t Technique) Range() (lowest, highest Tenths) {
	return techniques[t].least, techniques[t].most
}
