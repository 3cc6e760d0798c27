package shape

import (
	_ "embed"
	"slices"
	"strings"
)

// layouts are pictures of a row whose empty cells are spaces. Digits are the
// columns; a border stands where the picture has one, and nowhere else. In the file, a
// middle dot stands for a space at an end of a row.
var layouts = strings.Split(strings.TrimSuffix(strings.ReplaceAll(layoutText, "·", " "), "\n"), "\n")

//go:embed layouts.txt
var layoutText string

// leastClues is the least number of clues of a puzzle (McGuire, Tugemann, Civario
// 2012).
const leastClues = 17

// leastGaps is the least number of rows with a space between digits in a grid with
// spaces for empty cells. A list of nine numbers has none.
const leastGaps = 3

// readColumns reads rows in which spaces are empty cells, by the layouts and
// margins that all rows fit. Different grids are different readings.
//
// A grid with marks for empty cells has no spaces for them too, and nine short
// lines of a list of numbers are not a grid.
func readColumns(rows []line) (readings []reading) {
	digits, gaps := 0, 0
	for _, row := range rows {
		if strings.Contains(strings.TrimSpace(row.plain), " ") {
			gaps++
		}
		for i := range len(row.plain) {
			if isDigit(row.plain[i]) {
				digits++
			} else if isCell(row.plain[i]) {
				return nil
			}
		}
	}
	if digits < leastClues || gaps < leastGaps {
		return nil
	}
	indent := leastIndent(rows)
	for _, layout := range layouts {
		for margin := max(0, indent-mostMargin); margin <= indent; margin++ {
			cells, ok := layOut(rows, layout, margin)
			if ok && !slices.ContainsFunc(readings, func(r reading) bool { return r.cells == cells }) {
				readings = append(readings, reading{layout, cells})
			}
		}
	}
	return readings
}

// mostMargin is how far to the left of the first digit of a grid its first
// column may begin: as wide as the widest layout is, with its last digit there.
const mostMargin = 33

// leastIndent returns the least number of spaces before a row, blank rows left
// out.
func leastIndent(rows []line) int {
	least := mostLine
	for _, row := range rows {
		if indent := len(row.plain) - len(strings.TrimLeft(row.plain, " ")); indent < len(row.plain) {
			least = min(least, indent)
		}
	}
	if least == mostLine {
		return 0
	}
	return least
}

// layOut reads rows with one layout after a margin.
func layOut(rows []line, layout string, margin int) (string, bool) {
	cells := []byte(strings.Repeat(".", 81))
	for r, row := range rows {
		body := strings.TrimRight(row.plain, " ")
		if body == "" {
			continue
		}
		for i := range max(len(body), margin+len(layout)) {
			here, drawn := byte(' '), byte(' ')
			if i < len(body) {
				here = body[i]
			}
			if margin <= i && i < margin+len(layout) {
				drawn = layout[i-margin]
			}
			switch {
			case isDigit(drawn) && here != ' ':
				if !isCell(here) {
					return "", false
				}
				cells[9*r+int(drawn-'1')] = here
			case !isDigit(drawn) && here != drawn:
				return "", false
			}
		}
	}
	return string(cells), true
}
