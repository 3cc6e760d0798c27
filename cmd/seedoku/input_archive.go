package main

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"github.com/seedoku/seedoku/internal/bounds"
)

// zipMagic is the beginning of zip archives, and zipEmpty the beginning of empty
// ones.
const (
	zipMagic = "PK\x03\x04"
	zipEmpty = "PK\x05\x06"
)

// isZip reports whether r begins like a zip archive. It stops at the first byte
// that differs, because a person at a terminal may not type more.
func isZip(r *bufio.Reader) bool {
	for n := 1; n <= len(zipMagic); n++ {
		head, _ := r.Peek(n)
		if text := string(head); len(text) < n || text != zipMagic[:n] && text != zipEmpty[:n] {
			return false
		}
	}
	return true
}

// isEPUB reports whether an archive is a book in EPUB.
func isEPUB(archive io.ReaderAt) bool {
	const book = "mimetypeapplication/epub+zip"
	head := make([]byte, 30+len(book)) // the first file of the archive, behind its header
	_, err := archive.ReadAt(head, 0)
	return err == nil && strings.HasPrefix(string(head), zipMagic) && strings.HasSuffix(string(head), book)
}

// archive adds the puzzles of the files in a zip archive, in the order of the
// archive. It copies the archive to a temporary file, because the table of
// contents is at its end.
func (r *inputReader) archive(name string, from io.Reader) error {
	spool, err := os.CreateTemp("", "seedoku-*.zip")
	if err != nil {
		return fmt.Errorf("unpacking zip: %w", err)
	}
	defer os.Remove(spool.Name())
	defer spool.Close()
	size, err := io.Copy(spool, io.LimitReader(from, bounds.Archive+1))
	if err == nil {
		err = bounds.Check("the zip file", size, bounds.Archive, bounds.Bytes)
	}
	switch {
	case err != nil:
		return err
	case isEPUB(spool):
		return errors.New("this is a file of format epub, which puzzles cannot be read from")
	}
	list := &listReader{ReaderAt: spool, listing: true, left: bounds.Directory}
	archive, err := zip.NewReader(list, size)
	switch {
	case errors.Is(err, errLongList):
		return err
	case err != nil:
		return errors.New("the zip file is damaged or cut short")
	}
	list.listing = false
	files := 0
	for _, file := range archive.File {
		if isHidden(file.Name) {
			continue
		}
		files++
		place := name + "/" + file.Name
		if err := r.addError(place, r.archived(place, file)); err != nil || r.barren > bounds.Barren {
			return err
		}
	}
	if files == 0 {
		return errors.New("no file in this zip file")
	}
	return nil
}

// listReader limits the list of files of a zip archive, which may be longer than
// the archive claims.
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

func (r *inputReader) archived(place string, file *zip.File) error {
	const encrypted = 1
	if file.Flags&encrypted != 0 {
		return errors.New("this file has a password: unpack it first")
	}
	unpacked, err := file.Open()
	if err != nil {
		return fmt.Errorf("unpacking zip: %w", err)
	}
	defer unpacked.Close()
	source := &eagerReader{Reader: unpacked, before: r.flush}
	return r.records(place, source, source)
}
