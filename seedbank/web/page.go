package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
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

	"github.com/seedoku/seedoku/rating"
)

// pageFiles are the files of the page: templates in html, and other files in static.
// Its tests and the checks of its types are beside these folders.
//
//go:embed page/html page/static
var pageFiles embed.FS

// views lists the views of the page, in the order of its navigation.
var views = [...]view{
	{name: "play", path: "/", styles: []string{"play.css", "picture.css"}, script: "play.js"},
	{name: "games", path: "/games", styles: []string{"pages.css"}, script: "games.js"},
	{name: "practice", path: "/practice", styles: []string{"pages.css", "picture.css"}, script: "practice.js"},
	{name: "analyse", path: "/analyse", styles: []string{"pages.css", "picture.css"}, script: "analyse.js"},
	{name: "packs", path: "/packs", styles: []string{"pages.css", "picture.css"}, script: "packs.js"},
	{name: "bank", path: "/bank", styles: []string{"pages.css"}, script: "bank.js"},
}

// missing is the view for unknown paths.
var missing = view{name: "missing", styles: []string{"pages.css"}, script: "plain.js"}

// view is a part of the page with an address of its own. Its name is the name of
// its template, too.
type view struct {
	name, path string
	styles     []string // besides base.css
	script     string   // the module that it starts with
}

// page serves the minified page. All answers are made once: a view is the same for
// everybody, and requests its data from the API.
type page struct {
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
}

// newAnswer returns an answer with a tag of its content.
func newAnswer(body []byte, mediaType string, lasting bool) answer {
	sum := sha256.Sum256(body)
	return answer{body, mediaType, `"` + hex.EncodeToString(sum[:8]) + `"`, lasting}
}

// pageHandler returns a handler for all paths outside the API. Minifying the page takes
// some milliseconds, which only the first requests wait for.
func (s *Server) pageHandler() http.Handler {
	made := sync.OnceValue(newPage)
	go made()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { made().ServeHTTP(w, r) })
}

// newPage makes the page of the files that are built in. It panics if they do not
// fit together.
func newPage() *page {
	b := &pageBuilder{answers: map[string]answer{}, texts: readTexts(), engine: newEngine()}
	b.addStatic()
	for i := range views {
		b.answers[views[i].path] = b.render(&views[i])
		b.shell = append(b.shell, views[i].path)
	}
	b.addText("/manifest.webmanifest", "application/manifest+json")
	b.shell = append(b.shell, "/manifest.webmanifest")
	b.addText("/sw.js", "text/javascript; charset=utf-8")
	return &page{answers: b.answers, missing: b.render(&missing), engine: b.engine}
}

func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "the page is only read", http.StatusMethodNotAllowed)
		return
	}
	at := r.URL.Path
	if id, ok := strings.CutPrefix(at, "/p/"); ok && id != "" && !strings.Contains(id, "/") {
		at = "/" // the view reads the ID from its address
	}
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

func (a answer) serve(w http.ResponseWriter, r *http.Request) {
	caching := "no-cache"
	if a.lasting {
		caching = "public, max-age=31536000, immutable"
	}
	w.Header().Set("Cache-Control", caching)
	w.Header().Set("Content-Type", a.mediaType)
	w.Header().Set("ETag", a.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.body))
}

// pageTypes are the media types of the files of the page, which do not depend on what
// the machine has installed.
var pageTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".png": "image/png",
	".svg": "image/svg+xml",
}

// pageBuilder makes the answers of a page.
type pageBuilder struct {
	answers map[string]answer
	texts   map[string]any
	engine  engineHandler
	hash    string   // hash of all files, which is the name of the folder of static files
	shell   []string // paths that the service worker keeps
}

// addStatic adds the static files. The name of their folder is a hash of all files. So
// modules find each other by relative paths, and every change gives new addresses.
func (b *pageBuilder) addStatic() {
	type file struct {
		name string
		body []byte
	}
	var files []file
	sum := sha256.New()
	err := fs.WalkDir(pageFiles, "page", func(at string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := pageFiles.ReadFile(at)
		if name, ok := strings.CutPrefix(at, "page/static/"); ok {
			content = minified(name, content)
			files = append(files, file{name, content})
		}
		fmt.Fprintf(sum, "%s %d\n%s", at, len(content), content)
		return err
	})
	if err != nil {
		panic(err)
	}
	b.hash = hex.EncodeToString(sum.Sum(nil)[:5]) // short, because it is in every link and versions are few
	for _, f := range files {
		at := b.static() + "/" + f.name
		b.answers[at] = newAnswer(f.body, pageTypes[path.Ext(f.name)], true)
		b.shell = append(b.shell, at)
	}
}

// static returns the path of the folder of static files.
func (b *pageBuilder) static() string { return "/static/" + b.hash }

// viewData is the data for the template of a view.
type viewData struct {
	Name, Title, Static, Engine string
	T                           map[string]any // texts
	Styles, Modules             []string
	Script                      string
	Nav                         []navLink
	Levels                      []levelTitle
	Nine                        []int
	Lists                       []string // the fields of a request that are lists of techniques
}

type navLink struct{ Name, Path, Label string }

type levelTitle struct {
	Number rating.Level
	Title  string
}

// render returns the answer of a view.
func (b *pageBuilder) render(v *view) answer {
	functions := template.FuncMap{"inc": func(i int) int { return i + 1 }}
	files := template.Must(template.New("base.html").Funcs(functions).
		ParseFS(pageFiles, "page/html/base.html", "page/html/"+v.name+".html"))
	data := viewData{
		Name: v.name, Title: b.text("titles", v.name), Static: b.static(), Engine: b.engine.path(), T: b.texts,
		Styles: append([]string{"base.css"}, v.styles...), Script: v.script,
		Modules: b.modules(v.script),
		Nine:    []int{1, 2, 3, 4, 5, 6, 7, 8, 9},
		Lists:   []string{"technique", "hardest", "without", "practice"},
	}
	for i := range views {
		data.Nav = append(data.Nav, navLink{views[i].name, views[i].path, b.text("nav", views[i].name)})
	}
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		data.Levels = append(data.Levels, levelTitle{level, level.Title()})
	}
	var out bytes.Buffer
	if err := files.Execute(&out, data); err != nil {
		panic(err)
	}
	return newAnswer(minified(v.name+".html", out.Bytes()), "text/html; charset=utf-8", false)
}

// modules returns the modules that a script imports, and those imported by them,
// so that the browser can fetch them all at once.
func (b *pageBuilder) modules(script string) []string {
	found := []string{script}
	for i := 0; i < len(found); i++ {
		content, err := pageFiles.ReadFile("page/static/" + found[i])
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
	file := plain.Must(plain.ParseFS(pageFiles, "page/html"+at))
	shell, err := json.Marshal(b.shell)
	if err != nil {
		panic(err)
	}
	var out bytes.Buffer
	err = file.Execute(&out, map[string]any{"T": b.texts, "Static": b.static(), "Engine": b.engine.path(), "Hash": b.hash, "Shell": string(shell)})
	if err != nil {
		panic(err)
	}
	b.answers[at] = newAnswer(minified(at, out.Bytes()), mediaType, false)
}

// readTexts returns the texts of the page. They stand in a module, which is JSON
// after a word, so that templates and scripts share them.
func readTexts() map[string]any {
	content, err := pageFiles.ReadFile("page/static/texts.js")
	if err != nil {
		panic(err)
	}
	content = bytes.TrimPrefix(content, []byte("export default "))
	content = bytes.TrimSuffix(bytes.TrimSpace(content), []byte(";"))
	var texts map[string]any
	if err := json.Unmarshal(content, &texts); err != nil {
		panic(fmt.Errorf("reading texts.js: %w", err))
	}
	return texts
}

// text returns the text with a name in a group.
func (b *pageBuilder) text(group, name string) string {
	texts, _ := b.texts[group].(map[string]any)
	found, _ := texts[name].(string)
	return found
}
