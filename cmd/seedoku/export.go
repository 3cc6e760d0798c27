package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/seedoku/seedoku/seedbank/shuffle"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/pack"
)

const manifestName = "manifest.json"

// The orders of puzzles in a pack. Without one, levels come one after the other
// and the puzzles of a level as they are drawn.
const (
	ascending = "ascending"
	shuffled  = "shuffled"
)

func exportCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:  "export",
		Usage: "write packs of puzzles as files",
		Description: `Draws puzzles like gen and writes them as files: one for each level, with
--per-level, or one in all, with -n or --output. Formats that hold one puzzle
get a file for each, numbered.

No puzzle comes twice in a pack, and while the bank has enough seeds, no two
are isomorphs or of the same seed. A file appears when it is whole.

A manifest beside the files says what they hold; with it, --manifest makes the
same files again, byte for byte, from any bank that has the seeds. Of a file with
more than 100,000 puzzles it does not list the IDs: that one is made again only
from a bank that has not changed.

Levels come one after the other. --order ascending sorts the puzzles of a file
by ER as well, and keeps some bytes of each in memory; --order shuffled mixes
the levels of a file.

` + formatList() + `
Examples:
  seedoku export --levels 1-9 --per-level 100 --dir packs
  seedoku export --levels 5 -n 1200 --format pdf --title "Tricky Sudoku" --intro
  seedoku export --levels 1-9 --per-level 20 --format pdf --output book.pdf \
      --title "From Beginner to Extreme" --intro --paper 6x9 --per-page 2
  seedoku export --levels 3-6 -n 1000000 --format csv --compress zst --seed 7
  seedoku export --manifest packs/manifest.json --dir again`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "levels", Aliases: []string{"level"}, Usage: "of these `LEVELS`, such as 5 or 1-9"},
			&cli.Uint64Flag{Name: "per-level", Usage: "`N` puzzles of each level"},
			&cli.Uint64Flag{Name: "n", Usage: "`N` puzzles in all"},
		}, kindFlags(), []cli.Flag{
			&cli.StringFlag{Name: "order", Usage: "`ascending` or shuffled", DefaultText: "levels one after the other"},
			seedFlag,
			formatFlag,
			&cli.StringFlag{Name: "dir", Usage: "write the files into `FOLDER`, which is made if need be", Value: ".", TakesFile: true},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write all puzzles to `FILE`, and the manifest beside it", TakesFile: true},
			&cli.StringFlag{Name: "compress", Usage: "compress texts by `zst`"},
			&cli.StringFlag{Name: "manifest", Usage: "make the pack of this `FILE` again", TakesFile: true},
			bankFlag,
		}, packFlags()),
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(c.Context, syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			if c.IsSet("manifest") {
				return p.exportAgain(ctx, c)
			}
			return p.export(ctx, c)
		},
	}
}

var levelFlag = &cli.StringFlag{Name: "level", Usage: "of this `LEVEL` (1 to 9) or range of levels, such as 3-5"}

// kindFlags are the flags that say which seeds are wanted, but for their level.
func kindFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "er", Usage: "with this `ER` on the Sudoku Explainer scale or a range, such as 3.8-4.4"},
		&cli.StringFlag{Name: "clues", Usage: "with this `NUMBER` of clues or a range, such as 24-26"},
		&cli.StringSliceFlag{Name: "technique", Usage: "whose solving path uses this `TECHNIQUE`; repeat it for several"},
		&cli.StringSliceFlag{Name: "hardest", Usage: "whose hardest step is of this `TECHNIQUE`; repeat it to allow several"},
		&cli.StringSliceFlag{Name: "without", Usage: "whose solving path does not use this `TECHNIQUE`; repeat it for several"},
	}
}

// selectionFrom returns what the flags ask for.
func selectionFrom(c *cli.Context, levels string) selection {
	return selection{
		Levels: c.String(levels), ER: c.String("er"), Clues: c.String("clues"),
		Techniques: c.StringSlice("technique"), Hardest: c.StringSlice("hardest"), Without: c.StringSlice("without"),
	}
}

// export makes a pack as the flags say.
func (p *program) export(ctx context.Context, c *cli.Context) error {
	m, err := newManifest(c)
	if err != nil {
		return err
	}
	bank, err := p.openBank(c)
	if err != nil {
		return err
	}
	defer bank.Close()
	filter, err := m.Selection.filter()
	if err != nil {
		return err
	}
	folder, manifestPath := c.String("dir"), filepath.Join(c.String("dir"), manifestName)
	if output := c.String("output"); output != "" {
		folder, manifestPath = filepath.Dir(output), output+"."+manifestName
	}
	e := &exporter{program: p, bank: bank, manifest: m, filter: filter, folder: folder}
	if err := e.plan(ctx, c); err != nil {
		return err
	}
	if err := e.writeParts(ctx); err != nil {
		return err
	}
	if isDevice(c.String("output")) {
		return nil
	}
	if err := replaceFile(manifestPath, m.write); err != nil {
		return fmt.Errorf("writing %s: %w", manifestPath, err)
	}
	_, err = fmt.Fprintln(p.stdout, manifestPath)
	return err
}

// newManifest returns a manifest without parts, after what the flags say.
func newManifest(c *cli.Context) (*manifest, error) {
	m := &manifest{
		Program: "seedoku " + version(), Rater: rating.Version, Licence: licence,
		Selection: selectionFrom(c, "levels"), RandomSeed: randomSeed(c), Order: c.String("order"),
		Format: c.String("format"), Compress: c.String("compress"),
	}
	format, err := pack.FormatNamed(m.Format)
	if err != nil {
		return nil, usagef(c, "--format: %w", err)
	}
	if _, err := m.Selection.filter(); err != nil {
		return nil, usagef(c, "%w", err)
	}
	switch {
	case m.Order != "" && m.Order != ascending && m.Order != shuffled:
		return nil, usagef(c, "--order %q: must be %q or %q", m.Order, ascending, shuffled)
	case m.Compress != "" && m.Compress != "zst":
		return nil, usagef(c, "--compress %q: must be \"zst\"", m.Compress)
	case m.Compress != "" && format.Binary:
		return nil, usagef(c, "--compress: files of format %s are compressed already", format.Name)
	case c.IsSet("per-level") == c.IsSet("n"):
		return nil, usagef(c, "say by either -n or --per-level how many puzzles")
	case c.Uint64("n")+c.Uint64("per-level") == 0:
		return nil, usagef(c, "a pack holds at least 1 puzzle")
	case c.IsSet("per-level") && m.Selection.Levels == "":
		return nil, usagef(c, "--per-level: say by --levels of which")
	}
	if m.Options, err = packOptions(c); err != nil {
		return nil, err
	}
	return m, nil
}

// exportAgain makes the pack of a manifest.
func (p *program) exportAgain(ctx context.Context, c *cli.Context) error {
	path := c.String("manifest")
	m, err := readManifest(path)
	if err != nil {
		return err
	}
	filter, err := m.Selection.filter()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	bank, err := p.openBank(c)
	if err != nil {
		return err
	}
	defer bank.Close()
	folder := filepath.Dir(path)
	if c.IsSet("dir") {
		folder = c.String("dir")
	}
	sums := map[string]string{}
	for _, part := range m.Parts {
		sums[part.Name] = part.SHA256
	}
	e := &exporter{program: p, bank: bank, manifest: m, filter: filter, folder: folder}
	if err := e.writeParts(ctx); err != nil {
		return err
	}
	for _, part := range m.Parts {
		if part.SHA256 != sums[part.Name] {
			p.report(filepath.Join(folder, part.Name), errors.New("differs from that of the manifest: another version of the program made that, or the bank has changed"))
		}
	}
	return nil
}

// exporter makes a pack.
type exporter struct {
	*program
	bank     *seedbank.Bank
	manifest *manifest
	filter   seedbank.Filter
	folder   string
	used     map[seedbank.Key]bool // seeds of earlier draws, if these can come again
}

// plan sets the parts of the manifest.
func (e *exporter) plan(ctx context.Context, c *cli.Context) error {
	draws := []draw{{Puzzles: c.Uint64("n")}}
	if c.IsSet("per-level") {
		draws = nil
		for level := e.filter.Levels.Low; level <= e.filter.Levels.High; level++ {
			draws = append(draws, draw{Level: level, Puzzles: c.Uint64("per-level")})
		}
	}
	for i := range draws {
		if err := e.check(ctx, &draws[i]); err != nil {
			return err
		}
	}
	parts := [][]draw{draws}
	if c.IsSet("per-level") && !c.IsSet("output") {
		parts = slices.Collect(slices.Chunk(draws, 1))
	}
	format, err := pack.FormatNamed(e.manifest.Format)
	press := press{format: format, compress: e.manifest.Compress}
	for _, draws := range parts {
		part := part{Name: e.name(draws), Draws: draws}
		for _, d := range draws {
			part.Puzzles += d.Puzzles
		}
		if output := c.String("output"); output != "" {
			part.Name = filepath.Base(output)
			if format.Single {
				part.Name = strings.TrimSuffix(part.Name, "."+press.extension())
			}
		} else if !format.Single {
			part.Name += "." + press.extension()
		}
		e.manifest.Parts = append(e.manifest.Parts, part)
	}
	return err
}

// name returns that of a part without extension.
func (e *exporter) name(draws []draw) string {
	low, high := e.filter.Levels.Low, e.filter.Levels.High
	if len(draws) == 1 && draws[0].Level != 0 {
		low, high = draws[0].Level, draws[0].Level
	}
	switch {
	case low == 0:
		return "puzzles"
	case low == high:
		return fmt.Sprintf("level-%d", low)
	}
	return fmt.Sprintf("levels-%d-%d", low, high)
}

// check looks whether there are enough puzzles for a draw, and seeds.
func (e *exporter) check(ctx context.Context, d *draw) error {
	selection, err := e.selectionOf(ctx, d)
	if err != nil {
		return err
	}
	if selection.Len() == 0 {
		return fmt.Errorf("%s: %w", d.what(), nothingFits(ctx, e.bank, e.filterOf(d)))
	}
	if puzzles := selection.Puzzles(); puzzles.Less(shuffle.Uint128{Lo: d.Puzzles}) {
		return fmt.Errorf("%s: there are %v different puzzles, fewer than asked for", d.what(), puzzles.Lo)
	}
	seeds, err := selection.Seeds(ctx)
	if d.Distinct = seeds >= d.Puzzles; !d.Distinct && err == nil {
		fmt.Fprintf(e.stderr, "%s: the bank has %d seeds, so that several puzzles will be isomorphs of the same; no puzzle comes twice.\n", d.what(), seeds)
	}
	return err
}

func (d *draw) what() string {
	if d.Level == 0 {
		return "the pack"
	}
	return fmt.Sprintf("level %d", d.Level)
}

func (e *exporter) filterOf(d *draw) seedbank.Filter {
	filter := e.filter
	if d.Level != 0 {
		filter.Levels = seedbank.Range[rating.Level]{Low: d.Level, High: d.Level}
	}
	return filter
}

func (e *exporter) selectionOf(ctx context.Context, d *draw) (*seedbank.Selection, error) {
	return e.bank.Select(ctx, e.filterOf(d))
}

// writeParts writes the files of the manifest, and prints their names.
func (e *exporter) writeParts(ctx context.Context) error {
	m := e.manifest
	format, err := pack.FormatNamed(m.Format)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(e.folder, 0o777); err != nil {
		return err
	}
	e.used = map[seedbank.Key]bool{}
	press := &press{folder: e.folder, format: format, options: m.Options, compress: m.Compress}
	for i := range m.Parts {
		part := &m.Parts[i]
		puzzles, err := e.puzzles(ctx, part)
		if err != nil {
			return err
		}
		names, err := press.write(ctx, part, puzzles)
		if err != nil {
			return err
		}
		for _, name := range names {
			fmt.Fprintln(e.stdout, filepath.Join(e.folder, name))
		}
	}
	return nil
}
