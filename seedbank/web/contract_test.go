package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/seedbank/web"
)

// A puzzle from the README.
const tourPuzzle = "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......"

// client asks a server, and checks every answer by the description of the API.
type client struct {
	testing.TB
	server  http.Handler
	headers http.Header // of every request
}

// starterServer returns the server that tests share.
func starterServer(t testing.TB) http.Handler {
	t.Helper()
	return web.StarterServer(t)
}

// sharedClient returns a client of the server that tests share.
func sharedClient(t testing.TB) *client {
	t.Helper()
	return &client{TB: t, server: starterServer(t), headers: http.Header{}}
}

// newClient returns a client of a server of its own.
func newClient(t testing.TB, options web.Options) *client {
	t.Helper()
	return &client{TB: t, server: web.New(banktest.Starter(t), options), headers: http.Header{}}
}

// described is the description of the API, read as a program would.
var described = sync.OnceValues(func() (routers.Router, error) {
	recorder := httptest.NewRecorder()
	web.New(nil, web.Options{}).ServeHTTP(recorder, httptest.NewRequest("GET", "/openapi.json", nil))
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromData(recorder.Body.Bytes())
	if err != nil {
		return nil, err
	}
	if err := doc.Validate(loader.Context); err != nil {
		return nil, err
	}
	for _, name := range []string{"application/epub+zip", "application/jsonl", "application/pdf", "application/vnd.sqlite3", "application/x-opensudoku+xml", "image/png", "image/svg+xml", "text/calendar", "text/csv", "text/html", "text/plain"} {
		openapi3filter.RegisterBodyDecoder(name, openapi3filter.FileBodyDecoder)
	}
	return gorillamux.NewRouter(doc)
})

// answer is an answer with its body.
type answer struct {
	*http.Response
	body []byte
}

func (c *client) get(address string) answer {
	c.Helper()
	return c.ask(httptest.NewRequest("GET", address, nil))
}

func (c *client) post(address, mediaType, body string) answer {
	c.Helper()
	r := httptest.NewRequest("POST", address, strings.NewReader(body))
	r.Header.Set("Content-Type", mediaType)
	return c.ask(r)
}

// ask sends a request and checks that the answer is one that is described.
func (c *client) ask(r *http.Request) answer {
	c.Helper()
	for name, values := range c.headers {
		r.Header[name] = values
	}
	recorder := httptest.NewRecorder()
	c.server.ServeHTTP(recorder, r)
	a := answer{recorder.Result(), recorder.Body.Bytes()}
	c.checkHeaders(r, a)
	if a.Header.Get("Content-Encoding") == "" && r.Method != http.MethodOptions {
		c.checkContract(r, a)
	}
	return a
}

func (c *client) checkHeaders(r *http.Request, a answer) {
	c.Helper()
	for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Set-Cookie": ""} {
		if got := a.Header.Get(name); got != want {
			c.Errorf("%s %s: header %s is %q, want %q", r.Method, r.URL, name, got, want)
		}
	}
	if policy := a.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'self'") {
		c.Errorf("%s %s: the policy is %q", r.Method, r.URL, policy)
	}
	if a.StatusCode >= 500 && a.StatusCode != http.StatusServiceUnavailable {
		c.Errorf("%s %s: status %d: %s", r.Method, r.URL, a.StatusCode, a.body)
	}
}

// checkContract checks an answer by the description. Addresses and methods that are
// not described must have the answer of any error, except those that the server writes
// in a shorter form, such as // as /, and sends the client there.
func (c *client) checkContract(r *http.Request, a answer) {
	c.Helper()
	router, err := described()
	if err != nil {
		c.Fatalf("the description: %v", err)
	}
	at := r.Clone(context.Background())
	at.URL = &url.URL{Scheme: "http", Host: "example.com", Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
	route, parameters, err := router.FindRoute(at)
	if err != nil {
		moved := a.StatusCode == http.StatusTemporaryRedirect && path.Clean(r.URL.Path) != strings.TrimSuffix(r.URL.Path, "/")
		if !moved && a.StatusCode != http.StatusNotFound && a.StatusCode != http.StatusMethodNotAllowed {
			c.Errorf("%s %s is not described (%v), but has the status %d", r.Method, r.URL, err, a.StatusCode)
		}
		return
	}
	options := &openapi3filter.Options{IncludeResponseStatus: true}
	err = openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: at, PathParams: parameters, Route: route, Options: options},
		Status:                 a.StatusCode,
		Header:                 a.Header,
		Body:                   io.NopCloser(bytes.NewReader(a.body)),
		Options:                options,
	})
	if err != nil {
		c.Errorf("%s %s: status %d is not as described: %v\n%.1000s", r.Method, r.URL, a.StatusCode, err, a.body)
	}
	c.checkLines(route, a)
}

// checkLines checks each line of an answer of JSON lines.
func (c *client) checkLines(route *routers.Route, a answer) {
	c.Helper()
	media := route.Operation.Responses.Value("200").Value.Content["application/jsonl"]
	if a.Header.Get("Content-Type") != "application/jsonl" || media == nil || media.Extensions["x-line"] == nil {
		return
	}
	text, err := json.Marshal(media.Extensions["x-line"])
	if err != nil {
		c.Fatal(err)
	}
	left := 20 // to compile a schema takes long
	for line := range bytes.Lines(a.body) {
		if left--; left < 0 {
			break
		}
		if err := c.fits(route.Spec, text, line); err != nil {
			c.Errorf("%s: a line is not as described: %v\n%.1000s", route.Path, err, line)
		}
	}
}

// fits returns an error if a JSON text is not what one of the schemas in an anyOf
// says.
func (c *client) fits(doc *openapi3.T, anyOf, text []byte) error {
	var choice struct {
		AnyOf []struct {
			Ref string `json:"$ref"`
		} `json:"anyOf"`
	}
	if err := json.Unmarshal(anyOf, &choice); err != nil || len(choice.AnyOf) == 0 {
		return fmt.Errorf("the description of lines: %s, %w", anyOf, err)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return err
	}
	var last error
	for _, one := range choice.AnyOf {
		schema := doc.Components.Schemas[strings.TrimPrefix(one.Ref, "#/components/schemas/")]
		if schema == nil {
			return fmt.Errorf("no schema %s", one.Ref)
		}
		if last = schema.Value.VisitJSON(value, openapi3.EnableJSONSchema2020()); last == nil {
			return nil
		}
	}
	return last
}

// The page about the API names all addresses of its description.
func TestAPIPageNamesAllAddresses(t *testing.T) {
	page, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData([]byte(sharedClient(t).get("/openapi.json").body))
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range doc.Paths.InMatchingOrder() {
		name := strings.TrimSuffix(strings.TrimPrefix(address, "/api/v1"), ".{format}")
		if !strings.Contains(string(page), "`"+name) && !strings.Contains(string(page), " "+name+"`") {
			t.Errorf("docs/api.md does not name %s", address)
		}
	}
}
