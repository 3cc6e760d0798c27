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
	return create(path, func(temporary string) error { return copyFile(temporary, files, name) })
}

// create makes the file of a new bank, which write writes.
func create(path string, write func(temporary string) error) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		err = fs.ErrExist
	case errors.Is(err, fs.ErrNotExist):
		err = atomicfile.Create(path, write)
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
