package main

import (
	"fmt"
	"strconv"
	"strings"
)

// emulator is a terminal that knows what the program sends, and refuses anything
// else. It breaks long lines, and breaks them anew when it is resized, as most
// terminals do. It has no end below, so that nothing is lost from view.
type emulator struct {
	columns     int
	rows        []emulatorRow
	row, column int
	escape      string // a sequence that has begun
	err         error
}

type emulatorRow struct {
	text   []rune
	broken bool // goes on in the next row
}

func newEmulator(columns int) *emulator {
	return &emulator{columns: columns, rows: make([]emulatorRow, 1)}
}

func (e *emulator) write(text string) {
	for _, r := range text {
		switch {
		case e.escape != "":
			e.escape += string(r)
			if e.escape != "\x1b[" && (r < '0' || r > '9') {
				e.obey(e.escape)
				e.escape = ""
			}
		case r == '\x1b':
			e.escape = "\x1b"
		case r == '\r':
			e.column = 0
		case r == '\n':
			e.down(false)
		case r < ' ':
			e.err = fmt.Errorf("character %q", r)
		default:
			e.put(r)
		}
	}
}

// down moves the cursor to the next row.
func (e *emulator) down(broken bool) {
	e.rows[e.row].broken = broken
	e.row++
	if e.row == len(e.rows) {
		e.rows = append(e.rows, emulatorRow{})
	}
}

func (e *emulator) put(r rune) {
	if e.column == e.columns {
		e.down(true)
		e.column = 0
	}
	row := &e.rows[e.row]
	for len(row.text) <= e.column {
		row.text = append(row.text, ' ')
	}
	row.text[e.column] = r
	e.column++
}

// obey does what a sequence says.
func (e *emulator) obey(sequence string) {
	row := &e.rows[e.row]
	number := strings.Trim(sequence, "\x1b[A")
	switch rows, err := strconv.Atoi(number); {
	case strings.HasSuffix(sequence, "A") && err == nil && rows > 0:
		e.row = max(0, e.row-rows)
	case sequence == "\x1b[K":
		row.text = row.text[:min(len(row.text), e.column)]
		row.broken = false
	case sequence == "\x1b[J":
		row.text = row.text[:min(len(row.text), e.column)]
		row.broken = false
		e.rows = e.rows[:e.row+1]
	default:
		e.err = fmt.Errorf("sequence %q", sequence)
	}
}

// resize changes the number of columns. The cursor must be at the beginning of a
// row, below everything.
func (e *emulator) resize(columns int) {
	old := e.rows
	*e = emulator{columns: columns, rows: make([]emulatorRow, 1), err: e.err}
	for i, row := range old {
		for _, r := range row.text {
			e.put(r)
		}
		if i < len(old)-1 && !row.broken {
			e.write("\r\n")
		}
	}
}

// String returns what the terminal shows.
func (e *emulator) String() string {
	var text strings.Builder
	for _, row := range e.rows {
		text.WriteString(strings.TrimRight(string(row.text), " ") + "\n")
	}
	return text.String()
}
