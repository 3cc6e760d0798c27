// Package language holds the texts of booklets in several languages.
//
// A [Language] is a row of [Languages]: to add one is to add a file with its
// texts and a line there. Nothing else of the project has texts of booklets.
//
// Start with [Named].
package language

import (
	"fmt"

	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
)

// Language is all texts of a booklet in one language. Those with verbs such as %d
// are formats; what is put in stands beside them.
type Language struct {
	Code  string // of BCP 47, such as de
	Name  string // in the language itself
	Words book.Words

	Levels  [rating.NumLevels]string
	Level   string                   // number, name
	Hardest [rating.NumLevels]string // what the hardest step of a puzzle of each level is
	Part    string                   // what the page of a part says: hardest step

	OnePuzzle string
	Puzzles   string // number
	OfLevel   string // puzzles, level, name
	OfLevels  string // puzzles, first and last level
	Clues     string // number
	MadeWith  string // program

	ERRange, ERUp string // from, to; from

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

// Languages are all languages. The first is the standard.
var Languages = [...]*Language{&english, &german, &spanish, &french}

// Codes returns the codes of all languages.
func Codes() (codes []string) {
	for _, l := range Languages {
		codes = append(codes, l.Code)
	}
	return codes
}

// Named returns the language with a code. Empty is the standard. The error is a
// [*phrase.UnknownError].
func Named(code string) (*Language, error) {
	if code == "" {
		return Languages[0], nil
	}
	for _, l := range Languages {
		if l.Code == code {
			return l, nil
		}
	}
	return nil, &phrase.UnknownError{Kind: "language", Given: code, Known: Codes()}
}
