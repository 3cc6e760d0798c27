package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/drawflags"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/chart"
	"github.com/seedoku/seedoku/internal/mini"
	"github.com/seedoku/seedoku/internal/page"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// miniFlags are the flags of export that go with --mini.
var miniFlags = []string{"mini", "level", "symmetry", "format", "output", "dir", "name", "force", "bank", "lang"}

// exportMini writes a mini bank and says how many puzzles it makes.
func (p *program) exportMini(c *cli.Context, bank *seedbank.Bank) error {
	options, f, err := miniOptions(c)
	if err != nil {
		return err
	}
	path := c.String("output")
	if path == "" {
		path = filepath.Join(c.String("dir"), cmp.Or(c.String("name"), "seedoku")+"."+f.extension)
	}
	if _, err := os.Lstat(path); err == nil && !atomicfile.IsDevice(path) && !c.Bool("force") {
		return fmt.Errorf("%s exists already; --force overwrites it", path)
	}
	made, err := p.makeMini(c.Context, bank, options)
	if _, small := errors.AsType[*mini.TooSmallError](err); small {
		return cli.Wrong(c, "mini", err)
	}
	if err != nil {
		return err
	}
	if _, err := atomicfile.OpenFolder(filepath.Dir(path)); err != nil {
		return err
	}
	file, err := f.file(made)
	if err != nil {
		return err
	}
	err = atomicfile.WriteFile(path, func(w io.Writer) error {
		_, err := w.Write(file)
		return err
	})
	if err != nil || atomicfile.IsDevice(path) {
		return err
	}
	p.printWritten(path)
	p.printMini(made, len(file))
	return nil
}

// makeMini makes a mini bank, and shows the progress.
func (p *program) makeMini(ctx context.Context, bank *seedbank.Bank, options mini.Options) (*mini.Bank, error) {
	progress := p.Progress()
	defer progress.Close()
	options.Report = func(done, of int) { progress.Say("choosing seeds and rating their rungs: %d %%", 100*done/of) }
	return mini.Make(ctx, bank, options)
}

// printMini prints the contents of a mini bank.
func (p *program) printMini(made *mini.Bank, bytes int) {
	t := p.Terminal.NewTable("Level", "Seeds and rungs", "Different puzzles")
	low, high := made.Levels()
	for level := low; level <= high; level++ {
		t.AppendRow([]any{level.Title(), made.Picks(level), chart.Commas(strconv.FormatUint(made.Puzzles(level), 10))})
	}
	t.AppendFooter([]any{"", made.AllPicks(), chart.Commas(strconv.FormatUint(made.AllPuzzles(), 10))})
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 3, Align: text.AlignRight, AlignFooter: text.AlignRight, AlignHeader: text.AlignRight}})
	fmt.Fprintf(p.Stdout, "%s, %s\n%s\n", phrase.Count(chart.Commas(strconv.Itoa(bytes)), "byte"), phrase.Count(chart.Commas(strconv.Itoa(len(made.Seeds))), "seed"), t.Render())
}

// miniOptions reads the flags for the contents and the language of a mini bank.
func miniOptions(c *cli.Context) (options mini.Options, f *miniFile, err error) {
	if err := onlyWith(c, miniFlags); err != nil {
		return options, nil, err
	}
	if err := checkPlace(c); err != nil {
		return options, nil, err
	}
	if options.Size, err = parseSize(c.String("mini")); err != nil {
		return options, nil, cli.Wrong(c, "mini", err)
	}
	request, err := drawflags.Read(c)
	if err != nil {
		return options, nil, err
	}
	options.Levels, options.Symmetry = request.Levels, request.Symmetry
	name, err := outputFormat(c, "", miniKinds)
	if err == nil && name == "" {
		err = cli.Errorf(c, "--mini: say the language by --format, or by what the name of --output ends in: %s", strings.Join(append(mini.LanguageNames(), playing), ", "))
	}
	if err != nil {
		return options, nil, err
	}
	if name == playing {
		return playingFile(c, options)
	}
	if c.IsSet("lang") {
		return options, nil, cli.Errorf(c, "--lang goes with --format %s only: source files are in English", playing)
	}
	language, err := mini.LanguageNamed(name)
	switch languages := append(mini.LanguageNames(), playing); {
	case strings.Contains(name, ","):
		return options, nil, cli.Errorf(c, "--format %s: a mini bank is one file; choose one of %s", name, strings.Join(languages, ", "))
	case err != nil:
		return options, nil, cli.Wrong(c, "format", &phrase.UnknownError{Kind: "language", Given: name, Known: languages})
	}
	return options, &miniFile{language.Extension, func(made *mini.Bank) ([]byte, error) { return made.File(language), nil }}, nil
}

// miniFile makes the file of a mini bank.
type miniFile struct {
	extension string
	file      func(*mini.Bank) ([]byte, error)
}

// playing is the format of a mini bank with a page to play on.
const playing = "html"

// pageSize is how much larger than its size a mini bank may be with the page.
const pageSize = 24 << 10

// playingFile returns the options of a mini bank with a page to play on, and its file. The
// seeds take what the page leaves.
func playingFile(c *cli.Context, options mini.Options) (mini.Options, *miniFile, error) {
	format, err := pack.FormatNamed(playing)
	if err != nil {
		return options, nil, err
	}
	language, err := format.Set("lang", cli.Language(c))
	if err != nil {
		return options, nil, cli.Wrong(c, "lang", err)
	}
	f := &miniFile{playing, func(made *mini.Bank) ([]byte, error) {
		js, err := mini.LanguageNamed("js")
		if err != nil {
			return nil, err
		}
		return page.One(&page.Mini{Module: made.File(js), Seeds: made.Text()}, language.Text)
	}}
	options.NewMeasure = func() func(*mini.Bank) int {
		around := 0
		return func(made *mini.Bank) int {
			if around == 0 {
				file, err := f.file(made)
				if err != nil {
					return math.MaxInt
				}
				around = len(file) - len(made.Text()) + roundings
			}
			return around + len(made.Text()) - pageSize
		}
	}
	return options, f, nil
}

// roundings is by how many bytes the page can differ between mini banks: numbers of
// puzzles have more digits or fewer.
const roundings = 60

// onlyWith returns a usage error if a flag outside flags is given. flags are all
// flags that can be combined with the first of them.
func onlyWith(c *cli.Context, flags []string) error {
	for _, name := range c.LocalFlagNames() {
		if name = longName(c, name); !slices.Contains(flags, name) {
			return cli.Errorf(c, "--%s does not go with %s", flags[0], cli.FlagText(name))
		}
	}
	return nil
}

// longName returns the first name of a flag of which any name is given.
func longName(c *cli.Context, name string) string {
	for _, flag := range c.Command.Flags {
		if slices.Contains(flag.Names(), name) {
			return flag.Names()[0]
		}
	}
	return name
}

// parseSize reads a number of bytes: 4000, 16KB or 1MB. A KB is 1,024 bytes.
func parseSize(size string) (int, error) {
	number, unit := strings.ToUpper(size), 1
	for suffix, bytes := range map[string]int{"KB": 1 << 10, "MB": 1 << 20} {
		if before, ok := strings.CutSuffix(number, suffix); ok {
			number, unit = strings.TrimSpace(before), bytes
			break
		}
	}
	n, err := strconv.ParseUint(number, 10, 31)
	if err != nil || n == 0 || n > math.MaxInt32/uint64(unit) {
		return 0, fmt.Errorf("%q is not a size such as 16KB, or a number of bytes", size)
	}
	return int(n) * unit, nil
}
