package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/sudoku"
)

// flagsFirst returns a command line with the flags before the other arguments,
// because the library expects them there and a user may write them anywhere. No
// word after "--" is a flag. Nor is a puzzle, even if its first cells are empty
// and written as dashes.
func flagsFirst(commands []*cli.Command, args []string) []string {
	command, depth := findCommand(commands, args)
	if command == nil || command.SkipFlagParsing {
		return args
	}
	words := slices.Clone(args[:depth])
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
		flags = append(flags, word)
		if takesNext(command, word) && i+1 < len(args) {
			i++
			flags = append(flags, args[i])
		}
	}
	words = append(words, flags...)
	if len(rest) > 0 && len(command.Subcommands) == 0 {
		words = append(words, "--")
	}
	return append(words, rest...)
}

// findCommand returns the command that args name, and the place of the first
// word after its name.
func findCommand(commands []*cli.Command, args []string) (found *cli.Command, depth int) {
	for depth = 1; depth < len(args); depth++ {
		i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(args[depth]) })
		if i < 0 {
			break
		}
		found = commands[i]
		commands = found.Subcommands
	}
	return found, depth
}

func isFlag(word string) bool {
	if len(word) < 2 || word[0] != '-' {
		return false
	}
	_, err := sudoku.ParseGrid(word)
	return err != nil
}

// takesNext reports whether the word after a flag is its value.
func takesNext(command *cli.Command, word string) bool {
	name := strings.TrimLeft(word, "-")
	for _, flag := range command.Flags {
		if slices.Contains(flag.Names(), name) {
			valued, ok := flag.(cli.DocGenerationFlag)
			return ok && valued.TakesValue()
		}
	}
	return false
}
