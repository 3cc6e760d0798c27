package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pattern"
)

// requestFlags returns the flags for the fields of a request: all of them, or only
// the fields about each puzzle.
func requestFlags(kindOnly bool) (flags []cli.Flag) {
	for i := range draw.Fields {
		if field := &draw.Fields[i]; field.Kind || !kindOnly {
			flags = append(flags, requestFlag(field))
		}
	}
	return flags
}

func requestFlag(field *draw.Field) cli.Flag {
	flag := plainRequestFlag(field)
	switch {
	case field.Values == nil:
		return flag
	case field.Name == "pattern":
		return &cli.Choice{Listed: flag, Values: patternValues}
	}
	return &cli.Choice{Listed: flag, Values: field.Values}
}

func plainRequestFlag(field *draw.Field) cli.Listed {
	usage := withPlaceholder(field.Help, field.Placeholder)
	switch {
	case field.Placeholder == "":
		return &cli.BoolFlag{Name: field.Name, Usage: usage}
	case field.List:
		return &cli.StringSliceFlag{Name: field.Name, Usage: usage}
	case field.Name == "level":
		return &cli.StringFlag{Name: field.Name, Aliases: []string{"levels"}, Usage: usage}
	}
	return &cli.StringFlag{Name: field.Name, Usage: usage, DefaultText: requestDefaults[field.Name]}
}

// seedFlag is the flag --seed, for commands that take only parts of a request.
var seedFlag = requestFlag(&draw.Fields[slices.IndexFunc(draw.Fields, func(f draw.Field) bool { return f.Name == "seed" })])

// requestDefaults are the defaults of fields, for help texts.
var requestDefaults = map[string]string{"n": "1", "seed": "another one each time", "skip": "none"}

// withPlaceholder marks the placeholder for the value of a flag in its help text.
func withPlaceholder(help, placeholder string) string {
	if placeholder == "" {
		return help
	}
	return strings.Replace(help, placeholder, "`"+placeholder+"`", 1)
}

// requestFrom reads the flags of requestFlags. Without --seed it takes a random
// seed.
func requestFrom(c *cli.Context) (draw.Request, error) {
	values := map[string][]string{}
	for i := range draw.Fields {
		field := &draw.Fields[i]
		switch {
		case !c.IsSet(field.Name):
		case !field.List && c.StringSlice(field.Name) != nil: // a flag of the command's own, with the same name
		case field.Placeholder == "":
			values[field.Name] = []string{"true"}
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
	var field *draw.FieldError
	if !errors.As(err, &field) {
		return err
	}
	return cli.Wrong(c, field.Field, field.Reason)
}
