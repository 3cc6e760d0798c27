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
)

// ErrExists says that a bank would be made where there is a file.
var ErrExists = errors.New("there is a file of this name already")

// Create makes an empty bank. There must be no file of its name.
func Create(ctx context.Context, path string) error {
	err := mustNotExist(path)
	if err == nil {
		err = makeIfMissing(ctx, path)
	}
	return making(path, err)
}

// CreateCopy makes a bank as a copy of one in a file of a file system. There
// must be no file of its name.
func CreateCopy(path string, files fs.FS, name string) error {
	err := mustNotExist(path)
	if err == nil {
		err = create(path, func(temporary string) error { return copyFile(temporary, files, name) })
	}
	return making(path, err)
}

func making(path string, err error) error {
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
	return errors.Join(err, file.Sync(), file.Close())
}

// makeIfMissing makes an empty bank where there is no file. It does so under
// another name, so that no process ever sees half a bank.
func makeIfMissing(ctx context.Context, path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return create(path, func(temporary string) error {
		db, err := connect(temporary, url.Values{"mode": {"rwc"}})
		if err != nil {
			return err
		}
		empty := newBank(db, temporary)
		return errors.Join(empty.upgrade(ctx), db.Close())
	})
}

// create makes a file under a temporary name in its folder and then gives it
// its own, unless there is one by then.
func create(path string, fill func(temporary string) error) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	scratch, err := os.MkdirTemp(folder, ".seedoku-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	temporary := filepath.Join(scratch, "bank.db")
	if err := fill(temporary); err != nil {
		return err
	}
	if err := os.Link(temporary, path); err != nil && !errors.Is(err, fs.ErrExist) {
		return os.Rename(temporary, path) // a file system without links
	}
	return nil
}
