package change

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
)

// ErrExists says that the file of a new bank exists already.
var ErrExists = errors.New("a file of this name exists already")

// CreateCopy makes the bank path as a copy of the bank name in a file system. If
// path exists, the error wraps [ErrExists].
func CreateCopy(path string, files fs.FS, name string) error {
	err := mustNotExist(path)
	if err == nil {
		err = atomicfile.Create(path, func(temporary string) error { return copyFile(temporary, files, name) })
	}
	return making(path, err)
}

func making(path string, err error) error {
	if errors.Is(err, fs.ErrExist) {
		err = ErrExists // another process made it at the same time
	}
	tables.Explain(&err, "making bank %s", path)
	return err
}

func mustNotExist(path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(ErrExists, err)
	}
	return nil
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
