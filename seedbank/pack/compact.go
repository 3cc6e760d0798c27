package pack

import (
	"io"
	"strings"

	"github.com/seedoku/seedoku/sudoku"
)

// newCompact writes a puzzle as nine lines of nine characters, the form in
// which puzzles stand in mails and forums.
func newCompact(w io.Writer, s Settings) (Writer, error) {
	return &drawingWriter{w: w, draw: nineLines, solutions: s.on(solutionOption)}, nil
}

func nineLines(g sudoku.Grid) string {
	var b strings.Builder
	line := g.String()
	for row := range 9 {
		b.WriteString(line[9*row:9*row+9] + "\n")
	}
	return b.String()
}
