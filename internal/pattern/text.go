package pattern

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/shape"
	"github.com/seedoku/seedoku/sudoku"
)

// A text of patterns is made of blocks with empty lines between. Without the digits
// 1 to 9 a block is
//
//   - nine rows of nine marks. Spaces and | between the marks do not count, nor do
//     lines such as ---+---+---;
//   - or lines of 81 marks, each a pattern.
//
// A block with a digit from 1 to 9 is read as puzzles in any shape that people
// write them in, and the pattern of each is its clues.
//
// Where no other mark stands for an empty cell, spaces do, and those at the end of
// a row may be missing. A row of spaces has nine of them; only a text of nine lines
// can have it without any.
//
// A line that begins with # is a comment, unless it has as many marks as a row or a
// line, and all of them can stand for cells.
const (
	emptyMarks  = ".-0_·"
	clueLetters = "xXoO"
)

// Text returns a pattern as nine rows of x and dots.
func Text(pattern sudoku.Cells) string {
	var b strings.Builder
	for c := range sudoku.Cell(81) {
		if pattern.Has(c) {
			b.WriteByte('x')
		} else {
			b.WriteByte('.')
		}
		if c.Column() == 8 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Line returns a pattern as 81 marks, x and dots.
func Line(pattern sudoku.Cells) string { return strings.ReplaceAll(Text(pattern), "\n", "") }

// Parse reads patterns: nine rows of nine marks each, or 81 marks in a line, or
// puzzles, whose clues are the pattern. An empty cell is a dot, a hyphen, 0, _ or a
// space; any other mark or digit is a clue. Empty lines part the patterns of a
// text. There is at least one.
//
// An error about the text is a [*sudoku.ParseError].
func Parse(r io.Reader) (patterns []sudoku.Cells, err error) {
	text, err := io.ReadAll(io.LimitReader(r, bounds.Patterns+1))
	if err != nil {
		return nil, err
	}
	if len(text) > bounds.Patterns {
		return nil, fmt.Errorf("it is longer than %d bytes", bounds.Patterns)
	}
	for _, b := range blocksOf(string(text)) {
		some, err := b.patterns()
		if err != nil {
			return nil, err
		}
		patterns = append(patterns, some...)
	}
	if len(patterns) == 0 {
		return nil, &sudoku.ParseError{Line: 1, Reason: "there is no pattern"}
	}
	return patterns, nil
}

// parseOne reads a text of one pattern.
func parseOne(text string) (sudoku.Cells, error) {
	patterns, err := Parse(strings.NewReader(text))
	if err == nil && len(patterns) > 1 {
		err = fmt.Errorf("%d patterns, want one", len(patterns))
	}
	if err != nil {
		return sudoku.Cells{}, err
	}
	return patterns[0], nil
}

// ParseOne reads a name of [Names], or 81 marks as [Parse] reads them. It reads no
// files. If the text looks like marks, the error is a [*sudoku.ParseError]; else it lists
// all names.
func ParseOne(text string) (sudoku.Cells, error) {
	named, unknown := Lookup(text)
	if unknown == nil {
		return named.Cells, nil
	}
	cells, err := parseOne(text)
	if err == nil || strings.ContainsAny(text, emptyMarks) && len(text) > mostName {
		return cells, err
	}
	return cells, unknown
}

// mostName is longer than any name.
const mostName = 40

// block is lines of a text that belong together.
type block struct {
	lines []blockLine
}

type blockLine struct {
	text   string
	number int
}

func blocksOf(text string) (blocks []block) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var open block
	for i, line := range lines {
		switch {
		case isComment(line):
			continue
		case strings.TrimSpace(line) == "" && len(line) != 9 && len(lines) != 9:
			if open.filled() {
				blocks = append(blocks, open)
			}
			open = block{}
			continue
		}
		open.lines = append(open.lines, blockLine{line, i + 1})
	}
	if open.filled() {
		blocks = append(blocks, open)
	}
	return blocks
}

// filled reports whether a block has more than spaces.
func (b *block) filled() bool {
	return slices.ContainsFunc(b.lines, func(l blockLine) bool { return strings.TrimSpace(l.text) != "" })
}

func isComment(line string) bool {
	if !strings.HasPrefix(line, "#") {
		return false
	}
	if strings.ContainsFunc(line, func(mark rune) bool { return !isEmpty(mark) && !isClue(mark) && !strings.ContainsRune(" |", mark) }) {
		return true
	}
	marks := []rune(line)
	return len(marks) != 9 && len(marks) != 81 && len(unspaced(line)) != 9
}

// isEmpty reports whether a mark stands for an empty cell wherever it is.
func isEmpty(mark rune) bool { return strings.ContainsRune(emptyMarks, mark) }

// isClue reports whether a mark can stand for a clue. Letters but x and o are more
// likely to be words.
func isClue(mark rune) bool {
	if isEmpty(mark) || unicode.IsLetter(mark) && !strings.ContainsRune(clueLetters, mark) {
		return false
	}
	return unicode.IsGraphic(mark) && !unicode.IsSpace(mark) && !strings.ContainsRune("|+=", mark)
}

// has reports whether a line of the block has one of some marks.
func (b *block) has(marks string) bool {
	return slices.ContainsFunc(b.lines, func(l blockLine) bool { return strings.ContainsAny(l.text, marks) })
}

func (b *block) patterns() (patterns []sudoku.Cells, err error) {
	if b.has("123456789") {
		return b.puzzles()
	}
	spaces := !b.has(emptyMarks)
	if len(b.lines[0].whole()) == 81 {
		return b.wholes(spaces)
	}
	var clues []bool
	for _, line := range b.lines {
		if isBorder(line.text) {
			continue
		}
		if clues, err = line.row(clues, spaces); err != nil {
			return nil, err
		}
	}
	if rows := len(clues) / 9; rows != 9 {
		return nil, &sudoku.ParseError{Line: b.lines[0].number, Reason: fmt.Sprintf("a pattern of %s that begins here, want 9", phrase.Count(rows, "row"))}
	}
	return []sudoku.Cells{cellsOf(clues)}, nil
}

// puzzles returns the clues of the puzzles of a block.
func (b *block) puzzles() (patterns []sudoku.Cells, err error) {
	var text strings.Builder
	for _, line := range b.lines {
		text.WriteString(line.text + "\n")
	}
	number := func(line int) int { return b.lines[min(max(line, 1), len(b.lines))-1].number }
	for found, err := range shape.Scan(strings.NewReader(text.String())) {
		if wrong, ok := errors.AsType[*sudoku.ParseError](err); ok {
			return nil, &sudoku.ParseError{Line: number(wrong.Line), Column: wrong.Column, Reason: wrong.Reason}
		}
		if err != nil {
			return nil, err
		}
		patterns = append(patterns, found.Grid.Filled())
	}
	if len(patterns) == 0 {
		return nil, &sudoku.ParseError{Line: number(1), Reason: "neither a pattern nor a puzzle begins here"}
	}
	return patterns, nil
}

// wholes returns the patterns of a block of lines of 81 marks.
func (b *block) wholes(spaces bool) (patterns []sudoku.Cells, err error) {
	for _, line := range b.lines {
		marks := line.whole()
		if len(marks) != 81 {
			return nil, line.wrong(0, "%s, want 81", phrase.Count(len(marks), "mark"))
		}
		clues, err := line.clues(nil, marks, spaces)
		if err != nil {
			return nil, err
		}
		patterns = append(patterns, cellsOf(clues))
	}
	return patterns, nil
}

// whole returns the marks of a line, without the spaces around them if they are not 81.
func (l blockLine) whole() []rune {
	if marks := []rune(l.text); len(marks) == 81 {
		return marks
	}
	return []rune(strings.TrimSpace(l.text))
}

// isBorder reports whether a line stands between the rows of a drawing.
func isBorder(line string) bool {
	return strings.ContainsAny(line, "+=") && strings.Trim(line, "-+=| ") == ""
}

// cellsOf returns the cells that have clues.
func cellsOf(clues []bool) (cells sudoku.Cells) {
	for i, clue := range clues {
		if clue {
			cells = cells.With(sudoku.Cell(i))
		}
	}
	return cells
}

// row reads a row of nine marks, and appends them as clues does.
func (l blockLine) row(to []bool, spaces bool) ([]bool, error) {
	marks := []rune(l.text)
	switch {
	case spaces && len(marks) < 9:
		marks = append(marks, []rune(strings.Repeat(" ", 9-len(marks)))...)
	case len(marks) != 9:
		marks, spaces = unspaced(l.text), false
	}
	if len(marks) != 9 {
		return nil, l.wrong(0, "%s in a row, want 9", phrase.Count(len(marks), "mark"))
	}
	return l.clues(to, marks, spaces)
}

// unspaced returns the marks of a row without what stands between them.
func unspaced(row string) []rune {
	return []rune(strings.NewReplacer(" ", "", "\t", "", "|", "").Replace(row))
}

// clues appends for each mark whether it stands for a clue.
func (l blockLine) clues(to []bool, marks []rune, spaces bool) ([]bool, error) {
	for i, mark := range marks {
		if !isClue(mark) && !isEmpty(mark) && !(spaces && mark == ' ') {
			return nil, l.wrong(i+1, "%q is not a mark of a pattern: write x for a clue and . for an empty cell", mark)
		}
		to = append(to, isClue(mark))
	}
	return to, nil
}

func (l blockLine) wrong(place int, format string, arguments ...any) error {
	reason := fmt.Sprintf(format, arguments...)
	if place > 0 {
		reason = fmt.Sprintf("mark %d: %s", place, reason)
	}
	return &sudoku.ParseError{Line: l.number, Reason: reason}
}
