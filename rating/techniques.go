package rating

import "iter"

// technique is a row of the table.
type technique struct {
	name        string               // in text, flags and banks: never changes
	least, most Tenths               // what its steps are rated
	find        func(*state, *found) // reports every step that it sees
	explain     func(*Step) string   // says in words why a step holds
}

// open is the highest rating of a technique whose patterns can be of any length.
const open = MaxTenths

// NumTechniques is the number of techniques known.
const NumTechniques = 33

// techniques is the scale. A round asks the rows in this order, which is mostly
// but not always that of the ratings: it is part of the scale.
var techniques = [NumTechniques]technique{
	// name                 least most find            explain
	{"hidden-single", 10, 15, hiddenSingles, explainHiddenSingle},
	{"direct-pointing", 17, 17, directPointing, explainDirectPointing},
	{"direct-hidden-pair", 20, 20, directHiddenSubsets(2), explainDirectHiddenSubset},
	{"naked-single", 23, 23, nakedSingles, explainNakedSingle},
	{"direct-hidden-triplet", 25, 25, directHiddenSubsets(3), explainDirectHiddenSubset},
	{namePointing, 26, 26, pointing, explainLocked},
	{nameClaiming, 28, 28, claiming, explainLocked},
	{nameNakedPair, 30, 30, nakedSubsets(2), explainNakedSubset},
	{nameXWing, 32, 32, fish(2), explainFish},
	{nameHiddenPair, 34, 34, hiddenSubsets(2), explainHiddenSubset},
	{"naked-triplet", 36, 36, nakedSubsets(3), explainNakedSubset},
	{"swordfish", 38, 38, fish(3), explainFish},
	{"hidden-triplet", 40, 40, hiddenSubsets(3), explainHiddenSubset},
	{"xy-wing", 42, 42, xyWings, explainXYWing},
	{"xyz-wing", 44, 44, xyzWings, explainXYZWing},
	{"unique-rectangle", 45, 56, uniqueLoops, explainUniqueLoop},
	{"naked-quad", 50, 50, nakedSubsets(4), explainNakedSubset},
	{"jellyfish", 52, 52, fish(4), explainFish},
	{"hidden-quad", 54, 54, hiddenSubsets(4), explainHiddenSubset},
	{"bivalue-universal-grave", 56, 62, universalGraves, explainUniversalGrave},
	{"aligned-pair-exclusion", 62, 62, alignedPairs, explainAligned},
	{nameForcingChain, 65, open, forcingChains, explainChain},
	{"aligned-triplet-exclusion", 75, 75, alignedTriplets, explainAligned},
	{nameNishio, 75, open, multipleChains(nishioRules), explainMultiple},
	{nameMultiple, 80, open, multipleChains(multipleRules), explainMultiple},
	{nameDynamic, 85, open, multipleChains(dynamicRules[0]), explainMultiple},
	{nameDynamicPlus, 90, open, multipleChains(dynamicRules[1]), explainMultiple},
	{nameNested, 95, open, multipleChains(dynamicRules[2]), explainMultiple},
	{nameNestedMultiple, 100, open, multipleChains(dynamicRules[3]), explainMultiple},
	{nameNestedDynamic, 105, open, multipleChains(nestedRules[0]), explainMultiple},
	{nameNestedDynamicPlus, 105, open, multipleChains(nestedRules[1]), explainMultiple},
	{nameTwiceNested, 105, open, multipleChains(nestedRules[2]), explainMultiple},
	{nameTwiceNestedMultiple, 105, open, multipleChains(nestedRules[3]), explainMultiple},
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

// ParseTechnique returns the technique of a name, and whether there is one.
func ParseTechnique(name string) (Technique, bool) {
	for t := range techniques {
		if techniques[t].name == name {
			return Technique(t), true
		}
	}
	return 0, false
}

// String returns the name of t, such as naked-pair.
func (t Technique) String() string { return techniques[t].name }

// Range returns the lowest and the highest rating of the steps of t, which is
// [MaxTenths] if there is no highest.
func (t Technique) Range() (lowest, highest Tenths) {
	return techniques[t].least, techniques[t].most
}
