package shape

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/sudoku"
)

// wholes are readers of the shapes of a puzzle on one line. They return its cells, one byte
// each, and where they end; ok is false if the line has another shape. The line may be any
// tail of what was written. The first that fits counts.
var wholes = [...]func(plain string) (cells string, end int, ok bool){
	runWithPlaced,
	runOfCells,
	toTheEnd(groupedCells),
	groupedBeforeTab,
	toTheEnd(func(plain string) (string, bool) { return fields(plain, 81) }),
	toTheEnd(func(plain string) (string, bool) { return candidates(plain, 81) }),
	toTheEnd(spacedCells),
}

// toTheEnd returns a reader of shapes that take the whole line.
func toTheEnd(read func(plain string) (string, bool)) func(string) (string, int, bool) {
	return func(plain string) (string, int, bool) {
		cells, ok := read(plain)
		return cells, len(plain), ok
	}
}

func isWhole(l *line) bool {
	_, _, _, ok := findWhole(l.plain)
	return ok
}

// findWhole returns the cells of a puzzle on one line, with or without a label
// before it.
func findWhole(plain string) (cells string, start, end int, ok bool) {
	for _, start := range labelEnds(plain) {
		for _, read := range wholes {
			if cells, end, ok := read(plain[start:]); ok {
				return cells, start, start + end, true
			}
		}
	}
	return "", 0, 0, false
}

// mostLabel is the length of the longest label, in characters.
const mostLabel = 60

// labelEnds returns the places where the cells of a line may begin: its
// beginning, and the ends of possible labels such as "Puzzle 17:" or "17.".
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

// readWhole reads a puzzle on one line. label is the text before it.
func readWhole(l line) (t Text, label string, err error) {
	cells, start, end, ok := findWhole(l.plain)
	if !ok {
		return t, "", l.wrongWhole()
	}
	if sign, reason := doubtful(cells); reason != "" {
		return t, "", failure(l, start+strings.IndexByte(l.plain[start:], sign), "%s", reason)
	}
	if run := strings.Index(l.plain[start:end], cells); run > 0 {
		start += run
	}
	t = Text{Grid: gridOf(cells), Line: l.number, Rest: l.raw[offset(l.raw, end):]}
	if err := l.damagedBeside(start, end, t.Grid.NumClues() == len(t.Grid)); err != nil {
		return t, "", err
	}
	if t.Game = libraryGame(l.plain, end); t.Game == nil {
		t.Game = GameOf(t.Grid, groupsOf(l.plain[start:end], len(t.Grid)))
	}
	return t, l.raw[:offset(l.raw, start)], nil
}

// namesSolution reports whether a text says that a solution follows.
func namesSolution(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc([]string{"solution", "answer", "solved", "lösung", "solución", "réponse"}, func(word string) bool { return strings.Contains(text, word) })
}

// LeastDamaged is the least number of cells of a word that is a damaged puzzle. Beside a complete
// grid leastUnsolved is enough, because the grid is often the solution of the damaged puzzle.
const LeastDamaged, leastUnsolved = 60, 30

// mostDamaged is the most cells of a damaged puzzle. Longer words are candidates.
const mostDamaged = 100

// damagedBeside returns an error if a puzzle that cannot be read stands before or after a whole
// grid on its line. Beside a complete grid it may also be several words.
func (l *line) damagedBeside(start, end int, complete bool) error {
	for _, side := range [...]string{l.plain[:start], l.plain[end:]} {
		together := ""
		for _, word := range wordsOfCells(side) {
			if isDamaged(word, LeastDamaged) || complete && isDamaged(word, leastUnsolved) {
				return l.wrongWord(word)
			}
			together += word
		}
		if complete && (len(together) == 81 || isDamaged(together, LeastDamaged)) {
			return failure(*l, -1, "%s beside a complete grid: write the puzzle as 81 characters before its solution", phrase.Count(len(together), "cell"))
		}
	}
	return nil
}

// HasDamaged reports whether a line has a word that is a damaged puzzle.
func HasDamaged(line string) bool { return damagedIn(plain(line)) != "" }

// damagedIn returns the first word of a plain line that is a damaged puzzle, or nothing.
func damagedIn(plain string) string {
	for part := range strings.SplitSeq(plain, " ") {
		if len(part) < LeastDamaged { // as all parts of prose, which this passes fast
			continue
		}
		for _, word := range wordsOfCells(part) {
			if isDamaged(word, LeastDamaged) {
				return word
			}
		}
	}
	return ""
}

// wordsOfCells returns the words of a plain line that have little but cells.
func wordsOfCells(plain string) []string {
	words := strings.FieldsFunc(plain, func(c rune) bool { return isBetween(byte(c)) || c == '=' || c == '<' })
	return slices.DeleteFunc(words, func(word string) bool {
		cells := (&line{plain: word}).cells()
		return cells < 8*(len(word)-cells)
	})
}

// isDamaged reports whether a word of cells is part of a puzzle, or has other characters among its
// cells: an eighth or more are digits, and a fifth are not.
func isDamaged(word string, least int) bool {
	digits := len(word) - len(noDigits.Replace(word))
	if len(word) < least || len(word) > mostDamaged || 8*digits < len(word) || 5*(len(word)-digits) < len(word) {
		return false
	}
	_, doubt := doubtful(word)
	return len(word) != 81 || !allCells(word) || doubt != ""
}

var noDigits = strings.NewReplacer("1", "", "2", "", "3", "", "4", "", "5", "", "6", "", "7", "", "8", "", "9", "")

// HasTwo reports whether a line has two different puzzles.
func HasTwo(line string) bool {
	cells, end, ok := runOfCells(line)
	if !ok {
		return false
	}
	g := gridOf(cells)
	return hasAnother(line[end:], &g)
}

// hasAnother reports whether another puzzle follows a puzzle on its line: 81 cells in a row or in
// groups, before any comment. See [isAnother].
func hasAnother(rest string, of *sudoku.Grid) bool {
	rest, _, _ = strings.Cut(rest, "#")
	if cells, ok := groupedCells(rest); ok && isAnother(cells, of) {
		return true
	}
	for {
		cells, end, ok := runOfCells(rest)
		if !ok {
			return false
		}
		if isAnother(cells, of) {
			return true
		}
		rest = rest[end:]
	}
}

// isAnother reports whether 81 cells are another puzzle. The same puzzle with more or fewer cells
// filled is none, nor are a full grid and cells that contradict each other.
func isAnother(cells string, of *sudoku.Grid) bool {
	g, lacks, adds := gridOf(cells), false, false
	for i, digit := range g {
		lacks = lacks || of[i] != 0 && of[i] != digit
		adds = adds || digit != 0 && of[i] != digit
	}
	n := g.NumClues()
	return lacks && adds && leastClues <= n && n < len(g) && g.Conflict() == nil
}

// wrongWhole returns the error for a malformed puzzle on one line.
func (l *line) wrongWhole() error {
	if word := damagedIn(l.plain); word != "" {
		return l.wrongWord(word)
	}
	longest := ""
	for _, word := range split(l.plain) {
		if len(word) > len(longest) {
			longest = word
		}
	}
	return l.wrongWord(longest)
}

// wrongWord returns the error for a word that is a malformed puzzle.
func (l *line) wrongWord(word string) error {
	if i := strings.IndexFunc(word, isNoCell); i >= 0 {
		return l.alien(strings.Index(l.plain, word) + i)
	}
	if sign, reason := doubtful(word); len(word) == 81 && reason != "" {
		return failure(*l, strings.Index(l.plain, word)+strings.IndexByte(word, sign), "%s", reason)
	}
	return failure(*l, -1, "%s, want 81", phrase.Count(len(word), "cell"))
}

// runOfCells finds 81 cells in a row that no other cell, letter or digit adjoins.
func runOfCells(plain string) (string, int, bool) {
	for begin := 0; begin < len(plain); {
		end := begin
		for end < len(plain) && isCell(plain[end]) {
			end++
		}
		if end-begin == 81 && !adjoins(plain, begin-1) && !adjoins(plain, end) {
			return plain[begin:end], end, true
		}
		begin = end + 1
	}
	return "", 0, false
}

func adjoins(plain string, i int) bool {
	return 0 <= i && i < len(plain) && (isLetter(plain[i]) || plain[i] == '~')
}

// runWithPlaced reads the lines of HoDoKu, in which + precedes a digit that is
// not a clue. It reads such a cell as empty.
func runWithPlaced(plain string) (string, int, bool) {
	if !strings.HasPrefix(plain, ":") || !strings.Contains(plain, "+") {
		return "", 0, false
	}
	at := 0
	for part := range strings.SplitSeq(plain, ":") {
		at += len(part)
		if cells := withoutPlaced.Replace(part); len(cells) == 81 && allCells(cells) {
			return cells, at, true
		}
		at++
	}
	return "", 0, false
}

// libraryGame returns the game in a line of HoDoKu whose cells end at end, or nil if the line is
// none. Behind the cells are the candidates that were removed before: digit, row, column.
func libraryGame(plain string, end int) *Game {
	cells := strings.ReplaceAll(plain[strings.LastIndexByte(plain[:end], ':')+1:end], "+", "")
	if !strings.HasPrefix(plain, ":") || len(cells) != 81 {
		return nil
	}
	game := Game{Grid: gridOf(cells)}
	for c := range game.Candidates {
		game.Candidates[c] = sudoku.AllDigits
	}
	removed, _, _ := strings.Cut(strings.TrimPrefix(plain[end:], ":"), ":")
	for _, k := range strings.Fields(removed) {
		if len(k) == 3 && isDigit(k[0]) && isDigit(k[1]) && isDigit(k[2]) {
			c := sudoku.CellAt(int(k[1]-'1'), int(k[2]-'1'))
			game.Candidates[c] = game.Candidates[c].Without(sudoku.Digit(k[0] - '0'))
		}
	}
	return &game
}

// withoutPlaced makes a dot of each digit from 1 with + before it.
var withoutPlaced = strings.NewReplacer("+1", ".", "+2", ".", "+3", ".", "+4", ".", "+5", ".", "+6", ".", "+7", ".", "+8", ".", "+9", ".")

func allCells(text string) bool { return strings.IndexFunc(text, isNoCell) < 0 }

func isNoCell(c rune) bool { return !isCell(byte(c)) }

// groupedCells reads cells in groups of the same length with something between
// them: 81 cells apart, boxes of three, or nine rows.
func groupedCells(plain string) (string, bool) {
	groups := split(plain)
	if n := len(groups); n != 81 && n != 27 && n != 9 && n != 3 {
		return "", false
	}
	for _, group := range groups {
		if len(group)*len(groups) != 81 || !allCells(group) {
			return "", false
		}
	}
	return strings.Join(groups, ""), true
}

// groupedBeforeTab reads 81 cells apart, up to a tab.
func groupedBeforeTab(plain string) (string, int, bool) {
	cells, _, ok := strings.Cut(plain, "\t")
	if !ok || len(cells) < 2*81-1 {
		return "", 0, false
	}
	return toTheEnd(groupedCells)(cells)
}

// split returns what stands between separators.
func split(plain string) []string {
	return strings.FieldsFunc(plain, func(c rune) bool { return isBetween(byte(c)) })
}

// spacedCells reads 81 characters; spaces among them are empty cells.
func spacedCells(plain string) (string, bool) {
	body := strings.Trim(strings.TrimRight(plain, ",;"), `"'`)
	if len(body) != 81 || strings.Trim(body, "123456789 ") != "" || !strings.Contains(body, "  ") {
		return "", false
	}
	return strings.ReplaceAll(body, " ", "."), 81-strings.Count(body, " ") >= leastClues
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

// doubtful returns an ambiguous mark for empty cells that is mixed with another
// mark, and the reason for the error.
func doubtful(cells string) (sign byte, reason string) {
	at := strings.IndexFunc(cells, func(c rune) bool { return isWeak(byte(c)) })
	if at < 0 {
		return 0, ""
	}
	sign = cells[at]
	for _, c := range []byte(cells) {
		if !isDigit(c) && c|0x20 != sign|0x20 {
			return sign, fmt.Sprintf("'%c' may be an empty cell or a misprint: the grid has '%c' for empty cells too", sign, c)
		}
	}
	return 0, ""
}
