package pack

import (
	"fmt"
	"io"
)

// gridWriter draws puzzles for people to read. A line with # above each says
// what it is; readers of puzzles skip it.
type gridWriter struct {
	w       io.Writer
	options Options
	between string
}

func newGrid(w io.Writer, options Options) Writer { return &gridWriter{w: w, options: options} }

func (g *gridWriter) Write(e *Entry) error {
	_, err := fmt.Fprintf(g.w, "%s# %s\n%s", g.between, e.caption(), e.Puzzle.Clues.Boxed())
	if err == nil && g.options.Solutions {
		_, err = fmt.Fprintf(g.w, "\n# Solution\n%s", e.Puzzle.Solution.Boxed())
	}
	g.between = "\n"
	return err
}

func (g *gridWriter) Close() error { return nil }
