package shape

import (
	"strings"

	"github.com/seedoku/seedoku/sudoku"
)

// grids are readers of the shapes of a puzzle of nine rows. They return the cells, one byte
// each, and several readings if the rows do not tell which one is meant. The first that
// fits counts.
var grids = [...]func(rows []line) (readings []reading){
	// nine cells a row
	eachRow(func(plain string) (string, bool) {
		cells := strings.Join(split(plain), "")
		return cells, len(cells) == 9 && allCells(cells)
	}),
	fieldRows,
	// the candidates of nine cells a row
	eachRow(func(plain string) (string, bool) { return candidates(plain, 9) }),
	readColumns,
}

// fieldRows reads rows of nine fields.
func fieldRows(rows []line) []reading {
	return eachRow(func(plain string) (string, bool) { return fields(plain, 9) })(rows)
}

// reading is one way to understand a grid.
type reading struct {
	how   string
	cells string
}

// eachRow returns a reader of grids whose rows can be read one by one.
func eachRow(read func(plain string) (cells string, ok bool)) func([]line) []reading {
	return func(rows []line) []reading {
		var all strings.Builder
		for _, row := range rows {
			cells, ok := read(row.plain)
			if !ok {
				return nil
			}
			all.WriteString(cells)
		}
		return []reading{{cells: all.String()}}
	}
}

// separators are what may stand between fields.
var separators = [...]string{"|", ",", ";", "\t", "&"}

// fields splits a text at borders, commas, semicolons, tabs or &, whichever gives
// n fields that are a cell each or blank.
func fields(plain string, n int) (cells string, ok bool) {
	for _, separator := range separators {
		body := plain
		if separator != "\t" {
			body = strings.TrimSpace(body)
		}
		if separator == "|" {
			body = strings.TrimSuffix(strings.TrimPrefix(body, "|"), "|")
		} else {
			body = strings.Trim(body, `[](){}\`)
		}
		if strings.Count(body, separator) < n-1 {
			continue
		}
		for _, text := range [...]string{body, strings.TrimSuffix(body, separator), strings.ReplaceAll(body, "||", "|")} {
			if cells, ok := fieldsAt(text, separator, n); ok {
				return cells, true
			}
		}
	}
	return "", false
}

func fieldsAt(text, separator string, n int) (string, bool) {
	if strings.Count(text, separator) != n-1 {
		return "", false
	}
	cells := make([]byte, 0, n)
	for field := range strings.SplitSeq(text, separator) {
		field = strings.Trim(field, " \t\"'`[](){}$")
		if bold := strings.Trim(field, "*_"); len(field) > 1 {
			field = bold
		}
		switch {
		case field == "":
			cells = append(cells, '.')
		case len(field) == 1 && isCell(field[0]):
			cells = append(cells, field[0])
		default:
			return "", false
		}
	}
	return string(cells), true
}

// GameOf returns the game with the given digits and candidates, one group for each cell, or nil
// if they are no candidates. An empty cell without a group may have any digit.
func GameOf(g sudoku.Grid, groups []string) *Game {
	if len(groups) != len(g) {
		return nil
	}
	game := Game{Grid: g}
	for c, group := range groups {
		for _, d := range []byte(unmarked(group)) {
			if !isDigit(d) {
				return nil
			}
			game.Candidates[c] = game.Candidates[c].With(sudoku.Digit(d - '0'))
		}
		if group == "" {
			game.Candidates[c] = sudoku.AllDigits
		}
	}
	return &game
}

// groupsOf returns the groups of a text, n if it has as many. The marks of package figure in a group
// may be characters that stand between cells too.
func groupsOf(plain string, n int) []string {
	groups := split(plain)
	if len(groups) == n || !strings.ContainsAny(plain, "+/") {
		return groups
	}
	return strings.FieldsFunc(plain, func(c rune) bool { return c != '+' && c != '/' && isBetween(byte(c)) })
}

// unmarked returns a group of candidates without the marks that package figure draws before them.
func unmarked(group string) string {
	if len(group) < 2 || !isDigit(group[len(group)-1]) {
		return group
	}
	return noMarks.Replace(group)
}

var noMarks = strings.NewReplacer("=", "", "-", "", "#", "", "*", "", "/", "", "+", "")

// candidates reads n groups of digits: the candidates of a cell that is not solved
// yet, or the digit of a cell that is.
func candidates(plain string, n int) (string, bool) {
	groups := groupsOf(plain, n)
	if len(groups) != n {
		return "", false
	}
	cells := make([]byte, n)
	for i, group := range groups {
		seen := 0
		group = unmarked(group)
		for _, c := range []byte(group) {
			if !isDigit(c) || seen>>(c-'0')&1 == 1 {
				return "", false
			}
			seen |= 1 << (c - '0')
		}
		cells[i] = '.'
		if len(group) == 1 {
			cells[i] = group[0]
		}
	}
	return string(cells), true
}
