package seedbank

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
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

// Compact writes the bank anew as one file without gaps, beside the old one,
// and puts it in its place. Nobody else may have the bank open.
func Compact(ctx context.Context, path string) error {
	if err := mustBeBank(os.Open(path)); err != nil {
		return fmt.Errorf("compacting bank %s: %w", path, err)
	}
	bank, err := Open(ctx, path)
	if err != nil {
		return err
	}
	temporary := path + ".compact"
	_, err = bank.db.ExecContext(ctx, `VACUUM INTO ?`, temporary)
	if err = errors.Join(err, bank.Close()); err == nil {
		err = leaveWAL(ctx, temporary)
	}
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		os.Remove(temporary)
		return fmt.Errorf("compacting bank %s: %w", path, err)
	}
	return nil
}

// leaveWAL takes a bank out of WAL mode, in which it could not be read in
// place from a file system.
func leaveWAL(ctx context.Context, path string) error {
	db, err := connect(path, url.Values{"mode": {"rw"}, "_pragma": {"journal_mode(DELETE)"}})
	if err != nil {
		return err
	}
	return errors.Join(db.PingContext(ctx), db.Close())
}
