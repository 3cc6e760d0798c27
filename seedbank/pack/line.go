package pack

import "io"

// lineWriter writes a puzzle a line, and nothing else unless solutions are
// asked for.
type lineWriter struct {
	w         io.Writer
	empty     byte // stands for an empty cell
	solutions bool
	buf       []byte
}

func newLine(w io.Writer, options Options) Writer {
	return &lineWriter{w: w, empty: '.', solutions: options.Solutions}
}

func (l *lineWriter) Write(e *Entry) error {
	l.buf = e.Puzzle.Clues().AppendLine(l.buf[:0], l.empty)
	if l.solutions {
		l.buf = append(l.buf, '\t')
		l.buf = e.Puzzle.Solution().AppendLine(l.buf, l.empty)
	}
	l.buf = append(l.buf, '\n')
	_, err := l.w.Write(l.buf)
	return err
}

func (l *lineWriter) Close() error { return nil }
