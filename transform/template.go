package transform

import (
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// Template is a grid prepared for writing many of its images. It holds the grid
// and its transpose. An isomorphism chooses one of them, puts its rows in
// another order, and does the same with the cells of every row:
//
//	columns   2  0  1  5  3  4  6  8  7      which cell comes here
//	row       .  7  .  .  .  4  1  .  .
//	moved     .  .  7  4  .  .  1  .  .
//	written   .  .  2  9  .  .  5  .  .      by the table of characters
//
// Moving and writing a row is one instruction each where the processor can
// shuffle sixteen bytes: see template_amd64.s.
//
// The template of a solution writes every puzzle that has the solution, too: a
// set of cells says which are clues.
type Template struct {
	grids [2]source
}

// source is a grid with room after it, because sixteen bytes are loaded from
// the start of each row.
type source [88]byte

// newTemplate returns the template of g.
func newTemplate(g sudoku.Grid) *Template {
	var t Template
	for row := range 9 {
		for column := range 9 {
			d := byte(g[9*row+column])
			t.grids[0][9*row+column] = d
			t.grids[1][9*column+row] = d
		}
	}
	return &t
}

// AppendLine appends the image of the grid under t to dst as 81 characters,
// with the given character for an empty cell. It does the same as [Isomorphism.Grid]
// with [sudoku.Grid.AppendLine], several times faster.
func (p *Template) AppendLine(dst []byte, t Isomorphism, empty byte) []byte {
	order, n := recipeOf(t, empty), len(dst)
	dst = slices.Grow(dst, len(line88{}))[:n+len(line88{})]
	shuffleGrid((*line88)(dst[n:]), &p.grids[t.transposed()], &order)
	return dst[:n+81]
}

// AppendKept is AppendLine for the cells of a set; the others are empty.
func (p *Template) AppendKept(dst []byte, t Isomorphism, kept sudoku.Cells, empty byte) []byte {
	order, n, rows := recipeOf(t, empty), len(dst), rowsFor(kept, t)
	dst = slices.Grow(dst, len(line88{}))[:n+len(line88{})]
	shuffleKept((*line88)(dst[n:]), &p.grids[t.transposed()], &order, &rows)
	return dst[:n+81]
}

// Touch reads bytes from all lines of the processor's cache that AppendLine or AppendKept
// will read for t. Who writes images of many templates touches all of them first, so that the
// waits for memory overlap.
func (p *Template) Touch(t Isomorphism) byte {
	grid := &p.grids[t.transposed()]
	return grid[0] + grid[64] + grid[80]
}

// PuzzleTemplate is the template of the solution of a proper puzzle, which is the solution
// of every puzzle with more clues, too.
type PuzzleTemplate struct {
	Template
	clues sudoku.Cells
}

// NewPuzzleTemplate returns the template of p.
func NewPuzzleTemplate(p sudoku.Puzzle) PuzzleTemplate {
	return PuzzleTemplate{Template: *newTemplate(p.Solution()), clues: p.Clues().Filled()}
}

// Clues returns the cells in which the puzzle has clues.
func (p *PuzzleTemplate) Clues() sudoku.Cells { return p.clues }

// With returns the puzzle with more clues: the digits of its solution in some cells. That
// keeps it proper, as [sudoku.Puzzle.With] does.
func (p *PuzzleTemplate) With(cells sudoku.Cells) sudoku.Puzzle {
	var solution sudoku.Grid
	for c := range solution {
		solution[c] = sudoku.Digit(p.grids[0][c])
	}
	return sudoku.PuzzleWithoutProof(solution.Keep(p.clues.Or(cells)), solution)
}

// rowsFor returns a set of cells by rows, transposed if t transposes.
func rowsFor(cells sudoku.Cells, t Isomorphism) patternRows {
	rows := rowsOf(cells)
	if !t.transpose {
		return rows
	}
	var low, high uint64 // nine bits a column, six columns and three
	for r, row := range rows {
		low |= spread[row&0o77] << r
		high |= spread[row>>6] << r
	}
	return rowsOfWords(low, high)
}

// spread has the bits of a number nine places apart.
var spread = func() (s [64]uint64) {
	for n := range s {
		for bit := range 6 {
			s[n] |= uint64(n>>bit&1) << (9 * bit)
		}
	}
	return s
}()

// transposed returns 1 if t transposes, and else 0. It is not a branch, which
// would be mispredicted every other time.
func (t Isomorphism) transposed() int {
	n := 0
	if t.transpose {
		n = 1
	}
	return n
}

// recipeOf returns the instructions for an image under t.
func recipeOf(t Isomorphism, empty byte) recipe {
	const zeros = 0x3030303030303030
	return recipe{
		rows:       uint64(t.rows),
		columns:    [2]uint64{t.columns.bytes(), uint64(t.columns >> 32)},
		characters: [2]uint64{t.digits.bytes() + zeros - '0' + uint64(empty), (t.digits >> 32).bytes() + zeros},
	}
}

// recipe holds the instructions for an image: the source of each row as nibbles,
// the source of each column and the character of each digit as bytes.
type recipe struct {
	rows       uint64
	columns    [2]uint64
	characters [2]uint64
}

// line88 is a line with room after it, because sixteen bytes are stored from
// the start of the last row on.
type line88 [88]byte

// bytes returns the numbers 0 to 7 of n as bytes.
func (n nibbles) bytes() uint64 {
	x := uint64(n) & 0xffffffff
	x = (x | x<<16) & 0x0000ffff0000ffff
	x = (x | x<<8) & 0x00ff00ff00ff00ff
	return (x | x<<4) & 0x0f0f0f0f0f0f0f0f
}

// shufflePlain sets the first 81 bytes of line to the image of grid.
func shufflePlain(line *line88, grid *source, order *recipe) {
	var columns, characters [16]byte
	for i := range 16 {
		columns[i] = byte(order.columns[i/8] >> (i % 8 * 8))
		characters[i] = byte(order.characters[i/8] >> (i % 8 * 8))
	}
	for i := range 9 {
		row := grid[9*(order.rows>>(4*i)&15):]
		for j := range 9 {
			line[9*i+j] = characters[row[columns[j]]&15]
		}
	}
}

// keptPlain is shufflePlain with every cell outside kept empty. kept has the rows
// of the grid.
func keptPlain(line *line88, grid *source, order *recipe, kept *patternRows) {
	var rest source
	for i, row := range kept {
		for j := range 9 {
			rest[9*i+j] = grid[9*i+j] * byte(row>>j&1)
		}
	}
	shufflePlain(line, &rest, order)
}
