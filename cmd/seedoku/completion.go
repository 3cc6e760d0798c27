package main

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/internal/phrase"
)

// completeCommand is the command with which the scripts ask for completions. Its arguments
// are the words of the command line without "seedoku". The user is typing the last one. The
// answer has a line for each word that can stand in its place, mostly followed by a tab and
// a description. It has the line [usage.AnyFile] if the name of a file can stand there.
const (
	completeCommand = "__complete"
)

// scripts are the scripts for each shell. All of them ask the program.
//
// Bash breaks words at = and :, so the script puts them together again, and takes
// from the answers what stands on the line before the last break. After = and :
// it leaves no space, since more follows.
//
//go:embed completion
var scripts embed.FS

func shells() []string { return []string{"bash", "zsh", "fish"} }

func completionCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print a script that completes commands, flags and values in a shell",
		ArgsUsage: strings.Join(shells(), "|"),
		Description: `Examples:
  source <(seedoku completion bash)
  seedoku completion zsh > "${fpath[1]}/_seedoku"
  seedoku completion fish > ~/.config/fish/completions/seedoku.fish`,
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usage.Errorf(c, "name one shell: bash, zsh or fish")
			}
			script, err := scripts.ReadFile("completion/seedoku." + c.Args().First())
			if err != nil {
				return &usage.Error{Command: c.Command.HelpName, Reason: &phrase.UnknownError{Kind: "shell", Given: c.Args().First(), Known: shells()}}
			}
			_, err = p.stdout.Write(script)
			return err
		},
	}
}

// complete prints the words that fit in place of the last word.
func (p *program) complete(words []string) int {
	for _, answer := range answers(rootOf(wholeApp(p)), words) {
		fmt.Fprintln(p.stdout, answer) // an error comes with Flush
	}
	if p.stdout.Flush() != nil {
		return exitFailed
	}
	return exitFine
}

// answers returns the words that fit in place of the last word, most of them with
// a tab and a description behind.
func answers(root *cli.Command, words []string) []string {
	if len(words) == 0 {
		words = []string{""}
	}
	if words[0] == helpName && len(words) > 1 {
		return slices.DeleteFunc(answers(root, words[1:]), func(answer string) bool { return answer == usage.AnyFile })
	}
	before, typed := words[:len(words)-1], words[len(words)-1]
	command, depth := findCommand(root, append([]string{root.Name}, before...))
	if depth--; slices.Contains(before, "--") {
		return arguments(command, depth, before)
	}
	if len(before) > depth {
		last := before[len(before)-1]
		flag, err := flagNamed(command, last)
		if err == nil && isFlag(last) && takesValue(flag) && !strings.Contains(last, "=") {
			return starting(valuesOf(flag), typed)
		}
	}
	if name, value, ok := strings.Cut(typed, "="); ok && strings.HasPrefix(typed, "-") {
		flag, err := flagNamed(command, name)
		if err != nil {
			return nil
		}
		values := starting(valuesOf(flag), value)
		for i, value := range values {
			if value != usage.AnyFile {
				values[i] = name + "=" + value
			}
		}
		return values
	}
	if strings.HasPrefix(typed, "-") {
		return starting(flagAnswers(command), typed)
	}
	return starting(arguments(command, depth, before), typed)
}

// starting returns the answers that begin as typed.
func starting(answers []string, typed string) []string {
	return slices.DeleteFunc(answers, func(answer string) bool {
		return answer != usage.AnyFile && !strings.HasPrefix(answer, typed)
	})
}

func flagAnswers(command *cli.Command) (answers []string) {
	for _, flag := range command.Flags {
		for _, name := range flag.Names() {
			answers = append(answers, flagText(name)+"\t"+flagMeaning(flag))
		}
	}
	return answers
}

// valuesOf returns the values of a flag that can be listed.
func valuesOf(flag cli.Flag) []string {
	if choice, ok := flag.(*usage.Choice); ok {
		return choice.Values()
	}
	if file, ok := flag.(*cli.StringFlag); ok && file.TakesFile {
		return []string{usage.AnyFile}
	}
	return nil
}

// arguments returns what can be an argument of a command: commands below it,
// shells, or files. The words before it are given. The first ones, as many as
// depth says, name the command.
func arguments(command *cli.Command, depth int, before []string) (answers []string) {
	if len(command.Subcommands) > 0 && len(before) > depth {
		return nil
	}
	switch {
	case len(command.Subcommands) > 0:
		for _, c := range command.Subcommands {
			answers = append(answers, c.Name+"\t"+c.Usage)
		}
	case strings.Contains(command.ArgsUsage, "FILE"):
		answers = []string{usage.AnyFile}
	case strings.Contains(command.ArgsUsage, "|"):
		answers = strings.Split(command.ArgsUsage, "|")
	}
	return answers
}
