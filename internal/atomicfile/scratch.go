package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// prefix begins the names of scratch folders; a number follows.
const prefix = ".seedoku-"

// abandonedAfter is the time after which a scratch folder that nobody holds is
// removed. Where locks do not reach other machines, it keeps those from each
// other's files.
const abandonedAfter = time.Hour

// scratch is a folder for a file until it is complete.
type scratch struct {
	path string
	lock *os.File // held as long as the folder is in use; nil where there are no locks
}

// Scratch makes a folder for temporary files in another folder, and removes
// scratch folders of killed processes there. done removes it.
func Scratch(folder string) (path string, done func() error, err error) {
	if err := (Folder{folder}).sweep(); err != nil {
		return "", nil, err
	}
	s, err := openScratch(folder)
	if err != nil {
		return "", nil, err
	}
	return s.path, s.close, nil
}

func openScratch(folder string) (*scratch, error) {
	path, err := os.MkdirTemp(folder, prefix+"*")
	if err != nil {
		return nil, err
	}
	// Without locks, scratch folders of killed processes are never removed, and
	// nothing else is affected.
	held, _ := lock(path)
	return &scratch{path, held}, nil
}

// close removes the folder with all that is in it.
func (s *scratch) close() error {
	err := os.RemoveAll(s.path)
	if s.lock != nil {
		err = errors.Join(err, s.lock.Close())
	}
	return err
}

// sweep removes scratch folders of killed processes. It ignores folders that it
// cannot remove.
func (f Folder) sweep() error {
	entries, err := os.ReadDir(f.path)
	if errors.Is(err, fs.ErrPermission) {
		return nil // a folder may be written to and not read
	}
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if path := filepath.Join(f.path, entry.Name()); isScratch(entry) && !touchedSince(path, time.Now().Add(-abandonedAfter)) {
			removeIfNobodys(path)
		}
	}
	return nil
}

// isScratch reports whether a file or folder has a name that this package gives.
func isScratch(entry fs.DirEntry) bool {
	number, ok := strings.CutPrefix(entry.Name(), prefix)
	return ok && number != "" && strings.Trim(number, "0123456789") == "" && (entry.IsDir() || entry.Type().IsRegular())
}

// touchedSince reports whether something was written to a scratch folder, or to
// a file in it, since a time.
func touchedSince(path string, since time.Time) bool {
	touched := false
	filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // removed by now, or of another user
		}
		info, err := entry.Info()
		touched = touched || err == nil && info.ModTime().After(since)
		return nil
	})
	return touched
}

// removeIfNobodys removes a scratch folder if its process has died.
func removeIfNobodys(path string) {
	held, err := lock(path)
	if err != nil {
		return // its process lives, or it cannot be known
	}
	defer held.Close()
	os.RemoveAll(path)
}
