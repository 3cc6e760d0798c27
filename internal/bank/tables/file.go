package tables

import (
	"database/sql"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/seedoku/seedoku/sudoku"
)

// File is an open file of a bank.
type File struct {
	DB     *sql.DB
	Path   string
	URI    string      // the URI that SQLite opened, if the file is open only to read
	file   os.FileInfo // the only file to read, or nil
	inFS   string      // the number of its file system, or empty
	closed atomic.Bool

	Format int // version of the format

	BySlot, ByKey, byID statement // queries of one seed
	AtPlaces            statement // query of several seeds
	known               statement // query whether there is a seed with a key
	solvers             sync.Pool // of *sudoku.Solver, which prove the puzzles that are read
	names               struct {  // techniques read so far
		sync.Mutex
		techniques NumberedTechniques
	}
	Older func() (Orders, error) // returns the orders of strata of a format without digests
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
		known:    prepare(db, `SELECT EXISTS (SELECT 1 FROM seeds WHERE key = ?)`),
	}
	f.Older = f.olderOrders()
	return f
}

// newFile returns the bank that a URI opens at a path, where only one file is meant, unless that
// is nil.
func newFile(uri, path string, file os.FileInfo) *File {
	f := NewFile(sql.OpenDB(boundedConnector{uri, path, file}), path)
	f.URI, f.file = uri, file
	return f
}

// IsFixed reports whether the bank is in a file system, so that nobody can write to it.
func (f *File) IsFixed() bool { return f.inFS != "" }

// Stamp returns a text that changes when the bank is written to.
func (f *File) Stamp() string {
	var stamp strings.Builder
	if f.IsFixed() {
		return ""
	}
	for _, path := range []string{f.Path, Beside(f.Path, "-wal")} {
		if info, err := os.Stat(path); err == nil {
			fmt.Fprintf(&stamp, "%d bytes at %d;", info.Size(), info.ModTime().UnixNano())
		}
	}
	return stamp.String()
}

// Close closes the bank. Further calls do nothing.
func (f *File) Close() error {
	f.closed.Store(true)
	err := f.DB.Close()
	systems.of.Delete(f.inFS)
	if err != nil {
		return fmt.Errorf("closing bank %s: %w", f.Path, Plain(err))
	}
	return nil
}

// The first format of banks that has each of these.
const (
	SymmetricFormat   = 2 // lists of symmetric picks
	BookmarkFormat    = 3
	DigestFormat      = 4 // the additions of file [migrations.Digests]
	MinutesFormat     = 5
	ContributedFormat = 6 // tokens of contributors
	LabelsFormat      = 7
)

// HasDigests reports whether the strata of the bank have digests.
func (f *File) HasDigests() bool { return f.Format >= DigestFormat }

// ListsSymmetric reports whether the bank lists symmetric picks.
func (f *File) ListsSymmetric() bool { return f.Format >= SymmetricFormat }
