package rating

import (
	"iter"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
)

// technique is a row of the table.
type technique struct {
	name        string               // the name in text, flags and banks; never changes
	least, most Tenths               // the range of ratings of its steps
	find        func(*state, *found) // reports every step that it finds; the rating of a step is least unless the finder sets it
	tell        func(*teller, *Step) // says the statements of a step
	relies      reliance             // the candidates that must be absent for a step to hold
	claims      claim                // the candidates that the explanation rules out, unless it names each
	about       string               // description in one line
}

// open is the highest rating of techniques whose patterns can have any length.
const open = MaxTenths

// NumTechniques is the number of techniques known.
const NumTechniques = len(techniques)

// techniques is the scale. A round tries the rows in this order. The order is a
// rule of the scale, and mostly, but not always, the order of the ratings.
//
// A technique is a row here and a file with its finder. Code that means a certain row
// refers to it by name, with rowOf.
var techniques = [...]technique{
	// name                 least most find            tell               relies           claims           about
	{"hidden-single", 10, 15, hiddenSingles, tellHiddenSingle, reliesOfHiddenSingle, nil, "A digit has one cell left in a box, row or column."},
	{"direct-pointing", 17, 17, directPointing, tellDirectPointing, reliesOfDirectPointing, nil, "Pointing that leaves a hidden single at once."},
	{"direct-hidden-pair", 20, 20, directHiddenSubsets(2), tellDirectHiddenSubset, reliesOfDirectHiddenSubset, nil, "A hidden pair that leaves a hidden single at once."},
	{"naked-single", 23, 23, nakedSingles, tellNakedSingle, reliesOfNakedCells, nil, "A cell has one candidate left."},
	{"direct-hidden-triplet", 25, 25, directHiddenSubsets(3), tellDirectHiddenSubset, reliesOfDirectHiddenSubset, nil, "A hidden triplet that leaves a hidden single at once."},
	{"pointing", 26, 26, pointing, tellLocked, reliesOfHidden, claimsOfCovers, "A digit of a box lies in one line, so it is nowhere else in the line."},
	{"claiming", 28, 28, claiming, tellLocked, reliesOfHidden, claimsOfCovers, "A digit of a line lies in one box, so it is nowhere else in the box."},
	{"naked-pair", 30, 30, nakedSubsets(2), tellNakedSubset, reliesOfNakedCells, claimsOfNakedSubset, "Two cells of a house share their only two candidates."},
	{"x-wing", 32, 32, fish(2), tellFish, reliesOfHidden, claimsOfCovers, "A digit has the same two places in two rows or two columns."},
	{"hidden-pair", 34, 34, hiddenSubsets(2), tellHiddenSubset, reliesOfHidden, claimsOfHiddenSubset, "Two digits have the same two places in a house."},
	{"naked-triplet", 36, 36, nakedSubsets(3), tellNakedSubset, reliesOfNakedCells, claimsOfNakedSubset, "Three cells of a house have three candidates between them."},
	{"swordfish", 38, 38, fish(3), tellFish, reliesOfHidden, claimsOfCovers, "In three lines, all places of a digit lie in three crossing lines."},
	{"hidden-triplet", 40, 40, hiddenSubsets(3), tellHiddenSubset, reliesOfHidden, claimsOfHiddenSubset, "Three digits have three places between them in a house."},
	{"xy-wing", 42, 42, xyWings, tellXYWing, reliesOfCells, claimsOfXYWing, "A cell {x y} sees {x z} and {y z}: one of these two is z."},
	{"xyz-wing", 44, 44, xyzWings, tellXYZWing, reliesOfCells, claimsOfXYZWing, "A cell {x y z} sees {x z} and {y z}: one of the three is z."},
	{"unique-rectangle", 45, 56, uniqueLoops, tellUniqueLoop, reliesOfUniqueLoop, claimsOfUniqueLoop, "Cells whose two digits could trade places: there is one solution."},
	{"naked-quad", 50, 50, nakedSubsets(4), tellNakedSubset, reliesOfNakedCells, claimsOfNakedSubset, "Four cells of a house have four candidates between them."},
	{"jellyfish", 52, 52, fish(4), tellFish, reliesOfHidden, claimsOfCovers, "In four lines, all places of a digit lie in four crossing lines."},
	{"hidden-quad", 54, 54, hiddenSubsets(4), tellHiddenSubset, reliesOfHidden, claimsOfHiddenSubset, "Four digits have four places between them in a house."},
	{"bivalue-universal-grave", 56, 62, universalGraves, tellUniversalGrave, reliesOfUniversalGrave, claimsOfUniversalGrave, "Two candidates in nearly all cells: in all, the solution is not unique."},
	{"aligned-pair-exclusion", 62, 62, alignedPairs, tellAligned, reliesOfCells, nil, "Pairs of digits in two cells that would leave another cell with none."},
	{"forcing-chain", 65, open, forcingChains, tellChain, reliesOfChains, claimsOfChain, "One chain of links that disproves its start, or that is a cycle."},
	{"aligned-triplet-exclusion", 75, 75, alignedTriplets, tellAligned, reliesOfCells, nil, "The same as aligned-pair-exclusion, with three cells."},
	{"nishio", 75, open, multipleChains(nishio), tellMultiple, reliesOfChains, nil, "A candidate that the places of its own digit refute."},
	{"multiple-forcing-chain", 80, open, multipleChains(static), tellMultiple, reliesOfChains, nil, "All candidates of a cell, or places of a digit, lead to the same."},
	{"dynamic-forcing-chain", 85, open, multipleChains(dynamic), tellMultiple, reliesOfChains, nil, "Chains that use what their own assumption has taken away."},
	{"dynamic-forcing-chain-plus", 90, open, multipleChains(dynamic.plus()), tellMultiple, reliesOfChains, nil, "Dynamic chains with pointing, pairs and fish in between."},
	{"nested-forcing-chain", 95, open, multipleChains(dynamic.plus("forcing-chain")), tellMultiple, reliesOfChains, nil, "Dynamic chains with forcing chains in between."},
	{"nested-multiple-forcing-chain", 100, open, multipleChains(dynamic.plus("forcing-chain", "multiple-forcing-chain")), tellMultiple, reliesOfChains, nil, "Dynamic chains with multiple forcing chains in between."},
	{"nested-dynamic-forcing-chain", 105, open, multipleChains(dynamic.plus("dynamic-forcing-chain")), tellMultiple, reliesOfChains, nil, "Dynamic chains with dynamic forcing chains in between."},
	{"nested-dynamic-forcing-chain-plus", 105, open, multipleChains(dynamic.plus("dynamic-forcing-chain-plus")), tellMultiple, reliesOfChains, nil, "The same, and patterns in the chains in between."},
	{"twice-nested-forcing-chain", 105, open, multipleChains(dynamic.plus("nested-forcing-chain")), tellMultiple, reliesOfChains, nil, "Dynamic chains with nested forcing chains in between."},
	{"twice-nested-multiple-forcing-chain", 105, open, multipleChains(dynamic.plus("nested-multiple-forcing-chain")), tellMultiple, reliesOfChains, nil, "The same, and multiple forcing chains in the chains in between."},
}

// leastFrom has, for each row, the lowest rating of a step of this or any later
// row. After the last row it is [MaxTenths].
var leastFrom = listLeastFrom()

func listLeastFrom() (list [NumTechniques + 1]Tenths) {
	list[NumTechniques] = MaxTenths
	for t := NumTechniques - 1; t >= 0; t-- {
		list[t] = min(techniques[t].least, list[t+1])
	}
	return list
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

// TechniqueNames returns the names of all techniques, in the order of the scale.
func TechniqueNames() []string {
	return phrase.Names(techniques[:], func(t *technique) string { return t.name })
}

// ParseTechnique returns the technique with a name, in any letter case. The error lists all names.
func ParseTechnique(name string) (Technique, error) {
	for t := range techniques {
		if strings.EqualFold(techniques[t].name, name) {
			return Technique(t), nil
		}
	}
	return 0, &phrase.UnknownError{Kind: "technique", Given: name, Known: TechniqueNames()}
}

// ParseTechniques returns the techniques with the given names. The error is that
// of [ParseTechnique].
func ParseTechniques(names []string) (list []Technique, err error) {
	for _, name := range names {
		t, err := ParseTechnique(name)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// String returns the name of t, such as naked-pair. It is the same in text,
// flags and banks.
func (t Technique) String() string {
	return phrase.NameAt(techniques[:], func(t *technique) string { return t.name }, "technique", int(t))
}

// About returns a description of t in one line of at most 72 characters.
func (t Technique) About() string { return techniques[t].about }

// Range returns the lowest and the highest rating that a step of t can have.
// The highest is [MaxTenths] if chains can be of any length.
func (t Technique) Range() (lowest, highest Tenths) {
	return techniques[t].least, techniques[t].most
}
