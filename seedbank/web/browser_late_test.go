package web_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/chromedp/chromedp"
)

// lateTests are answers that come after the user has asked for something else.
var lateTests = []pageTest{
	{"a position that is late", eitherWindow, positionLate},
	{"a search that is late", eitherWindow, searchLate},
	{"a day that fails late", eitherWindow, dayFailsLate},
	{"kept wishes that fail late", eitherWindow, keptFailsLate},
}

// holdAnswers has the page wait for the answers to requests whose address has a text, until
// held is told to go or to fail. The page counts in heard what it has heard of them.
func (tb *tab) holdAnswers(text string) {
	tb.Helper()
	tb.run(fmt.Sprintf(`
		const get = window.fetch;
		window.held = [];
		window.heard = 0;
		window.fetch = async (...what) => {
			if (!String(what[0]).includes(%q)) return get(...what);
			try {
				await new Promise((go, fail) => held.push({go, fail}));
			} finally {
				setTimeout(() => heard++, 0);
			}
			const answer = await get(...what), body = await answer.json();
			setTimeout(() => heard++, 0);
			return Response.json(body, answer);
		}`, text))
}

// positionLate takes all techniques out of the training before the next position is there.
func positionLate(tb *tab) {
	tb.visit("/train?with=x-wing,swordfish")
	tb.until("document.querySelector('#board svg')")
	tb.holdAnswers("practice?")
	press := func(isAsked string) {
		tb.Helper()
		tb.run(`const asked = document.getElementById("question").textContent.toLowerCase();
			Array.from(document.querySelectorAll("#mix button")).find((chip) => asked.includes(chip.textContent.toLowerCase()) === ` + isAsked + `).click()`)
	}
	press("true")
	tb.until("held.length === 1")
	press("false")
	tb.until("!document.getElementById('end').hidden")
	tb.run("held[0].go()")
	tb.until("heard === 2")
	wants(tb, "the end", eval[bool](tb, "document.getElementById('end').hidden"), false)
	wants(tb, "the position", eval[bool](tb, "document.getElementById('task').hidden"), true)
}

// searchLate asks for puzzles of a level before those with a technique are there.
func searchLate(tb *tab) {
	tb.visit("/explore")
	tb.until("document.querySelectorAll('#add option').length > 30 && document.querySelector('.bar')")
	search := func(text, level string) {
		tb.Helper()
		tb.run(fmt.Sprintf("document.getElementById('what').value = %q; document.forms.search.level.value = %q", text, level))
		tb.click("#search .strong")
	}
	tb.holdAnswers("sequences?")
	search("X-wing, then XY-wing", "")
	tb.until("held.length === 1")
	search("", "4")
	tb.until("document.querySelectorAll('#found .card').length === 12")
	said := tb.text("#found-state")
	tb.run("held[0].go()")
	tb.until("heard === 2")
	wants(tb, "what was found", tb.text("#found-state"), said)
}

// dayFailsLate goes on to another day before there is an error about the first one.
func dayFailsLate(tb *tab) {
	tb.visit("/daily?date=2026-01-31")
	tb.until("document.querySelectorAll('.card').length === 9")
	tb.holdAnswers("date=2026-01-30")
	tb.click("#earlier")
	tb.until("held.length === 9")
	tb.click("#later")
	tb.until("document.getElementById('state').textContent === ''")
	tb.run("held.forEach(({fail}) => fail(new TypeError()))")
	tb.until("heard === 9")
	wants(tb, "words about the first day", tb.text("#state"), "")
}

// keptFailsLate wishes for something else before there is an error about wishes that were kept.
func keptFailsLate(tb *tab) {
	file := filepath.Join(tb.TempDir(), "kept.json")
	if err := os.WriteFile(file, []byte("{}"), 0o600); err != nil {
		tb.Fatal(err)
	}
	tb.visit("/print")
	tb.until("!document.getElementById('download').disabled")
	tb.holdAnswers("api/v1/books")
	tb.do(chromedp.SetUploadFiles(chromedp.CSS("#kept"), []string{file}))
	tb.until("held.length === 1")
	wants(tb, "the field of the file, which can be chosen again", eval[string](tb, "document.getElementById('kept').value"), "")
	tb.click("[data-preset=practice]")
	tb.until("!document.getElementById('download').disabled")
	tb.run("held[0].fail(new TypeError())")
	tb.until("heard === 1")
	wants(tb, "words about the kept wishes", tb.text("#state"), "")
}
