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
type Template struct {
	grids [2]source
}

// source is a grid with room behind it, because sixteen bytes are loaded from
// the start of each row.
type source [96]byte

// NewTemplate returns the template of g.
func NewTemplate(g sudoku.Grid) *Template {
	var t Template
	for c, d := range g {
		row, column := sudoku.Cell(c).Row(), sudoku.Cell(c).Column()
		t.grids[0][9*row+column] = byte(d)
		t.grids[1][9*column+row] = byte(d)
	}
	return &t
}

// AppendLine appends the image of the grid under t to dst as 81 characters,
// with the given character for an empty cell. It does the same as
// [Isomorphism.AppendLine], several times faster.
func (p *Template) AppendLine(dst []byte, t Isomorphism, empty byte) []byte {
	const zeros = 0x3030303030303030
	order := recipe{
		rows:       uint64(t.rows),
		columns:    [2]uint64{t.columns.bytes(), uint64(t.columns >> 32)},
		characters: [2]uint64{t.digits.bytes() + zeros - '0' + uint64(empty), (t.digits >> 32).bytes() + zeros},
	}
	transposed := 0 // not a branch, which would be mispredicted every other time
	if t.transpose {
		transposed = 1
	}
	n := len(dst)
	dst = slices.Grow(dst, len(line88{}))[:n+len(line88{})]
	shuffleGrid((*line88)(dst[n:]), &p.grids[transposed], &order)
	return dst[:n+81]
}

// recipe is the orders for shuffleGrid: the source of each row as nibbles, the
// source of each column and the character of each digit as bytes.
type recipe struct {
	rows       uint64
	columns    [2]uint64
	characters [2]uint64
}

// line88 is a line with room behind it, because sixteen bytes are stored from
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
