package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/sudoku"
)

// statInput tells what a path names. If it names nothing, the error is
// [fs.ErrNotExist].
func statInput(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, syscall.ENAMETOOLONG), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.EINVAL):
		return nil, fs.ErrNotExist
	}
	return info, withoutPath(err)
}

// openInput opens a file of puzzles. The error says what to do.
func openInput(path string) (*os.File, error) {
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

// neither returns the error for an argument that is no file and, for the reason
// given, no puzzle.
func neither(arg string, reason error) error {
	shown := phrase.Shorten(arg, bounds.Quote)
	var parse *sudoku.ParseError
	switch {
	case strings.Trim(arg, "0123456789.*_-") == "":
		return fmt.Errorf("neither a puzzle nor a file: %q: %s, want 81", shown, phrase.Count(len(arg), "cell"))
	case errors.As(reason, &parse) && parse.Column > 0:
		return fmt.Errorf("neither a puzzle nor a file: %q: character %d: %s", shown, parse.Column, parse.Reason)
	case errors.As(reason, &parse):
		return fmt.Errorf("neither a puzzle nor a file: %q: %s", shown, parse.Reason)
	case errors.Is(reason, errNoPuzzle):
		return fmt.Errorf("neither a puzzle nor a file: %q", shown)
	}
	return fmt.Errorf("neither a puzzle nor a file: %q: %w", shown, reason)
}
