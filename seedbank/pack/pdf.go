package pack

import (
	"fmt"
	"io"
	"strings"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// bookWriter lays out a booklet. The margins depend on the number of pages, so
// it keeps what it needs of each entry until Close: its memory grows with the
// number of puzzles.
type bookWriter struct {
	w       io.Writer
	options Options
	list    []kept
}

// kept is what a booklet shows of an entry.
type kept struct {
	puzzle sudoku.Puzzle
	er     rating.Tenths
	id     string
}

func (k *kept) level() rating.Level { return rating.LevelOf(k.er) }

// levelName returns a level with its name, such as Level 5 · Tricky.
func levelName(l rating.Level) string { return fmt.Sprintf("Level %d · %s", l, l.Name()) }

func newPDF(w io.Writer, options Options) Writer { return &bookWriter{w: w, options: options} }

func (b *bookWriter) Write(e *Entry) error {
	if len(b.list) == 0 {
		if err := b.options.Check(); err != nil {
			return err
		}
		if err := legible(b.options.Title); err != nil {
			return fmt.Errorf("title %q: %w", b.options.Title, err)
		}
	}
	b.list = append(b.list, kept{e.Puzzle, e.Rating.ER, e.ID})
	return nil
}

func isPDF(line string) bool { return strings.HasPrefix(line, "%PDF") }

func (b *bookWriter) Close() error {
	plan, err := b.options.Book.plan()
	if err != nil {
		return err
	}
	printing := printing{
		plan:  plan,
		press: newPress(plan.paper, b.options.Title, b.options.Created),
		title: b.options.Title,
		list:  b.list,
	}
	if err := printing.run(b.w); err != nil {
		return fmt.Errorf("drawing a booklet of %d puzzles: %w", len(b.list), err)
	}
	return nil
}

// printing is a booklet on its way to paper.
type printing struct {
	*plan
	*press
	title    string
	list     []kept
	perPage  int // at most PerPage
	chapters []chapter
	gutter   float64
	intro    []sheet
}

// run draws all pages, from the title to the last solution.
func (p *printing) run(w io.Writer) error {
	p.measure()
	if p.title != "" {
		p.titlePage()
	}
	p.introPages()
	p.puzzlePages()
	if !p.NoSolutions {
		p.solutionPages()
	}
	return p.pdf.Output(w)
}

// measure finds the number of pages and the gutter that it asks for. A wider
// gutter can make a longer introduction, never a shorter one.
func (p *printing) measure() {
	p.perPage = p.PerPage
	for _, n := range perPages {
		if len(p.list) <= n {
			p.perPage = min(p.perPage, n)
		}
	}
	p.chapters = chapters(p.list, p.perPage)
	for p.gutter = gutterOf(0); ; {
		p.intro = p.setIntro()
		wanted := gutterOf(p.pages())
		if wanted <= p.gutter {
			return
		}
		p.gutter = wanted
	}
}

// pages returns how many pages the book has.
func (p *printing) pages() int {
	n := len(p.intro)
	if p.title != "" {
		n++
	}
	for _, c := range p.chapters {
		n += c.pages(p.perPage)
	}
	if !p.NoSolutions {
		n += pagesOf(len(p.list), p.SolutionsPerPage)
	}
	return n
}

func (p *printing) puzzlePages() {
	for _, c := range p.chapters {
		for first := c.first; first < c.last; first += p.perPage {
			last := min(first+p.perPage, c.last)
			page := p.open(p.levels(first, last))
			if first == c.first {
				p.bookmark(c.name)
			}
			places, body := p.puzzlePlaces(p.perPage, p.gutter), p.body(page, p.gutter)
			for i := first; i < last; i++ {
				p.puzzle(i, places.grid(i-first, body), places)
			}
		}
	}
}

// levels names the levels of some puzzles.
func (p *printing) levels(first, last int) string {
	lowest, highest := levelsOf(p.list[first:last])
	if lowest == highest {
		return levelName(lowest)
	}
	return fmt.Sprintf("Levels %d to %d", lowest, highest)
}

// puzzle draws a puzzle with its captions.
func (p *printing) puzzle(i int, f frame, places places) {
	k := &p.list[i]
	number := fmt.Sprint(i + 1)
	p.lines(f)
	p.digits(f, k.puzzle.Clues(), k.puzzle.Clues().Filled(), ink{regular, places.digit(), black})

	above := f.y - 5
	bold := ink{bold, p.sizes.number, black}
	p.text(f.x, above, left, bold, number)
	room := f.width - p.width(number, bold) - p.sizes.caption
	p.caption(f.x+f.width, above, room, k)

	id := ink{regular, p.sizes.small, gray50}
	p.fitted(f.x+f.width, f.y+f.height+5+p.capHeight*p.sizes.small, f.width, right, id, k.id)
}

// caption writes level and ER, ending at x.
func (p *printing) caption(x, y, room float64, k *kept) {
	name, er := levelName(k.level()), fmt.Sprintf("ER %v", k.er)
	strong := ink{regular, p.sizes.caption, darkGray}
	faint := ink{regular, p.sizes.caption * 0.8, gray50}
	gap := p.sizes.caption * 0.7
	if full := p.width(name, strong) + gap + p.width(er, faint); full > room {
		strong.size, faint.size, gap = strong.size*room/full, faint.size*room/full, gap*room/full
	}
	p.text(x, y, right, faint, er)
	p.text(x-p.width(er, faint)-gap, y, right, strong, name)
}

func (p *printing) solutionPages() {
	for first := 0; first < len(p.list); first += p.SolutionsPerPage {
		last := min(first+p.SolutionsPerPage, len(p.list))
		page := p.open("Solutions " + span(first+1, last))
		if first == 0 {
			p.bookmark("Solutions")
		}
		places, body := p.solutionPlaces(p.gutter), p.body(page, p.gutter)
		for i := first; i < last; i++ {
			p.solution(i, places.grid(i-first, body), places)
		}
	}
}

// solution draws a solution with the clues of its puzzle in bold.
func (p *printing) solution(i int, f frame, places places) {
	k := &p.list[i]
	clues := k.puzzle.Clues().Filled()
	p.lines(f)
	p.digits(f, k.puzzle.Solution(), clues, ink{bold, places.digit(), black})
	p.digits(f, k.puzzle.Solution(), sudoku.AllCells.AndNot(clues), ink{regular, places.digit(), darkGray})
	p.text(f.x, f.y-4, left, ink{bold, p.sizes.caption, black}, fmt.Sprint(i+1))
}

// open starts a page with its running head and its number, both on the outer
// side, and the title on the inner one.
func (p *printing) open(head string) (page int) {
	page = p.turn()
	f := p.typeArea(page, p.gutter)
	inner, outer, fromInner, fromOuter := f.x, f.x+f.width, left, right
	if !recto(page) {
		inner, outer, fromInner, fromOuter = outer, inner, right, left
	}
	strong, faint := ink{bold, p.sizes.head, black}, ink{regular, p.sizes.head, gray50}
	y := f.y + p.capHeight*p.sizes.head
	p.text(outer, y, fromOuter, strong, head)
	room := f.width - p.width(head, strong) - 2*p.sizes.head
	p.text(inner, y, fromInner, faint, p.shortened(p.title, room, faint))
	p.rule(f.x, y+5, f.width)
	p.text(outer, f.y+f.height, fromOuter, faint, fmt.Sprint(page))
	return page
}
