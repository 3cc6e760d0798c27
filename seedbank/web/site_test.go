package web

import (
	"bytes"
	"testing"
)

// The cards of a site show puzzles without the network: the service worker keeps their board.
func TestSiteKeepsItsBoard(t *testing.T) {
	b := newPageBuilder(place{ending: ".html", own: "site", bank: "bank"}, views[:])
	b.build()
	if !bytes.Contains(b.answers["sw.js"].body, []byte(`"seedoku-board.js"`)) {
		t.Error("the service worker does not keep the board")
	}
	served := newPageBuilder(place{root: "/"}, views[:])
	served.build()
	if bytes.Contains(served.answers["/sw.js"].body, []byte("seedoku-board.js")) {
		t.Error("the service worker of a server keeps the board, whose puzzles need the server")
	}
}
