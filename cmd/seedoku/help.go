package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/internal/phrase"
)

// helpName is the name of the command that prints the help of another.
const helpName = "help"

func helpCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      helpName,
		Usage:     "explain a command",
		ArgsUsage: "[COMMAND]...",
		Description: `Prints what COMMAND --help prints.

Examples:
  seedoku help gen
  seedoku help bank stats`,
		Action: func(c *cli.Context) error {
			root := rootOf(wholeApp(p))
			words := append([]string{root.Name}, c.Args().Slice()...)
			command, depth := findCommand(root, words)
			if depth < len(words) {
				return &usage.Error{Command: c.App.Name, Reason: unknown("command", words[depth], namesOf(command.Subcommands))}
			}
			return p.printHelp(command, pathOf(root, words[1:]))
		},
	}
}

// Help is as wide as the terminal, but not wider than is good to read. Flags and
// commands stand in a column; the meaning of a long one begins on the next line.
const (
	helpIndent = "   "
	helpColumn = 24
)

// printHelp prints the help of a command.
func (p *program) printHelp(c *cli.Command, path string) error {
	h := helpWriter{w: p.stdout, width: p.helpWidth()}
	h.heading("NAME")
	h.hanging(path+" - "+c.Usage, helpIndent, strings.Repeat(" ", 2*len(helpIndent)))
	h.heading("USAGE")
	h.hanging(usageLine(c, path), helpIndent, strings.Repeat(" ", 2*len(helpIndent)))
	if c.Description != "" {
		h.heading("DESCRIPTION")
		h.description(blocksOf(c.Description))
	}
	if len(c.Subcommands) > 0 {
		h.heading("COMMANDS")
		for _, below := range c.Subcommands {
			h.item(below.Name, below.Usage, helpIndent, helpColumn)
		}
	}
	h.heading("FLAGS")
	for _, flag := range c.Flags {
		h.item(flagWords(flag), flagMeaning(flag), helpIndent, helpColumn)
	}
	return h.err
}

// helpWidth returns how wide lines for people are.
func (p *program) helpWidth() int { return min(p.terminal.Columns(), console.UsualWidth) }

// helpWriter writes help, and lists for people. It keeps the first error.
type helpWriter struct {
	w     io.Writer
	width int
	begun bool
	err   error
}

func (h *helpWriter) line(text string) {
	if h.err == nil {
		_, h.err = fmt.Fprintln(h.w, text)
	}
}

func (h *helpWriter) heading(text string) {
	if h.begun {
		h.line("")
	}
	h.begun = true
	h.line(text + ":")
}

func (h *helpWriter) description(blocks []block) {
	for i, b := range blocks {
		if i > 0 {
			h.line("")
		}
		if b.title == "" {
			h.hanging(b.paragraph, helpIndent, helpIndent)
			continue
		}
		h.line(helpIndent + b.title + ":")
		column := 0
		for _, m := range b.list {
			column = max(column, len(helpIndent)+2+len(m.word)+2)
		}
		for _, m := range b.list {
			h.item(m.word, m.text, helpIndent+"  ", column)
		}
		for _, line := range b.lines {
			for _, part := range exampleLines(line, h.width-len(helpIndent)-2) {
				h.line(helpIndent + "  " + part)
			}
		}
	}
}

// item writes a word, and its meaning from a column on, or below it if there is
// no room for two columns.
func (h *helpWriter) item(word, meaning, indent string, column int) {
	if h.width < 2*column {
		column = len(indent) + 4
	}
	margin, begin := strings.Repeat(" ", column), indent+word
	if len(begin)+2 > column {
		h.line(begin)
		begin = ""
	}
	h.hanging(meaning, begin+margin[len(begin):], margin)
}

// hanging writes a text whose first line begins with one indent and the others
// with another.
func (h *helpWriter) hanging(text, first, others string) {
	for _, line := range phrase.Fill(strings.Fields(text), h.width-len(first), h.width-len(others)) {
		h.line(first + line)
		first = others
	}
}

// exampleLines breaks a command line as one does in a shell, never between a flag
// and its value.
func exampleLines(line string, width int) []string {
	const goOn, indent = " \\", "    "
	if len(line) <= width {
		return []string{line}
	}
	lines := phrase.Fill(exampleWords(line), width-len(goOn), width-len(goOn)-len(indent))
	for i := range lines {
		if i > 0 {
			lines[i] = indent + lines[i]
		}
		if i < len(lines)-1 {
			lines[i] += goOn
		}
	}
	return lines
}

// exampleWords cuts a command line where it can be broken.
func exampleWords(line string) (words []string) {
	for _, word := range strings.Fields(line) {
		if last := len(words) - 1; last >= 0 && goesOn(words[last], word) {
			words[last] += " " + word
		} else {
			words = append(words, word)
		}
	}
	return words
}

// goesOn reports whether a word belongs to the one before: within quotes, or as
// the value of a flag.
func goesOn(before, word string) bool {
	return strings.Count(before, `"`)%2 == 1 ||
		strings.HasPrefix(before, "-") && !strings.Contains(before, " ") && !strings.HasPrefix(word, "-")
}
