package pack

import (
	"io"
	"strings"
)

// ssWriter writes the file of Simple Sudoku: a grid with borders, in which an
// empty cell is a dot. Such a file holds one puzzle.
type ssWriter struct {
	once
	w io.Writer
}

func newSS(w io.Writer, _ Options) Writer { return &ssWriter{once{format: "ss"}, w} }

func (s *ssWriter) Write(e *Entry) error {
	if err := s.take(); err != nil {
		return err
	}
	const (
		edge  = "*-----------*\n"
		floor = "|---+---+---|\n"
	)
	var b strings.Builder
	b.WriteString(edge)
	line := e.Puzzle.Clues().String()
	for row := range 9 {
		if row == 3 || row == 6 {
			b.WriteString(floor)
		}
		cells := line[9*row:]
		b.WriteString("|" + cells[:3] + "|" + cells[3:6] + "|" + cells[6:9] + "|\n")
	}
	b.WriteString(edge)
	_, err := io.WriteString(s.w, b.String())
	return err
}

func (s *ssWriter) Close() error { return nil }
