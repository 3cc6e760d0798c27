package pack

import "io"

// newCompact writes a puzzle as nine lines of nine characters, the form in
// which puzzles stand in mails and forums.
func newCompact(w io.Writer, s Settings) (Writer, error) {
	return newRecordWriter(w, &drawingForm{layout: nineLines, solutions: s.on(solutionOption)})
}

// nineLines is an empty grid, drawn.
const nineLines = ".........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n"
