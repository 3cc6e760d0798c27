package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/seedbank/draw"
)

// requestFlags are the flags for the fields of a request: all of them, or those
// that say of which kind puzzles are.
func requestFlags(kindOnly bool) (flags []cli.Flag) {
	for i := range draw.Fields {
		if field := &draw.Fields[i]; field.Kind || !kindOnly {
			flags = append(flags, requestFlag(field))
		}
	}
	return flags
}

func requestFlag(field *draw.Field) cli.Flag {
	usage := withValue(field.Help, field.Value)
	switch {
	case field.Value == "":
		return &cli.BoolFlag{Name: field.Name, Usage: usage}
	case field.List:
		return &cli.StringSliceFlag{Name: field.Name, Usage: usage}
	case field.Name == "level":
		return &cli.StringFlag{Name: field.Name, Aliases: []string{"levels"}, Usage: usage}
	}
	return &cli.StringFlag{Name: field.Name, Usage: usage, DefaultText: requestDefaults[field.Name]}
}

// seedFlag is the random seed, for commands that do not take whole requests.
var seedFlag = requestFlag(&draw.Fields[slices.IndexFunc(draw.Fields[:], func(f draw.Field) bool { return f.Name == "seed" })])

// requestDefaults are what holds where a field is not given, for help.
var requestDefaults = map[string]string{"n": "1", "seed": "another one each time", "skip": "none"}

// withValue marks in a help text what stands for the value of its flag.
func withValue(help, value string) string {
	if value == "" {
		return help
	}
	return strings.Replace(help, value, "`"+value+"`", 1)
}

// requestFrom reads the flags of requestFlags. Without --seed it makes one up.
func requestFrom(c *cli.Context) (draw.Request, error) {
	values := map[string][]string{}
	for i := range draw.Fields {
		field := &draw.Fields[i]
		switch {
		case !c.IsSet(field.Name):
		case field.Value == "":
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
	return usagef(c, "%s: %w", flagText(field.Field), field.Reason)
}

// flagText returns a flag as it is typed.
func flagText(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}
