package atomicfile

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
)

// ReplaceFolder makes a folder of files, given by their paths in it with slashes and their
// contents. The folder of that path, if there is one, goes when all files are written and
// replaceable returns nil. On Linux both change places in one step; elsewhere there is no folder
// between two moves. If anything fails before, the old folder stays as it is. A symbolic link
// stays, and the folder to which it leads is replaced.
func ReplaceFolder(path string, files iter.Seq2[string, []byte], replaceable func() error) (err error) {
	if path, err = follow(filepath.Clean(path)); err != nil {
		return err
	}
	above, err := OpenFolder(filepath.Dir(path))
	if err != nil {
		return err
	}
	scratch, err := openScratch(above.path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, scratch.close()) }()
	made, old := filepath.Join(scratch.path, "new"), filepath.Join(scratch.path, "old")
	for name, content := range files {
		if err := writeSynced(filepath.Join(made, filepath.FromSlash(name)), content); err != nil {
			return naming(filepath.Join(path, filepath.FromSlash(name)), err)
		}
	}
	if err := replaceable(); err != nil { // which may have changed while the files were written
		return err
	}
	if exchange(made, path) == nil {
		return syncFolder(above.path)
	}
	if err := os.Rename(path, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := Rename(made, path); err != nil {
		if back := os.Rename(old, path); !errors.Is(back, fs.ErrNotExist) {
			err = errors.Join(err, back)
		}
		return err
	}
	return nil
}

// writeSynced writes a new file and the folders above it.
func writeSynced(path string, content []byte) error {
	if err := makeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Sync(), file.Close())
}
