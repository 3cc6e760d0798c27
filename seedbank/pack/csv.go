package pack

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/sudoku"
)

// csvHeader begins with the columns that public puzzle tables have; the others
// are ours. Difficulty is the ER.
var csvHeader = []string{
	"id", "puzzle", "solution", "clues", "difficulty",
	"level", "er", "ep", "ed", "technique", "seed",
}

// csvWriter writes a table as RFC 4180 has it, but with lines that end in a
// newline alone.
type csvWriter struct {
	table  *csv.Writer
	headed bool
}

func newCSV(w io.Writer, _ Options) Writer { return &csvWriter{table: csv.NewWriter(w)} }

func (c *csvWriter) Write(e *Entry) error {
	if err := c.head(); err != nil {
		return err
	}
	return c.table.Write([]string{
		e.ID, e.Puzzle.Clues().String(), e.Puzzle.Solution().String(),
		strconv.Itoa(e.Puzzle.NumClues()), e.Rating.ER.String(),
		strconv.Itoa(int(e.Rating.Level())), e.Rating.ER.String(), e.Rating.EP.String(), e.Rating.ED.String(),
		e.Rating.Hardest.String(), e.Seed,
	})
}

func (c *csvWriter) head() error {
	if c.headed {
		return nil
	}
	c.headed = true
	return c.table.Write(csvHeader)
}

func (c *csvWriter) Close() error {
	if err := c.head(); err != nil {
		return err
	}
	c.table.Flush()
	return c.table.Error()
}

// csvRoles are the names that tables give to the columns that are read, of
// which the first that a header has counts. The rows are numbered by the
// constants.
var csvRoles = [...][]string{
	csvPuzzle:   {"puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku"},
	csvSolution: {"solution", "solutions", "answer"},
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

// csvSeparators are what may stand between columns: spreadsheets write a
// semicolon where the comma is a decimal mark.
const csvSeparators = ",;\t"

// csvColumns are the numbers of the columns by role, or -1.
type csvColumns [len(csvRoles)]int

func (columns csvColumns) of(row []string, role int) string {
	if i := columns[role]; i >= 0 && i < len(row) {
		return row[i]
	}
	return ""
}

// csvSeparator returns the separator of a table by a line of it.
func csvSeparator(line string) rune {
	best := rune(csvSeparators[0])
	for _, separator := range csvSeparators {
		if strings.Count(line, string(separator)) > strings.Count(line, string(best)) {
			best = separator
		}
	}
	return best
}

// columnsOf returns the columns that the first row of a table names, or, if it
// is a row of puzzles already, those that it has puzzles in. Neither is not ok.
func columnsOf(row []string) (columns csvColumns, isHeader, ok bool) {
	for role, names := range csvRoles {
		columns[role] = -1
		for _, name := range slices.Backward(names) {
			if i := slices.IndexFunc(row, func(cell string) bool { return strings.EqualFold(strings.TrimSpace(cell), name) }); i >= 0 {
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
		grid, err := sudoku.ParseGrid(cell)
		switch {
		case err != nil || len(strings.TrimSpace(cell)) != len(grid):
		case grid.NumClues() == len(grid) && columns[csvSolution] < 0:
			columns[csvSolution] = i
		default:
			columns[csvPuzzle] = i
		}
	}
	return columns, false, columns[csvPuzzle] >= 0
}

// isCSV asks for a separator that is seen: a tab may also stand between a
// puzzle and a note on it.
func isCSV(line string) bool {
	separator := csvSeparator(line)
	if !strings.ContainsRune(line, separator) {
		return strings.EqualFold(strings.Trim(line, `" `), "puzzle")
	}
	table := csv.NewReader(strings.NewReader(line))
	table.Comma = separator
	row, err := table.Read()
	_, isHeader, ok := columnsOf(row)
	return err == nil && ok && (isHeader || separator != '\t')
}

// readCSV reads tables by the names of their columns, and tables without names
// by their first row.
func readCSV(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		b := buffer(r)
		reader := csvReader{table: newTable(b), yield: yield}
		reader.read()
	}
}

func newTable(b *bufio.Reader) *csv.Reader {
	separator := csvSeparator(tellingLine(b))
	table := csv.NewReader(b)
	table.Comma, table.Comment = separator, '#'
	table.FieldsPerRecord = -1
	table.ReuseRecord = true
	return table
}

type csvReader struct {
	table   *csv.Reader
	yield   func(Record, error) bool
	columns csvColumns
}

func (c *csvReader) read() {
	row, err := c.table.Read()
	if err != nil {
		c.fail(err)
		return
	}
	columns, isHeader, ok := columnsOf(row)
	if !ok {
		line, _ := c.table.FieldPos(0)
		c.yield(Record{Line: line}, malformed(line, 0, "no column is named puzzle, quizzes or question"))
		return
	}
	c.columns = columns
	if !isHeader && !c.take(row) {
		return
	}
	for {
		row, err := c.table.Read()
		if err != nil {
			if !c.fail(err) {
				return
			}
		} else if !c.take(row) {
			return
		}
	}
}

// fail reports an error of the table and whether to go on.
func (c *csvReader) fail(err error) bool {
	var parse *csv.ParseError
	switch {
	case errors.Is(err, io.EOF):
		return false
	case errors.As(err, &parse):
		return c.yield(Record{Line: parse.StartLine}, malformed(parse.Line, parse.Column, "%v", parse.Err))
	default:
		c.yield(Record{}, err)
		return false
	}
}

// take yields the record of a row.
func (c *csvReader) take(row []string) bool {
	line, _ := c.table.FieldPos(0)
	record := Record{
		Line:   line,
		ID:     c.columns.of(row, csvID),
		Rating: c.columns.of(row, csvRating),
		Source: c.columns.of(row, csvSource),
		Note:   c.columns.of(row, csvNote),
	}
	if column := c.columns[csvPuzzle]; column >= len(row) {
		return c.yield(record, malformed(line, 0, "a row of %d columns, want the puzzle in column %d", len(row), column+1))
	}
	err := record.parse(fields{
		puzzle:         c.columns.of(row, csvPuzzle),
		puzzleColumn:   c.place(row, csvPuzzle),
		solution:       c.columns.of(row, csvSolution),
		solutionColumn: c.place(row, csvSolution),
	})
	return c.yield(record, err)
}

// place returns the byte of the line that a cell of the table begins at.
func (c *csvReader) place(row []string, role int) int {
	if i := c.columns[role]; i >= 0 && i < len(row) {
		_, column := c.table.FieldPos(i)
		return column
	}
	return 0
}
