package tables

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// Errors of a bank.
var (
	ErrNotBank   = errors.New("not a bank of seeds")
	ErrNewerBank = errors.New("made by a newer version of the program")
	ErrOlderBank = errors.New("made by an older version of the program")
	ErrNoMatch   = errors.New("no such seed in the bank")

	// ErrDamaged says that the contents of a bank are invalid.
	ErrDamaged = errors.New("it is damaged")
	// ErrInUse says that another program has a bank open, or has changed it.
	ErrInUse = errors.New("it is in use")
	// ErrFull says that the disk has no room for a bank to grow.
	ErrFull = errors.New("the disk is full; everything stored before is safe: make room and continue")
	// ErrMisfit says that a bank refuses what was to be stored. The bank may be sound.
	ErrMisfit = errors.New("it refuses what was to be stored, which does not fit what it holds: verify it")

	ErrBusy       = fmt.Errorf("%w: another program is writing to it; try again when that has ended", ErrInUse)
	errNotWritten = notAllowed("it cannot be written to: check the permissions of the file and of its folder")
	errNotOpened  = errors.New("it cannot be opened: check that the file exists, and the permissions of the file and of its folder")
	errDisk       = errors.New("the disk reports an error: check that it works and has room")
	errMemory     = errors.New("there is not enough memory")
)

// notAllowed is an [fs.ErrPermission] with a text of its own.
type notAllowed string

func (e notAllowed) Error() string { return string(e) }

func (notAllowed) Is(target error) bool { return target == fs.ErrPermission }

// failures maps result codes of SQLite to errors for users; see "Result and Error
// Codes" in its documentation. A code that is not in the map, such as that for a
// missing table, can only come from a damaged file.
var failures = map[int]error{
	lib.SQLITE_BUSY:       ErrBusy,
	lib.SQLITE_LOCKED:     ErrBusy,
	lib.SQLITE_PROTOCOL:   ErrBusy, // others took every turn
	lib.SQLITE_READONLY:   errNotWritten,
	lib.SQLITE_PERM:       errNotWritten,
	lib.SQLITE_AUTH:       errNotWritten,
	lib.SQLITE_CANTOPEN:   errNotOpened,
	lib.SQLITE_IOERR:      errDisk,
	lib.SQLITE_FULL:       ErrFull,
	lib.SQLITE_NOMEM:      errMemory,
	lib.SQLITE_TOOBIG:     ErrTooLong,
	lib.SQLITE_CONSTRAINT: ErrMisfit,

	lib.SQLITE_INTERRUPT: context.Canceled,
}

// failure is an error of SQLite with an explanation for users.
type failure struct {
	text           string
	meaning, cause error
}

func (f *failure) Error() string { return f.text }

func (f *failure) Unwrap() []error { return []error{f.meaning, f.cause} }

// Plain replaces an error of SQLite, wherever it is in err, by an explanation for
// users. The surrounding text stays. Every method of a bank calls it where it
// adds the path.
func Plain(err error) error {
	var said *failure
	var code *sqlite.Error
	if errors.As(err, &said) || !errors.As(err, &code) {
		return err
	}
	meaning := meaningOf(code.Code())
	return &failure{strings.ReplaceAll(err.Error(), code.Error(), meaning.Error()), meaning, err}
}

// Explain adds to an error, if there is one, what was being done, and says in plain words what
// SQLite means.
func Explain(err *error, doing string, arguments ...any) {
	if *err != nil {
		*err = fmt.Errorf("%s: %w", fmt.Sprintf(doing, arguments...), Plain(*err))
	}
}

// Plain is [Plain] for an error of the bank. What fails because the bank is closed is
// [fs.ErrClosed]: package sql says so, or a row that is cut off looks damaged.
func (f *File) Plain(err error) error {
	plain := Plain(err)
	if f.closed.Load() && (errors.Is(plain, ErrDamaged) || errors.Is(plain, errNotOpened) || errors.Is(err, sql.ErrConnDone) || strings.HasSuffix(err.Error(), "is closed")) {
		return fs.ErrClosed
	}
	return plain
}

// Explain is [Explain] for what was being done with the bank. The path of the bank follows.
func (f *File) Explain(err *error, doing string, arguments ...any) {
	if *err != nil {
		*err = fmt.Errorf("%s %s: %w", fmt.Sprintf(doing, arguments...), f.Path, f.Plain(*err))
	}
}

func meaningOf(code int) error {
	const primary = 0xff // mask of the primary result code
	meaning, ok := failures[code&primary]
	if !ok || code == lib.SQLITE_IOERR_SHORT_READ || code == lib.SQLITE_IOERR_CORRUPTFS {
		return ErrDamaged
	}
	return meaning
}
