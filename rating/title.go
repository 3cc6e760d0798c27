package rating

import "strings"

// Name returns the common name of s, such as Unique rectangle type 2, Turbot fish
// or Dynamic cell forcing chain. It is finer than the technique:
//
//	hidden-single            Hidden single, Last cell
//	unique-rectangle         Unique rectangle or Unique loop, with its type: type 1,
//	                         type 2, type 3, type 3 hidden or type 4
//	bivalue-universal-grave  the same with types 1 to 4
//	forcing-chain            X-chain, Turbot fish (an X-chain with two strong links),
//	                         XY-chain (all its strong links lie within cells), Forcing
//	                         chain (any other), X-cycle, Y-cycle, XY-cycle
//	the multiple chains      Cell, Region, Double or Contradiction forcing chain; with
//	                         Dynamic before it, and what is nested in it after
//	the others               the name of the technique
//
// Names are for reading: they can change from version to version.
func (s *Step) Name() string { return techniques[s.Technique].title(s) }

// titled returns the title of a technique whose steps all have one name.
func titled(name string) func(*Step) string { return func(*Step) string { return name } }

// chainTitles are the names of the variants of a forcing chain. The chains on all
// links have several.
var chainTitles = map[Variant]string{
	XCycle: "X-cycle", YCycle: "Y-cycle", XYCycle: "XY-cycle", XChain: "X-chain", XYChain: "Forcing chain",
}

func titleOfChain(s *Step) string {
	switch strong := strongInHouses(s.Chains[0]); {
	case s.Variant == XChain && strong == 2 && !s.Places:
		return "Turbot fish"
	case s.Variant == XYChain && strong == 0:
		return "XY-chain"
	}
	return chainTitles[s.Variant]
}

// strongInHouses counts the strong links in houses, each of which makes a
// candidate true.
func strongInHouses(c Chain) (n int) {
	for i := range c {
		if c[i].On && c[i].Reason == InHouse {
			n++
		}
	}
	return n
}

// titleOfMultiple returns the title function of a technique of multiple chains.
// before and behind are the words around the variant.
func titleOfMultiple(before, behind string) func(*Step) string {
	return func(s *Step) string {
		name := before + string(s.Variant) + " forcing chain" + behind
		return strings.ToUpper(name[:1]) + name[1:]
	}
}
