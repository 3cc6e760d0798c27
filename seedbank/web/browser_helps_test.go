package web_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/chromedp/chromedp/kb"
)

var helpTests = []pageTest{
	{"helps 1 to 5", twoWindows, helpsOfTheBrowser},
	{"where a digit goes", eitherWindow, whereItGoes},
	{"the kind of the next step", eitherWindow, kindOfStep},
	{"a step shown", eitherWindow, stepShown},
	{"a chain shown", eitherWindow, chainShown},
	{"a sign of work", eitherWindow, signOfWork},
	{"helps by H and a number", []window{desktopLight}, helpsByNumber},
	{"a step done", eitherWindow, stepDone},
	{"the whole way", eitherWindow, wholeWay},
	{"chains one by one", eitherWindow, chainsOneByOne},
	{"helps after a mistake", eitherWindow, helpsAfterMistake},
	{"helps by buttons", twoWindows, helpsByButtons},
	{"helps that spoil ask first", eitherWindow, asksFirst},
	{"all steps now", eitherWindow, allSteps},
	{"permitted digits of all cells by buttons", twoWindows, permittedByButtons},
	{"permitted digits of a game", eitherWindow, permittedInGame},
}

// words waits for words that hold a text.
func (tb *tab) words(part string) {
	tb.Helper()
	tb.until("document.getElementById('words').textContent.includes(%q)", part)
}

// ask presses the key of a help, and once more where the page asks whether it is wanted.
func (tb *tab) ask(key string) {
	tb.Helper()
	tb.press(key)
	if eval[bool](tb, "document.getElementById('spoil') !== null") {
		tb.press(key)
	}
}

// untilDrawn does steps until the next one has something drawn that a selector
// finds.
func (tb *tab) untilDrawn(selector string) {
	tb.Helper()
	for range 100 {
		tb.ask("s")
		tb.until("document.querySelector('#words h2')")
		if eval[bool](tb, "document.querySelector('#overlay %s') !== null", selector) {
			return
		}
		before := tb.place()
		tb.ask("d")
		tb.until("document.getElementById('slider').value !== %q", before)
	}
	tb.Fatalf("no step came with %s", selector)
}

// hardestDrawn opens a puzzle at its hardest step, in which a selector finds something.
func (tb *tab) hardestDrawn(p puzzle, selector string) {
	tb.Helper()
	tb.beforeHardest(p)
	tb.press("yy")
	tb.ask("s")
	tb.until("document.querySelector('#words h2')")
	wants(tb, selector, eval[bool](tb, "document.querySelector('#overlay %s') !== null", selector), true)
}

// place returns the number of the step that the game is on.
func (tb *tab) place() string { return eval[string](tb, "document.getElementById('slider').value") }

func helpsOfTheBrowser(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	row := func(c int) string { return strings.Trim(p.Puzzle[c/9*9:c/9*9+9], ".") }
	cells := p.empty()
	c := cells[slices.IndexFunc(cells, func(c int) bool { return row(c) != "" })]
	wrong := row(c)[:1]
	tb.click(cell(c))
	tb.press("p")
	tb.holds("words", tb.text("#words"), fmt.Sprintf("r%dc%d may be ", c/9+1, c%9+1))
	wants(tb, "permitted digits", tb.marks(c, "pencil"), p.permitted(c))
	tb.press("p")
	wants(tb, "cells with permitted digits", eval[int](tb, "new Set(Array.from(document.querySelectorAll('.pencil'), m => m.parentElement)).size"), len(p.empty()))
	tb.press("r")
	tb.holds("words", tb.text("#words"), "Yes, all digits are right")
	tb.press(wrong)
	tb.press("c")
	wants(tb, "conflict", eval[bool](tb, "document.querySelector(%q).classList.contains('conflict')", cell(c)), true)
	tb.holds("name", tb.name(c), "in conflict")
	tb.press("r")
	tb.holds("words", tb.text("#words"), "No, something is wrong")
	wants(tb, "wrong cells before help 5", eval[int](tb, "document.querySelectorAll('.wrong').length"), 0)
	tb.press("m")
	wants(tb, "wrong cells", eval[string](tb, "Array.from(document.querySelectorAll('.wrong'), c => '#' + c.id).join()"), cell(c))
	tb.holds("name", tb.name(c), "wrong")
	tb.press("z")
	wants(tb, "wrong cells after a step back", eval[int](tb, "document.querySelectorAll('.wrong').length"), 0)
	tb.holds("helps used", eval[string](tb, "document.getElementById('helps-used').textContent"), "5")
}

func whereItGoes(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	tb.press("w")
	tb.words("Which digit?")
	tb.press("5")
	n := 0
	for _, c := range p.empty() {
		if strings.Contains(p.permitted(c), "5") {
			n++
		}
	}
	tb.words(fmt.Sprintf("5 can go into %d cells", n))
	wants(tb, "marked cells", eval[int](tb, "document.querySelectorAll('#overlay .ring').length"), n)
	wants(tb, "board", tb.digits(), p.Puzzle)
	tb.press("f5")
	wants(tb, "filtered cells", eval[int](tb, "document.querySelectorAll('.cell.filtered').length"), n)
	tb.press("f")
	wants(tb, "filtered cells once switched off", eval[int](tb, "document.querySelectorAll('.cell.filtered').length"), 0)
	wants(tb, "helps used", eval[string](tb, "document.getElementById('helps-used').textContent"), "Help used: 1")
}

func kindOfStep(tb *tab) {
	tb.play(somePuzzle(tb, "level=1"))
	tb.ask("k")
	tb.words("Hidden single (rated 1.")
	tb.holds("words", tb.text("#words"), "in box")
	wants(tb, "shaded houses", eval[int](tb, "document.querySelectorAll('#overlay .house').length"), 1)
}

func stepShown(tb *tab) {
	tb.hardestDrawn(somePuzzle(tb, "hardest=x-wing"), ".cover ~ .cover")
	for what, selector := range map[string]string{
		"houses": ".house", "covers": ".cover", "pattern": ".ring.main", "removed candidates": ".ring.removed", "strikes": ".strike",
	} {
		if n := eval[int](tb, "document.querySelectorAll('#overlay %s').length", selector); n == 0 {
			tb.Errorf("%s are not drawn", what)
		}
	}
	wants(tb, "cells and houses in the words", eval[bool](tb, "document.querySelectorAll('#words .ref').length > 3"), true)
	eval[bool](tb, "(() => { document.querySelector('#words .ref').focus(); return true; })()")
	wants(tb, "cells that the words point at", eval[bool](tb, "document.querySelectorAll('.cell.linked').length > 0"), true)
}

func chainShown(tb *tab) {
	tb.hardestDrawn(somePuzzle(tb, "er=6.6"), ".link")
	for what, selector := range map[string]string{
		"strong links": ".link.strong", "weak links": ".link.weak", "true candidates": ".ring.on", "heads of arrows": ".head",
	} {
		if n := eval[int](tb, "document.querySelectorAll('#overlay %s').length", selector); n == 0 {
			tb.Errorf("%s are not drawn", what)
		}
	}
}

func stepDone(tb *tab) {
	p := somePuzzle(tb, "level=1")
	tb.play(p)
	for n := range 3 {
		tb.ask("d")
		tb.until("document.getElementById('slider').value === '%d'", n+1)
	}
	got := tb.digits()
	wants(tb, "digits placed", strings.Count(got, "."), strings.Count(p.Puzzle, ".")-3)
	for c := range 81 {
		if got[c] != '.' && got[c] != p.Solution[c] {
			tb.Errorf("%s is %c", cell(c), got[c])
		}
	}
}

func wholeWay(tb *tab) {
	p := somePuzzle(tb, "level=5")
	tb.play(p)
	c := p.empty()[0]
	tb.click(cell(c))
	tb.press(p.Solution[c : c+1])
	tb.ask("g")
	tb.until("!document.getElementById('way').hidden")
	first := tb.digits()
	wants(tb, "digit of the player's", first[c:c+1], p.Solution[c:c+1])
	tb.holds("place", tb.text("#way-at"), "1 of ")
	tb.click("[data-do=wayNext]")
	tb.holds("place", tb.text("#way-at"), "2 of ")
	tb.click("[data-do=wayBack]")
	wants(tb, "board a step back", tb.digits(), first)
	eval[bool](tb, "(() => { const s = document.getElementById('way-slider'); s.value = s.max; return s.dispatchEvent(new Event('input', {bubbles: true})); })()")
	wants(tb, "empty cells before the last step", strings.Count(tb.digits(), "."), 1)
	tb.click("[data-do=wayDo]")
	wants(tb, "board", tb.digits(), p.Solution)
	tb.words("Solved in ")
	tb.press("z")
	wants(tb, "board a step back", strings.Count(tb.digits(), "."), len(p.empty())-1)
	tb.ask("g")
	tb.until("!document.getElementById('way').hidden")
	tb.press("n")
	tb.until("document.body.dataset.ready !== %q", p.ID)
	wants(tb, "the way of the puzzle before", eval[bool](tb, "document.getElementById('way').hidden"), true)
}

func helpsAfterMistake(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	c := p.empty()[0]
	wrong := "1"
	if p.Solution[c] == '1' {
		wrong = "2"
	}
	tb.click(cell(c))
	tb.press(wrong)
	for _, key := range []string{"k", "s", "d", "g"} {
		tb.ask(key)
		tb.words("Something on the board is wrong")
	}
	wants(tb, "helps used, for it was told that something is wrong", tb.used(), "Help used: 1")
}

func helpsByButtons(tb *tab) {
	tb.play(somePuzzle(tb, "level=4"))
	for n := 1; n <= 9; n++ {
		if tb.window.touch {
			if n == 8 {
				tb.click(".said > .closer") // the words have the room of the keys
			}
			tb.click(".opener[data-do=helps]")
		}
		tb.click(fmt.Sprintf("#help-%d", n))
		tb.until("document.getElementById('words').textContent && !document.querySelector('.working')")
	}
	wants(tb, "the way", eval[bool](tb, "!document.getElementById('way').hidden"), true)
	wants(tb, "tags", eval[bool](tb, "Array.from(document.querySelectorAll('.help')).every(h => h.title.length > 10)"), true)
}

// permittedByButtons asks for the permitted digits of cells, and for those of all. On a phone the
// buttons are on a sheet, which closes.
func permittedByButtons(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	permitted := func(want string) {
		tb.Helper()
		if tb.window.touch {
			tb.click(".opener[data-do=helps]")
		}
		tb.click("#help-2")
		tb.words(want)
	}
	empty := p.empty()
	for _, c := range []int{empty[0], empty[9]} {
		tb.click(cell(c))
		permitted(fmt.Sprintf("r%dc%d may be ", c/9+1, c%9+1))
	}
	permitted("The permitted digits of all cells")
	tb.click(cell(strings.IndexAny(p.Puzzle, "123456789")))
	permitted("Choose an empty cell, or press again")
	permitted("The permitted digits of all cells")
}

// signOfWork looks for a sign between a question to the engine and its answer.
func signOfWork(tb *tab) {
	tb.play(somePuzzle(tb, "level=9"))
	tb.press("g")
	tb.holds("question", tb.text("#words"), "This help spoils")
	eval[bool](tb, `(() => {
		const words = document.getElementById("words");
		new MutationObserver(() => (window.worked ||= words.querySelector(".working") !== null && words.ariaBusy === "true")).observe(words, { childList: true, attributes: true });
		return true;
	})()`)
	tb.press("g")
	tb.until("!document.getElementById('way').hidden")
	wants(tb, "a sign of work", eval[bool](tb, "window.worked"), true)
	wants(tb, "a sign of work at the end", eval[string](tb, "document.getElementById('words').ariaBusy ?? ''"), "")
}

func helpsByNumber(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	c := p.empty()[0]
	tb.click(cell(c))
	tb.press("?4")
	tb.words("all digits are right")
	tb.press(p.Solution[c : c+1])
	wants(tb, "a digit after the help", tb.marks(c, "digit"), p.Solution[c:c+1])
	tb.click("#help-7")
	tb.until("document.querySelector('#words h2')")
	tb.press(p.Solution[c : c+1])
	wants(tb, "a digit after a click on a help", tb.marks(c, "digit"), "")
}

// untilChains goes along the way to the first step with several chains.
func (tb *tab) untilChains() {
	tb.Helper()
	tb.ask("g")
	tb.until("!document.getElementById('way').hidden")
	tb.until("document.querySelector('#words .chains') || (document.querySelector('[data-do=wayNext]').click(), false)")
}

func chainsOneByOne(tb *tab) {
	tb.play(somePuzzle(tb, "level=9"))
	tb.untilChains()
	links := func() int { return eval[int](tb, "document.querySelectorAll('#overlay .link').length") }
	tb.click("#words .chains button:nth-child(1)")
	all := links()
	tb.click("#words .chains button:nth-child(2)")
	wants(tb, "pressed button", tb.text("#words .chains [aria-pressed=true]"), "Chain 1")
	if one := links(); one == 0 || one >= all {
		tb.Errorf("%d links of one chain, %d of all", one, all)
	}
}

// asksFirst presses keys of helps that spoil by mistake, and then wants one.
func asksFirst(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	for i, key := range []string{"k", "s", "d", "g"} {
		tb.press(key)
		tb.holds("question", tb.text("#words"), "This help spoils")
		wants(tb, "help that is asked about", eval[string](tb, "document.getElementById('spoil').dataset.value"), strconv.Itoa(6+i))
	}
	tb.press(kb.Escape)
	wants(tb, "words", tb.text("#words"), "")
	tb.press("dd")
	tb.until("document.getElementById('slider').value === '1'")
	tb.press("d")
	tb.until("document.getElementById('slider').value === '2'")
	wants(tb, "helps used", eval[string](tb, "document.getElementById('helps-used').textContent"), "Help used: 2")
	tb.press("k")
	tb.click("#spoil")
	tb.words("(rated ")
}

// allSteps lists the steps of a position, and shows one that is not the first.
func allSteps(tb *tab) {
	p := somePuzzle(tb, "level=5")
	tb.play(p)
	tb.more("allSteps")
	tb.words("steps now")
	n := eval[int](tb, "document.querySelectorAll('.all-steps button').length")
	tb.holds("words", tb.text("#words h2"), fmt.Sprintf("%d steps now. Of chains, only the easiest are listed.", n))
	last := eval[string](tb, "Array.from(document.querySelectorAll('.all-steps button')).pop().textContent")
	eval[bool](tb, "(() => { Array.from(document.querySelectorAll('.all-steps button')).pop().click(); return true; })()")
	claim := strings.Split(last, ", ")[0]
	kind := ".ring.placed"
	if strings.Contains(claim, "≠") {
		kind = ".ring.removed"
	}
	wants(tb, "the step on the board", eval[bool](tb, "document.querySelector('#overlay %s') !== null", kind), true)
	tb.holds("words", tb.text("#words .explanation"), claim[:4])
	tb.click("#words > button")
	wants(tb, "steps", eval[int](tb, "document.querySelectorAll('.all-steps button').length"), n)
	wants(tb, "board", tb.digits(), p.Puzzle)
	wants(tb, "helps used", eval[string](tb, "document.getElementById('helps-used').textContent"), "Help used: 1")
}

// permittedInGame does steps until one rules out candidates. Permitted and Where leave them out.
func permittedInGame(tb *tab) {
	said := tb.untilRuledOut()
	at, digit, _ := strings.Cut(strings.Fields(said[strings.Index(said, "≠")-4:])[0], "≠")
	digit = digit[:1]
	c := 9*int(at[1]-'1') + int(at[3]-'1')
	tb.click(cell(c))
	tb.press("p")
	tb.words(at + " may be ")
	if text := tb.text("#words"); strings.Contains(strings.TrimPrefix(text, at), digit) {
		tb.Errorf("%q after %q", text, said)
	}
	if drawn := tb.marks(c, "pencil"); drawn == "" || strings.Contains(drawn, digit) {
		tb.Errorf("%s shows %s after %q", at, drawn, said)
	}
	tb.press("f" + digit)
	n := eval[int](tb, "document.querySelectorAll('.cell.filtered').length")
	tb.press("f")
	tb.press(kb.Escape)
	tb.press(kb.Escape)
	tb.press("w")
	tb.words("Which digit?")
	tb.press(digit)
	tb.words(" can go into ")
	wants(tb, "cells where it can go", eval[int](tb, "document.querySelectorAll('#overlay .ring').length"), n)
}
