package web_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/engine"
)

var (
	enginePuzzles   = flag.Int("engine-puzzles", 9, "how many puzzles the engine of the page is asked about")
	enginePositions = flag.Int("engine-positions", 10, "how many positions the engine of the page is asked about")
)

var engineTests = []pageTest{
	{"no help from the server", eitherWindow, noHelpFromServer},
	{"questions given up", eitherWindow, questionsGivenUp},
	{"a hint before the engine", eitherWindow, hintBeforeEngine},
}

// engineModule is an expression for the module that asks the engine.
const engineModule = `import(document.querySelector('link[href$="/engine.js"]').href)`

// asking is a question to the engine, and what the engine answers natively.
type asking struct {
	Address string `json:"address"`
	About   any    `json:"about"` // a text, or a position
	answer  engine.Answer
}

// sum returns what stands for an answer.
func sum(a engine.Answer) string {
	digest := sha256.Sum256(fmt.Appendf(nil, "%d %s %s", a.Status, a.Type, a.Body))
	return hex.EncodeToString(digest[:])
}

// The engine in the browser answers as it does natively, byte for byte.
func TestEngineInBrowser(t *testing.T) {
	b := openBrowser(t)
	puzzles := samplePuzzles(t, starterServer(t), fmt.Sprint((*enginePuzzles+8)/9))
	positions := samplePositions(t, puzzles[:min(*enginePositions, len(puzzles))])
	const tabful = 50 // puzzles or positions for a tab
	languages := catalogue.Codes()
	for first := 0; first < len(puzzles)+len(positions); first += tabful {
		t.Run(fmt.Sprint(first), func(t *testing.T) {
			var list [][]asking
			e := engine.Engine{Language: languages[(first/tabful+1)%len(languages)]}
			for i := first; i < min(first+tabful, len(puzzles)+len(positions)); i++ {
				if i < len(puzzles) {
					list = append(list, ofPuzzle(&e, puzzles[i], i))
				} else {
					list = append(list, ofPosition(&e, positions[i-len(puzzles)], i))
				}
			}
			tb := b.open(t, desktopLight)
			tb.visit("/analyse")
			tb.speak(e.Language)
			for _, questions := range list {
				tb.answers(questions)
			}
		})
	}
}

// ofPuzzle returns the questions about the i-th text; ways are long, so only some of them.
func ofPuzzle(e *engine.Engine, text string, i int) (list []asking) {
	for _, address := range engineQuestions {
		if address != "way" && address != "rate?effort=true" || i%10 == 0 {
			list = append(list, asking{address, text, e.Answer(address, text)})
		}
	}
	return list
}

func ofPosition(e *engine.Engine, at position, i int) (list []asking) {
	if at.Removed == nil {
		at.Removed = []string{}
	}
	for _, address := range []string{"hint", "steps", "way"} {
		if address != "way" || i%10 == 0 {
			list = append(list, asking{address, at, e.AnswerFrom(address, at.Puzzle, at.Grid, at.Removed)})
		}
	}
	return list
}

// answers compares the answers of the engine in the browser with those natively.
func (tb *tab) answers(list []asking) {
	tb.Helper()
	questions, err := json.Marshal(list)
	if err != nil {
		tb.Fatal(err)
	}
	eval[bool](tb, `(() => {
		window.sums = undefined;
		%s.then(async ({answer}) => {
			const list = [];
			for (const {address, about} of %s) {
				const {status, type, body} = await answer(address, about);
				const bytes = new TextEncoder().encode(status + " " + type + " " + body);
				const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
				list.push(Array.from(digest, (b) => b.toString(16).padStart(2, "0")).join(""));
			}
			window.sums = list;
		});
		return true;
	})()`, engineModule, questions)
	tb.until("window.sums")
	for i, got := range eval[[]string](tb, "window.sums") {
		if want := sum(list[i].answer); got != want {
			about, _ := json.Marshal(list[i])
			tb.Errorf("%s: another answer than natively, which is %d %s", about, list[i].answer.Status, list[i].answer.Body)
		}
	}
}

// keepsEngine waits until the device keeps the engine.
func (tb *tab) keepsEngine() {
	tb.Helper()
	eval[bool](tb, `(() => {
		const look = () => caches.open("seedoku-engine").then((c) => c.keys()).then((k) => k.length ? window.kept = true : setTimeout(look, 50));
		look();
		return true;
	})()`)
	tb.until("window.kept")
}

// noHelpFromServer has a server that gives puzzles and nothing else. Every help and the
// whole analysis of a puzzle work all the same.
func noHelpFromServer(tb *tab) {
	h := starterServer(tb.T)
	var mu sync.Mutex
	var refused []string
	tb.serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/") && !(r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, "/api/v1/puzzles")) {
			mu.Lock()
			refused = append(refused, r.Method+" "+r.URL.Path)
			mu.Unlock()
			http.Error(w, "no", http.StatusServiceUnavailable)
			return
		}
		h.ServeHTTP(w, r)
	}))
	tb.allowed = "503"
	p := somePuzzle(tb, "level=7")
	tb.play(p)
	tb.loadEngine(p)
	tb.click(cell(p.empty()[0]))
	for i, key := range []string{"", "p", "", "r", "m", "k", "s", "d"} {
		if key != "" {
			tb.ask(key)
			tb.until("document.getElementById('help-%d').querySelector('.used').textContent === '1×'", i+1)
		}
	}
	tb.ask("g")
	tb.until("!document.getElementById('way').hidden")
	tb.visit("/?puzzle=" + p.Puzzle)
	tb.until("document.body.dataset.ready === %q", p.Puzzle)
	tb.loadEngine(p)
	tb.ask("k")
	tb.until("document.getElementById('words').textContent.includes('rated')")
	tb.visit("/analyse")
	tb.give(p.Puzzle)
	tb.until("document.querySelectorAll('.way-steps .picture').length === 12")
	report := tb.text("#report")
	for _, part := range []string{"Exactly one solution", "7 Very hard", "Effort", "not known without a connection"} {
		tb.holds("report", report, part)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, request := range refused {
		if request != "POST /api/v1/check" && !strings.HasPrefix(request, "GET ") {
			tb.Errorf("the page asks the server: %s", request)
		}
	}
}

// loadEngine asks the engine, and waits for the answer.
func (tb *tab) loadEngine(p puzzle) {
	tb.Helper()
	tb.run(fmt.Sprintf("%s.then(({ask}) => ask('rate', %q)).then(() => window.hasEngine = true)", engineModule, p.Puzzle))
	tb.until("window.hasEngine")
}

// hintBeforeEngine has a link so slow that the engine does not come until the server has
// given two hints, each asked for once. The server refuses the third, which comes with the engine.
func hintBeforeEngine(tb *tab) {
	h := starterServer(tb.T)
	come := make(chan bool)
	var hints atomic.Int32
	tb.allowed = "503"
	tb.serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/v1/hint" && hints.Add(1) > 2 {
			defer close(come)
			http.Error(w, "no", http.StatusServiceUnavailable)
			return
		}
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			select {
			case <-come:
			case <-r.Context().Done():
			}
		}
		h.ServeHTTP(w, r)
	}))
	p := somePuzzle(tb, "level=1")
	tb.play(p)
	for n := 1; n <= 3; n++ {
		tb.press("h")
		tb.until("!document.getElementById('stepper').hidden")
		for range 3 {
			tb.press("h")
		}
		tb.until("document.querySelectorAll('.cell .digit:not(:empty)').length === %d", len(p.Puzzle)-len(p.empty())+n)
		wants(tb, "questions to the server", int(hints.Load()), n)
	}
}

// questionsGivenUp asks what takes long, gives it up, and has the answer to another question
// soon.
func questionsGivenUp(tb *tab) {
	const hard = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
	p := somePuzzle(tb, "level=1")
	tb.visit("/analyse")
	eval[bool](tb, `(() => {
		%s.then(async ({ask}) => {
			const given = new AbortController();
			const all = [ask("way", %q, given.signal), ask("rate", %q), ask("way", %q, given.signal)];
			setTimeout(() => given.abort(), 300);
			window.ends = await Promise.all(all.map((one) => one.then(([a]) => "level " + a.level, (e) => e.name)));
		});
		return true;
	})()`, engineModule, strings.Repeat(hard+"\n", 20), p.Puzzle, hard)
	tb.until("window.ends")
	wants(tb, "answers", strings.Join(eval[[]string](tb, "window.ends"), ", "), "AbortError, level 1, AbortError")
}
