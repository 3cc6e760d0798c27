package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/seedbank/pack"
)

// packFlags returns the flags for the looks of a pack: the options of all formats.
func packFlags() (flags []cli.Flag) {
	for _, option := range pack.Options() {
		if option.Kind == pack.Switch {
			flags = append(flags, &cli.BoolFlag{Name: option.Name, Usage: optionUsage(&option)})
		} else {
			flag := &cli.StringFlag{Name: option.Name, Usage: optionUsage(&option), DefaultText: option.Default}
			flags = append(flags, &choiceFlag{flag, oneOf(option.Choices...)})
		}
	}
	return flags
}

// optionUsage describes an option: its help, its choices and the formats that
// take it.
func optionUsage(option *pack.Option) string {
	usage := withPlaceholder(option.Help, option.Placeholder)
	if option.Choices != nil {
		usage += ": " + strings.Join(option.Choices, ", ")
	}
	var names []string
	for _, format := range pack.Formats {
		if _, err := format.Option(option.Name); err == nil {
			names = append(names, format.Name)
		}
	}
	return fmt.Sprintf("%s [%s]", usage, strings.Join(names, ", "))
}

// packSettings reads those flags of packFlags that are given. It is an error of
// usage if the format does not take one.
func packSettings(c *cli.Context, format pack.Format) (settings pack.Settings, err error) {
	for _, option := range pack.Options() {
		if !c.IsSet(option.Name) {
			continue
		}
		setting, err := format.Set(option.Name, fmt.Sprint(c.Value(option.Name)))
		if err != nil {
			return nil, wrongValue(c, option.Name, err)
		}
		settings = append(settings, setting)
	}
	if err := format.Check(settings...); err != nil {
		return nil, usagef(c, "%w", err)
	}
	return settings, nil
}
