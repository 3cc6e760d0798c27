package pack

import (
	"io"

	"github.com/seedoku/seedoku/internal/table"
)

// lineForm writes one puzzle a line, optionally followed by its solution.
type lineForm struct {
	bare
	empty     byte // stands for an empty cell
	solutions bool
}

func newLine(w io.Writer, s Settings) (Writer, error) {
	return newRecordWriter(w, &lineForm{empty: '.', solutions: s.on(solutionOption)})
}

func (l *lineForm) AppendRow(dst []byte, i *table.Puzzle, _ bool) []byte {
	dst = i.AppendClues(dst, l.empty)
	if l.solutions {
		dst = i.AppendSolution(append(dst, '\t'))
	}
	return append(dst, '\n')
}

func (l *lineForm) fork() recordForm { return l }
