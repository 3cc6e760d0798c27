package pack

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
)

// Option is an option of a format. It has the same name in command lines, URLs
// and manifests.
type Option struct {
	Name        string
	Kind        Kind
	Choices     []string                // all valid values, or nil if they cannot be listed
	Words       []string                // what the value lists with commas, or nil if it is no such list
	Accepts     func(text string) error // returns an error for an invalid value that is not among Choices; nil if no others are valid, or if Kind alone decides
	Help        string                  // one line
	Placeholder string                  // the word for the value in Help, such as SIZE; empty for a switch
	Default     string                  // the value if the option is not set, for help; empty for a switch
}

// Kind is the type of the value of an option.
type Kind uint8

// The kinds of options.
const (
	Switch Kind = iota // true or false; false by default
	Number             // 1 or more
	Text               // anything in UTF-8, or one of the choices
	Date               // such as 2026-01-31, or a time in the form of RFC 3339
	File               // the contents of a file: a command line names the file, a URL cannot
)

// Options of several formats. The other options are defined with their formats.
var (
	solutionOption = Option{Name: "solution", Kind: Switch, Help: "write the solution too, in formats where it is optional"}
	titleOption    = Option{Name: "title", Kind: Text, Placeholder: "TITLE", Default: "none", Help: "TITLE of the pack; a booklet gets a title page"}
	createdOption  = Option{Name: "created", Kind: Date, Placeholder: "DATE", Default: "none", Help: "DATE in the files, such as 2026-01-31"}
)

// named returns a function that reports whether an option has a name.
func named(name string) func(Option) bool {
	return func(o Option) bool { return o.Name == name }
}

// value returns the value of o for a text. A choice may be in any letter case;
// any other text is the value itself. It returns an error if the value is
// invalid.
func (o *Option) value(text string) (string, error) {
	kind := kinds[o.Kind]
	if err := bounds.Check(o.Name, int64(len(text)), kind.most, bounds.Bytes); err != nil {
		return "", err
	}
	if o.Choices != nil {
		i := slices.IndexFunc(o.Choices, func(choice string) bool { return strings.EqualFold(choice, text) })
		switch {
		case i >= 0:
			return o.Choices[i], nil
		case o.Accepts != nil: // checked below
		case o.Kind == Text:
			return "", &phrase.UnknownError{Kind: o.Name, Given: text, Known: o.Choices}
		default:
			return "", fmt.Errorf("%s %q: want one of %s", o.Name, text, strings.Join(o.Choices, ", "))
		}
	}
	if o.Accepts != nil {
		if err := o.Accepts(text); err != nil {
			return "", err
		}
		return text, nil
	}
	if !kind.has(text) {
		return "", fmt.Errorf("%s %q: want %s", o.Name, text, kind.what)
	}
	return text, nil
}

// MaxFile is the largest size in bytes of the file of an option. Each option has
// its own, lower limit.
const MaxFile = max(bounds.Picture, bounds.Font, bounds.Prose)

// kinds describes each [Kind].
var kinds = [...]struct {
	what string
	has  func(text string) bool
	json bool // the text is valid JSON
	most int64
}{
	Switch: {"true or false", func(text string) bool { return text == "true" || text == "false" }, true, bounds.Phrase},
	Number: {"a number, 1 or more", isNumber, true, bounds.Phrase},
	Text:   {"a text in UTF-8", utf8.ValidString, false, bounds.Phrase},
	Date: {"a date such as 2026-01-31", func(text string) bool {
		_, err := parseDate(text)
		return err == nil
	}, false, bounds.Phrase},
	File: {"a file", func(string) bool { return true }, false, MaxFile},
}

// isNumber reports whether a text is a positive number without sign or leading
// zeros.
func isNumber(text string) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n > 0 && strconv.Itoa(n) == text
}

// parseDate reads a date, or a time in the form of RFC 3339.
func parseDate(text string) (time.Time, error) {
	if date, err := time.Parse(time.DateOnly, text); err == nil {
		return date, nil
	}
	return time.Parse(time.RFC3339Nano, text)
}
