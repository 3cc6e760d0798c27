package web_test

import (
	"bytes"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
)

var versionTests = []pageTest{
	{"a page of the version before", eitherWindow, olderPage},
}

// names are the parts of addresses that change with the version: of static files, and of the
// engine.
var names = regexp.MustCompile(`(static/|engine/|seedoku-)([0-9a-f]{7,10})`)

// versions is a server whose page can become another version, which has other addresses.
type versions struct {
	http.Handler
	isNext atomic.Bool
}

func (v *versions) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	isNext := v.isNext.Load()
	caching := "max-age=600" // as static hosts send it
	if path := r.URL.Path; strings.HasPrefix(path, "/static/") || strings.HasPrefix(path, "/engine/") {
		caching = "no-store" // what the page does not keep is not there
		if next := strings.Contains(path, "/next-"); next != isNext {
			http.NotFound(w, r)
			return
		}
		r.URL.Path = strings.Replace(r.URL.Path, "/next-", "/", 1)
	}
	r.Header.Del("If-None-Match")
	r.Header.Del("Accept-Encoding")
	made := httptest.NewRecorder()
	v.Handler.ServeHTTP(made, r)
	body := made.Body.Bytes()
	if isNext && !bytes.HasPrefix(body, []byte("\x00asm")) {
		body = names.ReplaceAll(body, []byte("${1}next-$2"))
	}
	maps.Copy(w.Header(), made.Header())
	w.Header().Del("Content-Length")
	w.Header().Set("Cache-Control", caching)
	w.WriteHeader(made.Code)
	w.Write(body)
}

// olderPage stays open while the server gets another version, and opens a part of itself that it
// has not loaded before. What the device keeps of its version goes when no page of it is open.
func olderPage(tb *tab) {
	server := &versions{Handler: starterServer(tb.T)}
	tb.serve(server)
	tb.play(somePuzzle(tb, "level=4"))
	tb.until("navigator.serviceWorker.controller?.state === 'activated'")
	tb.keepsEngine()
	const look = `Promise.all([caches.keys(), caches.open("seedoku-engine").then((cache) => cache.keys())]).then(([versions, engines]) => {
		const names = [...versions.filter((name) => name !== "seedoku-engine"), ...engines.map(({url}) => url)];
		return window.kept = names.map((name) => name.includes("next-") ? "next" : "before").sort().join(" ");
	})`
	keeps := func(want string) {
		tb.Helper()
		tb.until("(%s, window.kept === %q)", look, want)
	}
	keeps("before before")

	server.isNext.Store(true)
	tb.run(`navigator.serviceWorker.addEventListener("controllerchange", () => window.taken = true);
		navigator.serviceWorker.getRegistration().then((registration) => registration.update())`)
	tb.until("window.taken && navigator.serviceWorker.controller.state === 'activated'")
	tb.until("document.querySelector('dialog .code') || (document.querySelector('#more [data-do=carry]').click(), false)")
	keeps("before before next next")

	for range 2 { // the first page is open until the second one is there
		tb.visit("/games")
		wants(tb, "the page is of the next version", eval[bool](tb, "document.querySelector('script[src]').src.includes('/next-')"), true)
	}
	keeps("next next")
}
