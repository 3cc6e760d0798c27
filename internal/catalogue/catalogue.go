// Package catalogue has the texts that people read, in one file a language.
//
// To add a language is to add a file with all texts, named by its code, and its rule of
// plurals to the table of languages. A test fails for each text that a file lacks.
//
// # Messages
//
// A text is a message, in a small part of the syntax of ICU:
//
//	{cells}                               what is given, listed: r1c1, r1c2 and r1c3
//	{cells, or}                           the same with the word for or
//	{names, small}                        the same with small letters, but X-wing as it is
//	{n, plural, one {a row} other {rows}} by the number of things given, with the
//	                                      categories of CLDR
//	{n, count, one {{n} row} other {{n} rows}}
//	                                      by the one number that is given
//
// Start with [Named].
package catalogue

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
)

// Catalogue has the messages of a language.
type Catalogue struct {
	code     string
	messages map[string]message
	plural   func(n int) string
	and, or  string
}

// Values are what a message is filled with: lists, by name.
type Values map[string][]string

// languages are all languages, the standard first.
var languages = [...]language{
	{"en", oneOther},
	{"de", oneOther},
	{"es", oneOther},
	{"fr", zeroToTwo},
}

// language is a code of BCP 47 and the category of plurals of each number.
type language struct {
	code   string
	plural func(n int) string
}

// oneOther is the rule of plurals of English, German and Spanish for what is counted here,
// less than a million.
func oneOther(n int) string {
	if n == 1 {
		return "one"
	}
	return "other"
}

// zeroToTwo is the rule of plurals of French, where what is less than two is singular.
func zeroToTwo(n int) string {
	if n < 2 {
		return "one"
	}
	return "other"
}

// Codes returns the codes of all languages, the standard first.
func Codes() []string {
	codes := make([]string, len(languages))
	for i := range languages {
		codes[i] = languages[i].code
	}
	return codes
}

// read has a function for each language that reads its file once.
var read = readers(files.ReadFile)

// readers returns a function for each language that reads its file once. It returns nil if
// there is no such file.
func readers(readFile func(name string) ([]byte, error)) map[string]func() *Catalogue {
	byCode := map[string]func() *Catalogue{}
	for _, l := range languages {
		byCode[l.code] = sync.OnceValue(func() *Catalogue {
			file, err := readFile(l.code + ".json")
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			var c *Catalogue
			if err == nil {
				c, err = l.parse(file)
			}
			if err != nil {
				panic(fmt.Sprintf("catalogue: %s.json: %v", l.code, err)) // a test reads every file
			}
			return c
		})
	}
	return byCode
}

// English is the standard language: its catalogue has all texts.
const English = "en"

// Or returns the catalogue of a language, or that of English if there is none.
func Or(code string) *Catalogue {
	if c := Named(code); c != nil {
		return c
	}
	return Named(English)
}

// Named returns the catalogue of a language, or nil if there is none. Each file is read
// when it is first asked for.
func Named(code string) *Catalogue {
	if reader := read[code]; reader != nil {
		return reader()
	}
	return nil
}

// parse reads the file of l.
func (l language) parse(file []byte) (*Catalogue, error) {
	texts, err := readTexts(string(file))
	if err != nil {
		return nil, err
	}
	c := &Catalogue{code: l.code, messages: make(map[string]message, len(texts)), plural: l.plural}
	for key, text := range texts {
		m, err := parseMessage(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		c.messages[key] = m
	}
	c.and, c.or = texts["list.and"], texts["list.or"]
	return c, nil
}

// Texts returns all texts of a language as they stand in its file, by key.
func Texts(code string) map[string]string {
	file, err := files.ReadFile(code + ".json")
	if err != nil {
		return nil
	}
	texts, err := readTexts(string(file))
	if err != nil {
		panic(fmt.Sprintf("catalogue: %s.json: %v", code, err)) // a test reads every file
	}
	return texts
}

// Code returns the code of the language, such as de.
func (c *Catalogue) Code() string { return c.code }

// Has reports whether there is a message for a key.
func (c *Catalogue) Has(key string) bool { return c.messages[key] != nil }

// Text returns the message with a key, filled with values. A key without a message and a
// name without a value are errors of the program: the text shows them.
func (c *Catalogue) Text(key string, values Values) string {
	m := c.messages[key]
	if m == nil {
		return "{" + key + "}"
	}
	var b strings.Builder
	m.write(&b, c, values)
	return b.String()
}

// Plain returns the message with a key, filled with texts: a name and its text in turn.
func (c *Catalogue) Plain(key string, pairs ...any) string {
	values := make(Values, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		values[fmt.Sprint(pairs[i])] = []string{fmt.Sprint(pairs[i+1])}
	}
	return c.Text(key, values)
}

// joined lists things with commas, but with another separator before the last.
func joined(things []string, last string) string {
	if len(things) < 2 {
		return strings.Join(things, "")
	}
	end := len(things) - 1
	return strings.Join(things[:end], ", ") + last + things[end]
}
