package pack

import (
	"io"
	"strconv"
	"time"

	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/sudoku"
)

// drawingForm draws puzzles for people. A line above each puzzle describes it.
// This line and the lines of the solution begin with #, so that readers of
// puzzles skip them.
type drawingForm struct {
	bare
	layout    string // an empty grid: each cell is a dot
	solutions bool
	words     *words // of another language than English, or nil
	captions  pickTexts
	line      []byte
}

// nineLines is the drawing of an empty grid.
const nineLines = ".........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n"

func newGrid(w io.Writer, s Settings) (Writer, error) {
	return newRecordWriter(w, &drawingForm{layout: sudoku.Grid{}.Boxed(), solutions: s.on(solutionOption)})
}

func (d *drawingForm) fork() recordForm {
	return &drawingForm{layout: d.layout, solutions: d.solutions, words: d.words}
}

func (d *drawingForm) AppendRow(dst []byte, i *table.Puzzle, first bool) []byte {
	if !first {
		dst = append(dst, '\n')
	}
	solution := "Solution"
	if dst = append(dst, "# "...); d.words != nil {
		dst, solution = append(dst, d.words.captionOf(i)...), d.words.Plain("book.solutions")
	} else {
		dst = appendCaption(dst, i, &d.captions)
	}
	dst = append(dst, '\n')
	d.line = i.AppendClues(d.line[:0], '.')
	dst = drawn(dst, d.layout, d.line, "")
	if d.solutions {
		dst = append(append(append(dst, "# "...), solution...), '\n')
		d.line = i.AppendSolution(d.line[:0])
		dst = drawn(dst, d.layout, d.line, "# ")
	}
	return dst
}

// drawn appends the drawing of a grid of 81 characters, with a text before each of
// its lines.
func drawn(dst []byte, layout string, grid []byte, before string) []byte {
	atStart := true
	for n := range len(layout) {
		char := layout[n]
		if atStart {
			dst = append(dst, before...)
		}
		if atStart = char == '\n'; char == '.' {
			char, grid = grid[0], grid[1:]
		}
		dst = append(dst, char)
	}
	return dst
}

// caption returns a short description of the puzzle.
func (e *Entry) caption() string {
	return string(appendCaption(nil, &table.Puzzle{Entry: (*table.Entry)(e)}, nil))
}

// appendCaption appends a short description of a puzzle, with its day and its number in a
// calendar.
func appendCaption(dst []byte, i *table.Puzzle, captions *pickTexts) []byte {
	if i.Entry == nil {
		return i.AppendID(append(append(dst, captions.of(i, appendKind)...), ", "...))
	}
	if !i.Entry.Date.IsZero() {
		dst = append(i.Entry.Date.AppendFormat(dst, time.DateOnly), ", no. "...)
		dst = append(strconv.AppendInt(dst, int64(i.Entry.Number), 10), ", "...)
	}
	dst = appendKind(dst, i)
	if i.Entry.ID != "" {
		dst = append(append(dst, ", "...), i.Entry.ID...)
	}
	return dst
}

// appendKind appends the part of the caption that all isomorphs of a puzzle
// share.
func appendKind(dst []byte, i *table.Puzzle) []byte {
	er := i.Rating().ER
	dst = append(appendLevel(dst, i), ", ER "...)
	dst = strconv.AppendInt(append(table.AppendTenths(dst, er), ", "...), int64(i.NumClues()), 10)
	return append(dst, " clues"...)
}

// appendLevel appends the level of a puzzle, such as Level 3 (Gentle).
func appendLevel(dst []byte, i *table.Puzzle) []byte {
	level := i.Rating().Level()
	dst = strconv.AppendUint(append(dst, "Level "...), uint64(level), 10)
	return append(append(append(dst, " ("...), level.Name()...), ')')
}
