package web_test

import (
	"fmt"
	"io"
	"net/http"
)

var symmetryTests = []pageTest{
	{"a new puzzle of the symmetry", eitherWindow, newSymmetric},
	{"symmetry in the link", eitherWindow, symmetryOfLink},
	{"symmetries that the bank has", eitherWindow, symmetriesOfBank},
	{"symmetry of packs", eitherWindow, symmetryOfPacks},
}

// chooseSymmetry chooses a symmetry as a player does: on a phone, below More.
func (tb *tab) chooseSymmetry(name string) {
	tb.Helper()
	tb.click(".opener[data-do=more]")
	tb.middle("#symmetry")
	tb.change("symmetry", name)
}

// change sets the value of a choice, and waits for another puzzle.
func (tb *tab) change(id, value string) {
	tb.Helper()
	before := eval[string](tb, "document.body.dataset.ready")
	eval[bool](tb, "(() => { const s = document.getElementById(%q); s.value = %q; return s.dispatchEvent(new Event('change')); })()", id, value)
	tb.until("document.body.dataset.ready !== %q", before)
}

// symmetry returns the symmetry that is chosen.
func (tb *tab) symmetry() string {
	tb.Helper()
	return eval[string](tb, "document.getElementById('symmetry').value")
}

// partners give the cell where a clue stands if there is one in a row and column.
var partners = map[string]func(row, column int) (int, int){
	"rotate180": func(row, column int) (int, int) { return 8 - row, 8 - column },
	"mirror":    func(row, column int) (int, int) { return row, 8 - column },
	"diagonal":  func(row, column int) (int, int) { return column, row },
}

// wantsSymmetry checks that the board has a symmetry.
func (tb *tab) wantsSymmetry(name string) {
	tb.Helper()
	board := tb.digits()
	for c := range 81 {
		row, column := partners[name](c/9, c%9)
		if (board[c] == '.') != (board[row*9+column] == '.') {
			tb.Errorf("board %s has no symmetry %s at row %d, column %d", board, name, c/9+1, c%9+1)
			return
		}
	}
}

func newSymmetric(tb *tab) {
	tb.visit("/?level=4&symmetry=rotate180")
	tb.until("document.body.dataset.ready")
	tb.wantsSymmetry("rotate180")
	for _, name := range []string{"diagonal", "mirror"} {
		tb.chooseSymmetry(name)
		tb.wantsSymmetry(name)
		wants(tb, "symmetry", tb.symmetry(), name)
		tb.holds("level", tb.text("#facts"), "ER 2.")
	}
	if tb.window.touch {
		tb.click(digit('5')) // the sheet is closed
	}
	before := eval[string](tb, "document.body.dataset.ready")
	tb.press("n")
	tb.until("document.body.dataset.ready !== %q", before)
	tb.wantsSymmetry("mirror")

	tb.visit("/")
	tb.until("document.body.dataset.ready")
	wants(tb, "symmetry kept", tb.symmetry(), "mirror")
	tb.wantsSymmetry("mirror")
	tb.chooseSymmetry("")
	wants(tb, "symmetry", tb.symmetry(), "")
}

func symmetryOfLink(tb *tab) {
	tb.play(somePuzzle(tb, "level=3&symmetry=full"))
	wants(tb, "symmetry", tb.symmetry(), "full")
	tb.play(somePuzzle(tb, "level=3"))
	wants(tb, "symmetry", tb.symmetry(), "")
}

// fewSymmetries serves the starter bank as if it had one symmetry, at levels 4 and 5.
func fewSymmetries(tb *tab) http.Handler {
	mux, server := http.NewServeMux(), starterServer(tb.T)
	mux.Handle("/", server)
	mux.HandleFunc("/api/v1/puzzles", func(w http.ResponseWriter, r *http.Request) {
		if symmetry := r.FormValue("symmetry"); symmetry != "" && symmetry != "rotate180" {
			http.Error(w, "{}", http.StatusNotFound)
			return
		}
		server.ServeHTTP(w, r)
	})
	mux.HandleFunc("/api/v1/symmetries", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `[{"name":"rotate180","levels":[{"level":4,"puzzles":"1"},{"level":5,"puzzles":"1"}]},{"name":"full","levels":[]}]`)
	})
	return mux
}

func symmetriesOfBank(tb *tab) {
	tb.serve(fewSymmetries(tb))
	offered := func() string {
		return eval[string](tb, "Array.from(document.querySelectorAll('#symmetry option:not([disabled], [hidden])'), o => o.value).join(' ')")
	}
	tb.visit("/?level=5&symmetry=rotate180")
	tb.until("document.body.dataset.ready && document.querySelector('#symmetry option[disabled]')")
	wants(tb, "offered at level 5", offered(), " rotate180")
	tb.level("9")
	wants(tb, "offered at level 9", offered(), "")
	wants(tb, "symmetry at level 9", tb.symmetry(), "")
	tb.level("4")
	wants(tb, "symmetry at level 4", tb.symmetry(), "rotate180")
	tb.wantsSymmetry("rotate180")

	// A link can ask for what this bank has not.
	tb.allowed = "404"
	tb.visit("/?level=5&symmetry=full")
	tb.until("document.getElementById('words').textContent.includes('no puzzle of this level with this symmetry')")
	tb.holds("clues", tb.text("#clues"), "clues")
	tb.until("document.getElementById('symmetry').value === ''")
}

func symmetryOfPacks(tb *tab) {
	tb.visit("/packs?level=4&symmetry=diagonal")
	tb.until("document.querySelectorAll('.card').length")
	wants(tb, "symmetry", tb.symmetry(), "diagonal")
	count := func(name string) string {
		return tb.get(fmt.Sprintf("/api/v1/count?level=4&symmetry=%s", name))
	}
	shown := "document.getElementById('count').textContent.replace(/\\D/g, '')"
	tb.until(`%q.includes('"' + %s + '"')`, count("diagonal"), shown)
	eval[bool](tb, "(() => { const s = document.getElementById('symmetry'); s.value = 'full'; return s.dispatchEvent(new Event('input', {bubbles: true})); })()")
	tb.until(`%q.includes('"' + %s + '"')`, count("full"), shown)
	tb.holds("address", eval[string](tb, "location.search"), "symmetry=full")
}

// get returns what the server answers at an address.
func (tb *tab) get(address string) string {
	tb.Helper()
	response, err := http.Get(tb.base + address)
	if err != nil {
		tb.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		tb.Fatal(err)
	}
	return string(body)
}
