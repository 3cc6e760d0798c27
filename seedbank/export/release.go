package export

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"path/filepath"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// releaseColumns are the columns of the table of a release, in their order.
var releaseColumns = table.Must(slices.Concat(table.Puzzles, table.More),
	"puzzle", "solution", "level", "er", "ep", "ed", "clues", "hardest", "techniques", "symmetries", "id")

// The files of a release.
const (
	releaseTable = "puzzles.csv.zst"
	releaseCard  = "README.md"
	releaseSums  = "SHA256SUMS"
)

// Release is a whole bank as files for others: a table of its seeds, in canonical
// form and in the order of their keys, compressed by zstd; a card, which tells what
// is in it; and the sums of both files. The same bank and the same version of the
// program give the same bytes.
type Release struct {
	Program string // name and version, for the card
	Command string // that makes the release, for the card

	counts releaseCounts
	packed written // the file of the table
	table  written // the table in it
}

// written is what there is to say of a file.
type written struct {
	bytes int64
	sum   string // SHA-256, in hexadecimal digits
}

// MustBeNew returns a [*TakenError] if the release would replace files of a folder.
func (r *Release) MustBeNew(folder string) error {
	taken := &TakenError{Folder: folder}
	for _, name := range []string{releaseTable, releaseCard, releaseSums} {
		if err := taken.look(name); err != nil {
			return err
		}
	}
	return taken.orNil()
}

// Write writes the files of a release into a folder, which is made if need be, and
// calls wrote with the path of each. Files of the same names are replaced:
// [Release.MustBeNew] tells whether there are any. All seeds must be of one rater.
func (r *Release) Write(ctx context.Context, bank *seedbank.Bank, folder string, wrote func(path string)) error {
	to, err := atomicfile.OpenFolder(folder)
	if err != nil {
		return err
	}
	r.counts = releaseCounts{byOrigin: map[seed.Origin]int{}}
	var card written
	for _, file := range []struct {
		name  string
		of    *written
		write func(io.Writer) error
	}{
		{releaseTable, &r.packed, func(w io.Writer) error { return r.writePacked(ctx, bank, w) }},
		{releaseCard, &card, r.writeCard},
		{releaseSums, new(written), func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "%s  %s\n%s  %s\n", card.sum, releaseCard, r.packed.sum, releaseTable)
			return err
		}},
	} {
		err := to.WriteFile(file.name, func(w io.Writer) (err error) {
			*file.of, err = measured(w, file.write)
			return err
		})
		if err != nil {
			return err
		}
		wrote(filepath.Join(folder, file.name))
	}
	return nil
}

// writePacked writes the table, compressed. With one goroutine the same input gives
// the same bytes.
func (r *Release) writePacked(ctx context.Context, bank *seedbank.Bank, w io.Writer) error {
	encoder, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		return err
	}
	r.table, err = measured(encoder, func(w io.Writer) error { return r.writeTable(ctx, bank, w) })
	return errors.Join(err, encoder.Close())
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
			if err := rows.Write(&table.Puzzle{Isomorph: batch.Seeds[i].Pick(0).Turn(transform.Identity())}); err != nil {
				return err
			}
		}
	}
	return rows.Close()
}

// measured has write write to w through a buffer, and returns what was written.
func measured(w io.Writer, write func(io.Writer) error) (written, error) {
	sum := &summing{sum: sha256.New()}
	buffered := bufio.NewWriterSize(io.MultiWriter(w, sum), bufferSize)
	err := errors.Join(write(buffered), buffered.Flush())
	return written{sum.bytes, hex.EncodeToString(sum.sum.Sum(nil))}, err
}

// summing takes the sum of what is written to it.
type summing struct {
	sum   hash.Hash
	bytes int64
}

func (s *summing) Write(p []byte) (int, error) {
	s.bytes += int64(len(p))
	return s.sum.Write(p)
}
