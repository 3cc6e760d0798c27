package web

import (
	"bytes"
	"encoding/json"
	"maps"
	"mime"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// example is a request to a route. The description has its parameters and its body, and a
// short form of the answer of a server with the starter bank.
type example struct {
	query    string // parameters, those in the path among them
	body     string
	bodyFrom string // the route whose example has this body as its answer
}

const (
	examplePuzzle = "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......"
	examplePlace  = `{"puzzle":"` + examplePuzzle + `","removed":["r1c3<>1"]}`
	exampleGiven  = `{"not_in":["3DSWKAPVM9JVD-0Y0T36AVJV"]}`
)

// examples has a request for each route.
var examples = map[string]example{
	"GET /api/v1/puzzles":      {query: "level=4&n=2&seed=7"},
	"GET /api/v1/puzzles/{id}": {query: "id=3DSWKAPVM9JVD-0Y0T36AVJV"},
	"GET /api/v1/series/{key}": {query: "key=level%3D4%26seed%3D7&after=1&n=2&digest=2c905c9a7f2b152c"},
	"GET /api/v1/daily":        {query: "level=4&date=2026-11-21"},
	"GET /api/v1/packs":        {query: "level=4&n=2&seed=7&format=line"},
	"POST /api/v1/puzzles":     {query: "level=4&n=2&seed=7", body: exampleGiven},
	"POST /api/v1/packs":       {query: "level=4&n=2&seed=7&format=line", body: exampleGiven},
	"GET /api/v1/practice":     {query: "practice=x-wing&seed=1"},
	"POST /api/v1/practice":    {query: "practice=x-wing&seed=1", body: exampleGiven},
	"GET /api/v1/sequences":    {query: "sequence=x-wing,xy-wing&above=3.0&seed=1"},
	"POST /api/v1/books/plan":  {body: `{"format":"html","per_level":1,"request":{"level":"2-3","seed":"7"}}`},
	"POST /api/v1/books":       {bodyFrom: "POST /api/v1/books/plan"},
	"GET /api/v1/count":        {query: "level=4"},
	"POST /api/v1/rate":        {query: "effort=true", body: examplePuzzle},
	"POST /api/v1/solve":       {body: examplePuzzle},
	"POST /api/v1/check":       {body: examplePuzzle},
	"POST /api/v1/canon":       {body: examplePuzzle},
	"POST /api/v1/compare":     {body: examplePuzzle + "\n" + examplePuzzle},
	"POST /api/v1/hint":        {body: examplePlace},
	"POST /api/v1/steps":       {body: examplePlace},
	"POST /api/v1/way":         {body: examplePlace},
	"GET /api/v1/bank":         {},
	"GET /api/v1/techniques":   {query: "lang=en"},
	"GET /api/v1/labels":       {query: "lang=en"},
	"GET /api/v1/symmetries":   {},
	"GET /api/v1/levels":       {query: "lang=de"},
	"GET /api/v1/formats":      {},
	"GET /healthz":             {},
	"GET /openapi.json":        {},
}

// exampled adds the examples of all routes to their operations. It fails for a route that has
// none, or whose example the server refuses.
func exampled(t *testing.T, paths schema) {
	t.Helper()
	server := StarterServer(t)
	for i := range routes {
		rt := &routes[i]
		e, ok := examples[rt.method+" "+rt.path]
		if !ok {
			t.Errorf("%s %s has no example", rt.method, rt.path)
			continue
		}
		if from, name, ok := strings.Cut(e.bodyFrom, " "); ok {
			e.body = examples[e.bodyFrom].answer(t, server, from, name).Body.String()
		}
		w := e.answer(t, server, rt.method, rt.path)
		operation := paths[rt.path].(schema)[strings.ToLower(rt.method)].(schema)
		e.describeRequest(t, operation)
		describeAnswer(t, rt, operation, w)
	}
}

// answer returns the answer to the request.
func (e example) answer(t *testing.T, server *Server, method, path string) *httptest.ResponseRecorder {
	t.Helper()
	query, err := url.ParseQuery(e.query)
	if err != nil {
		t.Fatal(err)
	}
	for name := range query {
		if in := "{" + name + "}"; strings.Contains(path, in) {
			path = strings.Replace(path, in, url.PathEscape(query.Get(name)), 1)
			query.Del(name)
		}
	}
	r := httptest.NewRequest(method, path+"?"+query.Encode(), strings.NewReader(e.body))
	r.Header.Set("Content-Type", e.bodyType())
	w := httptest.NewRecorder()
	server.ServeHTTP(w, r)
	if w.Code != 200 {
		t.Errorf("the example of %s %s: status %d: %s", method, path, w.Code, w.Body)
	}
	return w
}

// bodyType returns the media type of the body.
func (e example) bodyType() string {
	if strings.HasPrefix(e.body, "{") {
		return jsonType
	}
	return "text/plain"
}

// describeRequest adds the parameters and the body to an operation.
func (e example) describeRequest(t *testing.T, operation schema) {
	t.Helper()
	query, _ := url.ParseQuery(e.query)
	parameters, _ := operation["parameters"].([]schema)
	for _, p := range parameters {
		name := p["name"].(string)
		if !query.Has(name) {
			continue
		}
		p["example"] = valueOf(query.Get(name), p["schema"].(schema))
		query.Del(name)
	}
	if len(query) > 0 {
		t.Errorf("no parameter is called %v", slices.Collect(maps.Keys(query)))
	}
	if e.body == "" {
		return
	}
	content := maps.Clone(operation["requestBody"].(schema)["content"].(schema))
	media := "*/*"
	var value any = e.body
	if e.bodyType() == jsonType {
		media, value = jsonType, unmarshalled(t, []byte(e.body))
	}
	content[media] = withExample(content[media], value)
	operation["requestBody"] = schema{"required": true, "content": content}
}

// valueOf returns the value of a parameter as its schema has it.
func valueOf(text string, s schema) any {
	switch s["type"] {
	case "integer", "boolean":
		return json.RawMessage(text)
	case "array":
		return []any{text}
	}
	return text
}

// withExample returns the description of a media type with an example.
func withExample(media any, value any) schema {
	with := maps.Clone(media.(schema))
	with["example"] = value
	return with
}

// describeAnswer adds a short form of the answer to an operation, if it is a text.
func describeAnswer(t *testing.T, rt *route, operation schema, w *httptest.ResponseRecorder) {
	t.Helper()
	media, _, err := mime.ParseMediaType(w.Header().Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	var value any
	switch media {
	case jsonType:
		value = shortened(unmarshalled(t, w.Body.Bytes()))
		if rt.answers == "description" {
			value = schema{"openapi": "3.1.0", "info": schema{"title": "Seedoku", "version": "1"}, "paths": schema{}}
		}
	case linesType:
		var lines bytes.Buffer
		for line := range bytes.Lines(w.Body.Bytes()) {
			short, err := json.Marshal(shortened(unmarshalled(t, line)))
			if err != nil {
				t.Fatal(err)
			}
			lines.Write(append(short, '\n'))
		}
		value = lines.String()
	case "text/plain":
		value = w.Body.String()
	}
	answer := maps.Clone(answers[rt.answers])
	content := maps.Clone(answer["content"].(schema))
	if _, ok := content[media]; !ok {
		t.Errorf("%s answers as %s, which is not described", rt.path, media)
	} else if value != nil {
		content[media] = withExample(content[media], value)
	}
	answer["content"] = content
	operation["responses"].(schema)["200"] = answer
}

func unmarshalled(t *testing.T, text []byte) (value any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		t.Fatalf("%v: %.200s", err, text)
	}
	return value
}

// shortened returns a value of JSON with the beginnings of its lists.
func shortened(value any) any {
	const most = 2
	switch value := value.(type) {
	case map[string]any:
		for name := range value {
			value[name] = shortened(value[name])
		}
	case []any:
		if len(value) > most && len(value) != 81 { // of the cells of a board, all
			value = value[:most]
		}
		for i := range value {
			value[i] = shortened(value[i])
		}
		return value
	}
	return value
}
