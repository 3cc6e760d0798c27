package pack

import (
	"io"
	"strconv"

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
	captions  pickTexts
	line      []byte
}

func newGrid(w io.Writer, s Settings) (Writer, error) {
	return newRecordWriter(w, &drawingForm{layout: sudoku.Grid{}.Boxed(), solutions: s.on(solutionOption)})
}

func (d *drawingForm) fork() recordForm {
	return &drawingForm{layout: d.layout, solutions: d.solutions}
}

func (d *drawingForm) appendRecord(dst []byte, i *table.Puzzle, first bool) []byte {
	if !first {
		dst = append(dst, '\n')
	}
	dst = append(appendCaption(append(dst, "# "...), i, &d.captions), '\n')
	d.line = i.AppendClues(d.line[:0], '.')
	dst = drawn(dst, d.layout, d.line, "")
	if d.solutions {
		dst = append(dst, "# Solution\n"...)
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

// appendCaption appends a short description of a puzzle.
func appendCaption(dst []byte, i *table.Puzzle, captions *pickTexts) []byte {
	if i.Entry == nil {
		return i.AppendID(append(append(dst, captions.of(i, appendKind)...), ", "...))
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
	result := i.Rating()
	level := result.Level()
	dst = strconv.AppendUint(append(dst, "Level "...), uint64(level), 10)
	dst = append(append(append(dst, " ("...), level.Name()...), "), ER "...)
	dst = strconv.AppendInt(append(table.AppendTenths(dst, result.ER), ", "...), int64(i.NumClues()), 10)
	return append(dst, " clues"...)
}
