package main

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/sudoku"
)

// zipMagic is what zip archives begin with, and zipEmpty what empty ones do.
const (
	zipMagic = "PK\x03\x04"
	zipEmpty = "PK\x05\x06"
)

// isZip reports whether r begins as a zip archive. It waits for no byte behind
// the first that differs: a person at a terminal may type no more.
func isZip(r *bufio.Reader) bool {
	for n := 1; n <= len(zipMagic); n++ {
		head, _ := r.Peek(n)
		if text := string(head); len(text) < n || text != zipMagic[:n] && text != zipEmpty[:n] {
			return false
		}
	}
	return true
}

// folder adds the puzzles of the files in a folder and in those below it, in the
// order of their names. Hidden files are left out.
func (b *batcher) folder(root string) bool {
	more, files := true, 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch hidden := path != root && strings.HasPrefix(entry.Name(), "."); {
		case err != nil:
			more = b.add(input{place: path, err: withoutPath(err)})
		case hidden && entry.IsDir():
			return fs.SkipDir
		case hidden || entry.IsDir():
			return nil
		default:
			files++
			more = b.found(path)
		}
		if !more {
			return fs.SkipAll
		}
		return nil
	})
	switch {
	case !more:
		return false
	case err != nil:
		return b.add(input{place: root, err: withoutPath(err)})
	case files == 0:
		return b.add(input{place: root, err: errors.New("no file in this folder")})
	}
	return true
}

// found adds the puzzles of what is neither a folder nor hidden. Devices, pipes and
// sockets are left alone: they may have no end, or never begin.
func (b *batcher) found(path string) bool {
	info, err := statInput(path)
	switch {
	case err != nil:
		return b.add(input{place: path, err: err})
	case info.IsDir():
		return b.add(input{place: path, err: errors.New("a link to a folder: name the folder itself")})
	case !info.Mode().IsRegular():
		return b.add(input{place: path, err: errors.New("neither a file nor a folder")})
	}
	return b.file(path)
}

// file adds the puzzles of a file that is known to be there.
func (b *batcher) file(path string) bool {
	file, err := openInput(path)
	if err != nil {
		return b.add(input{place: path, err: err})
	}
	defer file.Close()
	return b.text(path, file)
}

// archive adds the puzzles of the files in a zip archive, in the order of the
// archive. The archive is kept in a file meanwhile, as its table of contents
// stands at its end.
func (b *batcher) archive(name string, r io.Reader) bool {
	spool, err := os.CreateTemp("", "seedoku-*.zip")
	if err != nil {
		return b.add(input{place: name, err: fmt.Errorf("unpacking zip: %w", err)})
	}
	defer os.Remove(spool.Name())
	defer spool.Close()
	size, err := io.Copy(spool, io.LimitReader(r, bounds.Archive+1))
	if err == nil {
		err = bounds.Check("the zip file", size, bounds.Archive, bounds.Bytes)
	}
	if err != nil {
		return b.add(input{place: name, err: withoutPath(err)})
	}
	list := &listReader{ReaderAt: spool, listing: true, left: bounds.Directory}
	archive, err := zip.NewReader(list, size)
	switch {
	case errors.Is(err, errLongList):
		return b.add(input{place: name, err: err})
	case err != nil:
		return b.add(input{place: name, err: errors.New("the zip file is damaged or cut short")})
	}
	list.listing = false
	files := 0
	for _, file := range archive.File {
		if isHidden(file.Name) {
			continue
		}
		files++
		if !b.archived(name+"/"+file.Name, file) {
			return false
		}
		if b.barren > bounds.Barren {
			return true
		}
	}
	if files == 0 {
		return b.add(input{place: name, err: errors.New("no file in this zip file")})
	}
	return true
}

// listReader is a zip archive whose list of files is read first. The list may be
// longer than what the archive says of it.
type listReader struct {
	io.ReaderAt
	listing bool  // the list is being read
	left    int64 // bytes of it that may be read
}

var errLongList = fmt.Errorf("the list of files in the zip file: more than %s", bounds.Text(bounds.Directory, bounds.Bytes))

func (l *listReader) ReadAt(buf []byte, at int64) (int, error) {
	if l.listing && l.left < 0 {
		return 0, errLongList
	}
	n, err := l.ReaderAt.ReadAt(buf, at)
	if l.listing {
		l.left -= int64(n)
	}
	return n, err
}

// isHidden reports whether a name in an archive is a folder, or a file that
// people do not see.
func isHidden(name string) bool {
	return strings.HasSuffix(name, "/") || strings.HasPrefix(path.Base(name), ".") || strings.HasPrefix(name, "__MACOSX/")
}

func (b *batcher) archived(place string, file *zip.File) bool {
	const encrypted = 1
	if file.Flags&encrypted != 0 {
		return b.add(input{place: place, err: errors.New("this file has a password: unpack it before")})
	}
	r, err := file.Open()
	if err != nil {
		return b.add(input{place: place, err: fmt.Errorf("unpacking zip: %w", err)})
	}
	defer r.Close()
	source := &eagerReader{Reader: r, before: b.flush}
	return b.records(place, source, source)
}

// literal reads an argument that is no file as a text with one puzzle.
func literal(arg string) (grid sudoku.Grid, err error) {
	found := 0
	for record, err := range read.Puzzles(strings.NewReader(arg)) {
		if err != nil {
			return grid, err
		}
		grid = record.Grid
		found++
	}
	switch found {
	case 0:
		return grid, errNoPuzzle
	case 1:
		return grid, nil
	}
	return grid, fmt.Errorf("%d puzzles in one argument", found)
}

// groups reads nine arguments of nine cells each: a puzzle in groups that the
// shell has taken apart. Files of such names are none.
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

var errNoPuzzle = errors.New("no puzzle in it")
