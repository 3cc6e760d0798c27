package web_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// stateTests are sequences in which an answer, another tab or another mode comes between.
var stateTests = []pageTest{
	{"a game carried to a puzzle that is not there", eitherWindow, carriedNowhere},
	{"a carried game and one that was only looked at", eitherWindow, carriedOverLookedAt},
	{"a way that another tab overtakes", []window{desktopLight}, wayOvertaken},
	{"time of thought", eitherWindow, timeOfThought},
	{"time behind other tabs", eitherWindow, timeBehind},
	{"an answer during a pause", eitherWindow, answerDuringPause},
	{"a help asked for twice", eitherWindow, askedTwice},
	{"a help that another overtakes", eitherWindow, helpOvertaken},
	{"a new puzzle while one is typed", eitherWindow, newWhileTyping},
	{"a pasted puzzle that is late", eitherWindow, pastedLate},
	{"digits after another mode", eitherWindow, enteredAfterMarks},
	{"a hint back and forth", eitherWindow, hintBackAndForth},
	{"a hint during a pause", eitherWindow, hintDuringPause},
	{"a pause that missed another tab", eitherWindow, pauseMissed},
	{"a game that another tab deletes", []window{desktopLight}, deletedElsewhere},
	{"days after games are deleted", eitherWindow, daysLast},
	{"looking is not playing", eitherWindow, lookingOnly},
	{"a seed in the pocket that was served", []window{desktopLight}, servedInPocket},
	{"a position answered twice", eitherWindow, answeredTwice},
	{"no way back during a pause", eitherWindow, unmistakeDuringPause},
}

// run runs statements in the tab.
func (tb *tab) run(statements string) {
	tb.Helper()
	eval[bool](tb, "(() => { %s; return true; })()", statements)
}

// used returns how many helps a game had.
func (tb *tab) used() string { return tb.text("#helps-used") }

// slowEngine has the engine hear no question until letGo.
func (tb *tab) slowEngine() {
	tb.Helper()
	tb.run(`
		const { postMessage: post } = Worker.prototype;
		window.held = [];
		window.letGo = () => { const list = held; window.held = null; list.forEach((f) => f()); };
		Worker.prototype.postMessage = function (what) {
			if (what.question && held) return void held.push(() => this.postMessage(what));
			if (what.question) this.addEventListener("message", () => window.answered = true, { once: true });
			post.call(this, what);
		}`)
}

// letGo lets the engine answer, and waits for answers that nobody sees.
func (tb *tab) letGo() {
	tb.Helper()
	tb.run("letGo()")
	tb.until("window.answered")
	time.Sleep(time.Second)
}

// kept returns what the tab keeps of a game.
func (tb *tab) kept(p puzzle, of string) int {
	tb.Helper()
	return eval[int](tb, "(g => Number(%s))(JSON.parse(localStorage['seedoku.game.%s'] ?? '{}'))", of, p.ID)
}

// carryAddress returns the address of the game, as another device gets it.
func (tb *tab) carryAddress() string {
	tb.Helper()
	tb.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
	tb.more("carry")
	tb.until("document.querySelector('dialog .code')")
	tb.click("dialog button:not(.strong)")
	tb.until("window.copied")
	tb.press(kb.Escape)
	tb.until("!document.querySelector('dialog')")
	return strings.TrimPrefix(eval[string](tb, "copied"), tb.base)
}

// carriedNowhere follows the address of a carried game whose puzzle is not there. The next puzzle
// begins without a move.
func carriedNowhere(tb *tab) {
	tb.allowed = "404"
	p := somePuzzle(tb, "level=4")
	tb.playSome(p)
	_, code, _ := strings.Cut(tb.carryAddress(), "#")
	tb.do(chromedp.Navigate("about:blank"))
	tb.visit("/p/AAAAAAAAAAAAA-AAAAAAAAA#" + code)
	tb.words("does not have the puzzle")
	tb.press("n")
	tb.until("document.body.dataset.ready")
	wants(tb, "moves of a new puzzle", eval[string](tb, "document.getElementById('slider').max"), "0")
}

// carriedOverLookedAt opens a puzzle on another device before the game is carried there.
func carriedOverLookedAt(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.playSome(p)
	board, address := tb.digits(), tb.carryAddress()
	other := (&browser{ctx: tb.ctx, base: tb.base}).open(tb.T, tb.window)
	other.play(p)
	other.do(chromedp.Navigate("about:blank"))
	other.visit(address)
	other.until("document.body.dataset.ready === %q", p.ID)
	other.words("carried over")
	wants(other, "board", other.digits(), board)
}

// wayOvertaken shows a way while another tab goes on with the game.
func wayOvertaken(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	tb.enter(p.empty()[0], p.Solution[p.empty()[0]])
	tb.ask("g")
	tb.until("!document.getElementById('way').hidden")
	second := tb.another()
	second.play(p)
	second.enter(p.empty()[1], p.Solution[p.empty()[1]])
	tb.until("document.getElementById('slider').max === '2'")
	board := second.digits()
	wants(tb, "board", tb.digits(), board)
	wants(tb, "the way is closed", eval[bool](tb, "document.getElementById('way').hidden"), true)
	tb.run("document.querySelector('[data-do=wayDo]').click()")
	wants(tb, "board after the way", tb.digits(), board)
}

// timeOfThought thinks, and leaves for another puzzle without a move.
func timeOfThought(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	tb.enter(p.empty()[0], p.Solution[p.empty()[0]])
	tb.until("document.getElementById('time').textContent >= '0:03'")
	tb.press("n")
	tb.until("document.body.dataset.ready !== %q", p.ID)
	wants(tb, "the time is kept", tb.kept(p, "g.seconds") >= 3, true)
}

// timeBehind opens a puzzle in a tab that nobody sees.
func timeBehind(tb *tab) {
	tb.script("window.away = true; Object.defineProperty(document, 'hidden', {get: () => window.away})")
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	time.Sleep(4500 * time.Millisecond)
	wants(tb, "time before anybody looks", tb.text("#time"), "0:00")
	tb.run(`new MutationObserver(() => window.first ??= document.getElementById("time").textContent).observe(document.getElementById("time"), {childList: true, characterData: true, subtree: true});
		window.away = false; document.dispatchEvent(new Event("visibilitychange"))`)
	tb.until("window.first")
	if first := eval[string](tb, "window.first"); first > "0:03" {
		tb.Errorf("the first time that is shown is %s", first)
	}
}

// answerDuringPause pauses before the step is there that is to be done.
func answerDuringPause(tb *tab) {
	p := somePuzzle(tb, "level=1")
	tb.play(p)
	tb.slowEngine()
	tb.enter(p.empty()[0], p.Solution[p.empty()[0]])
	tb.ask("d")
	tb.words("…")
	tb.press("t")
	tb.letGo()
	wants(tb, "place", tb.place(), "1")
	wants(tb, "helps used", tb.used(), "")
	wants(tb, "words", tb.text("#words"), "")
}

// askedTwice presses the key of the hint while the engine works.
func askedTwice(tb *tab) {
	p := somePuzzle(tb, "level=1")
	tb.play(p)
	tb.slowEngine()
	tb.enter(p.empty()[0], p.Solution[p.empty()[0]])
	tb.press("hhh")
	tb.letGo()
	tb.words("Look at ")
	wants(tb, "helps used", tb.used(), "Help used: 1")
}

// helpOvertaken asks for a step, and for the way before the step is there.
func helpOvertaken(tb *tab) {
	p := somePuzzle(tb, "level=1")
	tb.play(p)
	tb.slowEngine()
	tb.enter(p.empty()[0], p.Solution[p.empty()[0]])
	tb.ask("g")
	tb.ask("d")
	tb.letGo()
	wants(tb, "the way", eval[bool](tb, "document.getElementById('way').hidden"), true)
	wants(tb, "place", tb.place(), "2")
	wants(tb, "helps used", tb.used(), "Help used: 1")
}

// newWhileTyping asks for a new puzzle, and types one before it is there.
func newWhileTyping(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	tb.run(`const get = window.fetch, held = [];
		window.letGo = () => held.forEach((go) => go());
		window.fetch = (...what) => String(what[0]).includes("puzzles?") ? new Promise((resolve) => held.push(() => resolve(get(...what)))) : get(...what)`)
	tb.press("n")
	tb.more("enter")
	tb.words("0 digits")
	tb.enter(0, '5')
	tb.run("letGo()")
	time.Sleep(2 * time.Second)
	wants(tb, "board", tb.digits(), "5"+strings.Repeat(".", 80))
	wants(tb, "address", eval[string](tb, "location.search"), "?enter=")
}

// pastedLate types a digit before it is known whether a text has a puzzle.
func pastedLate(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.visit("/?enter")
	tb.until("document.body.dataset.ready")
	tb.slowEngine()
	tb.paste("Puzzle: " + p.Puzzle)
	tb.enter(0, '5')
	tb.letGo()
	wants(tb, "board", tb.digits(), "5"+strings.Repeat(".", 80))
}

// enteredAfterMarks types a puzzle after marks, whose keys are not there then.
func enteredAfterMarks(tb *tab) {
	tb.play(somePuzzle(tb, "level=4"))
	tb.click("#modes [data-value=corner]")
	tb.more("enter")
	tb.words("0 digits")
	tb.enter(0, '5')
	wants(tb, "board", tb.digits(), "5"+strings.Repeat(".", 80))
}

// hintBackAndForth walks through the stages of a hint, which is one help.
func hintBackAndForth(tb *tab) {
	tb.play(somePuzzle(tb, "level=1"))
	for range 3 {
		tb.hint()
		tb.until("!document.getElementById('stepper').hidden")
	}
	tb.until("document.querySelector('#words .explanation')")
	for _, way := range []string{"back", "back", "next", "next"} {
		tb.click("#hint-" + way)
	}
	wants(tb, "helps used", tb.used(), "Help used: 1")
}

// hintDuringPause pauses while a hint is open: it is not seen, stays as it is, and goes on after.
func hintDuringPause(tb *tab) {
	tb.play(somePuzzle(tb, "level=1"))
	for range 2 {
		tb.hint()
		tb.until("!document.getElementById('stepper').hidden")
	}
	look := func() string {
		return tb.text("#words") + tb.used() + eval[string](tb, "document.getElementById('overlay').innerHTML")
	}
	before := look()
	tb.press("t")
	covered := "Array.from(document.querySelectorAll('.cell'), (cell) => cell.getBoundingClientRect()).every(({x, y, width, height}) => document.elementFromPoint(x + width / 2, y + height / 2).closest('#veil'))"
	wants(tb, "the board is covered", eval[bool](tb, "%s", covered), true)
	for _, key := range []string{"h", kb.ArrowRight, kb.ArrowLeft, kb.ArrowLeft} {
		tb.press(key)
		wants(tb, "the hint during the pause", look(), before)
	}
	tb.press("t")
	wants(tb, "the hint after the pause", look(), before)
	tb.hint()
	tb.until("document.querySelector('#words .explanation')")
}

// pauseMissed pauses, and does not hear of what another tab does: a move, then the end.
func pauseMissed(tb *tab) {
	p := somePuzzle(tb, "level=4")
	cells := p.empty()
	tb.play(p)
	tb.enter(cells[0], p.Solution[cells[0]])
	tb.press("t")
	tb.run(fmt.Sprintf(`const name = "seedoku.game.%s", game = JSON.parse(localStorage[name]);
		game.moves.push({kind: "digit", cells: [%d], value: %c});
		localStorage[name] = JSON.stringify({...game, at: 2, saved: game.saved + 1})`, p.ID, cells[1], p.Solution[cells[1]]))
	tb.press("t")
	wants(tb, "moves that are kept", tb.kept(p, "g.moves.length"), 2)
	wants(tb, "moves on the board", tb.place(), "2")
	tb.press("t")
	tb.run(fmt.Sprintf(`const name = "seedoku.game.%s", game = JSON.parse(localStorage[name]);
		localStorage[name] = JSON.stringify({...game, solved: true, saved: game.saved + 1});
		document.dispatchEvent(new Event("visibilitychange"))`, p.ID))
	tb.press("t")
	wants(tb, "the board is covered after another tab has ended the game", eval[bool](tb, "!document.getElementById('veil').hidden"), false)
	tb.press("z")
	wants(tb, "moves after a step back", tb.place(), "1")
}

// deletedElsewhere deletes the game of a tab in another one.
func deletedElsewhere(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	tb.enter(p.empty()[0], p.Solution[p.empty()[0]])
	second := tb.another()
	second.visit("/games")
	second.click("#delete")
	second.click("#yes")
	tb.until("localStorage['seedoku.game.%s'] === undefined", p.ID)
	tb.run("document.dispatchEvent(new Event('visibilitychange')); dispatchEvent(new Event('pagehide'))")
	wants(tb, "games", tb.kept(p, "'saved' in g"), 0)
	tb.enter(p.empty()[1], p.Solution[p.empty()[1]])
	wants(tb, "moves of the game that goes on", tb.kept(p, "g.moves.length"), 2)
}

// daysLast solves a puzzle of the day, and deletes all games before it looks at the days.
func daysLast(tb *tab) {
	tb.visit("/?level=1")
	tb.until("document.body.dataset.ready")
	before := eval[string](tb, "document.body.dataset.ready")
	tb.more("daily")
	tb.until("document.body.dataset.ready !== %q", before)
	p := puzzle{ID: eval[string](tb, "document.body.dataset.ready")}
	tb.run(fmt.Sprintf(`const name = "seedoku.game.%s", game = JSON.parse(localStorage[name]);
		localStorage[name] = JSON.stringify({...game, solved: true, saved: game.saved + 1e6})`, p.ID))
	tb.visit("/games")
	tb.click("#delete")
	tb.click("#yes")
	tb.visit("/daily")
	tb.until("document.getElementById('streak').textContent")
	tb.holds("days", tb.text("#streak"), "1 day in a row")
	tb.run(`const now = Date.now;
		Date.now = () => now() + 24*3600e3;
		window.before = document.getElementById("date").value;
		window.dispatchEvent(new Event("focus"))`)
	tb.until("document.getElementById('date').value > before && document.getElementById('date').value === document.getElementById('date').max")
	tb.until("document.querySelectorAll('.card').length === 9 && document.getElementById('streak').textContent.includes('1 day in a row')")
}

// lookingOnly leaves a game and comes back: it is not later than before.
func lookingOnly(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	tb.enter(p.empty()[0], p.Solution[p.empty()[0]])
	saved := tb.kept(p, "g.saved")
	tb.until("document.getElementById('time').textContent >= '0:02'")
	tb.run("document.dispatchEvent(new Event('visibilitychange'))")
	wants(tb, "when it was played", tb.kept(p, "g.saved"), saved)
	seconds := tb.kept(p, "g.seconds")
	wants(tb, "the time is kept", seconds >= 2, true)
	second := tb.another()
	second.play(p)
	second.until("document.getElementById('time').textContent >= '0:04'")
	second.run("document.dispatchEvent(new Event('visibilitychange'))")
	tb.run("document.dispatchEvent(new Event('visibilitychange'))")
	wants(tb, "the longer time stays", tb.kept(p, "g.seconds") >= 4, true)
}

// servedInPocket is without the network, with puzzles of which one was served already.
func servedInPocket(tb *tab) {
	p, q := somePuzzle(tb, "level=4"), somePuzzle(tb, "level=4&clues=26")
	tb.visit("/games")
	tb.run(fmt.Sprintf(`const row = (id, puzzle, solution) => ({id, puzzle, solution, clues: 26, level: 4, er: 1.2, hardest: "hidden-single"});
		localStorage["seedoku.pocket"] = JSON.stringify({4: [row(%q, %q, %q), row(%q, %q, %q)]});
		localStorage["seedoku.served"] = JSON.stringify(%q.split("-")[0] + "00001")`, p.ID, p.Puzzle, p.Solution, q.ID, q.Puzzle, q.Solution, p.ID))
	tb.script(`{ const get = window.fetch; window.fetch = (...what) => String(what[0]).includes("api/") ? Promise.reject(new TypeError("offline")) : get(...what); }`)
	tb.visit("/?level=4")
	tb.until("document.body.dataset.ready")
	wants(tb, "puzzle", eval[string](tb, "document.body.dataset.ready"), q.ID)
	tb.press("n")
	tb.until("document.body.dataset.ready !== %q", q.ID)
	wants(tb, "a puzzle made here", len(eval[string](tb, "document.body.dataset.ready")), 81)
}

// answeredTwice looks at the answer of a position of a lesson, and comes back to it.
func answeredTwice(tb *tab) {
	tb.lesson("swordfish")
	for range 2 {
		tb.click("#show")
		tb.until("document.querySelector('#words .explanation')")
		tb.holds("record", tb.text("#record"), "0 of 1 found")
		tb.click("#positions button:nth-child(2)")
		tb.click("#positions button:nth-child(1)")
	}
}

// unmistakeDuringPause asks for the way back to before a mistake while no move is made.
func unmistakeDuringPause(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	tb.enter(p.empty()[0], other(p.Solution[p.empty()[0]])[0])
	tb.press("t")
	tb.run("document.querySelector('#more [data-do=unmistake]').click()")
	wants(tb, "helps used", tb.used(), "")
	wants(tb, "words", strings.Contains(tb.text("#words"), "Back to before"), false)
}
