package pack

import (
	"io"
	"strings"
)

// bordered is the drawing of an empty grid with borders.
var bordered = func() string {
	const (
		edge  = "*-----------*\n"
		floor = "|---+---+---|\n"
	)
	boxes := strings.Repeat("|...|...|...|\n", 3)
	return edge + boxes + floor + boxes + floor + boxes + edge
}()

// writeSS writes the file of Simple Sudoku: a grid with borders, in which an
// empty cell is a dot.
func writeSS(w io.Writer, e *Entry, _ bool) error {
	_, err := w.Write(drawn(nil, bordered, e.Puzzle.Clues().AppendLine(nil, '.'), ""))
	return err
}
