package repair

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Remains are the readable parts of a seed in a damaged bank. Nothing in them is
// verified.
type Remains struct {
	ID     tables.SeedID // in the damaged bank
	Clues  sudoku.Grid
	Origin seed.Origin

	// Rungs has the cells that each rung adds. Readable says whether the rungs
	// could be read.
	Rungs    []sudoku.Cells
	Readable bool
}

// Salvage yields the remains of seeds in the file of a damaged bank and in the
// log of a killed writer beside it. It does not use SQLite. It searches every
// page of the file for rows with a packed puzzle, so it also finds rows that
// nothing refers to any more. A seed can come several times, each time with more
// rungs. Salvage keeps all grids found in memory.
func Salvage(path string) iter.Seq2[Remains, error] {
	return func(yield func(Remains, error) bool) {
		if err := salvage(path, func(r Remains) bool { return yield(r, nil) }); err != nil {
			yield(Remains{}, fmt.Errorf("salvaging bank %s: %w", path, err))
		}
	}
}

func salvage(path string, yield func(Remains) bool) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return tables.ErrNotBank // opening it might block forever
	}
	if err := tables.MustBeRegular(path); err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	main := pageFile{file: file, size: pageSizeOf(file)}
	files := []pageFile{main}
	log, err := os.Open(tables.Beside(path, "-wal"))
	switch {
	case err == nil:
		defer log.Close()
		// See "The WAL File Format": a header, and a smaller one before each page.
		files = append(files, pageFile{file: log, size: main.size, first: 32 + 24, gap: 24})
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	pages := tables.StoredPages{Size: main.size, Page: main.page}
	rungs := map[sudoku.Grid]int{} // that were found, and 1
	for _, from := range files {
		for page, err := range from.all() {
			if err != nil {
				return err
			}
			for row := range pages.Rows(page) {
				r, ok := remainsOf(row)
				if !ok || len(r.Rungs) < rungs[r.Clues] {
					continue
				}
				rungs[r.Clues] = len(r.Rungs) + 1
				if !yield(r) {
					return nil
				}
			}
		}
	}
	return nil
}

// remainsOf returns the seed in a row: the columns around the first one that is a
// packed puzzle are what they are in table seeds.
func remainsOf(row *tables.StoredRow) (r Remains, ok bool) {
	for i, column := range row.Columns {
		if column.Kind != tables.BlobColumn {
			continue
		}
		clues, err := seed.UnpackGrid(column.Bytes)
		if err != nil || clues.NumClues() < tables.FewestClues {
			continue
		}
		const toRungs, toOrigin = 4, 6
		r = Remains{ID: tables.SeedID(row.ID), Clues: clues, Origin: seed.Import}
		if origin := row.Column(i+toOrigin, tables.TextColumn); slices.Contains(seed.Origins(), seed.Origin(origin)) {
			r.Origin = seed.Origin(origin)
		}
		s := seed.Seed{Automorphisms: 1}
		ignored := func(uint64) (rating.Technique, error) { return 0, nil }
		if packed := row.Column(i+toRungs, tables.BlobColumn); packed != nil && seed.UnpackRungs(packed, &s, ignored) == nil {
			r.Readable = true
			for j := range s.Rungs {
				r.Rungs = append(r.Rungs, s.Rungs[j].Added)
			}
		}
		return r, true
	}
	return r, false
}
