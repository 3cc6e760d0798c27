package read

import (
	"bytes"
	"io"
	"iter"
	"strings"
	"unicode"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

const sdkPuzzle = "[Puzzle]"

func isSDK(line string) bool { return strings.EqualFold(line, sdkPuzzle) }

// readSDK reads a file of one or more puzzles, each preceded by lines that
// describe it. The state of a game and its pencil marks, nine lines each, may follow. Other
// sections are skipped.
func readSDK(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		s := sdkReader{yield: yield}
		failed := func(record Record, err error) bool { return s.give() && yield(record, err) }
		if eachLine(r, failed, s.take) && s.give() {
			s.endSection()
		}
	}
}

// sdkReader holds what has been read of a puzzle. It is in a puzzle, in another
// section, or in neither.
type sdkReader struct {
	yield        func(Record, error) bool
	record       Record       // description of the current puzzle
	source, note bytes.Buffer // the parts of its description that can have many lines
	first        int          // line of its section [Puzzle], or 0
	rows         int
	skipping     bool // to the next section or description
	left         int  // lines of the section that is skipped, before its end; negative if it has no end of its own

	read  *Record // a puzzle whose game may follow, or nil
	state bool    // what is skipped is the state of the game, and not its marks
}

// take reads a line and reports whether to continue.
func (s *sdkReader) take(line int, of []byte) bool {
	switch text := strings.TrimSpace(string(of)); {
	case text == "":
		return true
	case text[0] == '#':
		if !s.give() || !s.endSection() {
			return false
		}
		s.describe(text[1:])
		if s.source.Len()+s.note.Len() > maxRecord {
			return s.fail(line, malformed(line, 0, "a description longer than %d bytes", maxRecord))
		}
		return true
	case text[0] == '[' && len(text) > 1 && unicode.IsLetter(rune(text[1])):
		s.state = strings.EqualFold(text, "[State]")
		isGame := s.state || strings.EqualFold(text, "[PencilMarks]")
		if !isGame && !s.give() || !s.endSection() {
			return false
		}
		if s.skipping = !isSDK(text); !s.skipping {
			s.first = line
		}
		if s.left = -1; isGame {
			s.left = 9
		}
		return true
	case s.skipping && (s.left != 0 || !hasCells(text)):
		if s.left > 0 {
			s.takeGame(9-s.left, text)
			s.left--
		}
		return true
	case s.first == 0:
		s.skipping, s.left = true, -1
		return s.give() && s.yield(Record{Line: line}, malformed(line, 0, "neither a row of a puzzle nor # nor %s", sdkPuzzle))
	default:
		return s.takeRow(line, text)
	}
}

func (s *sdkReader) takeRow(line int, text string) bool {
	if len(text) != 9 {
		return s.fail(line, malformed(line, 0, "a row of %s, want 9", phrase.Count(len(text), "cell")))
	}
	// ParseGrid checks the characters; the added cells complete the grid.
	rows, err := parseCells(placed{text + strings.Repeat(".", 72), line, 1})
	if err != nil {
		return s.fail(line, err)
	}
	copy(s.record.Grid[9*s.rows:], rows[:9])
	if s.rows++; s.rows < 9 {
		return true
	}
	record := s.record
	record.Line, record.Source, record.Note = s.first, s.source.String(), s.note.String()
	s.reset()
	s.read = &record
	return true
}

// takeGame takes a row of the state of the game, or of its marks: the candidates of nine cells
// with commas between. A cell without any has not been marked.
func (s *sdkReader) takeGame(row int, text string) {
	if s.read == nil {
		return
	}
	if s.read.Position == nil {
		start := rating.PositionOf(s.read.Grid)
		s.read.Position = &start
	}
	at, cells := s.read.Position, strings.Split(text, ",")
	if s.state {
		cells = strings.Split(text, "")
	}
	for i, cell := range cells[:min(9, len(cells))] {
		c, digits := sudoku.CellAt(row, i), sudoku.Digits(0)
		for _, d := range []byte(cell) {
			if '1' <= d && d <= '9' {
				digits = digits.With(sudoku.Digit(d - '0'))
			}
		}
		switch {
		case digits != 0 && s.state:
			at.Place(c.Candidate(digits.First()))
		case digits != 0:
			at.Candidates[c] &= digits
		}
	}
}

// give yields the puzzle whose game may have followed.
func (s *sdkReader) give() bool {
	record := s.read
	s.read = nil
	return record == nil || s.yield(*record, nil)
}

// fail yields an error and drops the current puzzle.
func (s *sdkReader) fail(line int, err error) bool {
	s.reset()
	s.skipping, s.left = true, -1
	return s.yield(Record{Line: line}, err)
}

func (s *sdkReader) reset() {
	s.record, s.first, s.rows = Record{}, 0, 0
	s.source.Reset()
	s.note.Reset()
}

// endSection reports a puzzle that lacks rows.
func (s *sdkReader) endSection() bool {
	s.skipping = false
	if s.first == 0 {
		return true
	}
	err := malformed(s.first, 0, "a puzzle of %s, want 9", phrase.Count(s.rows, "row"))
	s.reset()
	return s.yield(Record{Line: err.Line}, err)
}

// describe reads a line such as #Leasy. The text is what follows the #.
func (s *sdkReader) describe(text string) {
	if text == "" {
		return
	}
	value := strings.TrimSpace(text[1:])
	switch text[0] {
	case 'A', 'S', 'U':
		join(&s.source, value)
	case 'L':
		s.record.Rating = value
	case 'B', 'C', 'D':
		join(&s.note, value)
	default:
		join(&s.note, strings.TrimSpace(text))
	}
}

// join adds a remark to others.
func join(remarks *bytes.Buffer, more string) {
	if remarks.Len() > 0 && more != "" {
		remarks.WriteString("; ")
	}
	remarks.WriteString(more)
}
