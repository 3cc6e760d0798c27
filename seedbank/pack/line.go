package pack

import "io"

// lineForm is a puzzle a line and, if asked for, its solution behind it.
type lineForm struct {
	bare
	empty     byte // stands for an empty cell
	solutions bool
}

func newLine(w io.Writer, s Settings) (Writer, error) {
	return newRecordWriter(w, &lineForm{empty: '.', solutions: s.on(solutionOption)})
}

func (l *lineForm) appendRecord(dst []byte, i *item, _ bool) []byte {
	dst = i.appendClues(dst, l.empty)
	if l.solutions {
		dst = i.appendSolution(append(dst, '\t'))
	}
	return append(dst, '\n')
}

func (l *lineForm) fork() recordForm { return l }
