package dataset

import (
	"encoding/csv"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/rating"
)

// newCSV writes the four columns that public training scripts read. The scripts of the
// hierarchical and the tiny recursive models skip the header and take the puzzle
// with . for an empty cell, the solution, and a whole number.
func newCSV() textFunc {
	return func(texts [][]byte, r *row) error {
		line := append(append(texts[0], r.source...), ',')
		line = append(r.puzzle.AppendLine(line, '.'), ',')
		line = append(r.puzzle.AppendSolution(line), ',')
		line = strconv.AppendUint(line, uint64(r.er), 10)
		texts[0] = append(line, '\n')
		return nil
	}
}

// wideColumns are the columns of the wide table, in their order. No value needs
// quotes.
var wideColumns = [...]struct {
	name   string
	append func(dst []byte, r *wideRow) []byte
}{
	{"id", func(dst []byte, r *wideRow) []byte { return append(dst, r.ID...) }},
	{"seed", func(dst []byte, r *wideRow) []byte { return append(dst, r.Seed...) }},
	{"grid", func(dst []byte, r *wideRow) []byte { return append(dst, r.Grid...) }},
	{"question", func(dst []byte, r *wideRow) []byte { return append(dst, r.Question...) }},
	{"answer", func(dst []byte, r *wideRow) []byte { return append(dst, r.Answer...) }},
	{"clues", func(dst []byte, r *wideRow) []byte { return strconv.AppendInt(dst, int64(r.Clues), 10) }},
	{"level", func(dst []byte, r *wideRow) []byte { return strconv.AppendInt(dst, int64(r.Level), 10) }},
	{"rating", func(dst []byte, r *wideRow) []byte { return strconv.AppendInt(dst, int64(r.Rating), 10) }},
	{"ep", func(dst []byte, r *wideRow) []byte { return strconv.AppendInt(dst, int64(r.EP), 10) }},
	{"ed", func(dst []byte, r *wideRow) []byte { return strconv.AppendInt(dst, int64(r.ED), 10) }},
	{"hardest", func(dst []byte, r *wideRow) []byte { return append(dst, r.Hardest...) }},
	{"uses", func(dst []byte, r *wideRow) []byte { return append(dst, r.Uses...) }},
}

// wideRow is a row with all that is known of it. Ratings are tenths.
type wideRow struct {
	ID       string `parquet:"id"`
	Seed     string `parquet:"seed,dict"`
	Grid     string `parquet:"grid,dict"`
	Question string `parquet:"question"`
	Answer   string `parquet:"answer"`
	Clues    int32  `parquet:"clues,dict"`
	Level    int32  `parquet:"level,dict"`
	Rating   int32  `parquet:"rating,dict"`
	EP       int32  `parquet:"ep,dict"`
	ED       int32  `parquet:"ed,dict"`
	Hardest  string `parquet:"hardest,dict"`
	Uses     string `parquet:"uses,dict"` // such as pointing:2 x-wing:1; empty if not known
}

// widen returns all that is known of a row.
func widen(r *row) wideRow {
	puzzle, rated := r.puzzle.Puzzle(), r.puzzle.Pick().Rating()
	return wideRow{
		ID: r.puzzle.ID().String(), Seed: r.source, Grid: r.solution.String(),
		Question: puzzle.Clues().String(), Answer: puzzle.Solution().String(),
		Clues: int32(puzzle.NumClues()), Level: int32(rated.Level()),
		Rating: int32(rated.ER), EP: int32(rated.EP), ED: int32(rated.ED),
		Hardest: rated.Hardest.String(), Uses: usesText(&rated),
	}
}

// usesText returns how often a path uses each technique.
func usesText(r *rating.Result) string {
	var words []string
	for technique, n := range r.Uses {
		if n > 0 {
			words = append(words, rating.Technique(technique).String()+":"+strconv.Itoa(int(n)))
		}
	}
	return strings.Join(words, " ")
}

func wideHeader() string {
	var names []string
	for i := range wideColumns {
		names = append(names, wideColumns[i].name)
	}
	return strings.Join(names, ",") + "\n"
}

// newWide writes the wide table.
func newWide() textFunc {
	return func(texts [][]byte, r *row) error {
		wide := widen(r)
		line := slices.Grow(texts[0], 512)
		for i := range wideColumns {
			line = append(wideColumns[i].append(line, &wide), ',')
		}
		line[len(line)-1] = '\n'
		texts[0] = line
		return nil
	}
}

// readCSV reads the columns question and answer of a table.
func readCSV(files []*os.File, yield func(pair) bool) error {
	rows := csv.NewReader(files[0])
	rows.ReuseRecord = true
	header, err := rows.Read()
	if err != nil {
		return err
	}
	question, answer := slices.Index(header, "question"), slices.Index(header, "answer")
	if question < 0 || answer < 0 {
		return errors.New("it has no columns question and answer")
	}
	for {
		cells, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		row, err := pairOf(cells[question], cells[answer])
		if err != nil || !yield(row) {
			return err
		}
	}
}
