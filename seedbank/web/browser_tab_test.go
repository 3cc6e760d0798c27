package web_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

// tab is a tab of the browser, with nothing kept from others. Whatever goes wrong
// in it fails its test.
type tab struct {
	*testing.T
	ctx    context.Context
	base   string
	home   string    // where the server of all tests is
	site   *siteHost // where the page is files on a static host
	window window

	mu       sync.Mutex
	problems []string // errors of scripts, broken rules of the content policy, requests to other hosts
	allowed  string   // a problem that holds this text is none
	ended    bool     // the test is over: its own server closes, which the page may notice
	altered  bool     // in ways that outlast a visit, so that no other test sits here
}

// seat is a tab of the browser in which tests sit, one after the other. Each finds it as
// if it was new. To open the page in it takes half the time of a new tab.
type seat struct {
	ctx   context.Context
	close func()

	mu  sync.Mutex
	tab *tab // whoever sits here
}

// open opens an empty tab with a window.
func (b *browser) open(t *testing.T, w window) *tab {
	t.Helper()
	s := b.newSeat(t)
	return s.taken(t, b, w, func(*tab) { s.close() })
}

// again gives a test an empty tab with a window, which an earlier test may have had. The
// page keeps nothing of itself there.
func (b *browser) again(t *testing.T, w window) *tab {
	t.Helper()
	b.mu.Lock()
	var s *seat
	if last := len(b.idle) - 1; last >= 0 {
		s, b.idle = b.idle[last], b.idle[:last]
	}
	b.mu.Unlock()
	isNew := s == nil
	if isNew {
		s = b.newSeat(t)
	}
	tb := s.taken(t, b, w, func(tb *tab) {
		if tb.Failed() || tb.altered || tb.forget() != nil {
			s.close()
			return
		}
		b.mu.Lock()
		b.idle = append(b.idle, s)
		b.mu.Unlock()
	})
	if isNew {
		tb.forgetful()
	}
	return tb
}

// newSeat opens an empty tab, with nothing kept from others.
func (b *browser) newSeat(t *testing.T) *seat {
	t.Helper()
	s := &seat{}
	s.ctx, s.close = chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	err := chromedp.Do(s.ctx)
	if err == nil {
		err = chromedp.Listen(s.ctx, s.listen)
	}
	if err != nil {
		t.Fatalf("opening a tab: %v", err)
	}
	tb := &tab{T: t, ctx: s.ctx}
	command(tb, network.Enable, network.EnableParams{})
	command(tb, cdplog.Enable, cdp.Empty{})
	return s
}

// listen tells whoever sits here what happens.
func (s *seat) listen(event any) {
	s.mu.Lock()
	tb := s.tab
	s.mu.Unlock()
	if tb != nil {
		tb.listen(event)
	}
}

// taken gives the seat to a test with a window, and calls left when the test is over.
func (s *seat) taken(t *testing.T, b *browser, w window, left func(*tab)) *tab {
	t.Helper()
	ctx, cancel := context.WithTimeout(s.ctx, 10*time.Minute) // a full machine is slow, and until gives up before
	tb := &tab{T: t, ctx: ctx, base: b.base, home: b.base, window: w}
	s.mu.Lock()
	s.tab = tb
	s.mu.Unlock()
	t.Cleanup(func() {
		tb.check()
		left(tb)
		cancel()
	})
	tb.prefer(w.scheme)
	tb.resize(w)
	return tb
}

// resize gives the tab the size of a window.
func (tb *tab) resize(w window) {
	tb.Helper()
	tb.window = w
	viewport := []chromedp.EmulateViewportOption{chromedp.EmulateScale(1)}
	if w.touch {
		viewport = append(viewport, chromedp.EmulateTouch, chromedp.EmulateMobile)
	}
	tb.do(chromedp.EmulateViewport(w.width, w.height, viewport...))
}

// inEach does something in each of several windows.
func (tb *tab) inEach(windows []window, do func()) {
	tb.Helper()
	for _, w := range windows {
		tb.prefer(w.scheme)
		tb.resize(w)
		tb.until("matchMedia('(width: %dpx) and (height: %dpx)').matches", w.width, w.height)
		do()
	}
}

// forgetful has the page keep nothing of itself for times without a network, and start its
// engine when it has a question, not before: the browser is never idle.
func (tb *tab) forgetful() {
	tb.Helper()
	tb.script("if (navigator.serviceWorker) navigator.serviceWorker.register = () => Promise.reject(new Error());" +
		"window.requestIdleCallback = () => 0;")
	tb.altered = false
}

// script has the tab run a script in every page that it opens from now on, before the scripts of
// the page.
func (tb *tab) script(source string) {
	tb.Helper()
	tb.altered = true
	command(tb, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
}

// forget leaves the page, and has the browser forget what the page kept. What the tab keeps
// until it is closed belongs to the address that it leaves for.
func (tb *tab) forget() error {
	tb.mu.Lock()
	tb.ended = true
	tb.mu.Unlock()
	clear := func(origin string) chromedp.Action[chromedp.Void] {
		return chromedp.Func(func(ctx context.Context, to *chromedp.Target) error {
			_, err := cdp.Call(ctx, to, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: origin, StorageTypes: "all"})
			return err
		})
	}
	return chromedp.Do(tb.ctx,
		chromedp.Navigate(tb.home+"/healthz"),
		func(ctx context.Context, to *chromedp.Target) (done chromedp.Void, err error) {
			_, err = chromedp.Evaluate[bool]("(() => { sessionStorage.clear(); return true; })()")(ctx, to)
			return done, err
		},
		clear(tb.home), clear("http://"+tb.host()),
		chromedp.Func(func(ctx context.Context, to *chromedp.Target) error {
			_, err := cdp.Call(ctx, to, page.ResetNavigationHistory, cdp.Empty{})
			return err
		}),
	)
}
