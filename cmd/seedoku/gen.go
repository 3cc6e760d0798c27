package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/drawflags"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

func (p *program) genCommand() *cli.Command {
	return &cli.Command{
		Flags: slices.Concat(drawflags.Of(drawflags.All), []cli.Flag{
			&cli.StringSliceFlag{Name: "id", Usage: "write the puzzle with this `ID`; repeat it for several"},
			&cli.BoolFlag{Name: "solution", Usage: "write the solution too, in formats where it is optional"},
			columnsFlag(),
			cli.Lang,
			notInFlag(),
			genFormat,
			cli.Output,
			userbank.Flag,
			cli.Workers,
		}),
		Action: p.gen,
	}
}

func (p *program) gen(c *cli.Context) error {
	request, err := drawflags.Read(c)
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
		return cli.Errorf(c, "--skip: name the stream with --seed")
	}
	write, texts, err := p.genWriter(c, &request)
	if err != nil {
		return err
	}
	bank, err := userbank.Open(c.Context, c.String(userbank.Flag.Name))
	if err != nil {
		return err
	}
	defer bank.Close()
	p.noteTechnique(c)
	if err := p.noteNews(c, bank); err != nil {
		return err
	}
	if request.NotIn, err = p.notIn(c, bank); err != nil {
		return err
	}
	defer userbank.LimitMemory(c.Context, bank, genMemory, texts)()
	return write(bank)
}

// genWriter returns the function that writes the puzzles of a request, or their
// positions, in the format of the flags, and the memory in bytes that texts take meanwhile.
func (p *program) genWriter(c *cli.Context, request *draw.Request) (write func(*seedbank.Bank) error, texts int64, err error) {
	positions, err := practiceFormat(c, request)
	if err != nil {
		return nil, 0, err
	}
	if positions != nil && c.IsSet("columns") {
		return nil, 0, cli.Errorf(c, "--columns: files of positions to practise on have none; --format csv writes whole puzzles")
	}
	if positions != nil {
		return func(bank *seedbank.Bank) error {
			return p.writePractice(c, positions, request, bank)
		}, 0, nil
	}
	puzzles := max(request.N, uint64(len(c.StringSlice("id"))))
	format, err := p.formatFrom(c, puzzles)
	if err != nil {
		return nil, 0, err
	}
	request.Paper = format.Booklet
	settings, err := packSettings(c, pack.Content{}, format)
	if err != nil {
		return nil, 0, err
	}
	output := export.Output{Format: format, Settings: settings, Workers: cli.WorkerCount(c)}
	return func(bank *seedbank.Bank) error {
		if c.IsSet("id") {
			return export.Puzzles(p.Stdout, format, settings, draw.Recall(c.Context, bank, c.StringSlice("id")))
		}
		stream := request.Stream(c.Context, bank)
		p.noteStyle(stream.Without, export.Draw{Puzzles: stream.Unprinted})
		return export.Requested(c.Context, p.Stdout, stream, output)
	}, output.Memory(), nil
}

// noteTechnique explains --technique if standard output is a terminal. The flag takes labels too,
// which --hardest does not.
func (p *program) noteTechnique(c *cli.Context) {
	names := c.StringSlice("technique")
	if len(names) == 0 || !p.Terminal.Interactive {
		return
	}
	harder := ""
	if _, err := rating.ParseTechnique(names[0]); err == nil {
		harder = "--hardest " + names[0] + " makes it the hardest, and "
	}
	p.Say("These puzzles use %s, but usually it is not the hardest step: %s--practice %[1]s gives the position right before it.\n", names[0], harder)
}

// noteStyle says why puzzles of a booklet are not in print style: a field of the
// request excludes the style, or the bank has too few such puzzles.
func (p *program) noteStyle(without string, plain ...export.Draw) {
	if without != "" {
		p.Say("The puzzles are minimal and not in print style: %s depends on whole solving paths, which the bank does not have for puzzles with clues added.\n", cli.FlagText(without))
	}
	unprinted, of := uint64(0), []string{}
	for _, d := range plain {
		unprinted += d.Puzzles
		if d.Level > 0 {
			of = append(of, fmt.Sprintf("%d of level %d", d.Puzzles, d.Level))
		}
	}
	if unprinted > 0 {
		which := ""
		if len(of) > 0 {
			which = " (" + strings.Join(of, ", ") + ")"
		}
		p.Say("%s plain, not in print style, of which the bank has too few%s. --style plain gives only plain ones.\n", phrase.Are(unprinted, "puzzle"), which)
	}
}

// genMemory is the memory in bytes above which the garbage collector runs more
// often. It is more than streams keep of a small bank.
const genMemory = 88 << 20

// formatList describes the formats in a help text.
func formatList() string {
	return listed("Formats", pack.Formats, func(f *pack.Format) (name, summary string) { return f.Name, f.Summary })
}

// listed returns a list of formats for a help text.
func listed[F any](title string, formats []F, about func(*F) (name, summary string)) string {
	text := title + ":\n"
	for i := range formats {
		name, summary := about(&formats[i])
		text += fmt.Sprintf("  %-11s %s\n", name, summary)
	}
	return text
}

// formatFrom returns the format of the flag --format. It is an error of usage if
// the format does not suit the number of puzzles or the output.
func (p *program) formatFrom(c *cli.Context, puzzles uint64) (pack.Format, error) {
	plain := pack.Line
	if p.Terminal.Interactive && puzzles == 1 && !c.IsSet("n") {
		plain = "grid"
	}
	name, err := outputFormat(c, plain, packKinds)
	if err != nil {
		return pack.Format{}, err
	}
	format, err := pack.FormatNamed(name)
	switch {
	case err != nil:
		return format, cli.Wrong(c, "format", err)
	case format.Single && puzzles > 1 && c.IsSet("id"):
		return format, cli.Errorf(c, "--id: a file of format %s holds one puzzle, not %d", format.Name, puzzles)
	case format.Single && puzzles > 1:
		return format, cli.Errorf(c, "-n %d: a file of format %s holds one puzzle; seedoku export writes one file for each", puzzles, format.Name)
	case format.Booklet && puzzles > bounds.Book:
		return format, cli.Errorf(c, "-n %d: a file of format %s holds at most %d puzzles", puzzles, format.Name, bounds.Book)
	case format.Binary && p.Terminal.Interactive:
		return format, cli.Errorf(c, "--format %s: not for terminals; name a file with --output", format.Name)
	}
	return format, nil
}

// checkAlone returns an error if --id is combined with a flag for choosing puzzles.
func checkAlone(c *cli.Context) error {
	if !c.IsSet("id") {
		return nil
	}
	names := append([]string{"not-in"}, phrase.Names(draw.Fields, func(f *draw.Field) string { return f.Name })...)
	for _, name := range names {
		if c.IsSet(name) {
			return cli.Errorf(c, "--id names a puzzle already: leave out %s", cli.FlagText(name))
		}
	}
	named := map[seed.ID]bool{}
	for _, name := range c.StringSlice("id") {
		id, err := seed.ParseID(name)
		if err == nil && named[id] { // drawing tells what is wrong with an ID
			return cli.Errorf(c, "--id %s: it is given twice, and no puzzle comes twice", name)
		}
		named[id] = true
	}
	return nil
}
