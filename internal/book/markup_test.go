package book

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"image"
	"image/png"
	"io"
	"io/fs"
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/font/gofont/gomono"
)

// fullBook returns a book with everything that a book can have.
func fullBook(t *testing.T, puzzlesOf int, layout Layout) *Book {
	t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 2, 3))); err != nil {
		t.Fatal(err)
	}
	font, err := ParseFont(gomono.TTF)
	if err != nil {
		t.Fatal(err)
	}
	layout.Contents, layout.Parts = true, true
	layout.Marks, layout.MarksFrom, layout.NoteLines = Candidates, 5, 1
	b := &Book{
		Title: "A <title> & more", Author: "Author", Subtitle: "Sub", Colophon: "Colophon", Footer: "Foot & more", Language: "de",
		Picture: pictureOf(t, picture.Bytes()), Font: font, Words: words, Layout: layout, Puzzles: puzzles(puzzlesOf), PartTexts: map[int]string{3: "Part <3>"},
		Copyright: []Section{{Text: "© <me>"}}, Introduction: intro, Afterword: Markdown("# End\n- *one*\n- **two**\n"),
	}
	b.Words.Afterword = "After"
	return b
}

// document is what XHTML has in it.
type document struct {
	ids   map[string]bool
	links []string // addresses of links, pictures and style sheets
	text  string
	grids int
}

// readXHTML reads a page, which has to be well-formed. No two elements have the
// same ID.
func readXHTML(t *testing.T, name string, r io.Reader) document {
	t.Helper()
	d := document{ids: map[string]bool{}}
	decoder := xml.NewDecoder(r)
	var text strings.Builder
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			d.text = text.String()
			return d
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		switch token := token.(type) {
		case xml.CharData:
			text.Write(token)
		case xml.StartElement:
			for _, a := range token.Attr {
				switch {
				case a.Name.Local == "id" && d.ids[a.Value]:
					t.Errorf("%s: two elements have the ID %s", name, a.Value)
				case a.Name.Local == "id":
					d.ids[a.Value] = true
				case a.Name.Local == "href" || a.Name.Local == "src":
					d.links = append(d.links, a.Value)
				case a.Name.Local == "class" && a.Value == "grid":
					d.grids++
				}
			}
		}
	}
}

var shown = []string{"A <title> & more", "Author", "Sub", "Colophon", "© <me>", "A text of some words.", "Part <3>", "After", "two", "Caption 4", "note-7"}

// The page is well-formed, has all there is, and each link leads to something.
func TestHTML(t *testing.T) {
	for _, solutions := range []Solutions{AtTheEnd, AfterParts, Nowhere} {
		const n = 40
		var file bytes.Buffer
		if err := fullBook(t, n, Layout{PerPage: 2, Solutions: solutions}).WriteHTML(&file); err != nil {
			t.Fatal(err)
		}
		d := readXHTML(t, "the page", &file)
		for _, link := range d.links {
			if id, ok := strings.CutPrefix(link, "#"); ok && !d.ids[id] || !ok && !strings.HasPrefix(link, "data:image/png;base64,") {
				t.Errorf("solutions %d: a link leads to %.40s", solutions, link)
			}
		}
		for _, want := range append(shown, "Foot & more") {
			if !strings.Contains(d.text, want) {
				t.Errorf("solutions %d: %q is not on the page", solutions, want)
			}
		}
		want := 2 * n
		if solutions == Nowhere {
			want = n
		}
		if d.grids != want {
			t.Errorf("solutions %d: %d grids, want %d", solutions, d.grids, want)
		}
	}
}

// An EPUB begins with its type, lists all of its files, and none of its links leads
// nowhere.
func TestEPUB(t *testing.T) {
	const n = 120
	var file bytes.Buffer
	if err := fullBook(t, n, Layout{PerPage: 2}).WriteEPUB(&file); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.File {
		if f.Method == zip.Store && f.Flags&8 != 0 {
			t.Errorf("%s: a stream does not tell where it ends", f.Name)
		}
		if !f.Modified.UTC().Equal(time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)) {
			t.Errorf("%s was made on %v", f.Name, f.Modified)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(content)
	}
	if first := archive.File[0]; first.Name != "mimetype" || first.Method != zip.Store || files["mimetype"] != "application/epub+zip" || string(file.Bytes()[30:58]) != "mimetypeapplication/epub+zip" {
		t.Errorf("it begins with %s: %q", first.Name, files[first.Name])
	}
	var about struct {
		Language string `xml:"metadata>language"`
		Title    string `xml:"metadata>title"`
		Items    []struct {
			ID         string `xml:"id,attr"`
			Name       string `xml:"href,attr"`
			Properties string `xml:"properties,attr"`
		} `xml:"manifest>item"`
		Spine []struct {
			ID string `xml:"idref,attr"`
		} `xml:"spine>itemref"`
	}
	if err := xml.Unmarshal([]byte(files["EPUB/package.opf"]), &about); err != nil || about.Language != "de" || about.Title != "A <title> & more" {
		t.Errorf("package file: %+v, %v", about, err)
	}
	documents, ids, text, grids := map[string]document{}, map[string]bool{}, "", 0
	for _, item := range about.Items {
		content, ok := files["EPUB/"+item.Name]
		if !ok || ids[item.ID] {
			t.Errorf("listed as %s: %s", item.ID, item.Name)
		}
		ids[item.ID] = true
		if path.Ext(item.Name) == ".xhtml" {
			documents[item.Name] = readXHTML(t, item.Name, strings.NewReader(content))
		}
	}
	if len(about.Items) != len(files)-3 {
		t.Errorf("%d of %d files are listed", len(about.Items), len(files)-3)
	}
	for _, ref := range about.Spine {
		if !ids[ref.ID] {
			t.Errorf("%s is to be read, and is not there", ref.ID)
		}
	}
	for name, d := range documents {
		text, grids = text+d.text, grids+d.grids
		for _, link := range d.links {
			to, id, _ := strings.Cut(link, "#")
			if _, ok := files["EPUB/"+to]; !ok || id != "" && !documents[to].ids[id] {
				t.Errorf("%s: a link leads to %s", name, link)
			}
		}
	}
	for i := range n {
		if number := strconv.Itoa(i + 1); !documents["puzzles"+strconv.Itoa(1+i/perFile)+".xhtml"].ids["p"+number] {
			t.Errorf("puzzle %s is not where links look for it", number)
		}
	}
	for _, want := range shown {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in the book", want)
		}
	}
	if contents := documents["nav.xhtml"].text; !strings.HasPrefix(strings.TrimSpace(contents[strings.LastIndex(contents, "Contents"):]), "Contents\n\nA <title>") || !strings.Contains(files["EPUB/style.css"], "nav ol { list-style: none;") {
		t.Errorf("the contents are %q", contents)
	}
	if grids != 2*n {
		t.Errorf("%d grids", grids)
	}
}

// Without a picture, the first puzzle is on the title page and the cover.
func TestCover(t *testing.T) {
	b := &Book{Title: "A & B", Puzzles: puzzles(2)}
	var page, file bytes.Buffer
	if err := errors.Join(b.WriteHTML(&page), b.WriteEPUB(&file)); err != nil {
		t.Fatal(err)
	}
	address := regexp.MustCompile(`<img alt="" src="data:image/svg\+xml;base64,([^"]*)"`).FindSubmatch(page.Bytes())
	if address == nil {
		t.Fatal("no picture in HTML")
	}
	drawn, err := base64.StdEncoding.DecodeString(string(address[1]))
	if d := readXHTML(t, "the picture", bytes.NewReader(drawn)); err != nil || len(strings.Fields(d.text)) != 3+b.Puzzles[0].Puzzle.NumClues() {
		t.Errorf("%v: %s", err, drawn)
	}
	archive, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"picture.svg": string(drawn), "title.xhtml": `src="picture.svg"`, "package.opf": `media-type="image/svg+xml" properties="cover-image"`} {
		if content, err := fs.ReadFile(archive, "EPUB/"+name); err != nil || !strings.Contains(string(content), want) {
			t.Errorf("%s: %v, %s", name, err, content)
		}
	}
}

// All texts are set in a font that is handed in, and a letter that it lacks is an
// error that names the text.
func TestFont(t *testing.T) {
	b := fullBook(t, 4, Layout{PerPage: 2})
	var file bytes.Buffer
	if err := b.WritePDF(&file); err != nil || !bytes.Contains(file.Bytes(), []byte("/FontFile2")) {
		t.Errorf("a book in another font: %v", err)
	}
	b.Afterword = []Section{{Items: []string{"数"}}}
	if err := b.WritePDF(io.Discard); err == nil || err.Error() != "afterword: no letter '数' (U+6570) in the given font" {
		t.Errorf("got %v", err)
	}
	for _, wrong := range []string{"", "OTTO", "ttcf", "wOF2", "not a font"} {
		if _, err := ParseFont([]byte(wrong)); err == nil {
			t.Errorf("%q is a font", wrong)
		}
	}
}

// All ink is black: no colour is ever set.
func TestBlackOnly(t *testing.T) {
	b := fullBook(t, 20, Layout{PerPage: 2, Bleed: true})
	b.Picture = Picture{}
	var file bytes.Buffer
	if err := b.WritePDF(&file); err != nil {
		t.Fatal(err)
	}
	text := textOf(t, file.Bytes())
	if !strings.Contains(text, " g\n") || strings.Contains(text, " rg\n") || strings.Contains(text, " RG\n") || strings.Contains(text, " k\n") {
		t.Error("there is another ink than black")
	}
}

// A page with bleed is larger than the paper; what has to be seen lies within it.
func TestBleed(t *testing.T) {
	for page := 1; page <= 2; page++ {
		with, err := Layout{Paper: "6x9", Bleed: true}.plan()
		if err != nil {
			t.Fatal(err)
		}
		without, err := Layout{Paper: "6x9"}.plan()
		if err != nil {
			t.Fatal(err)
		}
		width, height := with.sheetSize()
		trim, area, plain := with.trim(page), with.typeArea(page, widestGutter), without.typeArea(page, widestGutter)
		if width != 6.125*inch || height != 9.25*inch || trim.width != 6*inch || trim.height != 9*inch {
			t.Errorf("page %d: %v by %v, trim %+v", page, width, height, trim)
		}
		if area.x-trim.x != plain.x || area.y-trim.y != plain.y || area.width != plain.width || area.height != plain.height {
			t.Errorf("page %d: type area %+v, without bleed %+v", page, area, plain)
		}
		if inner := map[bool]float64{true: trim.x, false: width - trim.x - trim.width}[recto(page)]; inner != 0 {
			t.Errorf("page %d: %v points of bleed in the binding", page, inner)
		}
	}
}

func TestPaperSizes(t *testing.T) {
	for text, want := range map[string]paper{
		"6.14x9.21in": {"6.14x9.21in", 6.14 * inch, 9.21 * inch},
		"170x240mm":   {"170x240mm", 170 * mm, 240 * mm},
		"170 x 240":   {"170 x 240", 170 * mm, 240 * mm},
		"7x7":         {"7x7", 7 * inch, 7 * inch},
		"5.5X8.5":     {"5.5x8.5", 5.5 * inch, 8.5 * inch},
		"A5":          {"a5", 148 * mm, 210 * mm},
	} {
		got, err := paperNamed(text)
		if err != nil || got.name != want.name || math.Abs(got.width-want.width)+math.Abs(got.height-want.height) > 1e-9 {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"0x0", "6x9cm", "6x", "-6x9", "1e3x9", "2x5in", "500x500mm", "6x9x4"} {
		if err := CheckPaper(text); err == nil {
			t.Errorf("%q is a size of paper", text)
		}
	}
}
