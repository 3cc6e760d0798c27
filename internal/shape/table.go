package shape

import (
	"slices"
	"strings"
)

// A table of Markdown has a rule below its first line, which is a heading or the first row:
//
//	|   |   |   |   |   |   |   |   |   |        | 5 |   |   | 1 |   |   |   | 9 |   |
//	|---|---|---|---|---|---|---|---|---|        |---|---|---|---|---|---|---|---|---|
//	| 5 |   |   | 1 |   |   |   | 9 |   |        |   | 3 |   |   |   | 7 |   |   | 2 |
//
// A heading can lack words, and a rule of one hyphen a column can be a row of empty cells. The
// number of the rows below decides.

// underline notes the rule of a Markdown table, which stands below its first line and nowhere
// else. That line is a heading or, in a table without one, the first row; a line without cells can
// be either.
func (b *block) underline(l *line) (isRule bool) {
	if len(b.lines) != 1 || b.framed || !inTable(b.lines[0]) || !isTableRule(l) {
		return false
	}
	if first := &b.lines[0]; first.kind == row && first.cells() == 0 {
		first.kind, b.headed = alone, true
	}
	switch {
	case strings.Contains(l.plain, ":"): // no row has that
		l.kind = border
	case l.kind == row:
		l.kind, b.ruled = rule, true
	}
	return true
}

// inTable reports whether a line can be one of a table of nine columns.
func inTable(l line) bool { return strings.Count(l.plain, "|") >= 8 }

// leaveTable notes that a row of another layout follows: there is no table.
func (b *block) leaveTable() {
	b.frame()
	if b.ruled {
		b.lines[1].kind, b.ruled = row, false
	}
}

// frame notes that a border is drawn below some row. There is none in a Markdown table, so
// what looked like the heading of one is a row. It reports whether there is one row more so.
func (b *block) frame() (isRow bool) {
	if isRow = b.headed; isRow {
		b.lines[0].kind, b.headed = row, false
	}
	return isRow
}

// unhead returns the last row if what looked like a heading above nine rows was the first row: a
// table of Markdown ends with its last row, and here something drawn follows. The block has nine
// rows then.
func (b *block) unhead(next line) (last line, ok bool) {
	if !b.headed || b.doubtful() || len(b.rows()) != 10 || next.kind == blank || next.kind == other || next.kind == alone || next.kind == whole {
		return last, false
	}
	last = b.lines[len(b.lines)-1]
	b.lines = b.lines[:len(b.lines)-1]
	b.frame()
	return last, true
}

// doubtful reports whether the second line may be the rule of a table with a heading, or the
// first row below it.
func (b *block) doubtful() bool {
	return b.ruled && len(b.lines) > 1 && b.lines[0].kind == alone && b.lines[1].kind == rule && b.keeps(b.lines[1], b.loose())
}

// endsInDoubt reports whether the block has a heading and nine rows, one of which may be a rule,
// and a line is no row that would prove it.
func (b *block) endsInDoubt(l line) bool {
	return b.doubtful() && len(b.rows()) == 10 && (l.kind != row || l.cells() == 0)
}

// isTableRule reports whether a line can be the rule of a Markdown table of nine columns: each has
// three hyphens, or a hyphen and a colon, or one hyphen, as a row of empty cells has it, too.
func isTableRule(l *line) bool {
	fields := strings.Split(strings.Trim(strings.TrimSpace(l.plain), "|"), "|")
	return len(fields) == 9 && !slices.ContainsFunc(fields, func(field string) bool {
		hyphens := strings.Trim(field, ": ")
		return hyphens == "" || strings.Trim(hyphens, "-") != "" || l.kind == row && hyphens != "-"
	})
}
