package pack

import (
	"fmt"
	"strings"

	"github.com/seedoku/seedoku/rating"
)

// titlePage draws the title, what is in the book, and a puzzle for ornament:
// the first one.
func (p *printing) titlePage() {
	f := p.typeArea(p.turn(), p.gutter)
	middle := f.x + f.width/2
	look, lines := p.titleLines(f.width)
	y := f.y + f.height*0.12
	for _, line := range lines {
		y += look.size * 1.2
		p.text(middle, y, centre, look, line)
	}
	y += p.sizes.heading * 2.2
	p.text(middle, y, centre, ink{regular, p.sizes.heading, darkGray}, p.subtitle())
	if len(p.list) > 0 {
		side := min(f.width*0.62, f.height*0.45)
		ornament := frame{middle - side/2, f.y + f.height*0.9 - side, side, side}
		p.lines(ornament)
		clues := p.list[0].puzzle.Clues()
		p.digits(ornament, clues, clues.Filled(), ink{regular, side / 9 * p.sizes.digit, black})
	}
	p.text(middle, f.y+f.height, centre, ink{regular, p.sizes.head, gray50}, "Made with Seedoku")
}

// titleLines breaks the title into at most four lines, in letters as large as
// that allows.
func (p *printing) titleLines(width float64) (ink, []string) {
	const most, smallest, step = 4, 12, 2
	look := ink{bold, p.sizes.title, black}
	for ; ; look.size -= step {
		lines := p.wrapped(p.title, width, look)
		if len(lines) <= most && p.wholeWords(lines) {
			return look, lines
		}
		if look.size <= smallest {
			lines = lines[:min(len(lines), most)]
			return look, lines
		}
	}
}

// wholeWords reports whether the title was broken between words only.
func (p *printing) wholeWords(lines []string) bool {
	letters := 0
	for _, line := range lines {
		letters += len(line) + 1
	}
	return letters == len(strings.Join(strings.Fields(p.title), " "))+1
}

// subtitle says how many puzzles there are, and how hard.
func (p *printing) subtitle() string {
	if len(p.list) == 0 {
		return ""
	}
	text := fmt.Sprintf("%d puzzles", len(p.list))
	if len(p.list) == 1 {
		text = "1 puzzle"
	}
	lowest, highest := levelsOf(p.list)
	if lowest == highest {
		return fmt.Sprintf("%s of level %d, %s", text, lowest, lowest.Name())
	}
	return fmt.Sprintf("%s, levels %d to %d", text, lowest, highest)
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
func (p *printing) introPages() {
	for i, sheet := range p.intro {
		page := p.open("Introduction")
		if i == 0 {
			p.bookmark("Introduction")
		}
		body := p.body(page, p.gutter)
		for _, m := range sheet {
			p.text(body.x+m.x, body.y+m.y, left, m.ink, m.text)
		}
	}
}

// Texts of the introduction.
const (
	introRules = "Fill the empty cells so that every row, every column and every box of three by three cells " +
		"holds each digit from 1 to 9 exactly once. Every puzzle in this book has one solution and no other, " +
		"and reasoning alone will take you there. You never have to guess."

	introStart = "Choose a digit and look at one box. The rows and columns that hold the digit already rule out " +
		"some of its cells. If a single cell is left, the digit belongs there. Go through all boxes and digits " +
		"in this way, then through rows and columns. When that brings nothing more, turn the question around: " +
		"choose a cell and ask which digits its row, its column and its box still leave for it. For the harder " +
		"puzzles, write these candidates into the cell, small and in pencil, and cross them out one by one " +
		"as you find reasons against them. Most of the pleasure is in the reasons."

	introLevels = "The level tells you how hard the hardest step of a puzzle is if you always take the easiest " +
		"step there is. A puzzle of a high level may still begin gently."

	introRating = "Next to the level stands the ER, the Explainer rating, by which people who collect " +
		"hard puzzles compare them. Each kind of step has a rating, from 1.0 for the last empty cell of a row, " +
		"a column or a box to above 11 for chains of thought that hold further chains. The ER of a puzzle is the " +
		"rating of its hardest step. A difference of a tenth or two is hardly felt; a difference of one is another sport."

	introID = "The small line under a puzzle is its ID. The program that made this book, Seedoku, draws " +
		"the same puzzle again from it, wherever its bank of seeds holds the one that the puzzle " +
		"grew from. The first puzzle of this book comes back with the command"
)

// hardestSteps say what the hardest step of a puzzle of each level is.
var hardestSteps = [rating.NumLevels]string{
	"the last cell of a row, column or box; the only cell for a digit in a box",
	"the only cell for a digit in a row or column",
	"the only digit for a cell; a digit tied to one line of a box",
	"digits tied to a line, to be noted and remembered",
	"pairs and triplets, X-wing and swordfish, XY-wing",
	"quads and jellyfish; arguments from there being one solution",
	"chains that follow one thought to its end",
	"chains that try all cells for a digit, or all digits of a cell",
	"chains that branch, and chains within chains",
}

// setIntro sets the introduction, if there is to be one.
func (p *printing) setIntro() []sheet {
	if !p.Intro {
		return nil
	}
	body := p.body(1, p.gutter)
	c := compositor{printing: p, width: body.width, height: body.height, sheets: make([]sheet, 1)}
	c.section("How to solve", introRules)
	c.section("Where to start", introStart)
	c.section("The levels", introLevels)
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		c.row(level)
	}
	c.section("The number next to the level", introRating)
	if len(p.list) > 0 && p.list[0].id != "" {
		c.section("Meeting a puzzle again", introID)
		c.column(0, c.width, bold, "seedoku gen --id "+p.list[0].id)
	}
	return c.sheets
}

// compositor sets text from the top of a sheet to its end, then goes on with
// the next.
type compositor struct {
	*printing
	width, height float64
	y             float64 // of the last line set
	sheets        []sheet
}

// section sets a heading and a paragraph.
func (c *compositor) section(heading, text string) {
	const keep = 3 // lines of text that stay with a heading
	if c.y > 0 {
		c.y += c.sizes.heading * 0.9
	}
	c.room(c.sizes.heading*leading + keep*c.line())
	c.y += c.sizes.heading
	c.set(0, ink{bold, c.sizes.heading, black}, heading)
	c.y += c.sizes.body * 0.3
	c.column(0, c.width, regular, text)
}

// row sets what there is to say of a level: number and name, ER, hardest step.
func (c *compositor) row(level rating.Level) {
	name := fmt.Sprintf("%d  %s", level, level.Name())
	lowest, highest := level.Range()
	er := fmt.Sprintf("%v to %v", lowest, highest)
	if level == rating.NumLevels {
		er = fmt.Sprintf("%v and up", lowest)
	}
	look := ink{regular, c.sizes.body, darkGray}
	steps := c.sizes.body * 13
	c.room(c.line() * float64(len(c.wrapped(hardestSteps[level-1], c.width-steps, look))))
	y := c.y
	c.y += c.line()
	c.set(0, ink{bold, c.sizes.body, black}, name)
	c.set(c.sizes.body*7, look, er)
	c.y = y
	c.column(steps, c.width-steps, regular, hardestSteps[level-1])
}

// column sets a paragraph.
func (c *compositor) column(x, width float64, face face, text string) {
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
