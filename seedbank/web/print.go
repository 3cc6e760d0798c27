package web

import (
	"slices"

	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// printForm has what the form of the view print is made of: names of options of books, by
// how they are entered, and the values of others.
type printForm struct {
	Presets                              []string
	BookTexts, BookProse, BookFiles      []string
	BookNumbers, Papers, PerPages, Shown []string
}

// newPrintForm sorts the options of books.
func newPrintForm() printForm {
	form := printForm{Presets: []string{"tonight", "book", "practice"}, Papers: book.Papers(), Shown: []string{"level", "id", "er", "clues", "date", "program"}}
	for _, option := range bookOptions() {
		switch {
		case option.Kind == pack.Text && option.Choices == nil && option.Accepts == nil:
			form.BookTexts = append(form.BookTexts, option.Name)
		case option.Kind == pack.File && option.Accepts != nil:
			form.BookProse = append(form.BookProse, option.Name)
		case option.Kind == pack.File:
			form.BookFiles = append(form.BookFiles, option.Name)
		case option.Kind == pack.Number && option.Choices == nil:
			form.BookNumbers = append(form.BookNumbers, option.Name)
		case option.Name == "per-page":
			form.PerPages = option.Choices
		}
	}
	return form
}

// bookOptions returns the options of books that are printed.
func bookOptions() []pack.Option {
	i := slices.IndexFunc(pack.Formats, func(f pack.Format) bool { return f.Booklet })
	return pack.Formats[i].Options
}
