package rating

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seedoku/seedoku/internal/catalogue"
)

// Name returns the English name of s: see [Step.NameIn].
func (s *Step) Name() string { return s.NameIn(English) }

// NameIn returns the name of s that people know best, in a language, one of [Languages]:
// such as Unique rectangle type 2, Skyscraper or Dynamic cell forcing chain. It is the name
// of its finest label ([Step.Labels]), or else of its technique and variant.
//
// Names are for reading: they can change from version to version.
func (s *Step) NameIn(language string) string {
	name := s.Technique.String()
	if list := s.Labels(); len(list) > 0 {
		name = list[0].String()
	}
	words := catalogue.Or(language)
	variant := ""
	if key := "variant." + strings.ReplaceAll(string(s.Variant), " ", "-"); words.Has(key) {
		variant = words.Plain(key)
	}
	return capital(words.Plain("name."+name, "variant", variant))
}

// NameIn returns the name of t for people, such as Naked pair, in a language.
func (t Technique) NameIn(language string) string {
	words := catalogue.Or(language)
	variant := ""
	if strings.Contains(t.String(), "-chain") {
		variant = words.Plain("variant.any")
	}
	return strings.TrimSpace(capital(words.Plain("name."+t.String(), "variant", variant)))
}

// Title returns the name of l for people, such as Two-string kite, in a language.
func (l Label) Title(language string) string {
	return catalogue.Or(language).Plain("name." + l.String())
}

// capital returns a text with a capital as its first letter.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
