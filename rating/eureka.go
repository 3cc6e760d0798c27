package rating

import (
	"fmt"
	"strings"
)

// Eureka is a notation of chains that experts write:
//
//	(5=3)r1c1-(3)r1c4=(3)r2c5-(3=5)r2c8 => r1c8≠5
//
// One of two candidates around = is true, and one of two around - is false. Candidates of
// a cell share brackets.

// Eureka returns the chain of s in Eureka notation, with its conclusion. A multiple chain
// has a chain for each case, with || between. For steps without chains, and chains that
// branch or rest on patterns, for which there is no notation, the text is empty.
func (s *Step) Eureka() string {
	if len(s.Chains) == 0 || s.Variant == Contradiction || s.Variant == DoubleChain {
		return ""
	}
	var texts []string
	for _, c := range s.Chains {
		if !c.straight() {
			return ""
		}
		if len(s.Chains) == 1 && c[0].On && c[len(c)-1].Candidate == c[0].Candidate && !c[len(c)-1].On {
			c = c[1 : len(c)-1] // the ends of the chain see the candidate that it refutes
		}
		texts = append(texts, c.eureka())
	}
	return strings.Join(texts, " || ") + " => " + s.ConclusionText()
}

// straight reports whether each link follows from the link before alone.
func (c Chain) straight() bool {
	for i := range c {
		if c[i].Reason == ByPattern || i > 0 && (len(c[i].From) != 1 || c[i].From[0] != i-1) {
			return false
		}
	}
	return true
}

func (c Chain) eureka() string {
	var b strings.Builder
	for i := range c {
		k := c[i].Candidate
		sign := "-"
		if c[i].On {
			sign = "="
		}
		same := i > 0 && c[i-1].Candidate.Cell() == k.Cell() && c[i-1].Candidate != k
		switch {
		case i == 0:
			fmt.Fprintf(&b, "(%d", k.Digit())
		case same:
			fmt.Fprintf(&b, "%s%d", sign, k.Digit())
		default:
			fmt.Fprintf(&b, ")%v%s(%d", c[i-1].Candidate.Cell(), sign, k.Digit())
		}
	}
	fmt.Fprintf(&b, ")%v", c[len(c)-1].Candidate.Cell())
	return b.String()
}
