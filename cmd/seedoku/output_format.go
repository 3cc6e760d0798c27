package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/mini"
	"github.com/seedoku/seedoku/internal/practice"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// fileKind is a format of files and the ending of their names.
type fileKind struct{ format, extension string }

// kinds returns the kinds of files of formats.
func kinds[T any](formats []T, kind func(*T) fileKind) []fileKind {
	list := make([]fileKind, len(formats))
	for i := range formats {
		list[i] = kind(&formats[i])
	}
	return list
}

// The kinds of files of the formats of puzzles, of positions, of seeds, of tables and of mini
// banks.
var (
	packKinds     = kinds(pack.Formats, func(f *pack.Format) fileKind { return fileKind{f.Name, f.Extension} })
	practiceKinds = kinds(practice.Formats[:], func(f *practice.Format) fileKind { return fileKind{f.Name, f.Extension} })
	dumpKinds     = kinds(dumpFormats, func(f *dumpFormat) fileKind { return fileKind{f.name, f.extension} })
	formKinds     = kinds(table.Forms[:], func(f **table.Form) fileKind { return fileKind{(*f).Name, (*f).Extension} })
	miniKinds     = slices.Concat(
		kinds(mini.Languages[:], func(l *mini.Language) fileKind { return fileKind{l.Name, l.Name} }),
		kinds(mini.Languages[:], func(l *mini.Language) fileKind { return fileKind{l.Name, l.Extension} }),
		[]fileKind{{playing, playing}})
)

// textOr returns the kinds of files of a command that writes text, or other formats whose
// files end in their names.
func textOr(names ...string) []fileKind {
	return append(kinds(names, func(name *string) fileKind { return fileKind{*name, *name} }), fileKind{"text", "txt"})
}

// outputFormat returns the name of the format of the file of --output. The value of --format
// says it or, without this flag, the ending of the name. It is an error if the two
// contradict each other, if the command does not write files with this ending, or if the
// ending is unknown and --format is not given. A name without an ending, or with the ending
// of a text, gives the default, and so does no file.
func outputFormat(c *cli.Context, defaultFormat string, kinds []fileKind) (string, error) {
	format := defaultFormat
	if c.IsSet("format") {
		format = givenFormat(c, kinds)
	}
	if err := checkPacked(c); err != nil {
		return "", err
	}
	ending := knownEnding(c.String("output"))
	if ending == "" {
		if strange := strangeEnding(c.String("output")); strange != "" && !c.IsSet("format") {
			return "", cli.Errorf(c, "--output %s: no format has files that end in .%s: give --format", c.String("output"), strange)
		}
		return format, nil
	}
	var names []string // of formats with this ending
	known := false
	for _, kind := range kinds {
		known = known || kind.format == format
		if kind.extension == ending {
			names = append(names, kind.format)
		}
	}
	switch {
	case slices.Contains(names, format) || c.IsSet("format") && !known: // an unknown format is refused later
		return format, nil
	case c.IsSet("format"):
		return "", cli.Errorf(c, "--format %s: its files do not end in .%s; leave out --format or rename %s", format, ending, c.String("output"))
	case len(names) == 0:
		return "", cli.Errorf(c, "--output %s: this command writes no .%s files", c.String("output"), ending)
	}
	return names[0], nil
}

// givenFormat returns the value of --format, which can be a list with commas. Formats that
// are known are spelled as in kinds.
func givenFormat(c *cli.Context, kinds []fileKind) string {
	list := c.StringSlice("format")
	if list == nil {
		list = []string{c.String("format")}
	}
	names := strings.Split(strings.Join(list, ","), ",")
	for i, name := range names {
		if k := slices.IndexFunc(kinds, func(kind fileKind) bool { return strings.EqualFold(kind.format, name) }); k >= 0 {
			names[i] = kinds[k].format
		}
	}
	return strings.Join(names, ",")
}

// packedEndings are the endings of compressed files that no command writes.
var packedEndings = []string{".gz", ".bz2", ".xz", ".zip", ".7z"}

// checkPacked returns an error if the name of the file of --output has the ending of a
// compression that the command does not have.
func checkPacked(c *cli.Context) error {
	ending := strings.ToLower(filepath.Ext(c.String("output")))
	compresses := !c.IsSet("mini") && slices.ContainsFunc(c.Command.Flags, func(flag cli.Flag) bool {
		return slices.Contains(flag.Names(), "compress")
	})
	switch {
	case slices.Contains(packedEndings, ending) && compresses:
		return cli.Errorf(c, "--output %s: this command writes no %s files, but .%s", c.String("output"), ending, export.Zst)
	case slices.Contains(packedEndings, ending) || ending == "."+export.Zst && !compresses:
		return cli.Errorf(c, "--output %s: this command writes no %s files", c.String("output"), ending)
	}
	return nil
}

// knownEnding returns the ending of the name of a file if any command writes such files. In
// the name of a compressed file it is the ending before .zst.
func knownEnding(path string) string {
	if path == "" || atomicfile.IsDevice(path) {
		return ""
	}
	ending := endingOf(path)
	for _, kind := range slices.Concat(packKinds, practiceKinds, dumpKinds, miniKinds) {
		if kind.extension == ending {
			return ending
		}
	}
	return ""
}

// endingOf returns the ending of the name of a file, in small letters. In the name of a
// compressed file it is the ending before .zst.
func endingOf(path string) string {
	name := strings.TrimSuffix(strings.ToLower(filepath.Base(path)), "."+export.Zst)
	return strings.TrimPrefix(filepath.Ext(strings.TrimLeft(name, ".")), ".")
}

// textEndings are the endings of texts of any kind.
var textEndings = []string{"txt", "text"}

// strangeEnding returns the ending of the name of a file if it is neither known nor the
// ending of a text.
func strangeEnding(path string) string {
	if ending := endingOf(path); !atomicfile.IsDevice(path) && knownEnding(path) == "" && !slices.Contains(textEndings, ending) {
		return ending
	}
	return ""
}

// outputCompression returns the compression of the file of --output. The value of --compress
// says it or, without this flag, the ending of the name.
func outputCompression(c *cli.Context, format string) (string, error) {
	of, _ := pack.FormatNamed(format) // zero for several formats; unknown ones are refused elsewhere
	method, output := c.String("compress"), c.String("output")
	compressed := strings.HasSuffix(strings.ToLower(output), "."+export.Zst)
	switch {
	case compressed && !c.IsSet("compress"):
		return export.Zst, nil
	case method != "" && !compressed && knownEnding(output) != "" && !of.Binary:
		return "", cli.Wrong(c, "compress", fmt.Errorf("%s has the extension of an uncompressed file; name it %s.%s", output, output, method))
	}
	return method, nil
}

// mustBeSVG returns an error if the name of a picture ends in another format.
func mustBeSVG(c *cli.Context, flag string) error {
	if ending := endingOf(c.String(flag)); ending != "" && ending != "svg" && !atomicfile.IsDevice(c.String(flag)) {
		return cli.Wrong(c, flag, fmt.Errorf("%s ends in .%s, but this is a picture in svg", c.String(flag), ending))
	}
	return nil
}
