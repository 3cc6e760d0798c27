package pack

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/rating"
)

// program is the name of the program in booklets that show it.
const program = "Seedoku"

// bookletWriter hands entries to the typesetter. Margins and introduction depend
// on all puzzles, so it keeps data of each entry until Close. Its memory grows
// with their number.
type bookletWriter struct {
	w        io.Writer
	book     book.Book
	words    words
	shows    shows
	days     []time.Time // of the puzzles, in a calendar
	settings Settings
	write    func(*book.Book, io.Writer) error
}

// newBooklet returns a function that makes writers of one form of booklets, whose texts a
// check passes.
func newBooklet(write func(*book.Book, io.Writer) error, check func(*book.Book) error) func(io.Writer, Settings) (Writer, error) {
	return func(w io.Writer, s Settings) (Writer, error) {
		b := &bookletWriter{w: w, settings: s, shows: showsOf(s.string(showOption)), write: write}
		var err error
		if b.words, err = s.words(); err != nil {
			return nil, err
		}
		if err := b.begin(); err != nil {
			return nil, err
		}
		if err := b.book.Layout.Check(); err != nil {
			return nil, err
		}
		// Check with all optional texts, so that errors come before the first
		// puzzle.
		whole := b.book
		for level := range rating.Levels() {
			lowest, _ := level.Range()
			whole.Puzzles = append(whole.Puzzles, b.puzzle(&Entry{Rating: rating.Result{ER: lowest}}))
		}
		b.complete(&whole)
		return b, check(&whole)
	}
}

// begin sets the parts of the book that do not depend on the puzzles.
func (b *bookletWriter) begin() (err error) {
	s := b.settings
	b.book = book.Book{
		Title:     s.composed(titleOption),
		Author:    s.composed(authorOption),
		Footer:    s.composed(footerOption),
		Created:   s.date(createdOption),
		Language:  b.words.Code(),
		Words:     b.words.ofBook(),
		Copyright: book.Markdown(s.composed(copyrightOption)),
		Afterword: book.Markdown(s.composed(afterwordOption)),
		Layout:    b.layout(),
	}
	if !s.on(neutralOption) {
		b.book.Creator = program
		if b.shows["program"] {
			b.book.Colophon = b.words.Plain("book.made-with", "program", program)
		}
	}
	if file := s.string(fontOption); file != "" {
		if b.book.Font, err = book.ParseFont([]byte(file)); err != nil {
			return fmt.Errorf("%s: %w", fontOption.Name, err)
		}
	}
	if file := s.string(pictureOption); file != "" {
		if b.book.Picture, err = book.ParsePicture([]byte(file)); err != nil {
			return fmt.Errorf("%s: %w", pictureOption.Name, err)
		}
	}
	return nil
}

func (b *bookletWriter) layout() book.Layout {
	s := b.settings
	titled := s.string(titleOption) != ""
	l := book.Layout{
		Paper:            s.string(paperOption),
		Bleed:            s.on(bleedOption),
		PerPage:          s.number(perPageOption),
		LargePrint:       s.on(largePrintOption),
		Parts:            titled && !s.on(noPartsOption),
		Contents:         titled && !s.on(noContentsOption),
		Marks:            marks[s.string(pencilOption)],
		MarksFrom:        cmp.Or(s.number(pencilFromOption), standardPencilFrom),
		NoteLines:        s.number(notesOption),
		SolutionsPerPage: s.number(solutionsPerPageOption),
		Solutions:        solutionPlaces[s.string(solutionsOption)],
	}
	if s.on(noSolutionsOption) {
		l.Solutions = book.Nowhere
	}
	return l
}

func (b *bookletWriter) Write(e *Entry) error {
	if len(b.book.Puzzles) == 0 {
		b.book.First = e.Number
	}
	b.book.Puzzles = append(b.book.Puzzles, b.puzzle(e))
	if !e.Date.IsZero() {
		b.days = append(b.days, e.Date)
	}
	return nil
}

// puzzle returns an entry as a puzzle of the book, with the facts that the
// booklet shows.
func (b *bookletWriter) puzzle(e *Entry) book.Puzzle {
	level := e.Rating.Level()
	p := book.Puzzle{Puzzle: e.Puzzle, Rank: int(level), Label: b.words.levelTitle(level)}
	var caption, brief []string
	if b.shows["date"] && !e.Date.IsZero() {
		p.Day = b.words.dateOf(e.Date)
		caption, brief = append(caption, b.words.weekdayOf(e.Date)), append(brief, e.Date.Format(time.DateOnly))
	}
	if b.shows["level"] {
		caption, brief = append(caption, p.Label), append(brief, strconv.Itoa(int(level)))
	}
	p.Caption = strings.Join(caption, " · ")
	if p.Day != "" {
		p.Brief = strings.Join(brief, " · ")
	}
	var details []string
	if b.shows["er"] {
		details = append(details, "ER "+e.Rating.ER.String())
	}
	if b.shows["clues"] {
		details = append(details, b.words.Plain("book.clues", "n", e.Puzzle.NumClues()))
	}
	p.Detail = strings.Join(details, " · ")
	if b.shows["id"] {
		p.Note = e.ID
	}
	return p
}

func (b *bookletWriter) Close() error {
	b.complete(&b.book)
	return b.write(&b.book, b.w)
}

// complete adds the parts that depend on the puzzles: subtitle, parts and
// introduction.
func (b *bookletWriter) complete(to *book.Book) {
	levels := levelsOf(to.Puzzles)
	b.divide(to)
	to.Subtitle = cmp.Or(b.settings.composed(subtitleOption), subtitle(b.words, len(to.Puzzles), levels))
	to.PartTexts = map[int]string{}
	for _, level := range levels { // no month has the number of a level
		to.PartTexts[int(level)] = b.words.Plain("book.part", "hardest", b.words.hardest(level))
	}
	to.Introduction = nil
	if b.settings.on(introOption) {
		to.Introduction = b.introduction(to.Puzzles, levels)
	}
	to.Introduction = append(to.Introduction, book.Markdown(b.settings.composed(introductionOption))...)
}

// divide gives the book of a calendar its period and, if it is longer than a month, a chapter
// for each month.
func (b *bookletWriter) divide(to *book.Book) {
	if len(b.days) == 0 {
		return
	}
	first, last := b.days[0], b.days[len(b.days)-1]
	period := b.words.period(first, last)
	to.Issue = period
	for i, day := range b.days {
		to.Puzzles[i].Chapter, to.Puzzles[i].Label = 1, period
		if last.Sub(first) >= longestMonth {
			to.Puzzles[i].Chapter, to.Puzzles[i].Label = 12*day.Year()+int(day.Month()), capital(b.words.monthOf(day))
		}
	}
}

// longestMonth is the length of the longest months.
const longestMonth = 31 * 24 * time.Hour

// levelsOf returns the levels of puzzles, ascending.
func levelsOf(list []book.Puzzle) (levels []rating.Level) {
	for i := range list {
		if level := rating.Level(list[i].Rank); !slices.Contains(levels, level) {
			levels = append(levels, level)
		}
	}
	slices.Sort(levels)
	return levels
}

// subtitle returns a line with the number of puzzles and their levels.
func subtitle(w words, puzzles int, levels []rating.Level) string {
	count := w.Plain("book.count", "n", puzzles)
	switch len(levels) {
	case 0:
		return ""
	case 1:
		return w.Plain("book.of-level", "puzzles", count, "level", int(levels[0]), "name", w.levelName(levels[0]))
	}
	return w.Plain("book.of-levels", "puzzles", count, "from", int(levels[0]), "to", int(levels[len(levels)-1]))
}
