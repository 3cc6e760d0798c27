package pack

import "io"

// lineWriter writes a puzzle a line, and nothing else unless solutions are
// asked for.
type lineWriter struct {
	w       io.Writer
	options Options
	buf     []byte
}

func newLine(w io.Writer, options Options) Writer { return &lineWriter{w: w, options: options} }

func (l *lineWriter) Write(e *Entry) error {
	l.buf = e.Puzzle.Clues.AppendLine(l.buf[:0], '.')
	if l.options.Solutions {
		l.buf = append(l.buf, '\t')
		l.buf = e.Puzzle.Solution.AppendLine(l.buf, '.')
	}
	_, err := l.w.Write(append(l.buf, '\n'))
	return err
}

func (l *lineWriter) Close() error { return nil }
