package seed

import (
	"errors"
	"slices"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Subset is the number of a set of cells among all sets of the empty cells of a
// seed. Smaller sets come first. Sets of one size are in colexicographic order:
// they are compared by their greatest cells, then by the next greatest, and so on.
// So the empty set is 0, and the sets of n empty cells are the numbers below 2^n.
// In a puzzle ID, the subset stands for the clues added.
type Subset uint64

// mostEmpty is the greatest number of empty cells of a proper puzzle, which has at
// least 17 clues (McGuire, Tugemann, Civario 2012).
const mostEmpty = 81 - 17

// binomials[n][k] is the number of ways to choose k of n cells.
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

// SubsetOf returns the number of the set cells among the subsets of empty, which
// has at most 64 cells. It ignores cells outside empty.
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

// Cells returns subset number n of empty, which has at most 64 cells. It returns
// an error if empty has no subset of this number.
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

// namer finds the subset for the ID of a seed with clues added. Different subsets
// can give isomorphs: then an automorphism of the solution maps one puzzle to the
// other. IDs take the least of these subsets, so that each puzzle has one ID.
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

// name returns the ID of a puzzle and the cells of the least subset in it. The
// puzzle is the solution of the seed under turn, with its clues in the image of
// pattern. The result ok reports whether the puzzle contains the seed.
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
