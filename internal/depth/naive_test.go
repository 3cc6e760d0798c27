package depth

import "github.com/seedoku/seedoku/sudoku"

// naive is a state written for plain reading: the candidates of each cell. It follows
// the words of the definitions and spares no work.
type naive [81]sudoku.Digits

func naiveOf(clues *sudoku.Grid) (n naive) {
	for c, d := range clues {
		n[c] = sudoku.AllDigits
		if d != 0 {
			n[c] = sudoku.DigitSet(d)
		}
	}
	return n
}

// contradictory reports whether a cell has no candidate or a house no place for
// a digit.
func (n *naive) contradictory() bool {
	for _, digits := range n {
		if digits == 0 {
			return true
		}
	}
	for h := range sudoku.House(sudoku.NumHouses) {
		var all sudoku.Digits
		for _, c := range h.List() {
			all |= n[c]
		}
		if all != sudoku.AllDigits {
			return true
		}
	}
	return false
}

func (n *naive) solved() bool {
	for _, digits := range n {
		if digits.Len() != 1 {
			return false
		}
	}
	return true
}

// sweep goes through all cells and houses for singles, and reports whether anything
// followed from them.
func (n *naive) sweep() (changed bool) {
	for c, digits := range n {
		if digits.Len() != 1 {
			continue
		}
		for _, peer := range sudoku.Cell(c).PeerList() {
			changed = changed || n[peer]&digits != 0
			n[peer] &^= digits
		}
	}
	for h := range sudoku.House(sudoku.NumHouses) {
		for d := sudoku.Digit(1); d <= 9; d++ {
			places, last := 0, sudoku.Cell(0)
			for _, c := range h.List() {
				if n[c].Has(d) {
					places, last = places+1, c
				}
			}
			if places == 1 && n[last].Len() > 1 {
				n[last] = sudoku.DigitSet(d)
				changed = true
			}
		}
	}
	return changed
}

// apply applies T&E(depth), and reports false for a contradiction.
func (n *naive) apply(depth int) bool {
	if depth == 0 {
		for !n.contradictory() && n.sweep() {
		}
		return !n.contradictory()
	}
	for n.apply(depth - 1) {
		if !n.tryAll(depth - 1) {
			return true
		}
	}
	return false
}

// tryAll tries every candidate, and reports whether one was removed.
func (n *naive) tryAll(depth int) (changed bool) {
	for c := range n {
		for d := range n[c].All() {
			trial := *n
			trial[c] = sudoku.DigitSet(d)
			if n[c].Len() > 1 && !trial.apply(depth) {
				n[c] = n[c].Without(d)
				changed = true
			}
		}
	}
	return changed
}

// trials is the depth of a puzzle by definition.
func trials(puzzle *sudoku.Puzzle) int {
	clues := puzzle.Clues()
	n := naiveOf(&clues)
	for depth := 0; ; depth++ {
		if n.apply(depth); n.solved() {
			return depth
		}
	}
}

// opened counts the sets of size cells that let singles solve a puzzle.
func opened(puzzle *sudoku.Puzzle, size int, from int) (n int) {
	if size == 0 {
		clues := puzzle.Clues()
		s := naiveOf(&clues)
		s.apply(0)
		if s.solved() {
			return 1
		}
		return 0
	}
	for c := from; c < 81; c++ {
		if puzzle.Clues()[c] == 0 {
			with := puzzle.With(sudoku.CellSet(sudoku.Cell(c)))
			n += opened(&with, size-1, c+1)
		}
	}
	return n
}

// count counts solutions by filling a cell with the fewest candidates.
func (n naive) count(limit int) (found int) {
	best := -1
	for c, digits := range n {
		if digits == 0 {
			return 0
		}
		if digits.Len() > 1 && (best < 0 || digits.Len() < n[best].Len()) {
			best = c
		}
	}
	if best < 0 {
		if n.contradictory() {
			return 0
		}
		return 1
	}
	for d := range n[best].All() {
		next := n
		next.fill(sudoku.Cell(best), d)
		if found += next.count(limit - found); found >= limit {
			return limit
		}
	}
	return found
}

// fill places a digit, and those that it leaves a cell as the only one.
func (n *naive) fill(c sudoku.Cell, d sudoku.Digit) {
	n[c] = sudoku.DigitSet(d)
	for _, peer := range c.PeerList() {
		if n[peer].Has(d) {
			if n[peer] = n[peer].Without(d); n[peer].Len() == 1 {
				n.fill(peer, n[peer].First())
			}
		}
	}
}
