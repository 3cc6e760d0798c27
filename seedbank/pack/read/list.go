package read

import (
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/shape"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// List is [Puzzles] for lists from which nothing must be left out, such as those of puzzles
// that were given away. A table without puzzles can have a column of their IDs. A line of
// plain text can also begin with the ID of a puzzle or the name of a seed, and have others
// behind it. Text around puzzles is an error, and not skipped, unless it is a comment after #.
// A note behind a name, such as "for Anna, level 3", is skipped, but not what may be a name.
func List(r io.Reader) iter.Seq2[Record, error] {
	text := buffer(r)
	if format, _ := Detect(text); format.recognise != nil {
		if _, err := seed.KeyNamed(firstWord(tellingLine(text))); err != nil {
			return Puzzles(text)
		}
	}
	if header := tellingLine(text); idColumn(header) >= 0 { // of a table without puzzles
		return func(yield func(Record, error) bool) {
			c := csvReader{table: tableReader{lines: sudoku.ScanLines(text), separator: csvSeparator(header)}, yield: yield}
			c.columns[csvID] = idColumn(header)
			if _, err := c.table.next(); err == nil || c.fail(err) {
				c.rows(c.takeName)
			}
		}
	}
	return func(yield func(Record, error) bool) {
		if isBinary(text) {
			yield(Record{Line: 1}, errBinary)
			return
		}
		for found, err := range shape.ScanAll(text, looksNamed) {
			record := Record{Line: found.Line, Grid: found.Grid}
			record.remark(found.Rest)
			if found.Other == "" && !yield(record, err) || found.Other != "" && !eachName(found, yield) {
				return
			}
		}
	}
}

// idColumn returns the number of the column of IDs that the header of a table has, or -1.
func idColumn(header string) int {
	return slices.IndexFunc(strings.Split(header, string(csvSeparator(header))), func(name string) bool {
		return slices.Contains(csvRoles[csvID], strings.ToLower(strings.Trim(name, `" `)))
	})
}

// eachName yields the names in a line that is no puzzle, until yield returns false.
func eachName(line shape.Text, yield func(Record, error) bool) bool {
	record := Record{Line: line.Line, Named: true}
	if !looksNamed(line.Other) {
		return yield(record, malformed(line.Line, 0, "neither a puzzle nor the ID of one: %q; write # before a comment", phrase.Shorten(line.Other, bounds.Quote)))
	}
	text, _, _ := strings.Cut(line.Other, "#")
	for _, word := range strings.FieldsFunc(text, betweenNames) {
		var err error
		switch {
		case looksNamed(word):
			if record.Seed, err = seed.KeyNamed(word); err != nil {
				err = &sudoku.ParseError{Line: line.Line, Reason: err.Error()}
			}
		case mayBeCut(word):
			err = malformed(line.Line, 0, "%q may be a mistyped ID; write # before a comment", phrase.Shorten(word, bounds.Quote))
		default:
			continue
		}
		if !yield(record, err) {
			return false
		}
	}
	return true
}

// Names that are cut short are recognised if they have shortestName characters or more. No row
// of a puzzle is as long and has letters. Behind a name, notes such as r2c9 are shorter than
// shortestPart.
const (
	shortestName = 10
	longestName  = 45
	shortestPart = 5
)

// looksNamed reports whether a line begins with the name of a puzzle or of a seed, which may be
// mistyped.
func looksNamed(line string) bool {
	word := firstWord(line)
	if len(word) < shortestName || len(word) > longestName {
		return false
	}
	if _, err := seed.KeyNamed(word); err == nil {
		return true
	}
	return mixed(word) && strings.IndexFunc(word, notInNames) < 0
}

// mayBeCut reports whether a word behind a name may be a part of another name.
func mayBeCut(word string) bool { return len(word) >= shortestPart && mixed(word) }

// mixed reports whether a word has digits and letters that do not stand for empty cells.
func mixed(word string) bool {
	hasLetter := strings.IndexFunc(word, func(r rune) bool { return unicode.IsLetter(r) && !strings.ContainsRune("xXoO", r) }) >= 0
	return hasLetter && strings.ContainsAny(word, "0123456789")
}

// betweenNames reports whether a character stands between names, such as a space or a quote.
func betweenNames(r rune) bool { return notInNames(r) && r != '_' && !unicode.IsLetter(r) }

func notInNames(r rune) bool {
	return r != '-' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
}

// firstWord returns what stands before the first space, comma or semicolon of a line, but for
// those at its beginning.
func firstWord(line string) string {
	for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(" \t\r,;", r) }) {
		return word
	}
	return ""
}
