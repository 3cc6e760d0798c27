package web_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// lesson opens the lesson of a technique, and keeps its first position where the test can
// read the answer: the address says which it is.
func (tb *tab) lesson(name string) {
	tb.Helper()
	tb.visit("/learn/" + name)
	tb.until("document.body.dataset.ready !== undefined && document.querySelector('#board svg')")
	eval[bool](tb, "(() => { fetch('/api/v1/practice?practice=%s&distinct=true&n=6&seed=1').then(r => r.json()).then(a => window.task = a.tasks[0]); return true; })()", name)
	tb.until("window.task && document.getElementById('play').href.endsWith(window.task.id)")
}

// markLesson marks some of what the first step of a position removes, or all of it if n is
// negative.
func (tb *tab) markLesson(n int) {
	tb.Helper()
	removed := eval[[]string](tb, "window.task.round.steps[0].removed")
	if n < 0 {
		n = len(removed)
	}
	for _, text := range removed[:n] {
		tb.pressCandidate(text)
	}
}

// pressCandidate marks a candidate such as r1c2<>5, or takes its mark away: by its
// cell and the digit below the board.
func (tb *tab) pressCandidate(text string) {
	tb.Helper()
	tb.chooseCell(int(text[1]-'1'), int(text[3]-'1'))
	digit := text[len(text)-1:]
	tb.click(fmt.Sprintf("#digits button:nth-child(%d)", 1+eval[int](tb, "Array.from(document.querySelectorAll('#digits button'), b => b.textContent).indexOf(%q)", digit)))
	wants(tb, "digit that has the focus", eval[string](tb, "document.querySelector(':focus')?.textContent ?? ''"), digit)
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

// A lesson plays its example. Marks on a position are right, wrong, or not all yet; then the
// step is shown with its words. The first answer counts.
func lesson(tb *tab) {
	tb.lesson("swordfish")
	tb.holds("lesson", tb.text("#lesson"), "In three rows, all places of a digit lie in three columns")
	const struck = "document.querySelectorAll('#example .strike').length"
	wants(tb, "marks before the example", eval[int](tb, "document.querySelectorAll('#example .cover, #example .strike').length"), 0)
	for eval[int](tb, struck) == 0 {
		tb.click("#forward")
	}
	tb.holds("last sentence", tb.text("#sentence"), "So no other cell of")
	before := eval[int](tb, "document.querySelectorAll('#example .candidate').length")
	gone := eval[int](tb, struck)
	tb.click("#forward")
	wants(tb, "candidates after the example", eval[int](tb, "document.querySelectorAll('#example .candidate').length"), before-gone)
	wants(tb, "end of the example", eval[bool](tb, "document.getElementById('forward').disabled"), true)

	wants(tb, "positions", eval[int](tb, "document.querySelectorAll('#positions button').length"), 5)
	tb.holds("question", tb.text("#question"), "Find the swordfish")
	tb.click("#check")
	tb.words("Nothing is marked yet")
	solution, grid := eval[string](tb, "window.task.solution"), eval[string](tb, "window.task.round.grid")
	cell := strings.IndexAny(grid, ".0")
	tb.pressCandidate(fmt.Sprintf("r%dc%d<>%s", cell/9+1, cell%9+1, solution[cell:cell+1]))
	tb.click("#check")
	tb.words("does not follow from Swordfish")
	tb.holds("record", tb.text("#record"), "0 of 1 found")
	tb.click("#clear")
	wants(tb, "marks", eval[int](tb, "document.querySelectorAll('#board .strike').length"), 0)
	for i, text := range eval[[]string](tb, "window.task.round.steps[0].removed") {
		if i > 0 {
			tb.click("#check")
			tb.words("Right so far")
		}
		tb.pressCandidate(text)
	}
	tb.click("#check")
	tb.words("Right, that follows.")
	tb.until("document.querySelector('#board .house') && document.querySelector('#board .cover')")
	tb.holds("record", tb.text("#record"), "0 of 1 found")
	tb.holds("how often", tb.text("#often-bars"), "%")
	sheet := eval[string](tb, "document.getElementById('sheet').href")
	a, err := http.Get(sheet)
	if err != nil {
		tb.Fatal(err)
	}
	defer a.Body.Close()
	if body, err := io.ReadAll(a.Body); err != nil || a.StatusCode != http.StatusOK || !strings.HasPrefix(string(body), "%PDF") {
		tb.Errorf("the sheet %s: status %d, %v", sheet, a.StatusCode, err)
	}
}

// A label has a lesson too, with positions by keys; what is missed there comes back in the
// training, and the list of lessons shows where one is weak.
func training(tb *tab) {
	tb.lesson("naked-single")
	placement := eval[string](tb, "window.task.round.steps[0].placement")
	tb.chooseCell(int(placement[1]-'1'), int(placement[3]-'1'))
	tb.press(placement[len(placement)-1:])
	tb.press("\r")
	tb.words("Right, that follows.")
	tb.visit("/learn/skyscraper?set=3")
	tb.until("document.querySelector('#board svg')")
	tb.holds("kind", tb.text("#kind-of"), "Forcing chain")
	tb.click("#show")
	tb.words("Skyscraper")
	tb.holds("record", tb.text("#record"), "0 of 1 found")

	tb.visit("/train")
	tb.until("document.querySelector('#board svg')")
	tb.holds("question", tb.text("#question"), "skyscraper") // the other one is due tomorrow
	first := eval[string](tb, "document.getElementById('play').href")
	tb.click("#show")
	tb.holds("outcome", tb.text("#outcome"), "Back to the first box")
	tb.click("#next")
	tb.until("document.getElementById('play').href !== %q", first)
	wants(tb, "seeds that came twice", eval[int](tb, `(() => {
		const seeds = localStorage["seedoku.served"].match(/.{18}/g).map((entry) => entry.slice(2, 15));
		return seeds.length - new Set(seeds).size;
	})()`), 0)
	tb.click("#show")
	tb.click("#next")
	tb.until("!document.getElementById('end').hidden")
	tb.holds("state", tb.text("#state"), "0 of 2 right. Nothing is due before")
	wants(tb, "boxes", eval[string](tb, "Object.entries(JSON.parse(localStorage['seedoku.cards'])).map(([name, card]) => [name, card.box, card.last].join(' ')).sort().join()"), "naked-single 1 1,skyscraper 1 000")

	tb.visit("/learn")
	tb.until("document.querySelector('[data-technique=forcing-chain] ul')")
	wants(tb, "the weakest", tb.text("#weak-bars .bar .label"), "Skyscraper")
	tb.holds("today", tb.text("#due"), "Nothing is due today.")

	tb.visit("/train?with=empty-rectangle") // the bank has no position of it
	tb.until("!document.getElementById('end').hidden")
	wants(tb, "techniques of the mix", eval[int](tb, "document.querySelectorAll('#mix [aria-pressed=true]').length"), 0)
}

// aClass opens a lesson by its address in three browsers that have nothing in common. They show
// the same positions, and print the same sheet.
func aClass(tb *tab) {
	look := func(tb *tab) (positions, sheet string) {
		tb.visit("/learn/xy-wing")
		tb.until("document.body.dataset.ready !== undefined && document.querySelector('#board svg') && !document.getElementById('sheet').hidden")
		positions = eval[string](tb, "document.getElementById('play').href + document.querySelector('#board svg').innerHTML")
		response, err := http.Get(tb.base + eval[string](tb, "document.getElementById('sheet').getAttribute('href')"))
		if err != nil {
			tb.Fatal(err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK {
			tb.Fatalf("the sheet: %s, %v", response.Status, err)
		}
		return positions, string(text)
	}
	positions, sheet := look(tb)
	for range 2 {
		p, s := look(tb.beside(chromedp.WithNewBrowserContext()))
		wants(tb, "the same positions", p == positions, true)
		wants(tb, "the same sheet", s == sheet, true)
	}
}
