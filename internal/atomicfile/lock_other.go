//go:build !unix || solaris || illumos || aix

package atomicfile

import (
	"errors"
	"os"
)

// lock always fails, because this system cannot tell whether the process of a
// scratch folder is alive.
func lock(string) (*os.File, error) { return nil, errors.ErrUnsupported }

// syncFolder does nothing: folders cannot be synced here.
func syncFolder(string) error { return nil }
