package web_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp/kb"

	"github.com/seedoku/seedoku/internal/catalogue"
)

// narrow is the smallest phone.
var narrow = window{"narrow", 320, 568, true, "light"}

// phoneTests are what somebody on a phone, or who learns, has stumbled over.
var phoneTests = []pageTest{
	{"a timer that is not read out", []window{phoneDark}, quietTimer},
	{"the focus where words take the room", []window{phoneDark}, focusStays},
	{"no helps during a pause", eitherWindow, noHelpsDuringPause},
	{"a puzzle that is out of reach", eitherWindow, outOfReach},
	{"a board without a puzzle", eitherWindow, deadBoard},
	{"a field to paste into", []window{phoneDark}, fieldToPaste},
	{"a link pasted", eitherWindow, linkPasted},
	{"a hint is one help", eitherWindow, oneHelp},
	{"a fresh start is told", []window{phoneDark}, restartTold},
	{"back closes a sheet", []window{phoneDark}, backClosesSheet},
	{"the first cards", []window{phoneDark}, firstCards},
	{"the first cards in all languages", []window{phoneDark}, cardsInLanguages},
	{"typing with all in sight", []window{phoneBars}, entryIsWhole},
	{"helps on the side", []window{{"side", 640, 360, true, "light"}}, helpsOnSide},
	{"a pause lasts", eitherWindow, pauseLasts},
	{"the cross of a sheet", []window{narrow}, crossOfSheet},
	{"texts on a narrow phone", []window{narrow}, textsOnNarrow},
	{"the example of a lesson", eitherWindow, exampleNamed},
	{"the text size of the browser", []window{phoneDark}, ownTextSize},
}

// focused returns what has the focus: its ID, or what it does.
func (tb *tab) focused() string {
	tb.Helper()
	return eval[string](tb, "document.activeElement.id || document.activeElement.dataset.do || document.activeElement.tagName")
}

// quietTimer looks at what a screen reader is told of the time, which changes each second.
func quietTimer(tb *tab) {
	tb.play(somePuzzle(tb, "level=4"))
	found := 0
	for _, node := range tb.axNodes() {
		if axText(node.Name) != "Timer" || node.Ignored {
			continue
		}
		found++
		wants(tb, "role", axText(node.Role), "timer")
		for _, p := range node.Properties {
			if p.Name == "live" {
				wants(tb, "live", axText(p.Value), "off")
			}
		}
	}
	wants(tb, "timers", found, 1)
}

// focusStays goes through a hint and through the menu by keyboard.
func focusStays(tb *tab) {
	p := somePuzzle(tb, "level=1")
	tb.play(p)
	focus := func(selector string) {
		tb.Helper()
		tb.run(fmt.Sprintf("document.querySelector(%q).focus()", selector))
	}
	focus(".tools [data-do=hint]")
	for range 3 {
		tb.press(kb.Enter)
		tb.until("document.activeElement.id === 'hint-more'")
	}
	tb.press(kb.Enter)
	tb.until("document.getElementById('slider').value === '1'")
	tb.until("document.activeElement.matches('.tools [data-do=hint]')")
	focus(".opener[data-do=more]")
	tb.press(kb.Enter)
	focus("#more [data-do=share]")
	tb.press(kb.Enter)
	tb.until("document.querySelector('dialog')")
	tb.press(kb.Escape)
	tb.until("!document.querySelector('dialog')")
	wants(tb, "focus after the dialog", tb.focused(), "more")
	c := p.empty()[3]
	tb.click(cell(c))
	tb.press(other(p.Solution[c]))
	focus(".tools [data-do=hint]")
	tb.press(kb.Enter)
	tb.until("document.querySelector('#words [data-do=unmistake]')")
	focus("#words [data-do=unmistake]")
	tb.press(kb.Enter)
	tb.words("Back to before")
	tb.until("document.activeElement !== document.body && document.activeElement.checkVisibility({visibilityProperty: true})")
}

// noHelpsDuringPause looks for helps that would do nothing.
func noHelpsDuringPause(tb *tab) {
	tb.play(somePuzzle(tb, "level=4"))
	const enabled = "document.querySelectorAll('.help:not([disabled]), .tools [data-do=hint]:not([disabled]), [data-do=allSteps]:not([disabled])').length"
	wants(tb, "helps", eval[int](tb, enabled), 11)
	tb.press("t")
	wants(tb, "helps during a pause", eval[int](tb, enabled), 0)
	tb.press("t")
	wants(tb, "helps after it", eval[int](tb, enabled), 11)
}

// outOfReach asks for puzzles that only the server has, without a connection.
func outOfReach(tb *tab) {
	p := somePuzzle(tb, "level=5")
	tb.visit("/games")
	tb.script(`{ const get = window.fetch; window.fetch = (...what) => String(what[0]).includes("api/") ? Promise.reject(new TypeError("offline")) : get(...what); }`)
	tb.visit("/p/" + p.ID)
	tb.words("This needs the server")
	tb.click("#words [data-do=new]")
	tb.until("document.body.dataset.ready?.length === 81")
	tb.more("daily")
	tb.words("This needs the server")
}

// deadBoard follows a link to a puzzle that is not there. What needs a puzzle is switched off.
func deadBoard(tb *tab) {
	tb.allowed = "404"
	tb.visit("/p/XXXXXXXXXXX")
	tb.words("does not have the puzzle")
	const dead = `Array.from(document.querySelectorAll("[data-do]:is([data-do=hint], [data-do=help], [data-do=key], [data-do=pause], [data-do=undo], [data-do=redo], [data-do=share], [data-do=carry], [data-do=bookmark], [data-do=allSteps])")).filter((b) => !b.disabled && !b.closest("#veil")).map((b) => b.dataset.do).join()`
	wants(tb, "what does nothing", eval[string](tb, "%s", dead), "")
	tb.click("#words [data-do=new]")
	tb.until("document.body.dataset.ready")
	wants(tb, "hint", eval[bool](tb, "document.querySelector('.tools [data-do=hint]').disabled"), false)
	tb.click(".tools [data-do=hint]")
	tb.words("Look at ")
}

// fieldToPaste pastes where the page may not ask for what was copied, as on a phone that has the
// page by plain http.
func fieldToPaste(tb *tab) {
	tb.script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
	p := somePuzzle(tb, "level=4")
	tb.visit("/?enter")
	tb.words("0 digits")
	tb.click("[data-do=pasteOwn]")
	tb.until("document.activeElement.tagName === 'TEXTAREA'")
	tb.run(fmt.Sprintf(`const data = new DataTransfer();
		data.setData("text", %q);
		document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true}))`, p.Puzzle))
	tb.words("exactly one solution")
	wants(tb, "board", tb.digits(), p.Puzzle)
}

// linkPasted pastes the address of a puzzle of this page.
func linkPasted(tb *tab) {
	p := somePuzzle(tb, "level=5")
	tb.visit("/?enter")
	tb.words("0 digits")
	tb.paste(tb.address("/p/" + p.ID))
	tb.words("exactly one solution")
	wants(tb, "board", tb.digits(), p.Puzzle)
}

// oneHelp follows a hint to its end, and finds its help by name in the list of games.
func oneHelp(tb *tab) {
	tb.play(somePuzzle(tb, "level=1"))
	for range 4 {
		tb.hint()
		tb.until("!document.querySelector('.working') && document.getElementById('words').textContent")
	}
	tb.until("document.getElementById('slider').value === '1'")
	wants(tb, "helps used", tb.used(), "Help used: 1")
	tb.visit("/games")
	tb.until("document.querySelector('#games td')")
	wants(tb, "help in the list", tb.text("#games td:nth-child(5)"), "Make step")
}

// restartTold empties the board from a menu that covers it.
func restartTold(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	tb.enter(p.empty()[0], p.Solution[p.empty()[0]])
	tb.click(".opener[data-do=more]")
	tb.click("#more [data-do=restart]")
	tb.words("Only the clues are left")
	wants(tb, "the menu", eval[bool](tb, "document.getElementById('more').checkVisibility()"), false)
	wants(tb, "board", tb.digits(), p.Puzzle)
}

// backClosesSheet goes back while the menu is open, as the user of a phone does.
func backClosesSheet(tb *tab) {
	tb.script(`window.watchers = []; window.CloseWatcher = class { constructor() { watchers.push(this); } destroy() { this.gone = true; } }`)
	tb.play(somePuzzle(tb, "level=4"))
	for _, sheet := range []string{"more", "levels", "helps"} {
		tb.click(".opener[data-do=" + sheet + "]")
		wants(tb, sheet, eval[bool](tb, "document.getElementById(%q).checkVisibility()", sheet), true)
		tb.run("watchers.at(-1).onclose()")
		wants(tb, sheet+" after the way back", eval[bool](tb, "document.getElementById(%q).checkVisibility()", sheet), false)
		wants(tb, "what still listens", eval[int](tb, "watchers.filter((w) => !w.gone).length"), 0)
	}
}

// firstCards does what the first card says. The other cards come all the same, and all of them
// once more to those who have done nothing.
func firstCards(tb *tab) {
	for range 2 {
		tb.visit("/?")
		tb.words("Each row")
	}
	tap := func() {
		tb.Helper()
		tb.click(cell(strings.IndexByte(tb.digits(), '.')))
	}
	enter := func(card string) {
		tb.Helper()
		tb.click("#keypad [data-do=key]:not([disabled])")
		tb.words(card)
	}
	seen := func(selectors ...string) {
		tb.Helper()
		for _, selector := range append(selectors, "#words .strong") {
			tb.middle(selector)
		}
		wants(tb, "what is cut or out of sight", eval[string](tb, `Array.from(document.querySelectorAll("#words, #words button, .panel > *, .tools > *")).filter((e) => {
			const {top, bottom} = e.getBoundingClientRect();
			return e.checkVisibility({visibilityProperty: true}) && (top < 0 || bottom > innerHeight + 1 || (e.id && e.scrollHeight > e.clientHeight + 1));
		}).map((e) => e.className || e.id || e.textContent).join()`), "")
	}
	time.Sleep(1100 * time.Millisecond)
	wants(tb, "time during the first card", tb.text("#time"), "0:00")
	seen(digit('1'), digit('9'))
	tap()
	tb.words("Each row")
	enter("Stuck?")
	seen(".tools [data-do=hint]", ".opener[data-do=helps]")
	tap()
	wants(tb, "the second card after a tap on the board", tb.text("#words"), "")
	enter("The button with the level")
	seen("#level", ".opener[data-do=more]")
	tb.click("#words .strong")
	c := strings.IndexByte(tb.digits(), '.')
	tb.enter(c, '5')
	wants(tb, "cards after the last one", tb.text("#words"), "")
	tb.until("document.getElementById('time').textContent !== '0:00'")
}

// cardsInLanguages looks for cards that are cut.
func cardsInLanguages(tb *tab) {
	tb.visit("/games")
	for _, code := range catalogue.Codes() {
		tb.speak(code)
		tb.visit("/?")
		for n := range 3 {
			tb.until("document.querySelector('#words .strong')")
			wants(tb, fmt.Sprintf("pixels out of sight of card %d in %s", n+1, code), eval[int](tb, `(() => {
				const words = document.getElementById("words"), below = (e) => e.getBoundingClientRect().bottom;
				return Math.max(words.scrollHeight - words.clientHeight - 1, Math.ceil(below(document.querySelector(".tools")) - innerHeight), Math.ceil(below(document.getElementById("keypad")) - innerHeight), 0);
			})()`), 0)
			if n < 2 {
				tb.click("#words .strong")
			}
		}
	}
}

// entryIsWhole looks for what is cut where a puzzle is typed.
func entryIsWhole(tb *tab) {
	p := somePuzzle(tb, "level=2&clues=32")
	tb.visit("/?enter")
	tb.words("0 digits")
	look := func(state string) {
		tb.Helper()
		tb.words(state)
		tb.inEach([]window{phoneDark, phoneBars}, func() {
			wants(tb, "pixels that are cut: "+state, eval[int](tb, "(({scrollHeight, clientHeight}) => Math.max(0, scrollHeight - clientHeight))(document.getElementById('words'))"), 0)
			keysInSight(tb)
		})
	}
	look("needs 17")
	tb.paste(p.Puzzle)
	look("exactly one solution")
	tb.paste(strings.NewReplacer("1", ".", "2", ".").Replace(p.Puzzle))
	look("more than one solution")
	tb.paste("55" + p.Puzzle[2:])
	look("contradict")
}

// helpsOnSide looks for helps that are cut or cover something, on a phone on its side.
func helpsOnSide(tb *tab) {
	tb.play(somePuzzle(tb, "level=1"))
	tb.ask("k")
	tb.words("(rated ")
	tb.press(kb.Escape)
	tb.click(".opener[data-do=helps]")
	wants(tb, "what is cut or covered", eval[string](tb, `(() => {
		const of = (e) => e.getBoundingClientRect(), parts = Array.from(document.querySelectorAll("#helps .help, #helps .tag > span, #helps .closer"));
		return parts.filter((e) => of(e).bottom > innerHeight || of(e).top < 0 || parts.some((o) => o !== e && o.parentNode !== e.parentNode &&
			of(o).left < of(e).right && of(o).right > of(e).left && of(o).top < of(e).bottom && of(o).bottom > of(e).top)).map((e) => e.textContent.trim()).join();
	})()`), "")
	for n := 1; n <= 9; n++ {
		tb.middle(fmt.Sprintf("#help-%d", n))
	}
}

// pauseLasts visits a game again that was paused, after another one.
func pauseLasts(tb *tab) {
	p := somePuzzle(tb, "level=4")
	covered := func(want bool) {
		tb.Helper()
		wants(tb, "the board is covered", eval[bool](tb, "!document.getElementById('veil').hidden"), want)
	}
	tb.play(p)
	tb.press("t")
	before := tb.text("#time")
	tb.play(p)
	covered(true)
	time.Sleep(1100 * time.Millisecond)
	wants(tb, "time of the pause", tb.text("#time"), before)
	tb.play(somePuzzle(tb, "level=5"))
	covered(false)
	tb.play(p)
	covered(true)
	tb.click(".veil [data-do=pause]")
	tb.play(p)
	covered(false)
	tb.until("document.getElementById('time').textContent !== %q", before)
}

// crossOfSheet looks for what the cross covers.
func crossOfSheet(tb *tab) {
	tb.play(somePuzzle(tb, "level=4"))
	windows := []window{phoneDark, phoneLight, {"low", 740, 360, true, "dark"}, narrow}
	for _, sheet := range []string{"more", "levels"} {
		tb.click(".opener[data-do=" + sheet + "]")
		tb.inEach(windows, func() {
			wants(tb, "what lies under the cross of "+sheet+" in the window "+tb.window.name, eval[string](tb, `(() => {
				const of = (e) => e.getBoundingClientRect(), cross = of(document.querySelector("#%s .closer"));
				return Array.from(document.querySelectorAll("#%s > :not(.closer)")).filter((e) => {
					const {left, right, top, bottom} = of(e);
					return e.matches("button") && left < cross.right && right > cross.left && top < cross.bottom && bottom > cross.top;
				}).map((e) => e.textContent.trim()).join();
			})()`, sheet, sheet), "")
		})
		tb.click("#" + sheet + " .closer")
	}
}

// textsOnNarrow looks for words that are cut, and for the view that the navigation marks.
func textsOnNarrow(tb *tab) {
	p := somePuzzle(tb, "level=1")
	tb.visit("/games")
	for _, code := range catalogue.Codes() {
		tb.speak(code)
		tb.play(p)
		cut := func(where, within string) {
			tb.Helper()
			tb.inEach([]window{phoneDark, narrow}, func() {
				wants(tb, "cut in "+code+": "+where, eval[string](tb, `Array.from(document.querySelectorAll("%s")).filter((e) => {
					const text = document.createRange();
					text.selectNodeContents(e);
					return text.getBoundingClientRect().width > e.clientWidth + 1 || e.scrollWidth > e.clientWidth + 1 || %s;
				}).map((e) => e.textContent).join()`, where, within), "")
			})
		}
		cut("#modes button, #level, .start [data-do=new]", "e.closest('#modes') && text.getBoundingClientRect().width > e.clientWidth - (innerWidth < 360 ? 0 : 3)")
		tb.click(".opener[data-do=more]")
		cut("#more > button:not(.closer)", "text.getBoundingClientRect().right > e.getBoundingClientRect().right - 3")
		tb.click("#more .closer")
		tb.run("for (const used of document.querySelectorAll('.used')) used.textContent = '44×'")
		tb.click(".opener[data-do=helps]")
		cut(".help", `(() => {
			const line = document.createRange(), {left, top} = e.querySelector(".used").getBoundingClientRect();
			line.selectNodeContents(e.querySelector("[data-t^=helps]"));
			return Array.from(line.getClientRects()).some((r) => r.right > e.getBoundingClientRect().right - 3 || (r.right > left && r.bottom > top + 2));
		})()`)
		tb.click("#helps .closer")
		tb.visit("/print")
		tb.until("document.querySelector('#download:enabled')")
		wants(tb, "the mark in the navigation is in sight in "+code, eval[bool](tb, `(() => {
			const {left, right} = document.querySelector("nav [aria-current]").getBoundingClientRect(), nav = document.querySelector("nav").getBoundingClientRect();
			return left >= nav.left - 1 && right <= nav.right + 1;
		})()`), true)
		tb.run("for (const part of document.querySelectorAll('details')) part.open = true") // what is closed has no layout
		tb.choicesAreWhole()
	}
}

// exampleNamed looks at what a screen reader is told of the example of a lesson.
func exampleNamed(tb *tab) {
	tb.lesson("x-wing")
	wants(tb, "name", eval[string](tb, "document.querySelector('#example svg').getAttribute('aria-label')"), "An example: X-wing")
	loose := 0
	for _, node := range tb.axNodes() {
		if name := axText(node.Name); !node.Ignored && axText(node.Role) == "StaticText" && len(name) == 1 {
			loose++
		}
	}
	wants(tb, "loose digits", loose < 15, true)
}

// ownTextSize has the browser write larger texts, as its user likes it.
func ownTextSize(tb *tab) {
	tb.altered = true
	p := somePuzzle(tb, "level=4")
	for _, size := range []int64{21, 32} {
		command(tb, page.SetFontSizes, page.SetFontSizesParams{FontSizes: &page.FontSizes{Standard: size, Fixed: size}})
		tb.play(p)
		wants(tb, "size of texts", eval[int64](tb, "Math.round(parseFloat(getComputedStyle(document.documentElement).fontSize))"), size)
		tb.inEach([]window{phoneDark, phoneLight, desktopLight}, func() {
			wants(tb, fmt.Sprintf("width at %d", size), eval[int64](tb, "document.documentElement.scrollWidth") <= tb.window.width, true)
			wants(tb, fmt.Sprintf("cut at %d", size), eval[string](tb, `Array.from(document.querySelectorAll(".start button, .steps > *, .key, .modes button, .tools > button")).filter((e) => {
				const {left, right} = e.getBoundingClientRect();
				return e.checkVisibility() && (left < 0 || right > innerWidth || e.scrollWidth > e.clientWidth + 1);
			}).map((e) => e.dataset.do + " " + e.textContent.trim()).join()`), "")
		})
	}
	tb.inEach([]window{{"least", 640, 360, true, "light"}}, func() {
		lines := eval[int](tb, "new Set(Array.from(document.querySelectorAll('.start > :not(.hidden)'), (e) => e.getBoundingClientRect()).filter((r) => r.height).map((r) => Math.round((r.top + r.bottom) / 2))).size")
		wants(tb, "the head has more than two lines", lines > 2, false)
	})
	tb.resize(phoneDark)
	for path, filled := range map[string]string{"/explore": ".bar", "/print": "#download:enabled"} {
		tb.visit(path)
		tb.until("document.querySelector(%q)", filled)
		wants(tb, path+" beside the window", eval[string](tb, `document.documentElement.scrollWidth <= screen.width ? "" :
			Array.from(document.querySelectorAll("form *")).filter((e) => e.getBoundingClientRect().right > screen.width).map((e) => e.outerHTML.slice(0, 80)).join("\n")`), "")
	}
}
