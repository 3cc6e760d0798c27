package web_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var keptTests = []pageTest{
	{"the plain address goes on", eitherWindow, goesOn},
	{"two tabs", []window{desktopLight}, twoTabs},
	{"a game of an older page to its end", eitherWindow, oldGame},
	{"full and denied storage", []window{desktopLight}, noStorage},
	{"settings that last", []window{desktopLight}, lastingSettings},
	{"mistakes at once", eitherWindow, mistakesAtOnce},
	{"size", eitherWindow, sizeOfWords},
	{"bookmarks", eitherWindow, bookmarks},
	{"a game carried over", eitherWindow, carriedOver},
	{"easy is easy", []window{phoneDark}, easyIsEasy},
	{"no seed twice", []window{desktopLight}, noSeedTwice},
}

// another opens another tab of the same browser, which keeps the same.
func (tb *tab) another() *tab { return tb.beside() }

// beside opens another tab.
func (tb *tab) beside(options ...chromedp.ContextOption) *tab {
	tb.Helper()
	ctx, closeTab := chromedp.NewContext(tb.ctx, options...)
	tb.Cleanup(closeTab)
	second := &tab{T: tb.T, ctx: ctx, base: tb.base, site: tb.site, window: tb.window}
	second.do(chromedp.EmulateViewport(tb.window.width, tb.window.height, chromedp.EmulateScale(1)))
	return second
}

// enter enters a digit.
func (tb *tab) enter(c int, digit byte) {
	tb.Helper()
	tb.click(cell(c))
	tb.press(string(digit))
}

// twoTabs plays on in a second tab. The first one neither destroys that nor misses it.
func twoTabs(tb *tab) {
	p := somePuzzle(tb, "level=4")
	cells := p.empty()
	tb.play(p)
	tb.enter(cells[0], p.Solution[cells[0]])
	second := tb.another()
	second.play(p)
	for _, c := range cells[1:5] {
		second.enter(c, p.Solution[c])
	}
	board := second.digits()
	// What the first tab has heard is taken from it, as from one that sleeps.
	leave := "['pagehide', 'visibilitychange'].every(name => (name === 'pagehide' ? window : document).dispatchEvent(new Event(name)))"
	eval[bool](tb, "%s", leave)
	second.visit("/p/" + p.ID)
	second.until("document.body.dataset.ready")
	wants(second, "board after the first tab was left", second.digits(), board)
	tb.until("document.querySelectorAll('.cell .digit').length === %d", p.Clues+5)
	tb.enter(cells[5], p.Solution[cells[5]])
	second.until("document.querySelectorAll('.cell .digit').length === %d", p.Clues+6)
	second.words("another tab")
}

// goesOn leaves a game, and opens the page without saying what. The game is there until it is
// solved.
func goesOn(tb *tab) {
	p := solvePuzzle(tb)
	cells := p.empty()
	last := cells[len(cells)-1]
	plain := func() string {
		tb.Helper()
		tb.visit("/")
		tb.until("document.body.dataset.ready")
		return eval[string](tb, "document.body.dataset.ready")
	}
	tb.play(p)
	wants(tb, "a new puzzle instead of one that was not begun", plain() != p.ID, true)
	tb.play(p)
	tb.fill(p, 1)
	board := tb.digits()
	tb.play(somePuzzle(tb, "level=4")) // is only looked at
	wants(tb, "puzzle", plain(), p.ID)
	wants(tb, "board", tb.digits(), board)
	wants(tb, "address", eval[string](tb, "location.href"), tb.address("/p/"+p.ID))
	tb.press("n")
	tb.until("document.body.dataset.ready !== %q", p.ID)
	tb.visit("/?level=4")
	tb.until("document.body.dataset.ready")
	wants(tb, "a new puzzle where a level is asked for", eval[string](tb, "document.body.dataset.ready") != p.ID, true)
	plain()
	tb.enter(last, p.Solution[last])
	tb.words("Solved in")
	time := eval[string](tb, "/\\d+:\\d\\d/.exec(document.getElementById('words').textContent)[0]")
	tb.visit("/games")
	wants(tb, "kept time", tb.text("#games tr:has([href$='"+p.ID+"']) td:nth-child(4)"), time)
	wants(tb, "a new puzzle after a solved game", plain() != p.ID, true)
}

// oldGame goes on with a game that an older page has kept, makes a mistake in its last cell,
// goes back, and ends it.
func oldGame(tb *tab) {
	p := solvePuzzle(tb)
	cells := p.empty()
	last := cells[len(cells)-1]
	var moves []string
	for _, c := range cells[:len(cells)-1] {
		moves = append(moves, fmt.Sprintf(`{"kind":"digit","cells":[%d],"value":%c}`, c, p.Solution[c]))
	}
	tb.visit("/games")
	eval[bool](tb, `(() => {
		localStorage["seedoku.games"] = JSON.stringify([{key: %[1]q, row: {id: %[1]q, puzzle: %[2]q, solution: %[3]q, clues: %[4]d, level: 1, er: 1.2, hardest: "hidden-single"},
			started: "2026-01-02T03:04:05Z", seconds: 83, helps: {}, solved: false, moves: [%[5]s], at: %[6]d}]);
		return true;
	})()`, p.ID, p.Puzzle, p.Solution, p.Clues, strings.Join(moves, ","), len(moves))
	tb.play(p)
	wants(tb, "what the older page has kept", eval[bool](tb, "localStorage['seedoku.games'] === undefined && localStorage['seedoku.game.%s'] !== undefined", p.ID), true)
	tb.enter(last, other(p.Solution[last])[0])
	tb.words("The board is full, but something is wrong.")
	tb.click("#words [data-do=unmistake]")
	wants(tb, "digits before the mistake", strings.Count(tb.digits(), "."), 1)
	tb.enter(last, p.Solution[last])
	for range 2 { // the card is there after a reload, too
		tb.words("Solved in 1:")
		tb.middle("#words [data-do=new]")
		tb.play(p)
	}
	tb.watchReplay()
	tb.click("#words [data-do=replay]")
	tb.until("past.length >= 3 && (document.querySelector('#words [data-do=goto]').click(), true)")
	at := tb.place()
	tb.press("y")
	wants(tb, "steps after the replay was stopped", tb.place() > at || len(tb.place()) > len(at), true)
	eval[bool](tb, "(() => { const s = document.getElementById('slider'); s.value = s.max; return s.dispatchEvent(new Event('input', {bubbles: true})); })()")
	tb.watchReplay()
	tb.click("#words [data-do=replay]")
	tb.until("past.at(-1) === '%d' && document.querySelector('#words [data-do=story]')", len(cells))
	wants(tb, "first steps of the replay", eval[string](tb, "past.slice(0, 4).join()"), "0,1,2,3")
	wants(tb, "board after the replay", tb.digits(), p.Solution)
	tb.click("#words [data-do=story]")
	tb.until("!document.getElementById('way').hidden")
	wants(tb, "board of the way", tb.digits(), p.Puzzle)
}

// watchReplay has the page note in past on which steps the game is, from now on.
func (tb *tab) watchReplay() {
	tb.Helper()
	tb.run(`window.past = [];
		window.watch?.disconnect();
		window.watch = new MutationObserver(() => past.push(document.getElementById("slider").value));
		watch.observe(document.getElementById("slider"), {attributeFilter: ["aria-valuetext"]})`)
}

// noStorage plays where nothing more can be kept, and where nothing can.
func noStorage(tb *tab) {
	p := somePuzzle(tb, "level=4")
	c := p.empty()[0]
	tb.play(p)
	wants(tb, "warning", eval[bool](tb, "document.getElementById('unkept').hidden"), true)
	eval[bool](tb, `(() => {
		let size = 2 ** 22;
		for (let i = 0; size >= 1; i++) try { localStorage["filler" + i] = "x".repeat(size); } catch { size /= 2; }
		return true;
	})()`)
	tb.enter(c, p.Solution[c])
	for range 400 { // until the pocket is full, too
		if !eval[bool](tb, "document.getElementById('unkept').hidden") {
			break
		}
		tb.press("4", chromedp.ModifierAlt)
	}
	wants(tb, "no warning", eval[bool](tb, "document.getElementById('unkept').hidden"), false)
	wants(tb, "digit", tb.marks(c, "digit"), p.Solution[c:c+1])

	tb.script(`Object.defineProperty(window, "localStorage", {get() { throw new DOMException("denied", "SecurityError"); }})`)
	tb.play(p)
	wants(tb, "no warning", eval[bool](tb, "document.getElementById('unkept').hidden"), false)
	tb.more("highlight")
	wants(tb, "the switch", eval[string](tb, "document.querySelector('[data-do=highlight]').getAttribute('aria-pressed')"), "false")
	tb.enter(c, p.Solution[c])
	wants(tb, "digit", tb.marks(c, "digit"), p.Solution[c:c+1])
	tb.holds("the warning", tb.text("#unkept"), "as long as this page is open")
	tb.play(p) // which opens the page anew
	wants(tb, "digit", tb.marks(c, "digit"), "")
}

// lastingSettings switches settings, and finds them after a reload.
func lastingSettings(tb *tab) {
	p := somePuzzle(tb, "level=4")
	c := p.empty()[0]
	tb.play(p)
	tb.press("c")
	tb.more("clean")
	eval[bool](tb, "(() => { const w = document.getElementById('wheel'); w.value = 'off'; return w.dispatchEvent(new Event('change')); })()")
	tb.play(p)
	tb.wheel(cell(c), 2)
	wants(tb, "digit by a wheel that is off", tb.marks(c, "digit"), "")
	near, far := -1, -1 // cells that see c, and that do not
	for _, o := range p.empty()[1:] {
		if sees := o/9 == c/9 || o%9 == c%9; sees && near < 0 {
			near = o
		} else if !sees && far < 0 && o/27 != c/27 {
			far = o
		}
	}
	digit := p.Solution[c : c+1]
	for _, o := range []int{near, far} {
		tb.click(cell(o))
		tb.press(digit, chromedp.ModifierShift)
		tb.press(digit, chromedp.ModifierCtrl)
	}
	tb.enter(c, digit[0])
	wants(tb, "notes that the digit sees", tb.marks(near, "corner")+tb.marks(near, "centre"), "")
	wants(tb, "notes that it does not see", tb.marks(far, "corner")+tb.marks(far, "centre"), digit+digit)
	tb.enter(near, digit[0])
	wants(tb, "conflict", eval[bool](tb, "document.querySelector(%q).classList.contains('conflict')", cell(near)), true)
	wants(tb, "helps used", eval[string](tb, "document.getElementById('helps-used').textContent"), "")
}

// mistakesAtOnce enters wrong digits, which are marked once the player wants that, and count
// as help. A note is no mistake.
func mistakesAtOnce(tb *tab) {
	p := somePuzzle(tb, "level=4")
	cells := p.empty()
	marked := func() string {
		return eval[string](tb, "Array.from(document.querySelectorAll('.cell.wrong'), c => '#' + c.id).join()")
	}
	tb.play(p)
	tb.enter(cells[0], other(p.Solution[cells[0]])[0])
	wants(tb, "marked before it is wanted", marked(), "")
	tb.more("atOnce")
	tb.play(p)
	wants(tb, "marked", marked(), cell(cells[0]))
	wants(tb, "helps used", tb.text("#helps-used"), "")
	tb.enter(cells[1], other(p.Solution[cells[1]])[0])
	wants(tb, "marked", marked(), cell(cells[0])+","+cell(cells[1]))
	wants(tb, "helps used", tb.text("#helps-used"), "Help used: 1")
	tb.enter(cells[1], p.Solution[cells[1]])
	tb.click(cell(cells[2]))
	tb.press(other(p.Solution[cells[2]]), chromedp.ModifierCtrl)
	wants(tb, "marked", marked(), cell(cells[0]))
	wants(tb, "helps used", tb.text("#helps-used"), "Help used: 1")
}

// sizeOfWords makes what is read larger. Keys and board stay as large as they are.
func sizeOfWords(tb *tab) {
	tb.play(somePuzzle(tb, "level=1"))
	tb.press("a")
	read := func() (sizes []float64) {
		tb.Helper()
		tb.hint()
		tb.until("document.querySelector('#words p:not(.working)')")
		height := func(selector string) {
			sizes = append(sizes, eval[float64](tb, `(() => {
				const range = document.createRange();
				range.selectNodeContents(document.querySelector(%q));
				return range.getClientRects()[0].height;
			})()`, selector))
		}
		height("#words p")
		height(".pencil")
		for _, id := range []string{"board", "keypad"} {
			sizes = append(sizes, eval[float64](tb, "document.getElementById(%q).getBoundingClientRect().width", id))
		}
		return sizes
	}
	before := read()
	eval[bool](tb, "(() => { const s = document.getElementById('size'); s.value = 'largest'; return s.dispatchEvent(new Event('change')); })()")
	tb.press(kb.Escape)
	for range 2 { // after a reload, too
		now := read()
		for i, what := range []string{"words", "notes"} {
			if ratio := now[i] / before[i]; ratio < 1.2 || ratio > 1.4 {
				tb.Errorf("%s are %v times as high", what, ratio)
			}
		}
		if !slices.Equal(now[2:], before[2:]) {
			tb.Errorf("board and keys are %v wide, were %v", now[2:], before[2:])
		}
		tb.do(chromedp.Reload())
		tb.until("document.body?.dataset.ready")
	}
	tb.visit("/games")
	wants(tb, "size of another view", eval[string](tb, "getComputedStyle(document.querySelector('main')).zoom"), "1.3")
}

func bookmarks(tb *tab) {
	p := somePuzzle(tb, "level=4")
	cells := p.empty()
	tb.play(p)
	tb.enter(cells[0], p.Solution[cells[0]])
	tb.press("b")
	for _, c := range cells[1:4] {
		tb.enter(c, other(p.Solution[c])[0])
	}
	tb.play(p)
	tb.press("b", chromedp.ModifierShift)
	wants(tb, "place", tb.place(), "1")
	tb.press("yyy")
	tb.more("unmistake")
	wants(tb, "place before the mistake", tb.place(), "1")
	tb.press("yyy")
	tb.click(".opener[data-do=more]")
	tb.click("#bookmarks button")
	wants(tb, "place", tb.place(), "1")
}

// easyIsEasy draws puzzles of the first levels: with 30 clues and more, or as they come.
func easyIsEasy(tb *tab) {
	tb.visit("/")
	tb.until("document.body.dataset.ready")
	wants(tb, "first level", eval[string](tb, "document.getElementById('level').value"), "1")
	clues := func() int { return eval[int](tb, "document.querySelectorAll('.cell.clue').length") }
	few := 0
	for i, level := range []string{"2", "3", "1", "3", "2", "3", "2"} {
		if i == 3 {
			tb.more("easy")
		}
		tb.level(level)
		if n := clues(); n < 30 && i < 3 {
			tb.Errorf("a puzzle of level %s has %d clues", level, n)
		} else if n < 30 {
			few++
		}
	}
	wants(tb, "puzzles with few clues once they come as they are", few > 0, true)
}

// noSeedTwice asks for puzzles of three seeds until there are no others.
func noSeedTwice(tb *tab) {
	const n = 3 // seeds of the starter bank, on different grids
	h := starterServer(tb.T)
	tb.serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/v1/puzzles" && r.FormValue("level") == "9" {
			r.URL.RawQuery += "&er=9&clues=23&technique=hidden-quad"
		}
		h.ServeHTTP(w, r)
	}))
	tb.allowed = "422"
	tb.visit("/?level=9")
	tb.until("document.body.dataset.ready")
	var seeds []string
	ids := map[string]bool{}
	for i := range n + 2 {
		id := eval[string](tb, "document.body.dataset.ready")
		seed, _, _ := strings.Cut(id, "-")
		seeds, ids[id] = append(seeds, seed), true
		used := strings.Contains(tb.text("#words"), "every puzzle of this kind")
		wants(tb, fmt.Sprintf("used up after %d", i), used, i >= n)
		if i <= n {
			tb.press("n")
			tb.until("document.body.dataset.ready !== %q", id)
		}
	}
	wants(tb, "puzzles", len(ids), n+2)
	wants(tb, "seeds of longest ago", fmt.Sprint(seeds[n:]), fmt.Sprint(seeds[:2]))
	slices.Sort(seeds)
	wants(tb, "seeds that differ", len(slices.Compact(seeds)), n)
}

// wholeCode reports whether the window shows the whole QR code.
func (tb *tab) wholeCode() bool {
	tb.Helper()
	return eval[bool](tb, "(({top, bottom, left, right}) => top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight)(document.querySelector('dialog .code').getBoundingClientRect())")
}

// carriedOver opens the address of a game on a device that has nothing of it, then on one
// that has gone further.
func carriedOver(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.playSome(p)
	board, marks, at := tb.digits(), eval[int](tb, "document.querySelectorAll('.cell .corner, .cell .centre, .cell .letters').length"), tb.place()
	eval[bool](tb, "(() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; return true; })()")
	tb.more("carry")
	tb.until("document.querySelector('dialog .code')")
	wants(tb, "the code is whole", tb.wholeCode(), true)
	tb.click("dialog button:not(.strong)")
	tb.until("window.copied")
	address := strings.TrimPrefix(eval[string](tb, "copied"), tb.base)
	tb.holds("address", eval[string](tb, "copied"), tb.address("/p/"+p.ID)+"#game=")
	tb.press(kb.Escape)
	tb.until("!document.querySelector('dialog')")

	other := (&browser{ctx: tb.ctx, base: tb.base}).open(tb.T, tb.window)
	other.visit(address)
	other.until("document.body.dataset.ready === %q", p.ID)
	other.words("carried over")
	wants(other, "board", other.digits(), board)
	wants(other, "marks", eval[int](other, "document.querySelectorAll('.cell .corner, .cell .centre, .cell .letters').length"), marks)
	wants(other, "place", other.place(), at)
	wants(other, "address after that", eval[string](other, "location.href"), tb.address("/p/"+p.ID))
	c := p.empty()[7]
	other.enter(c, p.Solution[c])
	board = other.digits()
	other.do(chromedp.Navigate("about:blank"))
	other.visit(address)
	other.until("document.body.dataset.ready === %q", p.ID)
	other.words("newer")
	wants(other, "board that has gone further", other.digits(), board)
	other.do(chromedp.Navigate("about:blank"))
	other.visit(address[:len(address)-9])
	other.until("document.body.dataset.ready === %q", p.ID)
	other.words("damaged")
	wants(other, "board with a damaged link", other.digits(), board)
}
