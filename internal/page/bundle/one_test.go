// Package bundle builds the file that plays, and the board for other pages, of the sources of
// the page. It takes a parser and a minifier, which no program needs at run time: what it
// builds is committed, and package page embeds it. So all of it is a test.
//
// Start with one and board.
package bundle

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "build anew what package page embeds")

// What package page embeds is built of its sources.
func TestOneIsBuilt(t *testing.T) {
	for path, build := range map[string]func() ([]byte, error){"../built/one.json": oneFile, "../built/seedoku-board.js": board} {
		built, err := build()
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(path, built, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		committed, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(committed, built) {
			t.Errorf("%s is not what its sources are built to: run make engine", path)
		}
	}
}

// oneFile returns the parts of the file that plays as they are kept.
func oneFile() ([]byte, error) {
	parts, err := one()
	if err != nil {
		return nil, err
	}
	var built bytes.Buffer
	w := json.NewEncoder(&built)
	w.SetEscapeHTML(false)
	w.SetIndent("", "\t")
	err = w.Encode(parts)
	return built.Bytes(), err
}
