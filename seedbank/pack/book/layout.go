package book

import (
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/seedbank/wording"
)

// Layout is how the pages of a book look. The zero Layout is a good one: A4,
// four puzzles a page, solutions at the back.
type Layout struct {
	// Paper is the size of a page, one of [Papers]. Empty is the first of them.
	Paper string

	// PerPage is how many puzzles a page holds, one of [PerPages]. Zero is 4, or
	// with LargePrint as many of these up to 4 as the paper has room for. A book
	// of fewer puzzles has them larger.
	PerPage int

	// LargePrint makes the digits of puzzles 16 points or more, and all other
	// text larger too. It is an error if PerPage leaves no room for that.
	LargePrint bool

	// SolutionsPerPage is how many solutions a page holds. Zero is 12, or 6 with
	// LargePrint.
	SolutionsPerPage int

	// NoSolutions leaves the solutions at the back out.
	NoSolutions bool
}

const (
	// largeDigit is the least size of digits in large print, in points.
	largeDigit = 16
	// smallestDigit is the least size that can be read at all, in points.
	smallestDigit = 5

	standardPerPage   = 4
	standardSolutions = 12
	largeSolutions    = 6 // in large print
)

// perPages are the numbers of puzzles that a page can hold.
var perPages = [...]int{1, 2, 4, 6, 9}

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
	if err := p.choosePerPage(); err != nil {
		return nil, err
	}
	return &p, p.chooseSolutions()
}

func (p *plan) choosePerPage() error {
	most := p.mostPerPage()
	if p.PerPage == 0 {
		p.PerPage = min(standardPerPage, most)
	}
	if !slices.Contains(perPages[:], p.PerPage) {
		return fmt.Errorf("%s a page of a booklet: want one of %v", wording.Count(p.PerPage, "puzzle"), perPages)
	}
	if p.PerPage > most {
		return fmt.Errorf("no room on %s for digits of %d points with %s a page; there can be %d at most",
			p.paper.name, largeDigit, wording.Count(p.PerPage, "puzzle"), most)
	}
	return nil
}

// mostPerPage returns how many puzzles a page can hold with digits that are
// large enough.
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
		p.SolutionsPerPage = largeSolutions
	case p.SolutionsPerPage == 0:
		p.SolutionsPerPage = standardSolutions
	case p.SolutionsPerPage < 0:
		return fmt.Errorf("%s a page of a booklet: want 1 or more", wording.Count(p.SolutionsPerPage, "solution"))
	}
	// The first test keeps the second from trying a billion columns.
	if p.SolutionsPerPage > 1000 || p.solutionPlaces(widestGutter).digit() < smallestDigit {
		return fmt.Errorf("%s a page of a booklet: too small to read on %s", wording.Count(p.SolutionsPerPage, "solution"), p.paper.name)
	}
	return nil
}
