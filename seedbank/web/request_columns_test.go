package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/sudoku"
)

// A client chooses the columns of a table, but for those that take long.
func TestColumns(t *testing.T) {
	c := sharedClient(t)
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

// Minutes and bottlenecks are those that rating the puzzle gives, in every format with
// columns. They cost time, so an answer has only some.
func TestMinutesAreColumns(t *testing.T) {
	c := sharedClient(t)
	for _, address := range []string{"/api/v1/puzzles", "/api/v1/packs"} {
		rows := strings.Fields(string(c.get(address + "?level=2-8&n=20&seed=1&format=csv&columns=puzzle,minutes,bottlenecks").body))
		if len(rows) != 21 {
			t.Fatalf("%s: %q", address, rows)
		}
		var estimator minutes.Estimator
		for _, row := range rows[1:] {
			cells := strings.Split(row, ",")
			grid, err := sudoku.ParseGrid(cells[0])
			if err != nil {
				t.Fatal(err)
			}
			puzzle, err := new(sudoku.Solver).Prove(grid)
			if err != nil {
				t.Fatal(err)
			}
			want, err := estimator.Class(&puzzle)
			if got := strings.Join(cells[1:], ","); err != nil || got != fmt.Sprintf("%d,%d", want.Minutes(), want.Narrow) {
				t.Errorf("%s has %s, want %v, %v", grid, got, want, err)
			}
		}
		for _, refused := range []string{"?n=201&seed=1&format=csv&columns=minutes", "/3DSWKAPVM9JVD-0Y0T36AVJV.csv?columns=bottlenecks"} {
			if a := c.get("/api/v1/puzzles" + refused); a.StatusCode != http.StatusBadRequest {
				t.Errorf("%s: status %d", refused, a.StatusCode)
			}
		}
	}
}
