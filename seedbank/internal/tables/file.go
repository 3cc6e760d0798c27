package tables

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/seedoku/seedoku/sudoku"
)

// File is an open file of a bank.
type File struct {
	DB        *sql.DB
	Path      string
	URI       string       // as SQLite opens it, if it is open to read only
	closeMore func() error // what is to be closed after db, if anything

	Format int // version of the format; an older one can be read

	BySlot, ByKey, byID statement // of one seed
	AtPlaces            statement // of several seeds
	known               statement // whether there is a seed of a key
	solvers             sync.Pool // of *sudoku.Solver, which prove what is read
	names               struct {  // of techniques, as far as read
		sync.Mutex
		techniques NumberedTechniques
	}
	Older func() (Orders, error) // of its strata, if its format has no digests
}

func NewFile(db *sql.DB, path string) *File {
	f := &File{
		DB:       db,
		Path:     path,
		solvers:  sync.Pool{New: func() any { return new(sudoku.Solver) }},
		BySlot:   prepareSeedWhere(db, `stratum = ? AND slot = ?`),
		ByKey:    prepareSeedWhere(db, `key = ?`),
		byID:     prepareSeedWhere(db, `seeds.id = ?`),
		AtPlaces: prepareSeedsAt(db),
		known:    prepare(db, hasKey),
	}
	f.Older = f.olderOrders()
	return f
}

// Stamp returns a text that becomes another one when somebody writes to the bank.
func (f *File) Stamp() string {
	var stamp strings.Builder
	for _, path := range []string{f.Path, f.Path + "-wal"} {
		if info, err := os.Stat(path); err == nil {
			fmt.Fprintf(&stamp, "%d bytes at %d;", info.Size(), info.ModTime().UnixNano())
		}
	}
	return stamp.String()
}

// Close closes the bank. It can be called again.
func (f *File) Close() error {
	err := f.DB.Close()
	if f.closeMore != nil {
		err = errors.Join(err, f.closeMore())
	}
	if err != nil {
		return fmt.Errorf("closing bank %s: %w", f.Path, Plain(err))
	}
	return nil
}

// The first formats of banks that list symmetric picks, that have bookmarks, and that
// have what file [migrations.Digests] adds.
const (
	SymmetricFormat = 2
	BookmarkFormat  = 3
	DigestFormat    = 4
)

// HasDigests reports whether the strata of the bank have digests.
func (f *File) HasDigests() bool { return f.Format >= DigestFormat }

// ListsSymmetric reports whether the bank lists symmetric picks.
func (f *File) ListsSymmetric() bool { return f.Format >= SymmetricFormat }
