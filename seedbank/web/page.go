package web

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	plain "text/template"
	"time"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/page"
	"github.com/seedoku/seedoku/transform"
)

// views lists the views of the page, in the order of its navigation.
var views = [...]view{
	{Name: "play", Path: "/", styles: []string{"play.css", "picture.css"}, script: "play.js"},
	{Name: "games", Path: "/games", styles: []string{"pages.css"}, script: "games.js"},
	{Name: "learn", Path: "/learn", styles: []string{"pages.css", "learn.css"}, script: "learn.js"},
	{Name: "lesson", Path: "/learn/", styles: []string{"pages.css", "learn.css", "picture.css"}, script: "lesson.js", under: "learn"},
	{Name: "train", Path: "/train", styles: []string{"pages.css", "learn.css", "picture.css"}, script: "train.js", under: "learn"},
	{Name: "analyse", Path: "/analyse", styles: []string{"pages.css", "picture.css"}, script: "analyse.js"},
	{Name: "print", Path: "/print", styles: []string{"pages.css", "learn.css"}, script: "print.js"},
	{Name: "packs", Path: "/packs", styles: []string{"pages.css"}, script: "packs.js", under: "print", served: true},
	{Name: "explore", Path: "/explore", styles: []string{"pages.css", "learn.css"}, script: "explore.js"},
	{Name: "daily", Path: "/daily", styles: []string{"pages.css", "learn.css"}, script: "daily.js", under: "explore"},
}

// missing is the view for unknown paths.
var missing = view{Name: "missing", styles: []string{"pages.css"}, script: "plain.js"}

// view is a part of the page with an address of its own. Its name is the name of
// its template, too.
type view struct {
	Name, Path string
	styles     []string // besides base.css
	script     string   // the module that it starts with
	under      string   // the view in the navigation that leads here, if it is not there itself
	served     bool     // it needs a server
}

// pageHandler serves the minified page. All answers are made once: a view is the same for
// everybody, and requests its data from the API.
type pageHandler struct {
	answers map[string]answer // by path
	missing answer
	engine  engineHandler
}

// answer is the answer for a path.
type answer struct {
	body      []byte
	mediaType string
	etag      string
	lasting   bool // its path changes when its content does
	shared    bool // pages of all origins load it
}

// newAnswer returns an answer with a tag of its content.
func newAnswer(body []byte, mediaType string, lasting bool) answer {
	sum := sha256.Sum256(body)
	return answer{body: body, mediaType: mediaType, etag: `"` + hex.EncodeToString(sum[:8]) + `"`, lasting: lasting}
}

// pageHandler returns a handler for all paths outside the API. Minifying the page takes
// some milliseconds, which only the first requests wait for.
func (s *Server) pageHandler() http.Handler {
	go servedPage()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { servedPage().ServeHTTP(w, r) })
}

// servedPage returns the page, which is the same on all servers.
var servedPage = sync.OnceValue(newPage)

// newPage makes the page of the files that are built in. It panics if they do not
// fit together.
func newPage() *pageHandler {
	b := newPageBuilder(place{root: "/"}, views[:])
	b.build()
	return &pageHandler{answers: b.answers, missing: b.render(&missing), engine: b.engine}
}

func (p *pageHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "the page is only read", http.StatusMethodNotAllowed)
		return
	}
	at := pathOfView(r.URL.Path)
	if at == p.engine.path() {
		p.engine.ServeHTTP(w, r)
		return
	}
	found, ok := p.answers[at]
	if !ok {
		w.Header().Set("Content-Type", p.missing.mediaType)
		w.WriteHeader(http.StatusNotFound)
		w.Write(p.missing.body)
		return
	}
	found.serve(w, r)
}

// named are the beginnings of addresses that end in a name, which the view reads from its
// address: the ID of a puzzle, or a technique.
var named = map[string]string{"/p/": "/", "/learn/": "/learn/"}

// pathOfView returns the path of the view for an address. A slash behind a name says nothing.
func pathOfView(at string) string {
	i := strings.LastIndexByte(strings.TrimSuffix(at, "/"), '/') + 1
	if view := named[at[:i]]; view != "" && i < len(at) {
		return view
	}
	return at
}

func (a answer) serve(w http.ResponseWriter, r *http.Request) {
	caching := "no-cache"
	if a.lasting {
		caching = "public, max-age=31536000, immutable"
	}
	if a.shared {
		caching = "public, max-age=86400"
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	w.Header().Set("Cache-Control", caching)
	w.Header().Set("Content-Type", a.mediaType)
	w.Header().Set("ETag", a.etag)
	if !strings.HasPrefix(r.Header.Get("Range"), "bytes=") { // other units are ignored
		r.Header.Del("Range")
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.body))
}

// pageTypes are the media types of the files of the page, which do not depend on what
// the machine has installed.
var pageTypes = map[string]string{
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".json":  jsonType,
	".png":   "image/png",
	".svg":   "image/svg+xml",
	".txt":   "text/plain; charset=utf-8",
	".woff2": "font/woff2",
}

// place is where a page is: on a server, or on a static host in any folder.
type place struct {
	root   string // of all addresses: / or nothing, which is relative
	ending string // of the names of views
	own    string // the folder of scripts that it has instead of others
	bank   string // the name of the folder of its bank
}

// address returns the address of a view.
func (p *place) address(v *view) string {
	switch {
	case p.root != "":
		return v.Path
	case v.Path == "/":
		return "./"
	default:
		return v.Name + p.ending
	}
}

// pageBuilder makes the answers of a page.
type pageBuilder struct {
	place
	views   []view
	answers map[string]answer
	engine  engineHandler
	hash    string   // hash of all files, which is the name of the folder of static files
	shell   []string // paths that the service worker keeps
}

func newPageBuilder(at place, all []view) *pageBuilder {
	b := &pageBuilder{place: at, answers: map[string]answer{}, engine: newEngine()}
	for _, v := range all {
		v.Path = at.address(&v)
		b.views = append(b.views, v)
	}
	return b
}

// build makes all answers.
func (b *pageBuilder) build() {
	b.addStatic()
	for i := range b.views {
		b.answers[b.views[i].Path] = b.render(&b.views[i])
		b.keep(b.views[i].Path)
	}
	b.addText(b.root+"manifest.webmanifest", "application/manifest+json")
	b.keep(b.root + "manifest.webmanifest")
	if b.root == "" { // where cards show puzzles without the network, too
		b.keep("seedoku-board.js")
	}
	b.addText(b.root+"sw.js", "text/javascript; charset=utf-8")
	board := newAnswer(page.Board, pageTypes[".js"], false)
	board.shared = true
	b.answers[b.root+"seedoku-board.js"] = board // pages of others name it, so its path lasts
}

// keep lets the service worker keep the answer of an address.
func (b *pageBuilder) keep(at string) {
	b.shell = append(b.shell, strings.TrimPrefix(strings.TrimPrefix(at, b.root), "./"))
}

// source returns a file of static, or what this place has instead.
func (b *pageBuilder) source(name string) ([]byte, error) {
	return page.Files.ReadFile(b.pathOf("static", name))
}

// pathOf returns the path of a file of a folder, or of what this place has instead.
func (b *pageBuilder) pathOf(folder, name string) string {
	own := b.own + "/" + name
	if _, err := fs.Stat(page.Files, own); err == nil {
		return own
	}
	return folder + "/" + name
}

// addStatic adds the static files. The name of their folder is a hash of all files. So
// modules find each other by relative paths, and every change gives new addresses.
func (b *pageBuilder) addStatic() {
	files := textFiles()
	sum := sha256.New()
	err := fs.WalkDir(page.Files, ".", func(at string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if name, ok := strings.CutPrefix(at, "static/"); ok {
			content, err := b.source(name)
			files = append(files, staticFile{name, minified(name, content), true})
			return err
		}
		content, err := page.Files.ReadFile(at)
		fmt.Fprintf(sum, "%s %d\n%s", at, len(content), content)
		return err
	})
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		fmt.Fprintf(sum, "%s %d\n%s", f.name, len(f.body), f.body)
	}
	b.hash = hex.EncodeToString(sum.Sum(nil))[:7] // short, because it is in every link and versions are few
	for _, f := range files {
		at := b.static() + "/" + f.name
		b.answers[at] = newAnswer(f.body, pageTypes[path.Ext(f.name)], true)
		if f.inShell {
			b.keep(at)
		}
	}
}

// staticFile is a file whose address changes when the page does. The texts of a language
// are in the shell of the service worker only for those who read it.
type staticFile struct {
	name    string
	body    []byte
	inShell bool
}

// enginePath returns the address of the engine.
func (b *pageBuilder) enginePath() string { return b.root + strings.TrimPrefix(b.engine.path(), "/") }

// static returns the path of the folder of static files.
func (b *pageBuilder) static() string { return b.root + "static/" + b.hash }

// viewData is the data for the template of a view.
type viewData struct {
	page.Controls
	Root, Ending, Home   string // of all addresses, of the names of views, and the address of the first view
	Bank                 string // the name of the folder of a site's bank
	Name, Static, Engine string
	Current              string // the name of the view in the navigation that is marked
	Codes                string // of the languages
	Languages            []languageName
	Styles, Modules      []string
	Script               string
	Nav                  []view
	Symmetries           []string
	Lists                []string // the fields of a request that are lists of techniques
	printForm
}

// languageName is the code of a language and its name in itself.
type languageName struct{ Code, Name string }

// newViewData returns what the templates of all views have in common.
func newViewData() viewData {
	data := viewData{
		Controls:   page.NewControls(true),
		Codes:      strings.Join(catalogue.Codes(), " "),
		Symmetries: transform.SymmetryNames()[1:],
		Lists:      []string{"technique", "hardest", "without", "practice"},
		printForm:  newPrintForm(),
	}
	for _, code := range catalogue.Codes() {
		data.Languages = append(data.Languages, languageName{code, catalogue.Named(code).Plain("language")})
	}
	return data
}

// render returns the answer of a view.
func (b *pageBuilder) render(v *view) answer {
	files := template.Must(template.ParseFS(page.Files, "html/base.html", "html/exercise.html", b.pathOf("html", v.Name+".html")))
	data := newViewData()
	data.Name, data.Current, data.Static, data.Engine = v.Name, cmp.Or(v.under, v.Name), b.static(), b.enginePath()
	data.Root, data.Ending, data.Home, data.Bank = b.root, b.ending, b.views[0].Path, b.bank
	for _, v := range b.views {
		if !slices.ContainsFunc(b.views, func(above view) bool { return above.Name == v.under }) {
			data.Nav = append(data.Nav, v)
		}
	}
	data.Styles, data.Script, data.Modules = append([]string{"base.css"}, v.styles...), v.script, b.modules(v.script)
	var out bytes.Buffer
	if err := files.Execute(&out, data); err != nil {
		panic(err)
	}
	return newAnswer(minified(v.Name+".html", out.Bytes()), "text/html; charset=utf-8", false)
}

// modules returns the modules that a script imports, and those imported by them,
// so that the browser can fetch them all at once.
func (b *pageBuilder) modules(script string) []string {
	found := []string{script}
	for i := 0; i < len(found); i++ {
		content, err := b.source(found[i])
		if err != nil {
			panic(err)
		}
		for line := range strings.Lines(string(content)) {
			_, from, ok := strings.Cut(line, `from "./`)
			if name, _, _ := strings.Cut(from, `"`); ok && !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	return found[1:]
}

// addText adds a file that is a template but not HTML.
func (b *pageBuilder) addText(at, mediaType string) {
	file := plain.Must(plain.ParseFS(page.Files, "html/"+strings.TrimPrefix(at, b.root)))
	shell, err := json.Marshal(b.shell)
	if err != nil {
		panic(err)
	}
	var out bytes.Buffer
	static, engine := b.static(), b.enginePath()
	if at == b.root+"sw.js" { // where the root is, it finds out itself
		static, engine = strings.TrimPrefix(static, b.root), strings.TrimPrefix(engine, b.root)
	}
	err = file.Execute(&out, map[string]any{"Home": b.views[0].Path, "Static": static, "Engine": engine, "Hash": b.hash + b.bank, "Served": b.root != "", "Shell": string(shell), "Parts": partNames()})
	if err != nil {
		panic(err)
	}
	b.answers[at] = newAnswer(minified(at, out.Bytes()), mediaType, false)
}
