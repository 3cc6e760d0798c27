package cli

import (
	"strings"

	library "github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/console"
)

// The description of a command is written once, as text in its file: paragraphs
// with blank lines between, lists of words with their meanings, and command lines
// as examples. Help and the manual page are both made from it, so a paragraph may
// be broken anywhere, a meaning goes on in lines that are indented further than its
// word, and an example that goes on in the next line is one line.

// block is a part of a description: a paragraph, or a list or command lines under
// a title.
type block struct {
	title     string // such as Examples; empty for a paragraph
	paragraph string
	list      []meaning
	lines     []string // lines to show unchanged
}

// meaning is a word of a list and what it means.
type meaning struct{ word, text string }

// blocksOf splits a description into blocks.
func blocksOf(description string) (blocks []block) {
	for part := range strings.SplitSeq(strings.TrimSpace(description), "\n\n") {
		if part = strings.Trim(part, "\n"); part != "" {
			blocks = append(blocks, blockOf(part))
		}
	}
	return blocks
}

func blockOf(part string) (b block) {
	title, below, ok := strings.Cut(part, ":\n  ")
	if !ok || strings.Contains(title, "\n") {
		return block{paragraph: strings.Join(strings.Fields(part), " ")}
	}
	b.title = title
	for line := range strings.SplitSeq(strings.ReplaceAll("  "+below, " \\\n", "\\"), "\n") {
		if last := len(b.list) - 1; last >= 0 && console.Indent(line) > len("  ") {
			b.list[last].text += " " + strings.TrimSpace(line)
			continue
		}
		if word, text, ok := strings.Cut(strings.TrimSpace(line), "  "); ok && !strings.Contains(word, " ") {
			b.list = append(b.list, meaning{word, strings.TrimSpace(text)})
			continue
		}
		parts := strings.Split(line, "\\")
		for i := range parts {
			parts[i] = strings.TrimSpace(parts[i])
		}
		b.lines = append(b.lines, strings.Join(parts, " "))
	}
	return b
}

// flagWords returns how a flag is typed, such as "--output FILE, -o FILE".
func flagWords(flag Flag) string {
	placeholder, _ := flagUsage(flag)
	if placeholder != "" {
		placeholder = " " + placeholder
	}
	var words []string
	for _, name := range flag.Names() {
		words = append(words, FlagText(name)+placeholder)
	}
	return strings.Join(words, ", ")
}

// flagMeaning says what a flag does, with its default and its variable.
func flagMeaning(flag Flag) string {
	_, text := flagUsage(flag)
	described, ok := flag.(library.DocGenerationFlag)
	if !ok {
		return text
	}
	if fallback := strings.Trim(described.GetDefaultText(), `"`); described.TakesValue() && fallback != "" && fallback != "0" {
		text += " (default: " + fallback + ")"
	}
	for _, variable := range described.GetEnvVars() {
		text += " [$" + variable + "]"
	}
	return text
}

// flagUsage splits the usage of a flag into the placeholder in backquotes and the
// text.
func flagUsage(flag Flag) (placeholder, text string) {
	described, ok := flag.(library.DocGenerationFlag)
	if !ok {
		return "", ""
	}
	text = described.GetUsage()
	before, rest, ok := strings.Cut(text, "`")
	if !ok {
		return "", text
	}
	placeholder, after, _ := strings.Cut(rest, "`")
	return placeholder, before + placeholder + after
}

// usageLine returns how a command is typed.
func (n *node) usageLine() string {
	line, command := n.path, n.command()
	switch {
	case n.holds():
		line += " COMMAND"
	case len(n.below) > 0 && command.Arguments == "":
		line += " [COMMAND]"
	}
	if command.Beside == nil {
		line += " [FLAG]..."
	}
	return strings.TrimSpace(line + " " + command.Arguments)
}
