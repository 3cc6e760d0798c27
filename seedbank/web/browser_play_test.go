package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var playTests = []pageTest{
	{"solved by keyboard", eitherWindow, solveByKeyboard},
	{"solved by wheel", []window{desktopLight}, solveByWheel},
	{"solved by touch", []window{phoneDark, tabletLight}, solveByTouch},
	{"a new puzzle of the level", eitherWindow, newPuzzle},
	{"marks", eitherWindow, marks},
	{"buttons", twoWindows, buttons},
	{"several cells", eitherWindow, severalCells},
	{"candidates", eitherWindow, candidates},
	{"highlights", eitherWindow, highlights},
	{"steps back and forward", eitherWindow, steps},
	{"time", eitherWindow, timing},
	{"kept games", eitherWindow, keptGames},
	{"link and print", eitherWindow, linkAndPrint},
	{"link without a clipboard", eitherWindow, linkWithoutClipboard},
	{"own puzzle", eitherWindow, ownPuzzle},
	{"levels", eitherWindow, levels},
	{"digit first", twoWindows, digitFirst},
	{"left hand", twoWindows, leftHand},
	{"sounds", eitherWindow, sounds},
	{"without network", eitherWindow, offline},
}

// solvePuzzle is an easy puzzle, to be solved to its end.
func solvePuzzle(tb *tab) puzzle { return somePuzzle(tb, "level=1&clues=30-34") }

func (tb *tab) solved(p puzzle) {
	tb.Helper()
	wants(tb, "board", tb.digits(), p.Solution)
	tb.holds("words", tb.text("#words"), "Solved in 0:")
	tb.holds("words", tb.text("#words"), "without help")
}

func solveByKeyboard(tb *tab) {
	p := solvePuzzle(tb)
	tb.play(p)
	tb.press(kb.ArrowDown) // the first arrow goes to the cell of the keyboard
	wants(tb, "that cell", tb.focused(), "r1c1")
	last := tb.fill(p, 12)
	tb.press(kb.Home, chromedp.ModifierCtrl)
	at := 0
	for _, c := range last {
		for ; at/9 < c/9; at += 9 {
			tb.press(kb.ArrowDown)
		}
		for ; at%9 < c%9; at++ {
			tb.press(kb.ArrowRight)
		}
		for ; at%9 > c%9; at-- {
			tb.press(kb.ArrowLeft)
		}
		tb.press(p.Solution[c : c+1])
	}
	tb.solved(p)
}

func solveByWheel(tb *tab) {
	p := solvePuzzle(tb)
	tb.play(p)
	for i, c := range tb.fill(p, 12) {
		turn := 1 - 2*(i%2)
		for range 10 {
			tb.wheel(cell(c), turn)
			if eval[string](tb, "document.querySelector('%s .digit')?.textContent ?? ''", cell(c)) == p.Solution[c:c+1] {
				break
			}
		}
	}
	tb.solved(p)
	wants(tb, "steps", eval[string](tb, "document.getElementById('slider').max"), strconv.Itoa(len(p.empty())))
}

func solveByTouch(tb *tab) {
	p := solvePuzzle(tb)
	tb.play(p)
	for _, c := range tb.fill(p, 12) {
		tb.click(cell(c))
		tb.click(digit(p.Solution[c]))
	}
	tb.solved(p)
}

func newPuzzle(tb *tab) {
	tb.visit("/")
	tb.until("document.body.dataset.ready")
	first := eval[string](tb, "document.body.dataset.ready")
	wants(tb, "address", eval[string](tb, "location.href"), tb.address("/p/"+first))
	for _, level := range []string{"1", "9"} {
		tb.level(level)
		tb.holds("clues", tb.text("#clues"), "clues")
		tb.holds("facts", tb.text("#facts"), "ER ")
	}
	tb.holds("facts of level 9", tb.text("#facts"), "orcing chain")
	tb.do(chromedp.NavigateBack(), chromedp.NavigateBack())
	tb.until("document.body.dataset.ready === %q", first)
	tb.press("n")
	tb.until("document.body.dataset.ready !== %q", first)
	before := eval[string](tb, "document.body.dataset.ready")
	tb.more("daily")
	tb.until("document.body.dataset.ready !== %q", before)
}

func marks(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	c := p.empty()[5]
	tb.click(cell(c))
	tb.press("37", chromedp.ModifierShift)
	tb.press("25", chromedp.ModifierCtrl)
	tb.press("4", chromedp.ModifierAlt)
	wants(tb, "corner marks", tb.marks(c, "corner"), "37")
	wants(tb, "centre marks", tb.marks(c, "centre"), "25")
	tb.holds("name", tb.name(c), "corner marks 3 7")
	tb.holds("name", tb.name(c), "centre marks 2 5")
	tb.holds("name", tb.name(c), "colours green")
	wants(tb, "letter of the colour", tb.marks(c, "letters"), "d")
	tb.press("3", chromedp.ModifierShift)
	wants(tb, "corner marks after taking one away", tb.marks(c, "corner"), "7")
	for _, want := range []string{"25", ""} {
		wants(tb, "centre marks", tb.marks(c, "centre"), want)
		tb.press(kb.Backspace)
	}
	wants(tb, "colours", tb.marks(c, "letters"), "")
	tb.press("6")
	said := func(part string) { tb.Helper(); tb.holds("what a screen reader says", tb.text("#spoken"), part) }
	said(tb.name(c))
	tb.press("z")
	said("empty")
	tb.press(" ")
	tb.press("8")
	said("corner marks 8")
	wants(tb, "corner marks after Space", tb.marks(c, "corner"), "8")
}

func buttons(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	c := p.empty()[7]
	tb.click(cell(c))
	for _, entry := range []struct{ mode, kind, want, name string }{
		{"corner", "corner", "6", ""}, {"centre", "centre", "6", ""}, {"colour", "letters", "f", "red"}, {"digit", "digit", "6", ""},
	} {
		tb.click("[data-do=mode][data-value=" + entry.mode + "]")
		wants(tb, "name of the key for "+entry.mode, eval[string](tb, "document.querySelector(%q).ariaLabel ?? ''", digit('6')), entry.name)
		tb.click(digit('6'))
		wants(tb, entry.mode, tb.marks(c, entry.kind), entry.want)
	}
	tb.click(".erase")
	wants(tb, "digit after erasing", tb.marks(c, "digit"), "")
	tb.click("[data-do=undo]")
	wants(tb, "digit after a step back", tb.marks(c, "digit"), "6")
	tb.click("[data-do=redo]")
	wants(tb, "digit after a step forward", tb.marks(c, "digit"), "")
}

func severalCells(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	tb.drag(0, 1, 2, 11, 20)
	wants(tb, "selected cells", eval[string](tb, "Array.from(document.querySelectorAll('[aria-selected=true]'), c => c.id).join(' ')"), "r1c1 r1c2 r1c3 r2c3 r3c3")
	tb.press("5", chromedp.ModifierAlt)
	for _, c := range []int{0, 1, 2, 11, 20} {
		wants(tb, "colour", tb.marks(c, "letters"), "e")
	}
	tb.press(kb.ArrowDown, chromedp.ModifierShift)
	wants(tb, "selected cells with Shift", eval[int](tb, "document.querySelectorAll('[aria-selected=true]').length"), 6)
}

func candidates(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	tb.press("a")
	cells := p.empty()
	c := cells[0]
	before := tb.marks(c, "pencil")
	wants(tb, "candidates", before, p.permitted(c))
	tb.holds("name", tb.name(c), "may be ")
	peer := -1
	for _, o := range cells[1:] {
		if o/9 == c/9 && strings.Contains(tb.marks(o, "pencil"), p.Solution[c:c+1]) {
			peer = o
		}
	}
	tb.click(cell(c))
	tb.press(p.Solution[c : c+1])
	if peer >= 0 && strings.Contains(tb.marks(peer, "pencil"), p.Solution[c:c+1]) {
		tb.Errorf("%s keeps the candidate %c", cell(peer), p.Solution[c])
	}
	other := cells[3]
	list := tb.marks(other, "pencil")
	tb.click(cell(other))
	tb.press(list[:1], chromedp.ModifierCtrl)
	wants(tb, "candidates without the one ruled out", tb.marks(other, "pencil"), list[1:])
	tb.press("zzz")
	wants(tb, "candidates after steps back", tb.marks(c, "pencil"), "")
}

func highlights(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	clue := strings.IndexAny(p.Puzzle, "123456789")
	tb.click(cell(clue))
	wants(tb, "peers and same digits", eval[bool](tb, "document.querySelectorAll('.cell.peer').length > 10 && document.querySelectorAll('.cell.same').length > 0"), true)
	wants(tb, "same digits", eval[string](tb, "[...new Set(Array.from(document.querySelectorAll('.cell.same .digit'), d => d.textContent))].join()"), p.Puzzle[clue:clue+1])
	tb.more("highlight")
	wants(tb, "tinted cells when switched off", eval[int](tb, "document.querySelectorAll('.cell.peer, .cell.same').length"), 0)
}

// more presses a button of the menu, and closes it.
func (tb *tab) more(name string) {
	tb.Helper()
	tb.click(".opener[data-do=more]")
	tb.click("#more [data-do=" + name + "]")
	if eval[bool](tb, "document.getElementById('more').dataset.open !== undefined") {
		tb.click("#more .closer")
	}
}

func steps(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	cells := p.empty()
	boards := []string{tb.digits()}
	noMistake := func() bool { return eval[bool](tb, "document.querySelector('#more [data-do=unmistake]').disabled") }
	wants(tb, "an untouched board has no mistake to go back to", noMistake(), true)
	for _, c := range cells[:12] {
		tb.click(cell(c))
		tb.press(p.Solution[c : c+1])
		boards = append(boards, tb.digits())
	}
	slide := func(at int) {
		eval[bool](tb, "(() => { const s = document.getElementById('slider'); s.value = %d; return s.dispatchEvent(new Event('input', {bubbles: true})); })()", at)
	}
	for _, at := range []int{0, 7, 12, 3} {
		slide(at)
		wants(tb, fmt.Sprintf("board at step %d", at), tb.digits(), boards[at])
	}
	wants(tb, "a board with moves has none", noMistake(), false)
	tb.press("y")
	wants(tb, "board a step forward", tb.digits(), boards[4])
	tb.press("z", chromedp.ModifierCtrl)
	wants(tb, "board a step back", tb.digits(), boards[3])
	slide(12)
	tb.more("restart")
	wants(tb, "board after a fresh start", tb.digits(), p.Puzzle)
	tb.press("z")
	wants(tb, "board after taking that back", tb.digits(), boards[12])
}

// timing sets the clock of the page by hand, so that no second goes by between two looks at it.
func timing(tb *tab) {
	tb.play(somePuzzle(tb, "level=4"))
	eval[bool](tb, "(() => { let now = performance.now(); performance.now = () => now; window.later = seconds => now += 1000 * seconds; return true; })()")
	began := tb.text("#time")
	eval[float64](tb, "later(20)")
	tb.until("document.getElementById('time').textContent !== %q", began)
	tb.click(".clock [data-do=pause]")
	wants(tb, "veil", eval[bool](tb, "!document.getElementById('veil').hidden"), true)
	tb.press("5")
	before := tb.text("#time")
	eval[float64](tb, "later(20)")
	tb.click(".veil [data-do=pause]")
	wants(tb, "time while paused", tb.text("#time"), before)
	eval[float64](tb, "later(1)")
	tb.until("document.getElementById('time').textContent !== %q", before)
	tb.more("timer")
	wants(tb, "hidden timer", eval[bool](tb, "document.getElementById('time').hidden"), true)
}

func keptGames(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	c := p.empty()[0]
	tb.click(cell(c))
	tb.press(p.Solution[c : c+1])
	tb.press("4", chromedp.ModifierAlt)
	tb.visit("/games")
	tb.holds("list", tb.text("#games"), p.ID)
	tb.visit("/p/" + p.ID)
	tb.until("document.body.dataset.ready === %q", p.ID)
	wants(tb, "digit that was entered before", tb.marks(c, "digit"), p.Solution[c:c+1])
	tb.press("zz")
	wants(tb, "digit after steps back", tb.marks(c, "digit"), "")
	tb.visit("/games")
	eval[bool](tb, "(() => { window.saved = []; URL.createObjectURL = b => { window.saved.push(b); return 'blob:x'; }; HTMLAnchorElement.prototype.click = () => {}; return true; })()")
	tb.click("#export")
	eval[bool](tb, "(() => { saved[0].text().then(text => window.exported = text); return true; })()")
	tb.until("window.exported?.includes(%q)", p.ID)
	exported := filepath.Join(tb.TempDir(), "games.json")
	if err := os.WriteFile(exported, []byte(eval[string](tb, "exported")), 0o600); err != nil {
		tb.Fatal(err)
	}
	focused := func(want string) {
		tb.Helper()
		wants(tb, "focus", eval[string](tb, "(({id, ariaLabel, tagName}) => id || ariaLabel || tagName)(document.activeElement)"), want)
	}
	tb.click("#delete")
	tb.click("#no")
	focused("delete")
	tb.click("#delete")
	tb.click("#yes")
	focused("export")
	wants(tb, "no games", eval[bool](tb, "!document.getElementById('none').hidden"), true)
	wants(tb, "settings can be saved without games", eval[bool](tb, "document.getElementById('export').disabled"), false)
	for range 2 { // the same file once more, after its game was deleted
		tb.until("document.querySelector('#games button')?.click() || document.querySelector('#sure:not([hidden]) #yes')?.click() || document.getElementById('none').checkVisibility()")
		tb.do(chromedp.SetUploadFiles(chromedp.CSS("#import"), []string{exported}))
		tb.until("document.getElementById('state').textContent.startsWith('One game') && document.querySelector('#games button')")
	}
	tb.run(`const file = JSON.parse(exported), [game] = file.games, copy = (key, later) => ({...game, key, saved: game.saved + later, row: {...game.row, id: key}});
		window.add = (changes) => {
			const chosen = new DataTransfer();
			chosen.items.add(new File([JSON.stringify({...file, ...changes})], "games.json"));
			document.getElementById("import").files = chosen.files;
			document.getElementById("import").dispatchEvent(new Event("change"));
		};
		add({games: [copy("A", 2), copy("B", 1)]})`)
	tb.until("document.querySelectorAll('#games button').length === 3")
	tb.click("#games [aria-label='Delete: A']")
	focused("no")
	tb.holds("question", tb.text("#sure"), "Delete 1 game? A")
	tb.click("#no")
	focused("Delete: A")
	tb.click("#games [aria-label='Delete: A']")
	tb.click("#yes")
	focused("Delete: B")
	tb.click("#games [aria-label='Delete: B']")
	tb.click("#yes")
	focused("Delete: " + p.ID)
	tb.run("add({seedoku: 99})")
	tb.until("document.getElementById('state').textContent.includes('a later version')")
	tb.visit("/p/" + p.ID)
	tb.until("document.body.dataset.ready")
	tb.press("yy")
	wants(tb, "digit out of the file", tb.marks(c, "digit"), p.Solution[c:c+1])
}

func linkAndPrint(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	eval[bool](tb, "(() => { window.print = () => window.printed = true; return true; })()")
	tb.more("print")
	wants(tb, "printed", eval[bool](tb, "window.printed === true"), true)
	command(tb, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	wants(tb, "the name on paper", eval[string](tb, "getComputedStyle(document.querySelector('.table'), '::after').content"), fmt.Sprintf("%q", "4 Moderate · "+p.ID))
	tb.prefer("light")
	tb.more("share")
	tb.until("document.getElementById('words').textContent.includes(%q)", tb.address("/p/"+p.ID))
	tb.until("document.querySelector('dialog .code')")
	tb.holds("words below the code", tb.text("dialog"), tb.address("/p/"+p.ID))
	wants(tb, "the code is whole", tb.wholeCode(), true)
	tb.press(kb.Escape)
	tb.until("!document.querySelector('dialog')")
}

// linkWithoutClipboard copies as a page has to that comes over the network without
// https.
func linkWithoutClipboard(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	eval[bool](tb, `(() => {
		Object.defineProperty(navigator, "clipboard", {value: undefined});
		document.addEventListener("copy", () => window.copied = document.activeElement.value);
		return true;
	})()`)
	tb.more("share")
	tb.until("document.getElementById('words').textContent.includes('Copied: ')")
	wants(tb, "what is copied", eval[string](tb, "window.copied"), tb.address("/p/"+p.ID))
	tb.until("document.querySelector('dialog .code')")
	tb.click("dialog .strong")
	tb.until("!document.querySelector('dialog')")

	eval[bool](tb, "(() => { document.execCommand = () => false; return true; })()")
	tb.more("share")
	tb.until("!document.getElementById('words').textContent.includes('Copied')")
	tb.holds("words", tb.text("#words"), tb.address("/p/"+p.ID))
}

// ownPuzzle plays a puzzle that the bank knows nothing of.
func ownPuzzle(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.visit("/?puzzle=" + p.Puzzle)
	tb.until("document.body.dataset.ready === %q", p.Puzzle)
	tb.press("r")
	tb.holds("words", tb.text("#words"), "all digits are right")
	tb.visit("/games")
	tb.holds("list", tb.text("#games"), p.Puzzle)
}

// offline closes the server.
func offline(tb *tab) {
	server := tb.ownServer()
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	tb.until("navigator.serviceWorker.controller")
	tb.until("Object.keys(JSON.parse(localStorage['seedoku.pocket'] ?? '{}')).length === 9")
	tb.until("navigator.serviceWorker.controller.state === 'activated'")
	tb.keepsEngine()
	server.Close()
	tb.allowed = "ERR_" // the browser says of each request that it failed
	tb.visit("/")
	tb.until("document.body.dataset.ready")
	first := eval[string](tb, "document.body.dataset.ready")
	tb.holds("words", tb.text("#words"), "stored on this device")
	tb.visit(eval[string](tb, "location.pathname")) // which is reloaded
	tb.until("document.body.dataset.ready")
	wants(tb, "puzzle after a reload", eval[string](tb, "document.body.dataset.ready"), first)
	tb.press("n")
	tb.until("document.body.dataset.ready !== %q", first)
	tb.press("r")
	tb.holds("words", tb.text("#words"), "all digits are right")
	for i, key := range []string{"k", "s", "d"} {
		tb.ask(key)
		tb.until("document.getElementById('help-%d').querySelector('.used').textContent === '1×'", 6+i)
	}
	tb.ask("g")
	tb.until("!document.getElementById('way').hidden")
	for _, view := range []string{"/games", "/learn", "/learn/x-wing", "/analyse", "/print", "/packs", "/explore"} {
		tb.visit(view)
		tb.until("document.querySelector('h1')")
	}
	tb.visit("/p/" + eval[string](tb, "JSON.parse(localStorage['seedoku.pocket'])[3][0].id"))
	tb.until("document.body.dataset.ready")
	kept := eval[string](tb, "document.body.dataset.ready")
	eval[bool](tb, "delete localStorage['seedoku.pocket']")
	tb.press("n")
	tb.until("document.body.dataset.ready !== %q", kept)
	tb.holds("words", tb.text("#words"), "made on this device")
	made := eval[string](tb, "document.body.dataset.ready")
	tb.press("n")
	tb.until("document.body.dataset.ready !== %q", made)
	tb.press("r")
	tb.holds("words", tb.text("#words"), "all digits are right")
}

// level chooses a level as a player does, and waits for another puzzle.
func (tb *tab) level(level string) {
	tb.Helper()
	before := eval[string](tb, "document.body.dataset.ready")
	tb.click("#level")
	tb.click("#levels [data-value=\"" + level + "\"]")
	tb.until("document.body.dataset.ready !== %q", before)
}

// levels looks at the choice of levels before and after a puzzle was solved.
func levels(tb *tab) {
	p := solvePuzzle(tb)
	tb.play(p)
	tb.click("#level")
	entry := func(n int) string {
		return tb.text(fmt.Sprintf("#levels [data-value=%q]", strconv.Itoa(n)))
	}
	tb.holds("level 1", entry(1), "about 4 minutes")
	wants(tb, "a median before a puzzle was solved", strings.Contains(entry(1), "you:"), false)
	wants(tb, "the level of the puzzle", tb.text("#levels [aria-current=true] b"), "1 Beginner")
	tb.press(kb.Escape)
	for _, c := range tb.fill(p, 1) {
		tb.enter(c, p.Solution[c])
	}
	tb.solved(p)
	tb.click("#level")
	tb.holds("level 1", entry(1), "you: 0:")
	tb.holds("level 9", entry(9), "about 74 minutes")
	tb.click("#levels [data-value=\"6\"]")
	tb.until("document.body.dataset.ready !== %q", p.ID)
	tb.holds("level", tb.text("#level"), "6 Hard")
}
