package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/seedbank/web"
)

// A symmetry is a parameter like others, and its puzzles have it.
func TestSymmetry(t *testing.T) {
	c := newClient(t, web.Options{})
	got := c.get("/api/v1/puzzles?symmetry=diagonal&n=3&seed=1")
	if got.StatusCode != http.StatusOK || strings.Count(string(got.body), `"symmetry":`) != 3 || strings.Contains(string(got.body), `"symmetry":"none"`) {
		t.Errorf("status %d: %s", got.StatusCode, got.body)
	}
	for _, query := range []string{"symmetry=round", "symmetry=full&technique=x-wing"} {
		if got := c.get("/api/v1/puzzles?" + query); got.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d", query, got.StatusCode)
		}
	}
}
