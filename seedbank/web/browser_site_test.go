package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"strings"
	"sync"
	"testing/fstest"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/web"
	"github.com/seedoku/seedoku/sudoku"
)

// siteTests returns tests on a site, which a plain server of files has in a folder. In
// windows of five sizes all tests of the page that need no server run on it, too.
func siteTests() []pageTest {
	tests := []pageTest{
		{"site: puzzles of nine levels", []window{phoneDark}, onSite(siteLevels)},
		{"site: solved by touch", []window{phoneLight}, onSite(solveByTouch)},
		{"site: a chain link by link", []window{phoneDark}, onSite(linkByLink)},
		{"site: views", []window{desktopDark}, onSite(siteViews)},
		{"site: explore and print", []window{phoneLight}, onSite(siteExplores)},
		{"site: a link out of a sentence", []window{phoneLight}, onSite(linkInSentence)},
		{"site: without network", []window{phoneLight}, siteOffline},
	}
	if !*fiveWindows {
		return tests
	}
	for _, list := range [][]pageTest{playTests, keptTests, hintTests, ownTests, helpTests, accessTests} {
		for _, test := range list {
			if !needServer[test.name] {
				tests = append(tests, pageTest{"site: also " + test.name, test.windows, onSite(test.run)})
			}
		}
	}
	return tests
}

// needServer are tests that take the server away, answer instead of it, or look at views that
// a site has not.
var needServer = map[string]bool{
	"without network": true, "no seed twice": true, "the tree of a screen reader": true, "theme": true, "installable": true,
	"contrast, headings and names": true, "touch targets": true, "the form of packs": true, "the form of print": true, "narrow and wide": true, "nothing moves": true,
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

// siteHost is a static host, which shows 404.html for what it has not. A tab adds puzzles to
// those of its site, each in a list of its own.
type siteHost struct {
	files  fstest.MapFS
	server string // of the same bank

	mu    sync.Mutex
	added map[string]puzzle // by the names of their lists
}

// add adds a puzzle to the site.
func (s *siteHost) add(p puzzle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.added[fmt.Sprintf("%d-test-%d", p.Level, len(s.added))] = p
}

func (s *siteHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := strings.TrimPrefix(r.URL.Path, siteFolder+"/")
	if name == "" {
		name = "index.html"
	}
	list := strings.TrimSuffix(path.Base(name), "-0.txt")
	file, ok := s.files[name]
	switch p, isAdded := s.added[list]; {
	case isAdded:
		var rest []byte
		for c := range p.Puzzle {
			if p.Puzzle[c] == '.' {
				rest = append(rest, p.Solution[c])
			}
		}
		fmt.Fprintf(w, "%s %s %s %v %s\n", p.ID, p.Puzzle, rest, p.ER, p.Hardest)
	case path.Base(name) == "index.json":
		var index struct {
			Lists   map[string][]string `json:"lists"`
			Puzzles map[string]int      `json:"puzzles"`
		}
		if err := json.Unmarshal(file.Data, &index); err != nil {
			panic(err)
		}
		for list, p := range s.added {
			index.Lists[list], index.Puzzles[list] = []string{p.ID}, 1
		}
		json.NewEncoder(w).Encode(index)
	case !ok:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusNotFound)
		w.Write(s.files["404.html"].Data)
	default:
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(file.Data))
	}
}

// toSite goes to a site, whose server can be closed.
func (tb *tab) toSite() *http.Server {
	tb.Helper()
	files, err := siteFiles()
	if err != nil {
		tb.Fatal(err)
	}
	tb.site = &siteHost{files: files, server: tb.base, added: map[string]puzzle{}}
	server := tb.serve(tb.site)
	tb.base += siteFolder
	return server
}

// server returns the address of the server of the API.
func (tb *tab) server() string {
	if tb.site != nil {
		return tb.site.server
	}
	return tb.base
}

// address returns the address of what a server has at a path.
func (tb *tab) address(at string) string {
	if !strings.HasSuffix(tb.base, siteFolder) {
		return tb.base + at
	}
	i := strings.IndexAny(at+"?", "?#")
	at, rest := at[:i], at[i:]
	switch folder, name := path.Split(at); {
	case folder == "/p/":
		at = "/?id=" + name
	case folder == "/learn/":
		at, rest = "/lesson.html?name="+name, strings.Replace(rest, "?", "&", 1)
	case at != "/" && path.Ext(at) == "":
		at += ".html"
	}
	return tb.base + at + rest
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
		response, err := http.Get(tb.server() + "/api/v1/puzzles/" + id)
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
	wants(tb, "views", eval[string](tb, "Array.from(document.querySelectorAll('nav a'), a => a.getAttribute('href')).join(' ')"), "./ games.html learn.html analyse.html print.html explore.html")
	tb.visit("/analyse.html")
	tb.give(p.Puzzle)
	tb.until("document.querySelectorAll('.way-steps .picture').length")
	tb.holds("report", tb.text("#report"), "Exactly one solution")
	tb.visit("/learn.html")
	tb.until("document.querySelector('li[data-technique=\"x-wing\"] a')")
	tb.visit("/lesson.html?name=x-wing")
	tb.until("document.querySelector('svg.picture, #board svg')")
	tb.holds("lesson", tb.text("main"), "X-wing")
	tb.until("document.getElementById('sheet').href.endsWith('-en.pdf')")
	tb.until("fetch(document.getElementById('sheet').href).then((answer) => answer.ok)")
	wants(tb, "what needs a server", eval[bool](tb, "document.getElementById('others').hidden"), true)
	tb.visit("/train.html?with=x-wing")
	tb.until("document.querySelector('#board svg')")
	tb.visit("/games.html")
	tb.until("document.querySelector('h1')")
	tb.until("fetch('seedoku-board.js').then((answer) => answer.ok)")
	tb.visit("/daily.html")
	tb.until("document.querySelectorAll('.card').length === 9")
	tb.allowed = "404"
	tb.do(chromedp.Navigate(tb.base + "/some/deep/folder"))
	tb.until("document.querySelector('main')?.textContent.includes('does not exist')")
	wants(tb, "links home", eval[string](tb, "document.querySelector('.brand').href"), tb.base+"/")
	tb.do(chromedp.Navigate(tb.base + "/p/" + p.ID + "/")) // as a server gives it out
	tb.until("document.body?.dataset.ready === %q", p.ID)
}

// siteExplores looks at what a site has of Explore and of Print.
func siteExplores(tb *tab) {
	p := somePuzzle(tb, "level=5")
	tb.visit("/explore.html")
	tb.until("document.querySelectorAll('#levels .bar').length === 9 && document.querySelectorAll('#techniques .bar').length > 10")
	wants(tb, "bars that lead somewhere", eval[string](tb, "[...new Set(Array.from(document.querySelectorAll('.bar[href]'), (a) => a.parentElement.id))].join(' ')"), "levels")
	tb.until("document.querySelectorAll('#records a').length > 1")
	search := func(text, level string) {
		tb.until("(what.value = %q, document.querySelector('[name=level]').value = %q, document.getElementById('search').requestSubmit(), true)", text, level)
	}
	search("", "4")
	tb.until("document.querySelectorAll('#found .card').length === 12 && document.getElementById('found-state').textContent.includes('300')")
	search(p.ID, "1")
	tb.until("document.querySelectorAll('#found .card').length === 1 && document.getElementById('found-state').textContent.includes(%q)", p.ID)
	search(strings.ToLower(p.ID)+".", "1")
	tb.until("document.querySelectorAll('#found .card').length === 1 && document.getElementById('found-state').textContent.includes(%q)", p.ID)
	search(p.ID[:13], "1")
	tb.until("document.getElementById('found-state').textContent.includes('the form of the ID of a seed')")
	search(strings.Repeat("0", 13)+"-0000000000", "1")
	tb.until("document.getElementById('found-state').textContent.includes('does not have the puzzle')")
	search("X-wing, XY-wing", "1")
	tb.until("document.getElementById('found-state').textContent.includes('servers')")
	search(p.Puzzle, "1")
	tb.do(chromedp.WaitVisible("#report"))
	tb.until("location.pathname.endsWith('/analyse.html') && document.querySelector('#report')?.textContent.includes('Exactly one solution')")
	tb.visit("/print.html")
	tb.until("document.body.dataset.ready === '' && document.querySelectorAll('[data-book]').length === 9")
	tb.until("fetch(document.querySelector('[data-book=\"9\"]').href).then((answer) => answer.ok && answer.arrayBuffer()).then((book) => new TextDecoder('latin1').decode(book).startsWith('%%PDF-'))")
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
