// Package tables is the file of a bank: opening it to read, the contents of its tables,
// and how they are packed. It is internal. Packages seedbank, change, records and
// repair build on it.
//
// Words: a [Stratum] is a set of seeds or rungs with equal properties, numbered from 0 by
// their slots. The row of a seed has its slot. All other strata list their picks on pages.
//
// Data that the file stores twice is compared before it is returned. Errors name the
// table and the row.
//
// Start with [Open] and [File].
package tables

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"github.com/seedoku/seedoku/migrations"
)

// Open opens the bank in a file to read, and leaves no file beside it.
func Open(ctx context.Context, path string) (*File, error) {
	f, err := OpenPlain(ctx, path)
	Explain(&err, "opening bank %s", path)
	return f, err
}

// OpenPlain opens a bank to read, in a writable or a read-only folder.
func OpenPlain(ctx context.Context, path string) (*File, error) {
	file, err := os.Stat(path)
	if err := cmp.Or(mustBeFile(file, err), MustBeRegular(path)); err != nil {
		return nil, err
	}
	if _, err := os.Stat(Beside(path, "-journal")); err == nil {
		// Opening to write would make SQLite clean up after a killed process.
		if err := MustBeBank(ctx, path); err != nil {
			return nil, err
		}
	}
	options := url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(30000)", "query_only(ON)"}}
	alone := NotWritten(path)
	if alone {
		// SQLite makes files beside a bank in WAL mode even for reading. Removing
		// them needs write access.
		options.Set("mode", "rw")
	} else if err := mustBeItsLog(ctx, path); err != nil {
		return nil, err
	}
	f, err := openAs(ctx, path, options, file)
	switch {
	case !alone && errors.Is(err, ErrDamaged):
		return nil, fmt.Errorf("%w, or %s beside it is the log of another file", Plain(err), Beside(path, "-wal"))
	case err == nil || errors.Is(err, ErrDamaged) || errors.Is(err, ErrNotBank):
		return f, err
	case !alone && errors.Is(Plain(err), errNotOpened):
		return nil, errLogInTheWay
	case alone:
		DropLog(ctx, path)
		// In a read-only folder and on a full disk SQLite can only read a file that no other
		// process has open, and needs an option for it.
		options.Set("mode", "ro")
		options.Set("immutable", "1")
		return openAs(ctx, path, options, file)
	}
	return nil, err
}

// DropLog has SQLite remove the log that it has begun beside a bank, and for which the disk had no
// room. Until then nobody could read the bank. It leaves the log if another process has the bank open.
func DropLog(ctx context.Context, path string) {
	// A connection that locks the bank for itself needs no room, and ends with the log.
	db := Connect(path, url.Values{"mode": {"rw"}, "_pragma": {"locking_mode(EXCLUSIVE)"}})
	_, _ = db.ExecContext(ctx, `SELECT count(*) FROM sqlite_schema`)
	_ = db.Close()
}

// errLogInTheWay says that reading a bank would need a new file in a read-only
// folder or in a file system.
var errLogInTheWay = errors.New("a program is writing to it, or was killed while it did, and left a file ending in -wal or -journal; " +
	"to read it copy both files to a folder that you can write to")

// openAs opens a bank to read with options of SQLite. It refuses a bank whose format is
// too old to read. All that is read is in the file, unless that is nil.
func openAs(ctx context.Context, path string, options url.Values, file os.FileInfo) (*File, error) {
	f := newFile(UriOf(path, options), path, file)
	err := mustHaveMark(ctx, f.DB)
	if err == nil {
		f.Format, err = f.CheckedVersion(ctx, migrations.Readable)
	}
	if err != nil {
		return nil, errors.Join(err, f.DB.Close())
	}
	return f, nil
}

// MustBeBank returns an error if a file is not a bank. It leaves the file as it is.
//
// It lets SQLite look for the mark of a bank, and does not open the file itself. The
// reason: a process that closes a file loses all of its locks on this file, even if it has
// the file open elsewhere. Without the locks of an open bank, another process could delete
// its log and the seeds in it. SQLite itself closes files only when that is safe ("How To
// Corrupt An SQLite Database File", 2.2).
func MustBeBank(ctx context.Context, path string) error {
	if err := cmp.Or(mustBeFile(os.Stat(path)), MustBeRegular(path)); err != nil {
		return err
	}
	db := Connect(path, url.Values{"mode": {"ro"}, "immutable": {"1"}})
	return errors.Join(mustHaveMark(ctx, db), db.Close())
}

// MustBeWritable returns an error if SQLite can only read a file. Opening such a bank to write would
// succeed, and leave a log beside it.
func MustBeWritable(ctx context.Context, path string) error {
	db := Connect(path, url.Values{"mode": {"rw"}})
	conn, err := db.Conn(ctx)
	if err == nil {
		err = conn.Raw(func(of any) error {
			isReadOnly, err := of.(interface{ IsReadOnly(string) (bool, error) }).IsReadOnly("main")
			if isReadOnly {
				err = errNotWritten
			}
			return err
		})
		conn.Close()
	}
	return errors.Join(err, db.Close())
}

// mustBeFile returns an error if there is no such file, or if it is a folder.
func mustBeFile(info fs.FileInfo, err error) error {
	if missing, ok := errors.AsType[*fs.PathError](err); ok {
		missing.Op = "open" // the operation that the user asked for
	}
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%w: it is a folder", ErrNotBank)
	}
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%w: it is not a file", ErrNotBank)
	}
	return err
}

// Beside returns the path of a file that SQLite keeps beside a bank, such as its log with the suffix
// -wal. It is beside the file to which symbolic links lead.
func Beside(path, suffix string) string {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	return path + suffix
}

// NotWritten reports whether there is no log beside the bank, which means that no
// process is writing to it.
func NotWritten(path string) bool {
	_, err := os.Stat(Beside(path, "-wal"))
	return errors.Is(err, fs.ErrNotExist)
}

// MustBeRegular returns an error if one of the files that SQLite opens for a bank is a
// pipe or a device. Opening or reading it could block forever.
func MustBeRegular(path string) error {
	for _, suffix := range []string{"-wal", "-journal", "-shm"} {
		beside := Beside(path, suffix)
		if info, err := os.Stat(beside); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%w: %s is not a file", ErrNotBank, beside)
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
