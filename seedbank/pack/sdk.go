package pack

import (
	"fmt"
	"io"
)

// sdkWriter writes the file of SadMan Sudoku: lines that begin with # and a
// letter (D description, C comment, L level), then nine lines of cells.
type sdkWriter struct{ w io.Writer }

func newSDK(w io.Writer, _ Settings) (Writer, error) { return sdkWriter{w}, nil }

func (s sdkWriter) Write(e *Entry) error {
	description := ""
	if e.ID != "" {
		description = "#D" + e.ID + "\n"
	}
	_, err := fmt.Fprintf(s.w, "%s#CER %v, %d clues\n#L%s\n[Puzzle]\n%s",
		description, e.Rating.ER, e.Puzzle.NumClues(), e.Rating.Level().Name(), string(drawn(nil, nineLines, e.Puzzle.Clues().AppendLine(nil, '.'), "")))
	return err
}

func (s sdkWriter) Close() error { return nil }
