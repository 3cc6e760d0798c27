// Package whole writes files that appear only when they are whole.
//
// It is the one way in which this project writes a file: beside the place where
// it is to be, then synced to the disk, then given its name. Whoever looks sees
// the old file or the new one, never a part, whatever happens to the process or
// the machine. Devices, pipes and terminals are written to as they are.
package whole

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Temporary is the pattern of names that files have until they are whole.
const Temporary = ".seedoku-*"

// WriteFile has write write a file, in place of the one of that name if there is
// one. If write fails, the old file stays as it is. The error names the file.
func WriteFile(path string, write func(io.Writer) error) error {
	err := writeFile(path, write)
	var temporary *fs.PathError
	if errors.As(err, &temporary) && filepath.Dir(temporary.Path) == filepath.Dir(path) {
		err = temporary.Err // nobody wants to read the name that the file had
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}

func writeFile(path string, write func(io.Writer) error) error {
	if IsDevice(path) {
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(file), file.Close())
	}
	file, err := os.CreateTemp(filepath.Dir(path), Temporary)
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // fails when all went well
	if err := errors.Join(write(file), file.Chmod(0o644), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// IsDevice reports whether a path names something that is neither a file nor a
// folder, such as a pipe or /dev/null.
func IsDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}
