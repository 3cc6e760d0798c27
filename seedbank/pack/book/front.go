package book

import "strings"

// titlePage draws the title, the subtitle and, for ornament, the first puzzle.
func (t *typesetter) titlePage() {
	f := t.typeArea(t.turn(), t.gutter)
	middle := f.x + f.width/2
	look, lines := t.titleLines(f.width)
	y := f.y + f.height*0.12
	for _, line := range lines {
		y += look.size * 1.2
		t.text(middle, y, centre, look, line)
	}
	y += t.sizes.heading * 2.2
	t.text(middle, y, centre, ink{regular, t.sizes.heading, darkGray}, t.book.Subtitle)
	if len(t.book.Puzzles) > 0 {
		side := min(f.width*0.62, f.height*0.45)
		ornament := frame{middle - side/2, f.y + f.height*0.9 - side, side, side}
		t.lines(ornament)
		clues := t.book.Puzzles[0].Puzzle.Clues()
		t.digits(ornament, clues, clues.Filled(), ink{regular, side / 9 * t.sizes.digit, black})
	}
	t.text(middle, f.y+f.height, centre, ink{regular, t.sizes.head, gray50}, t.book.Colophon)
}

// titleLines breaks the title into at most four lines, in the largest letters
// that allow it.
func (t *typesetter) titleLines(width float64) (ink, []string) {
	const most, smallest, step = 4, 12, 2
	look := ink{bold, t.sizes.title, black}
	for ; ; look.size -= step {
		lines := t.wrapped(t.book.Title, width, look)
		if len(lines) <= most && t.wholeWords(lines) {
			return look, lines
		}
		if look.size <= smallest {
			lines = lines[:min(len(lines), most)]
			return look, lines
		}
	}
}

// wholeWords reports whether the title was broken between words only.
func (t *typesetter) wholeWords(lines []string) bool {
	letters := 0
	for _, line := range lines {
		letters += len(line) + 1
	}
	return letters == len(strings.Join(strings.Fields(t.book.Title), " "))+1
}

// sheet is a page of text, ready to be put on paper.
type sheet []mark

// mark is a line of text, seen from the corner of the body of its page.
type mark struct {
	x, y float64
	ink  ink
	text string
}

// introPages draws the introduction.
func (t *typesetter) introPages() {
	for i, sheet := range t.intro {
		page := t.open(t.book.Words.Introduction)
		if i == 0 {
			t.bookmark(t.book.Words.Introduction)
		}
		body := t.body(page, t.gutter)
		for _, m := range sheet {
			t.text(body.x+m.x, body.y+m.y, left, m.ink, m.text)
		}
	}
}

// setIntro sets the introduction, if there is to be one.
func (t *typesetter) setIntro() []sheet {
	if len(t.book.Introduction) == 0 {
		return nil
	}
	body := t.body(1, t.gutter)
	c := compositor{typesetter: t, width: body.width, height: body.height, sheets: make([]sheet, 1)}
	for i := range t.book.Introduction {
		c.section(&t.book.Introduction[i])
	}
	return c.sheets
}

// compositor sets text from the top of a sheet to its end, then goes on with
// the next.
type compositor struct {
	*typesetter
	width, height float64
	y             float64 // of the last line set
	sheets        []sheet
}

func (c *compositor) section(s *Section) {
	const keep = 3 // lines of text that stay with a heading
	if c.y > 0 {
		c.y += c.sizes.heading * 0.9
	}
	c.room(c.sizes.heading*leading + keep*c.line())
	c.y += c.sizes.heading
	c.set(0, ink{bold, c.sizes.heading, black}, s.Heading)
	c.y += c.sizes.body * 0.3
	c.paragraph(0, c.width, regular, s.Text)
	for _, row := range s.Table.Rows {
		c.row(s.Table.Stops, row)
	}
	if s.Strong != "" {
		c.paragraph(0, c.width, bold, s.Strong)
	}
}

// row sets the cells of a row of a table side by side, all on one sheet.
func (c *compositor) row(stops []float64, cells []string) {
	look := ink{regular, c.sizes.body, darkGray}
	last := len(stops)
	x, text := 0.0, cells[last]
	if last > 0 {
		x = c.sizes.body * stops[last-1]
	}
	c.room(c.line() * float64(len(c.wrapped(text, c.width-x, look))))
	y := c.y
	c.y += c.line()
	for i, text := range cells[:last] {
		if i == 0 {
			c.set(0, ink{bold, c.sizes.body, black}, text)
		} else {
			c.set(c.sizes.body*stops[i-1], look, text)
		}
	}
	c.y = y
	c.paragraph(x, c.width-x, regular, text)
}

// paragraph sets text as lines of a width that begin at x.
func (c *compositor) paragraph(x, width float64, face face, text string) {
	look := ink{face, c.sizes.body, darkGray}
	for _, line := range c.wrapped(text, width, look) {
		c.room(c.line())
		c.y += c.line()
		c.set(x, look, line)
	}
}

// line returns the distance of lines.
func (c *compositor) line() float64 { return c.sizes.body * leading }

// room starts a new sheet if less than a height is left.
func (c *compositor) room(height float64) {
	if c.y+height > c.height {
		c.sheets, c.y = append(c.sheets, nil), 0
	}
}

func (c *compositor) set(x float64, look ink, text string) {
	last := len(c.sheets) - 1
	c.sheets[last] = append(c.sheets[last], mark{x, c.y, look, text})
}
