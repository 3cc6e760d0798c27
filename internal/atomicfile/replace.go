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
// replaceable returns nil; between the two moves of folders that this takes, there is none.
// If anything fails, it stays as it is.
func ReplaceFolder(path string, files iter.Seq2[string, []byte], replaceable func() error) (err error) {
	path = filepath.Clean(path)
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
		inside := filepath.Join(made, filepath.FromSlash(name))
		err := makeFolder(filepath.Dir(inside))
		if err == nil {
			err = writeSynced(inside, func(file *os.File) error {
				_, err := file.Write(content)
				return err
			})
		}
		if err != nil {
			return naming(filepath.Join(path, filepath.FromSlash(name)), err)
		}
	}
	if err := replaceable(); err != nil { // which may have changed while the files were written
		return err
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
