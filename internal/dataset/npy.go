package dataset

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// newNPY writes the cells as bytes: 0 for an empty one.
func newNPY() textFunc {
	return func(texts [][]byte, r *row) error {
		texts[0] = digitsFrom(r.puzzle.AppendLine(texts[0], '0'), len(texts[0]))
		texts[1] = digitsFrom(r.puzzle.AppendSolution(texts[1]), len(texts[1]))
		texts[2] = append(texts[2], byte(r.er))
		return nil
	}
}

// digitsFrom makes numbers of the digits of a text, from one on: eight at once.
func digitsFrom(text []byte, first int) []byte {
	rest := text[first:]
	for ; len(rest) >= 8; rest = rest[8:] {
		binary.LittleEndian.PutUint64(rest, binary.LittleEndian.Uint64(rest)&0x0f0f0f0f0f0f0f0f)
	}
	for i := range rest {
		rest[i] &= 0x0f
	}
	return text
}

// array opens a file of uint8 with a number of columns; 0 is for an array of one
// dimension.
func array(columns int) func(io.Writer, uint64) (fileWriter, error) {
	return func(w io.Writer, rows uint64) (fileWriter, error) {
		shape := fmt.Sprintf("(%d,)", rows)
		if columns > 0 {
			shape = fmt.Sprintf("(%d, %d)", rows, columns)
		}
		_, err := w.Write(npyHeader(shape))
		return textFile{w}, err
	}
}

// npyMagic is how an array of NumPy begins.
const npyMagic = "\x93NUMPY"

// npyHeader returns the header of an array of bytes, as version 1.0 of the format
// has it (numpy.org, "NPY format"): a magic string, the length of the rest in two
// bytes, and a literal of Python that is filled up with spaces so that the numbers
// begin at a multiple of 64.
func npyHeader(shape string) []byte {
	const before = len(npyMagic) + 2 + 2
	literal := fmt.Sprintf("{'descr': '|u1', 'fortran_order': False, 'shape': %s, }", shape)
	fill := (64 - (before+len(literal)+1)%64) % 64
	literal += strings.Repeat(" ", fill) + "\n"
	header := append([]byte(npyMagic), 1, 0)
	header = binary.LittleEndian.AppendUint16(header, uint16(len(literal)))
	return append(header, literal...)
}

// readNPY reads the arrays of inputs and labels.
func readNPY(files []*os.File, yield func(pair) bool) error {
	var arrays [2]*bufio.Reader
	for i := range arrays {
		arrays[i] = bufio.NewReader(files[i])
		if err := skipNPYHeader(arrays[i]); err != nil {
			return err
		}
	}
	for {
		var grids [2][81]byte
		_, err := io.ReadFull(arrays[0], grids[0][:])
		if _, other := io.ReadFull(arrays[1], grids[1][:]); !errors.Is(other, err) {
			return errors.New("inputs and labels are not equally many")
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for i := range grids {
			for c := range grids[i] {
				grids[i][c] += '0'
			}
		}
		row, err := pairOf(string(grids[0][:]), string(grids[1][:]))
		if err != nil || !yield(row) {
			return err
		}
	}
}

// skipNPYHeader reads what stands before the numbers of an array.
func skipNPYHeader(r io.Reader) error {
	var before [len(npyMagic) + 2 + 2]byte
	if _, err := io.ReadFull(r, before[:]); err != nil {
		return err
	}
	if !bytes.HasPrefix(before[:], []byte(npyMagic)) {
		return errors.New("it is no array of NumPy")
	}
	_, err := io.CopyN(io.Discard, r, int64(binary.LittleEndian.Uint16(before[len(before)-2:])))
	return err
}
