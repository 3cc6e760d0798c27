package practice

import (
	"io"

	"github.com/seedoku/seedoku/internal/book"
)

// writePDF writes tasks as a worksheet: the positions with their candidates, and the
// answers on pages of their own.
func writePDF(w io.Writer, tasks []Task, o Options) error {
	words := wordsOf(tasks)
	sheet := book.Sheet{Title: words.Plain("practice.title"), Lead: o.Lead, Answers: words.Plain("practice.answers"), Language: words.Code()}
	for i := range tasks {
		t := &tasks[i]
		figure := t.figureOf(&t.Round.Steps[0])
		answer := book.Answer{Name: t.Round.Steps[0].NameIn(t.Language), Texts: []string{t.explanation()}}
		answer.Pattern, answer.Removed, answer.Placed = figure.Marked()
		if others := t.others(); others != "" {
			answer.Texts = append(answer.Texts, others)
		}
		sheet.Exercises = append(sheet.Exercises, book.Exercise{
			Question: t.Question(), Note: t.title(),
			Clues: t.Puzzle.Clues(), Grid: t.Round.Grid, Candidates: t.Round.Candidates, Answer: answer,
		})
	}
	return sheet.WritePDF(w)
}
