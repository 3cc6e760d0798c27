package dataset

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/internal/table/parquet"
	"github.com/seedoku/seedoku/rating"
)

// format is a layout of the files of a data set: which columns stand in which file.
type format struct {
	name    string
	summary string // one line of help
	files   []file

	// prepare returns a function for one worker that prepares rows for the columns. It
	// is nil if rows need no preparation.
	prepare func() func(*row) error

	// read reads puzzles and solutions back from the files of a shard.
	read readFunc
}

// file is one of the files that a format has for each shard.
type file struct {
	suffix    string // follows the name of the part
	extension string
	columns   []table.Column[*row]

	open   func(w io.Writer, rows uint64) (fileWriter, error)
	append func(dst []byte, r *row) []byte // appends the text of a row; nil if the writer takes rows
}

// fileWriter writes a file of a shard.
type fileWriter interface {
	// write adds rows, given as text if the file has one.
	write(rows []row, text []byte) error
	// Close writes the end of the file. It does not close the underlying file.
	Close() error
}

// trainingColumns are the four columns that public training scripts read. The scripts of
// the hierarchical and the tiny recursive models skip the header and take the puzzle
// with . for an empty cell, the solution, and a whole number.
var trainingColumns = []table.Column[*row]{
	{Name: "source", Type: table.Word, Append: func(r *row, dst []byte) []byte { return append(dst, r.source...) },
		About: "name of the seed that the puzzle was made from"},
	{Name: "question", Type: table.Cells, Append: func(r *row, dst []byte) []byte { return r.AppendClues(dst, '.') },
		About: "81 characters, row by row, with . for an empty cell"},
	{Name: "answer", Type: table.Cells, Append: func(r *row, dst []byte) []byte { return r.AppendSolution(dst) },
		About: "81 digits, the one solution"},
	{Name: "rating", Type: table.Whole, Append: func(r *row, dst []byte) []byte { return strconv.AppendUint(dst, uint64(r.er), 10) },
		About: "ER x 10, a whole number, as the scripts need it"},
}

// puzzleColumns are the columns of puzzles, followed by columns that only rows have.
var (
	puzzleColumns = ofRows(table.Puzzles)
	solutionClass = table.Column[*row]{Name: "solution_class", Type: table.Word,
		Append: func(r *row, dst []byte) []byte { return r.solution.Append(dst) },
		About:  "name of the solution up to isomorphism; no name is in two parts"}
	path = table.Column[*row]{Name: "path", Type: table.Nested,
		Append: func(r *row, dst []byte) []byte { return append(dst, r.path...) },
		About:  "the way to the solution: rounds, each with its grid, the candidates of the 81 cells, and its steps: what they place and remove, and why"}
	wideColumns = append(slices.Clip(puzzleColumns), solutionClass)
	wayColumns  = slices.Concat(puzzleColumns, ofRows(table.Must(table.More, "effort")), []table.Column[*row]{path})
)

func ofRows(columns []table.Column[*table.Puzzle]) []table.Column[*row] {
	return table.Of(columns, func(r *row) *table.Puzzle { return &r.Puzzle })
}

// formats are all formats, in the order of the help text.
var formats = [...]format{
	{name: "csv", summary: "source,question,answer,rating, as public training scripts read them; the rating is ER x 10",
		read: readCSV, files: []file{textFile("", table.CSV, trainingColumns)}},
	{name: "csv-wide", summary: "a table with all columns of puzzles",
		read: readCSV, files: []file{textFile("-wide", table.CSV, wideColumns)}},
	{name: "npy", summary: "NumPy arrays: inputs and labels of N x 81 cells as bytes, er of N numbers",
		read: readNPY, files: []file{arrayFile("inputs", "puzzle"), arrayFile("labels", "solution"), arrayFile("er", "er")}},
	{name: "jsonl", summary: "one JSON object a line with the way to the solution: steps, grids and candidates; a thousand times slower",
		read: readWays, files: []file{textFile("-ways", table.JSONL, wayColumns)}, prepare: newWays},
	{name: "parquet", summary: "the columns of csv-wide in Apache Parquet, compressed by zstd",
		read: readParquet, files: []file{{extension: "parquet", columns: wideColumns, open: newParquet}}},
}

// FormatNames returns the names of all formats.
func FormatNames() []string { return phrase.Names(formats[:], nameOf) }

func nameOf(f *format) string { return f.name }

// FormatSummary describes a format of [FormatNames] in one line.
func FormatSummary(name string) string {
	f, err := formatNamed(name)
	if err != nil {
		return ""
	}
	return f.summary
}

func formatNamed(name string) (*format, error) {
	return phrase.Named(formats[:], nameOf, "format", name)
}

// texts is the writer of a file of text.
type texts struct{ w io.Writer }

func (t texts) write(_ []row, text []byte) error {
	_, err := t.w.Write(text)
	return err
}

func (texts) Close() error { return nil }

// textFile returns a file with columns in a form of text.
func textFile(suffix string, form *table.Form, columns []table.Column[*row]) file {
	t := table.Table[*row]{Form: form, Columns: columns}
	return file{suffix, form.Extension, columns,
		func(w io.Writer, _ uint64) (fileWriter, error) {
			_, err := w.Write(t.AppendHead(nil))
			return texts{w}, err
		},
		func(dst []byte, r *row) []byte { return t.AppendRow(dst, r, false) },
	}
}

// arrayFile returns a file with the array of a column of puzzles.
func arrayFile(name, column string) file {
	columns := table.Must(puzzleColumns, column)
	return file{"-" + name, "npy", columns,
		func(w io.Writer, rows uint64) (fileWriter, error) {
			_, err := w.Write(columns[0].AppendArrayHead(nil, rows))
			return texts{w}, err
		},
		func(dst []byte, r *row) []byte { return columns[0].AppendArrayValue(dst, r) },
	}
}

// parquetFile writes rows in Parquet.
type parquetFile struct{ *parquet.Writer[*row] }

func newParquet(w io.Writer, _ uint64) (fileWriter, error) {
	return parquetFile{parquet.NewWriter(w, wideColumns)}, nil
}

func (p parquetFile) write(rows []row, _ []byte) error {
	for i := range rows {
		if err := p.Write(&rows[i]); err != nil {
			return err
		}
	}
	return nil
}

// newWays finds the way of each row: the steps that the solution needs, each round with
// the grid and the candidates that its steps hold on.
func newWays() func(*row) error {
	var rater rating.Rater
	return func(r *row) error {
		puzzle := r.Isomorph.Puzzle()
		way, err := rater.WayClass(&puzzle)
		if err != nil {
			return fmt.Errorf("way of puzzle %v: %w", string(r.Isomorph.AppendID(nil)), err)
		}
		r.Effort = rating.Effort(way)
		r.path, err = json.Marshal(&rating.Path{Puzzle: puzzle, Rounds: way})
		return err
	}
}
