package book

import (
	"fmt"
	"slices"
	"strings"
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
	lines := c.rows(runsOf(text), c.width-indent)
	c.room(c.line() * float64(len(lines)))
	y := c.y
	c.y += c.line()
	c.put(0, ink{regular, c.size, darkGray}, label)
	c.y = y
	c.flow(indent, lines)
}

// table sets a table, on one sheet if it fits on one.
func (c *compositor) table(t *Table) {
	height := 0.0
	for _, row := range t.Rows {
		height += c.rowHeight(t.Stops, row)
	}
	whole := height <= c.height
	if whole {
		c.room(height)
	}
	for _, row := range t.Rows {
		if !whole {
			c.room(c.rowHeight(t.Stops, row))
		}
		c.row(t.Stops, row)
	}
}

// stop returns where a column after the first begins. What stands before the last
// column is narrowed where it would leave too little room for that.
func (c *compositor) stop(stops []float64, i int) float64 {
	const most = 0.85 // of the width
	squeeze := min(1, c.width*most/(c.size*stops[len(stops)-1]))
	return c.size * stops[i] * squeeze
}

// lastColumn returns where the last column of a table begins.
func (c *compositor) lastColumn(stops []float64) float64 {
	if len(stops) == 0 {
		return 0
	}
	return c.stop(stops, len(stops)-1)
}

func (c *compositor) rowHeight(stops []float64, cells []string) float64 {
	lines := c.rows(runsOf(cells[len(stops)]), c.width-c.lastColumn(stops))
	return c.line() * float64(len(lines))
}

// row sets the cells of a row of a table side by side.
func (c *compositor) row(stops []float64, cells []string) {
	last := len(stops)
	y, x := c.y, 0.0
	for i, text := range cells[:last] {
		c.y = y + c.line()
		look := ink{regular, c.size, darkGray}
		if i == 0 {
			look.face, look.gray = bold, black
		}
		next := c.stop(stops, i)
		if room := next - x - min(c.size*0.4, (next-x)/2); c.canvas.width(text, look) > room {
			look.size *= room / c.canvas.width(text, look)
		}
		c.put(x, look, text)
		x = next
	}
	c.y = y
	c.flow(x, c.rows(runsOf(cells[last]), c.width-x))
}

// paragraph sets text as lines that begin at x.
func (c *compositor) paragraph(x float64, text []run) { c.flow(x, c.rows(text, c.width-x)) }

// flow sets lines that begin at x, on as many sheets as they need. It leaves no single line
// on a sheet.
func (c *compositor) flow(x float64, lines [][]run) {
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
		c.block(x, lines[:fit])
		lines = lines[fit:]
		c.sheets, c.y = append(c.sheets, nil), 0
	}
	c.block(x, lines)
}

// block sets lines that begin at x.
func (c *compositor) block(x float64, lines [][]run) {
	for _, line := range lines {
		c.y += c.line()
		at := x
		for _, r := range line {
			look := ink{r.face, c.size, darkGray}
			c.put(at, look, r.text)
			at += c.canvas.width(r.text, look)
		}
	}
}

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

// run is a piece of text in one face.
type run struct {
	face face
	text string
}

// rows breaks text into lines no longer than most.
func (c *compositor) rows(text []run, most float64) (lines [][]run) {
	var line []run
	length := 0.0
	end := func() { lines, line, length = append(lines, joined(line)), nil, 0 }
	add := func(face face, text string) {
		line = append(line, run{face, text})
		length += c.canvas.width(text, ink{face: face, size: c.size})
	}
	for _, word := range wordsOf(text) {
		width := 0.0
		for _, r := range word {
			width += c.canvas.width(r.text, ink{face: r.face, size: c.size})
		}
		space := c.canvas.width(" ", ink{face: word[0].face, size: c.size})
		switch {
		case length == 0:
		case length+space+width > most:
			end()
		case len(line) > 0:
			add(line[len(line)-1].face, " ")
		}
		for _, r := range word {
			for r.text != "" && c.canvas.exceeds(r.text, most, ink{face: r.face, size: c.size}) {
				head := c.head(r.text, most, ink{face: r.face, size: c.size})
				add(r.face, head)
				end()
				r.text = r.text[len(head):]
			}
			add(r.face, r.text)
		}
	}
	end()
	return lines
}

// joined unites neighbours in one face.
func joined(line []run) (runs []run) {
	for len(line) > 0 {
		var text strings.Builder
		face := line[0].face
		for len(line) > 0 && line[0].face == face {
			text.WriteString(line[0].text)
			line = line[1:]
		}
		runs = append(runs, run{face, text.String()})
	}
	return runs
}

// wordsOf breaks text at white space. A word is several runs where its face
// changes.
func wordsOf(text []run) (words [][]run) {
	var word []run
	end := func() {
		if len(word) > 0 {
			words = append(words, word)
		}
		word = nil
	}
	for _, r := range text {
		rest := r.text
		for rest != "" {
			at := strings.IndexAny(rest, " \t\n")
			switch {
			case at < 0:
				word = append(word, run{r.face, rest})
				rest = ""
			case at > 0:
				word = append(word, run{r.face, rest[:at]})
				fallthrough
			default:
				end()
				rest = rest[at+1:]
			}
		}
	}
	end()
	return words
}

// runsOf reads text with **strong** and *emphasised* words. A star that nothing
// closes is a star.
func runsOf(text string) (runs []run) {
	var plain strings.Builder
	end := func() {
		if plain.Len() > 0 {
			runs = append(runs, run{regular, plain.String()})
			plain.Reset()
		}
	}
	for i := 0; i < len(text); {
		if text[i] == '\\' && i+1 < len(text) && strings.IndexByte(`\*_#[]`, text[i+1]) >= 0 {
			plain.WriteByte(text[i+1])
			i += 2
			continue
		}
		marked, face, length := emphasis(text[i:])
		if length == 0 {
			plain.WriteByte(text[i])
			i++
			continue
		}
		end()
		runs = append(runs, run{face, marked})
		i += length
	}
	end()
	return runs
}

// emphasis reads marked text at the beginning of a text: what is marked, how, and
// the length with the stars.
func emphasis(text string) (marked string, face face, length int) {
	for _, m := range markings {
		rest, ok := strings.CutPrefix(text, m.stars)
		if !ok {
			continue
		}
		end := strings.Index(rest, m.stars)
		if end > 0 && rest[0] != ' ' && rest[end-1] != ' ' && rest[0] != '*' {
			return rest[:end], m.face, end + 2*len(m.stars)
		}
	}
	return "", "", 0
}

var markings = [...]struct {
	stars string
	face  face
}{{"**", bold}, {"*", italic}}
