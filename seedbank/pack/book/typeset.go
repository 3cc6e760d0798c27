package book

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/sudoku"
)

// typesetter puts a book on pages.
type typesetter struct {
	*plan
	*canvas
	book     *Book
	perPage  int // at most PerPage
	chapters []chapter
	gutter   float64
	intro    []sheet
}

// run draws all pages, from the title to the last solution.
func (t *typesetter) run(w io.Writer) error {
	t.measure()
	if t.book.Title != "" {
		t.titlePage()
	}
	t.introPages()
	t.puzzlePages()
	if !t.NoSolutions {
		t.solutionPages()
	}
	return t.pdf.Output(w)
}

// measure finds the number of pages and the gutter that they need. A wider
// gutter can make a longer introduction, never a shorter one.
func (t *typesetter) measure() {
	t.perPage = t.PerPage
	for _, n := range perPages {
		if len(t.book.Puzzles) <= n {
			t.perPage = min(t.perPage, n)
		}
	}
	t.chapters = chapters(t.book.Puzzles, t.perPage, t.book.Words.Puzzles)
	for t.gutter = gutterOf(0); ; {
		t.intro = t.setIntro()
		wanted := gutterOf(t.pages())
		if wanted <= t.gutter {
			return
		}
		t.gutter = wanted
	}
}

// pages returns how many pages the book has.
func (t *typesetter) pages() int {
	n := len(t.intro)
	if t.book.Title != "" {
		n++
	}
	for _, c := range t.chapters {
		n += c.pages(t.perPage)
	}
	if !t.NoSolutions {
		n += pagesOf(len(t.book.Puzzles), t.SolutionsPerPage)
	}
	return n
}

func (t *typesetter) puzzlePages() {
	for _, c := range t.chapters {
		for first := c.first; first < c.last; first += t.perPage {
			last := min(first+t.perPage, c.last)
			page := t.open(t.ranks(t.book.Puzzles[first:last]))
			if first == c.first {
				t.bookmark(c.name)
			}
			places, body := t.puzzlePlaces(t.perPage, t.gutter), t.body(page, t.gutter)
			for i := first; i < last; i++ {
				t.puzzle(i, places.grid(i-first, body), places)
			}
		}
	}
}

// ranks returns the head of a page with some puzzles.
func (t *typesetter) ranks(list []Puzzle) string {
	lowest, highest := list[0].Rank, list[0].Rank
	for i := range list {
		lowest, highest = min(lowest, list[i].Rank), max(highest, list[i].Rank)
	}
	if lowest == highest {
		return list[0].Label
	}
	return t.numbered(t.book.Words.Ranks, lowest, highest)
}

// numbered returns a word with the numbers from first to last.
func (t *typesetter) numbered(word string, first, last int) string {
	numbers := strconv.Itoa(first)
	if first < last {
		numbers = fmt.Sprintf(cmp.Or(t.book.Words.Range, "%d–%d"), first, last)
	}
	return strings.TrimSpace(word + " " + numbers)
}

// puzzle draws a puzzle and the texts around it.
func (t *typesetter) puzzle(i int, f frame, places places) {
	p := &t.book.Puzzles[i]
	number := strconv.Itoa(i + 1)
	clues := p.Puzzle.Clues()
	t.lines(f)
	t.digits(f, clues, clues.Filled(), ink{regular, places.digit(), black})

	above := f.y - 5
	bold := ink{bold, t.sizes.number, black}
	t.text(f.x, above, left, bold, number)
	room := f.width - t.width(number, bold) - t.sizes.label
	t.label(f.x+f.width, above, room, p)

	note := ink{regular, t.sizes.note, gray50}
	t.fitted(f.x+f.width, f.y+f.height+5+t.capHeight*t.sizes.note, f.width, right, note, p.Note)
}

// label writes the label of a puzzle and its detail, ending at x.
func (t *typesetter) label(x, y, room float64, p *Puzzle) {
	strong := ink{regular, t.sizes.label, darkGray}
	faint := ink{regular, t.sizes.label * 0.8, gray50}
	gap := t.sizes.label * 0.7
	if full := t.width(p.Label, strong) + gap + t.width(p.Detail, faint); full > room {
		strong.size, faint.size, gap = strong.size*room/full, faint.size*room/full, gap*room/full
	}
	t.text(x, y, right, faint, p.Detail)
	t.text(x-t.width(p.Detail, faint)-gap, y, right, strong, p.Label)
}

func (t *typesetter) solutionPages() {
	for first := 0; first < len(t.book.Puzzles); first += t.SolutionsPerPage {
		last := min(first+t.SolutionsPerPage, len(t.book.Puzzles))
		page := t.open(t.numbered(t.book.Words.Solutions, first+1, last))
		if first == 0 {
			t.bookmark(t.book.Words.Solutions)
		}
		places, body := t.solutionPlaces(t.gutter), t.body(page, t.gutter)
		for i := first; i < last; i++ {
			t.solution(i, places.grid(i-first, body), places)
		}
	}
}

// solution draws a solution with the clues of its puzzle in bold.
func (t *typesetter) solution(i int, f frame, places places) {
	p := t.book.Puzzles[i].Puzzle
	clues := p.Clues().Filled()
	t.lines(f)
	t.digits(f, p.Solution(), clues, ink{bold, places.digit(), black})
	t.digits(f, p.Solution(), sudoku.AllCells.AndNot(clues), ink{regular, places.digit(), darkGray})
	t.text(f.x, f.y-4, left, ink{bold, t.sizes.label, black}, strconv.Itoa(i+1))
}

// open starts a page with its running head and its number, both on the outer
// side, and the title on the inner side. It returns the number.
func (t *typesetter) open(head string) (page int) {
	page = t.turn()
	f := t.typeArea(page, t.gutter)
	inner, outer, fromInner, fromOuter := f.x, f.x+f.width, left, right
	if !recto(page) {
		inner, outer, fromInner, fromOuter = outer, inner, right, left
	}
	strong, faint := ink{bold, t.sizes.head, black}, ink{regular, t.sizes.head, gray50}
	y := f.y + t.capHeight*t.sizes.head
	t.text(outer, y, fromOuter, strong, head)
	room := f.width - t.width(head, strong) - 2*t.sizes.head
	t.text(inner, y, fromInner, faint, t.shortened(t.book.Title, room, faint))
	t.rule(f.x, y+5, f.width)
	t.text(outer, f.y+f.height, fromOuter, faint, strconv.Itoa(page))
	return page
}
