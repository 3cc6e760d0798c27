package figure

import (
	"fmt"
	"math"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/svg"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Measures of a picture, in its own units.
const (
	noteSize  = 18 // the square of a candidate
	notePad   = 3  // around the candidates of a cell
	cellSize  = 3*noteSize + 2*notePad
	boardSize = 9 * cellSize
	margin    = 26 // left and above, for the names of rows and columns
	edge      = 8  // right and below
	sideSize  = margin + boardSize + edge
	lineSize  = 20 // a line of the caption
)

// SVG draws f as a picture that stands alone: an XML document in SVG 1.1. With a
// caption, the name of the step and what it concludes stand below the grid.
//
// What belongs to the step has a class for its kind, and says in data-at,
// data-from and data-to what it stands for, such as row 4, r1c1, r1c1=5 or
// r1c4<>5. All looks are in attributes of presentation, which any style sheet
// overrides. The classes:
//
//	paper, frame, line, label, caption      the grid
//	clue, digit, note                       digits given, digits placed, candidates
//	house base, house cover                 shaded houses
//	cell pattern, cell extra, cell placed   shaded cells
//	mark, with pattern, extra, true, false, removed, placed    candidates
//	strikes                                 the strokes through removed candidates
//	link, with strong, weak, by-note        arrows
func (f *Figure) SVG(caption bool) []byte {
	var p picture
	var lines []string
	if caption && f.Step != nil {
		lines = captionLines(f.Step)
	}
	height := sideSize
	if len(lines) > 0 {
		height += lineSize*len(lines) + edge
	}
	p.Begin(sideSize, height, `role="img" `, f.title(), f.description(), [2]string{`class="paper" `})
	p.names()
	p.cells(f)
	p.houses(f)
	p.Grid(margin, cellSize, `class="line" fill="none" stroke="#aaa" stroke-width="1"`, `class="frame" fill="none" stroke="#111" stroke-width="2.5" stroke-linecap="square"`)
	p.marks(f)
	p.digits(f)
	p.links(f)
	p.strikes(f)
	for i, line := range lines {
		p.text("caption", margin, sideSize+lineSize*i+12, `font-size="15" fill="#222"`, line)
	}
	p.Printf("</svg>\n")
	return p.Bytes()
}

// title names what is to be seen.
func (f *Figure) title() string {
	if f.Step == nil {
		return "Sudoku"
	}
	return fmt.Sprintf("%s (%v)", f.Step.Name(), f.Step.Rating)
}

// description tells in words what is to be seen.
func (f *Figure) description() string {
	if f.Step == nil {
		return f.Position.Grid.String()
	}
	return f.Step.Explain()
}

// captionLines breaks the name and the conclusion of a step into lines.
func captionLines(s *rating.Step) []string {
	const most = 64 // characters, of the average width in the font
	text := fmt.Sprintf("%s (%v): %s", s.Name(), s.Rating, s.Conclusion())
	return phrase.Fill(strings.Fields(text), most, most)
}

// picture is a figure in the making.
type picture struct{ svg.Picture }

func (p *picture) text(class string, x, y int, look, text string) {
	p.Printf(`<text class="%s" x="%d" y="%d" %s>%s</text>`+"\n", class, x, y, look, svg.Escape(text))
}

// names writes the names of the rows and columns.
func (p *picture) names() {
	p.Printf(`<g class="label" font-size="11" fill="#777" text-anchor="middle">` + "\n")
	for i := range 9 {
		at := margin + cellSize*i + cellSize/2
		p.Printf(`<text x="%d" y="%d">c%d</text><text x="%d" y="%d">r%[3]d</text>`+"\n", at, margin-9, i+1, margin-14, at+4)
	}
	p.Printf("</g>\n")
}

// houses shades the houses where a step is to be seen, and those that cover it.
func (p *picture) houses(f *Figure) {
	if f.Step == nil {
		return
	}
	for _, kind := range []struct {
		houses      []sudoku.House
		class, look string
	}{
		{f.Step.Houses, "base", `fill="#3b82f6" fill-opacity="0.09" stroke="#2563eb" stroke-width="2.5"`},
		{f.Step.Covers, "cover", `fill="#f59e0b" fill-opacity="0.10" stroke="#b45309" stroke-width="2.5" stroke-dasharray="8 5"`},
	} {
		for _, h := range kind.houses {
			first, last := h.List()[0], h.List()[8]
			x, y := corner(first)
			right, below := corner(last)
			p.Printf(`<rect class="house %s" data-at="%v" x="%d" y="%d" width="%d" height="%d" rx="4" %s/>`+"\n",
				kind.class, h, x+2, y+2, right-x+cellSize-4, below-y+cellSize-4, kind.look)
		}
	}
}

func corner(c sudoku.Cell) (x, y int) {
	return margin + cellSize*c.Column(), margin + cellSize*c.Row()
}

// cells shades the cells of a step. A cell that has several parts is shaded for
// the first of them.
func (p *picture) cells(f *Figure) {
	if f.Step == nil {
		return
	}
	var done sudoku.Cells
	var filled []sudoku.Cell
	if f.Step.Places {
		filled = []sudoku.Cell{f.Step.Placement.Cell()}
	}
	for _, kind := range []struct {
		cells       []sudoku.Cell
		class, fill string
	}{
		{filled, "placed", "#dcfce7"},
		{f.Step.Others, "extra", "#fef3c7"},
		{f.Step.Cells, "pattern", "#dbeafe"},
	} {
		for _, c := range kind.cells {
			if !done.Has(c) {
				done = done.With(c)
				x, y := corner(c)
				p.Printf(`<rect class="cell %s" data-at="%v" x="%d" y="%d" width="%d" height="%[5]d" fill="%s"/>`+"\n",
					kind.class, c, x, y, cellSize, kind.fill)
			}
		}
	}
}

// digits writes the digits of the grid, and the candidates that have no mark: one
// element for each cell, with the place of every character.
func (p *picture) digits(f *Figure) {
	p.Printf(`<g text-anchor="middle" font-size="34">` + "\n")
	for c := range sudoku.Cell(81) {
		x, y := corner(c)
		switch d := f.Position.Grid[c]; {
		case d == 0:
		case f.Clues[c] != 0:
			p.text("clue", x+cellSize/2, y+cellSize/2+digitDrop, `fill="#111" font-weight="bold"`, fmt.Sprint(d))
		default:
			p.text("digit", x+cellSize/2, y+cellSize/2+digitDrop, `fill="#1d4ed8"`, fmt.Sprint(d))
		}
	}
	p.Printf(`</g>` + "\n" + `<g text-anchor="middle" font-size="12" fill="#555">` + "\n")
	roles := f.roles()
	for c := range sudoku.Cell(81) {
		var xs, ys, digits []string
		for d := range f.Position.Candidates[c].All() {
			if k := c.Candidate(d); roles[k] == 0 {
				at := centre(k)
				xs, ys = append(xs, fmt.Sprint(at.x)), append(ys, fmt.Sprint(at.y+noteDrop))
				digits = append(digits, fmt.Sprint(d))
			}
		}
		if len(digits) > 0 {
			p.Printf(`<text class="note" x="%s" y="%s">%s</text>`+"\n",
				strings.Join(xs, " "), strings.Join(ys, " "), strings.Join(digits, ""))
		}
	}
	p.Printf("</g>\n")
}

// How far the line on which a text is written lies below the middle of the text.
const (
	noteDrop  = 4
	digitDrop = 12
)

// point is a place in a picture.
type point struct{ x, y float64 }

// centre returns the middle of a candidate.
func centre(k sudoku.Candidate) point {
	x, y := corner(k.Cell())
	i := int(k.Digit() - 1)
	return point{float64(x + notePad + noteSize*(i%3) + noteSize/2), float64(y + notePad + noteSize*(i/3) + noteSize/2)}
}

// sign is how a role is drawn, below the digit of the candidate.
type sign struct {
	role  role
	class string
	shape string // with its middle at 0, 0
}

// signs are all signs, the lowest first: a candidate with several roles has
// several. Removed candidates are struck out too.
var signs = [...]sign{
	{removed, "removed", `<circle r="8.6" fill="#fecaca"/>`},
	{isFalse, "false", `<circle r="8.6" fill="#fff7ed" stroke="#b45309" stroke-width="1.4" stroke-dasharray="2.5 1.7"/>`},
	{extra, "extra", `<rect x="-8" y="-8" width="16" height="16" rx="2.5" fill="#fcd34d" stroke="#92400e" stroke-width="1.2"/>`},
	{pattern, "pattern", `<circle r="7.8" fill="#93c5fd" stroke="#1e40af" stroke-width="1.2"/>`},
	{isTrue, "true", `<circle r="7.2" fill="#93c5fd" stroke="#1e40af" stroke-width="1.2"/>`},
	{placed, "placed", `<circle r="8.6" fill="#15803d" stroke="#052e16" stroke-width="1.2"/>`},
}

// marks draws the candidates that have roles.
func (p *picture) marks(f *Figure) {
	p.Printf(`<g text-anchor="middle" font-size="12" font-weight="bold" fill="#111">` + "\n")
	for k, r := range f.roles() {
		if r == 0 {
			continue
		}
		k := sudoku.Candidate(k)
		at := centre(k)
		class, shapes := "mark", ""
		for _, s := range signs {
			if r&s.role != 0 {
				class += " " + s.class
				shapes += s.shape
			}
		}
		ink := ""
		if r&placed != 0 {
			ink = ` fill="#fff"`
		}
		p.Printf(`<g class="%s" data-at="%v" transform="translate(%v %v)">%s<text y="%d"%s>%d</text></g>`+"\n",
			class, k, at.x, at.y, shapes, noteDrop, ink, k.Digit())
	}
	p.Printf("</g>\n")
}

// strike is the stroke through a removed candidate, from its lower left.
const strike = `<path d="M%v %vl17 -15"/>`

// strikes strikes out the candidates that are removed, above everything else.
func (p *picture) strikes(f *Figure) {
	if f.Step == nil {
		return
	}
	p.Printf(`<g class="strikes" fill="none" stroke="#b91c1c" stroke-width="2" stroke-linecap="round">` + "\n")
	for _, k := range f.Step.Eliminations {
		at := centre(k)
		p.Printf(strike+"\n", at.x-8.5, at.y+7.5)
	}
	p.Printf("</g>\n")
}

// bond is how a link is drawn.
type bond struct{ class, line, fill string }

var (
	strong = bond{"strong", `stroke="#1e40af" stroke-width="1.7"`, "#1e40af"}
	weak   = bond{"weak", `stroke="#b45309" stroke-width="1.5" stroke-dasharray="5 3"`, "#b45309"}
	byNote = bond{"by-note", `stroke="#7e22ce" stroke-width="1.3" stroke-dasharray="1 3" stroke-linecap="round"`, "#7e22ce"}
)

func (a *arrow) bond() *bond {
	switch {
	case a.byNote:
		return &byNote
	case a.toOn:
		return &strong
	}
	return &weak
}

// links draws the links of chains as arrows.
func (p *picture) links(f *Figure) {
	for _, a := range f.arrows() {
		b := a.bond()
		p.Printf(`<g class="link %s" data-from="%s" data-to="%s">`, b.class, svg.Escape(says(a.from, a.fromOn)), svg.Escape(says(a.to, a.toOn)))
		p.arrow(centre(a.from), centre(a.to), b)
		p.Printf("</g>\n")
	}
}

// arrow draws an arrow with a bend to its right, so that it passes candidates in
// between, and two arrows between the same ends do not lie on each other.
//
//	from ----.         bend   the middle, moved across by a share of the length
//	          `--> to  reach  how far from the middles of the ends it begins and stops
func (p *picture) arrow(from, to point, b *bond) {
	const (
		reach = 9.5
		head  = 6.5
	)
	dx, dy := to.x-from.x, to.y-from.y
	length := math.Hypot(dx, dy)
	if length == 0 {
		return // a candidate that leads to its own opposite
	}
	bend := max(5, min(0.13*length, 26))
	middle := point{(from.x+to.x)/2 - dy/length*bend, (from.y+to.y)/2 + dx/length*bend}
	start := from.toward(middle, reach)
	tip := to.toward(middle, reach)
	neck := to.toward(middle, reach+head)
	// The wings of the head stand across the direction in which it points.
	ux, uy := (tip.x-neck.x)/head*3, (tip.y-neck.y)/head*3
	p.Printf(`<path d="M%.1f %.1fQ%.1f %.1f %.1f %.1f" fill="none" %s/>`, start.x, start.y, middle.x, middle.y, neck.x, neck.y, b.line)
	p.Printf(`<path d="M%.1f %.1fL%.1f %.1fL%.1f %.1fZ" fill="%s"/>`, tip.x, tip.y, neck.x-uy, neck.y+ux, neck.x+uy, neck.y-ux, b.fill)
}

// toward returns the point that lies a distance from p in the direction of q.
func (p point) toward(q point, distance float64) point {
	share := distance / math.Hypot(q.x-p.x, q.y-p.y)
	return point{p.x + (q.x-p.x)*share, p.y + (q.y-p.y)*share}
}
