package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/html"
	"github.com/tdewolff/minify/v2/js"
)

// minifiers return smaller files that mean the same, by the extension of their
// names. Files with other extensions are as small as they get.
var minifiers = map[string]func([]byte) ([]byte, error){
	".css":         minifyBy(css.Minify),
	".html":        minifyBy(html.Minify),
	".js":          minifyModule,
	".webmanifest": minifyJSON,
}

// minified returns a file of the page as it is sent. It panics if the file cannot be
// read, since the file is part of the program.
func minified(name string, content []byte) []byte {
	minify, ok := minifiers[path.Ext(name)]
	if !ok {
		return content
	}
	small, err := minify(content)
	if err != nil {
		panic(fmt.Errorf("minifying %s: %w", name, err))
	}
	return small
}

func minifyBy(minifier minify.MinifierFunc) func([]byte) ([]byte, error) {
	return func(content []byte) ([]byte, error) {
		var out bytes.Buffer
		err := minifier(minify.New(), &out, bytes.NewReader(content), nil)
		return out.Bytes(), err
	}
}

func minifyJSON(content []byte) ([]byte, error) {
	var out bytes.Buffer
	err := json.Compact(&out, content)
	return out.Bytes(), err
}

// minifyModule minifies each top-level statement of a module on its own, and keeps
// top-level names. So errors in a browser name the function or method.
func minifyModule(content []byte) ([]byte, error) {
	var out bytes.Buffer
	for _, s := range statementsOf(content) {
		begin := out.Len()
		if err := js.Minify(nil, &out, bytes.NewReader(s), nil); err != nil {
			text, _, _ := bytes.Cut(bytes.TrimSpace(s), []byte("\n"))
			return nil, fmt.Errorf("the statement that begins with %q: %w", text, err)
		}
		if out.Len() > begin {
			out.WriteString(";\n")
		}
	}
	return out.Bytes(), nil
}

// statementsOf cuts a module before each line that begins with a letter: all others
// are indented, end something, or are comments. A cut elsewhere leaves a part that
// is not a statement, which the minifier does not take.
func statementsOf(module []byte) [][]byte {
	list := [][]byte{nil}
	for line := range bytes.Lines(module) {
		if isLetter(line[0]) {
			list = append(list, nil)
		}
		last := &list[len(list)-1]
		*last = append(*last, line...)
	}
	return list
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
