package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/internal/phrase"
)

// Help is as wide as the terminal, up to a readable width. Flags and commands are
// in one column; the meaning of a long one begins on the next line.
const (
	helpIndent = "   "
	helpColumn = 24
)

// printHelp prints the help of a command.
func (p *Program) printHelp(n *node) error {
	h := p.Lines()
	does, description := p.text(n)
	further := strings.Repeat(" ", 2*len(helpIndent))
	h.heading("NAME")
	h.Hanging(n.path+" - "+does, helpIndent, further)
	h.heading("USAGE")
	h.Hanging(n.usageLine(), helpIndent, further)
	if description != "" {
		h.heading("DESCRIPTION")
		h.description(blocksOf(description))
	}
	if len(n.below) > 0 {
		h.heading("COMMANDS")
		for _, below := range n.below {
			does, _ := p.text(below)
			h.item(below.name, does, helpIndent, helpColumn)
		}
	}
	h.heading("FLAGS")
	for _, flag := range n.command().Flags {
		h.item(flagWords(flag), flagMeaning(flag), helpIndent, helpColumn)
	}
	return h.Err
}

// Lines returns a writer of lines for people on standard output, up to a readable width.
func (p *Program) Lines() *Lines {
	return &Lines{w: p.Stdout, width: min(p.Terminal.Columns(), console.UsualWidth)}
}

// Lines writes help and lists for people. It keeps the first error.
type Lines struct {
	w     io.Writer
	width int
	begun bool
	Err   error
}

// Line writes a line as it is.
func (h *Lines) Line(text string) {
	if h.Err == nil {
		_, h.Err = fmt.Fprintln(h.w, text)
	}
}

func (h *Lines) heading(text string) {
	if h.begun {
		h.Line("")
	}
	h.begun = true
	h.Line(text + ":")
}

func (h *Lines) description(blocks []block) {
	for i, b := range blocks {
		if i > 0 {
			h.Line("")
		}
		if b.title == "" {
			h.Hanging(b.paragraph, helpIndent, helpIndent)
			continue
		}
		h.Line(helpIndent + b.title + ":")
		column := 0
		for _, m := range b.list {
			column = max(column, len(helpIndent)+2+len(m.word)+2)
		}
		for _, m := range b.list {
			h.item(m.word, m.text, helpIndent+"  ", column)
		}
		for _, line := range b.lines {
			for _, part := range exampleLines(line, h.width-len(helpIndent)-2) {
				h.Line(helpIndent + "  " + part)
			}
		}
	}
}

// item writes a word, and its meaning from a column on, or below it if there is
// no room for two columns.
func (h *Lines) item(word, meaning, indent string, column int) {
	if h.width < 2*column {
		column = len(indent) + 4
	}
	margin, begin := strings.Repeat(" ", column), indent+word
	if len(begin)+2 > column {
		h.Line(begin)
		begin = ""
	}
	h.Hanging(meaning, begin+margin[len(begin):], margin)
}

// Hanging writes a text whose first line begins with one indent and the others
// with another.
func (h *Lines) Hanging(text, first, others string) {
	for _, line := range phrase.Fill(strings.Fields(text), h.width-len(first), h.width-len(others)) {
		h.Line(first + line)
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

// goesOn reports whether a word belongs to the word before: within quotes, or as
// the value of a flag.
func goesOn(before, word string) bool {
	return strings.Count(before, `"`)%2 == 1 ||
		strings.HasPrefix(before, "-") && !strings.Contains(before, " ") && !strings.HasPrefix(word, "-")
}
