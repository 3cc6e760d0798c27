package depth

import "github.com/seedoku/seedoku/sudoku"

// Expand returns a puzzle with all clues that T&E(n) adds to it. With n = 0 this is the
// expansion by singles (BRT expansion). Puzzles with the same one need the same trial and
// error, unless singles solve them. People who hunt for deep puzzles call the expansion by
// singles of a minimal puzzle a min-expand, and count these: one often belongs to many
// minimal puzzles. They come from mith; see "The layered structure of T&E-depth d" in the
// forum of enjoysudoku.com.
//
// Fewer clues need no less trial and error. So if a puzzle has depth d, all puzzles with
// clues of its expansion by T&E(d-1), and with one solution, have at least depth d.
func (p *Prober) Expand(puzzle *sudoku.Puzzle, n int) sudoku.Puzzle {
	p.begin(puzzle)
	p.apply(n, &p.root)
	return puzzle.With(sudoku.AllCells.AndNot(p.root.open))
}

// Open returns the number of candidates of the cells for which T&E(n) finds no digit. It is
// 0 if the depth of the puzzle is n or less.
func (p *Prober) Open(puzzle *sudoku.Puzzle, n int) (open int) {
	p.begin(puzzle)
	p.apply(n, &p.root)
	for i := range p.root.digits {
		open += p.root.digits[i].And(p.root.open).Len()
	}
	return open
}
