package pack

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Book is how a booklet is laid out. The zero Book is a good one: A4, four
// puzzles a page, solutions at the back.
type Book struct {
	// Paper is the size of a page: a4, letter, 8.5x11 or 6x9. Empty is a4.
	Paper string `json:"paper,omitzero"`

	// PerPage is how many puzzles a page holds: 1, 2, 4, 6 or 9. Zero is 4, or
	// with LargePrint as many of these up to 4 as the paper has room for. A
	// booklet of fewer puzzles has them larger.
	PerPage int `json:"per_page,omitzero"`

	// LargePrint makes the digits of puzzles 16 points or more, and all other
	// text larger too. It is an error if PerPage leaves no room for that.
	LargePrint bool `json:"large_print,omitzero"`

	// SolutionsPerPage is how many solutions a page holds. Zero is 12, or 6 with
	// LargePrint.
	SolutionsPerPage int `json:"solutions_per_page,omitzero"`

	// NoSolutions leaves the solutions at the back out.
	NoSolutions bool `json:"no_solutions,omitzero"`

	// Intro puts an introduction in front: how to solve, what levels and
	// ratings mean, and what puzzle IDs are for.
	Intro bool `json:"intro,omitzero"`
}

const (
	inch = 72 // points

	// largeDigit is the least size of digits in large print, in points.
	largeDigit = 16
	// smallestDigit is the least that can be read at all, in points.
	smallestDigit = 5

	perPage       = 4 // standard
	solutionsPage = 12
	largeSolution = 6 // standard in large print
)

// paper is the size of a page and its outer margin, in points.
type paper struct {
	name                  string
	width, height, margin float64
}

// papers are all sizes; the first is the standard.
var papers = [...]paper{
	{"a4", 210 / 25.4 * inch, 297 / 25.4 * inch, 0.7 * inch},
	{"letter", 8.5 * inch, 11 * inch, 0.7 * inch},
	{"8.5x11", 8.5 * inch, 11 * inch, 0.7 * inch},
	{"6x9", 6 * inch, 9 * inch, 0.5 * inch},
}

// perPages are the numbers of puzzles that a page can hold.
var perPages = [...]int{1, 2, 4, 6, 9}

// gutters are what the binding of a book of so many pages takes of the inner
// margin, as printers on demand ask for it. Thicker books get the last.
var gutters = [...]struct {
	pages int
	width float64 // points
}{
	{150, 0.375 * inch},
	{300, 0.5 * inch},
	{500, 0.625 * inch},
	{700, 0.75 * inch},
	{828, 0.875 * inch},
}

// widestGutter is that of the thickest books.
const widestGutter = 0.875 * inch

// gutterOf returns the gutter of a book of so many pages, in points.
func gutterOf(pages int) float64 {
	for _, g := range gutters {
		if pages <= g.pages {
			return g.width
		}
	}
	return widestGutter
}

// check returns an error if b asks for something impossible. What it lets pass
// can be drawn, however many puzzles there will be.
func (b Book) check() error {
	_, err := b.plan()
	return err
}

// plan settles what b leaves open. The places that it finds are those of the
// thickest book, which has the least room.
func (b Book) plan() (*plan, error) {
	p := plan{Book: b, sizes: standardSizes}
	if b.LargePrint {
		p.sizes = largeSizes
	}
	if err := p.choosePaper(); err != nil {
		return nil, err
	}
	if err := p.choosePerPage(); err != nil {
		return nil, err
	}
	return &p, p.chooseSolutions()
}

func (p *plan) choosePaper() error {
	if p.Paper == "" {
		p.Paper = papers[0].name
	}
	var names []string
	for _, paper := range papers {
		if paper.name == p.Paper {
			p.paper = paper
			return nil
		}
		names = append(names, paper.name)
	}
	return fmt.Errorf("no paper %q for a booklet; there are %s", p.Paper, strings.Join(names, ", "))
}

func (p *plan) choosePerPage() error {
	most := p.mostPerPage()
	if p.PerPage == 0 {
		p.PerPage = min(perPage, most)
	}
	if !slices.Contains(perPages[:], p.PerPage) {
		return fmt.Errorf("%d puzzles a page of a booklet; there can be 1, 2, 4, 6 or 9", p.PerPage)
	}
	if p.PerPage > most {
		return fmt.Errorf("no room on %s for digits of %d points with %d puzzles a page; there can be %d at most",
			p.Paper, largeDigit, p.PerPage, most)
	}
	return nil
}

// mostPerPage is how many puzzles of digits large enough a page can hold.
func (p *plan) mostPerPage() int {
	most := perPages[0]
	for _, n := range perPages {
		if p.puzzlePlaces(n, widestGutter).digit() >= p.sizes.leastDigit {
			most = n
		}
	}
	return most
}

func (p *plan) chooseSolutions() error {
	switch {
	case p.SolutionsPerPage == 0 && p.LargePrint:
		p.SolutionsPerPage = largeSolution
	case p.SolutionsPerPage == 0:
		p.SolutionsPerPage = solutionsPage
	case p.SolutionsPerPage < 0:
		return fmt.Errorf("%d solutions a page of a booklet: want 1 or more", p.SolutionsPerPage)
	}
	// The first test keeps the second from trying a billion columns.
	if p.SolutionsPerPage > 1000 || p.solutionPlaces(widestGutter).digit() < smallestDigit {
		return fmt.Errorf("%d solutions a page of a booklet: too small to read on %s", p.SolutionsPerPage, p.Paper)
	}
	return nil
}

// span names a range of numbers.
func span(first, last int) string {
	if first == last {
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d to %d", first, last)
}
