package pack

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Setting is an option with its value, such as Setting{"paper", "letter"}. The field
// Options of a [Format] lists the options. [Format.New] and [Format.Set] check
// settings.
type Setting struct {
	Name string // name of the option
	Text string // its value, as on a command line
}

// Solution writes the solution too. Only formats where the solution is optional
// take this option: csv and jsonl always have it, sdm never does, and booklets have an
// option of their own for where solutions stand.
func Solution() Setting { return Setting{solutionOption.Name, "true"} }

// Title names the pack. A booklet with a title has a title page.
func Title(title string) Setting { return Setting{titleOption.Name, title} }

// Settings are the options that are set for a format. As JSON they are an object
// with a member for each, such as {"title":"Tricky","per-page":6,"intro":true}.
// If an option is set several times, the last setting counts.
type Settings []Setting

// MarshalJSON returns the settings in the order of [Options], whatever their own
// order is.
func (s Settings) MarshalJSON() ([]byte, error) {
	options := Options()
	for _, setting := range s {
		if !slices.ContainsFunc(options, named(setting.Name)) {
			return nil, fmt.Errorf("no format takes the option %q", setting.Name)
		}
	}
	var b bytes.Buffer
	b.WriteByte('{')
	for _, option := range options {
		text, set := s.text(option)
		if !set {
			continue
		}
		text, err := option.value(text)
		if err != nil {
			return nil, err
		}
		value := []byte(text)
		if !kinds[option.Kind].json {
			value, _ = json.Marshal(inJSON(option, text)) // of a string: no error
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", option.Name, value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads an object of strings, numbers and truth values. It takes
// any names and values: [Format.New] checks them.
func (s *Settings) UnmarshalJSON(text []byte) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil {
		return err
	}
	*s = nil
	for _, name := range slices.Sorted(maps.Keys(object)) {
		value := object[name]
		if strings.ContainsRune("{[n", rune(value[0])) {
			return fmt.Errorf("option %q: %s is not a string, number or truth value", name, value)
		}
		text, err := fromJSON(name, scalar(value))
		if err != nil {
			return fmt.Errorf("option %q: %w", name, err)
		}
		*s = append(*s, Setting{name, text})
	}
	return nil
}

// scalar returns a JSON value as text: a string without its quotes, and any other value
// as it stands.
func scalar(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// base64Mark is the prefix of base64 values in JSON.
const base64Mark = "base64:"

// inJSON returns the text of an option for JSON: a file that is not text becomes
// base64.
func inJSON(option Option, text string) string {
	if option.Kind == File && (!utf8.ValidString(text) || strings.HasPrefix(text, base64Mark)) {
		return base64Mark + base64.StdEncoding.EncodeToString([]byte(text))
	}
	return text
}

// fromJSON is the inverse of inJSON.
func fromJSON(name, text string) (string, error) {
	isFile := func(o Option) bool { return o.Name == name && o.Kind == File }
	encoded, ok := strings.CutPrefix(text, base64Mark)
	switch {
	case !slices.ContainsFunc(Options(), isFile):
		return text, nil
	case !ok && fileName().MatchString(text):
		return "", fmt.Errorf("want what is in the file, not its name: a text, or %s and its bytes in base64", base64Mark)
	case !ok:
		return text, nil
	}
	file, err := base64.StdEncoding.DecodeString(encoded)
	return string(file), err
}

// fileName matches names of files that people give in the place of the files.
var fileName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\S+\.(ttf|otf|png|jpe?g|md|markdown|txt)$`)
})

// text returns the text of an option, and whether it is set.
func (s Settings) text(option Option) (text string, set bool) {
	for _, setting := range slices.Backward(s) {
		if setting.Name == option.Name {
			return setting.Text, true
		}
	}
	return "", false
}

// The methods below return the value of an option for the writers, or zero if it
// is not set. Its text was checked before.

func (s Settings) on(option Option) bool {
	on, _ := strconv.ParseBool(s.string(option))
	return on
}

func (s Settings) number(option Option) int {
	n, _ := strconv.Atoi(s.string(option))
	return n
}

func (s Settings) string(option Option) string {
	text, _ := s.text(option)
	return text
}

// composed returns a text in the form NFC: fonts have letters with their marks, not the marks alone.
func (s Settings) composed(option Option) string { return norm.NFC.String(s.string(option)) }

func (s Settings) date(option Option) time.Time {
	at, _ := parseDate(s.string(option))
	return at
}
