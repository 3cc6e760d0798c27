package practice

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/figure"
)

// figureOf returns the position of a task with a step on it, or with none.
func (t *Task) figureOf(step *rating.Step) *figure.Figure {
	return &figure.Figure{Clues: t.Puzzle.Clues(), Position: t.Round.Position, Step: step, Language: t.Language}
}

// title returns a description of the puzzle of a task.
func (t *Task) title() string {
	level := t.Rating.Level()
	return t.words().Plain("practice.puzzle", "id", t.ID, "er", t.Rating.ER, "level", fmt.Sprintf("%d %s", level, level.NameIn(t.Language)))
}

// explanation explains the first step.
func (t *Task) explanation() string {
	return rating.Texts(t.Round.Steps[0].Statements(&t.Round.Position), t.Language)
}

// others returns what the other steps conclude and the first does not, each conclusion once. It
// may be the empty text.
func (t *Task) others() string {
	var conclusions []string
	for i := range t.Round.Steps {
		if text := t.Round.Steps[i].ConclusionText(); !slices.Contains(conclusions, text) {
			conclusions = append(conclusions, text)
		}
	}
	if len(conclusions) == 1 {
		return ""
	}
	return t.words().Plain("practice.also", "conclusions", strings.Join(conclusions[1:], "; "))
}

// writeText draws the position and asks the question. The answer is the same
// position with the first step marked, in words as well, and what the others
// conclude.
func writeText(w io.Writer, t *Task, o Options) error {
	_, err := fmt.Fprintf(w, "%s\n%s\n\n%s\n", t.title(), t.Question(), t.figureOf(nil).Text(o.Style))
	if err != nil || !o.Answer {
		return err
	}
	if _, err := fmt.Fprintf(w, "%s\n\n%s\n", t.words().Plain("practice.answer"), t.figureOf(&t.Round.Steps[0]).Text(o.Style)); err != nil {
		return err
	}
	step := &t.Round.Steps[0]
	text := fmt.Sprintf("  %s (%v): %s\n", step.NameIn(t.Language), step.Rating, t.explanation())
	if others := t.others(); others != "" {
		text += "  " + others + "\n"
	}
	_, err = fmt.Fprintln(w, text)
	return err
}

// writeSVG draws the position; the answer is the same with the first step marked.
func writeSVG(w io.Writer, t *Task, o Options) error {
	f := t.figureOf(nil)
	if o.Answer {
		f = t.figureOf(&t.Round.Steps[0])
	}
	_, err := w.Write(f.SVG(true))
	return err
}
