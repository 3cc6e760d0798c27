package book

import (
	"fmt"
	"slices"
)

// bullet stands before an item of a list without numbers.
const bullet = "•"

// sheet is a page of text, ready to be put on paper.
type sheet []mark

// mark is a piece of a line, seen from the corner of the body of its page.
type mark struct {
	x, y float64
	ink  ink
	text string
}

// marksOf draws a page of text.
func (t *typesetter) marksOf(s sheet, body frame) {
	for _, m := range s {
		t.text(body.x+m.x, body.y+m.y, left, m.ink, m.text)
	}
}

// addProse appends the pages of a text.
func (t *typesetter) addProse(name string, sections []Section) {
	if len(sections) == 0 {
		return
	}
	outline := t.listed(name, 0)
	for _, s := range t.set(sections, t.sizes.body) {
		t.add(leaf{head: name, outline: outline, contents: func(page int) error {
			t.marksOf(s, t.body(page, t.gutter))
			return nil
		}})
		outline = nil
	}
}

// set sets a text in letters of a size. A last page with a line or two is avoided:
// all pages get shorter by the same number of lines. Where that does not help, no page
// has a single line.
func (t *typesetter) set(sections []Section, size float64) []sheet {
	const tries = 8 // lines that a page gets shorter, at most
	first := t.composed(sections, size, 0, nil)
	for sheets, less := first, 1; len(sheets) == len(first); less++ {
		if sparse(sheets, 3) < 0 {
			return sheets
		}
		if less == tries {
			break
		}
		sheets = t.composed(sections, size, less, nil)
	}
	return t.withoutWidows(first, sections, size, tries)
}

// withoutWidows sets a text so that no page has a single line: the page before such a
// page gets shorter, and gives it lines. It returns the sheets that it is given if
// there is no way.
func (t *typesetter) withoutWidows(first []sheet, sections []Section, size float64, tries int) []sheet {
	short, sheets := map[int]int{}, first
	for range 2 * tries {
		at := sparse(sheets, 2)
		if at < 0 {
			return sheets
		}
		if at == 0 || short[at-1] == tries {
			break
		}
		short[at-1]++
		sheets = t.composed(sections, size, 0, short)
	}
	return first
}

// sparse returns the first of several sheets that has a single line, or the last if it
// has fewer lines than it should; -1 if there is none.
func sparse(sheets []sheet, last int) int {
	for i, s := range sheets {
		fewest := 2
		if i+1 == len(sheets) {
			fewest = last
		}
		if len(sheets) > 1 && linesOf(s) < fewest {
			return i
		}
	}
	return -1
}

// composed sets a text on sheets that all are shorter than the body by a number of
// lines, and some by more.
func (t *typesetter) composed(sections []Section, size float64, less int, short map[int]int) []sheet {
	body := t.body(1, t.gutter)
	c := compositor{typesetter: t, size: size, width: body.width, height: body.height, less: less, short: short, sheets: make([]sheet, 1)}
	for i := range sections {
		c.section(&sections[i])
	}
	return c.sheets
}

// linesOf returns how many lines a page has.
func linesOf(s sheet) int {
	var at []float64
	for _, m := range s {
		at = append(at, m.y)
	}
	slices.Sort(at)
	return len(slices.Compact(at))
}

// compositor sets text from the top of a sheet to its end, then goes on with
// the next.
type compositor struct {
	*typesetter
	size          float64     // of letters
	width, height float64     // of the body
	less          int         // lines by which all sheets are shorter than the body
	short         map[int]int // lines by which a sheet is shorter still
	y             float64     // of the last line set
	sheets        []sheet
}

func (c *compositor) section(s *Section) {
	const keep = 3 // lines of text that stay with a heading
	heading := c.sizes.heading * c.size / c.sizes.body
	if s.Heading != "" {
		if c.y > 0 {
			c.y += heading * 0.9
		}
		look := ink{bold, heading, black}
		lines := c.wrapped(s.Heading, c.width, look)
		c.room(heading*leading*float64(len(lines)) + keep*c.line())
		for i, line := range lines {
			c.y += heading
			if i > 0 {
				c.y += heading * (leading - 1)
			}
			c.put(0, look, line)
		}
		c.y += c.size * 0.3
	} else if c.y > 0 {
		c.y += c.size * 0.6
	}
	if s.Text != "" {
		c.paragraph(0, runsOf(s.Text))
	}
	for i, item := range s.Items {
		c.item(s, i, item)
	}
	if s.Text != "" && len(s.Table.Rows) > 0 {
		c.y += c.size * 0.3
	}
	c.table(&s.Table)
	if s.Strong != "" {
		c.paragraph(0, []run{{bold, s.Strong}})
	}
}

// item sets an item of a list after its bullet or number.
func (c *compositor) item(s *Section, i int, text string) {
	label, indent := bullet, c.size*1.3
	if s.Ordered {
		label, indent = fmt.Sprintf("%d.", i+1), c.size*(1.3+0.6*float64(len(fmt.Sprint(len(s.Items)))))
	}
	lines := c.rows(runsOf(text), c.width-indent, c.look())
	c.room(c.line() * float64(len(lines)))
	y := c.y
	c.y += c.line()
	c.put(0, c.look(), label)
	c.y = y
	c.flow(placed(indent, lines))
}

// paragraph sets text as lines that begin at x.
func (c *compositor) paragraph(x float64, text []run) {
	c.flow(placed(x, c.rows(text, c.width-x, c.look())))
}

// piece is a part of a line that begins at x.
type piece struct {
	x    float64
	gray int
	runs []run
}

// placed returns lines that begin at x.
func placed(x float64, lines [][]run) (pieces [][]piece) {
	for _, line := range lines {
		pieces = append(pieces, []piece{{x, darkGray, line}})
	}
	return pieces
}

// flow sets lines, on as many sheets as they need. It leaves no single line on a sheet.
func (c *compositor) flow(lines [][]piece) {
	for {
		const rounding = 1e-6
		fit := int((c.bottom()-c.y)/c.line() + rounding)
		if len(lines) <= fit || c.y == 0 && fit < 4 {
			break
		}
		fit = min(fit, len(lines)-2)
		if fit < 2 {
			fit = 0
		}
		c.block(lines[:fit])
		lines = lines[fit:]
		c.sheets, c.y = append(c.sheets, nil), 0
	}
	c.block(lines)
}

// block sets lines.
func (c *compositor) block(lines [][]piece) {
	for _, line := range lines {
		c.y += c.line()
		for _, p := range line {
			for _, r := range p.runs {
				look := ink{r.face, c.size, p.gray}
				c.put(p.x, look, r.text)
				p.x += c.canvas.width(r.text, look)
			}
		}
	}
}

// look returns the ink of text.
func (c *compositor) look() ink { return ink{regular, c.size, darkGray} }

// line returns the distance of lines.
func (c *compositor) line() float64 { return c.size * leading }

// bottom returns where the last line of the sheet may be.
func (c *compositor) bottom() float64 {
	return c.height - float64(c.less+c.short[len(c.sheets)-1])*c.line()
}

// room starts a new sheet if less than a height is left.
func (c *compositor) room(height float64) {
	if c.y > 0 && c.y+height > c.bottom() {
		c.sheets, c.y = append(c.sheets, nil), 0
	}
}

func (c *compositor) put(x float64, look ink, text string) {
	if text == "" {
		return
	}
	last := len(c.sheets) - 1
	c.sheets[last] = append(c.sheets[last], mark{x, c.y, look, text})
}
