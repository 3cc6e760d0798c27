package web_test

import (
	"os"
	"path/filepath"
)

var axeTests = []pageTest{{"axe finds nothing", eitherWindow, axeFindsNothing}}

// axeFindsNothing looks at states of Play with axe, which knows the rules of WCAG, and in
// windows of five sizes at all views. One rule is not for cells: the small digits in them are
// marks, not labels.
func axeFindsNothing(tb *tab) {
	folder := filepath.Join("testdata", "axe")
	installTools(tb.T, folder)
	axe, err := os.ReadFile(filepath.Join(folder, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		tb.Fatal(err)
	}
	look := func(what string) {
		tb.Helper()
		eval[bool](tb, "%s; true", axe)
		eval[bool](tb, `(() => {
			axe.run(document).then(({violations}) => window.found = violations.flatMap(({id, nodes}) => nodes.map(({html}) => id + ": " + html))
				.filter((text) => !/^label-content-name-mismatch.*gridcell/.test(text)).join("\n"));
			return true;
		})()`)
		tb.until("window.found !== undefined")
		wants(tb, "what axe finds in "+what, eval[string](tb, "window.found"), "")
		eval[bool](tb, "delete window.found")
	}
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	tb.press("h")
	tb.until("!document.getElementById('stepper').hidden")
	look("a hint")
	tb.press("a?")
	look("helps")
	tb.click(".opener[data-do=more]")
	look("the menu")
	if !*fiveWindows {
		return
	}
	tb.click("#more .closer")
	tb.play(p)
	look("play")
	tb.click("#level")
	look("levels")
	for _, view := range []struct{ path, filled string }{
		{"/?enter", ".digits, #words b"}, {"/games", "h1"}, {"/learn", "#list li"}, {"/learn/x-wing", "#board svg"}, {"/train?with=x-wing", "#board svg"},
		{"/analyse?puzzle=" + p.Puzzle, ".card"}, {"/print?preset=book", "#download:enabled"}, {"/packs", ".card"}, {"/explore", ".bar"}, {"/daily", ".card"},
	} {
		tb.visit(view.path)
		tb.until("document.querySelector(%q)", view.filled)
		look(view.path)
	}
}
