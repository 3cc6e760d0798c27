// Package seedbank is the bank: seeds in one SQLite file, opened, filled,
// counted and drawn from.
//
// # Words
//
// A [seed.Seed] is a minimal puzzle in canonical form with its rating; its
// [seed.Key] names it in every bank. A [seed.Rung] is a seed with clues added,
// rated; a bank keeps any number of them with each seed. A [seed.Pick] is a seed
// or a rung, a [seed.Isomorph] one of the puzzles that it can be turned into, and
// a [seed.ID] the name of such a puzzle, which says which clues are added: see
// [Bank.Recall].
//
// A [Filter] says which seeds are wanted, a [Selection] is the seeds of a bank
// that pass it, numbered, and a [Stream] is puzzles of a selection in a shuffled
// order. A stratum is the seeds that are alike in rating, clues, automorphisms
// and hardest technique. The bank gives each seed a slot in its stratum, numbered
// from 0, so that a selection is a few strata, and drawing from it a sum and one
// look-up, however large the bank. Rungs have strata of their own; and so have, for
// each kind of symmetry, the seeds and rungs that can be arranged to have it.
//
// # Guarantees
//
// No two seeds of a bank are isomorphs, and no stream gives a puzzle twice. What
// was inserted is on disk when [Bank.Insert] returns, and a process that is
// killed leaves a bank that opens and holds all that was. Several processes may
// write to one bank. A bank made by a newer version is refused; a bank made by an
// older one is brought up to date by the first program that opens it to write.
// Whoever only reads leaves no file behind.
//
// A damaged or false file gives an error that names the bank and the row, and
// never another puzzle than it says. One thing only [Bank.Verify] can tell, by
// rating anew: a part of a rating, or of the clues of a rung, that stands in one
// place and was changed there.
//
// Banks can be united in any order, by [Bank.Merge] and [Bank.Insert]: they end
// up with the same seeds and the same rungs. A rung keeps its name, and so a
// puzzle its ID, in every bank that has it.
//
// # Not here
//
// What seeds, rungs and IDs are (package seed), where seeds come from (package
// mine), and how puzzles are written (package pack).
//
// Start with [Open], [Bank.Insert], [Bank.Select] and [Selection.Stream]; what is
// left of a damaged bank is found by [Salvage].
package seedbank

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
	"modernc.org/sqlite/vfs"

	"github.com/seedoku/seedoku/migrations"
	"github.com/seedoku/seedoku/sudoku"
)

// Errors of opening a bank and of looking for seeds.
var (
	ErrNotBank   = errors.New("not a bank of seeds")
	ErrNewerBank = errors.New("made by a newer version of the program")
	ErrOlderBank = errors.New("made by an older version of the program; any command that writes to it, such as \"bank compact\", brings it up to date, " +
		"and \"bank init\" makes a copy of the starter bank that is")
	ErrReadOnly = errors.New("it was opened to read only")
	ErrNoMatch  = errors.New("no such seed in the bank")
)

// Bank is a bank that is open to read. It can be used from several goroutines.
type Bank struct {
	*file
	rankings rankings
}

// file is an open file of a bank.
type file struct {
	db    *sql.DB
	path  string
	uri   string       // as SQLite opens it, if it is open to read only
	close func() error // what is to be closed after db, if anything

	format int // version of the format; an older one can be read

	bySlot, byKey, byID statement // of one seed
	atPlaces            statement // of several seeds
	known               statement // whether there is a seed of a key
	solvers             sync.Pool // of *sudoku.Solver, which prove what is read
	names               struct {  // of techniques, as far as read
		sync.Mutex
		techniques numberedTechniques
	}
	older func() (orders, error) // of its strata, if its format has no digests
}

func newFile(db *sql.DB, path string) *file {
	b := &file{
		db:       db,
		path:     path,
		solvers:  sync.Pool{New: func() any { return new(sudoku.Solver) }},
		bySlot:   prepareSeedWhere(db, `stratum = ? AND slot = ?`),
		byKey:    prepareSeedWhere(db, `key = ?`),
		byID:     prepareSeedWhere(db, `seeds.id = ?`),
		atPlaces: prepareSeedsAt(db),
		known:    prepare(db, hasKey),
	}
	b.older = b.olderOrders()
	return b
}

func newBank(f *file) *Bank { return &Bank{file: f, rankings: newRankings()} }

// Open opens the bank in a file to read and write. If there is no such file it
// makes an empty bank, and the folder for it.
func Open(ctx context.Context, path string) (*Bank, error) {
	bank, err := open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("opening bank %s: %w", path, plain(err))
	}
	return bank, nil
}

func open(ctx context.Context, path string) (*Bank, error) {
	if err := makeIfMissing(ctx, path); err != nil {
		return nil, err
	}
	if err := mustBeBank(ctx, path); err != nil {
		return nil, err
	}
	bank, err := openToWrite(ctx, path)
	for begun := time.Now(); isBusy(err) && time.Since(begun) < patience && ctx.Err() == nil; {
		time.Sleep(pauseIfBusy)
		bank, err = openToWrite(ctx, path)
	}
	return bank, err
}

// Of several processes that bring a bank into WAL mode at the same time, SQLite
// lets one do so and turns the others away at once. They try again.
const (
	patience    = 30 * time.Second
	pauseIfBusy = 20 * time.Millisecond
)

func isBusy(err error) bool {
	var coded *sqlite.Error
	return errors.As(err, &coded) && coded.Code()&0xff == sqlite3.SQLITE_BUSY // the rest says why
}

func openToWrite(ctx context.Context, path string) (*Bank, error) {
	db, err := connect(path, url.Values{
		"mode":    {"rw"},
		"_txlock": {"immediate"}, // a transaction that will write waits its turn at once, and cannot fail half way for another writer
		"_pragma": {
			"busy_timeout(30000)", // milliseconds to wait for another writer
			"journal_mode(WAL)",   // readers and a writer do not wait for each other, and a commit is one append
			"synchronous(FULL)",   // a commit is on disk, whatever happens to the machine
			"foreign_keys(ON)",
		},
	})
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // one writer
	bank := newBank(newFile(db, path))
	bank.format = migrations.Version
	version, err := bank.version(ctx)
	if err == nil {
		err = bank.mustHaveSchema(ctx, version)
	}
	if err == nil && version < migrations.Version {
		if err = bank.upgrade(ctx); err == nil {
			err = bank.mustHaveSchema(ctx, migrations.Version)
		}
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return bank, nil
}

// OpenReadOnly opens the bank in a file to read.
func OpenReadOnly(ctx context.Context, path string) (*Bank, error) {
	bank, err := openReadOnly(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("opening bank %s: %w", path, plain(err))
	}
	return bank, nil
}

func openReadOnly(ctx context.Context, path string) (*Bank, error) {
	if err := errors.Join(mustBeFile(os.Stat(path)), mustBeRegular(path)); err != nil {
		return nil, err
	}
	options := url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(30000)", "query_only(ON)"}}
	alone := notWritten(path)
	if _, err := os.Stat(path + "-journal"); err == nil {
		// Opened to write, SQLite would clean up after whoever was killed here.
		if err := mustBeBank(ctx, path); err != nil {
			return nil, err
		}
	}
	if alone {
		// SQLite puts files beside a bank in WAL mode even to read it. Only who
		// may write can take them away again.
		options.Set("mode", "rw")
	}
	bank, err := openToRead(ctx, path, options)
	switch {
	case err == nil || errors.Is(err, ErrDamaged) || errors.Is(err, ErrNotBank):
		return bank, err
	case !alone && errors.Is(plain(err), errNotOpened):
		return nil, errLogInTheWay
	case alone:
		// In a folder that cannot be written to, SQLite can only read a file
		// that nobody else has open, and wants to be told so.
		options.Set("mode", "ro")
		options.Set("immutable", "1")
		return openToRead(ctx, path, options)
	}
	return nil, err
}

// errLogInTheWay says that SQLite would have to make a file to read a bank.
var errLogInTheWay = errors.New("a program is writing to it, or was killed while it did, and left a file ending in -wal; " +
	"to read it copy both files to a folder that you can write to")

// OpenFS opens the bank in a file of a file system, in place, to read. The
// file must not change while it is open.
func OpenFS(ctx context.Context, files fs.FS, name string) (*Bank, error) {
	if err := mustBeFile(fs.Stat(files, name)); err != nil {
		return nil, fmt.Errorf("opening bank %s: %w", name, plain(err))
	}
	fsName, fsys, err := vfs.New(files)
	if err != nil {
		return nil, fmt.Errorf("opening bank %s: %w", name, plain(err))
	}
	bank, err := openToRead(ctx, name, url.Values{"vfs": {fsName}, "mode": {"ro"}, "immutable": {"1"}})
	if err != nil {
		return nil, fmt.Errorf("opening bank %s: %w", name, plain(errors.Join(err, fsys.Close())))
	}
	bank.close = fsys.Close
	return bank, nil
}

func openToRead(ctx context.Context, path string, options url.Values) (*Bank, error) {
	db, err := connect(path, options)
	if err != nil {
		return nil, err
	}
	bank := newBank(newFile(db, path))
	bank.uri = uriOf(path, options)
	if err = mustHaveMark(ctx, db); err == nil {
		bank.format, err = bank.version(ctx)
	}
	if err == nil && bank.format < migrations.Readable {
		err = ErrOlderBank
	}
	if err == nil {
		err = bank.mustHaveSchema(ctx, bank.format)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return bank, nil
}

func connect(path string, options url.Values) (*sql.DB, error) {
	return sql.OpenDB(boundedConnector{uriOf(path, options)}), nil
}

// uriOf returns the name by which SQLite opens a file.
func uriOf(path string, options url.Values) string {
	// Of the characters of a path only these mean something else in a URI.
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	return "file:" + escaped + "?" + options.Encode()
}

// Path returns the file of the bank: a path, or for [OpenFS] the name in the file
// system.
func (b *file) Path() string { return b.path }

// Stamp returns a text that becomes another one when somebody writes to the bank.
func (b *file) Stamp() string {
	var stamp strings.Builder
	for _, path := range []string{b.path, b.path + "-wal"} {
		if info, err := os.Stat(path); err == nil {
			fmt.Fprintf(&stamp, "%d bytes at %d;", info.Size(), info.ModTime().UnixNano())
		}
	}
	return stamp.String()
}

// Writable reports whether the bank was opened to write.
func (b *Bank) Writable() bool { return b.uri == "" }

// Close closes the bank. It can be called again.
func (b *file) Close() error {
	err := b.db.Close()
	if b.close != nil {
		err = errors.Join(err, b.close())
	}
	if err != nil {
		return fmt.Errorf("closing bank %s: %w", b.path, plain(err))
	}
	return nil
}

// version returns the format version of the bank. It refuses banks that are too
// new.
func (b *file) version(ctx context.Context) (version int, err error) {
	err = b.db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version)
	if err == nil && version > migrations.Version {
		err = fmt.Errorf("%w: it has format %d, this program knows up to %d", ErrNewerBank, version, migrations.Version)
	}
	return version, err
}

// upgrade brings the bank up to date.
func (b *Bank) upgrade(ctx context.Context) error {
	version, err := b.version(ctx)
	if err != nil || version == migrations.Version {
		return err
	}
	if err = b.migrate(ctx); err == nil {
		return nil
	}
	// Another process may have done the same at the same time.
	if version, versionErr := b.version(ctx); versionErr == nil && version == migrations.Version {
		return nil
	}
	return fmt.Errorf("bringing it up to date: %w", err)
}

// mustBeBank returns an error if a file is not a bank. It leaves the file as it is.
//
// It lets SQLite look for the mark of a bank, and does not open the file itself. A process
// that closes a file loses all of its locks on this file, even if it has opened it more
// than once. Without the locks of an open bank, another process could take away its log,
// with the seeds that are only there. SQLite waits until it is safe to close a file ("How
// To Corrupt An SQLite Database File", 2.2).
func mustBeBank(ctx context.Context, path string) error {
	if err := errors.Join(mustBeFile(os.Stat(path)), mustBeRegular(path)); err != nil {
		return err
	}
	db, err := connect(path, url.Values{"mode": {"ro"}, "immutable": {"1"}})
	if err != nil {
		return err
	}
	return errors.Join(mustHaveMark(ctx, db), db.Close())
}

// mustHaveMark returns an error if a database does not have the mark of a bank. A
// damaged bank passes.
func mustHaveMark(ctx context.Context, db *sql.DB) error {
	var id uint32
	err := db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id)
	var coded *sqlite.Error
	switch isCoded := errors.As(err, &coded); {
	case err == nil && id != migrations.ApplicationID || isCoded && coded.Code() == sqlite3.SQLITE_NOTADB:
		return ErrNotBank
	case isCoded && coded.Code()&0xff == sqlite3.SQLITE_CORRUPT:
		return nil
	}
	return err
}

// mustBeFile returns an error if there is no such file, or if it is a folder.
func mustBeFile(info fs.FileInfo, err error) error {
	var missing *fs.PathError
	if errors.As(err, &missing) {
		missing.Op = "open" // which is what fails for the user
	}
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%w: it is a folder", ErrNotBank)
	}
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%w: it is no file", ErrNotBank)
	}
	return err
}

// notWritten reports whether no process is writing to the bank: then it has no
// log beside it.
func notWritten(path string) bool {
	_, err := os.Stat(path + "-wal")
	return errors.Is(err, fs.ErrNotExist)
}
