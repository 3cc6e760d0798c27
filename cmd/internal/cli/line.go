package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/sudoku"
)

// commandLine is a command line as typed.
type commandLine struct {
	node  *node                // the command
	flags map[string]givenFlag // by the first name of the flag
	words []string             // the flags, each as --NAME=VALUE with its first name
	rest  []string             // the other arguments
}

// givenFlag is a flag on a command line.
type givenFlag struct {
	word   string   // as typed, such as --levels
	values []string // one for each time that it is given, as typed
}

// readLine reads a command line. Flags may stand before and after other arguments. No
// word after "--" is a flag, and neither is a puzzle whose first cells are empty and
// written as dashes. The flags of a program beside this one are not read. The error is an
// [*Error].
func (p *Program) readLine(args []string) (*commandLine, error) {
	args = args[min(1, len(args)):]
	node, depth := p.root.find(args)
	line := &commandLine{node: node, flags: map[string]givenFlag{}}
	if node.command().Beside != nil {
		line.rest = args[depth:]
		return line, nil
	}
	for i := depth; i < len(args); i++ {
		word := args[i]
		if word == "--" {
			line.rest = append(line.rest, args[i+1:]...)
			break
		}
		if !isFlag(word) {
			line.rest = append(line.rest, word)
			continue
		}
		name, value, hasValue := strings.Cut(word, "=")
		flag := node.flag(name)
		if flag == nil {
			return line, p.unknownFlag(line, name, args[i:])
		}
		switch {
		case hasValue:
		case !takesValue(flag):
			value = "true"
		case i+1 == len(args):
			return line, &Error{Command: node.path, Reason: fmt.Errorf("%s: its value is missing", name)}
		default:
			i++
			value = args[i]
		}
		line.add(flag, name, value)
		err := checkValue(flag, value)
		if before := line.flags[firstName(flag)].values[0]; err == nil && before != value && !repeats(flag) {
			err = fmt.Errorf("it is given twice, as %s and as %s", phrase.Shorten(before, bounds.Quote), phrase.Shorten(value, bounds.Quote))
		}
		if err != nil {
			return line, &Error{Command: node.path, Flag: firstName(flag), Reason: err}
		}
	}
	return line, nil
}

func (l *commandLine) add(flag Flag, word, value string) {
	name := firstName(flag)
	given := l.flags[name]
	given.word = word
	given.values = append(given.values, value)
	l.flags[name] = given
	l.words = append(l.words, "--"+name+"="+value)
}

// has reports whether a flag is given.
func (l *commandLine) has(flag Flag) bool {
	_, ok := l.flags[firstName(flag)]
	return ok
}

// unknownFlag returns the error for a flag that the command does not have. It says where
// the flag belongs, usually after the name of a command. The flag is the first word of
// rest.
func (p *Program) unknownFlag(l *commandLine, flag string, rest []string) error {
	n := l.node
	wrong := &Error{Command: n.path}
	switch at := slices.IndexFunc(rest, func(word string) bool { return slices.Contains(n.names(), word) }); {
	case len(l.rest) > 0 && n.holds():
		wrong.Reason = p.unknownCommand(n, l.rest[0])
	case at > 0 && n.child(rest[at]).flag(flag) != nil:
		below := n.child(rest[at])
		wrong.Command = below.path
		wrong.Reason = fmt.Errorf("%s belongs after the command: %s %s", flag, below.path, strings.Join(rest[:at], " "))
	default:
		wrong.Reason = unknownWord("flag", flag, n.flagWords())
		if i := slices.IndexFunc(n.below, func(below *node) bool { return below.flag(flag) != nil }); i >= 0 {
			wrong.Reason = fmt.Errorf("%s belongs after a command, such as %s %s", flag, n.below[i].path, flag)
		}
	}
	return wrong
}

// sentence returns the message of an error, with the flag as it was typed. For an unknown
// value, it shows what to type for the nearest known one.
func (l *commandLine) sentence(e *Error) string {
	if e.Flag == "" {
		return e.Reason.Error()
	}
	word := FlagText(e.Flag)
	given, ok := l.flags[e.Flag]
	if ok {
		word = given.word
	}
	if unknown, ok := errors.AsType[*phrase.UnknownError](e.Reason); ok && unknown.Nearest() != "" && unknown.Given != "" {
		for _, value := range given.values {
			if meant := withWord(value, unknown.Given, unknown.Nearest()); meant != value {
				return fmt.Sprintf("unknown %s %q: did you mean %s %s?", unknown.Kind, unknown.Given, word, meant)
			}
		}
	}
	return fmt.Sprintf("%s: %v", word, e.Reason)
}

// withWord returns a value, which may be a list, with one word in place of another.
func withWord(value, old, with string) string {
	words := strings.Split(value, ",")
	if i := slices.IndexFunc(words, func(word string) bool { return strings.EqualFold(strings.TrimSpace(word), old) }); i >= 0 {
		words[i] = with
		return strings.Join(words, ",")
	}
	return strings.Replace(value, old, with, 1)
}

func isFlag(word string) bool {
	if len(word) < 2 || word[0] != '-' {
		return false
	}
	_, err := sudoku.ParseGrid(word)
	return err != nil
}

// unknownWord returns the error for an unknown word. It suggests only the nearest known
// words; help lists all.
func unknownWord(kind, given string, known []string) error {
	err := &phrase.UnknownError{Kind: kind, Given: given, Known: known}
	if err.Nearest() == "" {
		return fmt.Errorf("unknown %s %q", kind, given)
	}
	return err
}
