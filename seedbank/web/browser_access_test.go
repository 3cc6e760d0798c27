package web_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

var accessTests = []pageTest{
	{"the tree of a screen reader", twoWindows, tree},
	{"one tab stop for the board", twoWindows, oneStop},
	{"theme", twoWindows, theme},
	{"installable", []window{phoneDark}, installable},
	{"contrast", allWindows, contrast},
	{"words on a small phone", []window{{"narrow", 320, 568, true, "light"}}, wordsOnSmallPhone},
	{"narrow and wide", []window{
		{"narrow", 320, 568, true, "light"}, {"low", 740, 360, true, "dark"}, {"wall", 3840, 2160, false, "dark"},
	}, sizes},
	{"nothing moves", twoWindows, nothingMoves},
}

// axNodes returns the accessibility tree of the tab.
func (tb *tab) axNodes() (nodes []*accessibility.Node) {
	tb.Helper()
	tb.call(func(ctx context.Context, to *chromedp.Target) error {
		result, err := cdp.Call(ctx, to, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		if err == nil {
			nodes = result.Nodes
		}
		return err
	})
	return nodes
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
	for _, view := range []string{"/games", "/practice", "/analyse", "/packs", "/bank"} {
		tb.visit(view)
		tb.until("document.querySelector('h1')")
		for _, node := range tb.axNodes() {
			if role := axText(node.Role); !node.Ignored && named[role] && axText(node.Name) == "" {
				tb.Errorf("%s: a %s has no name", view, role)
			}
		}
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
	tb.visit("/bank")
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
	tb.call(func(ctx context.Context, to *chromedp.Target) error {
		result, err := cdp.Call(ctx, to, page.GetInstallabilityErrors, cdp.Empty{})
		if err != nil {
			return err
		}
		for _, problem := range result.InstallabilityErrors {
			if problem.ErrorID != "in-incognito" { // as every tab of these tests is
				tb.Errorf("the page cannot be installed: %s", problem.ErrorID)
			}
		}
		return nil
	})
}

// faint is an expression for the texts whose contrast is below AA: 4.5 to 1, or 3
// to 1 for large ones. Colours are drawn to be read, as any way to write one is.
const faint = `(() => {
	const pen = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
	const rgba = (text) => {
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

func contrast(tb *tab) {
	p := somePuzzle(tb, "level=5")
	tb.playSome(p)
	tb.press("c")
	check := func(view string) {
		tb.Helper()
		for _, text := range eval[[]string](tb, "%s", faint) {
			tb.Errorf("%s: too little contrast: %s", view, text)
		}
	}
	check("play")
	tb.press("a")
	check("candidates")
	tb.press("s")
	tb.until("document.querySelector('#words h3')")
	check("step")
	for view, ready := range map[string]string{
		"/games": "h1", "/practice": "#board svg", "/packs": ".card", "/bank": ".bar", "/analyse?puzzle=" + p.Puzzle: ".way-steps h3",
	} {
		tb.visit(view)
		tb.until("document.querySelector(%q)", ready)
		check(view)
	}
}

// sizes looks at windows of all sizes: nothing is wider than the window, and the
// board is whole.
func sizes(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	board := eval[map[string]float64](tb, "(({left, top, right, bottom, width}) => ({left, top, right, bottom, width}))(document.getElementById('board').getBoundingClientRect())")
	w, h := float64(tb.window.width), float64(tb.window.height)
	if board["left"] < 0 || board["right"] > w || board["bottom"] > h {
		tb.Errorf("the board is cut: %v", board)
	}
	if cut := eval[[]string](tb, "Array.from(document.querySelectorAll('.start > :not(.hidden), .help, .facts, #more button')).filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth).map(e => e.textContent.trim())"); len(cut) > 0 {
		tb.Errorf("cut: %q", cut)
	}
	if board["width"] < 0.78*min(w, h) {
		tb.Errorf("the board is small: %v of %v x %v", board["width"], w, h)
	}
	tb.click(cell(p.empty()[0]))
	tb.press("5") // so that there is a game to list
	for _, view := range []struct{ path, filled string }{
		{"/p/" + p.ID, ".cell"},
		{"/games", "#games td"},
		{"/analyse?puzzle=" + p.Puzzle, ".card"},
		{"/packs", ".card"},
		{"/practice", "#board svg"},
		{"/bank", ".bar"},
	} {
		tb.visit(view.path)
		tb.until("document.querySelector(%q)", view.filled)
		if wide := eval[float64](tb, "document.documentElement.scrollWidth"); wide > w {
			tb.Errorf("%q is %v pixels wide in a window of %v", view.path, wide, w)
		}
	}
}

// wordsOnSmallPhone looks for the explanation of a chain, and for the way on.
func wordsOnSmallPhone(tb *tab) {
	tb.play(somePuzzle(tb, "level=9"))
	tb.untilChains()
	seen := eval[float64](tb, "document.getElementById('words').getBoundingClientRect().bottom - document.querySelector('#words .explanation').getBoundingClientRect().top")
	if seen < 32 {
		tb.Errorf("%v pixels of the explanation are to be seen, want two lines", seen)
	}
	if end := eval[float64](tb, "document.querySelector('[data-do=wayNext]').getBoundingClientRect().bottom"); end > float64(tb.window.height) {
		tb.Errorf("the button of the next step ends at %v, below the window", end)
	}
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
		tb.press(key)
		tb.until("!document.querySelector('.working')")
		wants(tb, "places after "+key, where(), before)
	}
	wants(tb, "shifts while loading", eval[float64](tb, "performance.getEntriesByType('layout-shift').reduce((sum, e) => sum + e.value, 0)"), 0)
}
