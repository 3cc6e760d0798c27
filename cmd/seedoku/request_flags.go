package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/seedbank/draw"
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
	if field.Values == nil {
		return flag
	}
	return &choiceFlag{flag, field.Values}
}

func plainRequestFlag(field *draw.Field) anyFlag {
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
var seedFlag = requestFlag(&draw.Fields[slices.IndexFunc(draw.Fields[:], func(f draw.Field) bool { return f.Name == "seed" })])

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
		case field.Placeholder == "":
			values[field.Name] = []string{"true"}
		case field.List:
			values[field.Name] = c.StringSlice(field.Name)
		default:
			values[field.Name] = []string{c.String(field.Name)}
		}
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

// usageOf returns an error about a field of a request as one about its flag.
func usageOf(c *cli.Context, err error) error {
	var field *draw.FieldError
	if !errors.As(err, &field) {
		return err
	}
	return wrongValue(c, field.Field, field.Reason)
}
