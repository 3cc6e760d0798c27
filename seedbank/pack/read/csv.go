package read

import (
	"errors"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/shape"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// csvRoles are the columns that are read, each with its names: our name first, then
// the names in public tables. If a header has several of these names, the first one
// counts. The constants are indexes of csvRoles.
var csvRoles = [...][]string{
	csvPuzzle: {"puzzle", "puzzles", "quizzes", "quiz", "question", "questions", "sudoku", "sudokus",
		"board", "boards", "grid", "grids", "problem", "problems", "unsolved", "mission", "given", "givens"},
	csvSolution: {"solution", "solutions", "answer", "answers", "solved", "solved_board"},
	csvID:       {"id", "puzzle_id"},
	csvRating:   {"er", "rating", "difficulty", "level"},
	csvSource:   {"source", "author"},
	csvNote:     {"note", "comment"},
}

const (
	csvPuzzle = iota
	csvSolution
	csvID
	csvRating
	csvSource
	csvNote
)

// csvSeparators are the separators of columns. Spreadsheets write a semicolon
// where the comma is a decimal mark.
const csvSeparators = ",;\t"

// csvColumns are the numbers of the columns by role, or -1 where there is none.
type csvColumns [len(csvRoles)]int

// csvSeparator returns the separator of a table, judged by one of its lines.
func csvSeparator(line string) byte {
	best := csvSeparators[0]
	for i := range csvSeparators {
		if strings.Count(line, csvSeparators[i:i+1]) > strings.Count(line, string(best)) {
			best = csvSeparators[i]
		}
	}
	return best
}

// columnsOf determines the columns from the first row of a table: from the names
// in a header, or from the column with a puzzle. ok is false if the row has
// neither.
func columnsOf(row []placed) (columns csvColumns, isHeader, ok bool) {
	for role, names := range csvRoles {
		columns[role] = -1
		for _, name := range slices.Backward(names) {
			if i := slices.IndexFunc(row, func(c placed) bool { return strings.EqualFold(strings.TrimSpace(c.text), name) }); i >= 0 {
				columns[role] = i
			}
		}
	}
	if columns[csvPuzzle] >= 0 {
		return columns, true, true
	}
	for role := range columns {
		columns[role] = -1
	}
	for i, cell := range slices.Backward(row) {
		grid, err := sudoku.ParseGrid(cell.text)
		switch {
		case err != nil || len(strings.TrimSpace(cell.text)) != len(grid):
		case grid.NumClues() == len(grid) && columns[csvSolution] < 0:
			columns[csvSolution] = i
		default:
			columns[csvPuzzle] = i
		}
	}
	return columns, false, columns[csvPuzzle] >= 0
}

// isCSV reports whether a line is a row of a table. Neither is a tab alone enough,
// because it may separate a puzzle from a note, nor are two puzzles.
func isCSV(line string) bool {
	separator := csvSeparator(line)
	if strings.IndexByte(line, separator) < 0 {
		return strings.EqualFold(strings.Trim(line, `" `), "puzzle")
	}
	t := tableReader{lines: sudoku.ScanLines(strings.NewReader(line)), separator: separator}
	row, err := t.next()
	_, isHeader, ok := columnsOf(row)
	return err == nil && ok && (isHeader || separator != '\t' && !shape.HasTwo(line))
}

// readCSV reads tables with a header, and tables without one if the first row has
// a puzzle.
func readCSV(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		file := buffer(r)
		separator := csvSeparator(tellingLine(file))
		reader := csvReader{table: tableReader{lines: sudoku.ScanLines(file), separator: separator}, yield: yield}
		reader.read()
	}
}

type csvReader struct {
	table   tableReader
	yield   func(Record, error) bool
	columns csvColumns
	bare    bool // without a header
}

func (c *csvReader) read() {
	row, err := c.table.next()
	if err != nil {
		c.fail(err)
		return
	}
	columns, isHeader, ok := columnsOf(row)
	if !ok {
		c.yield(Record{Line: c.table.line}, malformed(c.table.line, 0, "no column is named puzzle, quizzes or question"))
		return
	}
	c.columns, c.bare = columns, !isHeader
	if isHeader || c.take(row) {
		c.rows(c.take)
	}
}

// rows takes all rows that follow.
func (c *csvReader) rows(take func([]placed) bool) {
	for again := true; again; {
		if row, err := c.table.next(); err != nil {
			again = c.fail(err)
		} else {
			again = take(row)
		}
	}
}

// takeName yields the record of a row that has an ID in the place of a puzzle.
func (c *csvReader) takeName(row []placed) bool {
	record, id := Record{Line: c.table.line, Named: true}, c.cell(row, csvID)
	var err error
	if record.Seed, err = seed.KeyNamed(strings.TrimSpace(id.text)); err != nil {
		err = malformed(record.Line, id.column, "%v", err)
	}
	return c.yield(record, err)
}

// fail yields an error of the table and reports whether to continue.
func (c *csvReader) fail(err error) bool {
	if errors.Is(err, io.EOF) {
		return false
	}
	return c.yield(Record{Line: c.table.line}, err) && !c.table.ended
}

// take yields the record of a row.
func (c *csvReader) take(row []placed) bool {
	record := Record{
		Line:   c.table.line,
		ID:     c.cell(row, csvID).text,
		Rating: c.cell(row, csvRating).text,
		Source: c.cell(row, csvSource).text,
		Note:   c.cell(row, csvNote).text,
	}
	if column := c.columns[csvPuzzle]; column >= len(row) {
		return c.yield(record, malformed(record.Line, 0, "a row of %s, want the puzzle in column %d", phrase.Count(len(row), "column"), column+1))
	}
	if c.bare && hasTwo(row) {
		return c.yield(record, malformed(record.Line, 0, "two puzzles on one line: each needs a line of its own"))
	}
	for column, cell := range row {
		if c.bare && column != c.columns[csvPuzzle] && shape.HasDamaged(cell.text) {
			_, err := parseCells(cell)
			return c.yield(record, err)
		}
	}
	return c.yield(record, record.parse(c.cell(row, csvPuzzle), c.cell(row, csvSolution)))
}

// hasTwo reports whether a row has two puzzles.
func hasTwo(row []placed) bool {
	var long []string
	for _, cell := range row {
		if len(cell.text) >= 81 {
			long = append(long, cell.text)
		}
	}
	return len(long) > 1 && shape.HasTwo(strings.Join(long, " "))
}

// cell returns the cell of a role, empty if the row has none.
func (c *csvReader) cell(row []placed, role int) placed {
	i := c.columns[role]
	if i < 0 || i >= len(row) {
		return placed{}
	}
	return row[i]
}
