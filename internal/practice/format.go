package practice

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating/figure"
)

// Format is a form in which tasks are written.
type Format struct {
	Name      string // for people to choose it by
	Extension string // of file names, without the dot
	Summary   string // one line of help
	Single    bool   // a file holds one task
	Binary    bool   // no text

	write   func(io.Writer, *Task, Options) error
	enclose func(io.Writer, []Task, Options) error // writes all tasks at once, when the last is known; nil if each is written for itself
}

// Options say how tasks are written.
type Options struct {
	Answer bool         // write the answer too, in formats where it is optional
	Style  figure.Style // of text
	Lead   string       // a paragraph before the positions, in formats for printing
}

// Formats are all formats, in the order of the help text. The first is the one for
// people.
var Formats = [...]Format{
	{Name: "text", Extension: "txt", Summary: "the position with its candidates and the question; with --solution the answer", write: writeText},
	{Name: "jsonl", Extension: "jsonl", Summary: "one JSON object a line: the puzzle, the position with candidates, the steps", write: writeJSON},
	{Name: "svg", Extension: "svg", Summary: "a picture of one position; with --solution the step is marked", Single: true, write: writeSVG},
	{Name: "hodoku", Extension: "txt", Summary: "a line of the library format of HoDoKu each, to be opened there", write: writeHoDoKu},
	{Name: "html", Extension: "html", Summary: "a page to print, with the answers at the back", enclose: writeSheet},
	{Name: "pdf", Extension: "pdf", Binary: true, Summary: "a worksheet with four positions a page, and the answers at the back", enclose: writePDF},
}

// FormatNames returns the names of [Formats].
func FormatNames() []string { return phrase.Names(Formats[:], nameOf) }

func nameOf(f *Format) string { return f.Name }

// FormatNamed returns the format of a name. The error is a
// [*phrase.UnknownError] with all names.
func FormatNamed(name string) (*Format, error) {
	return phrase.Named(Formats[:], nameOf, "format", name)
}

// Writer writes tasks, one after the other.
type Writer struct {
	w       io.Writer
	format  *Format
	options Options
	written int
	kept    []Task // to be written at the end
}

// New returns a writer of tasks in f.
func (f *Format) New(w io.Writer, options Options) *Writer {
	return &Writer{w: w, format: f, options: options}
}

// Write writes a task. It is an error to write two in a format that holds one.
func (w *Writer) Write(t *Task) error {
	if w.format.Single && w.written > 0 {
		return fmt.Errorf("a file of format %s holds one position", w.format.Name)
	}
	w.written++
	if w.format.enclose != nil {
		w.kept = append(w.kept, *t)
		return nil
	}
	return w.format.write(w.w, t, w.options)
}

// Close writes the tasks that were kept, and the end of the file. It does not close
// the underlying file.
func (w *Writer) Close() error {
	if w.format.enclose == nil {
		return nil
	}
	return w.format.enclose(w.w, w.kept, w.options)
}

func writeJSON(w io.Writer, t *Task, _ Options) error { return json.NewEncoder(w).Encode(t) }
