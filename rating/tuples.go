package rating

import "math/bits"

// tuple is k of nine things that use k of nine other things between them: cells
// use candidates, digits use cells, lines use lines across. Naked subsets, hidden
// subsets and fish are this one pattern.
//
//	| things are | what they use     | 2            | 3              | 4           |
//	|------------|-------------------|--------------|----------------|-------------|
//	| cells      | their candidates  | naked pair   | naked triplet  | naked quad  |
//	| digits     | their positions   | hidden pair  | hidden triplet | hidden quad |
//	| lines      | positions of one  | X-wing       | swordfish      | jellyfish   |
//	|            | digit in them     |              |                |             |
type tuple struct{ items, union uint16 }

// tupleList is scratch memory for the tuples of a house or a digit.
type tupleList []tuple

// tuples appends every tuple of a size whose things each use at least two. The
// tuples are in the order of their items as binary numbers.
func tuples[T ~uint16](uses *[9]T, size int, into []tuple) []tuple {
	if size == 2 {
		return pairs(uses, into)
	}
	var singles [9]tuple
	n := 0
	for i, use := range uses {
		if count := bits.OnesCount16(uint16(use)); 2 <= count && count <= size {
			singles[n] = tuple{1 << i, uint16(use)}
			n++
		}
	}
	if n < size {
		return into
	}
	return extend(singles[:n], size, size, tuple{}, into)
}

// pairs is tuples of two things: they use the same two.
func pairs[T ~uint16](uses *[9]T, into []tuple) []tuple {
	for j, use := range uses {
		if rest := use & (use - 1); rest == 0 || rest&(rest-1) != 0 {
			continue
		}
		for i := range uses[:j] {
			if uses[i] == use {
				into = append(into, tuple{1<<i | 1<<j, uint16(use)})
			}
		}
	}
	return into
}

// extend appends the tuples that t makes with some more of the singles.
func extend(singles []tuple, more, size int, t tuple, into []tuple) []tuple {
	for i := more - 1; i < len(singles); i++ {
		longer := tuple{t.items | singles[i].items, t.union | singles[i].union}
		count := bits.OnesCount16(longer.union)
		switch {
		case count > size:
		case more > 1:
			into = extend(singles[:i], more-1, size, longer, into)
		case count == size:
			into = append(into, longer)
		}
	}
	return into
}
