package web_test

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/page"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

var oneTests = []pageTest{
	{"one file: puzzles of nine levels", []window{phoneLight}, oneFileLevels},
	{"one file: played and helped", []window{phoneDark}, oneFilePlayed},
	{"one file: goes on", eitherWindow, oneFileGoesOn},
	{"one file: time behind other tabs", eitherWindow, oneFileBehind},
}

// oneFile returns the file that plays with the mini bank of the page.
func oneFile(t testing.TB, language string) []byte {
	t.Helper()
	if file, ok := oneFiles.Load(language); ok {
		return file.([]byte)
	}
	module, err := os.ReadFile(miniPath)
	if err != nil {
		t.Fatal(err)
	}
	_, seeds, _ := strings.Cut(string(module), `SEEDS = "`)
	seeds, _, _ = strings.Cut(seeds, `"`)
	file, err := page.One(&page.Mini{Module: module, Seeds: seeds}, language)
	if err != nil {
		t.Fatal(err)
	}
	oneFiles.Store(language, file)
	return file
}

// oneFiles are the files that were made, by their language.
var oneFiles sync.Map

// A file of 40 KB has a page, and room for the seeds of more puzzles than a mini bank of
// 16 KB has in any language. It fetches nothing.
func TestOneFile(t *testing.T) {
	const most, seeds = 40 << 10, 9_200 // a test of package mini says what they make
	for _, language := range catalogue.Codes() {
		file := oneFile(t, language)
		_, held, _ := bytes.Cut(file, []byte(`id="seeds">`))
		held, _, _ = bytes.Cut(held, []byte("<"))
		room := most - (len(file) - len(held))
		t.Logf("%s: room for %d bytes of seeds", language, room)
		if room < seeds {
			t.Errorf("%s: the page leaves room for %d bytes of seeds in %d, want %d", language, room, most, seeds)
		}
		if found := regexp.MustCompile(`(?i) src=| href=|import|fetch|type="?module|https?:`).Find(bytes.ReplaceAll(file, held, nil)); found != nil {
			t.Errorf("%s: the file has %s", language, found)
		}
	}
}

// openOne opens the file that plays from a disk.
func (tb *tab) openOne(language string) {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "sudoku.html")
	if err := os.WriteFile(path, oneFile(tb, language), 0o644); err != nil {
		tb.Fatal(err)
	}
	tb.base = "" // no request to any host is right
	u := url.URL{Scheme: "file", Path: path}
	tb.visit(u.String())
	tb.until("document.body.dataset.ready")
}

// chosen returns the puzzle on the board after a level is chosen.
func (tb *tab) chosen(level string) string {
	tb.Helper()
	before := eval[string](tb, "document.body.dataset.ready")
	tb.change("level", level)
	tb.until("document.body.dataset.ready !== %q", before)
	return eval[string](tb, "document.body.dataset.ready")
}

// Each of the nine levels has puzzles, which are of this level.
func oneFileLevels(tb *tab) {
	tb.openOne("de")
	tb.holds("level in German", tb.text("#level option"), "Einsteiger")
	wants(tb, "texts that lack", eval[int](tb, "document.body.innerText.split(/undefined|NaN|null/).length"), 1)
	var solver sudoku.Solver
	var rater rating.Rater
	for _, level := range "123456789" {
		for range 2 {
			grid, err := sudoku.ParseGrid(tb.chosen(string(level)))
			if err != nil {
				tb.Fatal(err)
			}
			p, err := solver.Prove(grid)
			if err != nil {
				tb.Fatalf("%v: %v", grid, err)
			}
			class, err := rater.Class(&p)
			if err != nil || class.Rating.Level() != rating.Level(level-'0') {
				tb.Errorf("%v is of level %v, not %c: %v", grid, class.Rating.Level(), level, err)
			}
			wants(tb, "board", tb.digits(), grid.String())
			tb.change("level", "5")
		}
	}
}

// A puzzle is played by touch, by hints and by the wheel of steps. What the engine does not know
// is said, and so is that a puzzle has no solution.
func oneFilePlayed(tb *tab) {
	tb.openOne("en")
	puzzle := tb.chosen("1")
	c := strings.IndexByte(puzzle, '.')
	tb.click(cell(c))
	tb.press("p")
	tb.words(" may be ")
	permitted := eval[string](tb, "Array.from(document.querySelectorAll('%s .pencil'), d => d.textContent).join('')", cell(c))
	tb.click(digit(permitted[0]))
	wants(tb, "the digit", tb.digits()[c:c+1], permitted[:1])
	tb.click("[data-do=undo]")
	wants(tb, "after a step back", tb.digits(), puzzle)
	tb.click("[data-do=redo]")
	wants(tb, "after a step forward", tb.digits()[c:c+1], permitted[:1])
	tb.click("[data-do=undo]")
	for i, key := range []string{"", "", "", "r", "m", "k", "s", "d"} {
		if key != "" {
			tb.ask(key)
			tb.until("document.getElementById('help-%d').querySelector('.used').textContent === '1×'", i+1)
		}
	}
	tb.press("c")
	tb.words("Conflicts are marked")
	tb.press("w")
	tb.words(" can")
	for range 4 {
		tb.hint()
	}
	wants(tb, "digits placed", strings.Count(puzzle, ".")-strings.Count(tb.digits(), "."), 2)
	tb.ask("g")
	tb.until("!document.getElementById('way').hidden")
	tb.click("[data-do=wayNext]")
	tb.click("[data-do=wayBack]")
	tb.holds("the way", tb.text("#way-at"), "1 of ")
	eval[bool](tb, "(() => { const s = document.getElementById('way-slider'); s.value = s.max; return s.dispatchEvent(new Event('input')); })()")
	tb.click("[data-do=wayDo]")
	tb.words("Solved in 0:")
	wants(tb, "empty cells", strings.Count(tb.digits(), "."), 0)
	tb.visit(eval[string](tb, "location.href")) // the game is kept
	tb.until("document.body.dataset.ready === %q", puzzle)
	tb.words("Solved in 0:")
	tb.chosen("9")
	tb.ask("g")
	tb.until("document.getElementById('words').textContent.includes('The next step is harder') || !document.getElementById('way').hidden")
	tb.do(chromedp.Reload())
	tb.until("document.body.dataset.ready")
	tb.more("enter")
	tb.paste("12345678....." + "....9" + strings.Repeat(".", 63))
	tb.words("needs 17")
	tb.paste(strings.Replace(puzzle, ".", "x", 1))
	tb.words("exactly one solution")
	wrong := []byte(puzzle)
	for d := byte('1'); d <= '9'; d++ {
		if wrong[c] = d; strings.IndexByte(permitted, d) >= 0 && tb.solutions(wrong) == 0 {
			tb.paste(string(wrong))
			tb.words("There is no solution.")
		}
	}
}

// oneFileGoesOn opens the file again as a disk or a mail opens it, without a puzzle in its
// address: the latest game that is not solved goes on. An address that names no puzzle says so.
func oneFileGoesOn(tb *tab) {
	tb.openOne("en")
	file := eval[string](tb, "location.href.split('#')[0]")
	open := func(after string) {
		tb.Helper()
		tb.do(chromedp.Navigate("about:blank"))
		tb.visit(file + after)
	}
	begun := tb.chosen("4")
	c := strings.IndexByte(begun, '.')
	tb.enter(c, '1')
	board := tb.digits()
	tb.chosen("2") // is only looked at
	open("")
	tb.until("document.body.dataset.ready === %q", begun)
	wants(tb, "board", tb.digits(), board)
	wants(tb, "address", eval[string](tb, "location.hash"), "#"+begun)
	for text, want := range map[string]string{begun[:80]: "One of the 81 cells is missing", "%": "No puzzle was found"} {
		open("#" + text)
		tb.words(want)
		wants(tb, "address", eval[string](tb, "location.hash"), "#"+text)
	}
}

// The time of a game stands while nobody sees it.
func oneFileBehind(tb *tab) {
	tb.script(`window.away = false; window.gone = 0;
		Object.defineProperty(document, "hidden", {get: () => away});
		const now = performance.now.bind(performance);
		performance.now = () => now() + gone`)
	tb.openOne("en")
	puzzle := tb.chosen("1")
	seconds := func() int {
		tb.run(`document.querySelector("[data-do=auto]").click()`) // a move
		return eval[int](tb, "JSON.parse(localStorage['seedoku.game.%s']).seconds", puzzle)
	}
	tb.run(`for (const is of [true, false]) {
		away = is;
		document.dispatchEvent(new Event("visibilitychange"));
		gone += 3600e3 * Number(is);
	}`)
	wants(tb, "an hour that nobody saw is in the time", seconds() >= 3600, false)
	tb.run("gone += 3600e3")
	wants(tb, "an hour on the board is in the time", seconds() >= 3600, true)
}

// solutions returns how many solutions clues have.
func (tb *tab) solutions(clues []byte) int {
	tb.Helper()
	grid, err := sudoku.ParseGrid(string(clues))
	if err != nil {
		tb.Fatal(err)
	}
	var solver sudoku.Solver
	return solver.Count(grid, 2)
}
