package main

import (
	"strings"
	"unicode/utf8"

	"github.com/seedoku/seedoku/seedbank/wording"
)

// fold breaks the lines of a text between words, so that they are no longer than
// the terminal is wide. What follows a break is indented like its line. A word
// that is longer than a line stays whole. Text for a file stays as it is.
func (t terminal) fold(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		body := strings.TrimSuffix(line, "\n")
		lines[i] = t.foldLine(body, indentOf(body)) + line[len(body):]
	}
	return strings.Join(lines, "")
}

// indentOf returns the number of spaces at the beginning of a line.
func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// foldLine breaks one line as fold does. What follows a break is indented by some
// spaces.
func (t terminal) foldLine(line string, indent int) string {
	if t.width == 0 || utf8.RuneCountInString(line) <= t.width {
		return line
	}
	margin := indentOf(line)
	words := strings.Split(strings.TrimRight(line[margin:], " "), " ") // spaces within a line stay
	parts := wording.Fill(words, t.width-margin, t.width-indent)
	for i := range parts {
		parts[i] = strings.TrimRight(parts[i], " ")
	}
	return line[:margin] + strings.Join(parts, "\n"+strings.Repeat(" ", indent))
}
