package main

import (
	"io/fs"
	"syscall"
	"testing"
)

// An argument that cannot be the name of a file, such as a grid with bars on Windows, is a puzzle.
func TestNoName(t *testing.T) {
	for _, c := range []struct {
		err    error
		system string
		want   bool
	}{
		{syscall.Errno(123), "windows", true},
		{syscall.Errno(206), "windows", true},
		{syscall.Errno(123), "linux", false},
		{syscall.ENAMETOOLONG, "linux", true},
		{syscall.EACCES, "windows", false},
		{nil, "windows", false},
	} {
		err := c.err
		if err != nil {
			err = &fs.PathError{Op: "stat", Path: "a|b", Err: c.err}
		}
		if got := isNoName(err, c.system); got != c.want {
			t.Errorf("%v on %s: %v", c.err, c.system, got)
		}
	}
}
