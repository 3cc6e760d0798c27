package pack

import (
	"fmt"
	"slices"
)

// idle lists, by format, options that the format accepts and ignores, because
// older packs set them.
var idle = map[string][]string{
	"html": {"created", "bleed"},
	"epub": {"paper", "bleed", "per-page", "large-print", "solutions-per-page"},
}

// idleValues lists ignored values of options for the same reason, by format and
// option.
var idleValues = map[string]map[string]string{
	"epub": {"solutions": "parts"},
}

// partners lists options that have no effect without another option.
var partners = map[string]string{"subtitle": "title", "picture": "title", "pencil-from": "pencil"}

// Heeds reports whether an option has an effect on files of f.
func (f Format) Heeds(option string) bool {
	_, err := f.Option(option)
	return err == nil && !slices.Contains(idle[f.Name], option)
}

// mustHeed returns an error if one of some settings has no effect on files of f.
func (f Format) mustHeed(setting Setting, all []Setting) error {
	partner := partners[setting.Name]
	switch {
	case !f.Heeds(setting.Name):
		return fmt.Errorf("format %s does not use the option %q", f.Name, setting.Name)
	case idleValues[f.Name][setting.Name] == setting.Text && setting.Text != "":
		return fmt.Errorf("format %s does not use the value %q of the option %q", f.Name, setting.Text, setting.Name)
	case partner != "" && !slices.ContainsFunc(all, func(s Setting) bool { return s.Name == partner && s.Text != "" }):
		return fmt.Errorf("the option %q changes nothing without %q", setting.Name, partner)
	}
	return nil
}
