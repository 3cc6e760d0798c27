package main

import (
	"strings"
	"unicode/utf8"
)

// wrapped breaks a text of one line between words, so that no line is wider than
// a number of columns, and indents all lines but the first, which keeps the space
// before it. A word that is wider stands alone. A width of 0 is no limit.
func wrapped(text string, width, indent int) string {
	if width == 0 {
		return text
	}
	words := strings.Fields(text)
	var b strings.Builder
	b.WriteString(text[:len(text)-len(strings.TrimLeft(text, " "))])
	column := b.Len()
	for i, word := range words {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > width:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}
