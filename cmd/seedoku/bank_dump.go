package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

func (p *program) bankDumpCommand() *cli.Command {
	return &cli.Command{
		Flags: slices.Concat(requestFlags(true), []cli.Flag{
			cli.OneOf(&cli.StringFlag{Name: "format", Usage: "write as `FORMAT`, one of those above", Value: dumpFormats[0].name}, dumpFormatNames()...),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, not to standard output", TakesFile: true},
			bankFlag,
		}),
		Action: cli.Interruptible(p.withBank(func(c *cli.Context, bank *seedbank.Bank) error {
			request, err := requestFrom(c)
			if err != nil {
				return err
			}
			format, err := p.dumpFormatFrom(c)
			if err != nil {
				return err
			}
			return orInterrupted(c.Context, p.toOutput(c.String("output"), func(w io.Writer) error {
				return dump(c.Context, bank, request.Filter(), format, w)
			}))
		})),
	}
}

// seedWriter writes seeds, each with the version of the rater that rated it.
type seedWriter interface {
	Write(s *seed.Seed, rater int) error
	Close() error
}

// dumpFormat is a form in which seeds are written.
type dumpFormat struct {
	name      string
	extension string // of file names, without the dot
	binary    bool
	open      func(io.Writer) (seedWriter, error)
}

// dumpFormats are all forms, the default first.
var dumpFormats = [...]dumpFormat{
	{name: "text", extension: "txt", open: func(w io.Writer) (seedWriter, error) { return entryWriter{ratedLines{w}}, nil }},
	{name: "csv", extension: "csv", open: packedAs("csv")},
	{name: "jsonl", extension: "jsonl", open: packedAs("jsonl")},
	{name: "seeds", extension: seed.FileExtension, binary: true, open: func(w io.Writer) (seedWriter, error) { return seed.NewFileWriter(w), nil }},
}

// packedAs returns a function that opens a writer of a format of packs.
func packedAs(name string) func(io.Writer) (seedWriter, error) {
	return func(w io.Writer) (seedWriter, error) {
		format, err := pack.FormatNamed(name)
		if err != nil {
			return nil, err
		}
		writer, err := format.New(w)
		return entryWriter{writer}, err
	}
}

// dumpFormatNames are the values of the flag --format.
func dumpFormatNames() (names []string) {
	for i := range dumpFormats {
		names = append(names, dumpFormats[i].name)
	}
	return names
}

// dumpFormatFrom returns the form that the flag --format names.
func (p *program) dumpFormatFrom(c *cli.Context) (*dumpFormat, error) {
	name, err := outputFormat(c, dumpFormats[0].name, dumpKinds())
	if err != nil {
		return nil, err
	}
	format := &dumpFormats[slices.Index(dumpFormatNames(), name)]
	if format.binary && c.String("output") == "" && p.Terminal.Interactive {
		return nil, cli.Errorf(c, "--format %s: not for terminals; name a file with --output", format.name)
	}
	return format, nil
}

// entryWriter writes seeds as puzzles with their ratings.
type entryWriter struct{ pack.Writer }

func (e entryWriter) Write(s *seed.Seed, _ int) error {
	entry := pack.EntryOf(s.Pick(0).Turn(transform.Identity()))
	return e.Writer.Write(&entry)
}

// dump writes the seeds of a bank that pass a filter.
func dump(ctx context.Context, bank *seedbank.Bank, filter seedbank.Filter, format *dumpFormat, to io.Writer) error {
	buffered := bufio.NewWriterSize(to, 1<<16)
	w, err := format.open(buffered)
	if err != nil {
		return err
	}
	for batch, err := range bank.Batches(ctx, filter) {
		if err != nil {
			return errors.Join(fmt.Errorf("the dump is not whole: %w", err), buffered.Flush())
		}
		for i := range batch.Seeds {
			if err := w.Write(&batch.Seeds[i], batch.Rater); err != nil {
				return err
			}
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return buffered.Flush()
}
