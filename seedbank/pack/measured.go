package pack

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/sudoku"
)

// depthColumns are the columns that [Format.Measured] adds, behind all others.
var depthColumns = [...]column{
	{"te", asNumber, "depth of trial and error that solves it, 0 to 4; 4 means more than 3", func(i *item, dst []byte) []byte { return strconv.AppendInt(dst, int64(i.depth().Trials), 10) }},
	{"backdoor", asNumber, "smallest number of cells that, once filled, leave the rest to singles", func(i *item, dst []byte) []byte { return strconv.AppendInt(dst, int64(i.depth().Backdoor.Size), 10) }},
	{"backdoors", asNumber, "number of such sets of cells", func(i *item, dst []byte) []byte { return strconv.AppendInt(dst, int64(i.depth().Backdoor.Count), 10) }},
	{"without_least", asNumber, "fewest solutions when one clue is taken away", func(i *item, dst []byte) []byte {
		least, _ := i.depth().Without.Range()
		return strconv.AppendInt(dst, int64(least), 10)
	}},
	{"without_greatest", asNumber, "most solutions when one clue is taken away, at most 10000", func(i *item, dst []byte) []byte {
		_, greatest := i.depth().Without.Range()
		return strconv.AppendInt(dst, int64(greatest), 10)
	}},
	{"without", asSolutions, "solutions without each clue, such as r1c1:27", nil},
}

// depth returns the measures of an entry. The writer has checked that they are there.
func (i *item) depth() *depth.Measures { return i.entry.Depth }

// Measured returns f with columns for [Entry.Depth], which every entry must have then.
// csv and jsonl can have them; it is an error for other formats.
func (f Format) Measured() (Format, error) {
	if f.newMeasured == nil {
		return Format{}, fmt.Errorf("format %s has no columns for the depth of puzzles", f.Name)
	}
	f.newWriter = f.newMeasured
	return f, nil
}

// measuredWriter writes entries that were measured. It is not a recordWriter, which also
// writes isomorphs: they have no measures.
type measuredWriter struct{ Writer }

func newMeasuredWriter(w io.Writer, form recordForm) (Writer, error) {
	writer, err := newRecordWriter(w, form)
	return measuredWriter{writer}, err
}

func (m measuredWriter) Write(e *Entry) error {
	if e.Depth == nil {
		return errors.New("the depth of the puzzle was not measured")
	}
	return m.Writer.Write(e)
}

// appendSolutions appends the solutions without each clue, by the names of the cells.
func appendSolutions(dst []byte, w *depth.Without, within, between string) []byte {
	separator := ""
	for c, n := range w {
		if n == 0 {
			continue
		}
		dst = append(append(append(dst, separator...), sudoku.Cell(c).String()...), within...)
		dst = strconv.AppendInt(dst, int64(n), 10)
		separator = between
	}
	return dst
}
