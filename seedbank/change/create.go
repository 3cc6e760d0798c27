package change

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/bank/tables"
)

// ErrExists says that the file of a new bank exists already.
var ErrExists = errors.New("a file of this name exists already")

// CreateCopy makes the bank path as a copy of the bank name in a file system. If
// path exists, the error wraps [ErrExists].
func CreateCopy(path string, files fs.FS, name string) error {
	return create(path, func(temporary string) error { return copyFile(temporary, files, name) })
}

// create makes the file of a new bank, which write writes.
func create(path string, write func(temporary string) error) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		err = fs.ErrExist
	case errors.Is(err, fs.ErrNotExist):
		err = createAlone(path, write)
	}
	if errors.Is(err, fs.ErrExist) {
		err = ErrExists // before, or another process made it at the same time
	}
	tables.Explain(&err, "making bank %s", path)
	return err
}

func copyFile(to string, files fs.FS, name string) error {
	from, err := files.Open(name)
	if err != nil {
		return err
	}
	defer from.Close()
	file, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, from)
	return errors.Join(err, file.Close())
}

// ErrLog says that a log of a bank is there and its bank is not.
var ErrLog = errors.New("beside it is a log, a file ending in -wal or -journal, of a bank of this name that is gone: move the log away, or bring the bank back")

// errNoFile says that a name is none of a file, though SQLite would take it.
var errNoFile = errors.New("a bank is a file, which needs a name")

// createAlone makes a file of a bank. SQLite would take a log that is left of another bank for one of
// this bank, and change it as the log says.
func createAlone(path string, write func(temporary string) error) error {
	if path == "" || path == ":memory:" {
		return errNoFile
	}
	for _, suffix := range []string{"-wal", "-journal"} {
		log, err := os.Stat(path + suffix)
		if err != nil || log.Size() == 0 {
			continue
		}
		if _, err := os.Lstat(path); err == nil { // another process has made it at the same time
			return fs.ErrExist
		}
		return ErrLog
	}
	return atomicfile.Create(path, write)
}
