package atomicfile

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// exchange exchanges two files or folders in one step. The error wraps [errors.ErrUnsupported]
// if the file system cannot do this.
func exchange(one, other string) error { return renameBy(unix.RENAME_EXCHANGE, one, other) }

// renameNew gives a file another name. The error wraps [fs.ErrExist] if there is a file of that
// name.
func renameNew(from, to string) error {
	err := renameBy(unix.RENAME_NOREPLACE, from, to)
	if errors.Is(err, errors.ErrUnsupported) {
		return renameUnlessSeen(from, to)
	}
	return err
}

func renameBy(flag uint, from, to string) error {
	err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, flag)
	if err == nil {
		return nil
	}
	if errors.Is(err, unix.EINVAL) { // of file systems that do not know the flag
		err = errors.ErrUnsupported
	}
	return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
}
