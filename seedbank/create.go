package seedbank

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"github.com/seedoku/seedoku/internal/atomicfile"
)

// ErrExists says that a bank would be made where there is a file.
var ErrExists = errors.New("there is a file of this name already")

// Create makes an empty bank. There must be no file of its name.
func Create(ctx context.Context, path string) error {
	err := mustNotExist(path)
	if err == nil {
		err = atomicfile.Create(path, empty(ctx))
	}
	return making(path, err)
}

// CreateCopy makes a bank as a copy of one in a file of a file system. There
// must be no file of its name.
func CreateCopy(path string, files fs.FS, name string) error {
	err := mustNotExist(path)
	if err == nil {
		err = atomicfile.Create(path, func(temporary string) error { return copyFile(temporary, files, name) })
	}
	return making(path, err)
}

func making(path string, err error) error {
	if errors.Is(err, fs.ErrExist) {
		err = ErrExists // somebody was faster
	}
	if err != nil {
		return fmt.Errorf("making bank %s: %w", path, plain(err))
	}
	return nil
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

// makeIfMissing makes an empty bank where there is no file. Where there is one,
// it takes away what was left of others that were not made to the end.
func makeIfMissing(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err == nil {
		_, err := atomicfile.OpenFolder(filepath.Dir(path))
		return err
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := atomicfile.Create(path, empty(ctx)); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// empty returns a function that makes an empty bank in a file.
func empty(ctx context.Context) func(path string) error {
	return func(path string) error {
		db, err := connect(path, url.Values{"mode": {"rwc"}})
		if err != nil {
			return err
		}
		bank := newBank(newFile(db, path))
		return errors.Join(bank.upgrade(ctx), db.Close())
	}
}
