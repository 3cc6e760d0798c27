// Package book sets booklets of puzzles. It knows paper, words, grids and pages.
//
// A [Book] is data: texts, tables, grids, and the [Layout] of its pages.
// [Book.WritePDF] settles what the layout leaves open, sets every page and
// writes the file. [Book.WriteHTML] and [Book.WriteEPUB] write the same book for
// browsers and readers, which set it themselves.
//
// # Words
//
// The type area is what the margins leave of a page; the body is what the
// running head and the page number leave of the type area. The gutter is the
// part of the inner margin that the binding takes. The bleed is what is cut off
// outside the trim. Front matter stands before the puzzles: title page, copyright
// page, contents and introduction. A part is a chapter of puzzles with a page
// before it.
//
// # Conventions
//
// Lengths are points, 1/72 of an inch, x to the right and y downwards. Pages
// count from 1, which is a right-hand page; left-hand pages are mirror images.
// Puzzles are numbered in their order. No word in a book comes from here:
// all of them are handed in, so that a book can be in any language that its
// [Font] has letters for.
//
// # Guarantees
//
// The same book gives the same bytes. A layout that [Layout.Check] lets pass can
// be drawn with any number of puzzles: grids lie in the body of their page and
// apart from each other, and digits have the size that was promised. All ink is
// black, except in the picture. No paragraph leaves a single line on a page, and no
// table is split that fits on one. The file is made in memory.
//
// # Not here
//
// Which puzzles are in a book, and what is printed about them: see the format
// pdf of package pack.
//
// Start with [Book], then [Layout].
package book

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/sudoku"
)

// Book is what is set. Only the puzzles are needed.
type Book struct {
	Title    string    // on a page of its own and in the heads of all others, or empty
	Issue    string    // which of several books of this title it is, below the title; or empty
	Subtitle string    // below both
	Author   string    // above the title, and in what the file says of itself
	Colophon string    // at the foot of the title page
	Footer   string    // at the foot of all pages but the title, or empty
	Creator  string    // the program that the file says it comes from, or empty
	Created  time.Time // the time that the file says it was made, or zero
	Language string    // of the texts, such as de, or empty
	Picture  Picture   // on the title page in place of the first puzzle
	Font     Font

	Copyright    []Section // at the foot of the page after the title, or empty
	Introduction []Section // before the puzzles, or empty
	Puzzles      []Puzzle
	First        int            // number of the first puzzle; 0 is 1
	PartTexts    map[int]string // what the page of a part says, by its chapter
	Afterword    []Section      // the last pages, or empty
	Words        Words
	Layout       Layout

	Pages []int // of the puzzles, from 1; WritePDF sets them
}

// Puzzle is a puzzle of a book, and what stands around it. A text is set smaller if it
// is too long, and never cut off.
type Puzzle struct {
	Puzzle sudoku.Puzzle

	// Rank is how hard the puzzle is.
	Rank int
	// Chapter orders puzzles into chapters; 0 is the rank. The puzzles of the same
	// number are a chapter if numbers ascend and each fills at least a page. Otherwise
	// all puzzles are one chapter.
	Chapter int
	// Label is what all puzzles of a chapter are called, such as Level 3 · Gentle.
	// It is the name of the chapter.
	Label string
	// Caption stands above the grid, and Detail after it, smaller. Brief, unless it is
	// empty, stands in the place of a caption that would be too small to read.
	Caption, Brief, Detail string
	// Note stands below the grid, on two lines if one would be too small to read.
	Note string
	// Day stands in the head of the page, from that of its first puzzle to that of its
	// last. If it is empty, their ranks stand there.
	Day string
}

// chapter returns the chapter of a puzzle.
func (p *Puzzle) chapter() int { return cmp.Or(p.Chapter, p.Rank) }

// number returns the number of puzzle i, counted from 0.
func (b *Book) number(i int) int { return max(b.First, 1) + i }

// Section is a part of a text. Its text can have **strong** and *emphasised*
// words, and ends of lines, which stay; a backslash before a star makes it a star.
type Section struct {
	Heading string
	Text    string   // a paragraph
	Items   []string // of a list below it
	Ordered bool     // the items have numbers
	Table   Table    // below it, or empty
	Strong  string   // a paragraph in bold below that, or empty
}

// Table is a few columns of text, with emphasis as in a [Section].
type Table struct {
	Header bool // the first row is one; without one, the first column is bold
	Rows   [][]string
}

// Words are the words that stand on pages because of what is on them.
type Words struct {
	Contents     string // head of the contents
	Introduction string // head of the introduction
	Puzzles      string // name of the chapter of all puzzles
	Ranks        string // head of a page with several ranks, before their range
	Solutions    string // head of the solutions, before the range of their numbers
	SolutionOn   string // where the solution is, such as Solution on page %d; or empty
	Afterword    string // head of the last pages
	Range        string // of two numbers, such as %d to %d; empty is %d–%d
}

// name returns the title with the issue.
func (b *Book) name() string {
	if b.Title == "" || b.Issue == "" {
		return b.Title
	}
	return b.Title + " – " + b.Issue
}

// created returns the time that the file says it was made: 1970 where none is set.
func (b *Book) created() time.Time {
	if b.Created.IsZero() {
		return time.Unix(0, 0).UTC()
	}
	return b.Created.UTC()
}

// Legible returns an error if the font of the book lacks a letter of one of its
// texts, which it names, or if a text has letters that are written from right to left:
// [Book.WritePDF] sets all letters from left to right, and joins none.
func (b *Book) Legible() error {
	return b.each(func(text string) error {
		for _, letter := range text {
			if unicode.In(letter, fromRight...) {
				return fmt.Errorf("%q (%U) is written from right to left, which pdf cannot set; html and epub can", letter, letter)
			}
		}
		return b.Font.Legible(text)
	})
}

// fromRight are the scripts in use that are written from right to left.
var fromRight = []*unicode.RangeTable{unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam}

// each returns the first error that a check returns of the texts of b, with what the text is.
func (b *Book) each(check func(text string) error) error {
	for name, text := range b.texts() {
		if err := check(text); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// Readable returns an error if one of the texts of the book, which it names, is not one that
// browsers and electronic readers show. They have fonts of their own; a given font must have
// all letters.
func (b *Book) Readable() error {
	if b.Font.file != nil {
		return b.each(b.Font.Legible)
	}
	return b.each(readable)
}

// texts yields the texts of a book with what they are.
func (b *Book) texts() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		w := &b.Words
		for _, line := range [...]struct{ name, text string }{
			{"title", b.name()}, {"subtitle", b.Subtitle}, {"author", b.Author}, {"colophon", b.Colophon}, {"footer", b.Footer},
			{"words", w.Contents + w.Introduction + w.Puzzles + w.Ranks + w.Solutions + w.SolutionOn + w.Afterword + w.Range},
		} {
			if !yield(line.name, line.text) {
				return
			}
		}
		for _, prose := range [...]struct {
			name     string
			sections []Section
		}{{"copyright", b.Copyright}, {"introduction", b.Introduction}, {"afterword", b.Afterword}} {
			for i := range prose.sections {
				if !yield(prose.name, prose.sections[i].letters()) {
					return
				}
			}
		}
		for _, rank := range slices.Sorted(maps.Keys(b.PartTexts)) {
			if !yield("text of a part", b.PartTexts[rank]) {
				return
			}
		}
		for i := range b.Puzzles {
			p := &b.Puzzles[i]
			if !yield("text of a puzzle", p.Label+p.Caption+p.Brief+p.Detail+p.Note+p.Day) {
				return
			}
		}
	}
}

// letters returns all letters of a section.
func (s *Section) letters() string {
	texts := append([]string{s.Heading, s.Text, s.Strong}, s.Items...)
	for _, row := range s.Table.Rows {
		texts = append(texts, row...)
	}
	if len(s.Items) > 0 && !s.Ordered {
		texts = append(texts, bullet)
	}
	return strings.Join(texts, "")
}

// WritePDF writes the book. It is an error if the layout is impossible, see
// [Layout.Check], or if the font lacks a letter, see [Book.Legible].
func (b *Book) WritePDF(w io.Writer) error {
	plan, err := b.Layout.plan()
	if err != nil {
		return err
	}
	if err := b.Legible(); err != nil {
		return err
	}
	t := typesetter{plan: plan, canvas: newCanvas(plan), book: b}
	if err := t.guarded(func() error { return t.run(w) }); err != nil {
		return fmt.Errorf("drawing a book of %s: %w", phrase.Count(len(b.Puzzles), "puzzle"), err)
	}
	b.Pages = t.puzzlePage
	return nil
}

// guarded calls f, which uses the library that writes PDF. The library panics at
// files that it does not expect: that becomes an error that names what it was
// working on.
func (c *canvas) guarded(f func() error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%s: the PDF library cannot use it: %v", c.at, reason)
		}
	}()
	return f()
}
