package web_test

import (
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/seedoku/seedoku/internal/catalogue"
)

var accessTests = []pageTest{
	{"the tree of a screen reader", eitherWindow, tree},
	{"one tab stop for the board", eitherWindow, oneStop},
	{"theme", eitherWindow, theme},
	{"installable", []window{phoneDark}, installable},
	{"contrast, headings and names", []window{desktopLight}, everyView},
	{"words on a small phone", []window{phoneBars}, wordsOnSmallPhone},
	{"forced colours", []window{desktopLight}, forcedColours},
	{"touch targets", []window{phoneDark}, touchTargets},
	{"four times slower", []window{phoneDark}, slower},
	{"motion, and none where it is not wanted", eitherWindow, motion},
	{"the form of packs", twoWindows, formOfPacks},
	{"the form of print", twoWindows, formOfPrint},
	{"narrow and wide", []window{narrow}, sizes},
	{"games on a phone", []window{phoneDark}, gamesOnPhone},
	{"nothing moves", eitherWindow, nothingMoves},
	{"keys alone", []window{desktopLight}, keysAlone},
	{"touch alone", []window{phoneDark}, touchAlone},
}

// axNodes returns the accessibility tree of the tab.
func (tb *tab) axNodes() []*accessibility.Node {
	tb.Helper()
	return command(tb, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes
}

func axText(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	return strings.Trim(string(v.Value), `"`)
}

// named are the roles whose elements need a name.
var named = map[string]bool{
	"button": true, "link": true, "slider": true, "combobox": true, "textbox": true, "gridcell": true, "grid": true,
	"spinbutton": true, "checkbox": true, "img": true, "navigation": true,
}

func tree(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	tb.press("a")
	roles := map[string]int{}
	names := map[string]bool{}
	for _, node := range tb.axNodes() {
		role, name := axText(node.Role), axText(node.Name)
		if !node.Ignored {
			roles[role]++
			names[name] = true
			if named[role] && name == "" {
				tb.Errorf("a %s has no name", role)
			}
		}
	}
	wants(tb, "cells", roles["gridcell"], 81)
	wants(tb, "rows", roles["row"], 9)
	wants(tb, "grids", roles["grid"], 1)
	c := p.empty()[0]
	digits := strings.Split(p.permitted(c), "")
	list := digits[0]
	if len(digits) > 1 {
		list = strings.Join(digits[:len(digits)-1], ", ") + " or " + digits[len(digits)-1]
	}
	want := fmt.Sprintf("row %d, column %d, empty, may be %s", c/9+1, c%9+1, list)
	if !names[want] {
		tb.Errorf("no cell is named %q but %q", want, tb.name(c))
	}
}

func oneStop(tb *tab) {
	tb.play(somePuzzle(tb, "level=4"))
	stops := func() int { return eval[int](tb, "document.querySelectorAll('.board [tabindex=\"0\"]').length") }
	wants(tb, "tab stops", stops(), 1)
	tb.click("#r5c5")
	wants(tb, "tab stops", stops(), 1)
	wants(tb, "the tab stop", eval[string](tb, "document.querySelector('.board [tabindex=\"0\"]').id"), "r5c5")
}

func theme(tb *tab) {
	tb.visit("/explore")
	ground := func() string {
		return eval[string](tb, "getComputedStyle(document.documentElement).backgroundColor")
	}
	seen := map[string]bool{}
	for _, want := range []string{"light", "dark", "auto"} {
		tb.click("#theme")
		wants(tb, "theme", eval[string](tb, "document.documentElement.dataset.theme"), want)
		seen[ground()] = true
		tb.visit("/games")
		wants(tb, "theme of another view", eval[string](tb, "document.documentElement.dataset.theme"), want)
	}
	wants(tb, "grounds of the themes", len(seen), 2)
}

func installable(tb *tab) {
	tb.play(somePuzzle(tb, "level=4"))
	tb.until("navigator.serviceWorker.controller")
	for _, problem := range command(tb, page.GetInstallabilityErrors, cdp.Empty{}).InstallabilityErrors {
		if problem.ErrorID != "in-incognito" { // as every tab of these tests is
			tb.Errorf("the page cannot be installed: %s", problem.ErrorID)
		}
	}
}

// faint is an expression for the texts whose contrast is below AA: 4.5 to 1, or 3
// to 1 for large ones. Colours are drawn to be read, as any way to write one is.
const faint = `(() => {
	const pen = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
	const known = {};
	const rgba = (text) => known[text] ??= drawn(text);
	const drawn = (text) => {
		pen.clearRect(0, 0, 1, 1);
		pen.fillStyle = text;
		pen.fillRect(0, 0, 1, 1);
		return [...pen.getImageData(0, 0, 1, 1).data];
	};
	const over = (top, under) => top.slice(0, 3).map((x, i) => (x * top[3] + under[i] * (255 - top[3])) / 255);
	const ground = (e) => {
		const layers = [];
		for (let at = e; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
		return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255]);
	};
	const light = (c) => {
		const [r, g, b] = c.map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const list = [];
	for (const e of document.querySelectorAll("body *:not(svg *)")) {
		const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
		const box = e.getBoundingClientRect();
		if (!own || !box.width || !e.checkVisibility({visibilityProperty: true}) || e.closest("[disabled], .hidden, .skip")) continue;
		const style = getComputedStyle(e);
		const under = ground(e), text = over(rgba(style.color), under);
		const [a, b] = [light(text), light(under)].sort((x, y) => y - x);
		const ratio = (a + 0.05) / (b + 0.05);
		const size = parseFloat(style.fontSize);
		const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
		if (ratio < (large ? 3 : 4.5)) list.push(e.tagName + "." + e.className + " " + e.textContent.trim().slice(0, 20) + " " + ratio.toFixed(2));
	}
	return list;
})()`

// everyView looks in all views, on a phone and on a desktop, for faint texts, for headings that are
// not in order, for regions that scroll but take no focus, and on a desktop for what has no name.
func everyView(tb *tab) {
	p := somePuzzle(tb, "level=5")
	tb.playSome(p)
	tb.press("c")
	checkHere := func(view string) {
		tb.Helper()
		view += " in the window " + tb.window.name
		for _, text := range eval[[]string](tb, "%s", faint) {
			tb.Errorf("%s: too little contrast: %s", view, text)
		}
		wants(tb, "headings that skip a rank in "+view, eval[string](tb, `(() => {
			const ranks = Array.from(document.querySelectorAll("h1, h2, h3, h4"), (h) => Number(h.tagName[1]));
			return ranks.filter((rank, i) => rank > (ranks[i - 1] ?? 0) + 1).join();
		})()`), "")
		wants(tb, "regions without focus in "+view, eval[string](tb, `Array.from(document.querySelectorAll("main *")).filter((e) => /auto|scroll/.test(getComputedStyle(e).overflow) &&
			(e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1) && e.tabIndex < 0 && !e.querySelector("button, a, input, select, textarea, [tabindex]")).map((e) => e.className).join()`), "")
		if tb.window.touch {
			return
		}
		for _, node := range tb.axNodes() {
			if role := axText(node.Role); !node.Ignored && named[role] && axText(node.Name) == "" {
				tb.Errorf("%s: a %s has no name", view, role)
			}
		}
	}
	windows := []window{phoneDark, desktopLight}
	if *fiveWindows {
		windows = everySize
	}
	check := func(view string) {
		tb.Helper()
		tb.inEach(windows, func() { checkHere(view) })
	}
	check("play")
	tb.press("a")
	check("candidates")
	tb.ask("s")
	tb.until("document.querySelector('#words h2')")
	check("step")
	for view, ready := range map[string]string{
		"/games": "h1", "/learn/x-wing": "#board svg", "/learn": "#list li", "/packs": ".card", "/print": "#download:enabled", "/daily": ".card", "/explore": ".bar", "/analyse?puzzle=" + p.Puzzle: ".way-steps h3",
	} {
		tb.visit(view)
		tb.until("document.querySelector(%q)", ready)
		check(view)
	}
}

// oddWindows are the sizes at which something has been too wide or cut.
var oddWindows = []window{
	narrow, {"low", 740, 360, true, "dark"}, {"least", 640, 360, true, "light"}, {"zoom of 200 percent", 720, 450, false, "light"}, {"wall", 3840, 2160, false, "dark"},
}

// sizes looks at windows of all sizes: nothing is wider than the window, and the
// board is whole.
func sizes(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	tb.inEach(oddWindows, func() {
		board := eval[map[string]float64](tb, "(({left, top, right, bottom, width}) => ({left, top, right, bottom, width}))(document.getElementById('board').getBoundingClientRect())")
		w, h := float64(tb.window.width), float64(tb.window.height)
		if board["left"] < 0 || board["right"] > w || board["bottom"] > h {
			tb.Errorf("%s: the board is cut: %v", tb.window.name, board)
		}
		if board["width"] < 0.78*min(w, h) {
			tb.Errorf("the board is small: %v of %v x %v", board["width"], w, h)
		}
		if cut := eval[[]string](tb, "Array.from(document.querySelectorAll('.start > :not(.hidden), .help, #more button')).filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth).map(e => e.textContent.trim())"); len(cut) > 0 {
			tb.Errorf("%s: cut: %q", tb.window.name, cut)
		}
		keysInSight(tb)
	})
	tb.more("left")
	tb.inEach(oddWindows, func() { keysInSight(tb) })
	tb.click(cell(p.empty()[0]))
	tb.press("5") // so that there is a game to list

	widest := []window{oddWindows[0], oddWindows[2]}
	if *fiveWindows {
		widest = oddWindows
	}
	for _, view := range []struct{ path, filled string }{
		{"/p/" + p.ID, ".cell"},
		{"/games", "#games td"},
		{"/analyse?puzzle=" + p.Puzzle, ".card"},
		{"/packs", ".card"},
		{"/print", "#download:enabled"},
		{"/learn/x-wing", "#board svg"}, {"/learn", "#list li"},
		{"/explore", ".bar"},
	} {
		tb.visit(view.path)
		tb.until("document.querySelector(%q)", view.filled)
		tb.inEach(widest, func() {
			if wide := eval[int64](tb, "document.documentElement.scrollWidth"); wide > tb.window.width {
				tb.Errorf("%q is %v pixels wide in a window of %v", view.path, wide, tb.window.width)
			}
		})
	}
}

// keysInSight looks for keys that are cut, or beside the window.
func keysInSight(tb *tab) {
	tb.Helper()
	wants(tb, "keys out of sight", eval[string](tb, `Array.from(document.querySelectorAll(".start button, .steps > *, .key, .modes button, .tools > button")).filter((e) => {
		const {left, top, right, bottom} = e.getBoundingClientRect();
		return e.checkVisibility() && (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || e.scrollWidth > e.clientWidth + 1);
	}).map((e) => e.dataset.do + " " + e.textContent.trim()).join()`), "")
}

// gamesOnPhone looks for what is wider than the window in any language: the head, and what is
// said of a game.
func gamesOnPhone(tb *tab) {
	p := somePuzzle(tb, "level=5")
	tb.play(p)
	tb.enter(p.empty()[0], p.Solution[p.empty()[0]])
	for _, code := range catalogue.Codes() {
		tb.speak(code)
		for _, view := range []struct{ path, filled string }{{"/games", "#games td"}, {"/learn", "#list li"}} {
			tb.visit(view.path)
			tb.until("document.querySelector(%q)", view.filled)
			tb.inEach([]window{phoneLight, phoneDark}, func() {
				wants(tb, "width of "+view.path+" in "+code, eval[int64](tb, "document.documentElement.scrollWidth"), tb.window.width)
				wants(tb, "what is beside the window in "+code, eval[string](tb, `Array.from(document.querySelectorAll("#games tr > *, #theme, [aria-current]")).filter((e) => {
					const {left, right} = e.getBoundingClientRect();
					return left < 0 || right > %d;
				}).map((e) => e.textContent.trim()).join()`, tb.window.width), "")
			})
			if view.path == "/games" {
				wants(tb, "date in "+code, tb.text("#games td:nth-child(3)"), eval[string](tb, `(() => {
					const {started} = JSON.parse(localStorage["seedoku.game.%s"]);
					return new Date(started).toLocaleString(%q, {dateStyle: "medium", timeStyle: "short"}).replace(/\s+/g, " ");
				})()`, p.ID, code))
			}
		}
	}
}

// wordsOnSmallPhone looks for the explanation of a chain, for the way on, and for keys that
// are large enough.
func wordsOnSmallPhone(tb *tab) {
	windows := []window{narrow, phoneDark, {"small", 375, 667, true, "light"}, phoneBars}
	tb.play(somePuzzle(tb, "level=9"))
	tb.inEach(windows, func() {
		keys := eval[float64](tb, "Math.min(...Array.from(document.querySelectorAll('.key'), k => k.getBoundingClientRect().width))")
		if least := map[int64]float64{360: 38, 375: 40, 390: 40}[tb.window.width]; keys < least {
			tb.Errorf("keys are %v pixels wide, want %v", keys, least)
		}
	})
	tb.untilChains()
	lookHere := func(what, below string) {
		tb.Helper()
		what += " in the window " + tb.window.name
		words := eval[float64](tb, "(() => { const w = document.getElementById('words'); return w.scrollHeight > w.clientHeight + 1 ? w.clientHeight : 1000; })()")
		if least := map[bool]float64{true: 160, false: 96}[tb.window.height >= 640]; words < least {
			tb.Errorf("%s: %v pixels of the words are to be seen, want %v or all", what, words, least)
		}
		if end := eval[float64](tb, "document.querySelector(%q).getBoundingClientRect().bottom", below); end > float64(tb.window.height) {
			tb.Errorf("%s: the button of the next step ends at %v, below the window", what, end)
		}
		tb.middle(below)
	}
	look := func(what, below string) {
		tb.Helper()
		tb.inEach(windows, func() { lookHere(what, below) })
	}
	look("the way", "[data-do=wayNext]")
	tb.press(kb.Escape)
	tb.ask("s")
	tb.until("document.querySelector('#words h2')")
	look("a step", ".said > .closer")
	tb.click("#r1c1")
	wants(tb, "words after a tap on the board", tb.text("#words"), "")
	tb.click(".tools [data-do=hint]")
	tb.until("!document.getElementById('stepper').hidden")
	for range 3 {
		look("the hint", "#hint-more")
		tb.click("#hint-more")
	}
}

// forcedColours looks for what tells selected cells, pressed buttons and coloured cells apart
// where the page may not choose its colours.
func forcedColours(tb *tab) {
	tb.play(somePuzzle(tb, "level=4"))
	tb.click("#r5c5")
	tb.press("2", chromedp.ModifierAlt)
	tb.features(&emulation.MediaFeature{Name: "forced-colors", Value: "active"})
	for _, selector := range []string{"#r5c5", "[data-do=mode][aria-pressed=true]"} {
		wants(tb, "outline of "+selector, eval[bool](tb, "getComputedStyle(document.querySelector(%q)).outlineStyle !== 'none'", selector), true)
	}
	tb.click("#r9c9")
	tb.ask("s")
	tb.until("document.querySelector('#words .ref')")
	eval[bool](tb, "(() => { document.querySelector('#words .ref').focus(); return true; })()")
	wants(tb, "outline of cells that the words point at", eval[string](tb, "getComputedStyle(document.querySelector('.cell.linked')).outlineStyle"), "dotted")
	tb.click("#level")
	wants(tb, "outline of the level", eval[string](tb, "getComputedStyle(document.querySelector('#levels [aria-current=true]')).outlineStyle"), "solid")
	tb.press(kb.Escape)
	wants(tb, "outline of a coloured cell", eval[string](tb, "getComputedStyle(document.getElementById('r5c5')).outlineStyle"), "dashed")
}

// formOfPacks looks for choices that wrap below their labels, where there is room, and for texts
// that are cut.
func formOfPacks(tb *tab) {
	tb.visit("/packs?level=4-5&technique=x-wing")
	tb.until("document.querySelectorAll('.card').length && document.querySelectorAll('#format option').length > 3")
	wants(tb, "wrapped choices", eval[string](tb, `Array.from(document.querySelectorAll(".field > select, .field > input")).filter((e) => {
		const label = e.closest(".field").firstElementChild;
		return innerWidth > 768 && label !== e && e.getBoundingClientRect().top >= label.getBoundingClientRect().bottom;
	}).map((e) => e.name || e.id).join()`), "")
	tb.choicesAreWhole()
}

// formOfPrint looks for texts of choices that are cut.
func formOfPrint(tb *tab) {
	tb.visit("/print?preset=book")
	tb.until("document.querySelector('#download:enabled')")
	tb.choicesAreWhole()
	wants(tb, "heights of the presets", eval[int](tb, "new Set(Array.from(document.querySelectorAll('#presets > *'), (e) => Math.round(e.getBoundingClientRect().height))).size"), 1)
}

// choicesAreWhole looks for choices that are narrower than what is chosen.
func (tb *tab) choicesAreWhole() {
	tb.Helper()
	wants(tb, "cut texts", eval[string](tb, `(() => {
		const choices = Array.from(document.querySelectorAll(".field select, .choice select")).filter((e) => e.getBoundingClientRect().width);
		const copies = choices.map((e) => {
			const copy = document.createElement("select");
			copy.append(new Option(e.selectedOptions[0]?.text));
			copy.style.cssText = "position: absolute; visibility: hidden";
			return copy;
		});
		document.body.append(...copies);
		const cut = choices.filter((e, i) => e.getBoundingClientRect().width + 1 < copies[i].getBoundingClientRect().width);
		copies.forEach((copy) => copy.remove());
		return cut.map((e) => e.name || e.id || e.dataset.list).join();
	})()`), "")
}

// nothingMoves watches for layout that shifts while a puzzle opens and helps speak.
func nothingMoves(tb *tab) {
	p := somePuzzle(tb, "level=5")
	tb.play(p)
	where := func() string {
		return eval[string](tb, "['board', 'keypad', 'modes', 'slider'].map(id => { const r = document.getElementById(id).getBoundingClientRect(); return [r.left, r.top, r.width].map(Math.round); }).join(' ')")
	}
	before := where()
	for _, key := range []string{"a", "p", "r", "k", "s"} {
		tb.ask(key)
		tb.until("!document.querySelector('.working')")
		wants(tb, "places after "+key, where(), before)
	}
	wants(tb, "shifts while loading", eval[float64](tb, "performance.getEntriesByType('layout-shift').reduce((sum, e) => sum + e.value, 0)"), 0)
}

// touchTargets looks for what a finger has to hit and is smaller than 44 pixels, in every
// state of Play. Keys of digits are as wide as nine of them can be.
func touchTargets(tb *tab) {
	lookHere := func(state string) {
		tb.Helper()
		small := eval[string](tb, `Array.from(document.querySelectorAll("button, select, summary, input, a.button")).filter((e) => {
			const {width, height} = e.getBoundingClientRect();
			if (!width || !e.checkVisibility({visibilityProperty: true}) || e.closest(".head")) return false;
			return height < 43.9 || (width < 43.9 && !e.matches(".key"));
		}).map((e) => (e.id || e.dataset.do || e.textContent.trim()) + " " + Math.round(e.getBoundingClientRect().width) + "x" + Math.round(e.getBoundingClientRect().height)).join(", ")`)
		wants(tb, "small targets: "+state+" in "+tb.window.name, small, "")
	}
	look := func(state string) {
		tb.Helper()
		tb.inEach([]window{phoneLight, phoneDark}, func() { lookHere(state) })
	}
	tb.play(somePuzzle(tb, "level=9"))
	look("play")
	tb.click("#level")
	look("levels")
	tb.click("#levels .closer")
	tb.click(".opener[data-do=more]")
	look("menu")
	tb.click("#more .closer")
	tb.click(".opener[data-do=helps]")
	look("helps")
	tb.click("#helps .closer")
	tb.click(".tools [data-do=hint]")
	tb.until("!document.getElementById('stepper').hidden")
	look("hint")
	tb.untilChains()
	look("way")
	tb.press(kb.Escape)
	tb.more("allSteps")
	tb.until("document.querySelector('.all-steps')")
	look("all steps")
	tb.press(kb.Escape)
	tb.more("carry")
	tb.until("document.querySelector('dialog .code')")
	look("carry")
}

// slower asks for a hint to its end on a processor that is slowed.
func slower(tb *tab) {
	tb.slowed(4)
	tb.play(somePuzzle(tb, "level=8"))
	for stage := range 3 {
		tb.hint()
		tb.until("document.querySelector('#words p') && !document.querySelector('#words .working')")
		wants(tb, "the stepper", eval[bool](tb, "!document.getElementById('stepper').hidden"), stage < 3)
	}
	tb.press(kb.Escape)
	tb.ask("d")
	tb.until("document.getElementById('slider').value === '1'")
}

// motion looks for what moves when a digit is entered.
func motion(tb *tab) {
	p := somePuzzle(tb, "level=4")
	cells := p.empty()
	tb.features(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "no-preference"})
	tb.play(p)
	moving := func(c int) int {
		tb.enter(c, p.Solution[c])
		return eval[int](tb, "document.querySelector(%q).getAnimations({subtree: true}).length + (window.animated ?? 0)", cell(c))
	}
	eval[bool](tb, `(() => {
		const animate = Element.prototype.animate;
		Element.prototype.animate = function (...how) { window.animated = (window.animated ?? 0) + 1; return animate.apply(this, how); };
		return true;
	})()`)
	wants(tb, "motion", moving(cells[0]) > 0, true)
	tb.features(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
	eval[bool](tb, "(() => { window.animated = 0; return true; })()")
	wants(tb, "motion where it is not wanted", moving(cells[1]), 0)
}
