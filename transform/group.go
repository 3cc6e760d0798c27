package transform

import (
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// patternGroup is the geometries that map a pattern to itself, by their indexes: all of
// them if they are few, else those that tell its symmetries.
//
// The pattern of an empty grid has all 3,359,232 geometries, that of a full row
// 186,624. But a few elements identify a conjugate of a kind of symmetry. These
// elements of all conjugates are 74,304 geometries: half turns, mirrors, diagonals and
// quarter turns.
type patternGroup []Isomorphism

// fewElements is the largest number of geometries of a pattern that are listed.
// Patterns of puzzles have fewer.
const fewElements = 1 << 8

func groupOf(pattern sudoku.Cells) patternGroup {
	group, all := toPattern(pattern, pattern, fewElements)
	if !all {
		return tellingOf(pattern)
	}
	return group
}

// tellingOf returns the telling geometries that map a pattern to itself, by their
// indexes.
func tellingOf(pattern sudoku.Cells) []Isomorphism {
	lines := linesOf(pattern)
	ranks, halves := lines.straightTelling()
	ranks = lines.transposingTelling(ranks, halves)
	slices.Sort(ranks)
	list := make([]Isomorphism, len(ranks))
	for i, rank := range ranks {
		list[i] = everything.normalizer.at(rank)
	}
	return list
}

// straightTelling returns the mirrors and half turns that map a pattern to itself,
// and the folds of the rows of these half turns.
func (p *patternLines) straightTelling() (ranks []uint32, halves []nibbles) {
	mirrored := make([][9]uint16, len(folds())) // the rows, their columns folded
	for i, columns := range folds() {
		if mirrored[i] = withColumns(&p.rows, columns); mirrored[i] == p.rows {
			ranks = append(ranks, arrange(forward, columns).geometry())
		}
	}
	for _, rows := range folds() {
		folded := withLines(&p.rows, rows)
		if folded == p.rows {
			ranks = append(ranks, arrange(rows, forward).geometry())
		}
		found := len(ranks)
		for i, columns := range folds() {
			if mirrored[i] == folded { // to fold the rows once more undoes it
				ranks = append(ranks, arrange(rows, columns).geometry())
			}
		}
		if len(ranks) > found {
			halves = append(halves, rows)
		}
	}
	return ranks, halves
}

// transposingTelling appends the diagonals and quarter turns that map a pattern to
// itself. A diagonal is one of the 1,296 orders of the rows, and its inverse for the
// columns. A quarter turn is such an order and a fold: what it does to the rows when
// it is done twice. That is a half turn, so only the folds of half turns are tried.
func (p *patternLines) transposingTelling(ranks []uint32, halves []nibbles) []uint32 {
	halves = append(halves, forward)
	for rank := range uint32(arrangements) {
		rows := unrankSources(rank)
		back := inverse(rows)
		for _, fold := range halves {
			if t := (Isomorphism{rows, compose(fold, back), inOrder, true}); p.keptAcross(t) {
				ranks = append(ranks, t.geometry())
			}
		}
	}
	return ranks
}

// withLines returns nine lines in another order.
func withLines(lines *[9]uint16, sources nibbles) (moved [9]uint16) {
	for i := range moved {
		moved[i] = lines[sources.at(uint(i))]
	}
	return moved
}

// withColumns returns nine rows with their columns in another order.
func withColumns(rows *[9]uint16, sources nibbles) (moved [9]uint16) {
	for i, row := range rows {
		moved[i] = inOrderOf(row, sources)
	}
	return moved
}

// keptAcross reports whether a geometry that transposes maps the pattern to itself.
func (p *patternLines) keptAcross(t Isomorphism) bool {
	for i, row := range p.rows {
		if inOrderOf(p.columns[t.rows.at(uint(i))], t.columns) != row {
			return false
		}
	}
	return true
}

// inOrderOf returns the cells of a line in another order.
func inOrderOf(line uint16, sources nibbles) (moved uint16) {
	for place := range uint(9) {
		moved |= line >> sources.at(place) & 1 << place
	}
	return moved
}
