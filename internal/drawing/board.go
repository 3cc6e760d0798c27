package drawing

import "github.com/seedoku/seedoku/sudoku"

// Board is a grid on a canvas.
type Board struct {
	X, Y, Side  float64 // the upper left corner, and the length of a side
	Thin, Thick Pen     // between cells, and around boxes
	Apart       bool    // thick lines replace thin ones instead of covering them
	MarkStep    float64 // from one candidate of a cell to the next
}

// DrawLines draws the lines: the thin ones between cells, and above them the thick
// ones around boxes.
func (b *Board) DrawLines(c Canvas) {
	for _, pen := range [...]struct {
		Pen
		step int
	}{{b.Thin, 1}, {b.Thick, 3}} {
		var lines []Line
		for i := 0; i <= 9; i += pen.step {
			if b.Apart && pen.step == 1 && i%3 == 0 {
				continue
			}
			at := float64(i) * b.Side / 9
			lines = append(lines,
				Line{Point{b.X, b.Y + at}, Point{b.X + b.Side, b.Y + at}},
				Line{Point{b.X + at, b.Y}, Point{b.X + at, b.Y + b.Side}})
		}
		c.Lines(pen.Pen, lines)
	}
}

// Digit returns a digit in the middle of a cell.
func (b *Board) Digit(look Look, cell sudoku.Cell, d sudoku.Digit) Text {
	return Text{look, digits[d : d+1], []Point{b.Middle(cell)}}
}

// Candidates returns candidates, those of a cell as one text with a place for each.
func (b *Board) Candidates(look Look, candidates *[81]sudoku.Digits) (texts []Text) {
	for cell, of := range candidates {
		if of == 0 {
			continue
		}
		text := Text{Look: look, Text: Digits(of)}
		for d := range of.All() {
			text.At = append(text.At, b.Candidate(sudoku.Cell(cell).Candidate(d)))
		}
		texts = append(texts, text)
	}
	return texts
}

const digits = "0123456789"

// Digits returns the digits of a set as a text.
func Digits(set sudoku.Digits) (text string) {
	for d := range set.All() {
		text += digits[d : d+1]
	}
	return text
}

// Middle returns the middle of a cell.
func (b *Board) Middle(cell sudoku.Cell) Point {
	side := b.Side / 9
	return Point{b.X + (float64(cell.Column())+0.5)*side, b.Y + (float64(cell.Row())+0.5)*side}
}

// Candidate returns the middle of a candidate. The candidates of a cell stand in three
// rows of three.
func (b *Board) Candidate(k sudoku.Candidate) Point {
	at, i := b.Middle(k.Cell()), int(k.Digit()-1)
	return Point{at.X + b.MarkStep*float64(i%3-1), at.Y + b.MarkStep*float64(i/3-1)}
}
