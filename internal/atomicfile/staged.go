package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// Staged is files of a folder that are whole and have not got their names yet. Several
// goroutines can write them.
type Staged struct {
	folder  Folder
	mutex   sync.Mutex
	scratch *scratch // nil before the first file
}

// Stage begins files that are to appear together: all are written and synced first, and then
// placed. So a disk that is full, or a process that is killed before, changes nothing in the
// folder.
func (f Folder) Stage() *Staged { return &Staged{folder: f} }

// WriteFile writes a file that [Staged.Place] gives its name. It is an error if there is a folder
// of this name. What is written to as it is, such as a device, is written at once.
func (s *Staged) WriteFile(name string, write func(io.Writer) error) error {
	path := filepath.Join(s.folder.path, name)
	switch {
	case IsDevice(path):
		return s.folder.WriteFile(name, write)
	case IsFolder(path):
		return naming(path, errors.New("it is a folder"))
	}
	return naming(path, s.write(name, write))
}

func (s *Staged) write(name string, write func(io.Writer) error) error {
	within, err := s.open()
	if err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(within, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Sync(), file.Close())
}

// open returns the scratch folder, which it makes for the first file.
func (s *Staged) open() (path string, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.scratch == nil {
		if s.scratch, err = openScratch(s.folder.path); err != nil {
			return "", err
		}
	}
	return s.scratch.path, nil
}

// Place gives a file its name, on the disk as well, in place of the file of that name if there
// is one.
func (s *Staged) Place(name string) error {
	path := filepath.Join(s.folder.path, name)
	if IsDevice(path) {
		return nil
	}
	return naming(path, s.place(path, name))
}

func (s *Staged) place(path, name string) error {
	within, err := s.open()
	if err != nil {
		return err
	}
	from := filepath.Join(within, name)
	old, err := os.Lstat(path)
	switch {
	case err == nil && !old.Mode().IsRegular(): // a link, which may lead to another disk
		return s.copyTo(path, from)
	case err == nil:
		if err := os.Chmod(from, old.Mode().Perm()); err != nil {
			return err
		}
	}
	return Rename(from, path)
}

// copyTo writes a file that is staged to where a link leads.
func (s *Staged) copyTo(path, from string) error {
	file, err := os.Open(from)
	if err != nil {
		return err
	}
	defer file.Close()
	return writeFile(path, func(w io.Writer) error {
		_, err := io.Copy(w, file)
		return err
	})
}

// Close removes the files that were not placed.
func (s *Staged) Close() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.scratch == nil {
		return nil
	}
	err := s.scratch.close()
	s.scratch = nil
	return err
}
