// Package change makes banks, fills them and brings them up to date.
//
// [Open] opens a bank to read and write, and makes it if there is none. [Writer.StartRun]
// records a run. [Writer.Insert] and [Writer.Collect] store the seeds of a run.
// [Writer.Merge] and [Writer.MergeBatches] store seeds of other banks and rate them. A
// [Successor] is a new bank with the seeds of an old one, all rated by the current rules.
// [CreateCopy], [Snapshot] and [Compact] make files of banks.
//
// # Guarantees
//
// When [Writer.Insert] returns, the seeds are on disk. A killed process leaves a valid
// bank with all of them. Several processes may write to one bank. A bank made by a newer
// version is refused. A bank made by an older version is upgraded by the first program
// that opens it to write.
//
// Banks can be merged in any order: the result has the same seeds and rungs. A rung has
// the same subset in every bank that has it, so the IDs of its puzzles are the same too.
//
// A [Writer] serves any number of goroutines at once; they wait for each other. A
// [Successor] and a [SeedChecker] serve one goroutine at a time. Other types are values.
//
// Start with [Open] and [Writer.Insert].
package change

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/migrations"
	"github.com/seedoku/seedoku/seedbank"
)

// Writer is a bank that is open to read and write.
type Writer struct {
	*seedbank.Bank
	file    *tables.File
	merging chan struct{} // holds a value while a bank is merged
	waiting atomic.Pointer[waiting]
}

// Open opens the bank in a file to read and write. If there is no such file it
// makes an empty bank, and the folder for it.
func Open(ctx context.Context, path string) (_ *Writer, err error) {
	defer tables.Explain(&err, "opening bank %s", path)
	return open(ctx, path)
}

func open(ctx context.Context, path string) (*Writer, error) {
	if err := makeIfMissing(ctx, path); err != nil {
		return nil, err
	}
	if err := tables.MustBeBank(ctx, path); err != nil {
		return nil, err
	}
	if atomicfile.HasOtherNames(path) {
		return nil, ErrNames
	}
	if err := tables.MustBeWritable(ctx, path); err != nil {
		return nil, err
	}
	alone := tables.NotWritten(path)
	if !alone { // what opens to write copies the log into the file
		if f, err := tables.OpenPlain(ctx, path); err == nil {
			f.Close()
		} else if errors.Is(err, tables.ErrDamaged) || errors.Is(err, tables.ErrOtherLog) {
			return nil, err
		}
	}
	w, err := openToWrite(ctx, path)
	for begun := time.Now(); isBusy(err) && time.Since(begun) < patience && ctx.Err() == nil; {
		time.Sleep(pauseIfBusy)
		w, err = openToWrite(ctx, path)
	}
	if err != nil && alone {
		tables.DropLog(ctx, path)
	}
	return w, err
}

// openMade is open for a bank that was made before: one that is gone is an error.
func openMade(ctx context.Context, path string) (*Writer, error) {
	if err := tables.MustBeBank(ctx, path); err != nil {
		return nil, err
	}
	return open(ctx, path)
}

// ErrNames says that a file has several names. Writers by different names do not see each other's
// logs, and one loses what the other has stored.
var ErrNames = errors.New("its file has other names (hard links), and its log belongs to one name, " +
	"so that what is stored by one name would be lost by another")

// If several processes switch a bank to WAL mode at the same time, SQLite lets
// one succeed and fails the others at once. Those retry.
const (
	patience    = 30 * time.Second
	pauseIfBusy = 20 * time.Millisecond
)

func isBusy(err error) bool {
	coded, ok := errors.AsType[*sqlite.Error](err)
	return ok && coded.Code()&0xff == sqlite3.SQLITE_BUSY // the higher bits give the reason
}

func openToWrite(ctx context.Context, path string) (*Writer, error) {
	db := tables.Connect(path, url.Values{
		"mode":    {"rw"},
		"_txlock": {"immediate"}, // a write transaction waits at its start, so another writer cannot make it fail half way
		"_pragma": {
			"busy_timeout(30000)", // milliseconds to wait for another writer
			"journal_mode(WAL)",   // readers and a writer do not wait for each other, and a commit is one append
			"synchronous(FULL)",   // a commit is on disk, whatever happens to the machine
			"foreign_keys(ON)",
		},
	})
	db.SetMaxOpenConns(1) // one writer
	file := tables.NewFile(db, path)
	file.Format = migrations.Version
	version, err := file.CheckedVersion(ctx, 0)
	if err == nil && version < migrations.Version {
		err = upgrade(ctx, file)
	}
	if err == nil && version < migrations.Version {
		err = file.MustHaveSchema(ctx, migrations.Version)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Writer{Bank: seedbank.Over(file), file: file, merging: make(chan struct{}, 1)}, nil
}

// upgrade applies the migrations that a bank lacks.
func upgrade(ctx context.Context, bank *tables.File) error {
	var failure error
	for before := -1; ; {
		version, err := bank.Version(ctx)
		switch {
		case failure != nil && (err != nil || version == before):
			return fmt.Errorf("bringing it up to date: %w", failure)
		case err != nil || version == migrations.Version:
			return err
		}
		// Another process may upgrade the bank at the same time, from one version to the next.
		before = version
		if failure = migrate(ctx, bank.DB); failure == nil {
			return nil
		}
	}
}

// Create makes an empty bank in a new file. If path exists, the error wraps
// [ErrExists].
func Create(ctx context.Context, path string) error {
	return create(path, empty(ctx))
}

// makeIfMissing makes an empty bank if there is no file. If there is one, it
// deletes leftovers of interrupted attempts to make it.
func makeIfMissing(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err == nil {
		_, err := atomicfile.OpenFolder(filepath.Dir(path))
		return err
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := createAlone(path, empty(ctx)); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// empty returns a function that makes an empty bank in a file.
func empty(ctx context.Context) func(path string) error {
	return func(path string) error {
		db := tables.Connect(path, url.Values{"mode": {"rwc"}})
		return errors.Join(upgrade(ctx, tables.NewFile(db, path)), db.Close())
	}
}
