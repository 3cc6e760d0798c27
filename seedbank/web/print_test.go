package web

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/page"
	"github.com/seedoku/seedoku/seedbank/export"
)

// The form has a field for every option that books have. What is not there, another field
// stands for.
func TestPrintFormIsWhole(t *testing.T) {
	source, err := page.Files.ReadFile("html/print.html")
	if err != nil {
		t.Fatal(err)
	}
	form := newPrintForm()
	listed := slices.Concat(form.BookTexts, form.BookProse, form.BookFiles, form.BookNumbers, []string{"show", "no-solutions"}) // a choice of solutions is none
	for _, option := range bookOptions() {
		if !slices.Contains(listed, option.Name) && !strings.Contains(string(source), `data-option="`+option.Name+`"`) {
			t.Errorf("the form has no field for %s", option.Name)
		}
	}
}

// An editor's book: what the page shows is what it downloads, and what export makes of the
// kept wishes on a disk, byte for byte.
func TestBookOfWishes(t *testing.T) {
	server := StarterServer(t)
	post := func(address, body string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		server.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/api/v1/"+address, strings.NewReader(body)))
		return w
	}
	for _, wishes := range []string{
		`{"request":{"level":"1-9","seed":7},"per_level":6,"format":"pdf","order":"effort","options":{"title":"Sonntags","author":"M. Muster","copyright":"base64:wqkgMjAyNw==","intro":true,"lang":"de","paper":"a5","per-page":1,"pencil":"candidates","notes":3,"solutions":"parts","show":"level,id"}}`,
		`{"request":{"level":"3-4","seed":3,"minutes":"5-20"},"n":8,"format":"epub","order":"minutes","options":{"title":"Epub"}}`,
		`{"request":{"level":"1-3","seed":3},"calendar":"2027-02","format":"pdf","options":{"title":"Days"}}`,
	} {
		plan := post("books/plan", wishes)
		if plan.Code != http.StatusOK {
			t.Fatalf("%s: status %d: %s", wishes, plan.Code, plan.Body)
		}
		kept := plan.Body.String()
		shown, again := post("books", kept), post("books", kept)
		if shown.Code != http.StatusOK || !bytes.Equal(shown.Body.Bytes(), again.Body.Bytes()) {
			t.Fatalf("%s: status %d, or two books differ: %.300s", wishes, shown.Code, shown.Body)
		}
		m, err := export.ReadManifest(strings.NewReader(kept))
		if err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		if err := m.WriteAgain(context.Background(), server.bank, folder, false, nil, nil, nil); err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(filepath.Join(folder, m.Parts[0].Files[0].Name))
		if err != nil || !bytes.Equal(file, shown.Body.Bytes()) {
			t.Errorf("%s: the book on the disk is another one: %d bytes, %d shown, %v", wishes, len(file), shown.Body.Len(), err)
		}
	}
	for wishes, status := range map[string]int{
		`{"request":{"level":"3"},"n":1,"format":"csv"}`:                                  http.StatusBadRequest,
		`{"request":{"level":"3"},"n":3000,"format":"pdf"}`:                               http.StatusBadRequest,
		`{"request":{"level":"3"},"n":3,"format":"pdf","options":{"paper":"stamp"}}`:      http.StatusBadRequest,
		`{"request":{"level":"3"},"n":3,"format":"pdf","colour":"red"}`:                   http.StatusUnprocessableEntity,
		`{"request":{"level":"3"},"format":"pdf"}`:                                        http.StatusBadRequest,
		`{"request":{"level":"3"},"n":3,"week":"1,2,3,4,5,6,7","format":"pdf"}`:           http.StatusBadRequest,
		`{"request":{"level":"3"},"n":3,"format":"pdf","options":{"title":["x"]}}`:        http.StatusUnprocessableEntity,
		`{"request":{"level":"3"},"calendar":"2027-02-30","format":"pdf"}`:                http.StatusBadRequest,
		`{"request":{"level":"3","clues":"80"},"calendar":"2020..2029","format":"pdf"}`:   http.StatusBadRequest, // before a puzzle is looked for
		`{"request":{"level":"3"},"n":3,"format":"pdf","options":{"font":"base64:AAAA"}}`: http.StatusBadRequest,
		`{"request":{"level":"3","n":3},"n":3,"format":"pdf"}`:                            http.StatusBadRequest,
		`{"request":{"level":"3","seed":7,"skip":100},"n":3,"format":"pdf"}`:              http.StatusBadRequest,
		`{"request":{"level":"3","distinct":false},"n":3,"format":"pdf"}`:                 http.StatusBadRequest,
		`nonsense`: http.StatusBadRequest,
		``:         http.StatusBadRequest,
		`{`:        http.StatusBadRequest,
		`{"request":{"level":"3"},"n":3,"format":"pdf"}{"x":1}`: http.StatusBadRequest,
		`[]`: http.StatusUnprocessableEntity,
		`{"request":{"level":"3"},"n":"x","format":"pdf"}`: http.StatusUnprocessableEntity,
	} {
		w := post("books/plan", wishes)
		if w.Code != status || strings.Contains(w.Body.String(), "json:") || strings.Contains(wishes, "}") && !strings.Contains(wishes, "}{") && !strings.Contains(w.Body.String(), `"field"`) {
			t.Errorf("%s: status %d, want %d: %s", wishes, w.Code, status, w.Body)
		}
	}
	for wishes, field := range map[string]string{
		`{"request":{"level":"3"},"n":3000,"format":"pdf"}`:                                 "n",
		`{"request":{"level":"3-5"},"per_level":700,"format":"pdf"}`:                        "per_level",
		`{"request":{"level":"3"},"calendar":"2020..2029","order":"effort","format":"pdf"}`: "calendar",
	} {
		if w := post("books/plan", wishes); !strings.Contains(w.Body.String(), `"field":"`+field+`"`) || !strings.Contains(w.Body.String(), "at most 2000 puzzles in a book") {
			t.Errorf("%s: %d %s", wishes, w.Code, w.Body)
		}
	}
	seedOf := func(wishes string) (of struct{ Request struct{ Seed string } }) {
		if err := json.Unmarshal(post("books/plan", wishes).Body.Bytes(), &of); err != nil {
			t.Fatal(err)
		}
		return of
	}
	const anyBook = `{"request":{"level":"3"},"n":2,"format":"html"}`
	if one, other := seedOf(anyBook), seedOf(anyBook); one == other {
		t.Errorf("two books without a random seed have the same one: %v", one)
	}
	if zero := seedOf(`{"request":{"level":"3","seed":0},"n":2,"format":"html"}`); zero.Request.Seed != "" {
		t.Errorf("a book of the random seed 0 has %v", zero)
	}
	for _, manifest := range []string{`{}`, `nonsense`, `{"format":"csv","parts":[]}`} {
		if w := post("books", manifest); w.Code < 400 || w.Code >= 500 || !json.Valid(w.Body.Bytes()) {
			t.Errorf("%s: status %d: %s", manifest, w.Code, w.Body)
		}
	}
}
