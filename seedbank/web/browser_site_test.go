package web_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing/fstest"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/web"
	"github.com/seedoku/seedoku/sudoku"
)

// siteTests are run on a site, which a plain server of files has in a folder. Some of them
// are those of the page.
var siteTests = []pageTest{
	{"site: puzzles of nine levels", []window{phoneDark}, onSite(siteLevels)},
	{"site: solved by touch", []window{phoneLight}, onSite(solveByTouch)},
	{"site: a chain link by link", []window{phoneDark}, onSite(linkByLink)},
	{"site: views", []window{desktopDark}, onSite(siteViews)},
	{"site: without network", []window{phoneLight}, siteOffline},
}

const siteFolder = "/seedoku"

// siteFiles is a small site of the starter bank.
var siteFiles = sync.OnceValues(func() (fstest.MapFS, error) {
	bank, err := seedbank.OpenFS(context.Background(), data.FS, data.Starter)
	if err != nil {
		return nil, err
	}
	defer bank.Close()
	files, err := web.Site(context.Background(), bank, web.SiteOptions{Puzzles: 300, Lessons: []string{"x-wing"}})
	site := fstest.MapFS{}
	for _, f := range files {
		site[f.Name] = &fstest.MapFile{Data: f.Body}
	}
	return site, err
})

// toSite goes to a site, whose server can be closed.
func (tb *tab) toSite() *http.Server {
	tb.Helper()
	site, err := siteFiles()
	if err != nil {
		tb.Fatal(err)
	}
	api := tb.base
	server := tb.serve(http.StripPrefix(siteFolder, http.FileServerFS(site)))
	tb.base += siteFolder
	tb.api = api
	return server
}

func onSite(run func(*tab)) func(*tab) {
	return func(tb *tab) {
		tb.toSite()
		run(tb)
	}
}

// Puzzles of each level come from the files, are of this level, and open by their address.
func siteLevels(tb *tab) {
	tb.visit("/")
	tb.until("document.body.dataset.ready")
	var solver sudoku.Solver
	var rater rating.Rater
	address := ""
	for _, level := range "987654321" {
		tb.level(string(level))
		tb.holds("clues", tb.text("#clues"), " clues")
		grid, err := sudoku.ParseGrid(tb.digits())
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
		tb.holds("facts", tb.text("#facts"), "ER "+class.Rating.ER.String())
		if level <= '3' && p.NumClues() < 30 {
			tb.Errorf("%v of level %c has %d clues", grid, level, p.NumClues())
		}
		id := eval[string](tb, "document.body.dataset.ready")
		response, err := http.Get(tb.api + "/api/v1/puzzles/" + id)
		if err != nil {
			tb.Fatal(err)
		}
		response.Body.Close()
		wants(tb, "answer of the server for "+id, response.StatusCode, http.StatusOK)
		address = eval[string](tb, "location.href")
	}
	board := tb.digits()
	eval[bool](tb, "(localStorage.clear(), true)")
	tb.visit(strings.TrimPrefix(address, tb.base))
	tb.until("document.querySelector('.cell .digit')")
	wants(tb, "board of the address", tb.digits(), board)
	before := eval[string](tb, "document.body.dataset.ready")
	tb.more("daily")
	tb.until("document.body.dataset.ready !== %q", before)
}

// The views that need no server are linked, and work.
func siteViews(tb *tab) {
	p := somePuzzle(tb, "level=5")
	tb.visit("/")
	tb.until("document.body.dataset.ready")
	wants(tb, "views", eval[string](tb, "Array.from(document.querySelectorAll('nav a'), a => a.getAttribute('href')).join(' ')"), "./ games.html learn.html analyse.html")
	tb.visit("/analyse.html")
	tb.give(p.Puzzle)
	tb.until("document.querySelectorAll('.way-steps .picture').length")
	tb.holds("report", tb.text("#report"), "Exactly one solution")
	tb.visit("/learn.html")
	tb.until("document.querySelector('li[data-technique=\"x-wing\"] a')")
	tb.visit("/lesson.html?name=x-wing")
	tb.until("document.querySelector('svg.picture, #board svg')")
	tb.holds("lesson", tb.text("main"), "X-wing")
	wants(tb, "what needs a server", eval[bool](tb, "document.getElementById('sheet').hidden"), true)
	tb.visit("/train.html?with=x-wing")
	tb.until("document.querySelector('#board svg')")
	tb.visit("/games.html")
	tb.until("document.querySelector('h1')")
	tb.until("fetch('seedoku-board.js').then((answer) => answer.ok)")
	tb.allowed = "404"
	tb.visit("/404.html")
	tb.holds("what is not there", tb.text("main"), "does not exist")
}

// siteOffline works without a network from the second visit on.
func siteOffline(tb *tab) {
	server := tb.toSite()
	tb.visit("/")
	tb.until("document.body.dataset.ready")
	tb.until("navigator.serviceWorker.controller")
	tb.until("Object.keys(JSON.parse(localStorage['seedoku.pocket'] ?? '{}')).length === 9")
	tb.until("navigator.serviceWorker.controller.state === 'activated'")
	tb.keepsEngine()
	server.Close()
	tb.allowed = "ERR_"
	tb.visit("/")
	tb.until("document.body.dataset.ready")
	first := eval[string](tb, "document.body.dataset.ready")
	tb.press("n")
	tb.until("document.body.dataset.ready !== %q", first)
	tb.ask("s")
	tb.until("document.querySelector('#words .explanation')")
	tb.visit("/games.html")
	tb.until("document.querySelector('h1')")
}
