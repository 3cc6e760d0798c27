//go:build unix && !solaris && !illumos && !aix

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// lock opens a file or folder and holds a lock on it, which ends with the file
// or the process. It is an error if another process holds it.
func lock(path string) (*os.File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// syncFolder writes the names of a folder to the disk. It ignores file systems
// that cannot do this.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if errors.Is(err, os.ErrPermission) {
		return nil // a folder may be written to and not read
	}
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := folder.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}
