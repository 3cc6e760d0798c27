package transform

import (
	"iter"
	"slices"
	"sync"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/sudoku"
)

// Symmetry is a kind of symmetry that a pattern can have: a subgroup H of the
// eight turns and reflections of the square, all of which are geometries. A
// pattern has it if every element of H maps the pattern to itself.
//
// A geometry g makes a pattern H-symmetric exactly if the conjugate g H g^-1
// (first g, then an element of H, then back) maps the pattern to itself. So one
// looks for the conjugates of H among the automorphisms of the pattern, and
// takes for each conjugate one g that leads to it. All others are this g followed
// by an element of the normalizer of H, the geometries that keep H as it is:
//
//	kind                     conjugates   normalizer
//	rotate180, orthogonal         2,916        1,152
//	mirror, flip                    108       31,104
//	diagonal, antidiagonal        1,296        2,592
//	rotate90, bidiagonal, full   34,992           96
//
// The product is always 3,359,232, the number of geometries.
//
// A conjugate of the half turn permutes the rows, and the columns, like a
// reversal: it exchanges two chutes; in the third it keeps a line and exchanges
// the other two. A conjugate of a reflection at the diagonal is any transposing
// geometry that is its own inverse.
type Symmetry uint8

// The kinds of symmetry. Each contains what its name says, and no more.
const (
	NoSymmetry   Symmetry = iota // the identity alone
	Rotate180                    // the half turn
	Rotate90                     // the quarter turns
	Mirror                       // left and right exchanged
	Flip                         // top and bottom exchanged
	Diagonal                     // reflection at the diagonal from the top left
	Antidiagonal                 // reflection at the diagonal from the top right
	Orthogonal                   // mirror and flip
	Bidiagonal                   // both diagonals
	Full                         // all eight
)

// NumSymmetries is the number of kinds, [NoSymmetry] among them.
const NumSymmetries = len(kinds)

// kind describes a symmetry. A kind that is another kind turned shares its
// family.
type kind struct {
	name     string
	elements []Isomorphism // generators of the subgroup
	family   *family
	turn     Isomorphism // maps patterns with the standard symmetry of the family to patterns with this one
}

var kinds = [...]kind{
	NoSymmetry:   {"none", nil, &everything, stay},
	Rotate180:    {"rotate180", []Isomorphism{halfTurn}, &halfTurns, stay},
	Rotate90:     {"rotate90", []Isomorphism{quarterTurn}, &quarterTurns, stay},
	Mirror:       {"mirror", []Isomorphism{leftRight}, &mirrors, stay},
	Flip:         {"flip", []Isomorphism{topBottom}, &mirrors, mainDiagonal},
	Diagonal:     {"diagonal", []Isomorphism{mainDiagonal}, &diagonals, stay},
	Antidiagonal: {"antidiagonal", []Isomorphism{otherDiagonal}, &diagonals, leftRight},
	Orthogonal:   {"orthogonal", []Isomorphism{leftRight, topBottom}, &crosses, stay},
	Bidiagonal:   {"bidiagonal", []Isomorphism{mainDiagonal, otherDiagonal}, &diagonalCrosses, stay},
	Full:         {"full", []Isomorphism{quarterTurn, leftRight}, &fulls, stay},
}

// The turns and reflections of the square.
const (
	forward  = inOrder & (nineOnes * 15)
	backward = nibbles(0x012345678)
)

var (
	stay          = Isomorphism{forward, forward, inOrder, false}
	halfTurn      = Isomorphism{backward, backward, inOrder, false}
	leftRight     = Isomorphism{forward, backward, inOrder, false}
	topBottom     = Isomorphism{backward, forward, inOrder, false}
	mainDiagonal  = Isomorphism{forward, forward, inOrder, true}
	otherDiagonal = Isomorphism{backward, backward, inOrder, true}
	quarterTurn   = Isomorphism{forward, backward, inOrder, true}
)

// String returns the name of s, such as rotate180.
func (s Symmetry) String() string {
	return phrase.NameAt(kinds[:], func(k *kind) string { return k.name }, "symmetry", int(s))
}

// SymmetryNames returns the names of all kinds, in their order.
func SymmetryNames() []string {
	return phrase.Names(kinds[:], func(k *kind) string { return k.name })
}

// ParseSymmetry returns the symmetry with a name. The error lists all
// names.
func ParseSymmetry(name string) (Symmetry, error) {
	if s := slices.Index(SymmetryNames(), name); s >= 0 {
		return Symmetry(s), nil
	}
	return 0, &phrase.UnknownError{Kind: "symmetry", Given: name, Known: SymmetryNames()}
}

// Symmetries yields all kinds but [NoSymmetry].
func Symmetries() iter.Seq[Symmetry] {
	return func(yield func(Symmetry) bool) {
		for s := Rotate180; int(s) < NumSymmetries && yield(s); s++ {
		}
	}
}

// Has reports whether a pattern, in its given orientation, has the symmetry.
// Every pattern has [NoSymmetry].
func (s Symmetry) Has(pattern sudoku.Cells) bool {
	rows := rowsOf(pattern)
	return !slices.ContainsFunc(kinds[s].elements, func(t Isomorphism) bool { return !rows.keptBy(&t) })
}

// Close returns the least pattern with the symmetry that has all cells of a given
// one.
func (s Symmetry) Close(pattern sudoku.Cells) sudoku.Cells {
	for !s.Has(pattern) {
		for _, t := range kinds[s].elements {
			pattern = pattern.Or(t.Cells(pattern))
		}
	}
	return pattern
}

// Orbit returns c and the cells to which the elements of the symmetry map c.
func (s Symmetry) Orbit(c sudoku.Cell) sudoku.Cells { return orbits()[s][c] }

// orbits returns the orbit of each cell under each symmetry.
var orbits = sync.OnceValue(func() *[NumSymmetries][81]sudoku.Cells {
	table := new([NumSymmetries][81]sudoku.Cells)
	for s := range table {
		for c := range sudoku.Cell(81) {
			table[s][c] = Symmetry(s).Close(sudoku.CellSet(c))
		}
	}
	return table
})

// Arrangements returns one geometry for each conjugate of the symmetry that maps
// the pattern to itself. Each geometry gives the pattern the symmetry. The list is
// empty if no geometry does.
func (s Symmetry) Arrangements(pattern sudoku.Cells) []Isomorphism {
	return s.arrangements(groupOf(pattern))
}

func (s Symmetry) arrangements(group patternGroup) []Isomorphism {
	list := kinds[s].family.find(group)
	for i := range list {
		list[i] = list[i].Then(kinds[s].turn)
	}
	return list
}

// Conjugates returns the number of conjugates of the symmetry that map a pattern
// to itself, for every symmetry. For [NoSymmetry] it is 1.
func Conjugates(pattern sudoku.Cells) (numbers [NumSymmetries]int) {
	if numbers[NoSymmetry] = 1; !MayHaveSymmetry(pattern) {
		return numbers
	}
	if pattern.Empty() || pattern.Len() == 81 { // every geometry keeps it
		for s := range kinds {
			numbers[s] = int(geometries / kinds[s].family.normalizer.size)
		}
		return numbers
	}
	group := groupOf(pattern)
	if len(group) == 1 && group[0] == stay {
		return numbers
	}
	for s := range kinds {
		numbers[s] = len(kinds[s].family.find(group))
	}
	return numbers
}

// allArrangements yields a geometry for each conjugate of the symmetry. Followed
// by the geometries that keep the symmetry, they are all geometries, each once.
func (s Symmetry) allArrangements() iter.Seq[Isomorphism] {
	return func(yield func(Isomorphism) bool) {
		turn := kinds[s].turn
		for t := range kinds[s].family.all() {
			if turn != stay {
				t = t.Then(turn)
			}
			if !yield(t) {
				return
			}
		}
	}
}

// Normalizer returns the number of geometries that map every pattern with the
// symmetry to a pattern with the symmetry.
func (s Symmetry) Normalizer() uint32 { return kinds[s].family.normalizer.size }

// Isomorphs returns the number of isomorphisms that give a pattern the symmetry, if
// the given number of conjugates of the symmetry map the pattern to itself; see
// [Conjugates]. This number divided by the number of automorphisms of a puzzle with
// the pattern is the number of distinct isomorphs of the puzzle that have the
// symmetry. The result has no meaning for more conjugates than a symmetry has.
func (s Symmetry) Isomorphs(conjugates uint64) uint64 {
	if conjugates > geometries {
		return 0
	}
	return uint64(s.Normalizer()) * conjugates * relabelings
}
