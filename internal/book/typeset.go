package book

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/sudoku"
)

// typesetter puts a book on pages.
type typesetter struct {
	*plan
	*canvas
	book     *Book
	perPage  int // at most PerPage
	chapters []chapter
	gutter   float64
	lines    int // of the contents

	leaves       []leaf
	entries      []entry
	puzzlePage   []int // by puzzle
	solutionPage []int // by puzzle, or empty
	toPuzzle     []int // links, by puzzle
	toSolution   []int
}

// run draws all pages, from the title to the last word.
func (t *typesetter) run(w io.Writer) error {
	t.describe(t.book)
	t.load(&t.book.Font)
	t.measure()
	for range t.solutionPage {
		t.toPuzzle = append(t.toPuzzle, t.pdf.AddLink())
		t.toSolution = append(t.toSolution, t.pdf.AddLink())
	}
	for i := range t.leaves {
		if err := t.draw(&t.leaves[i]); err != nil {
			return err
		}
	}
	return t.output(w)
}

// measure finds the pages, the lines of the contents, and the gutter that the number of
// pages needs. A wider gutter can make a longer text, never a shorter one.
func (t *typesetter) measure() {
	t.perPage = t.PerPage
	for _, n := range perPages {
		if len(t.book.Puzzles) <= n && t.NoteLines == 0 {
			t.perPage = min(t.perPage, n)
		}
	}
	t.chapters = chapters(t.book.Puzzles, t.perPage, t.book.Words.Puzzles)
	for t.gutter = gutterOf(0); ; {
		t.compose()
		wanted := gutterOf(len(t.leaves))
		if wanted <= t.gutter && (t.lines == len(t.entries) || !t.Contents) {
			return
		}
		t.gutter, t.lines = max(wanted, t.gutter), len(t.entries)
	}
}

// ranks returns the head of a page with some puzzles: their days, or their ranks.
func (t *typesetter) ranks(list []Puzzle) string {
	if first, last := list[0].Day, list[len(list)-1].Day; first != last {
		return first + " – " + last
	} else if first != "" {
		return first
	}
	lowest, highest := list[0].Rank, list[0].Rank
	for i := range list {
		lowest, highest = min(lowest, list[i].Rank), max(highest, list[i].Rank)
	}
	if lowest == highest {
		return list[0].Label
	}
	return t.book.numbered(t.book.Words.Ranks, lowest, highest)
}

// numbered returns a word with the numbers from first to last.
func (b *Book) numbered(word string, first, last int) string {
	numbers := strconv.Itoa(first)
	if first < last {
		numbers = fmt.Sprintf(cmp.Or(b.Words.Range, "%d–%d"), first, last)
	}
	return strings.TrimSpace(word + " " + numbers)
}

// puzzle draws a puzzle and the texts around it.
func (t *typesetter) puzzle(page, i int, f frame, places places) {
	p := &t.book.Puzzles[i]
	number := strconv.Itoa(t.book.number(i))
	board, clues := boardAt(f), p.Puzzle.Clues()
	marked := t.Marks != NoMarks && p.Rank >= t.MarksFrom
	if marked {
		t.marks(board, clues, t.Marks)
	}
	board.DrawLines(t)
	digitsOn(t, board, clues, clues.Filled(), drawing.Look{Size: places.digit(), Bold: marked && t.Marks == Candidates})

	above := f.y - 5
	bold := ink{bold, t.sizes.number, black}
	t.text(f.x, above, left, bold, number)
	width := t.width(number, bold)
	t.label(f.x+f.width, above, f.width-width-t.sizes.label, p)

	note := ink{regular, t.sizes.note, gray50}
	below := f.y + f.height + 5 + t.capHeight*t.sizes.note
	room := f.width
	if len(t.solutionPage) > 0 {
		t.pdf.SetLink(t.toPuzzle[i], above-t.sizes.number, page)
		t.pdf.Link(f.x, above-t.sizes.number, width, t.sizes.number*1.2, t.toSolution[i])
		if text := t.book.Words.SolutionOn; text != "" {
			text = fmt.Sprintf(text, t.solutionPage[i])
			length := min(t.width(text, note), f.width*0.5)
			t.fitted(f.x, below, length, left, note, text)
			t.pdf.Link(f.x, below-note.size, length, note.size*1.3, t.toSolution[i])
			room -= length + note.size
		}
	}
	for _, line := range t.noteLines(room, f.width, note, p.Note) {
		t.fitted(f.x+f.width, below+line.below, line.room, right, note, line.text)
	}
	for line := range t.NoteLines {
		t.rule(f.x, below+t.noteLine()*float64(line+1), f.width)
	}
}

// noteLine is a line of a note: how far it stands below the first, and how long it can be.
type noteLine struct {
	text        string
	below, room float64
}

// noteLines breaks a note that would be too small to read in the room beside the place of the
// solution. It then takes a second line, which may be as long as the grid is wide: it is
// broken at the hyphen that gives the largest letters, or stands there as a whole.
func (t *typesetter) noteLines(room, width float64, look ink, note string) []noteLine {
	size := func(text string, room float64) float64 {
		return look.size * min(1, room/max(t.width(text, look), 1))
	}
	if size(note, room) >= smallestNote {
		return []noteLine{{note, 0, room}}
	}
	first, largest := 0, size(note, width)
	for at := range note {
		if note[at] != '-' {
			continue
		}
		if least := min(size(note[:at+1], room), size(note[at+1:], width)); least > largest {
			first, largest = at+1, least
		}
	}
	return []noteLine{{note[:first], 0, room}, {note[first:], look.size * secondLine, width}}
}

const (
	smallestNote = 5    // size in points of what stands around a puzzle, if there is any way
	secondLine   = 1.25 // distance of the second line of a note, in sizes of letters; the gap between places has room for it
)

// label writes the caption of a puzzle and its detail, ending at x.
func (t *typesetter) label(x, y, room float64, p *Puzzle) {
	strong := ink{regular, t.sizes.label, darkGray}
	faint := ink{regular, t.sizes.label * 0.8, gray50}
	gap := t.sizes.label * 0.7
	length := func(caption string) float64 { return t.width(caption, strong) + gap + t.width(p.Detail, faint) }
	caption := p.Caption
	full := length(caption)
	if p.Brief != "" && strong.size*room < smallestNote*full {
		caption = p.Brief
		full = length(caption)
	}
	if full > room {
		strong.size, faint.size, gap = strong.size*room/full, faint.size*room/full, gap*room/full
	}
	t.text(x, y, right, faint, p.Detail)
	if p.Detail != "" {
		x -= t.width(p.Detail, faint) + gap
	}
	t.text(x, y, right, strong, caption)
}

// solution draws a solution with the clues of its puzzle in bold.
func (t *typesetter) solution(page, i int, f frame, places places) {
	p := t.book.Puzzles[i].Puzzle
	clues := p.Clues().Filled()
	board := boardAt(f)
	board.DrawLines(t)
	digitsOn(t, board, p.Solution(), clues, drawing.Look{Size: places.digit(), Bold: true})
	digitsOn(t, board, p.Solution(), sudoku.AllCells.AndNot(clues), drawing.Look{Size: places.digit(), Color: drawing.Gray(darkGray)})
	look, number := ink{bold, t.sizes.label, black}, strconv.Itoa(t.book.number(i))
	t.text(f.x, f.y-4, left, look, number)
	top := f.y - 4 - t.sizes.label
	t.pdf.SetLink(t.toSolution[i], top, page)
	t.pdf.Link(f.x, top, t.width(number, look), t.sizes.label*1.2, t.toPuzzle[i])
}
