package dataset

import (
	"io"

	"github.com/seedoku/seedoku/internal/phrase"
)

// format is a layout of the files of a data set.
type format struct {
	name    string
	summary string // one line of help
	columns string // for the card
	files   []file

	// newText returns a function for one worker, which appends a row to a text for
	// each of the files. It is nil if the file writers take rows.
	newText func() textFunc

	// read reads puzzles and solutions back from the files of a shard, which are in the
	// order of files.
	read func(paths []string) pairs
}

// textFunc appends a row to a text for each file of a format.
type textFunc func(texts [][]byte, r *row) error

// file is one of the files that a format has for each shard.
type file struct {
	suffix    string // stands behind the name of the part
	extension string
	open      func(w io.Writer, rows uint64) (fileWriter, error)
}

// fileWriter writes a file of a shard.
type fileWriter interface {
	// write adds rows, and their text if the format has one.
	write(rows []row, text []byte) error
	// close writes what stands behind the last row. It does not close the file
	// below.
	close() error
}

// formats are all formats, in the order of the help text.
var formats = [...]format{
	{name: "csv", summary: "source,question,answer,rating: what scripts that train models read; the rating is ER x 10", newText: newCSV, read: reading(readCSV),
		columns: "`source` (the seed that the puzzle comes from), `question` (81 cells row by row, `.` for an empty one), `answer` (the solution), `rating` (ER x 10, a whole number).",
		files:   []file{{extension: "csv", open: headed("source,question,answer,rating\n")}}},
	{name: "csv-wide", summary: "a table with all that is known of a puzzle", newText: newWide, read: reading(readCSV),
		columns: "`id` (names the puzzle: `seedoku gen --id ID`), `seed`, `grid` (a name for the solution up to isomorphism), `question`, `answer`, `clues` (their number), `level` (1 to 9), " +
			"`rating`, `ep`, `ed` (ER, EP and ED x 10), `hardest` (the technique of the hardest step), `uses` (steps of the solving path by technique, such as `pointing:2 x-wing:1`; empty for puzzles with clues added).",
		files: []file{{suffix: "-wide", extension: "csv", open: headed(wideHeader())}}},
	{name: "npy", summary: "arrays of NumPy, uint8: inputs and labels of N x 81 cells, ratings (ER x 10) of N", newText: newNPY, read: reading(readNPY),
		columns: "arrays of uint8: `inputs` and `labels` of N x 81 cells (0 for an empty one) and `ratings` (ER x 10) of N.",
		files: []file{
			{suffix: "-inputs", extension: "npy", open: array(81)},
			{suffix: "-labels", extension: "npy", open: array(81)},
			{suffix: "-ratings", extension: "npy", open: array(0)},
		}},
	{name: "jsonl", summary: "an object a line, with the way to the solution: steps, grids and candidates; a thousand times slower", newText: newWays, read: reading(readWays),
		columns: "`id`, `source`, `level`, `rating`, `ep`, `ed` (x 10), `hardest`, `effort` (the sum of the ratings of all steps x 10), and `path`: `puzzle`, `solution`, and `rounds`, each with its `grid`, the `candidates` of the 81 cells, and `steps` that hold there: what they place and remove, and why.",
		files:   []file{{suffix: "-ways", extension: "jsonl", open: headed("")}}},
	{name: "parquet", summary: "the columns of csv-wide in Apache Parquet, packed by zstd", read: reading(readParquet),
		columns: "the columns of csv-wide.",
		files:   []file{{extension: "parquet", open: newParquet}}},
}

// FormatNames returns the names of all formats.
func FormatNames() []string { return phrase.Names(formats[:], nameOf) }

func nameOf(f *format) string { return f.name }

// FormatSummary says what a format of [FormatNames] is, in one line.
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

// textFile writes texts one behind the other.
type textFile struct{ w io.Writer }

func (t textFile) write(_ []row, text []byte) error {
	_, err := t.w.Write(text)
	return err
}

func (t textFile) close() error { return nil }

// headed opens a file of text with a header.
func headed(header string) func(io.Writer, uint64) (fileWriter, error) {
	return func(w io.Writer, _ uint64) (fileWriter, error) {
		_, err := io.WriteString(w, header)
		return textFile{w}, err
	}
}

// texts is what a worker has written of a chunk: a text for each file of each
// format.
type texts [][][]byte

// writer is what one worker needs to write chunks.
type writer struct {
	formats []*format
	write   []textFunc // by format; nil for those without text
}

func newWriter(list []*format) *writer {
	w := &writer{formats: list}
	for _, f := range list {
		var write textFunc
		if f.newText != nil {
			write = f.newText()
		}
		w.write = append(w.write, write)
	}
	return w
}

// texts writes a chunk.
func (w *writer) texts(rows []row, scratch texts) (texts, error) {
	for i, f := range w.formats {
		if len(scratch) == i {
			scratch = append(scratch, make([][]byte, len(f.files)))
		}
		for j := range scratch[i] {
			scratch[i][j] = scratch[i][j][:0]
		}
		if w.write[i] == nil {
			continue
		}
		for r := range rows {
			if err := w.write[i](scratch[i], &rows[r]); err != nil {
				return scratch, err
			}
		}
	}
	return scratch, nil
}
