package export

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/internal/table/card"
	"github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// releaseColumns are the columns of the table of a release, in their order.
var releaseColumns = table.Must(slices.Concat(table.Puzzles, table.More),
	"puzzle", "solution", "level", "er", "ep", "ed", "clues", "hardest", "techniques", "symmetries", "id")

// releaseTable is the file of the table of a release, compressed.
const releaseTable = "puzzles.csv." + file.Zst

// Release is a whole bank as files for publication: a table of its seeds, a card
// that describes the table, and the checksums of both. The seeds are in canonical
// form, in the order of their keys, compressed by zstd. The same bank and the same
// version of the program give the same bytes.
type Release struct {
	Program string // name and version, for the card
	Command string // command that makes the release, for the card

	counts releaseCounts
	packed file.File // the file of the table
	table  file.File // the table in it
}

// MustBeNew returns a [*TakenError] if the release would replace files of a folder.
func (r *Release) MustBeNew(folder string) error {
	taken := &TakenError{Folder: folder}
	for _, name := range []string{releaseTable, card.Name, file.SumsName} {
		if err := taken.look(name); err != nil {
			return err
		}
	}
	return taken.orNil()
}

// Write writes the files of a release into a folder and calls wrote with the path
// of each. It makes the folder if it does not exist. It replaces files of the same
// names; [Release.MustBeNew] reports whether there are any. All seeds must have
// been rated by the same rater.
func (r *Release) Write(ctx context.Context, bank *seedbank.Bank, folder string, wrote func(path string)) error {
	to, err := atomicfile.OpenFolder(folder)
	if err != nil {
		return err
	}
	r.counts = releaseCounts{byOrigin: map[seed.Origin]int{}}
	write := func(name string, write func(io.Writer) error) (file.File, error) {
		written, err := file.Write(to, name, write)
		if err == nil {
			wrote(filepath.Join(folder, name))
		}
		return written, err
	}
	r.packed, err = write(releaseTable, func(w io.Writer) error { return r.writePacked(ctx, bank, w) })
	if err != nil {
		return err
	}
	about, err := write(card.Name, r.card().Write)
	if err != nil {
		return err
	}
	_, err = write(file.SumsName, file.Sums([]file.File{about, r.packed}))
	return err
}

// writePacked writes the table, compressed.
func (r *Release) writePacked(ctx context.Context, bank *seedbank.Bank, w io.Writer) error {
	return file.Compress(w, file.Best, func(w io.Writer) error {
		sum := file.NewSum()
		err := sum.Through(w, func(w io.Writer) error { return r.writeTable(ctx, bank, w) })
		r.table = sum.File(strings.TrimSuffix(releaseTable, "."+file.Zst))
		return err
	})
}

// OtherRaterError says that seeds were rated by another version of the rater.
type OtherRaterError struct{ Version int }

func (e *OtherRaterError) Error() string {
	return fmt.Sprintf("seeds were rated by version %d of the rater, and this is version %d", e.Version, rating.Version)
}

// writeTable writes the table, and counts its rows.
func (r *Release) writeTable(ctx context.Context, bank *seedbank.Bank, w io.Writer) error {
	rows := table.NewWriter(w, table.CSV, releaseColumns)
	for batch, err := range bank.Batches(ctx, seedbank.Filter{}) {
		if err != nil {
			return err
		}
		if batch.Rater != rating.Version {
			return &OtherRaterError{batch.Rater}
		}
		for i := range batch.Seeds {
			r.counts.add(&batch.Seeds[i])
			puzzle := batch.Seeds[i].Pick(0).Turn(transform.Identity())
			if err := rows.Write(&table.Puzzle{Isomorph: &puzzle}); err != nil {
				return err
			}
		}
	}
	return rows.Close()
}
