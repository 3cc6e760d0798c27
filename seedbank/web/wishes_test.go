package web_test

import (
	"net/http"
	"testing"

	"github.com/seedoku/seedoku/seedbank/web"
)

// A problem with a book names the member of its wishes.
func TestProblemsWithWishes(t *testing.T) {
	c := newClient(t, web.Options{})
	a := c.post("/api/v1/books/plan", "application/json", `{"format":"pdf","per_level":2}`)
	c.wantProblem(a, http.StatusBadRequest, "per_level", "say of which levels")
}
