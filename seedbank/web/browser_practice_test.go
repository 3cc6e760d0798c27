package web_test

import (
	"fmt"
	"strings"

	"github.com/chromedp/chromedp/kb"
)

// givenTask lets the page ask for a position that the test knows the answer of: the
// answer of the server is kept where the test can read it.
func (tb *tab) givenTask(technique string) {
	tb.Helper()
	tb.visit("/practice?technique=" + technique)
	tb.until("document.querySelector('#board svg')")
	eval[bool](tb, `(() => {
		const fetched = window.fetch;
		window.fetch = async (...given) => {
			const response = await fetched(...given);
			if (String(given[0]).includes("/practice?")) window.task = (await response.clone().json()).tasks[0];
			return response;
		};
		return true;
	})()`)
	tb.click("#ask .strong")
	tb.until("window.task && document.getElementById('play').href.endsWith(window.task.id) && !document.querySelector('#board .ring')")
}

// markPractice marks some of what the first step of the position removes, or all of
// it if n is negative.
func (tb *tab) markPractice(n int) (removed []string) {
	tb.Helper()
	tb.until("document.querySelector('#board svg')")
	technique := eval[string](tb, "document.getElementById('technique').value")
	tb.givenTask(technique)
	removed = eval[[]string](tb, "window.task.round.steps[0].removed")
	if n < 0 {
		n = len(removed)
	}
	for _, text := range removed[:n] {
		tb.pressCandidate(text)
	}
	return removed
}

// pressCandidate marks a candidate such as r1c2<>5, or takes its mark away: by its
// cell and the digit below the board.
func (tb *tab) pressCandidate(text string) {
	tb.Helper()
	tb.chooseCell(int(text[1]-'1'), int(text[3]-'1'))
	tb.click(fmt.Sprintf("#digits button:nth-child(%d)", 1+eval[int](tb, "Array.from(document.querySelectorAll('#digits button'), b => b.textContent).indexOf(%q)", text[len(text)-1:])))
}

// chooseCell chooses a cell: by the keys, or by a tap where there is no keyboard.
func (tb *tab) chooseCell(row, column int) {
	tb.Helper()
	if tb.window.touch {
		eval[bool](tb, `(() => {
			const board = document.getElementById("board"), r = board.querySelector("svg").getBoundingClientRect();
			const at = (i) => ((4 + 100 * i + 50) * r.width) / 908;
			return board.dispatchEvent(new MouseEvent("click", {bubbles: true, clientX: r.left + at(%d), clientY: r.top + at(%d)}));
		})()`, column, row)
		return
	}
	eval[bool](tb, "(() => { document.getElementById('board').focus(); return true; })()")
	tb.press(strings.Repeat(kb.ArrowLeft, 9)) // left
	tb.press(strings.Repeat(kb.ArrowUp, 9))
	tb.press(strings.Repeat(kb.ArrowDown, row))
	tb.press(strings.Repeat(kb.ArrowRight, column))
}

// A position is asked for; marks are right, wrong, or not all yet; then the step is
// shown with its words.
func practise(tb *tab) {
	tb.givenTask("swordfish")
	wants(tb, "technique", eval[string](tb, "window.task.technique"), "swordfish")
	tb.holds("question", tb.text("#question"), "Find the swordfish")
	tb.click("#check")
	tb.words("Nothing is marked yet")
	solution := eval[string](tb, "window.task.solution")
	grid := eval[string](tb, "window.task.round.grid")
	cell := strings.IndexAny(grid, ".0")
	tb.pressCandidate(fmt.Sprintf("r%dc%d<>%s", cell/9+1, cell%9+1, solution[cell:cell+1]))
	tb.click("#check")
	tb.words("does not follow from Swordfish")
	tb.click("#clear")
	wants(tb, "marks", eval[int](tb, "document.querySelectorAll('#board .strike').length"), 0)
	removed := eval[[]string](tb, "window.task.round.steps[0].removed")
	for i, text := range removed {
		if i > 0 {
			tb.click("#check")
			tb.words("Right so far")
		}
		tb.pressCandidate(text)
	}
	wants(tb, "marks", eval[int](tb, "document.querySelectorAll('#board .strike').length"), len(removed))
	tb.click("#check")
	tb.words("Right, that follows.")
	tb.words("Swordfish")
	tb.until("document.querySelector('#board .house') && document.querySelector('#board .cover')")
	tb.holds("address", eval[string](tb, "location.search"), "technique=swordfish")
}

// Without a pointer, and with a digit to place.
func practiseByKeys(tb *tab) {
	tb.givenTask("naked-single")
	placement := eval[string](tb, "window.task.round.steps[0].placement")
	tb.chooseCell(int(placement[1]-'1'), int(placement[3]-'1'))
	tb.press(placement[len(placement)-1:])
	tb.press("\r")
	tb.words("Right, that follows.")
	tb.click("#ask .strong")
	tb.until("!document.querySelector('#words .good')")
	tb.click("#show")
	tb.words("Naked single")
}
