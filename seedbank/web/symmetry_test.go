package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/seedbank/web"
)

// A symmetry is a parameter like others: its puzzles have it, and what a bank cannot
// tell is not found.
func TestSymmetry(t *testing.T) {
	c := newClient(t, web.Options{})
	got := c.get("/api/v1/puzzles?symmetry=diagonal&n=3&seed=1")
	switch got.StatusCode {
	case http.StatusOK:
		if n := strings.Count(string(got.body), `"symmetry":"none"`); n > 0 {
			t.Errorf("%d puzzles without symmetry", n)
		}
	case http.StatusNotFound: // of a starter bank of format 1
		if !strings.Contains(string(got.body), "does not list symmetric puzzles") {
			t.Errorf("%s", got.body)
		}
	default:
		t.Errorf("status %d: %s", got.StatusCode, got.body)
	}
	for _, query := range []string{"symmetry=round", "symmetry=full&technique=x-wing"} {
		if got := c.get("/api/v1/puzzles?" + query); got.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d", query, got.StatusCode)
		}
	}
}
