package cli

import (
	"embed"
	"io/fs"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
)

// own are the texts that all programs share: help of commands, and scripts for shells.
//
//go:embed help scripts
var own embed.FS

// helpName is the name of the command that prints the help of another.
const helpName = "help"

// ownCommands are the commands that all programs have.
func (p *Program) ownCommands() []Entry {
	return []Entry{
		{"completion", p.completionCommand},
		{"man", func() *Command {
			return &Command{Action: func(*Context) error {
				_, err := p.Stdout.WriteString(p.manualPage())
				return err
			}}
		}},
		{"version", func() *Command {
			return &Command{Action: func(*Context) error { return p.printVersion() }}
		}},
		{helpName, p.helpCommand},
	}
}

func (p *Program) completionCommand() *Command {
	return &Command{
		Arguments: strings.Join(shells, "|"),
		Action: func(c *Context) error {
			shell := c.Args().First()
			if c.NArg() != 1 {
				return Errorf(c, "name one shell: bash, zsh or fish")
			}
			script := p.script(shell)
			if script == "" {
				return Errorf(c, "%w", &phrase.UnknownError{Kind: "shell", Given: shell, Known: shells})
			}
			_, err := p.Stdout.WriteString(script)
			return err
		},
	}
}

func (p *Program) helpCommand() *Command {
	return &Command{
		Arguments: "[COMMAND]...",
		Action: func(c *Context) error {
			words := c.Args().Slice()
			n, depth := p.root.find(words)
			if depth < len(words) {
				return &Error{Command: n.path, Reason: p.unknownCommand(n, words[depth])}
			}
			return p.printHelp(n)
		},
	}
}

// text returns the help text of a command: a line that says what it does, and a
// description.
func (p *Program) text(n *node) (does, description string) {
	name := strings.ReplaceAll(strings.TrimPrefix(n.path, p.Name+" "), " ", "-")
	does, description, _ = strings.Cut(p.part(name), "\n")
	return does, strings.TrimSpace(description)
}

// part returns a part of the help text: one that is made, or a file of the program or of
// all programs. A name in double braces stands for another part.
func (p *Program) part(name string) (text string) {
	if name == "program" {
		return p.Name
	}
	if made, ok := p.Parts[name]; ok {
		return strings.TrimSpace(made())
	}
	file, err := fs.ReadFile(p.Texts, "help/"+name+".txt")
	if err != nil {
		file, err = own.ReadFile("help/" + name + ".txt")
	}
	if err != nil {
		panic("cli: there is no text of help for " + name)
	}
	rest := strings.TrimSpace(string(file))
	for {
		before, after, ok := strings.Cut(rest, "{{")
		text += before
		if !ok {
			return text
		}
		name, after, _ := strings.Cut(after, "}}")
		text += p.part(name)
		rest = after
	}
}
