// Package atomicfile writes files that appear only when they are complete.
//
// It is the one way in which this project writes a file: in a scratch folder
// beside the place where it is to be, then synced to the disk, then moved to its
// name, with the folder synced as well. Whoever looks sees the old file or the
// new one, never a part, whatever happens to the process or the machine.
//
// # Words
//
// A scratch folder holds a file until it is whole. Its name begins with
// .seedoku-, and the process that works in it holds a lock on it. A process that
// is killed leaves it behind without the lock: the next one that writes to the
// same place removes it.
//
// # Conventions
//
// A symbolic link stays: the file that it leads to is replaced. A file that is
// replaced hands its permissions on. Devices, pipes, terminals and names of open
// files such as /dev/stdout are written to as they are.
//
// Start with [WriteFile]. [Create] makes a file that some library writes by
// itself, [OpenFolder] serves those who write many files, and [Folder.Stage] those whose
// files belong together.
package atomicfile

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// WriteFile writes a file with the output of write. It replaces an existing file.
// If write fails, the existing file stays unchanged. The error names the file.
func WriteFile(path string, write func(io.Writer) error) error {
	return naming(path, writeFile(path, write))
}

func writeFile(path string, write func(io.Writer) error) error {
	path, err := follow(path)
	if err != nil {
		return err
	}
	if IsDevice(path) {
		return writeThrough(path, write)
	}
	folder := Folder{filepath.Dir(path)}
	if err := folder.sweep(); err != nil {
		return err
	}
	return folder.write(filepath.Base(path), write)
}

// Folder is a folder to write files to.
type Folder struct{ path string }

// OpenFolder returns a folder. It makes the folder if it does not exist, and
// removes scratch folders of killed processes in it.
func OpenFolder(path string) (Folder, error) {
	if err := makeFolder(path); err != nil {
		return Folder{}, err
	}
	folder := Folder{path}
	return folder, folder.sweep()
}

// WriteFile writes a file of the folder, as the function of that name does.
func (f Folder) WriteFile(name string, write func(io.Writer) error) error {
	path := filepath.Join(f.path, name)
	return naming(path, func() error {
		info, err := os.Lstat(path)
		if err == nil && !info.Mode().IsRegular() {
			return writeFile(path, write)
		}
		return f.write(name, write)
	}())
}

// Remove removes a file of the folder, on the disk as well, so that nothing written later
// stands beside it. A symbolic link stays, and the file that it leads to goes. It is no error
// if there is no file of that name.
func (f Folder) Remove(name string) error {
	path, err := follow(filepath.Join(f.path, name))
	if err != nil {
		return err
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil // writing to it reports any problem
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// write writes a file that is neither a link nor a device.
func (f Folder) write(name string, write func(io.Writer) error) error {
	path := filepath.Join(f.path, name)
	scratch, err := openScratch(f.path)
	if err != nil {
		return err
	}
	defer scratch.close()
	file, err := os.OpenFile(filepath.Join(scratch.path, "file"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	err = write(file)
	if old, statErr := os.Stat(path); err == nil && statErr == nil {
		err = file.Chmod(old.Mode().Perm())
	}
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return Rename(file.Name(), path)
}

// Create calls fill to make a file with a temporary name, and then renames it to
// path. It removes other files that fill leaves beside the temporary one. It
// makes the folder if it does not exist. If path exists at the end, the error
// wraps [fs.ErrExist], and the existing file stays unchanged.
func Create(path string, fill func(temporary string) error) error {
	folder, err := OpenFolder(filepath.Dir(path))
	if err != nil {
		return err
	}
	scratch, err := openScratch(folder.path)
	if err != nil {
		return err
	}
	defer scratch.close()
	temporary := filepath.Join(scratch.path, "file")
	if err := fill(temporary); err != nil {
		return err
	}
	if err := syncFile(temporary); err != nil {
		return err
	}
	err = os.Link(temporary, path)
	if err != nil && !errors.Is(err, fs.ErrExist) { // a file system without links
		err = renameNew(temporary, path)
	}
	if err != nil {
		return err
	}
	return syncFolder(folder.path)
}

// renameUnlessSeen gives a file another name unless it sees one of that name. It does not see
// one that another process makes at this moment.
func renameUnlessSeen(from, to string) error {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return cmp.Or(err, error(&fs.PathError{Op: "create", Path: to, Err: fs.ErrExist}))
	}
	return os.Rename(from, to)
}

// Rename gives a synced file another name, on the disk as well, in place of the
// file of that name if there is one.
func Rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(to))
}

// IsDevice reports whether a path names something that is written to as it is: a
// device, a pipe, a terminal, or an open file by its number.
func IsDevice(path string) bool {
	if namesOpenFile(path) {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// IsSame reports whether two paths lead to the same file.
func IsSame(one, two string) bool {
	first, err1 := os.Stat(one)
	second, err2 := os.Stat(two)
	return errors.Join(err1, err2) == nil && os.SameFile(first, second)
}

// writeThrough writes to a device, a pipe or an open file. It appends to an open
// file that has contents.
func writeThrough(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// mostLinks is the greatest length of a chain of symbolic links, the same as on
// Linux.
const mostLinks = 40

// follow returns the target of symbolic links, even if it does not exist. It
// stops at the name of an open file.
func follow(path string) (string, error) {
	for range mostLinks {
		if namesOpenFile(path) {
			return path, nil
		}
		next, err := os.Readlink(path)
		if err != nil {
			return path, nil // not a link; writing reports any problem
		}
		if !filepath.IsAbs(next) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return "", err
			}
			next = filepath.Join(folder, next)
		}
		path = next
	}
	return "", errors.New("too many symbolic links")
}

// namesOpenFile reports whether a path names a file that some process has open,
// by its number: /dev/stdout and its like lead there.
func namesOpenFile(path string) bool {
	for range mostLinks {
		folder := filepath.ToSlash(filepath.Dir(path))
		if folder == "/dev/fd" || strings.HasPrefix(folder, "/proc/") && strings.HasSuffix(folder, "/fd") {
			return true
		}
		next, err := os.Readlink(path)
		if err != nil {
			return false
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(path), next)
		}
		path = next
	}
	return false
}

// makeFolder makes a folder and those above it, on the disk as well.
func makeFolder(path string) error {
	above := filepath.Dir(path)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) || above == path { // a drive of Windows can be missing
		return os.MkdirAll(path, 0o777) // returns the error, if there is one
	}
	if err := makeFolder(above); err != nil {
		return err
	}
	if err := os.Mkdir(path, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncFolder(above)
}

// Missing returns a folder and those above it that do not exist, the deepest first.
func Missing(path string) (folders []string) {
	for {
		above := filepath.Dir(path)
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) || above == path {
			return folders
		}
		folders = append(folders, path)
		path = above
	}
}

// RemoveEmpty removes folders that [Missing] has returned before they were made, as far as nothing
// is in them.
func RemoveEmpty(folders []string) {
	for _, folder := range folders {
		if info, err := os.Lstat(folder); err != nil || !info.IsDir() || os.Remove(folder) != nil {
			return
		}
	}
}

func syncFile(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// naming adds the path to an error of writing a file.
func naming(path string, err error) error {
	if err == nil {
		return nil
	}
	// Remove the temporary name from the error.
	var temporary *fs.PathError
	var moved *os.LinkError
	switch {
	case errors.As(err, &temporary) && (temporary.Path == filepath.Dir(path) || strings.Contains(temporary.Path, prefix)):
		err = temporary.Err
	case errors.As(err, &moved) && IsFolder(path):
		err = errors.New("it is a folder") // systems say that the file exists
	case errors.As(err, &moved):
		err = moved.Err
	}
	return fmt.Errorf("writing %s: %w", path, err)
}

// IsFolder reports whether a path leads to a folder.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
