package pack

import (
	"fmt"
	"io"
	"strings"

	"github.com/seedoku/seedoku/sudoku"
)

// drawingWriter draws puzzles for people to read. A line with # above each says
// what it is. Solutions are behind # too: readers of puzzles skip all that.
type drawingWriter struct {
	w         io.Writer
	draw      func(sudoku.Grid) string
	solutions bool
	between   string
}

func newGrid(w io.Writer, options Options) Writer {
	return &drawingWriter{w: w, draw: sudoku.Grid.Boxed, solutions: options.Solutions}
}

func (d *drawingWriter) Write(e *Entry) error {
	text := fmt.Sprintf("%s# %s\n%s", d.between, e.caption(), d.draw(e.Puzzle.Clues()))
	d.between = "\n"
	if d.solutions {
		text += "# Solution\n" + commented(d.draw(e.Puzzle.Solution()))
	}
	_, err := io.WriteString(d.w, text)
	return err
}

func (d *drawingWriter) Close() error { return nil }

// commented returns text with # before each of its lines.
func commented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("# " + line)
	}
	return b.String()
}
