package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"
)

var viewTests = []pageTest{
	{"analysis of a puzzle", eitherWindow, analysis},
	{"analysis of a puzzle with two solutions", eitherWindow, analysisOfTwo},
	{"analysis of an ID", eitherWindow, analysisOfID},
	{"analysis of a file", eitherWindow, analysisOfFile},
	{"practice", eitherWindow, practise},
	{"practice by keys", []window{desktopLight}, practiseByKeys},
	{"a pack", eitherWindow, aPack},
	{"the bank", eitherWindow, theBank},
	{"nothing there", eitherWindow, nothingThere},
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
}

func theBank(tb *tab) {
	tb.visit("/bank")
	tb.until("document.querySelectorAll('.bar').length > 60")
	tb.holds("total", tb.text("#total"), "puzzles")
	tb.holds("records", tb.text("#records"), "highest ER")
	wants(tb, "links to records", eval[bool](tb, "document.querySelectorAll('#records a[href^=\"/p/\"]').length >= 2"), true)
	bar := "#clues .bar:nth-child(8)"
	label := eval[string](tb, "document.querySelector(%q).getAttribute('aria-label')", bar)
	eval[bool](tb, "(() => { document.querySelector(%q).focus(); return true; })()", bar)
	wants(tb, "number of the bar", tb.text("#point"), label)
	wants(tb, "runs", eval[bool](tb, "document.querySelectorAll('#runs tbody td').length > 0"), true)
	tb.click(bar)
	tb.until("location.pathname === '/packs' && document.querySelectorAll('.card').length")
	clues := eval[string](tb, "new URLSearchParams(location.search).get('clues')")
	tb.holds("label of the bar", label, clues+" clues")
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
	tb.visit(fmt.Sprintf("/?puzzle=%s", strings.Repeat("1", 81)))
	tb.until("document.body.dataset.ready")
	tb.press("r")
	tb.words("does not have exactly one solution")
}
