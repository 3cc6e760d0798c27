//go:build !linux && !darwin && !windows

package mine

import "errors"

// Free returns how many bytes a user may still write to the disk of a file. The error is
// [errors.ErrUnsupported] where the system does not tell.
func Free(string) (int64, error) { return 0, errors.ErrUnsupported }
