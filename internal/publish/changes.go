package publish

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// removedName is the name of the list of puzzles that a release no longer has.
const removedName = "removed.txt"

// earlier is an earlier release.
type earlier struct {
	columns table.Table[*row]       // that both releases have
	rows    map[seed.Key]earlierRow // that the new release has not had yet
	total   int                     // number of rows
	log     string                  // changelog without its title
	text    []byte                  // of a row

	fresh, changed [rating.NumLevels + 1]int // numbers of puzzles by level; index 0 counts all
}

// earlierRow is a row of an earlier release.
type earlierRow struct {
	clues sudoku.Grid
	sum   uint64 // of the columns that both releases have
}

// sums is the seed of the sums of rows, which are compared only within a process.
var sums = maphash.MakeSeed()

// readEarlier reads the table and the changelog of a release.
func readEarlier(folder string) (*earlier, error) {
	path := filepath.Join(folder, allName+csvEnding)
	e := &earlier{rows: map[seed.Key]earlierRow{}}
	packed, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer packed.Close()
	if err := e.read(packed); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	log, err := os.ReadFile(filepath.Join(folder, changesName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	_, e.log, _ = strings.Cut(string(log), "\n\n")
	return e, nil
}

// read reads the table of an earlier release, compressed by zstd.
func (e *earlier) read(packed io.Reader) error {
	unpacked, err := zstd.NewReader(packed)
	if err != nil {
		return err
	}
	defer unpacked.Close()
	in := csv.NewReader(unpacked)
	in.ReuseRecord = true
	head, err := in.Read()
	if err != nil {
		return fmt.Errorf("it has no header: %w", err)
	}
	head = slices.Clone(head)
	at := slices.Index(head, "puzzle")
	if at < 0 {
		return errors.New("it has no column puzzle")
	}
	e.columns = table.Table[*row]{Form: table.CSV}
	var cells []int
	for _, column := range columns {
		if cell := slices.Index(head, column.Name); cell >= 0 {
			e.columns.Columns, cells = append(e.columns.Columns, column), append(cells, cell)
		}
	}
	for {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		clues, err := sudoku.ParseGrid(row[at])
		if err != nil {
			line, _ := in.FieldPos(at)
			return fmt.Errorf("line %d: %w", line, err)
		}
		e.text = e.text[:0]
		for i, cell := range cells {
			if i > 0 {
				e.text = append(e.text, ',')
			}
			e.text = append(e.text, row[cell]...)
		}
		e.rows[seed.KeyOf(clues)] = earlierRow{clues, maphash.Bytes(sums, e.text)}
		e.total++
	}
}

// differs reports whether a puzzle is new, or has another row than in the earlier release,
// and counts it.
func (e *earlier) differs(s *seed.Seed, of *row) bool {
	before, known := e.rows[s.Key()]
	delete(e.rows, s.Key())
	count := &e.fresh
	if known {
		e.text = bytes.TrimSuffix(e.columns.AppendRow(e.text[:0], of, true), []byte("\n"))
		if maphash.Bytes(sums, e.text) == before.sum {
			return false
		}
		count = &e.changed
	}
	count[0]++
	count[s.Rating.Level()]++
	return true
}

// writeRemoved lists the puzzles that the release no longer has, a line each.
func (r *Release) writeRemoved(w io.Writer) error {
	lines := make([]string, 0, len(r.earlier.rows))
	for _, row := range r.earlier.rows {
		lines = append(lines, row.clues.String()+"\n")
	}
	slices.Sort(lines)
	_, err := io.WriteString(w, strings.Join(lines, ""))
	return err
}

// writeChanges writes the changelog: the entry of this release, and then those of the
// earlier ones.
func (r *Release) writeChanges(w io.Writer) error {
	_, err := fmt.Fprintf(w, "# Changelog\n\n## %s, %s\n\n%s", phrase.Count(r.counts.byLevel[0].puzzles, "puzzle"), r.Program, r.changes())
	if err == nil && r.earlier != nil && r.earlier.log != "" {
		_, err = fmt.Fprintf(w, "\n%s", r.earlier.log)
	}
	return err
}

// changes says what is new since the earlier release.
func (r *Release) changes() string {
	e := r.earlier
	if e == nil {
		return "The first release.\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Since %s: %d new, %d with other values in the columns of both releases, %d left out.\n",
		phrase.Count(e.total, "puzzle"), e.fresh[0], e.changed[0], len(e.rows))
	if e.fresh[0]+e.changed[0] > 0 {
		b.WriteString("\n| level | new | other values |\n|---|---:|---:|\n")
	}
	for level := range rating.Levels() {
		if e.fresh[level]+e.changed[level] > 0 {
			fmt.Fprintf(&b, "| %s | %d | %d |\n", level.Title(), e.fresh[level], e.changed[level])
		}
	}
	return b.String()
}
