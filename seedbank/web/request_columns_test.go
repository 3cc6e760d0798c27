package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/seedbank/web"
)

// A client chooses the columns of a table, but for those that take long.
func TestColumns(t *testing.T) {
	c := newClient(t, web.Options{})
	const address = "/api/v1/packs?level=3&n=2&seed=1&format=csv&columns="
	if table := string(c.get(address + "number,level").body); table != "number,level\n1,3\n2,3\n" {
		t.Errorf("the table is %q", table)
	}
	for _, columns := range []string{"effort", "id,effort", "colour"} {
		if a := c.get(address + columns); a.StatusCode != http.StatusBadRequest || !strings.Contains(string(a.body), `"columns"`) {
			t.Errorf("columns %s: status %d, %s", columns, a.StatusCode, a.body)
		}
	}
}
