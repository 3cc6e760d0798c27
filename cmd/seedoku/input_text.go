package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"syscall"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/sudoku"
)

// statInput returns information about a file. If the file does not exist, the
// error is [fs.ErrNotExist].
func statInput(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	if isNoName(err, runtime.GOOS) {
		return nil, fs.ErrNotExist
	}
	return info, withoutPath(err)
}

// isNoName reports whether an error of a system says that no file can have the name. Windows allows
// no line breaks in names, nor some of the characters of grids, and has numbers of its own.
func isNoName(err error, system string) bool {
	const invalidName, tooLong = syscall.Errno(123), syscall.Errno(206)
	if system == "windows" && (errors.Is(err, invalidName) || errors.Is(err, tooLong)) {
		return true
	}
	return errors.Is(err, syscall.ENAMETOOLONG) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EINVAL)
}

// withoutPath returns the cause of an error about a file, without the name of the file.
func withoutPath(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

// neither returns the error for an argument that is not a file and, for the reason
// given, no puzzle.
func neither(arg string, reason error) error {
	shown := phrase.Shorten(arg, bounds.Quote)
	switch parse, ok := errors.AsType[*sudoku.ParseError](reason); {
	case strings.Trim(arg, "0123456789.*_-") == "":
		return fmt.Errorf("neither a puzzle nor a file: %q: %s, want 81", shown, phrase.Count(len(arg), "cell"))
	case ok && parse.Column > 0:
		return fmt.Errorf("neither a puzzle nor a file: %q: character %d: %s", shown, parse.Column, parse.Reason)
	case ok:
		return fmt.Errorf("neither a puzzle nor a file: %q: %s", shown, parse.Reason)
	case errors.Is(reason, errNoPuzzle):
		return fmt.Errorf("neither a puzzle nor a file: %q", shown)
	}
	return fmt.Errorf("neither a puzzle nor a file: %q: %w", shown, reason)
}

// literal reads an argument that is not a file as a text with one puzzle.
func literal(arg string) (found read.Record, err error) {
	n := 0
	for record, err := range read.Puzzles(strings.NewReader(arg)) {
		if err != nil {
			return found, err
		}
		found = record
		n++
	}
	switch n {
	case 0:
		return found, errNoPuzzle
	case 1:
		return found, nil
	}
	return found, fmt.Errorf("%d puzzles in one argument", n)
}

// groups reads nine arguments of nine cells each: a puzzle in groups that the
// shell has split. ok is false if there are files with such names.
func groups(args []string) (grid sudoku.Grid, ok bool) {
	if len(args) != 9 {
		return grid, false
	}
	for _, arg := range args {
		if _, err := statInput(arg); len(arg) != 9 || !errors.Is(err, fs.ErrNotExist) {
			return grid, false
		}
	}
	grid, err := sudoku.ParseGrid(strings.Join(args, ""))
	return grid, err == nil
}

var (
	errNoPuzzle = errors.New("no puzzle in it")
	errEmpty    = errors.New("it is empty: no puzzle in it")
)

// barrenReader counts the bytes since the last puzzle; its user resets the count at each
// puzzle. It fails after too many bytes without a puzzle, because few compressed bytes can
// unpack to very many.
type barrenReader struct {
	io.Reader
	count *int64
}

var errBarren = fmt.Errorf("no puzzle in %s of it: the rest is not read", bounds.Text(bounds.Barren, bounds.Bytes))

func (r *barrenReader) Read(buf []byte) (int, error) {
	if *r.count > bounds.Barren {
		return 0, errBarren
	}
	n, err := r.Reader.Read(buf)
	*r.count += int64(n)
	return n, err
}

// eagerReader calls before each read, which may have to wait for its data. It reads nothing
// after the end: a terminal would wait for another one.
type eagerReader struct {
	io.Reader
	before func()
	empty  bool // the input has ended without any data
	some   bool
	ended  bool
}

func (r *eagerReader) Read(buf []byte) (int, error) {
	if r.ended {
		return 0, io.EOF
	}
	r.before()
	n, err := r.Reader.Read(buf)
	r.some = r.some || n > 0
	r.ended = err == io.EOF
	r.empty = !r.some && r.ended
	return n, err
}
