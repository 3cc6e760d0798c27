// Command seedokud serves a bank of Sudoku puzzles over HTTP, as a page for people and
// an API for programs, and mines banks with many machines. It is a program of its own,
// since what servers are made of takes longer to start than seedoku does.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// Exit statuses.
const (
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	p := &program{stdout: os.Stdout, stderr: os.Stderr}
	os.Exit(p.run(context.Background(), os.Args))
}

// program is one run of the program.
type program struct {
	stdout, stderr io.Writer
}

// run runs the command that args name and returns the exit status.
func (p *program) run(ctx context.Context, args []string) int {
	app := &cli.App{
		Name:            "seedokud",
		Usage:           "serve a bank of Sudoku puzzles, and mine it with many machines",
		Version:         version(),
		HideVersion:     true,
		HideHelpCommand: true,
		Writer:          p.stdout,
		ErrWriter:       p.stderr,
		ExitErrHandler:  func(*cli.Context, error) {}, // run sets the exit status
		OnUsageError:    wrongUsage,
		Commands:        []*cli.Command{serveCommand(p), hubCommand(p), workCommand(p)},
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return usagef(c, "unknown command %q", c.Args().First())
			}
			return cli.ShowAppHelp(c)
		},
	}
	err := app.RunContext(ctx, args)
	var usage *usageError
	switch {
	case errors.As(err, &usage):
		fmt.Fprintf(p.stderr, "seedokud: %v\nTry '%s --help'.\n", usage.reason, usage.command)
		return exitUsage
	case err != nil:
		fmt.Fprintf(p.stderr, "seedokud: %v\n", err)
		return exitFailed
	}
	return 0
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

// version returns the version of the module from which the program was built.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
