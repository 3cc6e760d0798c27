package web_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

var varied = flag.Int("varied", 300, "number of requests of TestVariedRequests")

// valuesOf has values for parameters that the description gives no list of. Most of them are
// right, and some are not.
var valuesOf = map[string][]string{
	"level":     {"1", "3", "9", "2-5", "easy", "hard-fiendish", "0", "9-1", ""},
	"er":        {"1.2", "2.6-4.4", "7.1-11.9", "3.2-", "99", "x"},
	"clues":     {"17", "22-26", "30-40", "81", "26-22"},
	"technique": {"x-wing", "skyscraper", "naked-pair", "skyscraper@1", "skyscraper@2", "swordfish", "w-wing"},
	"minutes":   {"5-10", "1-3", "20-60", "5-10@1", "5-10@9", "-1"},
	"symmetry":  {"rotate180", "mirror", "diagonal", "none", "rotate45"},
	"style":     {"print", "plain", "loud"},
	"pattern":   {"heart", "ring", strings.Repeat("x", 81), strings.Repeat("x.", 40) + "x", "!"},
	"date":      {"2026-11-24", "2024-02-29", "2026-02-29", "today"},
	"columns":   {"puzzle", "puzzle,er,level", "puzzle,minutes", "id,solution", "age"},
	"title":     {"Sudoku", "Ünïcödé ☃", strings.Repeat("long ", 40), "\x00"},
	"variety":   {"true", "false", "techniques", "labels", "labels@1", "labels@2", "much"},
	"created":   {"2026-11-24", "2026-11-24T10:00:00Z", "yesterday"},
	"show":      {"level", "er", "none"},
	"paper":     {"a4", "a5", "170x240", "letter", "1x1", "a4a4"},
	"sequence":  {"x-wing,xy-wing", "naked-pair", "swordfish,x-wing", "guess"},
	"above":     {"3.0", "1.5", "12"},
	"n":         {"0", "1", "2", "7", "40", "-1", "1e3", "99999999999999999999"},
	"seed":      {"0", "7", "18446744073709551615", "-7"},
	"skip":      {"0", "5", "1000000", "-1"},
	"after":     {"0", "3", "1000000"},
	"digest":    {"a34bea38fcf1cf51", "0", "x"},
	"id":        {"3DSWKAPVM9JVD-0Y0T36AVJV", "3DSWKAPVM9JVD-0Y0T36AVJV.svg", "3DSWKAPVM9JVD-0Y0T36AVJV.pdf", "3DSWKAPVM9JVD", "0", tourPuzzle},
	"key":       {"level=4&seed=7", "seed=1&distinct=true", "technique=x-wing&seed=9", "seed=x"},
	"":          {"1", "2", "6", "true", "false", "Name", "0", ""}, // of any other parameter
}

func init() {
	for _, name := range []string{"hardest", "without", "practice"} {
		valuesOf[name] = valuesOf["technique"]
	}
}

// valueFor returns a value for a parameter.
func valueFor(random *rand.Rand, p *openapi3.Parameter) string {
	if list := p.Schema.Value.Enum; len(list) > 0 && random.IntN(20) > 0 {
		return fmt.Sprint(list[random.IntN(len(list))])
	}
	list, ok := valuesOf[p.Name]
	if !ok {
		list = valuesOf[""]
	}
	return list[random.IntN(len(list))]
}

// anyRequest returns the address of a request with a few parameters.
func anyRequest(random *rand.Rand, address string, parameters openapi3.Parameters) string {
	query := url.Values{}
	most := random.IntN(6)
	for _, i := range random.Perm(len(parameters)) {
		p := parameters[i].Value
		switch {
		case p.In == "path":
			address = strings.Replace(address, "{"+p.Name+"}", url.PathEscape(valueFor(random, p)), 1)
		case len(query) < most:
			query.Add(p.Name, valueFor(random, p))
		}
	}
	if len(query) == 0 {
		return address
	}
	return address + "?" + query.Encode()
}

// Requests with any parameters that the description names are answered as it says, and leave
// no memory taken.
func TestVariedRequests(t *testing.T) {
	c := sharedClient(t)
	doc, err := openapi3.NewLoader().LoadFromData(c.get("/openapi.json").body)
	if err != nil {
		t.Fatal(err)
	}
	addresses := slices.DeleteFunc(doc.Paths.InMatchingOrder(), func(address string) bool { return doc.Paths.Value(address).Get == nil })
	random := rand.New(rand.NewPCG(1, 1))
	statuses, early := map[int]int{}, uint64(0)
	for i := range *varied {
		if i == *varied/4 {
			early = heap()
		}
		address := addresses[random.IntN(len(addresses))]
		statuses[c.get(anyRequest(random, address, doc.Paths.Value(address).Get.Parameters)).StatusCode]++
	}
	late := heap()
	t.Logf("answers by status: %v, %d MB of memory after a quarter of them, and %d MB at the end", statuses, early>>20, late>>20)
	if statuses[http.StatusOK] < *varied/4 || statuses[http.StatusBadRequest] == 0 || statuses[http.StatusNotFound] == 0 {
		t.Errorf("answers by status: %v", statuses)
	}
	if late > early+16<<20 {
		t.Errorf("%d bytes of memory after a quarter of the requests, and %d at the end", early, late)
	}
}

// heap returns the number of bytes in use.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
