// Package phrase has functions for messages: numbers with their nouns, words in lines of a given
// length, quotations that are short and harmless to terminals, and the nearest known word for an
// unknown one.
//
// It imports no other package of the project. So all parsers of names return the
// same error, and programs can suggest the word that was probably meant.
package phrase

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Count returns a number with its noun: 1 clue, 24 clues. The number can be of
// any type that prints as digits. The plural of the noun is formed with s.
func Count(n any, noun string) string {
	number := fmt.Sprint(n)
	if number == "1" {
		return "1 " + noun
	}
	return number + " " + noun + "s"
}

// There returns a number of things as a clause: there is 1 clue, there are 24 clues.
func There(n any, noun string) string {
	counted := Count(n, noun)
	if strings.HasPrefix(counted, "1 ") {
		return "there is " + counted
	}
	return "there are " + counted
}

// Are says that a number of things are something: 1 clue is, 24 clues are.
func Are(n any, noun string) string {
	counted := Count(n, noun)
	if strings.HasPrefix(counted, "1 ") {
		return counted + " is"
	}
	return counted + " are"
}

// Shorten returns a text of at most most bytes as it is. It cuts a longer one after
// the last whole character that fits, and puts three dots after it. Bytes of it that
// are not UTF-8 are left out.
func Shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

// Printable returns a name as it is, or in quotation marks if it has a character
// that is not seen: one that moves a cursor, ends a line or turns the direction of
// writing, or a byte that is not UTF-8. A name of spaces, and one that ends or begins
// with them, is quoted too.
func Printable(name string) string {
	unseen := func(r rune) bool { return !strconv.IsPrint(r) }
	if strings.ContainsFunc(name, unseen) || !utf8.ValidString(name) || strings.TrimSpace(name) != name {
		return strconv.Quote(name)
	}
	return name
}

// Line returns a text in which nothing but line breaks and tabs does what the characters of
// [Printable] do: these are written as in Go. Spaces without a line break, as in French, stay.
func Line(text string) string {
	unseen := func(r rune) bool {
		return !strconv.IsPrint(r) && r != '\n' && r != '\t' && r != '\u00a0' && r != '\u202f'
	}
	if !strings.ContainsFunc(text, unseen) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, "\\x%02x", text[i])
		case unseen(r):
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// UnknownError says that a word is not a known name.
type UnknownError struct {
	Kind  string   // the kind of the name, such as technique
	Given string   // the word
	Known []string // the known names
}

// mostKnown is the greatest number of known words that an error lists in full. Of more words
// it lists the fewKnown nearest ones.
const mostKnown, fewKnown = 24, 5

// Error names the nearest word, or the known words if none is near.
func (e *UnknownError) Error() string {
	if nearest := e.Nearest(); nearest != "" {
		return fmt.Sprintf("unknown %s %q: did you mean %s?", e.Kind, e.Given, nearest)
	}
	if len(e.Known) > mostKnown {
		return fmt.Sprintf("unknown %s %q; the nearest of %d are %s", e.Kind, e.Given, len(e.Known), strings.Join(nearestFirst(e.Given, e.Known)[:fewKnown], ", "))
	}
	return fmt.Sprintf("unknown %s %q; there are %s", e.Kind, e.Given, strings.Join(e.Known, ", "))
}

// Nearest returns the known word that was probably meant, or nothing if none is
// near. See [Nearest].
func (e *UnknownError) Nearest() string { return Nearest(e.Given, e.Known) }
