package web_test

import (
	"net/url"
	"strings"
	"time"

	"github.com/chromedp/chromedp/kb"
)

var ownTests = []pageTest{
	{"a puzzle typed into the board", eitherWindow, typedPuzzle},
	{"a puzzle pasted", []window{desktopLight}, pastedPuzzle},
	{"a link to no puzzle", []window{phoneLight}, linkToNone},
	{"a link out of a sentence", eitherWindow, linkInSentence},
}

// typedPuzzle types a puzzle with a mistake, corrects it, and plays it. Its name and its level
// stay with the game.
func typedPuzzle(tb *tab) {
	p := somePuzzle(tb, "level=3&style=print")
	tb.visit("/?level=1")
	tb.until("document.body.dataset.ready")
	tb.more("enter")
	tb.words("0 digits")
	wants(tb, "helps, for which there is no puzzle yet", eval[bool](tb, "document.getElementById('helps').checkVisibility()"), false)
	wants(tb, "buttons for games", eval[bool](tb, "Array.from(document.querySelectorAll('#more [data-do=carry], #more [data-value=draw]')).some((b) => getComputedStyle(b).display !== 'none')"), false)
	tb.click("#r1c1")
	tb.press(" ") // changes no mode
	clash := strings.IndexAny(p.Puzzle, "123456789")
	second := strings.Index(p.Puzzle[clash+1:clash/9*9+9], ".") + clash + 1
	for c := range 81 {
		switch {
		case c == second && second > clash:
			tb.press(p.Puzzle[clash : clash+1])
		case p.Puzzle[c] != '.':
			tb.press(p.Puzzle[c : c+1])
		}
		tb.press(kb.ArrowRight)
		if c%9 == 8 {
			tb.press(kb.ArrowDown)
		}
	}
	tb.words("contradict")
	wants(tb, "conflicts", eval[bool](tb, "document.querySelectorAll('.cell.conflict').length >= 2"), true)
	tb.visit("/?enter") // what was typed is kept
	tb.words("contradict")
	tb.click(cell(second))
	tb.press(kb.Backspace)
	tb.words("exactly one solution")
	wants(tb, "board", tb.digits(), p.Puzzle)
	eval[bool](tb, "(() => { document.getElementById('own-name').value = 'Saturday paper'; return true; })()")
	tb.click("[data-do=playOwn]")
	tb.until("document.body.dataset.ready === %q", p.Puzzle)
	tb.until("document.getElementById('level').value === '3'")
	tb.press("h")
	tb.words("Look at ")
	tb.visit("/games")
	tb.holds("games", tb.text("#games"), "Saturday paper3")
}

// paste pastes a text.
func (tb *tab) paste(text string) {
	tb.Helper()
	eval[bool](tb, `(() => {
		const data = new DataTransfer();
		data.setData("text", %q);
		return document.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data}));
	})()`, text)
}

func pastedPuzzle(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.visit("/?enter")
	tb.until("document.body.dataset.ready")
	tb.paste(p.Puzzle[:80])
	tb.words("One of the 81 cells is missing")
	tb.paste(strings.ReplaceAll(p.Puzzle, "...", "…")) // as phones correct dots
	tb.words("exactly one solution")
	wants(tb, "board", tb.digits(), p.Puzzle)
	tb.paste(p.Puzzle[:9] + strings.Repeat(".", 72))
	tb.words("needs 17")
	tb.paste(strings.NewReplacer("1", ".", "2", ".").Replace(somePuzzle(tb, "level=2&clues=32").Puzzle))
	tb.words("more than one solution")
	tb.words(eval[string](tb, "document.querySelector('.cell.linked').id") + " may be ")
	tb.paste(p.Puzzle)
	tb.paste(p.Puzzle[:80])
	time.Sleep(300 * time.Millisecond)
	tb.words("One of the 81 cells is missing") // and not again what was pasted before
}

// linkToNone opens links to texts that are no puzzle: what is wrong is said where one is typed,
// and no game begins.
func linkToNone(tb *tab) {
	p := somePuzzle(tb, "level=2&clues=32")
	for text, want := range map[string]string{
		strings.NewReplacer("1", ".", "2", ".").Replace(p.Puzzle):                           "more than one solution",
		"..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..": "There is no solution",
		"11" + strings.Repeat(".", 79):                                                      "contradict",
		"123" + strings.Repeat(".", 78):                                                     "needs 17",
		p.Solution:                                                                          "The puzzle is solved",
		p.Puzzle[:80]:                                                                       "One of the 81 cells is missing",
		"123":                                                                               "No puzzle was found",
	} {
		tb.visit("/?puzzle=" + text)
		tb.words(want)
		wants(tb, "the level", eval[bool](tb, "document.getElementById('level').checkVisibility()"), false)
		wants(tb, "the button that plays it is off", eval[bool](tb, "document.querySelector('[data-do=playOwn]').disabled"), true)
	}
	tb.visit("/?level=99")
	tb.words("Level: 1 – 9")
	tb.visit("/games")
	tb.until("document.getElementById('none').checkVisibility()")
}

// linkInSentence opens links as programs and people change them.
func linkInSentence(tb *tab) {
	p := somePuzzle(tb, "level=4")
	for _, written := range []string{strings.ToLower(p.ID), p.ID + ".", p.ID + ").", strings.ReplaceAll(p.ID, "-", "\u2011")} {
		tb.visit("/p/" + url.PathEscape(written))
		tb.until("document.body.dataset.ready === %q", p.ID)
		wants(tb, "board", tb.digits(), p.Puzzle)
		wants(tb, "address", eval[string](tb, "location.href"), tb.address("/p/"+p.ID))
		eval[bool](tb, "(localStorage.clear(), true)")
	}
}
