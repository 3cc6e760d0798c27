package transform

import (
	"iter"
	"slices"
)

// arrange returns the geometry that takes the rows and columns of its image from
// the given sources.
func arrange(rows, columns nibbles) Isomorphism {
	return Isomorphism{rows, columns, inOrder, false}
}

func findHalfTurns(group patternGroup) (list []Isomorphism) {
	for _, t := range group {
		if t.isHalfTurn() {
			list = append(list, arrange(unfold(t.rows), unfold(t.columns)))
		}
	}
	return list
}

// isHalfTurn reports whether t is conjugate to the half turn.
func (t Isomorphism) isHalfTurn() bool { return !t.transpose && isFold(t.rows) && isFold(t.columns) }

func findCrosses(group patternGroup) (list []Isomorphism) {
	for _, t := range group {
		if t.transpose || t.columns != forward || !isFold(t.rows) {
			continue
		}
		for _, u := range group {
			if !u.transpose && u.rows == forward && isFold(u.columns) {
				list = append(list, arrange(unfold(t.rows), unfold(u.columns)))
			}
		}
	}
	return list
}

// findMirrors finds the folds of the columns alone, and the folds of the rows
// alone, which it transposes first.
func findMirrors(group patternGroup) (list []Isomorphism) {
	for _, t := range group {
		switch {
		case t.transpose:
		case t.rows == forward && isFold(t.columns):
			list = append(list, arrange(forward, unfold(t.columns)))
		case t.columns == forward && isFold(t.rows):
			list = append(list, mainDiagonal.Then(arrange(forward, unfold(t.rows))))
		}
	}
	return list
}

func findDiagonals(group patternGroup) (list []Isomorphism) {
	for _, t := range group {
		if t.isDiagonal() {
			list = append(list, arrange(forward, t.rows))
		}
	}
	return list
}

// isDiagonal reports whether t is conjugate to the reflection at a diagonal.
func (t Isomorphism) isDiagonal() bool { return t.transpose && compose(t.rows, t.columns) == forward }

// findQuarterTurns skips one of each quarter turn and its inverse, because both
// generate the same group.
func findQuarterTurns(group patternGroup) (list []Isomorphism) {
	for _, t := range group {
		if !t.transpose || !t.Then(t).isHalfTurn() || t.Inverse().geometry() < t.geometry() {
			continue
		}
		rows := unfold(compose(t.columns, t.rows))
		list = append(list, arrange(rows, compose(compose(t.rows, rows), backward)))
	}
	return list
}

func findDiagonalCrosses(group patternGroup) []Isomorphism {
	return acrossDiagonals(group, Isomorphism.isHalfTurn)
}

// A half turn of which either half keeps the pattern makes all turns and reflections
// of two diagonals.
func findFulls(group patternGroup) []Isomorphism {
	var flips []nibbles
	for _, t := range group {
		if !t.transpose && t.columns == forward && isFold(t.rows) {
			flips = append(flips, t.rows)
		}
	}
	return acrossDiagonals(group, func(t Isomorphism) bool { return t.isHalfTurn() && slices.Contains(flips, t.rows) })
}

// acrossDiagonals returns an arrangement for each half turn that is wanted and each two
// diagonals that it exchanges. A diagonal brings the row that the half turn keeps to the
// column that it keeps. In the arrangement the half turn reverses the order of the rows, and
// the diagonal gives the columns the order of the rows.
func acrossDiagonals(group patternGroup, wanted func(Isomorphism) bool) (list []Isomorphism) {
	var diagonals [9][9][]Isomorphism // that bring one line to another
	for _, t := range group {
		if t.isDiagonal() {
			for line := range uint(9) {
				list := &diagonals[line][t.rows.at(line)]
				*list = append(*list, t)
			}
		}
	}
	for _, half := range group {
		if !wanted(half) {
			continue
		}
		for _, diagonal := range diagonals[kept(half.rows)][kept(half.columns)] {
			if commute(half, diagonal) && diagonal.geometry() < diagonal.Then(half).geometry() {
				rows := unfold(half.rows)
				list = append(list, arrange(rows, compose(diagonal.rows, rows)))
			}
		}
	}
	return list
}

// commute reports whether a half turn and a diagonal commute. For most pairs the
// first row shows that they do not.
func commute(half, diagonal Isomorphism) bool {
	return diagonal.rows.at(half.rows.at(0)) == half.columns.at(diagonal.rows.at(0)) &&
		compose(diagonal.rows, half.rows) == compose(half.columns, diagonal.rows)
}

func allFoldings() iter.Seq[Isomorphism] {
	return func(yield func(Isomorphism) bool) {
		for _, rows := range unfoldings() {
			for _, columns := range unfoldings() {
				if !yield(arrange(rows, columns)) {
					return
				}
			}
		}
	}
}

func allMirrors() iter.Seq[Isomorphism] {
	return func(yield func(Isomorphism) bool) {
		for _, columns := range unfoldings() {
			t := arrange(forward, columns)
			if !yield(t) || !yield(mainDiagonal.Then(t)) {
				return
			}
		}
	}
}

func allDiagonals() iter.Seq[Isomorphism] {
	return func(yield func(Isomorphism) bool) {
		for rank := range uint32(arrangements) {
			if !yield(arrange(forward, unrankSources(rank))) {
				return
			}
		}
	}
}

// Of an order of the columns and its reverse, one is enough: the half turn
// exchanges the two diagonals.
func allDiagonalFoldings() iter.Seq[Isomorphism] {
	return func(yield func(Isomorphism) bool) {
		for _, rows := range unfoldings() {
			for rank := range uint32(arrangements) {
				columns := unrankSources(rank)
				if columns.at(0) < columns.at(8) && !yield(arrange(rows, columns)) {
					return
				}
			}
		}
	}
}

func anyGeometry(n uint32) (rows, columns nibbles, transpose bool) {
	return unrankSources(n / arrangements % arrangements), unrankSources(n % arrangements), n >= arrangements*arrangements
}

func keepHalfTurn(n uint32) (rows, columns nibbles, transpose bool) {
	return straight[n/24%24], straight[n%24], n >= 24*24
}

func keepMirror(n uint32) (rows, columns nibbles, transpose bool) {
	return unrankSources(n / 24), straight[n%24], false
}

func keepDiagonal(n uint32) (rows, columns nibbles, transpose bool) {
	rows = unrankSources(n % arrangements)
	return rows, rows, n >= arrangements
}

func keepSquare(n uint32) (rows, columns nibbles, transpose bool) {
	rows = straight[n%24]
	if n/24%2 == 1 {
		return rows, compose(rows, backward), n >= 48
	}
	return rows, rows, n >= 48
}
