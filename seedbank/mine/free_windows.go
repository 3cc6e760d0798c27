package mine

import (
	"path/filepath"

	"golang.org/x/sys/windows"
)

// Free returns how many bytes a user may still write to the disk of a file. The error is
// [errors.ErrUnsupported] where the system does not tell.
func Free(path string) (int64, error) {
	folder, err := windows.UTF16PtrFromString(filepath.Dir(path))
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(folder, &free, nil, nil)
	return int64(free), err
}
