package pack

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/internal/phrase"
)

// Format is a kind of file.
type Format struct {
	Name      string   // the name by which people choose it, such as csv
	Extension string   // of file names, without the dot
	Summary   string   // one line of help
	Options   []Option // the options that it takes
	Single    bool     // a file holds one puzzle: the second Write is an error
	Binary    bool     // a file is not text, so not for terminals, and is compressed already
	Booklet   bool     // for printing; its writer keeps all puzzles in memory

	// newWriter returns a writer. Each setting has been checked on its own.
	newWriter func(io.Writer, Settings) (Writer, error)
}

// endingWriter writes nothing once it is closed.
type endingWriter struct {
	writer Writer
	closed bool
}

func (e *endingWriter) Write(entry *Entry) error {
	if e.closed {
		return fmt.Errorf("writing a puzzle: %w", fs.ErrClosed)
	}
	return e.writer.Write(entry)
}

func (e *endingWriter) Close() error {
	if e.closed {
		return nil
	}
	e.closed = true
	return e.writer.Close()
}

// Printed returns the pages of the puzzles of a closed booklet, from 1, if it has pages. It reports
// whether solutions were to stand after parts that the booklet lacks, so that they are at its end.
func (e *endingWriter) Printed() (pages []int, undivided bool) {
	if b, ok := e.writer.(*bookletWriter); ok {
		pages, undivided = b.book.Pages, b.book.Layout.Solutions == book.AfterParts && !b.book.Divided()
	}
	return pages, undivided
}

// Option returns an option of f by its name. The error names the options of f.
func (f Format) Option(name string) (Option, error) {
	if i := slices.IndexFunc(f.Options, named(name)); i >= 0 {
		return f.Options[i], nil
	}
	names := phrase.Names(f.Options, func(o *Option) string { return o.Name })
	return Option{}, fmt.Errorf("format %s does not take the option %q; it takes %s", f.Name, name, cmp.Or(strings.Join(names, ", "), "none"))
}

// Set returns the setting of an option, given its name and its value as text. A
// choice may be in any letter case. It returns an error if f does not take the
// option or if the value is invalid.
func (f Format) Set(name, text string) (Setting, error) {
	option, err := f.Option(name)
	if err != nil {
		return Setting{}, err
	}
	text, err = option.value(text)
	return Setting{name, text}, err
}

// singleWriter writes a file that holds one puzzle.
type singleWriter struct {
	w        io.Writer
	format   string
	solution bool
	write    func(w io.Writer, e *Entry, solution bool) error
	written  bool
}

// newSingle returns a function that makes writers of a format of files that hold one puzzle.
func newSingle(format string, write func(w io.Writer, e *Entry, solution bool) error) func(io.Writer, Settings) (Writer, error) {
	return func(w io.Writer, s Settings) (Writer, error) {
		return &singleWriter{w: w, format: format, solution: s.on(solutionOption), write: write}, nil
	}
}

func (s *singleWriter) Write(e *Entry) error {
	if s.written {
		return fmt.Errorf("a file of format %s holds one puzzle", s.format)
	}
	s.written = true
	return s.write(s.w, e, s.solution)
}

func (s *singleWriter) Close() error { return nil }
