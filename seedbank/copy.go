package seedbank

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
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
		return fmt.Errorf("making bank %s: %w", path, err)
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

// Compact writes the bank anew without gaps, as a file that can be read in
// place from a file system. Nobody else may have the bank open.
func Compact(ctx context.Context, path string) error {
	bank, err := Open(ctx, path)
	if err != nil {
		return err
	}
	if err := errors.Join(bank.compact(ctx), bank.Close()); err != nil {
		return fmt.Errorf("compacting bank %s: %w", path, err)
	}
	return nil
}

func (b *Bank) compact(ctx context.Context) error {
	if _, err := b.db.ExecContext(ctx, `VACUUM`); err != nil {
		return err
	}
	// A bank in WAL mode could not be read in place.
	var mode string
	if err := b.db.QueryRowContext(ctx, `PRAGMA journal_mode = DELETE`).Scan(&mode); err != nil {
		return err
	}
	if mode != "delete" {
		return errors.New("it is in use")
	}
	return nil
}
