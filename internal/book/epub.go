package book

import (
	"archive/zip"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"time"
)

// WriteEPUB writes the book as an EPUB, for readers that set the text themselves.
// It follows EPUB 3.3 and has the errors of [Book.WriteHTML].
//
// https://www.w3.org/TR/epub-33/
func (b *Book) WriteEPUB(w io.Writer) error {
	plan, err := b.Layout.plan()
	if err != nil {
		return err
	}
	e := &epub{markup: newMarkup(b, plan), zip: zip.NewWriter(w)}
	e.puzzleAddress = func(i int) string { return fmt.Sprintf("%s#p%d", fileOf("puzzles", i), b.number(i)) }
	e.solutionAddress = func(i int) string { return fmt.Sprintf("%s#s%d", fileOf("solutions", i), b.number(i)) }
	if err := e.write(); err != nil {
		return fmt.Errorf("writing an EPUB: %w", err)
	}
	return nil
}

// epub is a file that is being written, as its templates read it.
type epub struct {
	*markup
	Files []epubFile
	zip   *zip.Writer
}

// epubFile is a file within the EPUB.
type epubFile struct {
	ID, Name, Kind string
	Properties     string
	Page           bool // it is read in the order of the files
}

// epubPage is a page of XHTML, as its template reads it.
type epubPage struct {
	*epub
	ID, Template string
	Head         string
	Sections     []Section
	Items        []item
	Body         string // the template, filled
}

// perFile is how many puzzles a file has, since readers lay a file out at once.
const perFile = 50

const xhtml = ".xhtml" // of the names of pages

// fileOf returns the name of the file that has puzzle i, or its solution.
func fileOf(kind string, i int) string { return fmt.Sprintf("%s%d%s", kind, 1+i/perFile, xhtml) }

// File returns the name of the file that a chapter begins in.
func (p part) File() string { return fileOf("puzzles", p.Items[0].index) }

//go:embed templates/container.xml
var container string

// write writes the files, the one that tells the type of the whole first.
func (e *epub) write() error {
	if err := e.stored("mimetype", "application/epub+zip"); err != nil {
		return err
	}
	if err := e.stored("META-INF/container.xml", container); err != nil {
		return err
	}
	for _, step := range []func() error{e.attachments, e.pages, e.packageFile} {
		if err := step(); err != nil {
			return err
		}
	}
	return e.zip.Close()
}

// stored writes a file. It is compressed unless it is the first, whose length and sum stand
// before it: readers that take a zip as a stream find no end of other files that are not
// compressed.
func (e *epub) stored(name, text string) error {
	header, create := &zip.FileHeader{Name: name, Method: zip.Deflate}, e.zip.CreateHeader
	if name == "mimetype" {
		size := uint64(len(text))
		header.CreatorVersion, header.ReaderVersion = 20, 20
		header.Method, header.CRC32, header.CompressedSize64, header.UncompressedSize64 = zip.Store, crc32.ChecksumIEEE([]byte(text)), size, size
		create = e.zip.CreateRaw
	}
	modified := e.created()
	if earliest := time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC); modified.Before(earliest) { // no zip has an earlier one
		modified = earliest
	}
	header.SetModTime(modified) //lint:ignore SA1019 CreateRaw writes only the fields that this sets
	w, err := create(header)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

// add writes a file of the book and lists it.
func (e *epub) add(f epubFile, text string) error {
	e.Files = append(e.Files, f)
	return e.stored("EPUB/"+f.Name, text)
}

// filled returns a template filled with data.
func filled(name string, data any) (string, error) {
	var b strings.Builder
	err := templates().ExecuteTemplate(&b, name, data)
	return b.String(), err
}

// attachments writes the style sheet, the picture and the font.
func (e *epub) attachments() error {
	if file := e.Font.file; file != nil {
		e.FontAddress = "book.ttf"
		if err := e.add(epubFile{ID: "font", Name: e.FontAddress, Kind: "font/ttf"}, string(file)); err != nil {
			return err
		}
	}
	sheet, err := filled("style", e)
	if err != nil {
		return err
	}
	cover := e.cover()
	if err := e.add(epubFile{ID: "style", Name: "style.css", Kind: "text/css"}, sheet); err != nil || !cover.exists() {
		return err
	}
	e.PictureAddress = "picture." + cover.kind
	return e.add(epubFile{ID: "picture", Name: e.PictureAddress, Kind: cover.mediaType(), Properties: "cover-image"}, string(cover.file))
}

// pages writes the pages from the title to the list of contents.
func (e *epub) pages() error {
	w := &e.Words
	pages := []epubPage{{ID: "title", Template: "title", Head: e.Title()}}
	if len(e.Copyright) > 0 {
		pages = append(pages, epubPage{ID: "copyright", Template: "copyright", Head: e.Title()})
	}
	if len(e.Introduction) > 0 {
		pages = append(pages, epubPage{ID: "introduction", Template: "section", Head: cmp.Or(w.Introduction, e.Title()), Sections: e.Introduction})
	}
	pages = append(pages, e.puzzlePages("puzzles", w.Puzzles)...)
	if e.HasSolution() {
		pages = append(pages, e.puzzlePages("solutions", w.Solutions)...)
	}
	if len(e.Afterword) > 0 {
		pages = append(pages, epubPage{ID: "afterword", Template: "section", Head: cmp.Or(w.Afterword, e.Title()), Sections: e.Afterword})
	}
	pages = append(pages, epubPage{ID: "nav", Template: "nav", Head: cmp.Or(w.Contents, e.Title())})
	for i := range pages {
		if err := e.page(&pages[i]); err != nil {
			return err
		}
	}
	return nil
}

// puzzlePages returns the pages of puzzles, or of their solutions, with a word and
// their numbers for a head.
func (e *epub) puzzlePages(template, word string) (pages []epubPage) {
	for items := range slices.Chunk(e.Items, perFile) {
		first, last := items[0].Number, items[len(items)-1].Number
		name := strings.TrimSuffix(fileOf(template, items[0].index), xhtml)
		pages = append(pages, epubPage{ID: name, Template: template, Head: e.numbered(word, first, last), Items: items})
	}
	return pages
}

// page writes a page.
func (e *epub) page(p *epubPage) (err error) {
	p.epub = e
	if p.Body, err = filled(p.Template, p); err != nil {
		return err
	}
	text, err := filled("page", p)
	if err != nil {
		return err
	}
	f := epubFile{ID: p.ID, Name: p.ID + xhtml, Kind: "application/xhtml+xml", Page: p.ID != "nav"}
	if !f.Page {
		f.Properties = p.ID
	}
	return e.add(f, text)
}

// Title returns the title, which no EPUB can do without.
func (e *epub) Title() string { return cmp.Or(e.name(), e.Words.Puzzles, "Sudoku") }

// packageFile writes what the book is and which files it has.
func (e *epub) packageFile() error {
	text, err := filled("package", e)
	if err != nil {
		return err
	}
	return e.stored("EPUB/package.opf", text)
}

// Modified returns the time that the file says it was made.
func (e *epub) Modified() string { return e.created().Format("2006-01-02T15:04:05Z") }

// Identifier returns a number that the book has for what is in it.
func (e *epub) Identifier() string {
	sum := sha256.New()
	for name, text := range e.texts() {
		fmt.Fprintf(sum, "%s\x00%s\x00", name, text)
	}
	for i := range e.Puzzles {
		fmt.Fprintln(sum, e.Puzzles[i].Puzzle.Clues())
	}
	id := sum.Sum(nil)[:16]
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // version 8 of RFC 9562: anybody's own
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
