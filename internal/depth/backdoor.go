package depth

import "github.com/seedoku/seedoku/sudoku"

// Backdoor describes the smallest backdoors of a puzzle.
type Backdoor struct {
	Size  int // their number of cells, 0 if singles solve the puzzle
	Count int // how many sets of this size are backdoors; for size 0 the empty set, 1
}

// Backdoors returns the size of the smallest backdoors of a puzzle, and their number.
//
// No cell of a smallest backdoor follows by singles from the clues and its other cells:
// without this cell it would be a smaller backdoor. So it is enough to try cells that are
// still open.
func (p *Prober) Backdoors(puzzle *sudoku.Puzzle) Backdoor {
	clues, solution := puzzle.Clues(), puzzle.Solution()
	p.root.start(&clues)
	p.root.singles()
	if p.root.solved() {
		return Backdoor{0, 1}
	}
	for size := 1; ; size++ {
		if n := backdoors(&p.root, &solution, size, p.root.open); n > 0 {
			return Backdoor{size, n}
		}
	}
}

// backdoors counts the sets of size cells, all of them among cells, that solve s.
func backdoors(s *state, solution *sudoku.Grid, size int, cells sudoku.Cells) (n int) {
	var next state
	for rest := cells.And(s.open); !rest.Empty(); {
		c := rest.First()
		rest = rest.Without(c)
		next = *s
		next.assert(c, solution[c])
		next.singles()
		switch {
		case size > 1:
			n += backdoors(&next, solution, size-1, rest)
		case next.solved():
			n++
		}
	}
	return n
}
