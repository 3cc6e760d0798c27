package pack

import (
	"cmp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/rating"
)

// words are the texts of a booklet in one language.
type words struct{ *catalogue.Catalogue }

// wordsOf returns the texts of a language. The error is a [*phrase.UnknownError].
func wordsOf(code string) (words, error) {
	if c := catalogue.Named(code); c != nil {
		return words{c}, nil
	}
	return words{}, &phrase.UnknownError{Kind: "language", Given: code, Known: catalogue.Codes()}
}

// words returns the texts of the language that is set.
func (s Settings) words() (words, error) {
	return wordsOf(cmp.Or(s.string(langOption), langOption.Default))
}

// ofBook returns the words that the typesetter uses.
func (w words) ofBook() book.Words {
	return book.Words{
		Contents: w.Plain("book.contents"), Introduction: w.Plain("book.introduction"), Puzzles: w.Plain("book.puzzles"), Ranks: w.Plain("book.ranks"),
		Solutions: w.Plain("book.solutions"), SolutionOn: w.Plain("book.solution-on", "page", "%d"), Afterword: w.Plain("book.afterword"),
		Range: w.Plain("book.range", "from", "%d", "to", "%d"),
	}
}

func (w words) levelName(level rating.Level) string { return level.NameIn(w.Code()) }

// levelTitle returns the number and the name of a level.
func (w words) levelTitle(level rating.Level) string {
	return w.Plain("level.title", "level", int(level), "name", w.levelName(level))
}

// hardest describes the hardest steps of a level.
func (w words) hardest(level rating.Level) string {
	return w.Plain("book.hardest." + strconv.Itoa(int(level)))
}

// section returns a paragraph with a heading, both filled as [catalogue.Catalogue.Plain]
// does.
func (w words) section(key string, pairs ...any) book.Section {
	return book.Section{Heading: w.Plain(key + ".heading"), Text: w.Plain(key+".text", pairs...)}
}

// captionOf returns a short description of a puzzle, as appendCaption does in English.
func (w words) captionOf(i *table.Puzzle) string {
	parts := []string{w.levelTitle(i.Rating().Level()), "ER " + i.Rating().ER.String(), w.Plain("book.clues", "n", i.NumClues())}
	if e := i.Entry; e != nil && !e.Date.IsZero() {
		parts = append([]string{w.dateOf(e.Date), "#" + strconv.Itoa(e.Number)}, parts...)
	}
	if id := i.AppendID(nil); len(id) > 0 {
		parts = append(parts, string(id))
	}
	return strings.Join(parts, " · ")
}

// dateOf returns a day, such as 31 January 2027.
func (w words) dateOf(day time.Time) string {
	number := strconv.Itoa(day.Day())
	if day.Day() == 1 {
		number = w.Plain("date.first-day")
	}
	return w.Plain("date.day", "day", number, "month", w.monthName(day), "year", day.Year())
}

func (w words) monthName(day time.Time) string {
	return w.Plain("date.month." + strconv.Itoa(int(day.Month())))
}

// weekdayOf returns a day with its name, such as Sunday, 31 January 2027.
func (w words) weekdayOf(day time.Time) string {
	weekday := w.Plain("date.weekday." + strconv.Itoa(1+(int(day.Weekday())+6)%7))
	return w.Plain("date.on-weekday", "weekday", weekday, "date", w.dateOf(day))
}

// monthOf returns the month of a day, such as January 2027.
func (w words) monthOf(day time.Time) string {
	return w.Plain("date.month", "month", w.monthName(day), "year", day.Year())
}

// capital returns a text with a capital at its beginning, as a heading has it.
func capital(text string) string {
	_, first := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:first]) + text[first:]
}

// period returns the name of the days from the first to the last as a heading: a year, a
// month, a day, or two of these with a dash between.
func (w words) period(first, last time.Time) string {
	next := last.AddDate(0, 0, 1)
	name := w.dateOf
	switch {
	case first.YearDay() == 1 && next.YearDay() == 1:
		name = func(day time.Time) string { return strconv.Itoa(day.Year()) }
	case first.Day() == 1 && next.Day() == 1:
		name = w.monthOf
	}
	if from, to := name(first), name(last); from != to {
		return capital(from) + " – " + to
	}
	return capital(name(first))
}
