// Package cli is the command line of all programs of the project: commands and flags,
// help, the manual page, completion in shells, suggestions for mistyped words, and
// exit statuses.
//
// A program lists its commands in a table, by the words that name them. The help text of a
// command is a file: help/bank-stats.txt for bank stats. To add a command, add a line to
// the table, a file, and a function that returns its flags and its action. To add a flag,
// add it there.
//
// Flags and their values are those of github.com/urfave/cli. The rest of that library is
// not used, because it reads flags only before arguments, does not list values, and
// ignores the width of the terminal.
//
// Start with [Program].
package cli

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"

	library "github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/phrase"
)

// Exit statuses.
const (
	Fine   = 0
	Failed = 1 // some input or request failed
	Misuse = 2 // the command line is wrong

	bySignal = 128 // and the number of the signal that ended the command, as shells say it
)

// Program is a program, and one run of it: its streams, and whether anything has failed so
// far.
type Program struct {
	Name     string
	Texts    fs.FS                    // help/NAME.txt for the program, and for each command
	Parts    map[string]func() string // functions that make parts of these texts, by name
	Commands []Entry                  // in the order of the help text
	Advice   func(error) string       // the text of an error with the command that helps, or nil

	Stdin  io.Reader
	Stdout *bufio.Writer
	Stderr io.Writer

	Terminal console.Terminal // the terminal of standard output
	Typed    bool             // standard input is a terminal
	Failed   bool

	root  *node
	shown *console.Display // of progress, or nil
}

// Entry is a command in the table of a program.
type Entry struct {
	Path string // the words that name it, such as bank stats; none for the program itself
	Make func() *Command
}

// Command has the arguments, the flags and the action of a command.
type Command struct {
	Arguments string          // how they are written, such as FILE; without it, the command takes none
	Values    func() []string // arguments that completion offers, or nil
	Flags     []Flag
	Action    func(*Context) error // nil if the command only holds others
	Strange   func(string) string  // advice to an argument of a command that takes none, or nil
	Beside    []string             // program that runs the command instead, and its first arguments
}

// The types of the library that commands use.
type (
	Context         = library.Context
	Flag            = library.Flag
	BoolFlag        = library.BoolFlag
	IntFlag         = library.IntFlag
	Uint64Flag      = library.Uint64Flag
	Float64Flag     = library.Float64Flag
	DurationFlag    = library.DurationFlag
	StringFlag      = library.StringFlag
	StringSliceFlag = library.StringSliceFlag
)

// Use gives p the streams of the process.
func (p *Program) Use() {
	p.Stdin, p.Stdout, p.Stderr = os.Stdin, bufio.NewWriterSize(os.Stdout, 1<<16), os.Stderr
	p.Terminal, p.Typed = console.TerminalOf(os.Stdout), console.IsTerminal(os.Stdin)
}

// Run runs the command that args name and returns the exit status.
func (p *Program) Run(ctx context.Context, args []string) int {
	p.root = p.tree()
	if len(args) > 1 && args[1] == completeCommand {
		return p.complete(args[2:])
	}
	line, err := p.readLine(args)
	switch {
	case err != nil:
	case line.has(helpFlag):
		err = p.printHelp(line.node)
	case line.has(versionFlag):
		err = p.printVersion()
	default:
		err = p.do(ctx, line)
	}
	if flushErr := p.Stdout.Flush(); flushErr != nil && (err == nil || err == flushErr) {
		err = fmt.Errorf("writing the output: %w", flushErr)
	}
	var wrong *Error
	var ended endedError
	switch {
	case errors.As(err, &ended):
		return int(ended)
	case errors.As(err, &wrong):
		p.Say("%s: %s\nTry '%s --help'.\n", p.Name, line.sentence(wrong), wrong.Command)
		return Misuse
	case hasNoReader(err):
		return bySignal + int(syscall.SIGPIPE) // which ends a program that writes to standard output
	case err != nil:
		p.Report("", err)
	}
	if early, ok := errors.AsType[*interruptedError](err); ok && early.by > 0 {
		return bySignal + int(early.by)
	}
	if p.Failed {
		return Failed
	}
	return Fine
}

// hasNoReader reports whether an error comes from a file whose reader has ended, such as head.
func hasNoReader(err error) bool {
	file, ok := errors.AsType[*fs.PathError](err)
	return ok && errors.Is(file.Err, syscall.EPIPE)
}

// do runs the action of a command line.
func (p *Program) do(ctx context.Context, line *commandLine) error {
	command := line.node.command()
	switch {
	case command.Beside != nil:
		return p.runBeside(slices.Concat(command.Beside, line.rest))
	case len(line.rest) > 0 && command.Arguments == "":
		return &Error{Command: line.node.path, Reason: p.strange(line)}
	case command.Action == nil:
		return p.printHelp(line.node)
	}
	set := flag.NewFlagSet(line.node.path, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, flag := range command.Flags {
		if err := flag.Apply(set); err != nil {
			return err
		}
	}
	if err := set.Parse(append(append(line.words, "--"), line.rest...)); err != nil {
		return &Error{Command: line.node.path, Reason: err}
	}
	c := library.NewContext(nil, set, nil)
	c.Context = ctx
	c.Command = &library.Command{Name: line.node.name, HelpName: line.node.path, Flags: withNames(command.Flags)}
	if slices.Contains(command.Flags, Flag(Output)) {
		return p.toFile(command.Action)(c)
	}
	return command.Action(c)
}

// strange returns the error for an argument of a command that takes none.
func (p *Program) strange(line *commandLine) error {
	given := line.rest[0]
	if len(line.node.below) > 0 {
		return p.unknownCommand(line.node, given)
	}
	if meant := line.node.flagFor(given); meant != "" {
		return fmt.Errorf("%s takes no arguments, but got %q: did you mean %s %[2]s?", line.node.name, given, meant)
	}
	advice := ""
	if strange := line.node.command().Strange; strange != nil {
		advice = strange(given)
	}
	return fmt.Errorf("%s takes no arguments, but got %q%s", line.node.name, given, advice)
}

// unknownCommand returns the error for a word that names no command below a node. A line of
// help/tried.txt has words that people try in place of a command, and the answer.
func (p *Program) unknownCommand(n *node, given string) error {
	tried, _ := fs.ReadFile(p.Texts, "help/tried.txt") // some programs have none
	for line := range strings.Lines(string(tried)) {
		words, answer, _ := strings.Cut(strings.TrimSpace(line), " = ")
		if n == p.root && slices.Contains(strings.Fields(words), given) {
			return fmt.Errorf("unknown command %q: %s", given, answer)
		}
	}
	if nearest := phrase.Nearest(given, n.names()); nearest != "" {
		return fmt.Errorf("unknown command %q: did you mean %q?", given, nearest)
	}
	return fmt.Errorf("unknown command %q", given)
}

// Report prints an error on standard error, after its place in the input if it has one.
// The exit status will be [Failed].
func (p *Program) Report(place string, err error) {
	p.Failed = true
	if place != "" {
		place = phrase.Printable(place) + ": "
	}
	text := err.Error()
	if p.Advice != nil {
		text = p.Advice(err)
	}
	p.Say("%s: %s%s\n", p.Name, place, phrase.Line(text))
}

// Say prints on standard error, in lines that fit the terminal.
func (p *Program) Say(format string, args ...any) {
	text := console.TerminalOf(p.Stderr).Fold(fmt.Sprintf(format, args...))
	if p.shown != nil {
		p.shown.Above(text)
		return
	}
	io.WriteString(p.Stderr, text)
}

func (p *Program) printVersion() error {
	_, err := fmt.Fprintln(p.Stdout, buildinfo.Line(p.Name))
	return err
}

// The flags that the program itself answers.
var (
	helpFlag    = &BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print this help"}
	versionFlag = &BoolFlag{Name: "version", Aliases: []string{"v"}, Usage: "print the version of the program"}
)

// node is a command in the tree of all commands. Its flags are made when first needed,
// because making the flags of all commands takes longer than drawing a puzzle.
type node struct {
	name, path string // such as stats and seedoku bank stats
	make       func() *Command
	made       *Command
	below      []*node
	isRoot     bool
}

// tree returns the program as a command that holds the others.
func (p *Program) tree() *node {
	root := &node{name: p.Name, path: p.Name, isRoot: true}
	for _, entry := range append(p.Commands, p.ownCommands()...) {
		at := root
		for name := range strings.FieldsSeq(entry.Path) {
			at = at.child(name)
		}
		at.make = entry.Make
	}
	return root
}

// child returns the command with a name below n, and makes it if there is none.
func (n *node) child(name string) *node {
	for _, below := range n.below {
		if below.name == name {
			return below
		}
	}
	below := &node{name: name, path: n.path + " " + name}
	n.below = append(n.below, below)
	return below
}

// command returns the Command of n.
func (n *node) command() *Command {
	if n.made == nil {
		n.made = &Command{}
		if n.make != nil {
			n.made = n.make()
		}
		n.made.Flags = append(n.made.Flags, helpFlag)
		if n.isRoot {
			n.made.Flags = append(n.made.Flags, versionFlag)
		}
	}
	return n.made
}

// holds reports whether n only groups the commands below it.
func (n *node) holds() bool { return len(n.below) > 0 && n.command().Action == nil }

// names returns the names of the commands below n.
func (n *node) names() []string {
	return phrase.Names(n.below, func(below **node) string { return (*below).name })
}

// find returns the command that words name, and how many of the words do.
func (n *node) find(words []string) (found *node, depth int) {
	found = n
	for ; depth < len(words); depth++ {
		i := slices.Index(found.names(), words[depth])
		if i < 0 {
			break
		}
		found = found.below[i]
	}
	return found, depth
}

// SayWaiting says that the program reads standard input, if that is a terminal.
func (p *Program) SayWaiting() {
	if p.Typed {
		p.Say("Reading puzzles from the terminal: type or paste them; end with Ctrl-D on a line of its own.\n")
	}
}
