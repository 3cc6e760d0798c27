package book

import (
	"bufio"
	"cmp"
	"fmt"
	"html"
	"io"
)

// WriteHTML writes the book as one page, with everything in it, that a browser
// shows and prints on the paper of the layout. It has the errors of
// [Book.WritePDF], but for letters: a browser has fonts of its own.
func (b *Book) WriteHTML(w io.Writer) error {
	plan, err := b.Layout.plan()
	if err != nil {
		return err
	}
	m := &markup{Writer: bufio.NewWriter(w), plan: plan, book: b, perPage: plan.PerPage}
	m.puzzle = func(i int) string { return fmt.Sprintf("#p%d", i+1) }
	m.solution = func(i int) string { return fmt.Sprintf("#s%d", i+1) }
	m.page()
	return m.Flush()
}

// page writes the page.
func (m *markup) page() {
	b := m.book
	m.printf("<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\"/>\n", cmp.Or(b.Language, "en"))
	m.printf("<title>%s</title>\n", html.EscapeString(cmp.Or(b.Title, b.Words.Puzzles)))
	for _, meta := range [...]struct{ name, text string }{{"author", b.Author}, {"generator", b.Creator}} {
		if meta.text != "" {
			m.printf("<meta name=\"%s\" content=\"%s\"/>\n", meta.name, html.EscapeString(meta.text))
		}
	}
	m.printf("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<style>\n")
	m.styles()
	m.WriteString("</style>\n</head>\n<body>\n")
	if b.Title != "" {
		picture := ""
		if b.Picture.exists() {
			picture = dataURI(b.Picture.mediaType(), b.Picture.file)
		}
		m.titlePage(picture)
	}
	if len(b.Copyright) > 0 {
		m.section("copyright", "", b.Copyright)
	}
	parts := chapters(b.Puzzles, m.perPage, b.Words.Puzzles)
	if m.Contents {
		m.contents(parts)
	}
	if len(b.Introduction) > 0 {
		m.section("introduction", b.Words.Introduction, b.Introduction)
	}
	for i, c := range parts {
		m.chapter(i, c, len(parts) > 1)
	}
	if m.Solutions == AtTheEnd {
		m.solutions("solutions", 0, len(b.Puzzles))
	}
	if len(b.Afterword) > 0 {
		m.section("afterword", b.Words.Afterword, b.Afterword)
	}
	if b.Footer != "" {
		m.line("footer", "foot", b.Footer)
	}
	m.WriteString("</body>\n</html>\n")
}

// styles writes the style sheet: sizes of the paper, of its margins and of the
// grids on it.
func (m *markup) styles() {
	font := ""
	if m.book.Font.file != nil {
		m.printf("@font-face { font-family: \"Book\"; src: url(%s); }\n", dataURI("font/ttf", m.book.Font.file))
		font = "\"Book\", "
	}
	m.printf(style, font)
	places := m.puzzlePlaces(m.perPage, gutterOf(0))
	margin := m.paper.margin() / inch
	m.printf("@page { size: %.4gin %.4gin; margin: %.4gin; }\n", m.paper.width/inch, m.paper.height/inch, margin)
	m.printf("body { max-width: %.4gin; margin: 0 auto; }\n", m.paper.width/inch-2*margin)
	m.WriteString("section { break-before: page; }\n.title, .title + section.copyright { break-before: auto; }\n")
	m.WriteString("nav li a { color: inherit; }\n.foot { text-align: center; color: #444; font-size: 0.8em; }\n")
	// A little less than the places of the booklet: browsers round up.
	side := places.side * 0.94
	m.printf(".puzzles { display: flex; flex-wrap: wrap; justify-content: space-around; font-size: %.4gpt; }\n", side/9/1.9)
	m.printf(".puzzles table.grid { width: %.4gpt; height: %.4gpt; }\n", side, side)
	small := m.solutionPlaces(gutterOf(0)).side * 0.94
	m.printf(".solutions { display: flex; flex-wrap: wrap; justify-content: space-around; font-size: %.4gpt; }\n", small/9/1.9)
	m.printf(".solutions table.grid { width: %.4gpt; height: %.4gpt; }\n.solutions table.grid { border-width: 1px; }\n", small, small)
	m.printf(".puzzles .above, .solutions .above, .note { font-size: %.4gpt; }\n", m.sizes.label*1.2)
}

// section writes a text with its head.
func (m *markup) section(id, head string, sections []Section) {
	m.printf("<section class=\"%s\" id=\"%s\">\n", id, id)
	m.line("h2", "head", head)
	m.prose(sections)
	m.WriteString("</section>\n")
}

func (m *markup) contents(parts []chapter) {
	m.WriteString("<section class=\"contents\">\n")
	m.line("h2", "head", m.book.Words.Contents)
	m.WriteString("<nav><ul>\n")
	entry := func(id, name string) {
		m.printf("<li><a href=\"#%s\">%s</a></li>\n", id, html.EscapeString(name))
	}
	if len(m.book.Introduction) > 0 {
		entry("introduction", m.book.Words.Introduction)
	}
	for i, c := range parts {
		entry(fmt.Sprintf("part%d", i+1), c.name)
	}
	if m.Solutions == AtTheEnd && len(m.book.Puzzles) > 0 {
		entry("solutions", m.book.Words.Solutions)
	}
	if len(m.book.Afterword) > 0 {
		entry("afterword", m.book.Words.Afterword)
	}
	m.WriteString("</ul></nav>\n</section>\n")
}

// chapter writes the puzzles of a chapter.
func (m *markup) chapter(number int, c chapter, several bool) {
	m.WriteString("<section class=\"chapter\">\n")
	m.partHead(fmt.Sprintf("part%d", number+1), c, several)
	m.WriteString("<div class=\"puzzles\">\n")
	for i := c.first; i < c.last; i++ {
		m.writePuzzle(i)
	}
	m.WriteString("</div>\n</section>\n")
	if m.Solutions == AfterParts {
		m.solutions(fmt.Sprintf("solutions%d", number+1), c.first, c.last)
	}
}

// solutions writes the solutions of some puzzles.
func (m *markup) solutions(id string, from, to int) {
	if from == to {
		return
	}
	m.printf("<section id=\"%s\">\n", id)
	m.line("h2", "head", m.book.Words.Solutions)
	m.WriteString("<div class=\"solutions\">\n")
	for i := from; i < to; i++ {
		m.writeSolution(i)
	}
	m.WriteString("</div>\n</section>\n")
}
