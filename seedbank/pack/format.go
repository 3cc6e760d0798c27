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
	"github.com/seedoku/seedoku/internal/table"
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

// Line is the name of the default format.
const Line = "line"

// Formats is a slice of all formats, each a [Format], in the order of the help text.
// The first one reads plain text of all forms. The slice must not be changed.
var Formats = formats[:]

var formats = [...]Format{
	{Name: Line, Extension: "txt", Summary: "81 characters a line; with the option solution, a tab and the solution follow",
		Options: []Option{solutionOption}, newWriter: newLine},
	{Name: "sdm", Extension: "sdm", Summary: "81 digits a line with 0 for an empty cell, as phone apps demand",
		newWriter: newSDM},
	{Name: "grid", Extension: "txt", Summary: "drawings of eleven lines, with blank lines between",
		Options: []Option{solutionOption}, newWriter: newGrid},
	{Name: "compact", Extension: "txt", Summary: "nine lines of nine characters, with blank lines between",
		Options: []Option{solutionOption}, newWriter: newCompact},
	{Name: "csv", Extension: "csv", Summary: table.CSV.Summary,
		Options: []Option{columnsOption}, newWriter: newTable(table.CSV)},
	{Name: "json", Extension: "json", Summary: table.JSON.Summary,
		Options: []Option{columnsOption}, newWriter: newTable(table.JSON)},
	{Name: "jsonl", Extension: "jsonl", Summary: table.JSONL.Summary,
		Options: []Option{columnsOption}, newWriter: newTable(table.JSONL)},
	{Name: "opensudoku", Extension: "opensudoku", Summary: "the XML of the apps OpenSudoku and LibreSudoku",
		Options: []Option{titleOption, createdOption, folderPerLevelOption}, newWriter: newOpenSudoku},
	{Name: "sdk", Extension: "sdk", Summary: "one puzzle as SadMan Sudoku saves it",
		Single: true, newWriter: newSingle("sdk", writeSDK)},
	{Name: "ss", Extension: "ss", Summary: "one puzzle as Simple Sudoku saves it",
		Single: true, newWriter: newSingle("ss", writeSS)},
	{Name: "exchange", Extension: "txt", Summary: "the records of the Sudoku Exchange puzzle bank, 100 bytes each",
		newWriter: newExchange},
	{Name: "link", Extension: "txt", Summary: "addresses that open the puzzle in web solvers, tabs between, one line a puzzle",
		Options: []Option{siteOption}, newWriter: newLink},
	{Name: "ics", Extension: "ics", Summary: "a calendar (iCalendar): an event on its day for each puzzle of --calendar, and a task for any other",
		Options: []Option{solutionOption, titleOption, createdOption, langOption}, newWriter: newICS},
	{Name: "sqlite", Extension: "sqlite", Summary: "a database of SQLite for apps: a table puzzles with the columns of csv and indexes",
		Options: []Option{columnsOption}, Binary: true, newWriter: newSQLite},
	{Name: "svg", Extension: "svg", Summary: "a picture of one puzzle, to be scaled",
		Options: []Option{solutionOption}, Single: true, newWriter: newSingle("svg", writeSVG)},
	{Name: "png", Extension: "png", Summary: "a picture of one puzzle, in pixels",
		Options: []Option{solutionOption}, Single: true, Binary: true, newWriter: newSingle("png", writePNG)},
	{Name: "pdf", Extension: "pdf", Summary: "a booklet to print, with solutions at the back",
		Options: bookletOptions, Binary: true, Booklet: true, newWriter: newBooklet((*book.Book).WritePDF, (*book.Book).Legible)},
	{Name: "html", Extension: "html", Summary: "the same booklet as one page, for browsers",
		Options: bookletOptions, Booklet: true, newWriter: newBooklet((*book.Book).WriteHTML, (*book.Book).Readable)},
	{Name: "epub", Extension: "epub", Summary: "the same booklet for electronic readers",
		Options: bookletOptions, Binary: true, Booklet: true, newWriter: newBooklet((*book.Book).WriteEPUB, (*book.Book).Readable)},
}

// FormatNames returns the names of [Formats].
func FormatNames() []string { return phrase.Names(Formats, nameOf) }

func nameOf(f *Format) string { return f.Name }

// FormatNamed returns the format with a name. The error lists all names.
func FormatNamed(name string) (Format, error) {
	format, err := phrase.Named(Formats, nameOf, "format", name)
	if err != nil {
		return Format{}, err
	}
	return *format, nil
}

// New returns a writer of a file of f. It returns an error if f does not take one
// of the settings, or if settings contradict each other.
func (f Format) New(w io.Writer, settings ...Setting) (Writer, error) {
	if f.newWriter == nil { // it is not of Formats
		var err error
		if f, err = FormatNamed(f.Name); err != nil {
			return nil, err
		}
	}
	checked := make(Settings, 0, len(settings))
	for _, setting := range settings {
		setting, err := f.Set(setting.Name, setting.Text)
		if err != nil {
			return nil, err
		}
		checked = slices.DeleteFunc(checked, func(s Setting) bool { return s.Name == setting.Name })
		if !f.ignores(setting) {
			checked = append(checked, setting)
		}
	}
	writer, err := f.newWriter(w, checked)
	if err != nil {
		return nil, fmt.Errorf("format %s: %w", f.Name, err)
	}
	return &endingWriter{writer: writer}, nil
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

// Check returns the error that [Format.New] returns for the same settings.
func (f Format) Check(settings ...Setting) error {
	_, err := f.New(io.Discard, settings...)
	return err
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
