package pack

import (
	"fmt"
	"io"
)

// writeSDK writes the file of SadMan Sudoku: lines that begin with # and a
// letter (D description, C comment, L level), then nine lines of cells.
func writeSDK(w io.Writer, e *Entry, _ bool) error {
	description := ""
	if e.ID != "" {
		description = "#D" + e.ID + "\n"
	}
	_, err := fmt.Fprintf(w, "%s#CER %v, %d clues\n#L%s\n[Puzzle]\n%s",
		description, e.Rating.ER, e.Puzzle.NumClues(), e.Rating.Level().Name(), drawn(nil, nineLines, e.Puzzle.Clues().AppendLine(nil, '.'), ""))
	return err
}
