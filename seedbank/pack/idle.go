package pack

import (
	"fmt"
	"slices"
)

// idle are the options that a format takes, because older packs have them set, and
// does nothing with.
var idle = map[string][]string{
	"html": {"created", "bleed"},
	"epub": {"paper", "bleed", "per-page", "large-print", "solutions-per-page"},
}

// idleValues are the values of options that a format takes for the same reason, by
// format and option.
var idleValues = map[string]map[string]string{
	"epub": {"solutions": "parts"},
}

// partners are the options that do nothing without another one.
var partners = map[string]string{"subtitle": "title", "picture": "title", "pencil-from": "pencil"}

// Heeds reports whether an option changes anything in files of f.
func (f Format) Heeds(option string) bool {
	_, err := f.Option(option)
	return err == nil && !slices.Contains(idle[f.Name], option)
}

// MustHeed returns an error if one of some settings changes nothing in files of f, or
// nothing beside the others. [Format.Check] takes it all the same, so that packs can be
// made again that were made so.
func (f Format) MustHeed(settings ...Setting) error {
	for _, setting := range settings {
		partner := partners[setting.Name]
		switch {
		case !f.Heeds(setting.Name):
			return fmt.Errorf("format %s has no use for the option %q", f.Name, setting.Name)
		case idleValues[f.Name][setting.Name] == setting.Text && setting.Text != "":
			return fmt.Errorf("format %s has no use for the value %q of the option %q", f.Name, setting.Text, setting.Name)
		case partner != "" && !slices.ContainsFunc(settings, func(s Setting) bool { return s.Name == partner && s.Text != "" }):
			return fmt.Errorf("the option %q changes nothing without %q", setting.Name, partner)
		}
	}
	return nil
}
