package drawing_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/internal/drawing/raster"
	"github.com/seedoku/seedoku/sudoku"
)

// All canvases but the pages of booklets, which are tested where they are.
var (
	_ drawing.Canvas = (*drawing.SVG)(nil)
	_ drawing.Canvas = (*raster.Picture)(nil)
)

// notebook is a canvas that notes what it is told.
type notebook struct {
	drawing.Canvas
	lines map[drawing.Pen][]drawing.Line
}

func (n *notebook) Lines(pen drawing.Pen, lines []drawing.Line) { n.lines[pen] = lines }

var board = drawing.Board{
	X: 10, Y: 20, Side: 90, MarkStep: 3,
	Thin: drawing.Pen{Width: 1}, Thick: drawing.Pen{Width: 3, Square: true},
}

// A board has ten lines across and ten down; without the thin ones below thick ones it
// has each once.
func TestLines(t *testing.T) {
	for _, apart := range []bool{false, true} {
		b := board
		b.Apart = apart
		n := notebook{lines: map[drawing.Pen][]drawing.Line{}}
		b.DrawLines(&n)
		thin := 20
		if apart {
			thin = 12
		}
		if len(n.lines[b.Thin]) != thin || len(n.lines[b.Thick]) != 8 {
			t.Errorf("%d thin lines and %d thick ones", len(n.lines[b.Thin]), len(n.lines[b.Thick]))
		}
		for _, l := range slices.Concat(n.lines[b.Thin], n.lines[b.Thick]) {
			across := l.From.Y == l.To.Y && l.From.X == 10 && l.To.X == 100
			down := l.From.X == l.To.X && l.From.Y == 20 && l.To.Y == 110
			if across == down {
				t.Errorf("line %v", l)
			}
		}
	}
}

// Candidates lie in their cell, in the order of a telephone's keys.
func TestCandidates(t *testing.T) {
	cell := sudoku.Cell(9*4 + 7)
	middle := board.Middle(cell)
	if middle != (drawing.Point{X: 85, Y: 65}) || board.Candidate(cell.Candidate(5)) != middle {
		t.Errorf("the middle is %v", middle)
	}
	if at := board.Candidate(cell.Candidate(3)); at != (drawing.Point{X: 88, Y: 62}) {
		t.Errorf("candidate 3 is at %v", at)
	}
	var candidates [81]sudoku.Digits
	candidates[cell] = sudoku.AllDigits.Without(5)
	texts := board.Candidates(drawing.Look{}, &candidates)
	if len(texts) != 1 || texts[0].Text != "12346789" || len(texts[0].At) != 8 {
		t.Errorf("the texts are %v", texts)
	}
}

// The markup names what differs from the other texts, and escapes all.
func TestSVG(t *testing.T) {
	var s drawing.SVG
	plain := drawing.Look{Size: 10, Color: drawing.Gray(0x11)}
	other := drawing.Look{Size: 10, Color: drawing.Color{0x1d, 0x4e, 0xd8}, Bold: true, Class: "other"}
	at := []drawing.Point{{X: 1, Y: 2}}
	s.Texts(plain, []drawing.Text{{Look: plain, Text: "a", At: at}, {Look: other, Text: "<", At: at}})
	want := `<g font-size="10" text-anchor="middle" fill="#111">
<text x="1" y="6">a</text>
<text class="other" x="1" y="6" fill="#1d4ed8" font-weight="bold">&lt;</text>
</g>
`
	if got := s.String(); got != want {
		t.Errorf("the markup is %s", got)
	}
	s.Reset()
	s.Caption(drawing.Point{}, 20, plain, strings.Repeat("w", 20))
	if !strings.Contains(s.String(), `font-size="1.85"`) {
		t.Errorf("a long caption is %s", &s)
	}
}

// Pixels lie where the lines and the letters are to be.
func TestRaster(t *testing.T) {
	p := raster.New(120, 130)
	dark := func(x, y int) bool { r, _, _, _ := p.At(x, y).RGBA(); return r < 0x8000 }
	board.DrawLines(p)
	for _, of := range []struct {
		x, y int
		want bool
	}{{10, 20, true}, {55, 50, true}, {39, 65, true}, {41, 65, false}, {55, 55, false}, {115, 20, false}} {
		if dark(of.x, of.y) != of.want {
			t.Errorf("the pixel at %d, %d is dark: %t", of.x, of.y, !of.want)
		}
	}
	p = raster.New(120, 130)
	look := drawing.Look{Size: 60}
	p.Texts(look, []drawing.Text{board.Digit(look, 40, 1)})
	inked := 0
	for x := range 120 {
		for y := range 130 {
			if dark(x, y) {
				inked++
				if middle := board.Middle(40); x < int(middle.X)-30 || x > int(middle.X)+30 || y < int(middle.Y)-30 || y > int(middle.Y)+30 {
					t.Fatalf("ink at %d, %d", x, y)
				}
			}
		}
	}
	if inked < 100 {
		t.Errorf("%d pixels of ink", inked)
	}
}
