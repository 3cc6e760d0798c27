package pack

import "io"

// newCompact returns a writer of puzzles as nine lines of nine characters, the
// form used in mails and forums.
func newCompact(w io.Writer, s Settings) (Writer, error) {
	return newRecordWriter(w, &drawingForm{layout: nineLines, solutions: s.on(solutionOption)})
}
