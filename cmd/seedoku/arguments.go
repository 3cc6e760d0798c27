package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/sudoku"
)

// commandLine is a command line as somebody typed it.
type commandLine struct {
	command *cli.Command         // the program itself if none is named
	path    string               // the words that name it, such as "seedoku bank stats"
	flags   map[string]givenFlag // by the name of the flag
	words   []string             // the same line for the library: flags before other arguments
}

// givenFlag is a flag on a command line.
type givenFlag struct {
	word   string   // as typed, such as --levels
	values []string // one for each time that it is given, as typed
}

// readLine reads a command line. The library expects flags before the other
// arguments, but they may stand anywhere. No word after "--" is a flag. Nor is a
// puzzle, even if its first cells are empty and written as dashes. Flags that a
// command hands on to another program are not read. The error is a [*usage.Error]
// about a flag.
func readLine(root *cli.Command, args []string) (*commandLine, error) {
	command, depth := findCommand(root, args)
	line := &commandLine{command: command, path: pathOf(root, args[1:depth]), flags: map[string]givenFlag{}}
	if command.SkipFlagParsing {
		line.words = args
		return line, nil
	}
	var flags, rest []string
	for i := depth; i < len(args); i++ {
		word := args[i]
		if word == "--" {
			rest = append(rest, args[i+1:]...)
			break
		}
		if !isFlag(word) {
			rest = append(rest, word)
			continue
		}
		flag, err := flagNamed(command, word)
		if err != nil {
			return line, &usage.Error{Command: line.path, Reason: err}
		}
		name, value, hasValue := strings.Cut(word, "=")
		flags = append(flags, word)
		switch {
		case hasValue:
		case !takesValue(flag):
			value = "true"
		case i+1 == len(args):
			return line, &usage.Error{Command: line.path, Reason: fmt.Errorf("%s: its value is missing", name)}
		default:
			i++
			value = args[i]
			flags = append(flags, value)
		}
		line.add(flag, name, value)
		if err := checkValue(flag, value); err != nil {
			return line, &usage.Error{Command: line.path, Flag: flag.Names()[0], Reason: err}
		}
	}
	line.words = append(slices.Clone(args[:depth]), flags...)
	if len(rest) > 0 && len(command.Subcommands) == 0 {
		line.words = append(line.words, "--")
	}
	line.words = append(line.words, rest...)
	return line, nil
}

func (l *commandLine) add(flag cli.Flag, word, value string) {
	given := l.flags[flag.Names()[0]]
	given.word = word
	given.values = append(given.values, value)
	l.flags[flag.Names()[0]] = given
}

// has reports whether a flag is given.
func (l *commandLine) has(flag cli.Flag) bool {
	_, ok := l.flags[flag.Names()[0]]
	return ok
}

// sentence says what is wrong with a command line, with the flag as it was typed.
// If a value is no word that is known, it shows what to type for the nearest.
func (l *commandLine) sentence(e *usage.Error) string {
	if e.Flag == "" {
		return e.Reason.Error()
	}
	word := flagText(e.Flag)
	given, ok := l.flags[e.Flag]
	if ok {
		word = given.word
	}
	var unknown *phrase.UnknownError
	if errors.As(e.Reason, &unknown) && unknown.Nearest() != "" && unknown.Given != "" {
		for _, value := range given.values {
			if meant := strings.Replace(value, unknown.Given, unknown.Nearest(), 1); meant != value {
				return fmt.Sprintf("unknown %s %q: did you mean %s %s?", unknown.Kind, unknown.Given, word, meant)
			}
		}
	}
	return fmt.Sprintf("%s: %v", word, e.Reason)
}

// findCommand returns the command that args name, and the place of the first
// word after its name.
func findCommand(root *cli.Command, args []string) (found *cli.Command, depth int) {
	found = root
	for depth = 1; depth < len(args); depth++ {
		i := slices.IndexFunc(found.Subcommands, func(c *cli.Command) bool { return c.HasName(args[depth]) })
		if i < 0 {
			break
		}
		found = found.Subcommands[i]
	}
	return found, depth
}

// pathOf returns the words that name a command below the program.
func pathOf(root *cli.Command, words []string) string {
	return strings.Join(append([]string{root.Name}, words...), " ")
}

func isFlag(word string) bool {
	if len(word) < 2 || word[0] != '-' {
		return false
	}
	_, err := sudoku.ParseGrid(word)
	return err != nil
}

// flagNamed returns the flag of a command that a word names, with or without a
// value.
func flagNamed(command *cli.Command, word string) (cli.Flag, error) {
	word, _, _ = strings.Cut(word, "=")
	var known []string
	for _, flag := range command.Flags {
		for _, name := range flag.Names() {
			if name == strings.TrimLeft(word, "-") {
				return flag, nil
			}
			known = append(known, flagText(name))
		}
	}
	return nil, unknown("flag", word, known)
}

// unknown returns the error for a word that names nothing. Of known words it
// names only the nearest: help lists them all.
func unknown(kind, given string, known []string) error {
	err := &phrase.UnknownError{Kind: kind, Given: given, Known: known}
	if err.Nearest() == "" {
		return fmt.Errorf("unknown %s %q", kind, given)
	}
	return err
}

// takesValue reports whether a flag has a value, which can be the word after it.
func takesValue(flag cli.Flag) bool {
	valued, ok := flag.(cli.DocGenerationFlag)
	return ok && valued.TakesValue()
}

// checkValue returns an error for a value that the library could not read.
func checkValue(flag cli.Flag, value string) (err error) {
	switch flag.(type) {
	case *cli.BoolFlag:
		if _, err = strconv.ParseBool(value); err != nil {
			return fmt.Errorf("%q is neither true nor false", value)
		}
	case *cli.IntFlag:
		_, err = strconv.ParseInt(value, 0, 64)
	case *cli.Uint64Flag:
		_, err = strconv.ParseUint(value, 0, 64)
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%s is too large a number", value)
	case err != nil:
		return fmt.Errorf("%q is not a number", value)
	}
	return nil
}

// flagText returns a flag as it is typed.
func flagText(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}
