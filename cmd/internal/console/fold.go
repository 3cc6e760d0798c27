package console

import (
	"strings"
	"unicode/utf8"

	"github.com/seedoku/seedoku/internal/phrase"
)

// Fold breaks the lines of a text between words, so that they are no longer than
// the terminal is wide. What follows a break is indented like its line. A word
// that is longer than a line stays whole. Text for a file stays as it is.
func (t Terminal) Fold(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		body := strings.TrimSuffix(line, "\n")
		lines[i] = t.FoldLine(body, Indent(body)) + line[len(body):]
	}
	return strings.Join(lines, "")
}

// Indent returns the number of spaces at the beginning of a line.
func Indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// FoldLine breaks one line as Fold does. What follows a break is indented by some
// spaces.
func (t Terminal) FoldLine(line string, indent int) string {
	if t.Width == 0 || utf8.RuneCountInString(line) <= t.Width {
		return line
	}
	margin := Indent(line)
	words := strings.Split(strings.TrimRight(line[margin:], " "), " ") // spaces within a line stay
	parts := phrase.Fill(words, t.Width-margin, t.Width-indent)
	for i := range parts {
		parts[i] = strings.TrimRight(parts[i], " ")
	}
	return line[:margin] + strings.Join(parts, "\n"+strings.Repeat(" ", indent))
}
