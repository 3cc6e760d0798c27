package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/mini"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
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

A pack does not replace another one: if there are files of the same names,
nothing is written, unless --force says so. With --name summer, the files are
summer-level-3.txt and so on, so that several packs can be in one folder.

A manifest beside the files says what they hold: that of level-1.txt to level-3.txt
is levels-1-3.txt.manifest.json. With it, --manifest makes the same files again, byte
for byte, from any bank that has the seeds; those that are there already are kept. Of a file with more than 100,000 puzzles it does not list
the IDs: that one is made again only from a bank that has not changed.

Levels come one after the other; with -n, each has as large a share of the pack
as of the seeds. --order ascending sorts the puzzles of a file by ER as well, and
keeps some bytes of each in memory; --order shuffled mixes the levels of a file.
--order er sorts puzzles of the same ER by effort too, the sum of the ratings of
the steps to the solution, and --order effort sorts each level by effort alone.

Puzzles in the style print have 32 to 36 clues at level 1, 30 to 34 at level 2, 28
to 32 at level 3, 26 to 30 at levels 4 to 6, and half-turn symmetry, and packs of them
are in order er. With --style print, all puzzles are so, each of another seed, or
nothing is written. Booklets (pdf, html, epub) have the style if nothing is said about
it, as far as the bank goes; the rest is plain, and how many that are is told. --style
plain gives puzzles as they come; --clues minimal and --symmetry none do, too, and
with --technique, --without and --practice puzzles are plain. The format alone never
changes which puzzles a pack has, nor their order. A
booklet with a title has contents, and a page before the puzzles of each level.
Numbers of puzzles and of solutions are links to each other. IDs, ratings and the
program are told only with --show.

With --mini 16KB, the pack is one source file of at most that size (a KB is 1,024
bytes) for apps to include: seeds as a string, and a function generate(level, seed)
that makes puzzles of them without a bank or a network. Its languages, for --format,
are js (a module, named .mjs), py, c and kt. The seeds are the same in each of them, and
so is the puzzle of a level and a number. How many puzzles each level has is printed:
every number below makes a different one, all others are errors. --levels and
--symmetry go with it.

` + formatList() + `
Examples:
  seedoku export --levels 1-9 --per-level 100 --dir packs
  seedoku export --levels 5 -n 1200 --format pdf --title "Tricky Sudoku" --intro
  seedoku export --levels 1-9 --per-level 20 --format pdf --output book.pdf \
      --title "From Beginner to Extreme" --intro --paper 6x9 --per-page 2
  seedoku export --levels 6-9 --per-level 50 --format pdf --output valientes.pdf \
      --lang es --title "Para valientes" --author "M. Ejemplo" --copyright c.md \
      --paper 170x240mm --bleed --pencil candidates --show er,clues --neutral
  seedoku export --levels 1-3 --per-level 50 --format epub --title "A Quiet Week"
  seedoku export --levels 3-6 -n 1000000 --format csv --compress zst --seed 7
  seedoku export --mini 16KB --format js --output sudoku.mjs
  seedoku export --manifest packs/levels-1-9.txt.manifest.json --dir again`,
		Flags: slices.Concat(requestFlags(true), []cli.Flag{
			&cli.StringFlag{Name: "per-level", Usage: "`N` puzzles of each level"},
			&cli.StringFlag{Name: "n", Usage: "`N` puzzles in all"},
			&usage.Choice{Listed: &cli.StringFlag{Name: "order", Usage: "`ORDER` of the puzzles in a file: ascending, shuffled, er or effort", DefaultText: "levels one after the other; er in print style"}, Values: export.Orders},
			seedFlag,
			exportFormatFlag,
			&cli.StringFlag{Name: "dir", Usage: "write the files into `FOLDER`, which is made if need be", Value: ".", TakesFile: true},
			&cli.StringFlag{Name: "name", Usage: "begin the names of the files, and of the manifest, with `NAME`"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write all puzzles to `FILE`, and the manifest beside it", TakesFile: true},
			&usage.Choice{Listed: &cli.StringFlag{Name: "compress", Usage: "compress texts by `METHOD`: zst"}, Values: export.Compressions},
			&cli.StringFlag{Name: "manifest", Usage: "make the pack of this `FILE` again", TakesFile: true},
			&cli.BoolFlag{Name: "force", Usage: "write over files of the same names"},
			&cli.StringFlag{Name: "mini", Usage: "write a source file of at most `SIZE`, such as 16KB, that makes puzzles itself"},
			bankFlag,
		}, packFlags()),
		Action: func(c *cli.Context) error {
			ctx, stop := console.Interruptible(c.Context)
			defer stop()
			if c.IsSet("manifest") {
				return orInterrupted(ctx, p.exportAgain(ctx, c))
			}
			if c.IsSet("mini") {
				return orInterrupted(ctx, p.exportMini(ctx, c))
			}
			return orInterrupted(ctx, p.export(ctx, c))
		},
	}
}

// exportFormatFlag is the flag --format with the languages of mini banks as well.
var exportFormatFlag = &usage.Choice{
	Listed: &cli.StringFlag{Name: "format", Usage: "write as `FORMAT`, one of those above", Value: pack.Line},
	Values: func() []string { return append(pack.FormatNames(), mini.LanguageNames()...) },
}

// export makes a pack as the flags say.
func (p *program) export(ctx context.Context, c *cli.Context) error {
	options, err := exportOptions(c)
	if err != nil {
		return err
	}
	bank, err := p.openBank(c)
	if err != nil {
		return err
	}
	defer bank.Close()
	m, err := export.Plan(ctx, bank, options)
	if err != nil {
		return err
	}
	folder, manifest := c.String("dir"), options.ManifestName()
	if output := c.String("output"); output != "" {
		folder = filepath.Dir(output)
	}
	if !c.Bool("force") {
		if err := m.MustBeNew(folder, manifest); err != nil {
			return orForce(err, "; --force writes over them, --name gives the pack another name")
		}
	}
	p.noteFewSeeds(m)
	p.noteStyle(m.Without, m.Unprinted())
	if atomicfile.IsDevice(c.String("output")) {
		return m.Write(ctx, bank, folder, nil)
	}
	if err := m.Write(ctx, bank, folder, p.printWritten); err != nil {
		return err
	}
	path := filepath.Join(folder, manifest)
	if err := atomicfile.WriteFile(path, m.Encode); err != nil {
		return err
	}
	p.printWritten(path)
	return nil
}

// orForce adds to an error about files that are there what can be done.
func orForce(err error, advice string) error {
	var taken *export.TakenError
	if errors.As(err, &taken) {
		return fmt.Errorf("%w%s", err, advice)
	}
	return err
}

// exportOptions reads the flags that say what a pack holds.
func exportOptions(c *cli.Context) (options export.Options, err error) {
	options = export.Options{
		Order: export.Order(c.String("order")),
		Name:  c.String("name"), Program: "seedoku " + buildinfo.Module(),
	}
	if err := checkPlace(c); err != nil {
		return options, err
	}
	if options.Format, err = outputFormat(c, pack.Line, packKinds()); err != nil {
		return options, err
	}
	if options.Compress, err = outputCompression(c); err != nil {
		return options, err
	}
	if options.Request, err = requestFrom(c); err != nil {
		return options, err
	}
	if text := c.String("per-level"); text != "" {
		if options.PerLevel, err = strconv.ParseUint(text, 10, 64); err != nil {
			return options, usage.Wrong(c, "per-level", fmt.Errorf("%q is not a number", text))
		}
	}
	if c.IsSet("per-level") == c.IsSet("n") {
		return options, usage.Errorf(c, "say by either -n or --per-level how many puzzles")
	}
	if output := c.String("output"); output != "" {
		options.File = filepath.Base(output)
	}
	format, err := pack.FormatNamed(options.Format)
	if err != nil {
		return options, usage.Wrong(c, "format", err)
	}
	if options.Settings, err = packSettings(c, format); err != nil {
		return options, err
	}
	var wrong *export.OptionError
	if errors.As(options.Check(), &wrong) {
		return options, usage.Wrong(c, wrong.Option, wrong.Reason)
	}
	return options, nil
}

// checkPlace returns an error of usage if flags contradict each other on where files
// go.
func checkPlace(c *cli.Context) error {
	switch {
	case c.IsSet("output") && c.IsSet("dir"):
		return usage.Errorf(c, "--output says where the file goes: leave out --dir")
	case c.IsSet("output") && c.IsSet("name"):
		return usage.Errorf(c, "--output names the file: leave out --name")
	}
	return nil
}

// noteFewSeeds says where several puzzles will be of one seed.
func (p *program) noteFewSeeds(m *export.Manifest) {
	for _, part := range m.Parts {
		for _, d := range part.Draws {
			if !d.Distinct {
				p.say("%s: the bank has %s, so that several puzzles will be isomorphs of the same; no puzzle comes twice.\n", d.What(), phrase.Count(d.Seeds, "seed"))
			}
		}
	}
}

func (p *program) printWritten(path string) { fmt.Fprintln(p.stdout, path) }

// againFlags are the flags of export that go with --manifest.
var againFlags = []string{"manifest", "dir", "force", "bank"}

// exportAgain makes the pack of a manifest.
func (p *program) exportAgain(ctx context.Context, c *cli.Context) error {
	if err := onlyWith(c, againFlags); err != nil {
		return err
	}
	path := c.String("manifest")
	m, err := readManifest(path)
	if err != nil {
		return err
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
	written := 0
	err = m.WriteAgain(ctx, bank, folder, c.Bool("force"), func(path string) { written++; p.printWritten(path) }, p.report)
	if err == nil && written == 0 {
		p.say("%s: all files of the pack are there already\n", path)
	}
	return orForce(err, "; --force writes over them")
}

func readManifest(path string) (*export.Manifest, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	m, err := export.ReadManifest(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}
