package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

var viewTests = []pageTest{
	{"analysis of a puzzle", eitherWindow, analysis},
	{"analysis of a puzzle with two solutions", eitherWindow, analysisOfTwo},
	{"analysis of an ID", eitherWindow, analysisOfID},
	{"analysis of a file", eitherWindow, analysisOfFile},
	{"lesson", eitherWindow, lesson},
	{"a class", []window{tabletLight}, aClass},
	{"training", []window{desktopLight}, training},
	{"a pack", eitherWindow, aPack},
	{"a pack on a slow network", eitherWindow, packLater},
	{"a book", []window{desktopLight}, aBook},
	{"the bank", eitherWindow, theBank},
	{"search", eitherWindow, search},
	{"nothing there", eitherWindow, nothingThere},
	{"languages", eitherWindow, languages},
	{"a language that is not there", eitherWindow, languageNotThere},
}

// give types a text into the analysis.
func (tb *tab) give(text string) {
	tb.Helper()
	eval[bool](tb, "(() => { document.getElementById('input').value = %q; return true; })()", text)
	tb.click("#ask .strong")
}

func analysis(tb *tab) {
	p := somePuzzle(tb, "level=5")
	tb.visit("/analyse")
	tb.give(p.Puzzle)
	tb.until("document.querySelectorAll('.card').length")
	report := tb.text("#report")
	for _, part := range []string{"Exactly one solution", "none: the puzzle is minimal", "5 Tricky", "ER ", "Effort", "yes, as " + p.ID, "Canonical form", "Hidden single"} {
		tb.holds("report", report, part)
	}
	wants(tb, "pictures of steps", eval[int](tb, "document.querySelectorAll('.way-steps .picture').length"), 12)
	wants(tb, "digits in the picture", eval[int](tb, "document.querySelectorAll('.board-side .clue').length"), p.Clues)
	tb.click(".board-side button")
	wants(tb, "digits of the solution", eval[int](tb, "document.querySelectorAll('.board-side .entry').length"), 81-p.Clues)
}

func analysisOfTwo(tb *tab) {
	p := somePuzzle(tb, "level=5")
	first := strings.IndexAny(p.Puzzle, "123456789")
	tb.visit("/analyse")
	tb.give(p.Puzzle[:first] + "." + p.Puzzle[first+1:]) // minimal puzzles need every clue
	tb.until("document.querySelector('.report .bad')")
	tb.until("document.querySelectorAll('.board-side .half').length > 0")
	tb.holds("report", tb.text("#report"), "More than one solution")
	wants(tb, "cells with both digits", eval[int](tb, "document.querySelectorAll('.board-side .half').length"), 2*eval[int](tb, "document.querySelectorAll('.board-side .differs').length"))
}

// What the page itself gives out, IDs and links, can be analysed, and what holds no
// puzzle is said to hold none.
func analysisOfID(tb *tab) {
	tb.allowed = "422"
	p, q := somePuzzle(tb, "level=5"), somePuzzle(tb, "level=3&clues=30")
	tb.visit("/analyse")
	tb.give(strings.ToLower(p.ID))
	tb.until("document.querySelector('#report').textContent.includes('yes, as %s')", p.ID)
	tb.give(tb.base + "/p/" + q.ID)
	tb.until("document.querySelector('#report').textContent.includes('yes, as %s')", q.ID)
	tb.give("hello")
	tb.until("document.querySelector('#state').textContent === 'No puzzle was found in this text.'")
}

func analysisOfFile(tb *tab) {
	p := somePuzzle(tb, "level=2")
	file := filepath.Join(tb.TempDir(), "puzzles.csv")
	if err := os.WriteFile(file, []byte("puzzle\n"+p.Puzzle+"\n"+somePuzzle(tb, "level=3").Puzzle+"\n"), 0o600); err != nil {
		tb.Fatal(err)
	}
	tb.visit("/analyse")
	tb.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{file}))
	tb.until("document.querySelectorAll('.thumbs button').length === 2")
	tb.until("document.querySelector('.facts-list code')")
	tb.click(".thumbs button:last-child")
	tb.until("document.querySelector('#report').textContent.includes('3 Gentle')")
}

func aPack(tb *tab) {
	tb.visit("/packs?level=4")
	tb.until("document.querySelectorAll('.card').length === 8 && document.querySelectorAll('#format option').length")
	all := tb.text("#count")
	tb.holds("count", all, "puzzles match")
	eval[bool](tb, "(() => { const l = document.querySelector('[data-list=technique]'); l.value = 'pointing'; return l.dispatchEvent(new Event('change', {bubbles: true})); })()")
	tb.until("document.getElementById('count').textContent !== %q && document.getElementById('count').textContent.includes('match')", all)
	tb.holds("address", eval[string](tb, "location.search"), "technique=pointing")
	eval[bool](tb, `(() => { window.saved = []; URL.createObjectURL = b => { window.saved.push(b); return 'blob:x'; }; HTMLAnchorElement.prototype.click = () => {}; return true; })()`)
	for i, format := range eval[[]string](tb, "Array.from(document.querySelectorAll('#format option'), o => o.value)") {
		if tb.window.touch && i > 2 {
			break // all formats once is enough
		}
		eval[bool](tb, "(() => { const f = document.getElementById('format'); f.value = %q; f.dispatchEvent(new Event('change', {bubbles: true})); const n = document.getElementById('n'); n.value = Math.min(20, n.max); return true; })()", format)
		tb.click("#download")
		tb.until("saved.length === %d && saved[%d].size > 80 && !document.getElementById('download').disabled", i+1, i)
		tb.holds("progress", tb.text("#progress"), "Saved as ")
	}
	packWithoutEarlier(tb)
}

// packLater opens packs on a slow network. The page offers no download before it knows the formats.
func packLater(tb *tab) {
	tb.script(`const get = window.fetch;
		window.fetch = (...what) => String(what[0]).includes("formats") ? new Promise((resolve) => (window.letGo = () => resolve(get(...what)))) : get(...what);
		window.answers = 0;
		const body = Response.prototype.json;
		Response.prototype.json = async function () { const read = await body.call(this); if (this.url.includes("puzzles?")) window.answers++; return read; }`)
	tb.visit("/packs?level=4")
	tb.until("window.answers")
	time.Sleep(100 * time.Millisecond)
	ready := func() bool { return eval[bool](tb, "!document.getElementById('download').disabled") }
	wants(tb, "the page offers a download before it knows the formats", ready(), false)
	tb.run("letGo()")
	tb.until("!document.getElementById('download').disabled")
	wants(tb, "format", eval[string](tb, "document.getElementById('format').value"), "line")
}

// packWithoutEarlier asks for the same pack twice, the second time without the puzzles of the
// first.
func packWithoutEarlier(tb *tab) {
	tb.visit("/packs?level=4")
	tb.until("!document.getElementById('download').disabled && /^[0-9]+/.test(document.getElementById('count').textContent)")
	eval[bool](tb, `(() => { window.saved = []; URL.createObjectURL = (b) => { window.saved.push(b); return "blob:x"; }; HTMLAnchorElement.prototype.click = () => {}; document.getElementById("n").value = 5; document.getElementById("seed").value = 1; return true; })()`)
	tb.click("#download")
	tb.until("saved.length === 1")
	saved := func(n int) []string {
		eval[bool](tb, "(() => { window.read = null; saved[%d].text().then((text) => { window.read = text; }); return true; })()", n)
		tb.until("window.read !== null")
		return strings.Fields(eval[string](tb, "window.read"))
	}
	earlier := saved(0)
	file := filepath.Join(tb.TempDir(), "earlier.txt")
	if err := os.WriteFile(file, []byte(strings.Join(earlier, "\n")), 0o600); err != nil {
		tb.Fatal(err)
	}
	tb.do(chromedp.SetUploadFiles(chromedp.CSS("#not-in"), []string{file}))
	tb.click("#download")
	tb.until("saved.length === 2")
	later := saved(1)
	if len(earlier) != 5 || len(later) != 5 {
		tb.Fatalf("packs of %d and %d puzzles", len(earlier), len(later))
	}
	all := append(earlier, later...)
	seen := map[sudoku.Grid]bool{}
	for _, text := range all {
		grid, err := sudoku.ParseGrid(text)
		if err != nil {
			tb.Fatal(err)
		}
		seen[new(transform.Canonizer).Canonical(grid).Grid] = true
	}
	wants(tb, "different puzzles of two packs", len(seen), len(all))
}

// A book is shown as it is downloaded, and the wishes that are kept make it again.
func aBook(tb *tab) {
	tb.visit("/print?preset=book")
	tb.until("!document.getElementById('download').disabled && document.getElementById('pages').src.startsWith('blob:')")
	eval[bool](tb, `(() => {
		window.saved = [];
		const made = URL.createObjectURL;
		URL.createObjectURL = (b) => { window.saved.push(b); return made(b); };
		HTMLAnchorElement.prototype.click = () => {};
		const set = (id, value) => { document.getElementById(id).value = value; };
		set("many", 2); set("o-title", "Sonntags"); set("o-copyright", "© M. Muster"); set("order", "minutes"); set("o-paper", "a5"); set("seed", "123456789012345678");
		return document.getElementById("many").dispatchEvent(new Event("input", {bubbles: true}));
	})()`)
	tb.until("window.saved.length === 1 && !document.getElementById('keep').disabled")
	tb.holds("state", tb.text("#state"), "18 puzzles")
	tb.click("#download")
	tb.click("#keep")
	tb.until("window.saved.length === 3")
	wants(tb, "what is downloaded is what is shown", eval[bool](tb, "window.saved[0] === window.saved[1]"), true)
	eval[bool](tb, `(() => {
		const sum = async (b) => new Uint8Array(await crypto.subtle.digest("SHA-256", await b.arrayBuffer())).join();
		(async () => {
			const kept = await window.saved[2].text();
			const again = await (await fetch("/api/v1/books", {method: "POST", body: kept})).blob();
			window.same = (await sum(again)) === (await sum(window.saved[0])) && kept.includes("Sonntags") && kept.includes("123456789012345678");
		})();
		return true;
	})()`)
	tb.until("window.same")
	eval[bool](tb, "(() => { document.getElementById('o-paper').value = 'stamp'; return document.getElementById('o-paper').dispatchEvent(new Event('input', {bubbles: true})); })()")
	tb.allowed = "400"
	tb.until("document.getElementById('state').textContent.includes('paper')")
	wants(tb, "a download of what cannot be", eval[bool](tb, "document.getElementById('download').disabled"), true)
	tb.click("[data-preset=practice]")
	tb.until("!document.getElementById('download').disabled")
	tb.click("#download")
	tb.until("window.saved.at(-1).type === 'application/pdf'")
}

func theBank(tb *tab) {
	tb.visit("/explore")
	tb.until("document.querySelectorAll('.bar').length > 60")
	tb.holds("total", tb.text("#total"), "puzzles")
	tb.holds("records", tb.text("#records"), "highest ER")
	wants(tb, "links to records", eval[bool](tb, "document.querySelectorAll('#records a[href^=\"/p/\"]').length >= 2"), true)
	bar := "#clues .bar:nth-child(8)"
	label := eval[string](tb, "document.querySelector(%q).getAttribute('aria-label')", bar)
	eval[bool](tb, "(() => { document.querySelector(%q).focus(); return true; })()", bar)
	wants(tb, "number of the bar", tb.text("#point"), label)
	tb.holds("scale", tb.text("#clues .scale"), ",000")
	wants(tb, "runs", eval[bool](tb, "document.querySelectorAll('#runs tbody td').length > 0"), true)
	tb.click(bar)
	if tb.window.touch { // the finger covers the bar
		wants(tb, "number of the touched bar", strings.HasPrefix(tb.text("#point"), label), true)
		tb.click("#point a")
	}
	tb.until("location.pathname === '/packs' && document.querySelectorAll('.card').length")
	clues := eval[string](tb, "new URLSearchParams(location.search).get('clues')")
	tb.holds("label of the bar", label, clues+" clues")
}

// A search finds puzzles by their steps, and says what the bank knows of others. The puzzles
// of a day are there on all days.
func search(tb *tab) {
	p := somePuzzle(tb, "level=5")
	empty := strings.IndexByte(p.Puzzle, '.')
	more := p.Puzzle[:empty] + p.Solution[empty:empty+1] + p.Puzzle[empty+1:]
	tb.visit("/explore")
	tb.until("document.querySelectorAll('#add option').length > 30 && document.querySelector('.bar')")
	find := func(text, ready string) {
		tb.Helper()
		eval[bool](tb, "(() => { document.getElementById('what').value = %q; return true; })()", text)
		tb.click("#search .strong")
		tb.until("%s", ready)
	}
	find("X-wing, then XY-wing, nothing else above 3.0", "document.querySelectorAll('#found .card').length === 12")
	tb.holds("found", tb.text("#found-state"), "12 puzzles with these steps in this order")
	find("swordfish then x-wing, above 3.9", "document.getElementById('found-state').textContent.includes('No puzzle has these steps')")
	said := func(n int) string { return tb.text(fmt.Sprintf("#found-words li:nth-child(%d)", n)) }
	find(p.Puzzle+"\n"+more, "document.querySelectorAll('#found-words li').length === 2")
	tb.holds("a copy", said(1), "It is a turned copy of the seed "+p.ID[:13])
	tb.holds("a copy with a clue", said(2), "It is the seed "+p.ID[:13]+", turned, with clues added. It is a copy with clues added of number 1 here.")
	find(strings.ToLower(p.ID)+".", "document.querySelectorAll('#found-words li').length === 1 && document.querySelector('#found-words a')?.getAttribute('href') === '/p/"+p.ID+"'")
	eval[bool](tb, "(() => { document.getElementById('what').value = ''; document.forms.search.level.value = '4'; document.forms.search.minutes.value = '5-15'; return true; })()")
	tb.click("#search .strong")
	tb.until("document.querySelectorAll('#found .card').length === 12 && document.getElementById('found-state').textContent.includes('of this kind')")
	tb.holds("address", eval[string](tb, "location.search"), "minutes=5-15")
	tb.allowed = "status of 4"
	find(p.ID[:13], "document.getElementById('found-state').textContent.includes('the form of the ID of a seed')")
	find("xyz", "document.getElementById('found-state').textContent.includes('No puzzle was found')")
	tb.visit("/explore?above=2,0")
	tb.until("document.querySelectorAll('#found .card').length === 12 && document.getElementById('found-state').textContent.includes('of this kind')")
	wants(tb, "puzzles above ER 2.0", eval[int](tb, "Array.from(document.querySelectorAll('#found .card'), (card) => Number(/ER (\\d+\\.\\d)/.exec(card.textContent)[1])).filter((er) => er > 2).length"), 0)
	tb.visit("/explore?above=abc")
	tb.until("document.getElementById('found-state').textContent.includes('want a number such as 6.6')")

	for _, none := range []string{"2026", "2026-02-30", "2999-01-01"} {
		tb.visit("/daily?date=" + none)
		tb.until("document.getElementById('date').value === document.getElementById('date').max && document.querySelectorAll('.card').length === 9")
		tb.until("document.getElementById('state').textContent.includes('has not begun here')")
		wants(tb, "the day in the address", eval[string](tb, "location.search"), "")
	}
	tb.visit("/daily?date=2026-01-31")
	tb.until("document.querySelectorAll('.card').length === 9")
	tb.holds("streak", tb.text("#streak"), "Solve one today")
	first := eval[string](tb, "document.querySelector('.card').getAttribute('href')")
	tb.click("#earlier")
	tb.until("location.search === '?date=2026-01-30' && document.querySelectorAll('.card').length === 9 && document.querySelector('.card').getAttribute('href') !== %q", first)
	eval[bool](tb, `(() => {
		const now = new Date();
		const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
		localStorage["seedoku.days"] = JSON.stringify({[date]: 1});
		return true;
	})()`)
	tb.click("#later")
	tb.until("document.getElementById('streak').textContent.startsWith('1 day in a row')")
}

func nothingThere(tb *tab) {
	tb.allowed = "40"
	tb.visit("/nothing")
	tb.holds("page", tb.text("h1"), "Nothing here")
	for _, id := range []string{"NOSUCHPUZZLE", "%E0%A4%A"} { // broken escapes name no puzzle either
		tb.visit("/?level=1")
		tb.until("document.body.dataset.ready")
		eval[bool](tb, "(() => { history.pushState(null, '', '/p/' + %q); return dispatchEvent(new PopStateEvent('popstate')); })()", id)
		tb.words("does not have the puzzle " + id)
	}
	tb.run(`
		const get = window.fetch;
		window.fetch = async (...what) => String(what[0]).includes("BUSY") ? Response.json({detail: "too many requests"}, {status: 429}) : get(...what);
		history.pushState(null, "", "/p/BUSY");
		dispatchEvent(new PopStateEvent("popstate"));`)
	tb.words("too many requests")
	tb.visit(fmt.Sprintf("/?puzzle=%s", strings.Repeat("1", 81)))
	tb.until("document.body.dataset.ready")
	tb.words("contradict")
}

// speak makes the page speak a language that its user chooses.
func (tb *tab) speak(code string) {
	tb.Helper()
	eval[bool](tb, "(() => { localStorage.setItem('seedoku.language', JSON.stringify(%q)); return true; })()", code)
	tb.do(chromedp.Reload())
	tb.until("document.documentElement?.lang === %q && document.documentElement.dataset.told !== undefined", code)
}

// The page speaks the first language of the browser that it knows, until another one is
// chosen, and loads no other.
func languages(tb *tab) {
	p := somePuzzle(tb, "hardest=x-wing")
	tb.altered = true
	command(tb, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: "a browser", AcceptLanguage: "nl,fr-CA,en"})
	tb.play(p)
	tb.holds("title", eval[string](tb, "document.title"), "Jouer au sudoku")
	tb.holds("levels", tb.text("#levels"), "9 Extrême")
	tb.press("h")
	tb.words("Regarde ici : l")
	tb.press("hh")
	tb.until("/^(?:Dans|La|Le) /.test(document.querySelector('#words .explanation')?.textContent ?? '')")
	tb.until("document.querySelectorAll('#words .ref').length > 2") // houses and cells that point at the board
	wants(tb, "languages that were loaded", eval[string](tb, "performance.getEntriesByType('resource').map((e) => /texts-(\\w+).json$/.exec(e.name)?.[1]).filter(Boolean).join(' ')"), "fr")
	eval[bool](tb, "(() => { const menu = document.getElementById('language'); menu.value = 'de'; return menu.dispatchEvent(new Event('change')); })()")
	tb.until("document.documentElement?.lang === 'de' && document.body?.dataset.ready")
	wants(tb, "primary action", tb.text(".tools .strong:not(.own)"), "Tipp")
	wants(tb, "menu", eval[string](tb, "document.getElementById('language').value"), "de")
	tb.visit("/analyse")
	tb.give(p.Puzzle)
	tb.until("document.querySelectorAll('.card').length")
	report := tb.text("#report")
	for _, part := range []string{"Genau eine Lösung", "Versteckter Einer", "-mal"} {
		tb.holds("report", report, part)
	}
}

// languageNotThere chooses a language whose texts cannot be loaded. The page keeps its own, and
// does so after a visit that finds the chosen one not there.
func languageNotThere(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.script(`{ const get = window.fetch; window.fetch = (...what) => /-(en|es).json/.test(what[0]) && localStorage.there ? Promise.reject(new TypeError("offline")) : get(...what); }`)
	tb.visit("/games")
	tb.speak("de")
	tb.run("localStorage.there = 'de'")
	tb.play(p)
	tb.run("const menu = document.getElementById('language'); menu.value = 'es'; menu.dispatchEvent(new Event('change'))")
	tb.words("Keine Verbindung: Diese Sprache")
	wants(tb, "menu", eval[string](tb, "document.getElementById('language').value"), "de")
	wants(tb, "kept", eval[string](tb, "localStorage['seedoku.language']"), `"de"`)
	tb.run("localStorage['seedoku.language'] = JSON.stringify('es')")
	tb.play(p)
	wants(tb, "language", eval[string](tb, "document.documentElement.lang"), "de")
	tb.holds("title", eval[string](tb, "document.title"), "Sudoku spielen")
}
