package web_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

var (
	screenshots = flag.String("screenshots", "", "write pictures of every view of the page into this `FOLDER`") // make screenshots sets it
	fiveWindows = flag.Bool("five-windows", false, "run every test of the page in windows of five sizes")       // make long sets it
)

// window is a size of the browser's window, and what its user prefers.
type window struct {
	name          string
	width, height int64
	touch         bool
	scheme        string // light or dark
}

var (
	desktopLight = window{"desktop light", 1440, 900, false, "light"}
	desktopDark  = window{"desktop dark", 1440, 900, false, "dark"}
	phoneLight   = window{"phone light", 390, 844, true, "light"}
	phoneDark    = window{"phone dark", 360, 640, true, "dark"}
	phoneBars    = window{"bars", 390, 664, true, "dark"} // as much as the bars of a browser leave
	tabletLight  = window{"tablet light", 820, 1180, true, "light"}
)

// allWindows are the sizes and colours that every view has to look well in.
var allWindows = []window{desktopLight, desktopDark, phoneLight, phoneDark, tabletLight}

// pageTest is a test that a tab of the browser runs, in each of its windows, or in either
// window if it has none.
type pageTest struct {
	name    string
	windows []window
	run     func(*tab)
}

// everySize are the sizes that every test of the page can run in.
var everySize = []window{phoneDark, phoneBars, phoneLight, tabletLight, desktopLight}

// twoWindows are the least and the greatest of these sizes, and both colours.
var twoWindows = []window{desktopLight, phoneDark}

// eitherWindow is for tests of what the page does, not of how it looks or is touched.
// They take turns with the two windows.
var eitherWindow []window

// quickly has the browser compile the engine once and quickly. In short visits, its optimizing
// compiler takes longer than it saves.
var quickly = chromedp.Flag("js-flags", "--liftoff-only")

// TestPage runs all tests of the page in one browser, a tab each.
func TestPage(t *testing.T) {
	b := openBrowser(t, quickly)
	for _, tests := range [][]pageTest{playTests, keptTests, hintTests, stateTests, lateTests, ownTests, symmetryTests, helpTests, engineTests, viewTests, accessTests, axeTests, phoneTests, versionTests, oneTests, siteTests(), boardTests} {
		for i, test := range tests {
			windows := test.windows
			switch {
			case *fiveWindows && (len(windows) == 0 || slices.Equal(windows, twoWindows)):
				windows = everySize
			case len(windows) == 0:
				windows = twoWindows[i%2:][:1]
			}
			for _, w := range windows {
				t.Run(test.name+"/"+w.name, func(t *testing.T) {
					t.Parallel()
					if slices.Contains(wholeVisits, test.name) {
						test.run(b.open(t, w))
					} else {
						test.run(b.again(t, w))
					}
				})
			}
		}
	}
}

// wholeVisits are the tests of what the page keeps of itself, and does while nobody asks it
// anything. In the others it does neither, which takes half the time of a short visit.
var wholeVisits = []string{"installable", "a page of the version before", "without network", "site: without network", "hints thought of ahead"}

// browser is a browser, and a server for it with the starter bank.
type browser struct {
	ctx  context.Context
	base string // address of the server

	mu   sync.Mutex
	idle []*seat // that tests have left
}

// openBrowser starts a browser for a test. Without one the test is skipped; where
// CI is set, that is an error.
func openBrowser(t *testing.T, more ...chromedp.ExecAllocatorOption) *browser {
	t.Helper()
	if testing.Short() {
		t.Skip("the page is not tried in a browser: -short")
	}
	path, err := exec.LookPath("chromium-headless-shell") // takes half the time
	if err != nil {
		path, err = exec.LookPath("chromium")
	}
	if errors.Is(err, exec.ErrNotFound) {
		if os.Getenv("CI") != "" {
			t.Fatal("there is no chromium, which the tests of the page need")
		}
		t.Skip("the page is not tested: there is no chromium (apt-get install chromium-headless-shell)")
	}
	server := httptest.NewServer(starterServer(t))
	t.Cleanup(server.Close)
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("no-first-run", true),
	)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), append(options, more...)...)
	t.Cleanup(stop)
	ctx, stopBrowser := chromedp.NewContext(allocator)
	t.Cleanup(stopBrowser)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("starting chromium: %v", err)
	}
	return &browser{ctx: ctx, base: server.URL}
}

// listen notes what must not happen.
func (tb *tab) listen(event any) {
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		u, err := url.Parse(e.Request.URL)
		if err != nil || (u.Host != tb.host() && u.Scheme != "data" && u.Scheme != "blob" && u.Scheme != "chrome-extension") {
			tb.note("a request to " + e.Request.URL)
		}
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text = e.ExceptionDetails.Exception.Description
		}
		tb.note("a script failed: " + text)
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == cdplog.EntryLevelError {
			tb.note(fmt.Sprintf("the browser says: %s %s", e.Entry.Text, e.Entry.URL))
		}
	}
}

// host returns the host that may be asked.
func (tb *tab) host() string {
	host, _, _ := strings.Cut(strings.TrimPrefix(tb.base, "http://"), "/")
	return host
}

func (tb *tab) note(problem string) {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	if !tb.ended {
		tb.problems = append(tb.problems, problem)
	}
}

// check fails the test for every problem.
func (tb *tab) check() {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	for _, problem := range tb.problems {
		if tb.allowed == "" || !strings.Contains(problem, tb.allowed) {
			tb.Error(problem)
		}
	}
}

// prefer sets the colours that the user of the device prefers, who wants nothing to move. To
// draw what moves takes half the time of a visit in which much is entered.
func (tb *tab) prefer(scheme string) {
	tb.Helper()
	tb.features(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme}, &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
}

// features sets what the device prefers.
func (tb *tab) features(features ...*emulation.MediaFeature) {
	tb.Helper()
	command(tb, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
}

// do runs actions.
func (tb *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	tb.Helper()
	if err := chromedp.Do(tb.ctx, actions...); err != nil {
		tb.Fatal(err)
	}
}

// command runs a command of the browser, and returns its result.
func command[P, R any](tb *tab, c cdp.Command[P, R], parameters P) R {
	tb.Helper()
	result, err := chromedp.Run(tb.ctx, func(ctx context.Context, to *chromedp.Target) (R, error) { return cdp.Call(ctx, to, c, parameters) })
	if err != nil {
		tb.Fatalf("%s: %v", c.Method, err)
	}
	return result
}

// eval returns the value of an expression in the tab. A tab that has crashed never answers.
func eval[T any](tb *tab, format string, values ...any) T {
	tb.Helper()
	value, err := tryEval[T](tb, format, values...)
	if err != nil {
		tb.Fatalf("%s: %v", fmt.Sprintf(format, values...), err)
	}
	return value
}

func tryEval[T any](tb *tab, format string, values ...any) (T, error) {
	ctx, cancel := context.WithTimeout(tb.ctx, 2*time.Minute)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](fmt.Sprintf(format, values...)))
}

// overtaken tells whether an expression was not answered because the tab left for another
// page meanwhile.
func overtaken(err error) bool {
	var said *cdproto.Error
	return errors.As(err, &said) && strings.Contains(said.Message, "navigated")
}

// until waits for an expression to be true, on this page or on the one the tab is leaving for.
func (tb *tab) until(format string, values ...any) {
	tb.Helper()
	wait := 5 * time.Millisecond
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(wait) {
		wait = min(2*wait, 80*time.Millisecond)
		switch is, err := tryEval[bool](tb, "!!("+format+")", values...); {
		case err != nil && !overtaken(err):
			tb.Fatalf("%s: %v", fmt.Sprintf(format, values...), err)
		case is:
			return
		}
	}
	said := eval[string](tb, "Array.from(document.querySelectorAll('[role=status]'), e => e.textContent.trim()).join(' | ')")
	tb.Fatalf("this did not come true: %s; the page says %q", fmt.Sprintf(format, values...), said)
}

// visit opens a view of the page, and waits for its texts.
func (tb *tab) visit(path string) {
	tb.Helper()
	tb.do(chromedp.Navigate(tb.address(path)))
	tb.until("document.documentElement?.dataset.told !== undefined || document.contentType !== 'text/html'")
}

// text returns the text of an element.
func (tb *tab) text(selector string) string {
	tb.Helper()
	return eval[string](tb, "document.querySelector(%q).textContent.trim().replace(/\\s+/g, ' ')", selector)
}

// press presses keys, one after the other.
func (tb *tab) press(keys string, modifiers ...chromedp.Modifier) {
	tb.Helper()
	tb.do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// point is a place in the window, in CSS pixels.
type point struct{ X, Y float64 }

// middle returns the middle of an element, which it brings into view. It fails if
// something else covers the element. A selector such as "host >>> inner" leads into a shadow.
func (tb *tab) middle(selector string) point {
	tb.Helper()
	p := eval[*point](tb, `(() => {
		const e = %q.split(" >>> ").reduce((from, s) => (from.shadowRoot ?? from).querySelector(s), document);
		e.scrollIntoView({block: "nearest"});
		const r = e.getBoundingClientRect();
		const at = {X: r.left + r.width / 2, Y: r.top + r.height / 2};
		const top = e.getRootNode().elementFromPoint(at.X, at.Y);
		return r.width && (e.contains(top) || e.control === top) ? at : null;
	})()`, selector)
	if p == nil {
		tb.Fatalf("%s cannot be reached: it is hidden or covered", selector)
	}
	return *p
}

// click clicks an element, or taps it where there is no mouse.
func (tb *tab) click(selector string) {
	tb.Helper()
	p := tb.middle(selector)
	if tb.window.touch {
		tb.do(chromedp.TapXY(p.X, p.Y))
	} else {
		tb.do(chromedp.MouseClickXY(p.X, p.Y))
	}
}

// wheel turns the wheel over an element by a number of notches.
func (tb *tab) wheel(selector string, notches int) {
	tb.Helper()
	p := tb.middle(selector)
	delta := 100.0
	if notches < 0 {
		delta = -delta
	}
	for range max(notches, -notches) {
		// The browser drops an event without a deltaX.
		tb.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseWheel, p.X, p.Y, func(e *input.DispatchMouseEventParams) {
			e.DeltaX, e.DeltaY = 1, delta
		}))
	}
}

// ownServer gives the tab a server of its own, which can be closed to be without
// the network.
func (tb *tab) ownServer() *http.Server {
	tb.Helper()
	return tb.serve(starterServer(tb.T))
}

// serve gives the tab a server of its own with a handler.
func (tb *tab) serve(h http.Handler) *http.Server {
	tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	server := &http.Server{Handler: h}
	go server.Serve(listener)
	tb.base = "http://" + listener.Addr().String()
	tb.Cleanup(func() {
		tb.mu.Lock()
		tb.ended = true
		tb.mu.Unlock()
		server.Close()
	})
	return server
}

// touch sends a touch.
func (tb *tab) touch(kind input.DispatchTouchEventType, points []*input.TouchPoint) {
	tb.Helper()
	command(tb, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
}
