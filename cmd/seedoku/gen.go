package main

import (
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
)

func genCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:  "gen",
		Usage: "draw puzzles from the bank",
		Description: `Draws a seed and turns it: relabels the digits, permutes rows, columns, bands
and stacks, transposes. Every puzzle has exactly one solution and the rating of
its seed.

With --clues, clues of the solution are added to seeds until they have that
number. Every such puzzle was rated when its seed was mined, so the level stays
true. Without --clues every puzzle is minimal. With --style print, puzzles have
comfortable numbers of clues, level by level, and half-turn symmetry; booklets have
it unless --style plain is given.

No puzzle comes twice in a run, however long. The same --seed gives the same
puzzles again, as long as nothing is added to the bank; --skip starts later in
the same stream, so that several people can share it without overlap. The format
changes neither the puzzles nor their order: "seedoku export" puts levels in order.

Without --format, what the name of the file of --output ends in decides it.

With --practice each puzzle trains a technique: it is the hardest that the puzzle
needs, and it is needed once, or all else is at least one level easier. You get
the position right before it, where easier techniques find nothing any more, with
its candidates; --solution tells the answer too. Formats of puzzles, such as line,
give the whole puzzles.

With --pattern, the clues stand in the cells of a pattern: one that comes with the
program ("seedoku patterns" shows them), or one of a file. All puzzles of the bank
are looked through for those that can be arranged so. There are few by chance:
"seedoku mine --pattern" makes more.

An ID, which most formats tell, names the seed, the clues added and the turn. It
gives the same puzzle from every bank that has the seed, rated at once if the bank
does not hold the seed with these clues.

Levels are numbers or names: 7 and very-hard are the same. "seedoku techniques"
lists the names for --technique, --hardest, --without and --practice.

` + formatList() + `
` + practiceFormatList() + `
Examples:
  seedoku gen --level 3
  seedoku gen --symmetry rotate180 --level 5 -n 10
  seedoku gen --style print --level 1-6 -n 12 --seed 4
  seedoku gen --pattern heart --format grid
  seedoku gen --level hard-fiendish -n 100 --format csv --output puzzles.csv
  seedoku gen --level 4 --clues 32 --seed 42 --format grid --solution
  seedoku gen --technique xy-wing --without unique-rectangle -n 10
  seedoku gen --practice x-wing --solution
  seedoku gen --practice xy-wing -n 20 --format html --output practice.html
  seedoku gen --level 5 --seed 7 --skip 1000000 -n 1000000 --output second-million.txt
  seedoku gen --id 85WRAPF4PMEVJ-0QH45S714P`,
		Flags: slices.Concat(requestFlags(false), []cli.Flag{
			&cli.StringSliceFlag{Name: "id", Usage: "write the puzzle with this `ID`; repeat it for several"},
			&cli.BoolFlag{Name: "solution", Usage: "write the solution too, in formats where it is optional"},
			genFormat,
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, not to standard output", TakesFile: true},
			bankFlag,
			workersFlag,
		}),
		Action: p.gen,
	}
}

func (p *program) gen(c *cli.Context) error {
	request, err := requestFrom(c)
	if err != nil {
		return err
	}
	if err := checkAlone(c); err != nil {
		return err
	}
	if !c.IsSet("n") {
		request.N = 1
	}
	if c.IsSet("skip") && !c.IsSet("seed") {
		return usage.Errorf(c, "--skip: name the stream with --seed")
	}
	write, err := p.genWriter(c, &request)
	if err != nil {
		return err
	}
	bank, err := p.openBank(c)
	if err != nil {
		return err
	}
	defer bank.Close()
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(min(debug.SetMemoryLimit(-1), genMemory)))
	output, ctx := c.String("output"), c.Context
	if output != "" { // what is written so far has to be taken away
		interrupted, stop := console.Interruptible(ctx)
		defer stop()
		ctx = interrupted
	}
	return p.toOutput(output, func(w io.Writer) error {
		return write(endingWriter{ctx, w}, bank)
	})
}

// genWriter returns the function that writes what a request wants, or the positions
// of it, in the format of the flags.
func (p *program) genWriter(c *cli.Context, request *draw.Request) (func(io.Writer, *seedbank.Bank) error, error) {
	positions, ok, err := practiceFormat(c, request)
	if err != nil {
		return nil, err
	}
	if ok {
		return func(w io.Writer, bank *seedbank.Bank) error {
			return p.writePractice(c, w, positions, request.Draw(c.Context, bank))
		}, nil
	}
	puzzles := max(request.N, uint64(len(c.StringSlice("id"))))
	format, err := p.formatFrom(c, puzzles)
	if err != nil {
		return nil, err
	}
	request.Paper = format.Booklet
	settings, err := packSettings(c, format)
	if err != nil {
		return nil, err
	}
	workers, err := workerCount(c)
	if err != nil {
		return nil, err
	}
	return func(w io.Writer, bank *seedbank.Bank) error {
		if c.IsSet("id") {
			return export.Puzzles(w, format, settings, draw.Recall(c.Context, bank, c.StringSlice("id")))
		}
		stream := request.Stream(c.Context, bank)
		p.noteStyle(stream.Without, stream.Unprinted)
		return export.Requested(c.Context, w, stream, export.Output{Format: format, Settings: settings, Workers: workers})
	}, nil
}

// noteStyle says why puzzles of a booklet are not in print style: a field of the
// request excludes the style, or the bank has too few such puzzles.
func (p *program) noteStyle(without string, unprinted uint64) {
	if without != "" {
		p.say("The puzzles are minimal and not in print style: %s asks about whole solving paths, which the bank does not know of puzzles with clues added.\n", flagText(without))
	}
	if unprinted > 0 {
		p.say("%s not in print style, but plain: the bank has too few that are. --style plain gives only plain ones.\n", isOrAre(unprinted))
	}
}

// isOrAre begins a sentence about a number of puzzles.
func isOrAre(puzzles uint64) string {
	if puzzles == 1 {
		return "1 puzzle is"
	}
	return phrase.Count(puzzles, "puzzle") + " are"
}

// genMemory is how much memory the program may take before it looks more often for
// memory that it no longer needs. It is more than streams keep of any bank.
const genMemory = 240 << 20

// formatList describes the formats in a help text.
func formatList() string {
	var text strings.Builder
	text.WriteString("Formats:\n")
	for _, format := range pack.Formats {
		fmt.Fprintf(&text, "  %-11s %s\n", format.Name, format.Summary)
	}
	return text.String()
}

// formatFrom returns the format of the flag --format. It is an error of usage if
// the format does not suit the number of puzzles or the output.
func (p *program) formatFrom(c *cli.Context, puzzles uint64) (pack.Format, error) {
	name, err := outputFormat(c, pack.Line, packKinds())
	if err != nil {
		return pack.Format{}, err
	}
	format, err := pack.FormatNamed(name)
	switch {
	case err != nil:
		return format, usage.Wrong(c, "format", err)
	case format.Single && puzzles > 1:
		return format, usage.Errorf(c, "-n %d: a file of format %s holds one puzzle; seedoku export writes one file for each", puzzles, format.Name)
	case format.Binary && !c.IsSet("output") && p.terminal.Interactive:
		return format, usage.Errorf(c, "--format %s: not for terminals; name a file with --output", format.Name)
	}
	return format, nil
}

// checkAlone returns an error if a flag stands beside --id that says something else
// about the puzzle, or about others.
func checkAlone(c *cli.Context) error {
	for i := range draw.Fields {
		if name := draw.Fields[i].Name; c.IsSet("id") && c.IsSet(name) {
			return usage.Errorf(c, "--id names a puzzle already: leave out %s", flagText(name))
		}
	}
	return nil
}

// toOutput calls write with the file at path, or with standard output if path is
// empty.
func (p *program) toOutput(path string, write func(io.Writer) error) error {
	if path == "" {
		return write(p.stdout)
	}
	return atomicfile.WriteFile(path, write)
}
