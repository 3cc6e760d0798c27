package table

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// npyMagic is the beginning of an array of NumPy.
const npyMagic = "\x93NUMPY\x01\x00"

// cells is the number of numbers of a value of [Cells] in an array.
const cells = 81

// arrayTypes are the types of columns that arrays can have, as NumPy names them.
var arrayTypes = map[Type]string{Cells: "|u1", Tenths: "<f8"}

// AppendArrayHead appends the head of an array of NumPy with what a column says of rows,
// as version 1.0 of the format has it (numpy.org, "NPY format"): a magic string, the
// length of the rest in two bytes, and a literal of Python that is filled up with spaces
// so that the numbers begin at a multiple of 64. Cells are bytes, 0 for an empty one.
func (c *Column[R]) AppendArrayHead(dst []byte, rows uint64) []byte {
	shape := fmt.Sprintf("(%d,)", rows)
	if c.Type == Cells {
		shape = fmt.Sprintf("(%d, %d)", rows, cells)
	}
	literal := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", arrayTypes[c.Type], shape)
	before := len(npyMagic) + 2
	literal += strings.Repeat(" ", (64-(before+len(literal)+1)%64)%64) + "\n"
	dst = binary.LittleEndian.AppendUint16(append(dst, npyMagic...), uint16(len(literal)))
	return append(dst, literal...)
}

// AppendArrayValue appends the value of a row to an array. An unknown value is 0.
func (c *Column[R]) AppendArrayValue(dst []byte, r R) []byte {
	start := len(dst)
	dst = c.Append(r, dst)
	text := dst[start:]
	if c.Type == Tenths {
		number, _ := strconv.ParseFloat(string(text), 64)
		return binary.LittleEndian.AppendUint64(dst[:start], math.Float64bits(number))
	}
	numbersOf(text)
	return dst
}

// numbersOf converts digits to numbers and a point to 0. Bit 4 distinguishes a digit
// from a point.
func numbersOf(text []byte) {
	for i, char := range text {
		text[i] = char & (char >> 4 & 1 * 0x0f)
	}
}

// SkipArrayHead reads the head of an array.
func SkipArrayHead(r io.Reader) error {
	head := make([]byte, len(npyMagic)+2)
	if _, err := io.ReadFull(r, head); err != nil {
		return err
	}
	if string(head[:len(npyMagic)]) != npyMagic {
		return errors.New("it is not an array of NumPy")
	}
	_, err := io.CopyN(io.Discard, r, int64(binary.LittleEndian.Uint16(head[len(npyMagic):])))
	return err
}

// ReadCells reads the next value of an array of [Cells], as digits with 0 for an empty
// cell. Behind the last one the error is [io.EOF].
func ReadCells(r io.Reader) (string, error) {
	var value [cells]byte
	if _, err := io.ReadFull(r, value[:]); err != nil {
		return "", err
	}
	for i := range value {
		value[i] += '0'
	}
	return string(value[:]), nil
}
