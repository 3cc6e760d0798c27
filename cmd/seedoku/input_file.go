package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/seedoku/seedoku/sudoku"
)

// openInput opens a file of puzzles. If there is none of that name, the error is
// [fs.ErrNotExist]; any other says what to do.
func openInput(path string) (*os.File, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, syscall.ENAMETOOLONG), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.EINVAL):
		return nil, fs.ErrNotExist
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("this is a folder: name the files in it, such as %s", filepath.Join(path, "*"))
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrPermission) {
		return nil, errors.New("no permission to read this file: see who owns it")
	}
	return file, withoutPath(err)
}

// withoutPath returns the cause of an error about a file, whose name is said
// elsewhere.
func withoutPath(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// maxQuote is how much of an argument is shown, in bytes.
const maxQuote = 100

// neither returns the error for an argument that is no file and, for the reason
// given, no puzzle.
func neither(arg string, reason error) error {
	shown := arg
	if len(shown) > maxQuote {
		shown = strings.ToValidUTF8(shown[:maxQuote], "") + "..."
	}
	var parse *sudoku.ParseError
	if isNearlyPuzzle := strings.Trim(arg, "0123456789.") == "" && errors.As(reason, &parse); isNearlyPuzzle {
		return fmt.Errorf("neither a puzzle nor a file: %q: %s", shown, parse.Reason)
	}
	return fmt.Errorf("neither a puzzle nor a file: %q", shown)
}
