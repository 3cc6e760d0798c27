package seed

import (
	"errors"
	"slices"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Subset is the number of a set of cells among all sets of the empty cells of a
// seed. Smaller sets come first. Sets of one size are in colexicographic order:
// that of their greatest cells, then of the next greatest, and so on. So the empty
// set is 0, and the sets of n empty cells are the numbers below 2 to the n. It
// stands for the clues added in puzzle IDs.
type Subset uint64

// mostEmpty is the greatest number of empty cells of a proper puzzle: one needs 17
// clues (McGuire, Tugemann, Civario 2012).
const mostEmpty = 81 - 17

// binomials[n][k] is the number of sets of k of n cells.
var binomials = pascal()

func pascal() (rows [mostEmpty + 1][mostEmpty + 1]uint64) {
	for n := range rows {
		rows[n][0] = 1
		for k := 1; k <= n; k++ {
			rows[n][k] = rows[n-1][k-1] + rows[n-1][k]
		}
	}
	return rows
}

// SubsetOf returns the number of a set among the sets of at most 64 empty cells. It
// ignores cells that are not empty.
func SubsetOf(cells, empty sudoku.Cells) Subset {
	number, size := uint64(0), 0
	for c := range cells.And(empty).All() {
		size++
		number += binomials[empty.Below(c).Len()][size]
	}
	places := empty.Len()
	for smaller := range size {
		number += binomials[places][smaller]
	}
	return Subset(number)
}

// errSubset says that a seed has too few empty cells for a [Subset].
var errSubset = errors.New("it adds clues to more cells than are empty")

// Cells returns the set of at most 64 empty cells that has a number. It is an
// error if there are not so many sets.
func (n Subset) Cells(empty sudoku.Cells) (cells sudoku.Cells, err error) {
	places, number := empty.Len(), uint64(n)
	if number > 1<<places-1 { // in 64 bits, 1<<64 is 0
		return cells, errSubset
	}
	size := 0
	for ; number >= binomials[places][size]; size++ {
		number -= binomials[places][size]
	}
	list := slices.Collect(empty.All())
	for place := places - 1; size > 0; place-- {
		if number >= binomials[place][size] {
			number -= binomials[place][size]
			cells = cells.With(list[place])
			size--
		}
	}
	return cells, nil
}

// namer finds the subset that names a seed with clues added. Different subsets can
// give isomorphs: then an automorphism of the solution takes one puzzle to the
// other. The least of them counts, so that each puzzle has one ID.
type namer struct {
	clues, empty  sudoku.Cells
	automorphisms []transform.Isomorphism // of the solution, without the identity
}

func newNamer(p *sudoku.Puzzle) *namer {
	clues := p.Clues().Filled()
	n := &namer{clues: clues, empty: sudoku.AllCells.AndNot(clues)}
	if solution := p.Solution(); !transform.Rigid(solution) {
		n.automorphisms = new(transform.Canonizer).Automorphisms(solution)[1:]
	}
	return n
}

// least returns the least subset that makes an isomorph of the seed with clues
// added to some empty cells. It returns the cells of that subset as well.
func (n *namer) least(added sudoku.Cells) (sudoku.Cells, Subset) {
	cells, least := added, SubsetOf(added, n.empty)
	for _, a := range n.automorphisms {
		image := a.Cells(n.clues.Or(added))
		if !n.clues.Within(image) {
			continue
		}
		if other := image.AndNot(n.clues); other != cells {
			if subset := SubsetOf(other, n.empty); subset < least {
				cells, least = other, subset
			}
		}
	}
	return cells, least
}

// name returns the least subset, its cells, and the least index of the isomorphism
// that makes a puzzle: the solution of the seed, turned, with clues in the images of
// a pattern. It reports whether the puzzle contains the seed.
func (n *namer) name(pattern sudoku.Cells, turn transform.Isomorphism) (id ID, cells sudoku.Cells, ok bool) {
	consider := func(image sudoku.Cells, turn transform.Isomorphism) {
		if !n.clues.Within(image) {
			return
		}
		added := image.AndNot(n.clues)
		one := ID{Added: SubsetOf(added, n.empty), Index: turn.Index()}
		if !ok || one.Added < id.Added || one.Added == id.Added && one.Index < id.Index {
			id, cells, ok = one, added, true
		}
	}
	consider(pattern, turn)
	for _, a := range n.automorphisms {
		consider(a.Cells(pattern), a.Inverse().Then(turn))
	}
	return id, cells, ok
}
