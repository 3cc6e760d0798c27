package pack

import (
	"fmt"
	"io"
	"slices"

	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table"
)

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
	{Name: "sqlite", Extension: "sqlite", Summary: "a database of SQLite for apps: a table puzzles with a number, the columns of csv, and indexes",
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

// Check returns the error that [Format.New] returns for the same settings.
func (f Format) Check(settings ...Setting) error {
	_, err := f.New(io.Discard, settings...)
	return err
}

// Options returns all options of all formats, each once, in the order of
// [Formats].
func Options() (all []Option) {
	for _, format := range Formats {
		for _, option := range format.Options {
			if !slices.ContainsFunc(all, named(option.Name)) {
				all = append(all, option)
			}
		}
	}
	return all
}
