package book

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/internal/drawing"
)

// addTitle appends the title page and the copyright page after it.
func (t *typesetter) addTitle() {
	if t.book.Title != "" {
		t.add(leaf{bare: true, contents: t.titlePage})
	}
	if len(t.book.Copyright) == 0 {
		return
	}
	for _, s := range t.set(t.book.Copyright, t.sizes.note*1.15) {
		t.add(leaf{bare: true, contents: func(page int) error { // at the foot
			body := t.body(page, t.gutter)
			last := s[len(s)-1].y
			body.y += body.height - last
			t.marksOf(s, body)
			return nil
		}})
	}
}

// titlePage draws the author, the title, the issue, the subtitle and the picture or, for
// ornament, the first puzzle.
func (t *typesetter) titlePage(page int) error {
	f := t.typeArea(page, t.gutter)
	middle := f.x + f.width/2
	y := f.y + f.height*0.06
	for _, line := range t.balancedOrNone(t.book.Author, f.width, ink{regular, t.sizes.heading, darkGray}) {
		t.text(middle, y, centre, ink{regular, t.sizes.heading, darkGray}, line)
		y += t.sizes.heading * leading
	}
	look, lines := t.titleLines(f.width)
	y += f.height * 0.05
	for _, line := range lines {
		y += look.size * 1.2
		t.text(middle, y, centre, look, line)
	}
	issue := ink{bold, t.sizes.heading * 1.3, darkGray}
	for i, line := range t.balancedOrNone(t.book.Issue, f.width, issue) {
		if y += issue.size * leading; i == 0 {
			y += issue.size * 0.4
		}
		t.text(middle, y, centre, issue, line)
	}
	y += t.sizes.heading * 0.8
	subtitle := ink{regular, t.sizes.heading, darkGray}
	for _, line := range t.balancedOrNone(t.book.Subtitle, f.width, subtitle) {
		y += t.sizes.heading * leading
		t.text(middle, y, centre, subtitle, line)
	}
	foot := f.y + f.height
	side := min(f.width*0.62, f.height*0.45, foot-4*t.sizes.head-t.sizes.heading-y)
	ornament := frame{middle - side/2, foot - 4*t.sizes.head - side, side, side}
	switch {
	case side < 1*inch: // a long title takes the room
	case t.book.Picture.exists():
		if err := t.picture(&t.book.Picture, ornament); err != nil {
			return fmt.Errorf("picture of the title page: %w", err)
		}
	case len(t.book.Puzzles) > 0:
		board, clues := boardAt(ornament), t.book.Puzzles[0].Puzzle.Clues()
		board.DrawLines(t)
		digitsOn(t, board, clues, clues.Filled(), drawing.Look{Size: side / 9 * t.sizes.digit})
	}
	t.fitted(middle, foot, f.width, centre, ink{regular, t.sizes.head, gray50}, t.book.Colophon)
	return nil
}

// balancedOrNone breaks a text into even lines, and an empty one into none.
func (t *typesetter) balancedOrNone(text string, width float64, look ink) []string {
	if text == "" {
		return nil
	}
	return t.balanced(text, width, look)
}

// titleLines breaks the title into at most four even lines, in the largest letters
// that allow it. A title that is longer still has more lines of the smallest letters.
func (t *typesetter) titleLines(width float64) (ink, []string) {
	const most, mostSmall, smallest, step = 4, 16, 12, 2
	look := ink{bold, t.sizes.title, black}
	for ; ; look.size -= step {
		if lines := t.afterColons(width, look); len(lines) <= most && wholeWords(lines, t.book.Title) {
			return look, lines
		}
		lines := t.balanced(t.book.Title, width, look)
		if len(lines) <= most && wholeWords(lines, t.book.Title) {
			return look, lines
		}
		if look.size <= smallest {
			lines = t.wrapped(t.book.Title, width, look)
			return look, lines[:min(len(lines), mostSmall)]
		}
	}
}

// afterColons breaks the title after each colon and dash, and what is between into
// even lines.
func (t *typesetter) afterColons(width float64, look ink) (lines []string) {
	var part []string
	for _, word := range fields(t.book.Title) {
		part = append(part, word)
		if strings.HasSuffix(word, ":") || word == "–" || word == "—" {
			lines, part = append(lines, t.balanced(strings.Join(part, " "), width, look)...), nil
		}
	}
	if len(part) > 0 {
		lines = append(lines, t.balanced(strings.Join(part, " "), width, look)...)
	}
	return lines
}

// partPage draws the page before a part: its name, its text and the numbers of
// its puzzles.
func (t *typesetter) partPage(page int, c chapter) {
	f := t.typeArea(page, t.gutter)
	middle, y := f.x+f.width/2, f.y+f.height*0.3
	name := ink{bold, t.sizes.heading * 2, black}
	for _, line := range t.balanced(c.name, f.width, name) {
		t.text(middle, y, centre, name, line)
		y += name.size * 1.2
	}
	text := ink{regular, t.sizes.body * 1.15, darkGray}
	y += text.size
	for _, line := range t.balancedOrNone(t.book.PartTexts[t.book.Puzzles[c.first].chapter()], f.width*0.8, text) {
		t.text(middle, y, centre, text, line)
		y += text.size * leading
	}
	y += text.size
	t.text(middle, y, centre, text, t.book.numbered(t.book.Words.Puzzles, t.book.number(c.first), t.book.number(c.last-1)))
}

// addContents appends the contents. Each entry takes a line.
func (t *typesetter) addContents() {
	if !t.Contents {
		return
	}
	if t.hasParts() {
		t.blank()
	}
	look := ink{regular, t.sizes.body * 1.15, black}
	most := int(t.body(1, t.gutter).height/(look.size*leading)) - 1
	leaves := max(1, (t.lines+most-1)/most)
	each := (t.lines + leaves - 1) / leaves
	for i := range leaves {
		t.add(leaf{head: t.book.Words.Contents, contents: func(page int) error {
			body := t.body(page, t.gutter)
			step := min(look.size*2, body.height/float64(each+1))
			for n, e := range t.entries[i*each : min((i+1)*each, t.lines)] {
				t.contentsLine(frame{body.x, body.y + step*float64(n+1), body.width, look.size}, look, e)
			}
			return nil
		}})
	}
}

// contentsLine draws an entry of the contents, with dots up to its number.
func (t *typesetter) contentsLine(f frame, look ink, e entry) {
	number := strconv.Itoa(e.page)
	room := f.width - t.width("000", look) - 2*look.size
	name := t.shortened(e.name, room, look)
	t.text(f.x, f.y, left, look, name)
	t.text(f.x+f.width, f.y, right, look, number)
	faint := ink{regular, look.size, lightInk}
	from, to := f.x+t.width(name, look)+look.size*0.6, f.x+f.width-t.width("000", look)-look.size*0.3
	const pitch = 6.0
	for x := to; x > from; x -= pitch {
		t.text(x, f.y, right, faint, ".")
	}
	link := t.pdf.AddLink()
	t.pdf.SetLink(link, 0, e.page)
	t.pdf.Link(f.x, f.y-look.size, f.width, look.size*1.3, link)
}
