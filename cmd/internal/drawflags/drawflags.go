// Package drawflags has the flags that say which puzzles to draw: the fields of a request.
//
// A new field of a request (seedbank/draw/fields.go) is a flag of all commands.
//
// Start with [Of] and [Read].
package drawflags

import (
	"errors"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/seedbank/draw"
)

// Of returns the flags of the fields that are wanted.
func Of(wanted func(*draw.Field) bool) (flags []cli.Flag) {
	for i := range draw.Fields {
		if field := &draw.Fields[i]; wanted(field) {
			flags = append(flags, flagOf(field))
		}
	}
	return flags
}

// All is for [Of]: the fields of a whole stream.
func All(*draw.Field) bool { return true }

// Kind is for [Of]: the fields about each puzzle.
func Kind(field *draw.Field) bool { return field.Kind }

// Pack is for [Of]: the fields of a pack, which says itself how many puzzles it has.
func Pack(field *draw.Field) bool { return field.Kind || field.Name == "variety" }

// Seed is the flag --seed, for commands that take no other part of a request.
func Seed() cli.Flag {
	return Of(func(field *draw.Field) bool { return field.Name == "seed" })[0]
}

func flagOf(field *draw.Field) cli.Flag {
	flag := plainFlag(field)
	switch {
	case field.Values == nil:
		return flag
	case field.Name == "pattern":
		return &cli.Choice{Listed: flag, Values: Patterns}
	}
	return &cli.Choice{Listed: flag, Values: field.Values}
}

func plainFlag(field *draw.Field) cli.Listed {
	usage := WithPlaceholder(field.Help, field.Placeholder)
	switch {
	case field.Placeholder == "":
		return cli.Switch{StringFlag: &cli.StringFlag{Name: field.Name, Usage: usage}}
	case field.List:
		return &cli.StringSliceFlag{Name: field.Name, Usage: usage}
	case field.Name == "level":
		return &cli.StringFlag{Name: field.Name, Aliases: []string{"levels"}, Usage: usage}
	}
	return &cli.StringFlag{Name: field.Name, Usage: usage, DefaultText: defaults[field.Name]}
}

// defaults are the defaults of fields, for help texts.
var defaults = map[string]string{"n": "1", "seed": "another one each time", "skip": "none"}

// WithPlaceholder marks the placeholder for the value of a flag in its help text.
func WithPlaceholder(help, placeholder string) string {
	if placeholder == "" {
		return help
	}
	return strings.Replace(help, placeholder, "`"+placeholder+"`", 1)
}

// Read reads the flags. Without --seed it takes a random seed.
func Read(c *cli.Context) (draw.Request, error) {
	values := map[string][]string{}
	for i := range draw.Fields {
		field := &draw.Fields[i]
		switch {
		case !c.IsSet(field.Name):
		case !field.List && c.StringSlice(field.Name) != nil, isNumber(c.Value(field.Name)): // a flag of the command's own, with the same name
		case field.List:
			values[field.Name] = c.StringSlice(field.Name)
		default:
			values[field.Name] = []string{c.String(field.Name)}
		}
	}
	if err := patternToMarks(c, values); err != nil {
		return draw.Request{}, err
	}
	request, err := draw.Parse(values)
	if err != nil {
		return request, usageOf(c, err)
	}
	if !c.IsSet("seed") {
		request.RandomSeed = draw.RandomSeed()
	}
	return request, nil
}

// isNumber tells numbers of a command from those of a request, which are texts.
func isNumber(value any) bool {
	_, is := value.(int)
	return is
}

// patternToMarks puts the marks of a pattern in the place of the name of its file.
// Only commands read files: a request of a server never names one.
func patternToMarks(c *cli.Context, values map[string][]string) error {
	texts := values["pattern"]
	if len(texts) == 0 {
		return nil
	}
	list, err := pattern.Find(texts[0])
	switch {
	case err != nil:
		return cli.Wrong(c, "pattern", err)
	case len(list) > 1:
		return cli.Errorf(c, "--pattern %s: it has %d patterns; name one", texts[0], len(list))
	}
	values["pattern"] = []string{pattern.Line(list[0].Cells)}
	return nil
}

// usageOf returns an error about a field of a request as one about its flag.
func usageOf(c *cli.Context, err error) error {
	if field, ok := errors.AsType[*draw.FieldError](err); ok {
		return cli.Wrong(c, field.Field, field.Reason)
	}
	return err
}

// Patterns are the values of a flag for a pattern that can be listed.
func Patterns() []string { return append(pattern.Names(), cli.AnyFile) }
