package book

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/seedoku/seedoku/sudoku"
	"pgregory.net/rapid"
)

// puzzles returns n puzzles of nine ranks, which ascend. The first ones are the same for any n,
// and are made once.
func puzzles(n int) (list []Puzzle) {
	order := make([]sudoku.Cell, 50)
	for len(made) < n {
		puzzle, _ := sudoku.Complete(making.RandomSolution(draws))
		for i, c := range draws.Perm(81)[:len(order)] {
			order[i] = sudoku.Cell(c)
		}
		making.Minimize(&puzzle, order)
		made = append(made, puzzle)
	}
	for i, puzzle := range made[:n] {
		rank := 1 + 9*i/n
		list = append(list, Puzzle{Puzzle: puzzle, Rank: rank, Label: fmt.Sprint("Rank ", rank), Caption: fmt.Sprint("Caption ", rank), Detail: "detail", Note: fmt.Sprint("note-", i)})
	}
	return list
}

var (
	made   []sudoku.Puzzle // for puzzles
	making sudoku.Solver
	draws  = rand.New(rand.NewPCG(7, 7))
)

var words = Words{Introduction: "Intro", Puzzles: "All", Ranks: "Ranks", Solutions: "Solutions", SolutionOn: "Look on %d", Contents: "Contents", Range: "%d to %d"}

var intro = []Section{
	{Heading: "One", Text: "A text of some words.", Strong: "strong"},
	{Heading: "Two", Text: "Another.", Table: Table{Rows: [][]string{{"a", "b", "c"}, {"d", "e", "f"}}}},
}

// printed returns the file of a book, whose puzzles and words it sets.
func printed(t testing.TB, n int, b Book) []byte {
	t.Helper()
	b.Puzzles, b.Words = puzzles(n), words
	var file bytes.Buffer
	if err := b.WritePDF(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
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

func TestBookIsReproducible(t *testing.T) {
	plain := Book{Title: "A title", Created: time.Unix(1e9, 0), Introduction: intro}
	full := fullBook(t, 30, Layout{PerPage: 2, Bleed: true, Solutions: AfterParts})
	for name, write := range map[string]func(*Book, io.Writer) error{"pdf": (*Book).WritePDF, "html": (*Book).WriteHTML, "epub": (*Book).WriteEPUB} {
		for _, b := range []*Book{&plain, full} {
			var first, second bytes.Buffer
			if err := errors.Join(write(b, &first), write(b, &second)); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(first.Bytes(), second.Bytes()) {
				t.Errorf("%s: the same book gives different bytes", name)
			}
		}
	}
}

func TestPages(t *testing.T) {
	for _, c := range []struct {
		puzzles int
		book    Book
		pages   int
	}{
		{0, Book{}, 1}, // no file is without a page
		{1, Book{}, 1 + 1},
		{9, Book{Layout: Layout{PerPage: 9, Solutions: Nowhere}}, 1},
		{7, Book{Layout: Layout{PerPage: 6}}, 2 + 1},
		{13, Book{Title: "T", Layout: Layout{PerPage: 1}}, 1 + 13 + 2},
		{13, Book{Title: "T", Introduction: intro, Layout: Layout{PerPage: 1, SolutionsPerPage: 6}}, 1 + 1 + 13 + 3},
		{8, Book{Layout: Layout{Paper: "6x9", PerPage: 2, LargePrint: true}}, 4 + 2},
	} {
		if pages := countPages(printed(t, c.puzzles, c.book)); pages != c.pages {
			t.Errorf("%d puzzles, %+v: %d pages, want %d", c.puzzles, c.book, pages, c.pages)
		}
	}
}

// Everything that is handed in stands on some page.
func TestBookShowsEverything(t *testing.T) {
	text := textOf(t, printed(t, 20, Book{
		Title: "Title", Subtitle: "Subtitle", Colophon: "Colophon", Introduction: intro,
	}))
	want := []string{
		"Title", "Subtitle", "Colophon", "One", "A text of some words.", "strong", "a", "b", "c", "d", "e", "f",
		"Intro", "Ranks 1 to 2", "Solutions 13 to 20", "detail",
	}
	for _, p := range puzzles(20) {
		want = append(want, p.Note, p.Caption)
	}
	for _, s := range want {
		if !strings.Contains(text, inPDF(s)) {
			t.Errorf("%q is not in the book", s)
		}
	}
	// Once over its puzzle, once over its solution.
	if n := strings.Count(text, inPDF("17")); n != 2 {
		t.Errorf("number 17 is in the book %d times, want 2", n)
	}
}

// A book can do without words.
func TestNoWords(t *testing.T) {
	b := Book{Puzzles: puzzles(20)}
	var file bytes.Buffer
	if err := b.WritePDF(&file); err != nil {
		t.Fatal(err)
	}
	text := textOf(t, file.Bytes())
	for _, head := range []string{"1–2", "1–12", "13–20"} {
		if !strings.Contains(text, inPDF(head)) {
			t.Errorf("no page has the head %q", head)
		}
	}
}

func TestChapters(t *testing.T) {
	for _, c := range []struct {
		ranks   string
		perPage int
		want    string
	}{
		{"", 4, ""},
		{"3", 4, "3:0-1"},
		{"1122", 2, "1:0-2 2:2-4"},
		{"1222", 2, "all:0-4"},
		{"1122", 4, "all:0-4"},
		{"2211", 2, "all:0-4"},
		{"111111", 4, "1:0-6"},
	} {
		var list []Puzzle
		for _, r := range c.ranks {
			list = append(list, Puzzle{Rank: int(r), Label: string(r)})
		}
		var got []string
		for _, part := range chapters(list, c.perPage, "all") {
			got = append(got, fmt.Sprintf("%s:%d-%d", part.name, part.first, part.last))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("ranks %q, %d a page: chapters %v, want %s", c.ranks, c.perPage, got, c.want)
		}
	}
}

func TestGutterGrowsWithTheBook(t *testing.T) {
	for pages, inches := range map[int]float64{24: 0.375, 150: 0.375, 151: 0.5, 300: 0.5, 301: 0.625, 501: 0.75, 701: 0.875, 5000: 0.875} {
		if got := gutterOf(pages) / inch; got != inches {
			t.Errorf("%d pages: gutter of %v inches, want %v", pages, got, inches)
		}
	}
	b := Book{Layout: Layout{PerPage: 1, Solutions: Nowhere}}
	if bytes.Equal(printed(t, 100, b)[:2000], printed(t, 200, b)[:2000]) {
		t.Error("a book of 200 pages begins like one of 100")
	}
}

// drawLayout draws a layout, which may be impossible.
func drawLayout(t *rapid.T) Layout {
	return Layout{
		Paper:            rapid.SampledFrom(Papers()).Draw(t, "paper"),
		PerPage:          rapid.SampledFrom(append(PerPages(), 0)).Draw(t, "per page"),
		LargePrint:       rapid.Bool().Draw(t, "large print"),
		SolutionsPerPage: rapid.IntRange(0, 40).Draw(t, "solutions per page"),
	}
}

// Grids lie in the type area, apart from each other, and their digits are as
// large as promised, in thin books and in thick ones.
func TestGridsHaveRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plan, err := drawLayout(t).plan()
		if err != nil {
			t.Skip("a layout that is refused has no pages")
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
	plan, err := Layout{}.plan()
	if err != nil {
		t.Fatal(err)
	}
	right, left := plan.typeArea(1, widestGutter), plan.typeArea(2, widestGutter)
	if right.x <= left.x || math.Abs(right.x-(plan.paper.width-left.x-left.width)) > 1e-9 || left.width != right.width {
		t.Errorf("type areas %+v and %+v", right, left)
	}
}

func TestImpossibleLayouts(t *testing.T) {
	for want, layout := range map[string]Layout{
		`unknown paper "b5"`:  {Paper: "b5"},
		"3 to 17 inches":      {Paper: "2x3in"},
		"7 puzzles a page":    {PerPage: 7},
		"candidates of 4 p":   {Paper: "6x9", PerPage: 12, Marks: Candidates},
		"99 lines below":      {NoteLines: 99},
		"no room on 6x9":      {Paper: "6x9", LargePrint: true, PerPage: 9},
		"-1 solutions a page": {SolutionsPerPage: -1},
		"too small to read":   {SolutionsPerPage: 500},
	} {
		b := Book{Layout: layout}
		for name, err := range map[string]error{"Check": layout.Check(), "WritePDF": b.WritePDF(io.Discard)} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s of %+v: got %v, want %s", name, layout, err, want)
			}
		}
	}
}

func TestLegible(t *testing.T) {
	var font Font
	if err := font.Legible("Σudoku für Fünf, Судоку"); err != nil {
		t.Error(err)
	}
	if err := font.Legible("a 数独"); err == nil || !strings.Contains(err.Error(), "no letter '数' (U+6570)") {
		t.Errorf("got %v", err)
	}
}

// Titles of any length, with letters of the fonts, find their place.
func TestTitles(t *testing.T) {
	for _, title := range []string{"S", strings.Repeat("Sudoku and more Sudoku ", 30), strings.Repeat("Sudoku", 60), "Σudoku für Fünf, Судоку"} {
		if pages := countPages(printed(t, 2, Book{Title: title, Layout: Layout{Paper: "6x9", LargePrint: true}})); pages < 3 {
			t.Errorf("%s: %d pages", title, pages)
		}
	}
}

func BenchmarkWritePDF(b *testing.B) {
	list := puzzles(1200)
	for b.Loop() {
		book := Book{Puzzles: list, Words: words}
		if err := book.WritePDF(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

// With solutions after each part, their pages have the thumb tab of the part.
func TestSolutionsOfPartsHaveTabs(t *testing.T) {
	b := &Book{Puzzles: puzzles(36), Layout: Layout{PerPage: 2, Parts: true, Bleed: true, Solutions: AfterParts}}
	set := compositorOf(t, b)
	set.measure()
	for i, leaf := range set.leaves[1:] {
		if before := set.leaves[i].tab; leaf.tab != before && leaf.tab != before+1 && !(leaf.bare && leaf.contents == nil) && before != 0 {
			t.Errorf("page %d, %s, has tab %d after %d", i+2, leaf.head, leaf.tab, before)
		}
	}
	if last := set.leaves[len(set.leaves)-1]; last.tab != 9 {
		t.Errorf("the last page has tab %d", last.tab)
	}
}

// A file does not say that nobody is its author.
func TestNoAuthor(t *testing.T) {
	for _, author := range []string{"", "A"} {
		if file := printed(t, 1, Book{Author: author}); bytes.Contains(file, []byte("/Author")) != (author != "") {
			t.Errorf("author %q: the file is wrong", author)
		}
	}
}
