package pack

import (
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
)

// Several are formats in which the same puzzles are written. A setting goes to those that
// take its option.
type Several []Format

// SeveralNamed returns the formats of a list with commas, each once.
func SeveralNamed(list string) (formats Several, err error) {
	for name := range strings.SplitSeq(list, ",") {
		format, err := FormatNamed(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(formats, func(f Format) bool { return f.Name == format.Name }) {
			formats = append(formats, format)
		}
	}
	return formats, nil
}

// String returns the list of the names.
func (s Several) String() string {
	return strings.Join(phrase.Names(s, nameOf), ",")
}

// Taker returns the first format that takes an option.
func (s Several) Taker(option string) (taker Format, ok bool) {
	if i := slices.IndexFunc(s, func(f Format) bool { return f.takes(option) }); i >= 0 {
		return s[i], true
	}
	return Format{}, false
}

func (f *Format) takes(option string) bool {
	return slices.ContainsFunc(f.Options, named(option))
}

// Set is [Format.Set] of the first format that takes the option.
func (s Several) Set(name, text string) (Setting, error) {
	taker, ok := s.Taker(name)
	if !ok {
		taker = s[0] // whose error says what it takes
	}
	return taker.Set(name, text)
}

// For returns the settings that a format takes.
func (s Settings) For(format Format) (taken Settings) {
	for _, setting := range s {
		if format.takes(setting.Name) {
			taken = append(taken, setting)
		}
	}
	return taken
}

// Check returns the error of [Format.Check] of one of the formats.
func (s Several) Check(settings ...Setting) error {
	for _, setting := range settings {
		if _, err := s.Set(setting.Name, setting.Text); err != nil {
			return err
		}
	}
	for i := range s {
		if err := s[i].Check(Settings(settings).For(s[i])...); err != nil {
			return err
		}
	}
	return nil
}

// MustHeed returns an error if one of the settings has no effect on the files of any format with
// some puzzles, alone or together with the others, and so does [Settings.MustAgree]. [Several.Check]
// accepts such settings, so that older packs can be made again.
func (s Several) MustHeed(of Content, settings ...Setting) error {
	if err := Settings(settings).MustAgree(); err != nil {
		return err
	}
	for _, setting := range settings {
		var idle error
		for i := range s {
			if !s[i].takes(setting.Name) {
				continue
			}
			if idle = s[i].mustHeed(of, setting, settings); idle == nil {
				break
			}
		}
		if idle != nil {
			return idle
		}
	}
	return nil
}
