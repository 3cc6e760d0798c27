package web_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/seedoku/seedoku/seedbank/web"
	"github.com/seedoku/seedoku/sudoku"
)

var boardTests = []pageTest{
	{"a board on a page of another site", []window{desktopLight}, boardElsewhere},
}

// boardPage returns the page with a board in the documents, with the address of its script
// replaced, and its puzzle.
func boardPage(t testing.TB, script string) (html string, p sudoku.Puzzle) {
	t.Helper()
	text, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	_, html, _ = strings.Cut(string(text), "```html\n")
	html, _, _ = strings.Cut(html, "```")
	html = regexp.MustCompile(`src="[^"]+"`).ReplaceAllLiteralString(html, `src="`+script+`"`)
	clues := regexp.MustCompile(`puzzle="([^"]+)"`).FindStringSubmatch(html)
	if clues == nil {
		t.Fatal("docs/api.md has no page with a board")
	}
	grid, err := sudoku.ParseGrid(clues[1])
	if err != nil {
		t.Fatal(err)
	}
	var solver sudoku.Solver
	if p, err = solver.Prove(grid); err != nil {
		t.Fatal(err)
	}
	return html, p
}

// elsewhere opens a page of another site with a board, and returns the puzzle. The page allows
// no styles but those of scripts.
func (tb *tab) elsewhere() sudoku.Puzzle {
	tb.Helper()
	script := tb.base + "/seedoku-board.js"
	html, p := boardPage(tb, script)
	tb.serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "style-src 'none'; script-src 'unsafe-inline' "+script)
		if language := r.URL.Query().Get("lang"); language != "" {
			w.Write([]byte(strings.Replace(html, `lang="en"`, `lang="`+language+`"`, 1)))
			return
		}
		w.Write([]byte(html))
	}))
	tb.allowed = script
	tb.openBoard("")
	return p
}

// openBoard opens a page with a board, and waits for the board.
func (tb *tab) openBoard(query string) {
	tb.Helper()
	tb.do(chromedp.Navigate(tb.base + "/" + query))
	tb.until("globalThis.board?.shadowRoot?.querySelector('.cell')")
}

// boardElsewhere plays on a board of another site by keys and by clicks. The page hears of it.
func boardElsewhere(tb *tab) {
	p := tb.elsewhere()
	clues, solution := p.Clues().String(), p.Solution().String()
	told := func(what, want string) {
		tb.Helper()
		tb.until("told.textContent === %q", want)
		if want != "Solved!" {
			wants(tb, what, eval[string](tb, "board.grid"), want)
		}
	}
	wants(tb, "width", eval[float64](tb, "board.getBoundingClientRect().width"), 450)
	first := strings.IndexByte(clues, '.')
	second := first + 1 + strings.IndexByte(clues[first+1:], '.')
	with := func(cells ...int) string {
		grid := []byte(clues)
		for _, c := range cells {
			grid[c] = solution[c]
		}
		return string(grid)
	}

	tb.press(kb.Tab)
	wants(tb, "what Tab leads to", eval[string](tb, "board.shadowRoot.activeElement.getAttribute('aria-label')"), "row 1, column 1, clue "+clues[:1])
	for range first {
		tb.press(kb.ArrowRight)
	}
	tb.press(solution[first : first+1])
	told("a digit by key", with(first))
	tb.click("#board >>> " + cell(second))
	tb.click("#board >>> .key:nth-child(" + solution[second:second+1] + ")")
	told("a digit by click", with(first, second))
	tb.press("z")
	told("after a step back", with(first))
	tb.press("y")
	told("after a step forward", with(first, second))
	tb.press(kb.Backspace)
	told("after a digit was erased", with(first))
	tb.press("5", chromedp.ModifierShift)
	wants(tb, "marks", eval[string](tb, "board.shadowRoot.querySelector('.corner').textContent"), "5")

	last := strings.LastIndexByte(clues, '.')
	wrong := solution[first : first+1]
	eval[bool](tb, "(board.grid = %q, true)", solution[:last]+"."+solution[last+1:])
	tb.click("#board >>> " + cell(last))
	if wrong == solution[last:last+1] {
		wrong = solution[second : second+1]
	}
	tb.press(wrong)
	tb.until("board.shadowRoot.querySelector('.conflict')")
	tb.press(solution[last : last+1])
	told("the end", "Solved!")

	eval[bool](tb, "(board.readOnly = true, board.theme = 'dark', true)")
	wants(tb, "digits of the picture", eval[int](tb, "board.shadowRoot.querySelectorAll('[role=img] text').length"), 81)
	wants(tb, "colours", eval[string](tb, "getComputedStyle(board).colorScheme"), "dark")
	tb.openBoard("?lang=de-AT")
	tb.holds("names in German", eval[string](tb, "board.shadowRoot.querySelector('.cell').getAttribute('aria-label')"), "Zeile 1")
	tb.openBoard("?lang=xx_yy")
	tb.holds("names in a language that is not there", eval[string](tb, "board.shadowRoot.querySelector('.cell').getAttribute('aria-label')"), "row 1")
}

// Pages of other sites may load the board, and keep it for a day.
func TestBoardIsForAll(t *testing.T) {
	answer := httptest.NewRecorder()
	web.New(nil, web.Options{}).ServeHTTP(answer, httptest.NewRequest("GET", "/seedoku-board.js", nil))
	for name, want := range map[string]string{"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": "public, max-age=86400"} {
		if got := answer.Header().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
