package web_test

import (
	"strings"
)

// digitFirst enters digits by taps on cells, in each kind of entry.
func digitFirst(tb *tab) {
	p := somePuzzle(tb, "level=4")
	cells := p.empty()
	tb.play(p)
	tb.more("digitFirst")
	tb.click(digit('7'))
	wants(tb, "the key in the hand", tb.text("#keypad [aria-pressed=true]"), "7")
	for _, c := range cells[:3] {
		tb.click(cell(c))
		wants(tb, "digit", tb.marks(c, "digit"), "7")
	}
	tb.click(cell(cells[1]))
	wants(tb, "digit after a second tap", tb.marks(cells[1], "digit"), "")
	tb.run(`document.getElementById("board").dispatchEvent(new PointerEvent("pointerup", {pointerId: 1, button: 2, bubbles: true}))`)
	wants(tb, "digit after a button that was not pressed on a cell", tb.marks(cells[1], "digit"), "")
	tb.click("[data-do=mode][data-value=corner]")
	tb.drag(cells[1], cells[1])
	wants(tb, "corner mark", tb.marks(cells[1], "corner"), "7")
	clue := strings.IndexAny(p.Puzzle, "12345689")
	tb.click(cell(clue))
	wants(tb, "the key after a tap on a clue", tb.text("#keypad [aria-pressed=true]"), p.Puzzle[clue:clue+1])
	tb.click(digit(p.Puzzle[clue]))
	wants(tb, "keys in the hand after it was let go", eval[int](tb, "document.querySelectorAll('#keypad [aria-pressed=true]').length"), 0)
	tb.click(cell(cells[4]))
	wants(tb, "marks without a digit in the hand", tb.marks(cells[4], "corner"), "")
	tb.more("digitFirst")
	tb.click(digit('3'))
	wants(tb, "corner mark, cell first", tb.marks(cells[4], "corner"), "3")
}

// leftHand looks where the controls are.
func leftHand(tb *tab) {
	tb.play(somePuzzle(tb, "level=4"))
	left := func(selector string) float64 {
		return eval[float64](tb, "document.querySelector(%q).getBoundingClientRect().left", selector)
	}
	side := func() bool {
		if tb.window.touch {
			return left(".tools [data-do=hint]") < left("#modes")
		}
		return left("#keypad") < left("#board")
	}
	wants(tb, "controls on the left", side(), false)
	tb.more("left")
	wants(tb, "controls on the left", side(), true)
	tb.play(somePuzzle(tb, "level=4"))
	wants(tb, "controls on the left after a reload", side(), true)
	wants(tb, "width of the page", eval[bool](tb, "document.documentElement.scrollWidth <= innerWidth"), true)
}

// sounds counts tones.
func sounds(tb *tab) {
	p := solvePuzzle(tb)
	tb.play(p)
	eval[bool](tb, `(() => {
		window.tones = 0;
		const start = OscillatorNode.prototype.start;
		OscillatorNode.prototype.start = function (at) { tones++; return start.call(this, at); };
		return true;
	})()`)
	cells := p.empty()
	last := cells[len(cells)-1]
	tb.enter(last, p.Solution[last])
	tb.more("sounds")
	wants(tb, "tones before a digit", eval[int](tb, "tones"), 0)
	tb.press("z")
	wants(tb, "tones of a digit that goes", eval[int](tb, "tones"), 0)
	tb.press("y")
	tb.until("tones > 0")
	for _, c := range tb.fill(p, 4)[:3] {
		tb.enter(c, p.Solution[c])
	}
	tb.solved(p)
	// Each digit has a tone, each digit that completes a house two, the last one four.
	tb.until("tones >= %d && tones <= %d", len(cells)+12, 2*len(cells)+4)
}
