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
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/advice"
	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/phrase"
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
		Version:         buildinfo.Module(),
		HideVersion:     true,
		HideHelpCommand: true,
		Flags:           []cli.Flag{versionFlag},
		Writer:          p.stdout,
		ErrWriter:       p.stderr,
		ExitErrHandler:  func(*cli.Context, error) {}, // run sets the exit status
		OnUsageError:    wrongUsage,
		Commands:        []*cli.Command{serveCommand(p), hubCommand(p), workCommand(p)},
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return usage.Errorf(c, "unknown command %q", c.Args().First())
			}
			if c.Bool(versionFlag.Name) {
				_, err := fmt.Fprintln(p.stdout, buildinfo.Line(c.App.Name))
				return err
			}
			return cli.ShowAppHelp(c)
		},
	}
	err := app.RunContext(ctx, args)
	var wrong *usage.Error
	switch {
	case errors.As(err, &wrong):
		fmt.Fprintf(p.stderr, "seedokud: %v\nTry '%s --help'.\n", wrong.Reason, wrong.Command)
		return exitUsage
	case err != nil:
		fmt.Fprintf(p.stderr, "seedokud: %s\n", advice.Text(err))
		return exitFailed
	}
	return 0
}

var versionFlag = &cli.BoolFlag{
	Name: "version", Aliases: []string{"v"}, DisableDefaultText: true,
	Usage: "print the version of the program, its commit, and the version of its rater",
}

func wrongUsage(c *cli.Context, err error, _ bool) error {
	var known []string
	for _, flag := range slices.Concat(c.Command.Flags, c.App.Flags) {
		known = append(known, flag.Names()...)
	}
	return &usage.Error{Command: c.Command.HelpName, Reason: phrase.UnknownFlag(err, known)}
}
