// Command seedoku mines, rates and stores Sudoku puzzles, and draws instant
// puzzles of known level from the bank that holds them.
//
// Each command has a file of its own, which only reads flags and prints. The
// packages below do the work. This file lists the commands; input.go reads the
// puzzles for them.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/advice"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
)

// Exit statuses.
const (
	exitFine   = 0
	exitFailed = 1 // some input or request failed
	exitUsage  = 2
)

func main() {
	p := &program{stdin: os.Stdin, stdout: bufio.NewWriterSize(os.Stdout, 1<<16), stderr: os.Stderr}
	p.terminal = console.TerminalOf(os.Stdout)
	os.Exit(p.run(os.Args))
}

// program is one run of the program: its streams, and whether anything has failed
// so far.
type program struct {
	stdin  io.Reader
	stdout *bufio.Writer
	stderr io.Writer

	terminal console.Terminal // what standard output can show
	failed   bool
}

// makers lists the commands by name, in the order of the help text.
func makers() []maker {
	return []maker{
		{"gen", genCommand},
		{"export", exportCommand},
		{"dataset", datasetCommand},
		{"mine", mineCommand},
		{"import", importCommand},
		{"rate", rateCommand},
		{"hint", hintCommand},
		{"solve", solveCommand},
		{"check", checkCommand},
		{"canon", canonCommand},
		{"arrange", arrangeCommand},
		{"techniques", techniquesCommand},
		{"patterns", patternsCommand},
		{"bank", bankCommand},
		{"serve", serveCommand},
		{"completion", completionCommand},
		{"man", manCommand},
		{"version", versionCommand},
		{helpName, helpCommand},
	}
}

// maker makes a command.
type maker struct {
	name string
	make func(*program) *cli.Command
}

// commandsFor returns the commands that a command line can need: the one that it
// names, or else all of them. The flags and texts of all take longer to make than a
// puzzle.
func commandsFor(p *program, args []string) (commands []*cli.Command) {
	made := makers()
	if len(args) > 1 {
		if i := slices.IndexFunc(made, func(m maker) bool { return m.name == args[1] }); i >= 0 {
			made = made[i : i+1]
		}
	}
	for _, m := range made {
		commands = append(commands, m.make(p))
	}
	return commands
}

// run runs the command that args name and returns the exit status.
func (p *program) run(args []string) int {
	if len(args) > 1 && args[1] == completeCommand {
		return p.complete(args[2:])
	}
	app := newApp(p, commandsFor(p, args))
	line, err := readLine(rootOf(app), args)
	switch {
	case err != nil:
	case line.has(helpFlag):
		err = p.printHelp(line.command, line.path)
	case line.has(versionFlag):
		err = p.printVersion()
	default:
		line.command.Flags = withNames(line.command.Flags)
		err = app.RunContext(context.Background(), line.words)
	}
	if flushErr := p.stdout.Flush(); err == nil && flushErr != nil {
		err = fmt.Errorf("writing the output: %w", flushErr)
	}
	var wrong *usage.Error
	switch {
	case errors.As(err, &wrong):
		p.say("seedoku: %s\nTry '%s --help'.\n", line.sentence(wrong), wrong.Command)
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

// wholeApp returns the program with all its commands.
func wholeApp(p *program) *cli.App { return newApp(p, commandsFor(p, nil)) }

func newApp(p *program, commands []*cli.Command) *cli.App {
	app := &cli.App{
		Name:            "seedoku",
		HelpName:        "seedoku",
		Usage:           "a bank of Sudoku puzzles of known level, and instant puzzles from it",
		Description:     about(),
		Version:         buildinfo.Module(),
		HideVersion:     true,
		HideHelp:        true,
		HideHelpCommand: true,
		Reader:          p.stdin,
		Writer:          p.stdout,
		ErrWriter:       p.stderr,
		ExitErrHandler:  func(*cli.Context, error) {}, // run sets the exit status
		Commands:        commands,
		Flags:           []cli.Flag{helpFlag, versionFlag},
		Action:          p.needCommand,
		OnUsageError:    wrongUsage,
	}
	for _, command := range app.Commands {
		p.complement(command)
	}
	return app
}

// about returns what there is to know before any command.
func about() string {
	var levels strings.Builder
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		least, most := level.Range()
		fmt.Fprintf(&levels, "  %d  %s: ER %v", level, level.Name(), least)
		if most == rating.MaxTenths {
			levels.WriteString(" and up\n")
		} else {
			fmt.Fprintf(&levels, " to %v\n", most)
		}
	}
	return `Puzzles are mined, rated and kept in a bank; whoever asks for a puzzle gets one
from it at once, turned so that nobody has seen it. Puzzles from elsewhere can be
rated, explained, solved, checked, and added to the bank.

ER is the rating of the hardest step that a puzzle needs, on the Sudoku Explainer
scale. A level is a range of ER; it can be asked for by its number or its name.

Levels:
` + levels.String() + `
Examples:
  seedoku gen --level 3
  seedoku hint puzzles.txt
  seedoku export --levels easy-hard --per-level 100 --dir packs
  seedoku mine --for 8h`
}

// The flags that the program itself answers, before any command.
var (
	helpFlag    = &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print this help"}
	versionFlag = &cli.BoolFlag{Name: "version", Aliases: []string{"v"}, Usage: "print the version of the program"}
)

// complement gives c and its subcommands what all commands have, in place of
// texts and help of the library.
func (p *program) complement(c *cli.Command) {
	c.OnUsageError = wrongUsage
	c.HideHelp = true
	c.Flags = append(c.Flags, helpFlag)
	switch {
	case c.Action == nil:
		c.Action = p.needCommand
	case c.ArgsUsage == "":
		c.Before = noArguments
	}
	for _, below := range c.Subcommands {
		p.complement(below)
	}
}

// rootOf returns the program as a command that holds the others.
func rootOf(app *cli.App) *cli.Command {
	return &cli.Command{Name: app.Name, Usage: app.Usage, Description: app.Description, Subcommands: app.Commands, Flags: app.Flags}
}

// needCommand is the action of a command that only holds others.
func (p *program) needCommand(c *cli.Context) error {
	command, path := rootOf(c.App), c.App.Name
	if c.Command.Name != c.App.Name {
		command, path = c.Command, c.Command.HelpName
	}
	if c.Args().Present() {
		return &usage.Error{Command: path, Reason: unknown("command", c.Args().First(), namesOf(command.Subcommands))}
	}
	return p.printHelp(command, path)
}

func wrongUsage(c *cli.Context, err error, _ bool) error {
	return &usage.Error{Command: c.Command.HelpName, Reason: err}
}

// chosen returns the value of a flag, which must be one of some words.
func chosen(c *cli.Context, flag string, words ...string) (string, error) {
	value := c.String(flag)
	return value, oneOfWords(c, flag, value, words)
}

// oneOfWords returns an error of usage if the value of a flag is not one of some
// words.
func oneOfWords(c *cli.Context, flag, value string, words []string) error {
	if slices.Contains(words, value) {
		return nil
	}
	return usage.Wrong(c, flag, &phrase.UnknownError{Kind: flag, Given: value, Known: words})
}

// noArguments refuses arguments before a command that takes none begins.
func noArguments(c *cli.Context) error {
	if c.Args().Present() {
		return usage.Errorf(c, "%s takes no arguments, but got %q", c.Command.Name, c.Args().First())
	}
	return nil
}

// report prints an error on standard error, after its place in the input if it
// has one. The exit status will be exitFailed.
func (p *program) report(place string, err error) {
	p.failed = true
	if place != "" {
		place = phrase.Printable(place) + ": "
	}
	p.say("seedoku: %s%s\n", place, phrase.Line(advice.Text(err)))
}

// say prints on standard error, in lines that fit the terminal.
func (p *program) say(format string, args ...any) {
	io.WriteString(p.stderr, console.TerminalOf(p.stderr).Fold(fmt.Sprintf(format, args...)))
}
