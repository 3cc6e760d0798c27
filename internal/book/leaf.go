package book

import "strconv"

// leaf is a page before it is drawn.
type leaf struct {
	head     string
	bare     bool // without head and foot
	outline  []line
	tab      int // number of the chapter whose thumb tab the page has, from 1; or 0
	contents func(page int) error
}

// line is an entry of the outline of the file.
type line struct {
	name  string
	level int
}

// entry is a line of the contents. Pages count from 1.
type entry struct {
	name string
	page int
}

// compose lists all pages of the book, as they are with the gutter at hand.
func (t *typesetter) compose() {
	t.leaves, t.entries = nil, nil
	t.puzzlePage, t.solutionPage = make([]int, len(t.book.Puzzles)), nil
	if t.Solutions != Nowhere {
		t.solutionPage = make([]int, len(t.book.Puzzles))
	}
	t.addTitle()
	t.addContents()
	words := &t.book.Words
	t.addProse(words.Introduction, t.book.Introduction)
	for i, c := range t.chapters {
		t.addChapter(i+1, c)
		if t.Solutions == AfterParts {
			t.addSolutions(c.first, c.last, min(1, len(t.chapters)-1), t.tab(i+1))
		}
	}
	if t.Solutions == AtTheEnd {
		t.addSolutions(0, len(t.book.Puzzles), 0, 0)
	}
	t.addProse(words.Afterword, t.book.Afterword)
}

// add appends a page and returns its number.
func (t *typesetter) add(l leaf) int {
	t.leaves = append(t.leaves, l)
	return len(t.leaves)
}

// blank appends an empty page if the next one would stand on the left.
func (t *typesetter) blank() {
	if !recto(len(t.leaves) + 1) {
		t.add(leaf{bare: true})
	}
}

// listed notes the next page in the outline and, if it is of the highest level, in
// the contents.
func (t *typesetter) listed(name string, level int) []line {
	if name == "" {
		return nil
	}
	if level == 0 {
		t.entries = append(t.entries, entry{name, len(t.leaves) + 1})
	}
	return []line{{name, level}}
}

// addChapter appends the puzzles of a chapter and, if it is a part, its page.
func (t *typesetter) addChapter(number int, c chapter) {
	var outline []line
	tab := t.tab(number)
	if t.hasParts() {
		t.blank()
		outline = t.listed(c.name, 0)
		t.add(leaf{bare: true, outline: outline, tab: tab, contents: func(page int) error { t.partPage(page, c); return nil }})
		outline = nil
	} else {
		outline = t.listed(c.name, 0)
	}
	for first := c.first; first < c.last; first += t.perPage {
		last := min(first+t.perPage, c.last)
		page := t.add(leaf{head: t.ranks(t.book.Puzzles[first:last]), outline: outline, tab: tab, contents: func(page int) error {
			places, body := t.puzzlePlaces(t.perPage, t.gutter), t.body(page, t.gutter)
			for i := first; i < last; i++ {
				t.puzzle(page, i, places.grid(i-first, body), places)
			}
			return nil
		}})
		outline = nil
		for i := first; i < last; i++ {
			t.puzzlePage[i] = page
		}
	}
}

// tab returns the number of the thumb tab of a chapter: none if the chapter is the only one.
func (t *typesetter) tab(number int) int {
	if len(t.chapters) == 1 {
		return 0
	}
	return number
}

// hasParts reports whether chapters have pages of their own.
func (t *typesetter) hasParts() bool { return t.Parts && len(t.chapters) > 1 }

// addSolutions appends the solutions of some puzzles, on pages with a thumb tab.
func (t *typesetter) addSolutions(from, to, level, tab int) {
	for first := from; first < to; first += t.SolutionsPerPage {
		last := min(first+t.SolutionsPerPage, to)
		var outline []line
		if first == from {
			outline = t.listed(t.book.Words.Solutions, level)
		}
		page := t.add(leaf{head: t.book.numbered(t.book.Words.Solutions, t.book.number(first), t.book.number(last-1)), outline: outline, tab: tab, contents: func(page int) error {
			places, body := t.solutionPlaces(t.gutter), t.body(page, t.gutter)
			for i := first; i < last; i++ {
				t.solution(page, i, places.grid(i-first, body), places)
			}
			return nil
		}})
		for i := first; i < last; i++ {
			t.solutionPage[i] = page
		}
	}
}

// draw draws a page: its running head and its number, both on the outer side, the
// title and the footer on the inner side, and what stands between.
func (t *typesetter) draw(l *leaf) error {
	page := t.turn()
	if t.Bleed {
		trim := t.trim(page)
		// The bleed box is the whole page if nothing else is said. The library
		// writes several boxes in random order.
		t.pdf.SetPageBox("trim", trim.x, trim.y, trim.width, trim.height)
		t.thumbTab(page, l.tab)
	}
	for _, line := range l.outline {
		t.bookmark(line.name, line.level)
	}
	if !l.bare {
		t.headAndFoot(page, l.head)
	}
	if l.contents == nil {
		return nil
	}
	return l.contents(page)
}

func (t *typesetter) headAndFoot(page int, head string) {
	f := t.typeArea(page, t.gutter)
	inner, outer, fromInner, fromOuter := f.x, f.x+f.width, left, right
	if !recto(page) {
		inner, outer, fromInner, fromOuter = outer, inner, right, left
	}
	strong, faint := ink{bold, t.sizes.head, black}, ink{regular, t.sizes.head, gray50}
	y := f.y + t.capHeight*t.sizes.head
	head = t.shortened(head, f.width, strong)
	t.text(outer, y, fromOuter, strong, head)
	room := f.width - t.width(head, strong) - 2*t.sizes.head
	if room > 4*t.sizes.head {
		t.text(inner, y, fromInner, faint, t.shortened(t.book.Title, room, faint))
	}
	t.rule(f.x, y+5, f.width)
	number := strconv.Itoa(page)
	t.text(outer, f.y+f.height, fromOuter, faint, number)
	room = f.width - t.width(number, faint) - 2*t.sizes.head
	t.text(inner, f.y+f.height, fromInner, faint, t.shortened(t.book.Footer, room, faint))
}

// thumbTab draws a tab at the outer edge, lower with each chapter, so that the
// chapters can be seen on the closed book.
func (t *typesetter) thumbTab(page, number int) {
	if number == 0 {
		return
	}
	trim := t.trim(page)
	width, _ := t.sheetSize()
	height := min(trim.height/float64(len(t.chapters)+1), 0.8*inch)
	const reach = 0.12 * inch // into the page
	x := trim.x + trim.width - reach
	if !recto(page) {
		x = 0
	}
	step := (trim.height - 2*height) / float64(len(t.chapters))
	t.pdf.SetFillColor(black, black, black)
	t.pdf.Rect(x, trim.y+height+step*float64(number-1), min(reach+bleed, width), min(height, step*0.8), "F")
	t.looks = ink{size: -1}
}
