package atomicfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"
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

// mostAwaited is the longest time that a folder is waited for.
const mostAwaited = 10 * time.Second

// Await claims a folder as soon as no other process has claimed it. It goes on without a claim
// where nothing can be claimed, such as in a folder that cannot be read, and if somebody holds the
// folder for longer than files need to get their names.
func Await(ctx context.Context, folder string) (io.Closer, error) {
	for begun := time.Now(); ; {
		claim, err := Claim(folder)
		switch {
		case err == nil:
			return claim, nil
		case !errors.Is(err, ErrClaimed), time.Since(begun) > mostAwaited:
			return io.NopCloser(nil), nil
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// MakeEmpty makes an empty file and returns its [os.FileInfo]. It returns nil if there is a file
// already.
func MakeEmpty(path string) (os.FileInfo, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, os.ErrExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.Stat()
}
