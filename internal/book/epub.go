package book

import (
	"archive/zip"
	"bufio"
	"cmp"
	"crypto/sha256"
	"fmt"
	"html"
	"io"
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
	e := &epub{book: b, plan: plan, zip: zip.NewWriter(w), parts: chapters(b.Puzzles, plan.PerPage, b.Words.Puzzles)}
	if err := e.write(); err != nil {
		return fmt.Errorf("writing an EPUB: %w", err)
	}
	return nil
}

// epub is a file that is being written.
type epub struct {
	*plan
	book  *Book
	zip   *zip.Writer
	parts []chapter
	files []epubFile
}

// epubFile is a file within the EPUB.
type epubFile struct {
	id, name, kind string
	properties     string
	title          string // in the list of contents, or empty
	page           bool   // it is read in the order of the files
}

const (
	xhtml = "application/xhtml+xml"
	// perFile is how many puzzles a file has, since readers lay a file out at once.
	perFile = 50
)

// write writes the files, the one that tells the type of the whole first.
func (e *epub) write() error {
	if err := e.stored("mimetype", "application/epub+zip"); err != nil {
		return err
	}
	steps := []func() error{
		func() error { return e.stored("META-INF/container.xml", container) },
		e.attachments, e.front, e.puzzles, e.back, e.navigation, e.packageFile, e.zip.Close,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// stored writes a file. It is compressed unless it is the first.
func (e *epub) stored(name, text string) error {
	header := &zip.FileHeader{Name: name, Method: zip.Deflate}
	if name == "mimetype" {
		header.Method = zip.Store
	}
	w, err := e.zip.CreateHeader(header)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

// add writes a file of the book and lists it.
func (e *epub) add(f epubFile, text string) error {
	e.files = append(e.files, f)
	return e.stored("EPUB/"+f.name, text)
}

// attachments writes the style sheet, the picture and the font.
func (e *epub) attachments() error {
	font := ""
	if file := e.book.Font.file; file != nil {
		font = "\"Book\", "
		if err := e.add(epubFile{id: "font", name: "book.ttf", kind: "font/ttf"}, string(file)); err != nil {
			return err
		}
	}
	sheet := fmt.Sprintf(style, font)
	if font != "" {
		sheet = "@font-face { font-family: \"Book\"; src: url(book.ttf); }\n" + sheet
	}
	if err := e.add(epubFile{id: "style", name: "style.css", kind: "text/css"}, sheet); err != nil {
		return err
	}
	if !e.book.Picture.exists() {
		return nil
	}
	return e.add(epubFile{id: "picture", name: e.pictureName(), kind: e.book.Picture.mediaType(), properties: "cover-image"}, string(e.book.Picture.file))
}

func (e *epub) pictureName() string {
	return "picture." + e.book.Picture.kind
}

// page writes a page of XHTML.
func (e *epub) page(name, title string, listed bool, body func(*markup)) error {
	var text strings.Builder
	m := &markup{Writer: bufio.NewWriter(&text), plan: e.plan, book: e.book, puzzle: e.puzzleAddress, solution: e.solutionAddress}
	m.WriteString("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE html>\n")
	language := cmp.Or(e.book.Language, "en")
	m.printf("<html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" lang=\"%s\" xml:lang=\"%s\">\n", language, language)
	m.printf("<head><title>%s</title><link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/></head>\n<body>\n", html.EscapeString(title))
	body(m)
	m.WriteString("</body>\n</html>\n")
	if err := m.Flush(); err != nil {
		return err
	}
	f := epubFile{id: name, name: name + ".xhtml", kind: xhtml, page: true}
	if listed {
		f.title = title
	}
	if name == "nav" {
		f.properties, f.page = "nav", false
	}
	return e.add(f, text.String())
}

func (e *epub) puzzleAddress(i int) string {
	return fmt.Sprintf("puzzles%d.xhtml#p%d", 1+i/perFile, i+1)
}

func (e *epub) solutionAddress(i int) string {
	return fmt.Sprintf("solutions%d.xhtml#s%d", 1+i/perFile, i+1)
}

// front writes the title page, the copyright page and the introduction.
func (e *epub) front() error {
	b := e.book
	err := e.page("title", e.title(), false, func(m *markup) {
		picture := ""
		if b.Picture.exists() {
			picture = e.pictureName()
		}
		m.titlePage(picture)
	})
	if err == nil && len(b.Copyright) > 0 {
		err = e.page("copyright", e.title(), false, func(m *markup) { m.prose(b.Copyright) })
	}
	if err == nil && len(b.Introduction) > 0 {
		err = e.prose("introduction", cmp.Or(b.Words.Introduction, e.title()), b.Introduction)
	}
	return err
}

// title returns the title, which no EPUB can do without.
func (e *epub) title() string { return cmp.Or(e.book.Title, e.book.Words.Puzzles, "Sudoku") }

func (e *epub) prose(name, head string, sections []Section) error {
	return e.page(name, head, true, func(m *markup) {
		m.line("h2", "head", head)
		m.prose(sections)
	})
}

// puzzles writes files of puzzles. A chapter begins wherever it does.
func (e *epub) puzzles() error {
	for first := 0; first < len(e.book.Puzzles); first += perFile {
		last := min(first+perFile, len(e.book.Puzzles))
		name := fmt.Sprintf("puzzles%d", 1+first/perFile)
		err := e.page(name, e.book.numbered(e.book.Words.Puzzles, first+1, last), false, func(m *markup) {
			for i := first; i < last; i++ {
				for k, c := range e.parts {
					if c.first == i {
						m.partHead(fmt.Sprintf("part%d", k+1), c, len(e.parts) > 1)
					}
				}
				m.writePuzzle(i)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// back writes files of solutions, and the last text.
func (e *epub) back() error {
	for first := 0; first < len(e.book.Puzzles) && e.Solutions != Nowhere; first += perFile {
		last := min(first+perFile, len(e.book.Puzzles))
		name, head := fmt.Sprintf("solutions%d", 1+first/perFile), e.book.numbered(e.book.Words.Solutions, first+1, last)
		err := e.page(name, head, false, func(m *markup) {
			m.line("h2", "head", head)
			for i := first; i < last; i++ {
				m.writeSolution(i)
			}
		})
		if err != nil {
			return err
		}
	}
	if len(e.book.Afterword) == 0 {
		return nil
	}
	return e.prose("afterword", cmp.Or(e.book.Words.Afterword, e.title()), e.book.Afterword)
}

// navigation writes the list of contents.
func (e *epub) navigation() error {
	return e.page("nav", cmp.Or(e.book.Words.Contents, e.title()), false, func(m *markup) {
		m.WriteString("<nav epub:type=\"toc\">\n<ol>\n")
		entry := func(address, name string) {
			m.printf("<li><a href=\"%s\">%s</a></li>\n", address, html.EscapeString(name))
		}
		entry("title.xhtml", e.title())
		for _, f := range e.files {
			if f.title != "" && f.id != "afterword" {
				entry(f.name, f.title)
			}
		}
		for i, c := range e.parts {
			entry(fmt.Sprintf("puzzles%d.xhtml#part%d", 1+c.first/perFile, i+1), cmp.Or(c.name, e.title()))
		}
		if e.Solutions != Nowhere && len(e.book.Puzzles) > 0 {
			entry("solutions1.xhtml", cmp.Or(e.book.Words.Solutions, e.title()))
		}
		if len(e.book.Afterword) > 0 {
			entry("afterword.xhtml", cmp.Or(e.book.Words.Afterword, e.title()))
		}
		m.WriteString("</ol>\n</nav>\n")
	})
}

// packageFile writes what the book is and which files it has.
func (e *epub) packageFile() error {
	b := e.book
	created := b.Created
	if created.IsZero() {
		created = time.Unix(0, 0)
	}
	var text strings.Builder
	print := func(format string, values ...any) { fmt.Fprintf(&text, format, values...) }
	print("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\">\n")
	print("<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n<dc:identifier id=\"id\">urn:uuid:%s</dc:identifier>\n", e.identifier())
	print("<dc:title>%s</dc:title>\n<dc:language>%s</dc:language>\n", html.EscapeString(e.title()), cmp.Or(b.Language, "en"))
	if b.Author != "" {
		print("<dc:creator>%s</dc:creator>\n", html.EscapeString(b.Author))
	}
	print("<meta property=\"dcterms:modified\">%s</meta>\n</metadata>\n<manifest>\n", created.UTC().Format("2006-01-02T15:04:05Z"))
	for _, f := range e.files {
		properties := ""
		if f.properties != "" {
			properties = fmt.Sprintf(" properties=\"%s\"", f.properties)
		}
		print("<item id=\"%s\" href=\"%s\" media-type=\"%s\"%s/>\n", f.id, f.name, f.kind, properties)
	}
	print("</manifest>\n<spine>\n")
	for _, f := range e.files {
		if f.page {
			print("<itemref idref=\"%s\"/>\n", f.id)
		}
		if f.id == "title" && e.Contents {
			print("<itemref idref=\"nav\"/>\n")
		}
	}
	print("</spine>\n</package>\n")
	return e.stored("EPUB/package.opf", text.String())
}

// identifier returns a number that the book has for what is in it.
func (e *epub) identifier() string {
	sum := sha256.New()
	for name, text := range e.book.texts() {
		fmt.Fprintf(sum, "%s\x00%s\x00", name, text)
	}
	for i := range e.book.Puzzles {
		fmt.Fprintln(sum, e.book.Puzzles[i].Puzzle.Clues())
	}
	id := sum.Sum(nil)[:16]
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // version 8 of RFC 9562: anybody's own
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

const container = `<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`
