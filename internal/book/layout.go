package book

import (
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/phrase"
)

// Layout is how the pages of a book look. The zero Layout is a good one: A4,
// four puzzles a page, solutions at the back.
type Layout struct {
	// Paper is the size of a page after trimming: one of [Papers], or a size such
	// as 6.14x9.21in or 170x240mm. Empty is the first of them.
	Paper string

	// Bleed makes pages larger than the paper by 1/8 inch above, below and on the
	// outer side, and prints there what has to reach the edge: the thumb tabs of
	// the chapters.
	Bleed bool

	// PerPage is how many puzzles a page holds, one of [PerPages]. Zero is 4, or
	// with LargePrint as many of these up to 4 as the paper has room for. A book
	// of fewer puzzles has them larger.
	PerPage int

	// LargePrint makes the digits of puzzles 16 points or more, and all other
	// text larger too. It is an error if PerPage leaves no room for that.
	LargePrint bool

	// Parts opens each of several chapters with a page of its own, on the right.
	Parts bool

	// Contents puts a list of what the book holds after the front matter.
	Contents bool

	// Marks are printed in the empty cells of puzzles of MarksFrom and higher
	// ranks. It is an error if PerPage leaves no room for them.
	Marks     Marks
	MarksFrom int

	// NoteLines is how many lines to write on stand below each puzzle.
	NoteLines int

	// SolutionsPerPage is how many solutions a page holds. Zero is 12, or 6 with
	// LargePrint; on small paper, as many of these as one can read.
	SolutionsPerPage int

	// Solutions says where the solutions are.
	Solutions Solutions
}

// Marks are what is printed in empty cells for those who write candidates.
type Marks uint8

// The kinds of marks.
const (
	NoMarks    Marks = iota
	Candidates       // the digits that no clue rules out
	Dots             // nine dots
)

// Solutions says where the solutions of a book are.
type Solutions uint8

// The places of solutions.
const (
	AtTheEnd Solutions = iota
	AfterParts
	Nowhere
)

const (
	// largeDigit is the least size of digits in large print, in points.
	largeDigit = 16
	// smallestDigit is the least size that can be read at all, in points.
	smallestDigit = 5
	// smallestMark is the least size of a printed candidate, in points.
	smallestMark = 4

	standardPerPage   = 4
	standardSolutions = 12
	largeSolutions    = 6 // in large print
	mostNoteLines     = 30
)

// perPages are the numbers of puzzles that a page can hold.
var perPages = [...]int{1, 2, 3, 4, 5, 6, 8, 9, 12}

// PerPages returns the numbers of puzzles that a page can hold, ascending.
func PerPages() []int { return slices.Clone(perPages[:]) }

// Check returns an error if l asks for something impossible.
func (l Layout) Check() error {
	_, err := l.plan()
	return err
}

// plan is a [Layout] with nothing left open.
type plan struct {
	Layout
	paper paper
	sizes sizes
}

// plan settles what l leaves open. It looks for room in the thickest book, which
// has the least.
func (l Layout) plan() (*plan, error) {
	p := plan{Layout: l, sizes: standardSizes}
	if l.LargePrint {
		p.sizes = largeSizes
	}
	var err error
	if p.paper, err = paperNamed(l.Paper); err != nil {
		return nil, err
	}
	if l.NoteLines < 0 || l.NoteLines > mostNoteLines {
		return nil, fmt.Errorf("%s below a puzzle: want 0 to %d", phrase.Count(l.NoteLines, "line"), mostNoteLines)
	}
	if err := p.choosePerPage(); err != nil {
		return nil, err
	}
	return &p, p.chooseSolutions()
}

func (p *plan) choosePerPage() error {
	if p.PerPage != 0 && !slices.Contains(perPages[:], p.PerPage) {
		return fmt.Errorf("%s a page of a booklet: want one of %v", phrase.Count(p.PerPage, "puzzle"), perPages)
	}
	if p.PerPage != 0 && p.hasRoom(p.PerPage) {
		return nil
	}
	most := p.mostPerPage()
	switch {
	case most == 0 && p.mostNotes() > 0:
		return fmt.Errorf("no room on %s for a puzzle with %s for notes; there can be %d at most", p.paper.name, phrase.Count(p.NoteLines, "line"), p.mostNotes())
	case most == 0:
		return fmt.Errorf("no room on %s for a puzzle with its marks and notes", p.paper.name)
	case p.PerPage == 0:
		p.PerPage = min(standardPerPage, most)
		return nil
	}
	what := fmt.Sprintf("digits of %v points", p.sizes.leastDigit)
	if p.Marks == Candidates {
		what = fmt.Sprintf("candidates of %d points", smallestMark)
	}
	return fmt.Errorf("no room on %s for %s with %s a page; there can be %d at most",
		p.paper.name, what, phrase.Count(p.PerPage, "puzzle"), most)
}

// mostNotes returns how many lines for notes there is room for below a single puzzle.
func (p *plan) mostNotes() int {
	fewer := *p
	for fewer.NoteLines > 0 && fewer.mostPerPage() == 0 {
		fewer.NoteLines--
	}
	return fewer.NoteLines
}

// mostPerPage returns how many puzzles a page can hold with digits that are
// large enough, or 0.
func (p *plan) mostPerPage() (most int) {
	for _, n := range perPages {
		if p.hasRoom(n) {
			most = n
		}
	}
	return most
}

// hasRoom reports whether a page can hold n puzzles.
func (p *plan) hasRoom(n int) bool {
	places := p.puzzlePlaces(n, widestGutter)
	return places.digit() >= p.sizes.leastDigit && (p.Marks != Candidates || places.side/9*markDigit >= smallestMark)
}

func (p *plan) chooseSolutions() error {
	if p.SolutionsPerPage < 0 {
		return fmt.Errorf("%s a page of a booklet: want 1 or more", phrase.Count(p.SolutionsPerPage, "solution"))
	}
	if p.SolutionsPerPage == 0 {
		p.SolutionsPerPage = standardSolutions
		if p.LargePrint {
			p.SolutionsPerPage = largeSolutions
		}
		for p.SolutionsPerPage > 1 && !p.legibleSolutions() {
			p.SolutionsPerPage--
		}
		return nil
	}
	if !p.legibleSolutions() {
		return fmt.Errorf("%s a page of a booklet: too small to read on %s", phrase.Count(p.SolutionsPerPage, "solution"), p.paper.name)
	}
	return nil
}

// legibleSolutions reports whether solutions are large enough. The first test
// keeps the second from trying a billion columns.
func (p *plan) legibleSolutions() bool {
	return p.SolutionsPerPage <= 1000 && p.solutionPlaces(widestGutter).digit() >= smallestDigit
}
