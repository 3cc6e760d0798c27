package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/page"
	"github.com/seedoku/seedoku/rating"
)

// maxPage is how large the page may be in all: every view, script, style sheet and
// icon, before compression. The mini bank does not count, which has a limit of its own:
// no view loads it, and the service worker fetches it when the page is there.
const (
	maxPage = 260_000
	maxMini = 16 << 10
)

// pageShell returns the paths that the service worker keeps, the paths of the
// whole page.
func pageShell(t *testing.T, h http.Handler) (paths []string) {
	t.Helper()
	worker := pageGet(t, h, "/sw.js").Body.String()
	list := regexp.MustCompile(`shell=(\[[^\]]*\])`).FindStringSubmatch(worker)
	if list == nil {
		t.Fatal("the service worker has no list")
	}
	if err := json.Unmarshal([]byte(list[1]), &paths); err != nil {
		t.Fatalf("list of the service worker: %v", err)
	}
	for i := range paths {
		paths[i] = "/" + paths[i]
	}
	return paths
}

func pageGet(t *testing.T, h http.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

// elsewhere finds addresses of other hosts that a browser would load from.
var elsewhere = regexp.MustCompile(`(?i)(src|href|action|url|import|from|fetch)[ =("']+(https?:)?//[^"')]*`)

// inline finds scripts and styles that the content policy forbids.
var inline = regexp.MustCompile(`(?i)<script(>| [^>]*>[^<])|<style| style=| on[a-z]+=`)

func TestPageFiles(t *testing.T) {
	h := starterServer(t)
	size := 0
	for _, path := range append(pageShell(t, h), "/sw.js") {
		w := pageGet(t, h, path)
		body := w.Body.String()
		if w.Code != http.StatusOK || body == "" {
			t.Errorf("%s: status %d", path, w.Code)
		}
		if strings.HasSuffix(path, "/mini.js") {
			if len(body) > maxMini {
				t.Errorf("the mini bank has %d bytes, more than %d", len(body), maxMini)
			}
		} else {
			size += len(body)
		}
		static := strings.HasPrefix(path, "/static/")
		if lasting := strings.Contains(w.Header().Get("Cache-Control"), "immutable"); lasting != static {
			t.Errorf("%s: Cache-Control is %q", path, w.Header().Get("Cache-Control"))
		}
		if w.Header().Get("Content-Type") == "" {
			t.Errorf("%s has no type", path)
		}
		if found := elsewhere.FindString(body); found != "" {
			t.Errorf("%s leads elsewhere: %s", path, found)
		}
		if strings.Contains(w.Header().Get("Content-Type"), "html") {
			if found := inline.FindString(body); found != "" {
				t.Errorf("%s: the content policy forbids %s", path, found)
			}
			if strings.Contains(body, "<no value>") {
				t.Errorf("%s lacks a text", path)
			}
		}
	}
	if size > maxPage {
		t.Errorf("the page has %d bytes, more than %d", size, maxPage)
	}
	t.Logf("the page has %d bytes", size)
}

// Everything that a view or a script asks for is there.
func TestPageLinks(t *testing.T) {
	h := starterServer(t)
	link := regexp.MustCompile(`(?:src|href)="?(/[^"# >]*)`)
	imported := regexp.MustCompile(`from"\./([^"]+)"`)
	shell := pageShell(t, h)
	links, imports := 0, 0
	for _, path := range shell {
		body := pageGet(t, h, path).Body.String()
		folder := path[:strings.LastIndex(path, "/")+1]
		for _, found := range link.FindAllStringSubmatch(body, -1) {
			links++
			if w := pageGet(t, h, found[1]); w.Code != http.StatusOK {
				t.Errorf("%s leads to %s: status %d", path, found[1], w.Code)
			}
		}
		for _, found := range imported.FindAllStringSubmatch(body, -1) {
			imports++
			if w := pageGet(t, h, folder+found[1]); w.Code != http.StatusOK {
				t.Errorf("%s imports %s: status %d", path, found[1], w.Code)
			}
		}
	}
	if links < len(shell) || imports < len(shell) {
		t.Errorf("only %d links and %d imports were found", links, imports)
	}
}

func TestPageCaching(t *testing.T) {
	h := starterServer(t)
	for _, path := range pageShell(t, h) {
		tag := pageGet(t, h, path).Header().Get("ETag")
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("If-None-Match", tag)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if tag == "" || w.Code != http.StatusNotModified {
			t.Errorf("%s with the tag %s: status %d", path, tag, w.Code)
		}
	}
}

func TestPageAnswers(t *testing.T) {
	h := starterServer(t)
	for _, test := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/p/CJH2JYKSYBY5Z-0GFDAEYPXV", 200},
		{"HEAD", "/", 200},
		{"GET", "/p/CJH2JYKSYBY5Z-0GFDAEYPXV/", 200},
		{"GET", "/p/", 404},
		{"GET", "/p/a/b", 404},
		{"GET", "/nothing", 404},
		{"GET", "/static/play.js", 404},
		{"GET", "/page/html/base.html", 404},
		{"POST", "/", 405},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(test.method, test.path, nil))
		if w.Code != test.status {
			t.Errorf("%s %s: status %d, want %d", test.method, test.path, w.Code, test.status)
		}
	}
}

// The parts of the page that need no browser are tested by Node.
func TestPageScripts(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("there is no node, which the tests of the scripts need")
		}
		t.Skip("the scripts of the page are not tested: there is no node (apt-get install nodejs)")
	}
	command := exec.Command(node, "--test", "test/")
	command.Dir = "../../internal/page"
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("node --test: %v\n%s", err, out)
	}
}

// The page tells for each level about as many minutes as its puzzles are estimated to take.
func TestMinutesOfLevels(t *testing.T) {
	h := starterServer(t)
	source, err := os.ReadFile("../../internal/page/static/levels.js")
	if err != nil {
		t.Fatal(err)
	}
	told := regexp.MustCompile(`minutes = \[([\d, ]+)\]`).FindSubmatch(source)
	var list []int
	if told == nil || json.Unmarshal([]byte("["+string(told[1])+"]"), &list) != nil || len(list) != rating.NumLevels {
		t.Fatalf("levels.js tells no minutes: %q", told)
	}
	for i, want := range list {
		var drawn struct{ Puzzles []puzzle }
		query := fmt.Sprintf("/api/v1/puzzles?n=3&seed=5&variety=true&level=%d", i+1)
		if i < 3 {
			query += "&style=print&clues=30-45"
		}
		if err := json.Unmarshal(pageGet(t, h, query).Body.Bytes(), &drawn); err != nil {
			t.Fatal(err)
		}
		var minutes []int
		for _, p := range drawn.Puzzles {
			r := httptest.NewRequest(http.MethodPost, "/api/v1/rate?pace=true", strings.NewReader(p.Puzzle))
			r.Header.Set("Content-Type", "text/plain")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			var rated struct{ Minutes int }
			if err := json.Unmarshal(w.Body.Bytes(), &rated); err != nil {
				t.Fatalf("%s: %v", w.Body, err)
			}
			minutes = append(minutes, rated.Minutes)
		}
		slices.Sort(minutes)
		if median := minutes[len(minutes)/2]; median > 2*want || want > 2*median {
			t.Errorf("level %d: the page tells %d minutes, %d puzzles take %v", i+1, want, len(minutes), minutes)
		}
	}
}

// What a first visit loads before a puzzle can be played is small: the page, its styles,
// scripts and texts, as they are sent. The digits are not in it: the first paint does not
// wait for them.
func TestFirstLoad(t *testing.T) {
	const most = 60_000
	h := starterServer(t)
	asked := regexp.MustCompile(`(?:src|href)="?(/static/[^"# >]*\.(?:js|css|svg))`)
	paths := []string{"/"}
	for _, found := range asked.FindAllStringSubmatch(pageGet(t, h, "/").Body.String(), -1) {
		paths = append(paths, found[1])
	}
	paths = append(paths, path.Dir(paths[1])+"/texts-en.json")
	all := 0
	for _, at := range paths {
		r := httptest.NewRequest(http.MethodGet, at, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			t.Errorf("%s: status %d", at, w.Code)
		}
		all += w.Body.Len()
	}
	t.Logf("%d files, %d bytes", len(paths), all)
	if all > most {
		t.Errorf("a first visit loads %d bytes, more than %d", all, most)
	}
}

// The digits are small files beside the styles. Nothing waits for them, and nothing else is
// written with them.
func TestDigits(t *testing.T) {
	const most = 1500
	h := starterServer(t)
	sheet := regexp.MustCompile(`/static/[^"# >]*/base\.css`).FindString(pageGet(t, h, "/").Body.String())
	faces := regexp.MustCompile(`@font-face\{[^}]*\}`).FindAllString(pageGet(t, h, sheet).Body.String(), -1)
	if len(faces) != 2 {
		t.Fatalf("%s has %d faces: %q", sheet, len(faces), faces)
	}
	for _, face := range faces {
		file := regexp.MustCompile(`url\("?([^")]*)"?\)`).FindStringSubmatch(face)
		if file == nil || !strings.Contains(face, "font-display:swap") || !strings.Contains(strings.ToLower(face), "u+31-39") {
			t.Fatalf("a face of more than digits, or one that is waited for: %s", face)
		}
		w := pageGet(t, h, path.Dir(sheet)+"/"+file[1])
		if body := w.Body.String(); !strings.HasPrefix(body, "wOF2") || len(body) > most || w.Header().Get("Content-Type") != "font/woff2" {
			t.Errorf("%s: %d bytes of type %q", file[1], len(body), w.Header().Get("Content-Type"))
		}
	}
}

// A worker loads nothing but its scripts: Chromium crashes now and then, with the page, when
// a worker ends that still loads a file (some 40 of 4,500 visits that were left at once,
// none of 1,040 since the page loads what its worker needs).
func TestWorkersLoadNothing(t *testing.T) {
	imported := regexp.MustCompile(`from "\./(\w+\.js)"`)
	for list := []string{"worker.js"}; len(list) > 0; list = list[1:] {
		source, err := page.Files.ReadFile("static/" + list[0])
		if err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`fetch\(|XMLHttpRequest|Streaming\(`).Match(source) {
			t.Errorf("%s, which runs in a worker, loads files", list[0])
		}
		for _, found := range imported.FindAllSubmatch(source, -1) {
			list = append(list, string(found[1]))
		}
	}
}
