package shape

import (
	"strings"

	"github.com/seedoku/seedoku/sudoku"
)

// A grid of pencil marks has three lines a row and three places a cell on each:
// a candidate stands in the place of its digit, as on paper.
//
//	+-----+-----+
//	|1 . .|. 2 .|   a cell with the candidates 1, 5 and 6, and one with 2 alone
//	|. 5 6|. . .|
//	|. . .|. . .|
//	+-----+-----+
//
// A cell that is solved has its digit alone, in its place or in the middle.

// markLines is the number of lines of a grid of pencil marks.
const markLines = 27

// areMarks reports whether nine lines are the first of a grid of pencil marks.
// If they can be nine rows of cells too, they are rows, unless a band would have
// two without a digit: no puzzle has.
func areMarks(lines []line) bool {
	if _, _, ok := readMarks(lines); !ok {
		return false
	}
	for i := range 3 {
		empty := 0
		for _, l := range lines[3*i : 3*i+3] {
			if !strings.ContainsAny(l.plain, "123456789") {
				empty++
			}
		}
		if empty == 2 {
			return true
		}
	}
	return len(fieldRows(lines)) == 0
}

// readMarkedGrid reads a grid of pencil marks, which begins at the second line if
// the first one numbers the columns.
func readMarkedGrid(lines []line) (g sudoku.Grid, game *Game, err error) {
	if len(lines)%3 == 1 && lines[0].kind != row {
		lines = lines[1:]
	}
	if len(lines) != markLines {
		return g, nil, failure(lines[0], -1, "a grid of pencil marks of %d lines, want %d", len(lines), markLines)
	}
	cells, groups, ok := readMarks(lines)
	if !ok {
		return g, nil, failure(lines[0], -1, "a grid of pencil marks with marks out of their places")
	}
	g = gridOf(cells)
	return g, GameOf(g, groups), nil
}

// readMarks reads whole rows of cells from lines of pencil marks. It returns the cells, a byte
// each, and their marks.
func readMarks(lines []line) (cells string, marks []string, ok bool) {
	var all strings.Builder
	for len(lines) >= 3 {
		var thirds [3][9]string
		for i := range thirds {
			if thirds[i], ok = markThirds(lines[i].plain); !ok {
				return "", nil, false
			}
		}
		for c := range 9 {
			cell, ok := markedCell([3]string{thirds[0][c], thirds[1][c], thirds[2][c]})
			if !ok {
				return "", nil, false
			}
			all.WriteByte(cell)
			marks = append(marks, thirds[0][c]+thirds[1][c]+thirds[2][c])
		}
		lines = lines[3:]
	}
	return all.String(), marks, len(lines) == 0
}

// markedCell returns the digit of a cell, or a dot if it has not exactly one
// candidate.
func markedCell(thirds [3]string) (cell byte, ok bool) {
	all := thirds[0] + thirds[1] + thirds[2]
	for i := range len(all) - 1 {
		if all[i] >= all[i+1] {
			return 0, false
		}
	}
	if len(all) == 1 && len(thirds[1]) == 1 {
		return all[0], true
	}
	for i, third := range thirds {
		for _, c := range []byte(third) {
			if int(c-'1')/3 != i {
				return 0, false
			}
		}
	}
	if len(all) == 1 {
		return all[0], true
	}
	return '.', true
}

// markThirds returns the marks of nine cells on a line.
func markThirds(plain string) (thirds [9]string, ok bool) {
	body := strings.TrimSpace(plain)
	body = strings.TrimSuffix(strings.TrimPrefix(body, "|"), "|")
	parts := strings.Split(strings.ReplaceAll(body, "||", "|"), "|")
	switch groups := split(plain); {
	case len(parts) == 9:
	case len(groups) == 9 && widthOf(groups) == 3:
		parts = groups
	case len(groups) == 27 && widthOf(groups) == 1:
		parts = parts[:0]
		for i := range 9 {
			parts = append(parts, groups[3*i]+groups[3*i+1]+groups[3*i+2])
		}
	default:
		parts = cellsOfBoxes(parts)
	}
	if len(parts) != 9 {
		return thirds, false
	}
	for i, part := range parts {
		if thirds[i], ok = marksOf(part); !ok {
			return thirds, false
		}
	}
	return thirds, true
}

// widthOf returns the length that all groups have, or 0.
func widthOf(groups []string) int {
	for _, group := range groups {
		if len(group) != len(groups[0]) {
			return 0
		}
	}
	return len(groups[0])
}

// cellsOfBoxes cuts the parts between three boxes into cells of three
// characters with one space between, or with none.
func cellsOfBoxes(boxes []string) (parts []string) {
	if len(boxes) != 3 {
		return nil
	}
	for _, box := range boxes {
		gap := 1
		switch len(box) {
		case 13:
			if box[0] != ' ' || box[12] != ' ' {
				return nil
			}
			box = box[1:12]
		case 9:
			gap = 0
		}
		if len(box) != 9+2*gap || gap == 1 && (box[3] != ' ' || box[7] != ' ') {
			return nil
		}
		for i := range 3 {
			parts = append(parts, box[i*(3+gap):][:3])
		}
	}
	return parts
}

// marksOf returns the digits of a part of a line that is one cell's.
func marksOf(part string) (digits string, ok bool) {
	for _, c := range []byte(part) {
		switch {
		case isDigit(c):
			digits += string(c)
		case c != ' ' && !isStrong(c):
			return "", false
		}
	}
	return digits, len(digits) <= 3 && len(part) <= mostMarks
}

// mostMarks is the width of the widest cell of a grid of pencil marks.
const mostMarks = 9
