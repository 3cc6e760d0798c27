package pack

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/rating"
)

// idle lists, by format, options that the format accepts and ignores, because
// older packs set them.
var idle = map[string][]string{
	"html": {"created", "bleed"},
	"epub": {"footer", "paper", "bleed", "per-page", "large-print", "solutions-per-page"},
}

// idleValues lists ignored values of options for the same reason, by format and
// option.
var idleValues = map[string]map[string]string{
	"html": {"pencil": "dots"},
	"epub": {"pencil": "dots", "solutions": "parts"},
}

// partners lists options that have no effect without another option.
var partners = map[string]string{"subtitle": "title", "picture": "title", "no-contents": "title", "no-parts": "title", "pencil-from": "pencil"}

// prose lists options that are texts in Markdown.
var prose = []string{"copyright", "introduction", "afterword"}

// Content is what is known of the puzzles of files before they are drawn.
type Content struct {
	Hardest rating.Level // or 0
	Dated   bool         // each has a day
}

// exclusions lists options that contradict each other.
var exclusions = []struct {
	option, other string
	when          func(value, other string) bool // nil: always
}{
	{"solutions", "no-solutions", func(where, _ string) bool { return where != "none" }},
	{"solutions-per-page", "no-solutions", nil},
	{"solutions-per-page", "solutions", func(_, where string) bool { return where == "none" }},
	{"show", "neutral", func(facts, _ string) bool { return showsOf(facts)["program"] }},
}

// MustAgree returns an error if two of the settings contradict each other. [Format.Check]
// accepts such settings, so that older packs can be made again.
func (s Settings) MustAgree() error {
	for _, e := range exclusions {
		value, given := s.given(e.option)
		other, otherGiven := s.given(e.other)
		if given && otherGiven && (e.when == nil || e.when(value, other)) {
			return fmt.Errorf("the options %s and %s contradict each other", shown(e.option, value), shown(e.other, other))
		}
	}
	return nil
}

// given returns the text of an option by its name. A switch that is off is not given.
func (s Settings) given(option string) (text string, ok bool) {
	text, ok = s.text(Option{Name: option})
	return text, ok && text != "false"
}

// shown returns an option as a person gives it.
func shown(option, value string) string {
	if value == "true" {
		return strconv.Quote(option)
	}
	return strconv.Quote(option + " " + value)
}

// Heeds reports whether an option has an effect on files of f.
func (f Format) Heeds(option string) bool {
	return f.takes(option) && !slices.Contains(idle[f.Name], option)
}

// ignores reports whether the value of a setting has no effect on files of f.
func (f Format) ignores(setting Setting) bool {
	return setting.Text != "" && idleValues[f.Name][setting.Name] == setting.Text
}

// mustHeed returns an error if one of some settings has no effect on files of f with some puzzles.
func (f Format) mustHeed(of Content, setting Setting, all Settings) error {
	partner := partners[setting.Name]
	isSet := func(option string) bool {
		return slices.ContainsFunc(all, func(s Setting) bool { return s.Name == option && s.Text != "" })
	}
	from := cmp.Or(all.number(pencilFromOption), standardPencilFrom)
	switch {
	case !f.Heeds(setting.Name):
		return fmt.Errorf("format %s does not use the option %q", f.Name, setting.Name)
	case f.ignores(setting):
		return fmt.Errorf("format %s does not use the value %q of the option %q", f.Name, setting.Text, setting.Name)
	case partner != "" && !isSet(partner):
		return fmt.Errorf("the option %q changes nothing without %q", setting.Name, partner)
	case setting.Name == authorOption.Name && f.Name == "pdf" && !isSet(titleOption.Name):
		return fmt.Errorf("the author is named on the title page: the option %q prints nothing without %q", setting.Name, titleOption.Name)
	case setting.Name == pencilOption.Name && of.Hardest > 0 && int(of.Hardest) < from:
		return fmt.Errorf("the option %q prints nothing into puzzles below level %d, and the hardest is of level %d: %q sets another level", setting.Name, from, of.Hardest, pencilFromOption.Name)
	case setting.Name == showOption.Name && setting.Text == "date" && !of.Dated:
		return fmt.Errorf("the option %q shows days, which only the puzzles of a calendar have", showOption.Name+" date")
	case slices.Contains(prose, setting.Name) && book.HasPicture(setting.Text):
		return fmt.Errorf("the option %q has a picture in its text, which is not printed; %q prints one on the title page", setting.Name, pictureOption.Name)
	case setting.Name == showOption.Name && showsOf(setting.Text)["program"] && !isSet(titleOption.Name):
		return fmt.Errorf("the program is named on the title page: %q of the option %q changes nothing without %q", "program", setting.Name, titleOption.Name)
	}
	return nil
}
