// Package given remembers which puzzles were given away, so that none comes twice.
//
// # Words
//
// A [Collection] is a file that lists the puzzles of packs. Each pack is a [Volume] of it. The
// grid of a puzzle is the key of its solution in canonical form, as in [seed.Seed.Solution]:
// isomorphs have the same grid, and so have puzzles with clues added.
//
// # How it works
//
// A collection is a database of SQLite with two tables, volumes and puzzles. Whoever opens it
// to write is the only writer until it is closed. So two packs that are made at the same time
// for the same collection share no puzzle either. Whoever reads locks it only for the time of
// a question, since a writer waits for readers when it commits. So a reader may see a volume
// that was added after its last question. A log would let a reader stay, but a collection is
// one file, also on network drives.
//
// # Not here
//
// How puzzles are drawn without the grids of a collection (package draw, Request.NotIn).
//
// Start with [Open], [Collection.Grids] and [Collection.Add].
package given

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	sqlite "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Extension is the extension of the files of collections.
const Extension = ".collection"

// Collection is an open collection. It serves one goroutine at a time.
type Collection struct {
	path string
	db   *sql.DB
	tx   *sql.Tx     // nil if c is open to read
	to   handle      // tx, or db if c is open to read
	made os.FileInfo // the file, if Open has made it
}

// handle is what the two kinds of handles of a database share.
type handle interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Volume is a pack of a collection.
type Volume struct {
	Name    string
	Made    time.Time // to the second
	Puzzles []Puzzle  // in the order of the pack
}

// Puzzle is a puzzle of a volume.
type Puzzle struct {
	ID     seed.ID
	Grid   seed.Key
	File   string // of the pack
	Number int    // in the file, or in the pack of a calendar; from 1
	Page   int    // of the file; 0 if it has no pages
}

// The errors of collections, which are wrapped.
var (
	ErrNone     = errors.New("there is no such collection")
	ErrNotOne   = errors.New("not a collection of packs")
	ErrNewer    = errors.New("a newer version of the program made this collection")
	ErrInUse    = errors.New("another program is adding to this collection; try again when that has ended")
	ErrRead     = errors.New("another program keeps reading this collection")
	ErrNoVolume = errors.New("the collection has no such volume")
	ErrIsThere  = errors.New("the collection has a volume of this name")
	ErrFull     = errors.New("the disk is full")
)

// applicationID, "Sdkg", tells programs such as file what the database is; version counts the
// versions of its tables.
const (
	applicationID = 0x53646b67
	version       = 2
)

const schema = `
CREATE TABLE volumes (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    made TEXT NOT NULL -- in UTC, such as 2027-01-01T12:00:00Z
) STRICT;
CREATE TABLE puzzles (
    volume INTEGER NOT NULL REFERENCES volumes (id),
    file   TEXT NOT NULL,
    number INTEGER NOT NULL, -- in the file, or in the pack of a calendar, from 1
    puzzle TEXT NOT NULL,    -- ID
    grid   INTEGER NOT NULL, -- first 64 bits of the SHA-256 of its solution in canonical form
    page   INTEGER NOT NULL DEFAULT 0, -- of the file, or 0
    PRIMARY KEY (volume, file, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzles_by_grid ON puzzles (grid);
`

// patience is how long a collection waits for another program.
const patience = 2 * time.Second

// Open opens a collection to read and write. The file and its folder are made if they do not
// exist. Nobody else can open it to write until it is closed.
func Open(ctx context.Context, path string) (*Collection, error) {
	if _, err := atomicfile.OpenFolder(filepath.Dir(path)); err != nil {
		return nil, err
	}
	for {
		made, err := atomicfile.MakeEmpty(path)
		if err != nil {
			return nil, err
		}
		before, err := os.Lstat(path)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		// What is spilled before the commit would lock readers out. EXTRA stores the folder too after
		// the journal is gone: after a loss of power, a journal that is back would undo the commit.
		pragmas := []string{"cache_spill(0)", "synchronous(EXTRA)"}
		c, err := open(ctx, path, made, url.Values{"_txlock": {"immediate"}, "_pragma": pragmas}, (*Collection).begin)
		if now, gone := os.Lstat(path); made != nil || gone == nil && os.SameFile(before, now) {
			return c, err
		}
		if err == nil { // who made the file has removed it while c waited for it
			c.Close()
		}
	}
}

// Exists reports whether there is a collection, or another file, at a path. An empty file is
// what is left of a collection that was begun but got no volume.
func Exists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0 || err != nil && !errors.Is(err, os.ErrNotExist)
}

// OpenToRead opens a collection that exists to read.
func OpenToRead(ctx context.Context, path string) (*Collection, error) {
	none := fmt.Errorf("%s: %w", path, ErrNone)
	if !Exists(path) {
		return nil, none
	}
	c, err := openToRead(ctx, path)
	if err != nil && !Exists(path) { // it was made by a program that was killed before it had a volume
		err = none
	}
	return c, err
}

func openToRead(ctx context.Context, path string) (*Collection, error) {
	options := url.Values{"mode": {"ro"}, "_pragma": {"query_only(ON)"}}
	if hasJournal(path) {
		// Opening to write lets SQLite clean up after a killed program.
		if err := mustBeOne(ctx, path); err != nil {
			return nil, err
		}
		options.Set("mode", "rw")
	}
	return open(ctx, path, nil, options, (*Collection).check)
}

// hasJournal reports whether there is a journal beside the file to which symbolic links lead.
func hasJournal(path string) bool {
	info, err := os.Stat(tables.Beside(path, "-journal"))
	return err == nil && info.Mode().IsRegular()
}

// mustBeOne returns an error if a file is no collection, and leaves its journal as it is. A file
// that was written in part passes.
func mustBeOne(ctx context.Context, path string) error {
	c, err := open(ctx, path, nil, url.Values{"mode": {"ro"}, "immutable": {"1"}, "_pragma": {"writable_schema(ON)"}}, (*Collection).check)
	if err != nil {
		return err
	}
	return c.Close()
}

func open(ctx context.Context, path string, made os.FileInfo, options url.Values, begin func(*Collection, context.Context) error) (*Collection, error) {
	options["_pragma"] = append(options["_pragma"], fmt.Sprintf("busy_timeout(%d)", patience.Milliseconds()), "trusted_schema(0)")
	db, err := sql.Open("sqlite", tables.UriOf(path, options))
	if err != nil {
		return nil, err
	}
	c := &Collection{path: path, db: db, to: db, made: made}
	if err := begin(c, ctx); err != nil {
		c.Close()
		return nil, c.fail("opening", err)
	}
	return c, nil
}

// begin begins the transaction of a writer.
func (c *Collection) begin(ctx context.Context) error {
	tx, err := c.db.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	c.tx, c.to = tx, tx
	return c.prepare(ctx)
}

// prepare makes the tables of a new collection.
func (c *Collection) prepare(ctx context.Context) error {
	var tables int
	if err := c.to.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return err
	}
	if tables > 0 {
		return c.check(ctx)
	}
	_, err := c.to.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;", applicationID, version)+schema)
	return err
}

// check returns an error if the file is something else.
func (c *Collection) check(ctx context.Context) error {
	var application, made int
	err := c.to.QueryRowContext(ctx, `SELECT * FROM pragma_application_id, pragma_user_version`).Scan(&application, &made)
	switch {
	case err != nil:
		return err
	case application != applicationID:
		return ErrNotOne
	case made > version:
		return ErrNewer
	}
	return nil
}

// fail adds what was being done to an error, and says in plain words what SQLite means.
func (c *Collection) fail(doing string, err error) error {
	if err == nil {
		return nil
	}
	switch code(err) {
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
		err = ErrNotOne
	case sqlite3.SQLITE_BUSY:
		err = ErrInUse
	case sqlite3.SQLITE_FULL:
		err = ErrFull
	}
	return fmt.Errorf("%s %s: %w", doing, c.path, err)
}

// code returns the code of SQLite of an error, or 0.
func code(err error) int {
	if coded, ok := errors.AsType[*sqlite.Error](err); ok {
		return coded.Code() & 0xff
	}
	return 0
}

// Path returns the file of c.
func (c *Collection) Path() string { return c.path }

// Commit keeps what was added and taken back. After it, c can only be closed.
func (c *Collection) Commit() error {
	err := c.tx.Commit()
	if code(err) == sqlite3.SQLITE_BUSY {
		err = ErrRead // nobody else writes
	}
	return c.fail("writing", err)
}

// Close closes c. Without [Collection.Commit] it stays as it was, and a file that [Open] has
// made is gone, or empty.
func (c *Collection) Close() error {
	var err error
	if c.tx != nil {
		err = c.tx.Rollback()
		if errors.Is(err, sql.ErrTxDone) || code(err) == sqlite3.SQLITE_ERROR { // a full disk ends the transaction
			err = nil
		}
	}
	if c.made != nil && !Exists(c.path) {
		c.remove()
	}
	return errors.Join(err, c.db.Close())
}

// remove removes the file that c has made, unless somebody else uses it. On Windows it stays, since
// it is open: an empty file is no collection.
func (c *Collection) remove() {
	tx, err := c.db.Begin()
	if err != nil {
		return // it is the collection of somebody else now
	}
	defer tx.Rollback()
	if now, err := os.Stat(c.path); err == nil && now.Size() == 0 && os.SameFile(c.made, now) {
		_ = os.Remove(c.path)
	}
}
