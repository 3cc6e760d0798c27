// Package book sets booklets of puzzles. It knows paper, words, grids and pages.
//
// A [Book] is data: texts, tables, grids, and the [Layout] of its pages.
// [Book.WritePDF] settles what the layout leaves open, sets every page and
// writes the file.
//
// # Words
//
// The type area is what the margins leave of a page; the body is what the
// running head and the page number leave of the type area. The gutter is the
// part of the inner margin that the binding takes. Front matter stands before
// the puzzles: the title page and the introduction.
//
// # Conventions
//
// Lengths are points, 1/72 of an inch, x to the right and y downwards. Pages
// count from 1, which is a right-hand page; left-hand pages are mirror images.
// Puzzles are numbered from 1 in their order. No word in a book comes from here:
// all of them are handed in, so that a book can be in any language that the
// fonts have letters for, see [Legible].
//
// # Guarantees
//
// The same book gives the same bytes. A layout that [Layout.Check] lets pass can
// be drawn with any number of puzzles: grids lie in the body of their page and
// apart from each other, and digits have the size that was promised. The file is
// made in memory.
//
// # Not here
//
// Which puzzles are in a book, and what there is to say of them: see the format
// pdf of package pack.
//
// Start with [Book], then [Layout].
package book

import (
	"fmt"
	"io"
	"time"

	"github.com/seedoku/seedoku/seedbank/wording"
	"github.com/seedoku/seedoku/sudoku"
)

// Book is what is set. Only the puzzles are needed.
type Book struct {
	Title    string    // on a page of its own and in the heads of all others, or empty
	Subtitle string    // below the title
	Colophon string    // at the foot of the title page
	Creator  string    // the program that the file says it comes from
	Created  time.Time // the time that the file says it was made, or zero

	Introduction []Section // before the puzzles, or empty
	Puzzles      []Puzzle
	Words        Words
	Layout       Layout
}

// Puzzle is a puzzle of a book, and what stands around it. Each text is one
// line, and set smaller if it is too long.
type Puzzle struct {
	Puzzle sudoku.Puzzle

	// Rank orders puzzles into chapters: the puzzles of a rank are a chapter if
	// ranks ascend and each fills at least a page. Otherwise all puzzles are one
	// chapter.
	Rank int
	// Label is what all puzzles of a rank are called, such as Level 3 · Gentle.
	// It is the name of the chapter, and stands above the grid.
	Label string
	// Detail stands behind the label, smaller.
	Detail string
	// Note stands below the grid.
	Note string
}

// Section is a part of an introduction.
type Section struct {
	Heading string
	Text    string // a paragraph
	Table   Table  // below it, or empty
	Strong  string // a paragraph in bold below that, or empty
}

// Table is a few columns of text. The first is bold and the last is broken into
// lines.
type Table struct {
	// Stops are where the columns after the first begin, in sizes of letters.
	Stops []float64
	Rows  [][]string // each with one cell more than there are stops
}

// Words are the words that stand on pages because of what is on them.
type Words struct {
	Introduction string // head of the introduction
	Puzzles      string // name of the chapter of all puzzles
	Ranks        string // head of a page with several ranks, before their range
	Solutions    string // head of the solutions, before the range of their numbers
	Range        string // of two numbers, such as %d to %d; empty is %d–%d
}

// WritePDF writes the book. All its texts should be [Legible]. It is an error if
// the layout is impossible; see [Layout.Check].
func (b *Book) WritePDF(w io.Writer) error {
	plan, err := b.Layout.plan()
	if err != nil {
		return err
	}
	t := typesetter{plan: plan, canvas: newCanvas(b, plan.paper), book: b}
	if err := t.run(w); err != nil {
		return fmt.Errorf("drawing a book of %s: %w", wording.Count(len(b.Puzzles), "puzzle"), err)
	}
	return nil
}
