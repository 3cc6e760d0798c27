package main

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// No constant of the program is too large for an int of 32 bits. Releases have programs for such
// machines, which are not compiled here.
func TestTypesOf32Bits(t *testing.T) {
	list := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export,Module", "./...")
	list.Dir, list.Stderr = filepath.Join("..", ".."), os.Stderr
	out, err := list.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := list.Start(); err != nil {
		t.Fatal(err)
	}
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
		Module                  *struct{ Main bool }
	}
	var ours []listed
	compiled := map[string]string{}
	for from := json.NewDecoder(out); ; {
		var p listed
		if err := from.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		compiled[p.ImportPath] = p.Export
		if p.Module != nil && p.Module.Main {
			ours = append(ours, p)
		}
	}
	if err := list.Wait(); err != nil || len(ours) < 50 {
		t.Fatalf("%d packages: %v", len(ours), err)
	}
	files := token.NewFileSet()
	config := types.Config{
		Sizes:    types.SizesFor("gc", "386"),
		Importer: importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(compiled[path]) }),
		Error: func(err error) {
			if !strings.Contains(err.Error(), "use math.MaxInt (") { // package math is compiled for this machine
				t.Error(err)
			}
		},
	}
	for _, p := range ours {
		var parsed []*ast.File
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, file)
		}
		config.Check(p.ImportPath, files, parsed, nil) // Error has told
	}
}
