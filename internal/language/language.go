// Package language holds the texts of booklets in several languages.
//
// To add a language is to add a file with its texts, in JSON with the fields of
// [Language], and its code to those of [Codes]. Nothing else of the project has texts of
// booklets.
//
// Start with [Named].
package language

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
)

// Language has all texts of a booklet in one language. Texts with verbs such as
// %d are formats; the comment beside each lists its values.
type Language struct {
	Code  string `json:"-"` // of BCP 47, such as de
	Name  string // in the language itself
	Words book.Words

	Levels  [rating.NumLevels]string
	Level   string                   // number, name
	Hardest [rating.NumLevels]string // description of the hardest step, by level
	Part    string                   // text of the page of a part; value: hardest step

	OnePuzzle string
	Puzzles   string // number
	OfLevel   string // puzzles, level, name
	OfLevels  string // puzzles, first and last level
	Clues     string // number
	MadeWith  string // program

	ERRange, ERUp string // from, to; from

	Weekdays  [7]string // from Monday
	Months    [12]string
	FirstDay  string // the first day of a month in a date
	Date      string // day, month, year
	OnWeekday string // weekday, date
	Month     string // month, year

	Rules, Start  Text
	SeveralLevels Text
	OneLevel      Text // number, name, hardest step
	Rating        Text
	Candidates    Text
	Dots          Text
	ID            Text // program; a command follows
}

// Text is a paragraph with a heading.
type Text struct{ Heading, Text string }

// Section returns t as a section, with its verbs filled in.
func (t Text) Section(values ...any) book.Section {
	if len(values) == 0 {
		return book.Section{Heading: t.Heading, Text: t.Text}
	}
	return book.Section{Heading: t.Heading, Text: fmt.Sprintf(t.Text, values...)}
}

// LevelName returns the number and the name of a level.
func (l *Language) LevelName(level rating.Level) string {
	return fmt.Sprintf(l.Level, int(level), l.Levels[level-1])
}

// Count returns a number of puzzles.
func (l *Language) Count(puzzles int) string {
	if puzzles == 1 {
		return l.OnePuzzle
	}
	return fmt.Sprintf(l.Puzzles, puzzles)
}

// files have the texts of each language, by its code.
//
//go:embed *.json
var files embed.FS

// codes are the codes of all languages. The first is the standard.
var codes = [...]string{"en", "de", "es", "fr"}

// Codes returns the codes of all languages, the standard first.
func Codes() []string { return slices.Clone(codes[:]) }

// Named returns the language with a code. Empty is the standard. The error is a
// [*phrase.UnknownError].
func Named(code string) (*Language, error) {
	l := &Language{Code: cmp.Or(code, codes[0])}
	file, err := files.ReadFile(l.Code + ".json")
	if err != nil {
		return nil, &phrase.UnknownError{Kind: "language", Given: code, Known: Codes()}
	}
	return l, json.Unmarshal(file, l)
}
