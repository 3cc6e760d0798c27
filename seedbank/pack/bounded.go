package pack

import (
	"errors"

	"github.com/seedoku/seedoku/sudoku"
)

// maxRecord is the length of the longest record of any format, in bytes: a line,
// a row of a table, an element with those around it, a description. Readers keep
// no more than one record in memory, so that a file may be of any length.
const maxRecord = sudoku.MaxLine

// errTooLong is what a boundedReader returns when a record is too long.
var errTooLong = errors.New("record too long")

// boundedReader is a file for a decoder that keeps in memory whatever it reads.
// The one who uses the decoder sets anew what is left, for each piece that it
// hands out.
type boundedReader struct {
	*textReader
	left int // bytes that may be read, or -1 when more were asked for
}

func (b *boundedReader) ReadByte() (byte, error) {
	if b.left <= 0 {
		b.left = -1
		return 0, errTooLong
	}
	b.left--
	return b.textReader.ReadByte()
}
