package main

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"
)

// helpWriter breaks the lines of help texts to the width of a terminal, at most
// [usualWidth], which is also the width in a file. The library hands them over in
// pieces; Flush writes them.
//
// Help texts are indented. Lines that are not are headings, or words for the
// completion of a shell, and stay as they are.
type helpWriter struct {
	w    io.Writer
	t    terminal
	text bytes.Buffer
}

func (h *helpWriter) Write(piece []byte) (int, error) { return h.text.Write(piece) }

// Flush writes the texts.
func (h *helpWriter) Flush() error {
	_, err := io.WriteString(h.w, fillHelp(h.text.String(), min(h.t.columns(), usualWidth)))
	h.text.Reset()
	return err
}

// fillHelp breaks the paragraphs of a help text anew, and the other indented
// lines where they are too long.
func fillHelp(text string, width int) string {
	lines := strings.Split(text, "\n")
	var filled []string
	for len(lines) > 0 {
		kind := kindOf(lines[0])
		n := 1
		for n < len(lines) && kindOf(lines[n]) == kind && indentOf(lines[n]) == indentOf(lines[0]) {
			n++
		}
		filled = append(filled, fillers[kind](lines[:n], width)...)
		lines = lines[n:]
	}
	return strings.Join(filled, "\n")
}

// lineKind is what a line of a help text belongs to.
type lineKind int

const (
	ofHeading lineKind = iota // or to nothing
	ofParagraph
	ofExamples // and the like
	ofTable    // of flags, commands or formats, and what each does
)

// paragraphIndent is the number of spaces before the lines of a paragraph.
// Examples have more.
const paragraphIndent = 3

func kindOf(line string) lineKind {
	words := strings.TrimSpace(line)
	switch indent := indentOf(line); {
	case indent == 0 || words == "":
		return ofHeading
	case strings.HasPrefix(words, "-") || strings.Contains(words, "  "):
		return ofTable
	case indent == paragraphIndent:
		return ofParagraph
	}
	return ofExamples
}

// fillers fill lines of each kind, which follow each other and have the same
// indent.
var fillers = [...]func(lines []string, width int) []string{
	ofHeading:   func(lines []string, _ int) []string { return lines },
	ofParagraph: fillParagraph,
	ofExamples:  fillExamples,
	ofTable:     fillTable,
}

func fillParagraph(lines []string, width int) []string {
	text := lines[0]
	for _, line := range lines[1:] {
		text += " " + strings.TrimSpace(line)
	}
	return foldLine(text, width, indentOf(text))
}

// fillExamples breaks lines one by one. A command line goes on after a backslash,
// as shells have it.
func fillExamples(lines []string, width int) (filled []string) {
	for _, line := range lines {
		if utf8.RuneCountInString(line) <= width {
			filled = append(filled, line)
			continue
		}
		const goesOn = " \\"
		parts := foldLine(line, width-len(goesOn), indentOf(line)+4)
		for i := range parts[:len(parts)-1] {
			parts[i] += goesOn
		}
		filled = append(filled, parts...)
	}
	return filled
}

// fillTable breaks the last column of a table. If it begins so far to the right
// that not much would fit, it comes below the others.
func fillTable(lines []string, width int) (filled []string) {
	last, tooLong := 0, false
	for _, line := range lines {
		last = max(last, lastColumn(line))
		tooLong = tooLong || utf8.RuneCountInString(line) > width
	}
	if !tooLong {
		return lines
	}
	for _, line := range lines {
		if at := lastColumn(line); last > width/2 && at > 0 {
			indent := indentOf(line) + 4
			filled = append(filled, foldLine(strings.TrimRight(line[:at], " "), width, indent+2)...)
			filled = append(filled, foldLine(strings.Repeat(" ", indent)+line[at:], width, indent)...)
		} else {
			filled = append(filled, foldLine(line, width, last)...)
		}
	}
	return filled
}

// lastColumn returns where the last column of a line begins, 0 if it has one
// column only.
func lastColumn(line string) int {
	gap := strings.LastIndex(strings.TrimRight(line, " "), "  ")
	if gap < indentOf(line) {
		return 0
	}
	return gap + 2
}
