package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/seedbank/shuffle"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/pack"
)

func genCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:  "gen",
		Usage: "draw puzzles from the bank",
		Description: `Draws a seed and turns it: relabels the digits, permutes rows, columns, bands
and stacks, transposes. Every puzzle has exactly one solution and the rating of
its seed.

With --clues, clues of the solution are added to seeds as well, to the number
asked for. Every step of that was rated when the seed was mined, so the level is
still true. Without --clues every puzzle is minimal.

No puzzle comes twice in a run, however long. The same --seed gives the same
puzzles again, as long as nothing is added to the bank; --skip starts later in
the same stream, so that several people can share it without overlap.

` + formatList() + `
Examples:
  seedoku gen --level 3
  seedoku gen --level 4-5 -n 100 --format csv --output puzzles.csv
  seedoku gen --level 4 --clues 32 --seed 42 --format grid --solution
  seedoku gen --technique xy-wing --without unique-rectangle -n 10
  seedoku gen --level 5 --seed 7 --skip 1000000 -n 1000000 --output second-million.txt
  seedoku gen --id 4YAPCQZVEHY6Q-008G1FEYGC5`,
		Flags: slices.Concat([]cli.Flag{levelFlag}, kindFlags(), []cli.Flag{
			&cli.Uint64Flag{Name: "n", Usage: "draw `N` puzzles", Value: 1},
			seedFlag,
			&cli.Uint64Flag{Name: "skip", Usage: "leave out the first `K` puzzles of the stream; wants --seed"},
			&cli.BoolFlag{Name: "distinct", Usage: "draw every puzzle from another seed"},
			&cli.StringFlag{Name: "id", Usage: "write the puzzle of this `ID` again"},
			&cli.BoolFlag{Name: "solution", Usage: "write the solution too"},
			formatFlag,
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, not to standard output", TakesFile: true},
			bankFlag,
		}),
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			selection := selectionFrom(c, "level")
			filter, err := selection.filter()
			if err != nil {
				return usagef(c, "%w", err)
			}
			if c.Uint64("n") < 1 {
				return usagef(c, "-n 0: there must be at least 1")
			}
			if c.IsSet("skip") && !c.IsSet("seed") {
				return usagef(c, "--skip: say by --seed in which stream")
			}
			format, err := p.formatFrom(c)
			if err != nil {
				return err
			}
			bank, err := p.openBank(c)
			if err != nil {
				return err
			}
			defer bank.Close()
			return p.toOutput(c.String("output"), func(w io.Writer) error {
				if format.Name == "line" && !c.Bool("solution") && !c.IsSet("id") {
					return drawLines(c, bank, filter, w)
				}
				writer := format.New(w, pack.Options{Solutions: c.Bool("solution")})
				if c.IsSet("id") {
					return errors.Join(recall(c, bank, writer), writer.Close())
				}
				return errors.Join(drawEntries(c, bank, filter, writer), writer.Close())
			})
		},
	}
}

// formatList describes the formats in a help text.
func formatList() string {
	var text strings.Builder
	text.WriteString("Formats:\n")
	for _, format := range pack.Formats {
		fmt.Fprintf(&text, "  %-11s %s\n", format.Name, format.Summary)
	}
	return text.String()
}

var formatFlag = &cli.StringFlag{Name: "format", Usage: "write as `FORMAT`, one of those above", Value: "line"}

// formatFrom reads the flags that say what to write, and where.
func (p *program) formatFrom(c *cli.Context) (pack.Format, error) {
	format, err := pack.FormatNamed(c.String("format"))
	switch {
	case err != nil:
		return format, usagef(c, "--format: %w", err)
	case format.Single && c.Uint64("n") > 1:
		return format, usagef(c, "-n %d: a file of format %s holds one puzzle; seedoku export writes a file each", c.Uint64("n"), format.Name)
	case format.Binary && !c.IsSet("output") && p.onTerminal:
		return format, usagef(c, "--format %s: say by --output where to write it: it is not for terminals", format.Name)
	}
	return format, nil
}

// parseTechniques returns the techniques of names.
func parseTechniques(names []string) (list []rating.Technique, err error) {
	for _, name := range names {
		t, ok := rating.ParseTechnique(name)
		if !ok {
			return nil, fmt.Errorf("unknown technique %q; there are %v", name, slices.Collect(rating.Techniques()))
		}
		list = append(list, t)
	}
	return list, nil
}

// drawLines writes as many puzzles as are asked for, a line each.
func drawLines(c *cli.Context, bank *seedbank.Bank, filter seedbank.Filter, w io.Writer) error {
	next, err := drawing(c, bank, filter)
	if err != nil {
		return err
	}
	lines := newLineWriter(w)
	for range c.Uint64("n") {
		drawn, err := next(c.Context)
		if err == nil {
			err = lines.add(drawn)
		}
		if err != nil {
			return errors.Join(err, lines.flush())
		}
	}
	return lines.flush()
}

// lineWriter writes puzzles as lines, without making entries of them.
type lineWriter struct {
	w      io.Writer
	buffer []byte
}

const lineBuffer = 1 << 16

func newLineWriter(w io.Writer) *lineWriter {
	return &lineWriter{w: w, buffer: make([]byte, 0, lineBuffer)}
}

func (l *lineWriter) add(d *seedbank.Drawn) error {
	l.buffer = append(d.AppendLine(l.buffer, '.'), '\n')
	if len(l.buffer) <= lineBuffer-100 {
		return nil
	}
	return l.flush()
}

func (l *lineWriter) flush() error {
	_, err := l.w.Write(l.buffer)
	l.buffer = l.buffer[:0]
	if err != nil {
		return fmt.Errorf("writing the output: %w", err)
	}
	return nil
}

// drawEntries writes as many puzzles as are asked for to a pack.
func drawEntries(c *cli.Context, bank *seedbank.Bank, filter seedbank.Filter, w pack.Writer) error {
	return drawEach(c, bank, filter, func(d *seedbank.Drawn) error {
		entry := entryOf(d)
		if err := w.Write(&entry); err != nil {
			return fmt.Errorf("writing the output: %w", err)
		}
		return nil
	})
}

// drawEach calls yield for as many puzzles as are asked for.
func drawEach(c *cli.Context, bank *seedbank.Bank, filter seedbank.Filter, yield func(*seedbank.Drawn) error) error {
	next, err := drawing(c, bank, filter)
	if err != nil {
		return err
	}
	for range c.Uint64("n") {
		drawn, err := next(c.Context)
		if err == nil {
			err = yield(drawn)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// drawing returns a function that draws the next puzzle. It is an error if the
// selection has fewer than are asked for.
func drawing(c *cli.Context, bank *seedbank.Bank, filter seedbank.Filter) (func(context.Context) (*seedbank.Drawn, error), error) {
	selection, err := bank.Select(c.Context, filter)
	if err != nil {
		return nil, err
	}
	if selection.Len() == 0 {
		return nil, nothingFits(c.Context, bank, filter)
	}
	seed, n, skip := randomSeed(c), c.Uint64("n"), c.Uint64("skip")
	if c.Bool("distinct") {
		return drawingDistinct(c.Context, selection, seed, n, skip)
	}
	stream := selection.Stream(seed)
	if wanted := (shuffle.Number(n)).Add(shuffle.Uint128{Lo: skip}); stream.Left().Less(wanted) {
		return nil, fmt.Errorf("there are %d different puzzles, fewer than asked for", stream.Left().Lo)
	}
	stream.Skip(skip)
	return stream.Next, nil
}

func drawingDistinct(ctx context.Context, selection *seedbank.Selection, seed, n, skip uint64) (func(context.Context) (*seedbank.Drawn, error), error) {
	seeds, err := selection.Seeds(ctx)
	if err != nil {
		return nil, err
	}
	if n+skip > seeds {
		return nil, fmt.Errorf("there are %d seeds of this kind, fewer than asked for with --distinct", seeds)
	}
	stream := selection.Distinct(seed)
	return stream.Next, stream.Skip(ctx, skip)
}

// nothingFits says that a filter lets nothing pass, and what there is instead.
func nothingFits(ctx context.Context, bank *seedbank.Bank, filter seedbank.Filter) error {
	clues := filter.Clues
	filter.Clues = seedbank.Range[int]{}
	wider, err := bank.Select(ctx, filter)
	if err != nil {
		return err
	}
	if clues == filter.Clues || wider.Len() == 0 {
		return fmt.Errorf("%w: see seedoku bank stats for what there is", seedbank.ErrNoMatch)
	}
	counts := slices.Sorted(maps.Keys(wider.Stats().Total.ByClues))
	return fmt.Errorf("%w with so many clues; there are puzzles with %s", seedbank.ErrNoMatch, spans(counts))
}

// spans lists ascending numbers, those in a row as a range.
func spans(numbers []int) string {
	var parts []string
	for len(numbers) > 0 {
		n := 1
		for n < len(numbers) && numbers[n] == numbers[0]+n {
			n++
		}
		parts = append(parts, span(seedbank.Range[int]{Low: numbers[0], High: numbers[n-1]}))
		numbers = numbers[n:]
	}
	return strings.Join(parts, ", ")
}

// recall writes the puzzle that an ID names.
func recall(c *cli.Context, bank *seedbank.Bank, w pack.Writer) error {
	id, err := seedbank.ParseID(c.String("id"))
	if err != nil {
		return err
	}
	drawn, err := bank.Recall(c.Context, id)
	if err != nil {
		return fmt.Errorf("puzzle %v: %w", id, err)
	}
	entry := entryOf(drawn)
	return w.Write(&entry)
}

// toOutput has write write to a file, or to standard output if path is empty.
// A file that could not be written whole is taken away.
func (p *program) toOutput(path string, write func(io.Writer) error) error {
	if path == "" {
		return write(p.stdout)
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := errors.Join(write(file), file.Close()); err != nil {
		os.Remove(path)
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}
