//go:build linux || darwin

package mine

import "syscall"

// Free returns how many bytes a user may still write to the disk of a file. The error is
// [errors.ErrUnsupported] where the system does not tell.
func Free(path string) (int64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(path, &disk); err != nil {
		return 0, err
	}
	return int64(disk.Bavail) * int64(disk.Bsize), nil
}
