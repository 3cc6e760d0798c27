package web_test

import (
	"github.com/chromedp/chromedp/kb"
)

// reach moves the focus to an element by the key Tab alone.
func (tb *tab) reach(selector string) {
	tb.Helper()
	for range 120 {
		if eval[bool](tb, "document.activeElement.matches(%q)", selector) {
			return
		}
		tb.press(kb.Tab)
	}
	tb.Fatalf("Tab does not lead to %s", selector)
}

// keysAlone goes through levels, settings, the question before a spoiler, and the code of a
// puzzle with keys, and without a mouse or a finger.
func keysAlone(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	eval[bool](tb, "(() => { addEventListener('pointerdown', () => window.pointed = true, true); return true; })()")
	tb.reach("#level")
	tb.press(kb.Enter)
	tb.until("document.getElementById('levels').dataset.open !== undefined")
	tb.press(kb.Escape)
	tb.until("document.getElementById('levels').dataset.open === undefined")

	tb.reach(".opener[data-do=more]")
	tb.press(kb.Enter)
	tb.reach("#more [data-do=digitFirst]")
	tb.press(" ")
	tb.until("document.querySelector('#more [data-do=digitFirst]').ariaPressed === 'true'")
	tb.press(" ")
	tb.until("document.querySelector('#more [data-do=digitFirst]').ariaPressed === 'false'")
	tb.press(kb.Escape)

	tb.press("d")
	tb.until("document.getElementById('spoil')")
	wants(tb, "helps before yes", tb.digits(), p.Puzzle)
	tb.reach("#spoil")
	tb.press(kb.Enter)
	tb.until("!document.getElementById('spoil')")

	tb.reach(".opener[data-do=more]")
	tb.press(kb.Enter)
	tb.reach("#more [data-do=share]")
	tb.press(kb.Enter)
	tb.until("document.querySelector('dialog .code')")
	tb.reach("dialog .strong")
	tb.press(kb.Enter)
	tb.until("!document.querySelector('dialog')")
	wants(tb, "a pointer", eval[bool](tb, "window.pointed === true"), false)
}

// touchAlone does the same with a finger, and enters digits of which the first is chosen.
func touchAlone(tb *tab) {
	p := somePuzzle(tb, "level=4")
	c := p.empty()[0]
	tb.play(p)
	eval[bool](tb, "(() => { addEventListener('pointerdown', (e) => window.other ||= e.pointerType !== 'touch', true); addEventListener('keydown', () => window.other = true, true); return true; })()")
	tb.click("#level")
	tb.until("document.getElementById('levels').dataset.open !== undefined")
	tb.click("#levels .closer")
	tb.more("digitFirst")
	tb.click(digit(p.Solution[c]))
	tb.click(cell(c))
	tb.until("document.querySelector(%q).textContent.includes(%q)", cell(c), p.Solution[c:c+1])
	tb.more("share")
	tb.until("document.querySelector('dialog .code')")
	tb.click("dialog .strong")
	tb.until("!document.querySelector('dialog')")
	wants(tb, "a mouse or a key", eval[bool](tb, "window.other === true"), false)
}
