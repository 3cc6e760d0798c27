package pack

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/pack/book"
	"github.com/seedoku/seedoku/seedbank/wording"
)

// bookletOptions are the options of booklets.
var (
	bookletOptions = []Option{
		titleOption, createdOption, paperOption, perPageOption, largePrintOption,
		introOption, solutionsPerPageOption, noSolutionsOption,
	}

	paperOption            = Option{Name: "paper", Kind: Text, Choices: book.Papers(), Placeholder: "SIZE", Default: book.Papers()[0], Help: "SIZE of the paper"}
	perPageOption          = Option{Name: "per-page", Kind: Number, Choices: perPages(), Placeholder: "N", Default: "4", Help: "N puzzles a page"}
	largePrintOption       = Option{Name: "large-print", Kind: Switch, Help: "digits of 16 points or more"}
	introOption            = Option{Name: "intro", Kind: Switch, Help: "an introduction after the title page"}
	solutionsPerPageOption = Option{Name: "solutions-per-page", Kind: Number, Placeholder: "N", Default: "12", Help: "N solutions a page"}
	noSolutionsOption      = Option{Name: "no-solutions", Kind: Switch, Help: "no solutions at the back"}
)

// perPages returns the numbers of puzzles that a page can hold, as texts.
func perPages() (texts []string) {
	for _, n := range book.PerPages() {
		texts = append(texts, strconv.Itoa(n))
	}
	return texts
}

// pdfWriter hands entries to the typesetter. The margins depend on the number of
// pages, so it keeps what it needs of each entry until Close: its memory grows
// with the number of puzzles.
type pdfWriter struct {
	w     io.Writer
	book  book.Book
	intro bool
}

func newPDF(w io.Writer, s Settings) (Writer, error) {
	p := &pdfWriter{w: w, intro: s.on(introOption), book: book.Book{
		Title:    s.string(titleOption),
		Colophon: "Made with Seedoku",
		Creator:  "Seedoku",
		Created:  s.date(createdOption),
		Words:    bookletWords,
		Layout: book.Layout{
			Paper:            s.string(paperOption),
			PerPage:          s.number(perPageOption),
			LargePrint:       s.on(largePrintOption),
			SolutionsPerPage: s.number(solutionsPerPageOption),
			NoSolutions:      s.on(noSolutionsOption),
		},
	}}
	if err := book.Legible(p.book.Title); err != nil {
		return nil, fmt.Errorf("title %q: %w", p.book.Title, err)
	}
	return p, p.book.Layout.Check()
}

var bookletWords = book.Words{
	Introduction: "Introduction",
	Puzzles:      "Puzzles",
	Ranks:        "Levels",
	Solutions:    "Solutions",
	Range:        "%d to %d",
}

func (p *pdfWriter) Write(e *Entry) error {
	level := e.Rating.Level()
	p.book.Puzzles = append(p.book.Puzzles, book.Puzzle{
		Puzzle: e.Puzzle,
		Rank:   int(level),
		Label:  levelLabels[level-1],
		Detail: "ER " + e.Rating.ER.String(),
		Note:   e.ID,
	})
	return nil
}

func (p *pdfWriter) Close() error {
	p.book.Subtitle = subtitle(p.book.Puzzles)
	if p.intro {
		p.book.Introduction = introduction(p.book.Puzzles)
	}
	return p.book.WritePDF(p.w)
}

func isPDF(line string) bool { return strings.HasPrefix(line, "%PDF") }

// levelLabels name the levels, such as Level 5 · Tricky.
var levelLabels = func() (labels [rating.NumLevels]string) {
	for i := range labels {
		level := rating.Level(i + 1)
		labels[i] = fmt.Sprintf("Level %d · %s", level, level.Name())
	}
	return labels
}()

// subtitle says how many puzzles there are, and how hard.
func subtitle(list []book.Puzzle) string {
	if len(list) == 0 {
		return ""
	}
	text := wording.Count(len(list), "puzzle")
	if len(list) == 1 {
		text = "1 puzzle"
	}
	lowest, highest := list[0].Rank, list[0].Rank
	for i := range list {
		lowest, highest = min(lowest, list[i].Rank), max(highest, list[i].Rank)
	}
	if lowest == highest {
		return fmt.Sprintf("%s of level %d, %s", text, lowest, rating.Level(lowest).Name())
	}
	return fmt.Sprintf("%s, levels %d to %d", text, lowest, highest)
}
