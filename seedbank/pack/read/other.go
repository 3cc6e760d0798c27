package read

import (
	"strings"
	"unicode"

	"github.com/seedoku/seedoku/internal/shape"
)

// otherLines are lines of other text in a plain text, since its last puzzle. Puzzles in JSON or in
// the elements of a web page are not read there, and are an error.
type otherLines struct {
	digits int // between tags, or as values of inputs
	first  int // the line of the first digit
}

// leastDigits is the number of digits in a web page that make a board of it: a puzzle has as many.
const leastDigits = 17

// take returns the error for a line, and for those before it, if they have a puzzle, and the number
// of the line where it begins.
func (o *otherLines) take(text shape.Text) (line int, err error) {
	if hasJSON(text.Other) {
		return text.Line, malformed(text.Line, 0, "JSON in a text: it needs a file of its own, or a line break behind each row")
	}
	plain := strings.NewReplacer(" ", "", `value="`, ">", `"`, "<").Replace(text.Other)
	for i := range max(0, len(plain)-2) {
		if plain[i] == '>' && '1' <= plain[i+1] && plain[i+1] <= '9' && plain[i+2] == '<' {
			if o.digits++; o.digits == 1 {
				o.first = text.Line
			}
		}
	}
	if o.digits < leastDigits {
		return 0, nil
	}
	line, o.digits = o.first, 0
	return line, malformed(line, 0, "a web page in a text: it needs a file of its own")
}

// hasJSON reports whether a line is JSON with a puzzle.
func hasJSON(line string) (has bool) {
	if len(line) < 81 || line[0] != '[' && line[0] != '{' {
		return false
	}
	t := treeReader{tokens: newJSONTokens(strings.NewReader(line))}
	t.yield = func(_ Record, err error) bool {
		has = has || err == nil
		return !has
	}
	t.read()
	return has
}

// hasCells reports whether a line may be a row of a puzzle, with the name of the row, or a puzzle
// among other text. Pencil marks, which may be wrapped, have no empty cells.
func hasCells(line string) bool {
	cells, letters := 0, 0
	for _, c := range line {
		switch {
		case strings.ContainsRune(".0_*-123456789", c):
			cells++
		case unicode.IsLetter(c):
			letters++
		}
	}
	marks := strings.Trim(line, "123456789, ") == "" && !strings.Contains(line, ",,")
	isRow, isPuzzle := cells > 3 && letters < 3, cells > 27 && cells > letters
	return (isRow || isPuzzle) && strings.ContainsAny(line, "123456789") && !marks
}
