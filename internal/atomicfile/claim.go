package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// ErrClaimed says that another process has claimed a folder.
var ErrClaimed = errors.New("another process uses it")

// Claim claims a folder for this process. It makes the folder if it does not exist. The
// claim lasts until it is closed or the process ends, however it ends. The error wraps
// [ErrClaimed] if another process has claimed the folder. On systems without file locks,
// every claim succeeds.
func Claim(folder string) (io.Closer, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	file, err := lock(folder)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return io.NopCloser(nil), nil
	case errors.Is(err, syscall.EAGAIN):
		return nil, fmt.Errorf("%s: %w", folder, ErrClaimed)
	case err != nil:
		return nil, fmt.Errorf("claiming %s: %w", folder, err)
	}
	return file, nil
}
