package main

import (
	"strings"
	"unicode/utf8"
)

// fold breaks the lines of a text between words, so that they are no longer than
// the terminal is wide. What follows a break is indented like its line. A word
// that is longer than a line stays whole. Text for a file stays as it is.
func (t terminal) fold(text string) string {
	if t.width == 0 {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		body := strings.TrimSuffix(line, "\n")
		lines[i] = strings.Join(foldLine(body, t.width, indentOf(body)), "\n") + line[len(body):]
	}
	return strings.Join(lines, "")
}

// indentOf returns the number of spaces at the beginning of a line.
func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// foldLine breaks a line between words. The first part begins as the line does,
// the others are indented by some spaces. No part has more than width characters,
// unless a word does.
func foldLine(line string, width, indent int) (parts []string) {
	for utf8.RuneCountInString(line) > width {
		at := breakOf(line, width)
		if at < 0 {
			break
		}
		parts = append(parts, strings.TrimRight(line[:at], " "))
		line = strings.Repeat(" ", indent) + strings.TrimLeft(line[at:], " ")
	}
	return append(parts, line)
}

// breakOf returns the place of the space at which a line breaks: the last one
// within its width, or else the first one after it. It is -1 if there is none
// between two words.
func breakOf(line string, width int) int {
	begin := indentOf(line)
	best, column := -1, 0
	for at, r := range line {
		if r == ' ' && at > begin && strings.TrimSpace(line[at:]) != "" {
			if column > width && best >= 0 {
				return best
			}
			best = at
			if column >= width {
				return best
			}
		}
		column++
	}
	return best
}
