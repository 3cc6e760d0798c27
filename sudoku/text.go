package sudoku

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// emptyCells are the characters that stand for an empty cell in a text.
const emptyCells = ".0_*-"

// ParseError says what is wrong with the text of a grid, and where: Line and
// Column count from 1, Column in bytes and 0 if the whole line is meant.
type ParseError struct {
	Line, Column int
	Reason       string
}

func (e *ParseError) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Reason)
}

// ParseGrid reads a grid from a line of 81 cells, row by row: a digit, or one
// of . 0 _ * - for an empty cell. White space around it is ignored, and so is
// what follows the cells after white space or #. The error is a [*ParseError].
func ParseGrid(line string) (g Grid, err error) {
	start := len(line) - len(strings.TrimLeft(line, " \t\r"))
	cells := line[start:]
	if end := strings.IndexAny(cells, "# \t\r\n"); end >= 0 {
		cells = cells[:end]
	}
	for i := range len(cells) {
		d, ok := digitOf(cells[i])
		if !ok {
			char, _ := utf8.DecodeRuneInString(cells[i:])
			reason := fmt.Sprintf("%q is neither a digit nor an empty cell (%s)", char, emptyCells)
			return Grid{}, &ParseError{Line: 1, Column: start + i + 1, Reason: reason}
		}
		if i < len(g) {
			g[i] = d
		}
	}
	if len(cells) != len(g) {
		noun := "cells"
		if len(cells) == 1 {
			noun = "cell"
		}
		return Grid{}, &ParseError{Line: 1, Reason: fmt.Sprintf("%d %s, want 81", len(cells), noun)}
	}
	return g, nil
}

// String returns g as 81 characters, with . for an empty cell.
func (g Grid) String() string {
	return string(g.AppendLine(make([]byte, 0, len(g)), '.'))
}

// AppendLine appends g to dst as 81 characters.
func (g Grid) AppendLine(dst []byte, empty byte) []byte {
	chars := [16]byte{empty, '1', '2', '3', '4', '5', '6', '7', '8', '9'}
	var line [len(g)]byte
	for c, d := range g {
		line[c] = chars[d&15]
	}
	return append(dst, line[:]...)
}

// MarshalText returns g as String does.
func (g Grid) MarshalText() ([]byte, error) {
	return g.AppendLine(nil, '.'), nil
}

// UnmarshalText reads g as [ParseGrid] does.
func (g *Grid) UnmarshalText(text []byte) (err error) {
	*g, err = ParseGrid(string(text))
	return err
}

// Boxed returns g as a drawing of eleven lines, with lines between the boxes.
func (g Grid) Boxed() string {
	var b strings.Builder
	for c, char := range g.String() {
		b.WriteRune(char)
		switch {
		case c == 26 || c == 53:
			b.WriteString("\n------+-------+------\n")
		case c%9 == 8:
			b.WriteByte('\n')
		case c%3 == 2:
			b.WriteString(" | ")
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// digitOf returns the digit that a character stands for, 0 for an empty cell.
func digitOf(char byte) (d Digit, ok bool) {
	if '1' <= char && char <= '9' {
		return Digit(char - '0'), true
	}
	return 0, strings.IndexByte(emptyCells, char) >= 0
}
