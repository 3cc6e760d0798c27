package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Explanations, names and errors are in the language of the parameter, or else of the
// header; the engine of the page takes the parameter too.
func TestLanguages(t *testing.T) {
	c := sharedClient(t)
	const puzzle, wrong = `{"puzzle":"7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......"}`, `{"puzzle":"11..............................................................................."}`
	for _, test := range []struct {
		method, address, body, accepts string
		status                         int
		language, want                 string
	}{
		{"POST", "hint", puzzle, "", 200, "en", `"name":"Hidden single","explanation":"In box 7`},
		{"POST", "hint", puzzle, "nl, de-AT;q=0.8, en;q=0.2", 200, "de", `"name":"Versteckter Einer","explanation":"In Block 7`},
		{"POST", "hint?lang=fr", puzzle, "de", 200, "fr", `"explanation":"Dans le bloc 7`},
		{"POST", "way", `{"puzzles":["7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......"]}`, "es", 200, "es", `"text":"En el bloque 7`},
		{"POST", "hint", wrong, "de", 422, "de", "Die Vorgaben widersprechen sich"},
		{"POST", "hint", wrong, "", 422, "en", "clues in conflict"},
		{"POST", "hint", strings.TrimSuffix(puzzle, "}") + `,"removed":["r1c1<>7"]}`, "fr", 422, "fr", "l’indice est 7"},
		{"POST", "rate?lang=de", "11...............................................................................", "", 200, "de", "Die Vorgaben widersprechen sich"},
		{"POST", "check", strings.Repeat(".", 81), "de", 200, "de", `"problem":"Es gibt mehr als eine Lösung"`},
		{"POST", "check", strings.Repeat(".", 81), "", 200, "en", `"problem":"more than one solution"`},
		{"POST", "hint?lang=xx", puzzle, "", 400, "en", "there are en, de, es, fr"},
		{"GET", "puzzles?level=77", "", "fr", 400, "en", "77"},
		{"GET", "puzzles/foo", "", "de", 404, "en", "foo"},
		{"GET", "daily?date=x", "", "es", 400, "en", "date"},
		{"POST", "puzzles", "???", "fr", 422, "en", "line 1 of the body"},
		{"POST", "hint", `{"gird":""}`, "de", 422, "en", "there is no such member"},
		{"POST", "hint", `{}`, "de", 422, "de", "puzzle"},
		{"POST", "hint", `{"puzzle":"12"}`, "de", 422, "en", "2 cells"},
		{"POST", "hint", `{`, "de", 400, "en", "not a JSON object"},
		{"GET", "puzzles?level=1&er=2.0", "", "fr", 404, "fr", "la collection n’a aucune grille"},
		{"GET", "practice?practice=x-wing&lang=de", "", "", 200, "de", `"question":"Gesucht: X-Wing`},
		{"GET", "levels", "", "es", 200, "es", "Diabólico"},
		{"GET", "techniques?lang=fr", "", "", 200, "fr", `"title":"Espadon"`},
		{"GET", "packs?level=3&seed=2&n=2&format=html&title=X", "", "de", 200, "de", `<html lang="de"`},
		{"GET", "packs?level=3&seed=2&n=2&format=html&title=X&lang=en", "", "de", 200, "en", `<html lang="en"`},
		{"GET", "puzzles?level=3&format=html", "", "de", 200, "de", `<html lang="de"`},
		{"GET", "puzzles?level=3&format=html", "", "", 200, "en", `<html lang="en"`},
		{"GET", "series/level=3&seed=2?format=html", "", "es", 200, "es", `<html lang="es"`},
		{"GET", "daily?level=3&format=html", "", "fr", 200, "fr", `<html lang="fr"`},
		{"GET", "puzzles/CR54XZ18CQ3K2-003ZS5RD89.html", "", "de", 200, "de", `<html lang="de"`},
		{"GET", "puzzles/CR54XZ18CQ3K2-003ZS5RD89.html?lang=fr", "", "de", 200, "fr", `<html lang="fr"`},
		{"GET", "puzzles/CR54XZ18CQ3K2-003ZS5RD89.png", "", "de", 200, "", "PNG"},
		{"GET", "puzzles?level=3", "", "de", 200, "", `"puzzles":[`},
		{"GET", "puzzles?level=3&format=svg", "", "de", 200, "", "<svg"},
	} {
		header := http.Header{"Accept-Language": {test.accepts}}
		if test.method == "POST" && strings.HasPrefix(test.body, "{") {
			header.Set("Content-Type", "application/json")
		}
		r := httptest.NewRequest(test.method, "/api/v1/"+test.address, strings.NewReader(test.body))
		r.Header = header
		a := c.ask(r)
		if a.StatusCode != test.status || !strings.Contains(string(a.body), test.want) || a.Header.Get("Content-Language") != test.language {
			t.Errorf("%s, %q: %d, %s: %.300s", test.address, test.accepts, a.StatusCode, a.Header.Get("Content-Language"), a.body)
		}
		if vary := strings.Join(a.Header.Values("Vary"), ", "); test.status == 200 && strings.Contains(vary, "Accept-Language") != (test.language != "") {
			t.Errorf("%s: in the language %q, and varies by %s", test.address, test.language, vary)
		}
	}
}
