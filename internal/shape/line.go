package shape

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// line is a line of a text.
type line struct {
	raw, plain string // the original line, and the result of plain without the comment
	number     int
	kind       kind
}

// kind is the kind of a line, judged without other lines.
type kind uint8

const (
	other  kind = iota // other text
	blank              // nothing
	border             // drawn between rows
	row                // cells
	rule               // nine signs or a box of spaces, or spaces alone: a border, or a row of empty cells
	alone              // a number or a row of numbers above a grid, or its first row
	whole              // a puzzle, possibly malformed
)

// mostInRow is the length of the longest word of a row, in characters. A longer
// one is part of a puzzle on one line.
const mostInRow = 18

// threeDots writes three dots for the sign that editors put in their place, in words as long as a
// damaged puzzle. Prose stays as it is.
func threeDots(raw string) string {
	words := strings.SplitAfter(raw, " ")
	for i, word := range words {
		if len(word) >= leastUnsolved && strings.ContainsAny(word, "123456789") {
			words[i] = strings.ReplaceAll(word, "…", "...")
		}
	}
	return strings.Join(words, "")
}

func newLine(raw string, number int) line {
	if strings.Contains(raw, "…") {
		raw = threeDots(raw)
	}
	text, _, _ := strings.Cut(strings.Replace(raw, lispArray, "   (", 1), "#")
	l := line{raw: raw, plain: unlabelled(plain(text)), number: number}
	if l.kind = l.judge(); l.kind == rule && strings.ContainsAny(raw, drawnOnly) {
		l.kind = border
	}
	return l
}

// drawnOnly are characters of borders that are no empty cells: double lines, and crosses.
const drawnOnly = "═╬╪╫╧╤╩╦┼┿╂╋"

// lispArray begins an array of Lisp; elsewhere # begins a comment.
const lispArray = "#2A("

// unlabelled blanks out what stands before the cells of a row: the marks of a
// quotation, the name of the row, its number as R prints it, and the name of a
// variable or function; and after them the dot that ends a clause of Prolog or a
// row of LaTeX.
func unlabelled(plain string) string {
	if end := strings.TrimRight(plain, " \t"); endsWithFullStop(end) {
		plain = end[:len(end)-1]
	}
	body := strings.TrimLeft(plain, "> \t")
	if len(body) > 4 && body[0] == '[' && isDigit(body[1]) && body[2:4] == ",]" {
		body = body[4:]
	}
	for _, nested := range [...]string{"[[", "((", "{{", "[]("} {
		if at := strings.Index(body, nested); 0 < at && at < 40 && isLetter(strings.TrimLeft(body, "(")[0]) && len(body) < mostLine {
			body = body[at:]
		}
	}
	if name, value, ok := strings.Cut(body, "="); ok && len(name) < 40 && !strings.Contains(name, "|") && strings.ContainsAny(value, "[{(\"'") && len(body) < mostLine {
		body = value
	}
	body = body[nameOfRow(body):]
	if cut := len(plain) - len(body); strings.Trim(plain[:cut], " \t") != "" {
		return strings.Repeat(" ", cut) + body
	}
	return plain
}

// nameOfRow returns the length of the name at the beginning of a row: a letter
// (some people skip I and end with J), or r1, Row 1 and the like.
//
// A separator and a character of the row must follow. The length has the separator of a
// character that is longer than a byte.
func nameOfRow(body string) int {
	name := 0
	switch lower := strings.ToLower(body[:min(len(body), len("row"))]); {
	case body != "" && body[0] >= 'A' && body[0] <= 'J':
		name = 1
	case lower == "row":
		name = nameWithDigit(body, len("row"))
	case strings.HasPrefix(lower, "r"):
		name = nameWithDigit(body, len("r"))
	}
	if name == 0 || len(body) < name+2 || strings.IndexByte(" |:\t", body[name]) < 0 || body[name+1] == '\n' {
		return 0
	}
	_, size := utf8.DecodeRuneInString(body[name+1:])
	return name + size - 1
}

// nameWithDigit returns the length of a name with spaces and a digit from 1 after its first n
// bytes, or 0 if there is no such digit.
func nameWithDigit(body string, n int) int {
	n += len(body[n:]) - len(strings.TrimLeft(body[n:], " "))
	if n == len(body) || body[n] < '1' || body[n] > '9' {
		return 0
	}
	return n + 1
}

// endsWithFullStop reports whether the dot at the end of a line is not a cell: it
// follows brackets, or the last of ten borders of nine cells.
func endsWithFullStop(line string) bool {
	n := len(line)
	if n < 2 || line[n-1] != '.' {
		return false
	}
	return strings.IndexByte(")]}", line[n-2]) >= 0 || line[n-2] == '|' && strings.Count(line, "|") == 10
}

// mostLine is the length of the longest line that may be a row, in characters.
const mostLine = 400

func (l *line) judge() kind {
	body := strings.TrimSpace(l.plain)
	switch {
	case body == "" && strings.Count(l.plain, "\t") < 8:
		if len(l.plain) >= 9 {
			return rule
		}
		return blank
	case isBorder(body):
		if l.cells() == 9 {
			return rule
		}
		return border
	case isAlone(body):
		return alone
	case len(l.plain) >= 81 && isWhole(l):
		return whole
	}
	if kind := l.judgeParts(body); kind != other || damagedIn(l.plain) == "" {
		return kind
	}
	return whole // a damaged puzzle behind a label, which is longer than labels of rows
}

// judgeParts decides whether a line is a row, a malformed puzzle or other text.
func (l *line) judgeParts(body string) kind {
	cells, wrong, longest := l.cells(), 0, 0
	digits, word := false, 0
	length := 0
	for i := range len(body) {
		c := body[i]
		digits = digits || isDigit(c)
		if isBetween(c) {
			length, word = 0, 0
			continue
		}
		length++
		longest = max(longest, length)
		if isCell(c) {
			word = 0
			continue
		}
		wrong++
		if word++; word > 2 {
			return other
		}
	}
	bars := strings.Count(body, "|")
	switch {
	case wrong > 0 && (cells < 6 || cells < 3*wrong):
		return other
	case longest > mostInRow:
		return whole
	case len(l.plain) > mostLine:
		return other
	case cells == 0 && 0 < bars && bars < 8:
		return rule
	case cells == 0 && bars == 0 && !hasFields(l.plain),
		!digits && 0 < cells && cells < 9 && bars == 0:
		return other
	}
	return row
}

// hasFields reports whether a line has the separators of nine fields.
func hasFields(plain string) bool {
	return slices.ContainsFunc(separators[:], func(separator string) bool { return strings.Count(plain, separator) >= 8 })
}

// cells returns the number of cells that are marked by a character.
func (l *line) cells() (n int) {
	for i := range len(l.plain) {
		if isCell(l.plain[i]) {
			n++
		}
	}
	return n
}

// isBorder reports whether a line is drawn between rows, such as
// ------+-------+------ or *-----------*.
func isBorder(body string) bool {
	if strings.Trim(body, "-_=+|*:.,'` ~^") != "" {
		return strings.HasPrefix(body, `\hline`)
	}
	for _, drawn := range [...]string{"---", "___", "===", "***", "~~~", "-+-", ":-", "-:", "- - -"} {
		if strings.Contains(body, drawn) {
			return drawn != "- - -" || strings.Contains(body, "+")
		}
	}
	return body != "" && strings.Trim(body, "+ ") == ""
}

// isAlone reports whether a line has only the number of a puzzle or the numbers
// of the columns.
func isAlone(body string) bool {
	if len(body) > 9 {
		if numbers := strings.Join(split(body), ""); numbers == "123456789" || numbers == "012345678" {
			return true
		}
	}
	number := strings.TrimRight(strings.TrimLeft(body, "("), ".):")
	return 0 < len(number) && len(number) <= 4 && len(body) <= len(number)+3 && strings.Trim(number, "0123456789") == ""
}
