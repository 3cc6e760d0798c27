package pack

import (
	"bytes"
	"compress/zlib"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/seedoku/seedoku/rating"
	"pgregory.net/rapid"
)

// book returns a booklet of n puzzles, levels ascending.
func book(t testing.TB, n int, options Options) []byte {
	t.Helper()
	list := entries(n)
	for i := range list {
		list[i].Rating.ER = rating.Tenths(12 + 80*i/n)
	}
	return write(t, Format{Name: "pdf", New: newPDF}, options, list)
}

var (
	pageObject = regexp.MustCompile(`/Type /Page\b[^s]`)
	stream     = regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`)
)

func countPages(pdf []byte) int { return len(pageObject.FindAll(pdf, -1)) }

// textOf returns what is in the compressed parts of a file.
func textOf(t testing.TB, pdf []byte) string {
	t.Helper()
	var text strings.Builder
	for _, part := range stream.FindAllSubmatch(pdf, -1) {
		reader, err := zlib.NewReader(bytes.NewReader(part[1]))
		if err != nil {
			continue // a font
		}
		content, err := io.ReadAll(reader)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(content)
	}
	return text.String()
}

// inPDF returns a text of plain letters as the file has it.
func inPDF(text string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		b.WriteByte(byte(unit >> 8))
		b.WriteByte(byte(unit))
	}
	return "(" + b.String() + ")"
}

func TestBookletIsReproducible(t *testing.T) {
	options := Options{Title: "A title", Created: time.Unix(1e9, 0), Book: Book{Intro: true}}
	if !bytes.Equal(book(t, 30, options), book(t, 30, options)) {
		t.Error("the same puzzles give different bytes")
	}
}

func TestBookletPages(t *testing.T) {
	for _, c := range []struct {
		puzzles int
		options Options
		pages   int
	}{
		{1, Options{}, 1 + 1},
		{9, Options{Book: Book{PerPage: 9, NoSolutions: true}}, 1},
		{7, Options{Book: Book{PerPage: 6}}, 2 + 1},
		{13, Options{Title: "T", Book: Book{PerPage: 1}}, 1 + 13 + 2},
		{13, Options{Title: "T", Book: Book{PerPage: 1, Intro: true, SolutionsPerPage: 6}}, 1 + 1 + 13 + 3},
		{8, Options{Book: Book{Paper: "6x9", PerPage: 2, LargePrint: true}}, 4 + 2},
	} {
		if pages := countPages(book(t, c.puzzles, c.options)); pages != c.pages {
			t.Errorf("%d puzzles, %+v: %d pages, want %d", c.puzzles, c.options, pages, c.pages)
		}
	}
}

func TestBookletShowsEveryPuzzle(t *testing.T) {
	text := textOf(t, book(t, 20, Options{Title: "Some puzzles"}))
	for _, entry := range entries(20) {
		if !strings.Contains(text, inPDF(entry.ID)) {
			t.Errorf("the ID %s is not in the booklet", entry.ID)
		}
	}
	// Once over its puzzle, once over its solution.
	if n := strings.Count(text, inPDF("17")); n != 2 {
		t.Errorf("number 17 is in the booklet %d times, want 2", n)
	}
	if !strings.Contains(text, inPDF("Solutions 13 to 20")) {
		t.Error("the last page has another head")
	}
}

func TestGutterGrowsWithTheBook(t *testing.T) {
	for pages, inches := range map[int]float64{24: 0.375, 150: 0.375, 151: 0.5, 300: 0.5, 301: 0.625, 501: 0.75, 701: 0.875, 5000: 0.875} {
		if got := gutterOf(pages) / inch; got != inches {
			t.Errorf("%d pages: gutter of %v inches, want %v", pages, got, inches)
		}
	}
	thin, thick := Book{PerPage: 1, NoSolutions: true}, Book{PerPage: 1, NoSolutions: true}
	if bytes.Equal(book(t, 100, Options{Book: thin})[:2000], book(t, 200, Options{Book: thick})[:2000]) {
		t.Error("a book of 200 pages begins like one of 100")
	}
}

// drawBook draws a layout, which may be impossible.
func drawBook(t *rapid.T) Book {
	return Book{
		Paper:            rapid.SampledFrom([]string{"a4", "letter", "8.5x11", "6x9"}).Draw(t, "paper"),
		PerPage:          rapid.SampledFrom([]int{0, 1, 2, 4, 6, 9}).Draw(t, "per page"),
		LargePrint:       rapid.Bool().Draw(t, "large print"),
		SolutionsPerPage: rapid.IntRange(0, 40).Draw(t, "solutions per page"),
	}
}

// Grids lie in the type area, apart from each other, and their digits are as
// large as promised, in thin books and in thick ones.
func TestGridsHaveRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plan, err := drawBook(t).plan()
		if err != nil {
			t.Skip("impossible")
		}
		page := rapid.IntRange(1, 2).Draw(t, "page")
		gutter := gutterOf(rapid.IntRange(1, 900).Draw(t, "pages"))
		puzzles := plan.puzzlePlaces(plan.PerPage, gutter)
		if plan.LargePrint && puzzles.digit() < 16 {
			t.Errorf("digits of %v points in large print", puzzles.digit())
		}
		for n, places := range map[int]places{plan.PerPage: puzzles, plan.SolutionsPerPage: plan.solutionPlaces(gutter)} {
			checkApart(t, places, n, plan.body(page, gutter))
		}
	})
}

func checkApart(t *rapid.T, places places, n int, body frame) {
	const little = 1e-6
	for i := range n {
		f := places.grid(i, body)
		if f.x < body.x-little || f.x+f.width > body.x+body.width+little ||
			f.y-places.above < body.y-little || f.y+f.height+places.below > body.y+body.height+little {
			t.Errorf("grid %d of %d at %+v is not within %+v", i, n, f, body)
		}
		for j := range i {
			g := places.grid(j, body)
			if math.Abs(f.x-g.x) < f.width && math.Abs(f.y-g.y) < f.height+places.above+places.below {
				t.Errorf("grids %d and %d of %d overlap", i, j, n)
			}
		}
	}
}

// Left-hand pages are the mirror images of right-hand ones.
func TestPagesAreMirrored(t *testing.T) {
	plan, err := Book{}.plan()
	if err != nil {
		t.Fatal(err)
	}
	right, left := plan.typeArea(1, widestGutter), plan.typeArea(2, widestGutter)
	if right.x <= left.x || math.Abs(right.x-(plan.paper.width-left.x-left.width)) > 1e-9 || left.width != right.width {
		t.Errorf("type areas %+v and %+v", right, left)
	}
}

func TestImpossibleBooklets(t *testing.T) {
	for want, options := range map[string]Options{
		`no paper "a5"`:       {Book: Book{Paper: "a5"}},
		"5 puzzles a page":    {Book: Book{PerPage: 5}},
		"no room on 6x9":      {Book: Book{Paper: "6x9", LargePrint: true, PerPage: 9}},
		"-1 solutions a page": {Book: Book{SolutionsPerPage: -1}},
		"too small to read":   {Book: Book{SolutionsPerPage: 500}},
		"no letter":           {Title: "数独"},
	} {
		err := newPDF(io.Discard, options).Write(&entries(1)[0])
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: got %v, want %s", options, err, want)
		}
	}
}

// Titles of any length, with letters of the fonts, find their place.
func TestTitles(t *testing.T) {
	for _, title := range []string{"S", strings.Repeat("Sudoku and more Sudoku ", 30), strings.Repeat("Sudoku", 60), "Σudoku für Fünf, Судоку"} {
		if pages := countPages(book(t, 2, Options{Title: title, Book: Book{Paper: "6x9", LargePrint: true}})); pages < 3 {
			t.Errorf("%s: %d pages", title, pages)
		}
	}
}

func BenchmarkBooklet(b *testing.B) {
	for b.Loop() {
		book(b, 1200, Options{})
	}
}
