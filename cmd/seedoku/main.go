// Command seedoku mines, rates and stores Sudoku puzzles, and draws instant
// puzzles of known level from the bank that holds them.
//
// Each command has a file of its own, which only reads flags and prints. The
// packages below do the work. This file lists the commands; input.go reads the
// puzzles for them.
package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"
)

// Exit statuses.
const (
	exitFine   = 0
	exitFailed = 1 // some input or request failed
	exitUsage  = 2
)

func main() {
	p := &program{stdin: os.Stdin, stdout: bufio.NewWriterSize(os.Stdout, 1<<16), stderr: os.Stderr}
	p.terminal = terminalOf(os.Stdout)
	os.Exit(p.run(os.Args))
}

// program is one run of the program: its streams, and whether anything has failed
// so far.
type program struct {
	stdin  io.Reader
	stdout *bufio.Writer
	stderr io.Writer

	terminal terminal // what standard output can show
	failed   bool
}

// commands lists the commands, in the order of the help text.
func commands(p *program) []*cli.Command {
	return []*cli.Command{
		genCommand(p),
		exportCommand(p),
		mineCommand(p),
		importCommand(p),
		rateCommand(p),
		hintCommand(p),
		solveCommand(p),
		checkCommand(p),
		canonCommand(p),
		arrangeCommand(p),
		bankCommand(p),
		completionCommand(p),
		manCommand(p),
		versionCommand(p),
	}
}

// run runs the command that args name and returns the exit status.
func (p *program) run(args []string) int {
	app := newApp(p)
	err := app.RunContext(context.Background(), flagsFirst(app.Commands, args))
	if flushErr := p.stdout.Flush(); err == nil && flushErr != nil {
		err = fmt.Errorf("writing the output: %w", flushErr)
	}
	var usage *usageError
	switch {
	case errors.As(err, &usage):
		fmt.Fprintf(p.stderr, "seedoku: %v\nTry '%s --help'.\n", usage.reason, usage.command)
		return exitUsage
	case errors.Is(err, syscall.EPIPE):
		return exitFailed // whoever read the output has what they wanted, as head
	case err != nil:
		p.report("", err)
	}
	if p.failed {
		return exitFailed
	}
	return exitFine
}

func newApp(p *program) *cli.App {
	app := &cli.App{
		Name:                 "seedoku",
		HelpName:             "seedoku",
		Usage:                "a bank of Sudoku puzzles of known level, and instant puzzles from it",
		Version:              version(),
		HideVersion:          true,
		EnableBashCompletion: true,
		Reader:               p.stdin,
		Writer:               p.stdout,
		ErrWriter:            p.stderr,
		ExitErrHandler:       func(*cli.Context, error) {}, // run sets the exit status
		Commands:             commands(p),
		Action:               needCommand,
		OnUsageError:         wrongUsage,
	}
	for _, command := range app.Commands {
		refuseWrongUsage(command)
	}
	return app
}

// refuseWrongUsage makes c and its subcommands return a usageError where the
// library would print a text of its own.
func refuseWrongUsage(c *cli.Command) {
	c.OnUsageError = wrongUsage
	c.HideHelpCommand = true
	hideZeros(c.Flags)
	if c.Action == nil {
		c.Action = needCommand
	}
	for _, below := range c.Subcommands {
		refuseWrongUsage(below)
	}
}

// hideZeros keeps the help text from naming false as a default, and from writing
// 0 for none.
func hideZeros(flags []cli.Flag) {
	for _, flag := range flags {
		switch f := flag.(type) {
		case *cli.BoolFlag:
			f.DisableDefaultText = true
		case *cli.IntFlag:
			f.DefaultText = cmp.Or(f.DefaultText, noneIfZero(f.Value))
		case *cli.Uint64Flag:
			f.DefaultText = cmp.Or(f.DefaultText, noneIfZero(f.Value))
		case *cli.DurationFlag:
			f.DefaultText = cmp.Or(f.DefaultText, noneIfZero(f.Value))
		}
	}
}

func noneIfZero[T int | uint64 | time.Duration](value T) string {
	if value == 0 {
		return "none"
	}
	return fmt.Sprint(value)
}

// needCommand is the action of a command that only holds others.
func needCommand(c *cli.Context) error {
	if c.Args().Present() {
		return usagef(c, "unknown command %q", c.Args().First())
	}
	return cli.ShowSubcommandHelp(c)
}

// usageError is a mistake in the words of a command line.
type usageError struct {
	command string
	reason  error
}

func (e *usageError) Error() string { return e.reason.Error() }

func wrongUsage(c *cli.Context, err error, _ bool) error {
	return &usageError{c.Command.HelpName, err}
}

func usagef(c *cli.Context, format string, args ...any) error {
	return &usageError{c.Command.HelpName, fmt.Errorf(format, args...)}
}

// noArguments refuses arguments of a command that takes none.
func noArguments(c *cli.Context) error {
	if c.Args().Present() {
		return usagef(c, "%s takes no arguments, but got %q", c.Command.Name, c.Args().First())
	}
	return nil
}

// report prints an error on standard error, after its place in the input if it
// has one. The exit status will be exitFailed.
func (p *program) report(place string, err error) {
	p.failed = true
	if place != "" {
		place += ": "
	}
	fmt.Fprintf(p.stderr, "seedoku: %s%v\n", place, err)
}
