package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/drawflags"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

func (p *program) bankDumpCommand() *cli.Command {
	return &cli.Command{
		Flags: slices.Concat(drawflags.Of(drawflags.Kind), []cli.Flag{
			cli.OneOf(&cli.StringFlag{Name: "format", Usage: "write as `FORMAT`, one of those above", Value: dumpFormats[0].name}, phrase.Names(dumpFormats, dumpName)...),
			cli.Output,
			userbank.Flag,
		}),
		Action: cli.Interruptible(userbank.Reading(func(c *cli.Context, bank *seedbank.Bank) error {
			request, err := drawflags.Read(c)
			if err != nil {
				return err
			}
			format, err := p.dumpFormatFrom(c)
			if err != nil {
				return err
			}
			return cli.OrInterrupted(c.Context, dump(c.Context, bank, request.Filter(), format, p.Stdout))
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
	open      func(io.Writer) seedWriter
}

// seedsName is the name of the binary format of seeds. It is not for terminals.
const seedsName = "seeds"

// dumpFormats are all forms, the default first.
var dumpFormats = listDumpFormats()

func listDumpFormats() (list []dumpFormat) {
	for _, form := range table.Forms {
		columns := table.Puzzles
		if form == table.Lines {
			columns = ratedColumns
		}
		list = append(list, dumpFormat{form.Name, form.Extension, func(w io.Writer) seedWriter {
			return entryWriter{table.NewWriter(w, form, columns)}
		}})
	}
	return append(list, dumpFormat{seedsName, seed.FileExtension, func(w io.Writer) seedWriter { return seed.NewFileWriter(w) }})
}

func dumpName(f *dumpFormat) string { return f.name }

// dumpFormatFrom returns the form that the flag --format names.
func (p *program) dumpFormatFrom(c *cli.Context) (*dumpFormat, error) {
	name, err := outputFormat(c, dumpFormats[0].name, dumpKinds)
	if err != nil {
		return nil, err
	}
	format, err := phrase.Named(dumpFormats, dumpName, "format", name)
	if err != nil {
		return nil, cli.Wrong(c, "format", err)
	}
	if name == seedsName && p.Terminal.Interactive {
		return nil, cli.Errorf(c, "--format %s: not for terminals; name a file with --output", name)
	}
	return format, nil
}

// entryWriter writes seeds as puzzles with their ratings.
type entryWriter struct{ *table.Writer[*table.Puzzle] }

func (e entryWriter) Write(s *seed.Seed, _ int) error {
	return e.Writer.Write(&table.Puzzle{Isomorph: new(s.Pick(0).Turn(transform.Identity()))})
}

// dump writes the seeds of a bank that pass a filter.
func dump(ctx context.Context, bank *seedbank.Bank, filter seedbank.Filter, format *dumpFormat, to *bufio.Writer) error {
	w := format.open(to)
	for batch, err := range bank.Batches(ctx, filter) {
		if err != nil {
			return errors.Join(fmt.Errorf("the dump is incomplete: %w", err), to.Flush())
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
	return to.Flush()
}
