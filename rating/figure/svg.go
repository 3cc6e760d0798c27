package figure

import (
	"fmt"
	"math"
	"strings"

	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Measures of a picture, in its own units.
const (
	noteSize  = 18 // the square of a candidate
	notePad   = 3  // space around the candidates of a cell
	cellSize  = 3*noteSize + 2*notePad
	boardSize = 9 * cellSize
	margin    = 26 // left and above, for the names of rows and columns
	edge      = 8  // right and below
	sideSize  = margin + boardSize + edge
	lineSize  = 20 // a line of the caption
)

var board = drawing.Board{
	X: margin, Y: margin, Side: boardSize, MarkStep: noteSize,
	Thin:  drawing.Pen{Color: drawing.Gray(0xaa), Width: 1, Class: "line"},
	Thick: drawing.Pen{Color: drawing.Gray(0x11), Width: 2.5, Square: true, Class: "frame"},
}

// SVG draws f as a self-contained picture: an XML document in SVG 1.1. With a
// caption, the name and the conclusion of the step are below the grid.
//
// Each element of the step has a class for its kind. Its attributes data-at,
// data-from and data-to name its house, cell or candidate, such as row 4, r1c1,
// r1c1=5 or r1c4<>5. Colors and lines are presentation attributes, which any
// style sheet overrides. The classes:
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
		lines = f.captionLines()
	}
	height := sideSize
	if len(lines) > 0 {
		height += lineSize*len(lines) + edge
	}
	p.Begin(sideSize, height, `role="img" `, f.title(), f.description(), [2]string{`class="paper" `})
	p.names()
	p.cells(f)
	p.houses(f)
	board.DrawLines(&p)
	p.marks(f)
	p.digits(f)
	p.links(f)
	p.strikes(f)
	for i, line := range lines {
		p.Caption(drawing.Point{X: margin, Y: float64(sideSize + lineSize*i + 12)}, boardSize, captionLook, line)
	}
	p.End()
	return p.Bytes()
}

// title returns the title of the picture.
func (f *Figure) title() string {
	if f.Step == nil {
		return "Sudoku"
	}
	return fmt.Sprintf("%s (%v)", f.Step.NameIn(f.Language), f.Step.Rating)
}

// description returns a description of the picture in words.
func (f *Figure) description() string {
	if f.Step == nil {
		return f.Position.Grid.String()
	}
	return rating.Texts(f.Statements(), f.Language)
}

// captionLines breaks the name and the conclusion of a step into lines.
func (f *Figure) captionLines() []string {
	const most = 64 // characters, of the average width in the font
	text := fmt.Sprintf("%s (%v): %s", f.Step.NameIn(f.Language), f.Step.Rating, f.Step.ConclusionText())
	return phrase.Fill(strings.Fields(text), most, most)
}

// picture is a figure that is being drawn.
type picture struct{ drawing.SVG }

// names writes the names of the rows and columns.
func (p *picture) names() {
	p.Printf(`<g class="label" font-size="11" fill="#777" text-anchor="middle">` + "\n")
	for i := range 9 {
		at := margin + cellSize*i + cellSize/2
		p.Printf(`<text x="%d" y="%d">c%d</text><text x="%d" y="%d">r%[3]d</text>`+"\n", at, margin-9, i+1, margin-14, at+4)
	}
	p.Printf("</g>\n")
}

// houses shades the base houses and the cover houses of a step.
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

// Styles of texts.
var (
	clueLook    = drawing.Look{Size: 34, Color: drawing.Gray(0x11), Bold: true, Class: "clue"}
	digitLook   = drawing.Look{Size: 34, Color: drawing.Color{0x1d, 0x4e, 0xd8}, Class: "digit"}
	noteLook    = drawing.Look{Size: 12, Color: drawing.Gray(0x55), Class: "note"}
	captionLook = drawing.Look{Size: 15, Color: drawing.Gray(0x22), Class: "caption"}
)

// digits writes the digits of the grid, and the candidates that have no mark: one
// element for each cell, with the place of every character.
func (p *picture) digits(f *Figure) {
	var texts []drawing.Text
	for c, d := range f.Position.Grid {
		switch {
		case d == 0:
		case f.Clues[c] != 0:
			texts = append(texts, board.Digit(clueLook, sudoku.Cell(c), d))
		default:
			texts = append(texts, board.Digit(digitLook, sudoku.Cell(c), d))
		}
	}
	p.Texts(drawing.Look{Size: clueLook.Size}, texts)
	unmarked := f.Position.Candidates
	for k, r := range f.roles() {
		if c, d := sudoku.Candidate(k).Cell(), sudoku.Candidate(k).Digit(); r != 0 {
			unmarked[c] = unmarked[c].Without(d)
		}
	}
	p.Texts(noteLook, board.Candidates(noteLook, &unmarked))
}

// noteDrop is the distance of the baseline of a candidate below its middle.
const noteDrop = 4

// sign is the drawing of a role, below the digit of the candidate.
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
		at := board.Candidate(k)
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
			class, k, at.X, at.Y, shapes, noteDrop, ink, k.Digit())
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
		at := board.Candidate(k)
		p.Printf(strike+"\n", at.X-8.5, at.Y+7.5)
	}
	p.Printf("</g>\n")
}

// bond is the style of a link.
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
		p.Printf(`<g class="link %s" data-from="%s" data-to="%s">`, b.class, drawing.Escape(says(a.from, a.fromOn)), drawing.Escape(says(a.to, a.toOn)))
		p.arrow(board.Candidate(a.from), board.Candidate(a.to), b)
		p.Printf("</g>\n")
	}
}

// arrow draws an arrow with a bend to its right, so that it passes candidates in
// between, and two arrows between the same ends do not lie on each other.
//
//	from ----.         bend   the middle, moved across by a share of the length
//	          `--> to  reach  how far from the middles of the ends it begins and stops
func (p *picture) arrow(from, to drawing.Point, b *bond) {
	const (
		reach = 9.5
		head  = 6.5
	)
	dx, dy := to.X-from.X, to.Y-from.Y
	length := math.Hypot(dx, dy)
	if length == 0 {
		return // a candidate that leads to its own opposite
	}
	bend := max(5, min(0.13*length, 26))
	middle := drawing.Point{X: (from.X+to.X)/2 - dy/length*bend, Y: (from.Y+to.Y)/2 + dx/length*bend}
	start := toward(from, middle, reach)
	tip := toward(to, middle, reach)
	neck := toward(to, middle, reach+head)
	// The wings of the head stand across the direction in which it points.
	ux, uy := (tip.X-neck.X)/head*3, (tip.Y-neck.Y)/head*3
	p.Printf(`<path d="M%.1f %.1fQ%.1f %.1f %.1f %.1f" fill="none" %s/>`, start.X, start.Y, middle.X, middle.Y, neck.X, neck.Y, b.line)
	p.Printf(`<path d="M%.1f %.1fL%.1f %.1fL%.1f %.1fZ" fill="%s"/>`, tip.X, tip.Y, neck.X-uy, neck.Y+ux, neck.X+uy, neck.Y-ux, b.fill)
}

// toward returns the point that lies a distance from p in the direction of q.
func toward(p, q drawing.Point, distance float64) drawing.Point {
	share := distance / math.Hypot(q.X-p.X, q.Y-p.Y)
	return drawing.Point{X: p.X + (q.X-p.X)*share, Y: p.Y + (q.Y-p.Y)*share}
}
