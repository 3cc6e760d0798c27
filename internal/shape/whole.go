package shape

import (
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/sudoku"
)

// wholes are the shapes of a puzzle on one line. The first that fits counts.
var wholes = [...]struct {
	name string
	// read returns the cells of a line, one byte each, and where they end; -1 if
	// the line has another shape. The line may be any tail of what was written.
	read func(plain string) (cells string, end int)
}{
	{"81 cells, + before those that a solver placed", runWithPlaced},
	{"81 cells", runOfCells},
	{"cells in groups", groupedCells},
	{"81 cells apart, and more behind a tab", groupedBeforeTab},
	{"81 fields", fieldsOfLine},
	{"81 candidate cells", candidatesOfLine},
	{"81 cells, spaces for empty ones", spacedCells},
}

func isWhole(l *line) bool {
	_, _, _, ok := findWhole(l.plain)
	return ok
}

// findWhole returns the cells of a puzzle on one line, behind a label or not.
func findWhole(plain string) (cells string, start, end int, ok bool) {
	for _, start := range labelEnds(plain) {
		for _, shape := range wholes {
			if cells, end := shape.read(plain[start:]); end >= 0 {
				return cells, start, start + end, true
			}
		}
	}
	return "", 0, 0, false
}

// mostLabel is the length of the longest label, in characters.
const mostLabel = 60

// labelEnds returns the places where the cells of a line may begin: at its
// beginning, and behind what may be a label, such as "Puzzle 17:" or "17.".
func labelEnds(plain string) []int {
	ends := []int{0}
	head := plain[:min(len(plain), mostLabel)]
	for _, mark := range [...]string{": ", ". ", ") ", "= ", "=", ":", "\t"} {
		if i := strings.Index(head, mark); i >= 0 && strings.TrimSpace(head[:i]) != "" {
			ends = append(ends, i+len(mark))
		}
	}
	return ends
}

// readWhole reads a puzzle on one line. What follows it there is the rest.
func readWhole(l line) (g sudoku.Grid, rest string, err error) {
	cells, start, end, ok := findWhole(l.plain)
	if !ok {
		return g, "", l.wrongWhole()
	}
	if i := doubtful(cells); i >= 0 {
		at := start + strings.IndexByte(l.plain[start:], cells[i])
		return g, "", failure(l, at, "%s", doubt(cells, i))
	}
	return gridOf(cells), trimRest(l.raw[offset(l.raw, end):]), nil
}

// wrongWhole says why a line is no puzzle.
func (l *line) wrongWhole() error {
	start, end := longestWord(l.plain)
	for i := start; i < end; i++ {
		if !isCell(l.plain[i]) {
			return l.alien(i)
		}
	}
	return failure(*l, -1, "%s, want 81", phrase.Count(end-start, "cell"))
}

// longestWord returns the limits of the longest part between spaces.
func longestWord(plain string) (start, end int) {
	begun := 0
	for i := 0; i <= len(plain); i++ {
		if i < len(plain) && !isBetween(plain[i]) {
			continue
		}
		if i-begun > end-start {
			start, end = begun, i
		}
		begun = i + 1
	}
	return start, end
}

// runOfCells finds 81 cells in a row that no other cell, letter or digit adjoins.
func runOfCells(plain string) (string, int) {
	for begin := 0; begin < len(plain); {
		end := begin
		for end < len(plain) && isCell(plain[end]) {
			end++
		}
		if end-begin == 81 && !adjoins(plain, begin-1) && !adjoins(plain, end) {
			return plain[begin:end], end
		}
		begin = end + 1
	}
	return "", -1
}

func adjoins(plain string, i int) bool {
	return 0 <= i && i < len(plain) && (isLetter(plain[i]) || plain[i] == '~')
}

// runWithPlaced reads the lines of HoDoKu, which has + before a digit that is no
// clue: that cell is empty here.
func runWithPlaced(plain string) (string, int) {
	if !strings.HasPrefix(plain, ":") || !strings.Contains(plain, "+") {
		return "", -1
	}
	at := 0
	for part := range strings.SplitSeq(plain, ":") {
		cells := make([]byte, 0, 81)
		for i := 0; i < len(part); i++ {
			c := part[i]
			if c == '+' && i+1 < len(part) && isDigit(part[i+1]) {
				c = '.'
				i++
			}
			cells = append(cells, c)
		}
		if len(cells) == 81 && allCells(string(cells)) {
			return string(cells), at + len(part)
		}
		at += len(part) + 1
	}
	return "", -1
}

func allCells(text string) bool {
	for i := range len(text) {
		if !isCell(text[i]) {
			return false
		}
	}
	return true
}

// groupedCells reads cells in groups of the same length with something between
// them: 81 cells apart, boxes of three, or nine rows.
func groupedCells(plain string) (string, int) {
	groups := split(plain)
	if n := len(groups); n != 81 && n != 27 && n != 9 && n != 3 {
		return "", -1
	}
	for _, group := range groups {
		if len(group)*len(groups) != 81 || !allCells(group) {
			return "", -1
		}
	}
	return strings.Join(groups, ""), len(plain)
}

// groupedBeforeTab reads 81 cells apart, up to a tab.
func groupedBeforeTab(plain string) (string, int) {
	cells, _, ok := strings.Cut(plain, "\t")
	if !ok || len(cells) < 2*81-1 {
		return "", -1
	}
	return groupedCells(cells)
}

// split returns what stands between separators.
func split(plain string) []string {
	return strings.FieldsFunc(plain, func(c rune) bool { return isBetween(byte(c)) })
}

// fieldsOfLine reads 81 fields, of which some are blank.
func fieldsOfLine(plain string) (string, int) {
	cells, ok := fields(plain, 81)
	if !ok {
		return "", -1
	}
	return cells, len(plain)
}

// candidatesOfLine reads the candidates of 81 cells.
func candidatesOfLine(plain string) (string, int) {
	cells, ok := candidates(plain, 81)
	if !ok {
		return "", -1
	}
	return cells, len(plain)
}

// spacedCells reads 81 characters; spaces among them are empty cells.
func spacedCells(plain string) (string, int) {
	body := strings.Trim(strings.TrimRight(plain, ",;"), `"'`)
	if len(body) != 81 {
		return "", -1
	}
	digits := 0
	for i := range len(body) {
		if isDigit(body[i]) {
			digits++
		} else if body[i] != ' ' {
			return "", -1
		}
	}
	if digits < leastClues || !strings.Contains(body, "  ") {
		return "", -1
	}
	return strings.ReplaceAll(body, " ", "."), len(plain)
}

// gridOf returns the grid of 81 cells.
func gridOf(cells string) (g sudoku.Grid) {
	for i := range g {
		if isDigit(cells[i]) {
			g[i] = sudoku.Digit(cells[i] - '0')
		}
	}
	return g
}

// doubtful returns the place of a character that is an empty cell only where
// nothing else is one, if something else is one; or -1.
func doubtful(cells string) int {
	for i := range len(cells) {
		if !isWeak(cells[i]) {
			continue
		}
		for j := range len(cells) {
			if c := cells[j]; !isDigit(c) && c|0x20 != cells[i]|0x20 {
				return i
			}
		}
		return -1
	}
	return -1
}

// doubt names both readings of a doubtful character.
func doubt(cells string, i int) string {
	for j := range len(cells) {
		if c := cells[j]; !isDigit(c) && c|0x20 != cells[i]|0x20 {
			return "'" + cells[i:i+1] + "' may be an empty cell or a misprint: the grid has '" + cells[j:j+1] + "' for empty cells too"
		}
	}
	return ""
}
