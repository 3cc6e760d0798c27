// Package publish writes a whole bank as a data set for the public: tables of its seeds, a
// card that describes them, a changelog, and checksums. The seeds are in canonical form, in
// the order of their keys. The same bank and the same version of the program give the same
// bytes.
//
// A later release tells what is new since an earlier one, and has tables of that alone.
//
// Package table defines the columns, so that a new column of puzzles comes by itself. Minutes
// and labels come from the notes of the bank.
//
// Start with [Release].
package publish

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/internal/table/card"
	"github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/internal/table/parquet"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// row is a row of the tables.
type row struct {
	table.Puzzle
	seedbank.Notes
}

// untold are the columns of package table that say nothing about a seed in canonical form, that
// are not known without solving it, or that the bank has notes of.
var untold = []string{"seed", "symmetry", "level_name", "effort", minutesName, bottlenecksName}

// The names of columns of notes that other tables have too.
const (
	minutesName     = "minutes"
	bottlenecksName = "bottlenecks"
)

// columns are the columns of the tables, in their order.
var columns = slices.Concat(
	table.Of(slices.DeleteFunc(slices.Concat(table.Puzzles, table.More), func(c table.Column[*table.Puzzle]) bool {
		return slices.Contains(untold, c.Name)
	}), func(r *row) *table.Puzzle { return &r.Puzzle }),
	[]table.Column[*row]{
		estimated(minutesName, func(n *seedbank.Notes) int { return n.Minutes }),
		estimated(bottlenecksName, func(n *seedbank.Notes) int { return n.Bottlenecks }),
	},
	labelColumns,
)

// labelColumns are the columns that only releases have.
var labelColumns = []table.Column[*row]{
	labelled("labels", table.Words, "labels of the steps on the way to the solution, with spaces between", func(n *seedbank.Notes) rating.LabelSet { return n.Labels }),
	labelled("hardest_label", table.Word, "label of a step of the highest rating on the solving path (hint --every), needed or not; empty if no such step has a label", func(n *seedbank.Notes) rating.LabelSet { return n.Turn }),
}

// Columns describes the columns that only releases have.
func Columns() []table.About { return table.Describe(labelColumns) }

// estimated returns the column of [table.Pace] with a name. Its cells are empty where the bank
// has no estimate.
func estimated(name string, value func(*seedbank.Notes) int) table.Column[*row] {
	c := table.Must(table.Pace, name)[0]
	return table.Column[*row]{Name: c.Name, Type: c.Type, About: c.About, Append: func(r *row, dst []byte) []byte {
		if r.Minutes == 0 {
			return dst
		}
		return strconv.AppendInt(dst, int64(value(&r.Notes)), 10)
	}}
}

// labelled returns a column of labels.
func labelled(name string, of table.Type, about string, value func(*seedbank.Notes) rating.LabelSet) table.Column[*row] {
	return table.Column[*row]{Name: name, Type: of, About: about, Append: func(r *row, dst []byte) []byte {
		separator := ""
		for label := range value(&r.Notes).All() {
			dst = append(append(dst, separator...), label.String()...)
			separator = " "
		}
		return dst
	}}
}

// The names of the tables, without their endings.
const (
	allName = "puzzles"
	newName = "new"
)

// csvEnding is the ending of the names of tables as text.
const csvEnding = ".csv." + file.Zst

// changesName is the name of the changelog.
const changesName = "CHANGELOG.md"

// rows is a table that is being written.
type rows interface{ Write(*row) error }

// form is a format of a table.
type form struct {
	ending string
	about  string
	write  func(w io.Writer, fill func(rows) error) error
}

// forms are all formats.
var forms = []form{
	{".parquet", "Apache Parquet", func(w io.Writer, fill func(rows) error) error {
		return filled(parquet.NewWriter(w, columns), fill)
	}},
	{csvEnding, "text with commas between, a header and lines that end in a newline, compressed by zstd", func(w io.Writer, fill func(rows) error) error {
		return file.Compress(w, file.Best, func(w io.Writer) error {
			return filled(table.NewWriter(w, table.CSV, columns), fill)
		})
	}},
}

// filled fills a table and closes it.
func filled(to interface {
	rows
	io.Closer
}, fill func(rows) error) error {
	if err := fill(to); err != nil {
		return err
	}
	return to.Close()
}

// Release is a data set in the making.
type Release struct {
	Program string // name and version, for the card
	Command string // command that makes the release, for the card
	Since   string // folder of an earlier release, or empty

	counts  counts
	sample  []*row   // the first row, or nothing
	earlier *earlier // release, or nil
	runs    []seedbank.RunRecord
	files   []file.File // that were written
}

// names returns the names of all files that a release can have.
func names() []string {
	list := []string{changesName, card.Name, file.SumsName, removedName}
	for _, name := range []string{allName, newName} {
		for _, f := range forms {
			list = append(list, name+f.ending)
		}
	}
	return list
}

// MustBeNew returns an [*export.TakenError] if a folder has files of the names that a release can
// have.
func MustBeNew(folder string) error { return export.MustBeNew(folder, names()...) }

// Write writes the files of a release into a folder and calls wrote with the path
// of each. It makes the folder if it does not exist. It replaces the files of another
// release there; [MustBeNew] reports whether there are any. All seeds must have
// been rated by the same rater.
func (r *Release) Write(ctx context.Context, bank *seedbank.Bank, folder string, wrote func(path string)) (err error) {
	to, err := atomicfile.OpenFolder(folder)
	if err != nil {
		return err
	}
	if r.runs, err = bank.Runs(ctx, mostRuns); err != nil {
		return err
	}
	r.counts = counts{byOrigin: map[seed.Origin]int{}}
	if r.Since != "" {
		if r.earlier, err = readEarlier(r.Since); err != nil {
			return err
		}
	}
	if err := r.writeTables(to, r.tables(), nil, func(all []rows) error { return r.fill(ctx, bank, all) }); err != nil {
		return err
	}
	for _, page := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{removedName, r.writeRemoved}, {changesName, r.writeChanges}, {card.Name, func(w io.Writer) error { return r.card().Write(w) }},
		{file.SumsName, func(w io.Writer) error { return file.Sums(r.files)(w) }},
	} {
		if page.name == removedName && (r.earlier == nil || len(r.earlier.rows) == 0) {
			continue
		}
		if err := r.write(to, page.name, page.write); err != nil {
			return err
		}
	}
	for _, name := range names() {
		if slices.ContainsFunc(r.files, func(f file.File) bool { return f.Name == name }) {
			continue
		}
		if err := to.Remove(name); err != nil {
			return err
		}
	}
	for _, f := range r.files {
		wrote(filepath.Join(folder, f.Name))
	}
	return nil
}

// mostRuns is more than the number of runs of any bank.
const mostRuns = 1 << 30

// write writes a file.
func (r *Release) write(to atomicfile.Folder, name string, write func(io.Writer) error) error {
	written, err := file.Write(to, name, write)
	r.files = append(r.files, written)
	return err
}

// output is a table of a release.
type output struct {
	form
	name string
}

// tables returns the tables: first those of all puzzles, then those of the new ones.
func (r *Release) tables() (list []output) {
	for _, name := range []string{allName, newName} {
		for _, f := range forms {
			if name == allName || r.Since != "" {
				list = append(list, output{f, name + f.ending})
			}
		}
	}
	return list
}

// writeTables opens tables, the first one first, and calls fill with all of them, so that
// they are filled in one pass through the bank.
func (r *Release) writeTables(to atomicfile.Folder, closed []output, open []rows, fill func([]rows) error) error {
	if len(closed) == 0 {
		return fill(open)
	}
	return r.write(to, closed[0].name, func(w io.Writer) error {
		return closed[0].form.write(w, func(t rows) error { return r.writeTables(to, closed[1:], append(open, t), fill) })
	})
}

// OtherRaterError says that seeds were rated by another version of the rater.
type OtherRaterError struct{ Version int }

func (e *OtherRaterError) Error() string {
	return fmt.Sprintf("seeds were rated by version %d of the rater, and this is version %d", e.Version, rating.Version)
}

// fill writes the seeds of a bank into tables, and counts them.
func (r *Release) fill(ctx context.Context, bank *seedbank.Bank, all []rows) error {
	for batch, err := range bank.Batches(ctx, seedbank.Filter{}) {
		if err != nil {
			return err
		}
		if batch.Rater != rating.Version {
			return &OtherRaterError{batch.Rater}
		}
		notes, err := bank.Notes(ctx, batch.Seeds)
		if err != nil {
			return err
		}
		for i := range batch.Seeds {
			if err := r.add(&batch.Seeds[i], notes[i], all); err != nil {
				return err
			}
		}
	}
	return nil
}

// add writes a seed into the tables to which it belongs.
func (r *Release) add(s *seed.Seed, notes seedbank.Notes, all []rows) error {
	of := row{table.Puzzle{Isomorph: new(s.Pick(0).Turn(transform.Identity()))}, notes}
	if r.counts.byLevel[0].puzzles == 0 {
		r.sample = []*row{&of}
	}
	r.counts.add(s)
	if r.earlier == nil || !r.earlier.differs(s, &of) {
		all = all[:len(forms)]
	}
	for _, to := range all {
		if err := to.Write(&of); err != nil {
			return err
		}
	}
	return nil
}
