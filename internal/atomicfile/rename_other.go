//go:build !linux

package atomicfile

import "errors"

// exchange exchanges two files or folders in one step, which no file system can do here.
func exchange(string, string) error { return errors.ErrUnsupported }

// renameNew gives a file another name. The error wraps [fs.ErrExist] if there is a file of that
// name.
func renameNew(from, to string) error { return renameUnlessSeen(from, to) }
