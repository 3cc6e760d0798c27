package book

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

// readPage is what a page of a file shows, and where its links lead.
type readPage struct {
	object int
	texts  []readText
	links  []readLink
}

type readText struct {
	x, y float64 // from the lower left
	text string
}

type readLink struct {
	left, top, right, bottom float64
	object                   int     // of the page that it leads to
	y                        float64 // there
}

var (
	pageEntry = regexp.MustCompile(`(?s)(\d+) 0 obj\n<</Type /Page\n(.*?)endobj\n\d+ 0 obj\n<<[^>]*>>\nstream\n(.*?)\nendstream`)
	linkEntry = regexp.MustCompile(`/Rect \[([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+)\] /Border \[0 0 0\] /Dest \[(\d+) 0 R /XYZ 0 ([\d.-]+) null\]`)
	textEntry = regexp.MustCompile(`(?s)BT ([\d.-]+) ([\d.-]+) Td \((.*?)\) Tj ET`)
)

// readPages reads a file that the library wrote.
func readPages(t *testing.T, pdf []byte) (pages []readPage) {
	t.Helper()
	for _, found := range pageEntry.FindAllSubmatch(pdf, -1) {
		page := readPage{object: int(number(t, found[1]))}
		for _, l := range linkEntry.FindAllSubmatch(found[2], -1) {
			var n [6]float64
			for i := range n {
				n[i] = number(t, l[i+1])
			}
			page.links = append(page.links, readLink{n[0], n[1], n[2], n[3], int(n[4]), n[5]})
		}
		reader, err := zlib.NewReader(bytes.NewReader(found[3]))
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(reader)
		if err != nil {
			t.Fatal(err)
		}
		for _, shown := range textEntry.FindAllSubmatch(content, -1) {
			page.texts = append(page.texts, readText{number(t, shown[1]), number(t, shown[2]), fromPDF(shown[3])})
		}
		pages = append(pages, page)
	}
	return pages
}

func number(t *testing.T, text []byte) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// fromPDF is the inverse of inPDF.
func fromPDF(text []byte) string {
	plain := []byte(strings.NewReplacer(`\\`, `\`, `\(`, `(`, `\)`, `)`, `\r`, "\r").Replace(string(text)))
	var units []uint16
	for i := 0; i+1 < len(plain); i += 2 {
		units = append(units, uint16(plain[i])<<8|uint16(plain[i+1]))
	}
	return string(utf16.Decode(units))
}

// below returns the text that a link lies on.
func (p *readPage) below(l readLink) string {
	for _, t := range p.texts {
		if t.x >= l.left-0.1 && t.x <= l.left+0.1 && t.y <= l.top && t.y >= l.bottom {
			return t.text
		}
	}
	return ""
}

// has reports whether a text stands on the page a little below a height.
func (p *readPage) has(text string, y float64) bool {
	for _, t := range p.texts {
		if t.text == text && t.y <= y && t.y > y-30 {
			return true
		}
	}
	return false
}

// Each puzzle leads to its solution, by its number and by the words that name the
// page, and each solution leads back. Each line of the contents leads to its page.
func TestLinks(t *testing.T) {
	const n = 45
	for name, layout := range map[string]Layout{
		"at the end":  {PerPage: 4, Parts: true, Contents: true},
		"after parts": {Paper: "6x9", PerPage: 2, Solutions: AfterParts, Parts: true, Contents: true},
		"with bleed":  {Paper: "8.5x8.5", PerPage: 5, Bleed: true},
	} {
		t.Run(name, func(t *testing.T) {
			pages := readPages(t, printed(t, n, Book{Title: "T", Introduction: intro, Layout: layout}))
			byObject := map[int]int{}
			for i, page := range pages {
				byObject[page.object] = i
			}
			count := map[string]int{}
			for at, page := range pages {
				for _, link := range page.links {
					to := byObject[link.object]
					text := page.below(link)
					named, isName := strings.CutPrefix(text, "Look on ")
					switch _, err := strconv.Atoi(text); {
					case isName:
						count["names"]++
						if named != strconv.Itoa(to+1) {
							t.Errorf("page %d: %q leads to page %d", at+1, text, to+1)
						}
					case err == nil && page.object != pages[to].object:
						count["numbers"]++
						if !pages[to].has(text, link.y) || isSolution(&page) == isSolution(&pages[to]) {
							t.Errorf("page %d: number %s leads to page %d, where it is not", at+1, text, to+1)
						}
					case layout.Contents && at < 4:
						count["contents"]++
						if !page.has(strconv.Itoa(to+1), link.top) {
							t.Errorf("contents: %q leads to page %d", text, to+1)
						}
					default:
						t.Errorf("page %d: a link on %q", at+1, text)
					}
				}
			}
			want := map[string]int{"names": n, "numbers": 2 * n}
			if layout.Contents {
				want["contents"] = 1 + 9 // introduction, nine parts
				if layout.Solutions == AtTheEnd {
					want["contents"]++
				}
			}
			if fmt.Sprint(count) != fmt.Sprint(want) {
				t.Errorf("links %v, want %v", count, want)
			}
		})
	}
}

// The contents take as many pages as their lines need.
func TestLongContents(t *testing.T) {
	const n = 70
	list := puzzles(n)
	for i := range list {
		list[i].Rank, list[i].Label = i+1, fmt.Sprintf("Month %d", i+1)
	}
	b := Book{Title: "T", Puzzles: list, Words: words, Layout: Layout{Paper: "5x8", PerPage: 1, LargePrint: true, Contents: true}}
	var file bytes.Buffer
	if err := b.WritePDF(&file); err != nil {
		t.Fatal(err)
	}
	pages := readPages(t, file.Bytes())
	byObject, lines := map[int]int{}, 0
	for i, page := range pages {
		byObject[page.object] = i
	}
	for at, page := range pages {
		for i, link := range page.links {
			text := page.below(link)
			if !strings.HasPrefix(text, "Month") && text != "Solutions" || at > 10 {
				continue
			}
			lines++
			if !page.has(strconv.Itoa(byObject[link.object]+1), link.top) {
				t.Errorf("%q leads to page %d", text, byObject[link.object]+1)
			}
			if i > 0 && page.links[i-1].bottom < link.top {
				t.Errorf("page %d: %q overlaps what is above it", at+1, text)
			}
		}
	}
	if lines != n+1 {
		t.Errorf("%d lines of %d", lines, n+1)
	}
}

// isSolution reports whether a page shows solutions.
func isSolution(p *readPage) bool {
	for _, t := range p.texts {
		if strings.HasPrefix(t.text, "Solutions ") {
			return true
		}
	}
	return false
}

// The outline of a file has the parts, and below them their solutions.
func TestOutline(t *testing.T) {
	pdf := printed(t, 90, Book{Title: "T", Layout: Layout{PerPage: 2, Parts: true, Solutions: AfterParts}})
	if got := bytes.Count(pdf, []byte("/Parent ")) - countPages(pdf); got != 18 {
		t.Errorf("%d entries, want 9 parts with their solutions", got)
	}
}
