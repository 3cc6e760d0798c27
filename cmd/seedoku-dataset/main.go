// Command seedoku-dataset writes sets of puzzles for training and testing models.
// It is a program of its own, since what Parquet is made of takes longer to start
// than seedoku does; "seedoku dataset" runs it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/advice"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/dataset"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/draw"
)

// Exit statuses.
const (
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	p := &program{stdout: os.Stdout, stderr: os.Stderr}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // whoever asks a second time does not want to wait
	os.Exit(p.run(ctx, os.Args))
}

// program is one run of the program.
type program struct {
	stdout, stderr io.Writer
}

// run does what args say and returns the exit status.
func (p *program) run(ctx context.Context, args []string) int {
	err := p.app().RunContext(ctx, folderLast(args))
	var usage *usageError
	switch {
	case errors.As(err, &usage):
		fmt.Fprintf(p.stderr, "seedoku-dataset: %v\nTry 'seedoku-dataset --help'.\n", usage.reason)
		return exitUsage
	case err != nil && ctx.Err() != nil:
		fmt.Fprintln(p.stderr, "seedoku-dataset: interrupted before all was written; the same command goes on from there")
		return exitFailed
	case err != nil:
		fmt.Fprintf(p.stderr, "seedoku-dataset: %s\n", advice.Text(err))
		return exitFailed
	}
	return 0
}

// folderLast puts an argument before the flags behind them, where the library looks
// for it.
func folderLast(args []string) []string {
	if len(args) < 3 || strings.HasPrefix(args[1], "-") {
		return args
	}
	return append(slices.Concat(args[:1], args[2:]), args[1])
}

func (p *program) app() *cli.App {
	return &cli.App{
		Name:      "seedoku-dataset",
		Usage:     "write sets of puzzles for training and testing models",
		UsageText: "seedoku dataset FOLDER --train N --test N [FLAG]...",
		Description: `Draws puzzles of a kind for training, testing and validation. The parts are split
by solution grids: all puzzles of one grid, and of its isomorphs, are in one part.
So no puzzle for testing is one for training with clues added or taken away,
however it is turned.

Testing and validation have one puzzle of each seed, no two of them isomorphs;
training has --augment of each: the seed itself, turned, and then more isomorphs
of it in turn with rungs, that is with clues added, of the same kind. With
--clues, --symmetry or --pattern all puzzles are as asked for, by clues added
where need be. Where the bank has too few, the command says how many it has.

Seeds are taken at random, so that each part has levels in the same shares as the
bank has seeds of them; with clues added, also puzzles of another level of those
asked for. Whoever wants as many of each level as of the others mines them so:
"seedoku mine --target 1-9=5000".

At the end all files are read again: every puzzle is solved, and canonical forms
of puzzles and grids are counted for each part and in several parts. The card,
README.md, has these numbers, and ratings, columns and sums of the files.

A run that was interrupted goes on when it is started again: finished shards stay.
The same command on the same bank makes the same files. With the same --seed, a
bank that has grown never moves a puzzle from testing to training.

Formats:
` + formatList() + `
Examples:
  seedoku dataset sudoku --train 100000 --test 2000 --augment 5
  seedoku dataset hard --levels 7-9 --train 1000 --test 1000 --minimal --seed 1
  seedoku dataset round --train 5000 --test 500 --symmetry rotate180 --clues 24-30
  seedoku dataset big --train 1000000 --test 20000 --validation 5000 --augment 30 \
      --format npy --format parquet --shard-size 100000`,
		Version:         buildinfo.Module(),
		HideVersion:     true,
		HideHelpCommand: true,
		Writer:          p.stdout,
		ErrWriter:       p.stderr,
		ExitErrHandler:  func(*cli.Context, error) {}, // run sets the exit status
		OnUsageError: func(c *cli.Context, err error, _ bool) error {
			return &usageError{phrase.UnknownFlag(err, flagNames(c.App.Flags))}
		},
		Flags:  flags(),
		Action: p.make,
	}
}

// formatList lists the formats for the help text.
func formatList() string {
	var b strings.Builder
	for _, name := range dataset.FormatNames() {
		fmt.Fprintf(&b, "  %-9s %s\n", name, dataset.FormatSummary(name))
	}
	return b.String()
}

// flags returns all flags. Those about each puzzle are the fields of a request.
func flags() []cli.Flag {
	list := []cli.Flag{
		&cli.StringFlag{Name: "train", Usage: "`N` puzzles for training", Value: "0"},
		&cli.StringFlag{Name: "test", Usage: "`N` puzzles for testing", Value: "0"},
		&cli.StringFlag{Name: "validation", Usage: "`N` puzzles for validation", Value: "0"},
		&cli.StringFlag{Name: "augment", Usage: "up to `K` puzzles of each seed for training", Value: "1"},
		&cli.BoolFlag{Name: "minimal", Usage: "add no clues", DisableDefaultText: true},
	}
	for i := range draw.Fields {
		field := &draw.Fields[i]
		if !wanted(field) {
			continue
		}
		usage := strings.Replace(field.Help, field.Placeholder, "`"+field.Placeholder+"`", 1)
		switch {
		case field.List:
			list = append(list, &cli.StringSliceFlag{Name: field.Name, Usage: usage})
		case field.Name == "level":
			list = append(list, &cli.StringFlag{Name: field.Name, Aliases: []string{"levels"}, Usage: usage})
		default:
			list = append(list, &cli.StringFlag{Name: field.Name, Usage: usage})
		}
	}
	return append(list,
		&cli.StringSliceFlag{Name: "format", Usage: "`FORMAT` of the files; repeat it for several", DefaultText: "csv"},
		&cli.StringFlag{Name: "shard-size", Usage: "at most `N` puzzles in a file", DefaultText: "all"},
		&cli.IntFlag{Name: "workers", Usage: "`N` puzzles at once", DefaultText: "one for each core"},
		&cli.BoolFlag{Name: "force", Usage: "write over another data set", DisableDefaultText: true},
		&cli.StringFlag{
			Name: "bank", Usage: "use the bank in `FILE`", EnvVars: []string{userbank.Variable},
			DefaultText: "the user's bank, else the starter bank in the program", TakesFile: true,
		},
		&cli.BoolFlag{Name: "version", Aliases: []string{"v"}, Usage: "print the version of the program, its commit, and the version of its rater", DisableDefaultText: true},
	)
}

// flagNames returns all names of flags.
func flagNames(flags []cli.Flag) (names []string) {
	for _, flag := range flags {
		names = append(names, flag.Names()...)
	}
	return names
}

// wanted reports whether a field of a request is one of a data set.
func wanted(field *draw.Field) bool {
	return field.Kind && field.Name != "style" || field.Name == "seed"
}

// usageError is a mistake in the words of the command line.
type usageError struct{ reason error }

func (e *usageError) Error() string { return e.reason.Error() }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// make writes the data set, unless the version is asked for.
func (p *program) make(c *cli.Context) error {
	if c.Bool("version") {
		_, err := fmt.Fprintln(p.stdout, buildinfo.Line(c.App.Name))
		return err
	}
	if c.NArg() == 0 && c.NumFlags() == 0 {
		return cli.ShowAppHelp(c)
	}
	if c.NArg() != 1 {
		return usagef("name one folder, before the flags or behind them")
	}
	options, err := optionsFrom(c)
	if err != nil {
		return err
	}
	bank, err := userbank.Open(c.Context, c.String("bank"))
	if err != nil {
		return err
	}
	defer bank.Close()
	workers := c.Int("workers")
	if c.IsSet("workers") && workers < 1 {
		return usagef("--workers %d: there must be at least 1", workers)
	}
	folder, report := c.Args().First(), p.reporter()
	_, err = dataset.Make(c.Context, bank, folder, options, dataset.Run{
		Program: "seedoku " + buildinfo.Module(), Command: commandLine(c, &options, folder),
		Workers: workers, Force: c.Bool("force"),
		Wrote:  func(path string) { fmt.Fprintln(p.stdout, path) },
		Report: func(part dataset.Part, done, of uint64) { report(string(part), done, of) },
		Proved: func(done, of uint64) { report("proof", done, of) },
	})
	var untrue *dataset.FalseError
	switch {
	case errors.Is(err, dataset.ErrTaken):
		return fmt.Errorf("%w; --force writes over it", err)
	case errors.As(err, &untrue):
		return fmt.Errorf("%w; --force writes it anew, and \"seedoku bank verify\" finds false seeds", err)
	}
	return err
}

// reportEvery is how long nothing is said of work that goes on.
const reportEvery = 10 * time.Second

// reporter returns a function that says from time to time how far the work is.
func (p *program) reporter() func(string, uint64, uint64) {
	last := time.Now()
	return func(task string, done, of uint64) {
		if time.Since(last) > reportEvery {
			last = time.Now()
			fmt.Fprintf(p.stderr, "%s: %d of %d puzzles\n", task, done, of)
		}
	}
}

// optionsFrom reads the flags that say what a data set is.
func optionsFrom(c *cli.Context) (o dataset.Options, err error) {
	values := map[string][]string{}
	for i := range draw.Fields {
		field := &draw.Fields[i]
		switch {
		case !wanted(field) || !c.IsSet(field.Name):
		case field.List:
			values[field.Name] = c.StringSlice(field.Name)
		default:
			values[field.Name] = []string{c.String(field.Name)}
		}
	}
	if o.Request, err = draw.Parse(values); err != nil {
		var wrong *draw.FieldError
		if errors.As(err, &wrong) {
			return o, usagef("--%s: %w", wrong.Field, wrong.Reason)
		}
		return o, err
	}
	for _, number := range []struct {
		flag string
		to   *uint64
	}{{"train", &o.Train}, {"test", &o.Test}, {"validation", &o.Validation}, {"augment", &o.Augment}, {"shard-size", &o.ShardSize}} {
		text := c.String(number.flag)
		if text == "" && !c.IsSet(number.flag) {
			continue
		}
		if *number.to, err = strconv.ParseUint(text, 10, 64); err != nil {
			return o, usagef("--%s: %q is not a number", number.flag, text)
		}
	}
	o.Minimal, o.Formats = c.Bool("minimal"), c.StringSlice("format")
	if len(o.Formats) == 0 {
		o.Formats = []string{"csv"}
	}
	var wrong *dataset.OptionError
	if errors.As(o.Check(), &wrong) {
		return o, usagef("--%s: %w", wrong.Option, wrong.Reason)
	}
	return o, nil
}

// commandLine returns the command that makes a data set, in one order of the flags.
func commandLine(c *cli.Context, o *dataset.Options, folder string) string {
	words := []string{"seedoku dataset", folder}
	for _, flag := range c.App.Flags {
		name := flag.Names()[0]
		switch {
		case !c.IsSet(name) || slices.Contains([]string{"force", "workers", "bank", "seed"}, name):
		case name == "minimal":
			words = append(words, "--minimal")
		default:
			list := c.StringSlice(name)
			if list == nil {
				list = []string{c.String(name)}
			}
			for _, value := range list {
				words = append(words, "--"+name, value)
			}
		}
	}
	return strings.Join(append(words, "--seed", strconv.FormatUint(o.Request.RandomSeed, 10)), " ")
}
