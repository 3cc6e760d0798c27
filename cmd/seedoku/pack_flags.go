package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/advice"
	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/drawflags"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// packFlags returns the flags for the looks of a pack: the options of all formats.
func packFlags() (flags []cli.Flag) {
	for _, option := range pack.Options() {
		flags = append(flags, packFlag(&option))
	}
	return flags
}

// packFlag returns the flag of an option.
func packFlag(option *pack.Option) cli.Flag {
	if option.Kind == pack.Switch {
		return &cli.BoolFlag{Name: option.Name, Usage: optionUsage(option)}
	}
	flag := &cli.StringFlag{Name: option.Name, Usage: optionUsage(option), DefaultText: option.Default, TakesFile: option.Kind == pack.File}
	if option.Name == "lang" {
		flag.DefaultText = cli.DefaultLanguage
	}
	if flag.TakesFile {
		return flag
	}
	return &cli.Choice{Listed: flag, Values: func() []string { return slices.Concat(option.Choices, option.Words) }, Lists: option.Words != nil}
}

// columnsFlag returns the flag of the columns of tables.
func columnsFlag() cli.Flag {
	options := pack.Options()
	return packFlag(&options[slices.IndexFunc(options, func(o pack.Option) bool { return o.Name == "columns" })])
}

// optionFile reads a file that is the value of an option.
func optionFile(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, pack.MaxFile+1))
	switch {
	case err != nil:
		return "", err
	case len(text) == 0:
		return "", fmt.Errorf("%s is empty", path)
	case len(text) > pack.MaxFile:
		return "", fmt.Errorf("%s has more than %d MiB", path, pack.MaxFile>>20)
	}
	return string(text), nil
}

// optionUsage describes an option: its help, its choices and the formats that
// take it.
func optionUsage(option *pack.Option) string {
	usage := drawflags.WithPlaceholder(option.Help, option.Placeholder)
	if option.Choices != nil {
		usage += ": " + strings.Join(option.Choices, ", ")
	}
	var names []string
	for _, format := range pack.Formats {
		if format.Heeds(option.Name) {
			names = append(names, format.Name)
		}
	}
	return fmt.Sprintf("%s [%s]", usage, strings.Join(names, ", "))
}

// hasSolutions reports whether a format always writes solutions.
func hasSolutions(format pack.Format) bool {
	_, err := table.FormNamed(format.Name)
	return err == nil || format.Name == "sqlite"
}

// packSettings reads those flags of packFlags that are given. It is an error of
// usage if none of the formats takes one, or if one has no effect on files of some puzzles.
func packSettings(c *cli.Context, of pack.Content, formats ...pack.Format) (settings pack.Settings, err error) {
	several := pack.Several(formats)
	for _, option := range pack.Options() {
		_, taken := several.Taker(option.Name)
		asked := c.IsSet(option.Name) || taken && option.Name == "lang" && cli.Language(c) != option.Default
		if !asked || !taken && option.Name == "solution" && slices.ContainsFunc(formats, hasSolutions) {
			continue
		}
		text := fmt.Sprint(c.Value(option.Name))
		if option.Name == "lang" {
			text = cli.Language(c)
		}
		if taken && option.Kind == pack.File {
			if text, err = optionFile(text); err != nil {
				return nil, fmt.Errorf("--%s: %w", option.Name, err)
			}
		}
		setting, err := several.Set(option.Name, text)
		if err != nil {
			return nil, cli.Wrong(c, option.Name, err)
		}
		settings = append(settings, setting)
	}
	if err := several.Check(settings...); err != nil {
		return nil, cli.Errorf(c, "%s", advice.Text(err))
	}
	if err := several.MustHeed(of, settings...); err != nil {
		return nil, cli.Errorf(c, "%w", err)
	}
	return settings, nil
}
