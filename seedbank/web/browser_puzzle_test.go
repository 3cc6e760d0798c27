package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// puzzle is a puzzle of the bank.
type puzzle struct {
	ID, Puzzle, Solution string
	Clues, Level         int
	ER                   float64
	Hardest              string
}

// somePuzzle returns a puzzle that a query asks for: the same in every run.
func somePuzzle(tb *tab, query string) puzzle {
	tb.Helper()
	response, err := http.Get(tb.server() + "/api/v1/puzzles?n=1&seed=7&" + query)
	if err != nil {
		tb.Fatal(err)
	}
	defer response.Body.Close()
	var answer struct{ Puzzles []puzzle }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || len(answer.Puzzles) != 1 {
		tb.Fatalf("puzzle with %s: %+v, %v", query, answer, err)
	}
	if tb.site != nil {
		tb.site.add(answer.Puzzles[0])
	}
	return answer.Puzzles[0]
}

// play opens a puzzle.
func (tb *tab) play(p puzzle) {
	tb.Helper()
	tb.visit("/p/" + p.ID)
	tb.until("document.body.dataset.ready === %q", p.ID)
}

// empty returns the cells of p without a clue.
func (p puzzle) empty() (cells []int) {
	for c := range 81 {
		if p.Puzzle[c] == '.' {
			cells = append(cells, c)
		}
	}
	return cells
}

// cell returns the selector of a cell.
func cell(c int) string { return fmt.Sprintf("#r%dc%d", c/9+1, c%9+1) }

// digit returns the selector of the button of a digit.
func digit(d byte) string { return fmt.Sprintf(`#keypad [data-value="%c"]`, d) }

// digits returns what stands on the board, with a point for an empty cell.
func (tb *tab) digits() string {
	tb.Helper()
	return eval[string](tb, "Array.from(document.querySelectorAll('.cell'), c => c.querySelector('.digit')?.textContent ?? '.').join('')")
}

// marks returns the marks of a kind in a cell.
func (tb *tab) marks(c int, kind string) string {
	tb.Helper()
	return eval[string](tb, "Array.from(document.querySelectorAll('%s .%s'), m => m.textContent).sort().join('')", cell(c), kind)
}

// name returns what a screen reader says of a cell.
func (tb *tab) name(c int) string {
	tb.Helper()
	return eval[string](tb, "document.querySelector(%q).getAttribute('aria-label')", cell(c))
}

// wants fails the test unless two values are the same.
func wants[T comparable](tb *tab, what string, got, want T) {
	tb.Helper()
	if got != want {
		tb.Errorf("%s: %v, want %v", what, got, want)
	}
}

// holds fails the test unless a text holds another one.
func (tb *tab) holds(what, text, part string) {
	tb.Helper()
	if !strings.Contains(text, part) {
		tb.Errorf("%s is %q, want %q in it", what, text, part)
	}
}

// playSome plays a little with all kinds of marks.
func (tb *tab) playSome(p puzzle) {
	tb.play(p)
	cells := p.empty()
	for _, c := range cells[:6] {
		tb.click(cell(c))
		tb.press(p.Solution[c : c+1])
	}
	tb.click(cell(cells[8]))
	tb.press("12", chromedp.ModifierShift)
	tb.click(cell(cells[9]))
	tb.press(p.Solution[cells[9]:cells[9]+1]+other(p.Solution[cells[9]]), chromedp.ModifierCtrl)
	tb.click(cell(cells[10]))
	tb.press("3", chromedp.ModifierAlt)
	tb.click(cell(cells[11]))
	tb.press("24", chromedp.ModifierAlt)
	tb.click(cell(cells[3]))
}

// fill enters all cells but the last ones, with keys that are pressed within one frame, and
// returns the cells that are left.
func (tb *tab) fill(p puzzle, left int) []int {
	tb.Helper()
	cells := p.empty()
	n := len(cells) - left
	var script strings.Builder
	for _, c := range cells[:n] {
		fmt.Fprintf(&script, "enter(%q, %q); ", cell(c), p.Solution[c:c+1])
	}
	tb.run(`const enter = (cell, key) => {
		const e = document.querySelector(cell);
		e.focus();
		e.dispatchEvent(new KeyboardEvent("keydown", {key, code: "Digit" + key, bubbles: true, cancelable: true}));
	}; ` + script.String())
	return cells[n:]
}

// other returns a digit that is not d.
func other(d byte) string {
	if d == '4' {
		return "5"
	}
	return "4"
}

// permitted returns the digits that no peer of a cell has as a clue.
func (p puzzle) permitted(c int) (list string) {
	for d := byte('1'); d <= '9'; d++ {
		free := true
		for o := range 81 {
			sees := o/9 == c/9 || o%9 == c%9 || (o/27 == c/27 && o%9/3 == c%9/3)
			free = free && !(sees && p.Puzzle[o] == d)
		}
		if free {
			list += string(d)
		}
	}
	return list
}

// drag drags over cells: with the finger, or with the mouse.
func (tb *tab) drag(cells ...int) {
	tb.Helper()
	var points []point
	for _, c := range cells {
		points = append(points, tb.middle(cell(c)))
	}
	tb.slide(points...)
}

// slide moves over the window from the first point to the last.
func (tb *tab) slide(points ...point) {
	tb.Helper()
	for i, p := range points {
		if tb.window.touch {
			kind := input.DispatchTouchEventTypeTouchMove
			if i == 0 {
				kind = input.DispatchTouchEventTypeTouchStart
			}
			tb.touch(kind, []*input.TouchPoint{{X: p.X, Y: p.Y}})
			continue
		}
		kind := chromedp.MouseMoved
		if i == 0 {
			kind = chromedp.MousePressed
		}
		tb.do(chromedp.MouseEvent(kind, p.X, p.Y, chromedp.ButtonLeft, func(e *input.DispatchMouseEventParams) { e.Buttons = 1 }))
		if i == len(points)-1 {
			tb.do(chromedp.MouseEvent(chromedp.MouseReleased, p.X, p.Y, chromedp.ButtonLeft))
		}
	}
	if tb.window.touch {
		tb.touch(input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{})
	}
}
