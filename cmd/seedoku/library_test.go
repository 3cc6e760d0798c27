package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// publicPackages are those that other programs import.
var publicPackages = []string{
	"sudoku", "transform", "rating", "rating/figure", "seedbank", "seedbank/change", "seedbank/seed", "seedbank/draw",
	"seedbank/pack", "seedbank/pack/read", "seedbank/export", "seedbank/mine", "seedbank/web",
}

// libraryPrograms are what one writes first: draw, rate, explain, mine, export, check.
const libraryPrograms = 6

// The document for Go programmers has the programs that one writes first. The test of
// examples runs them.
func TestLibraryPrograms(t *testing.T) {
	if n := strings.Count(textOf(t, "docs/library.md"), "```go\npackage main\n"); n != libraryPrograms {
		t.Errorf("%d programs, want %d", n, libraryPrograms)
	}
}

// The documentation of a package says what goroutines may share, and shows no
// functions in the values of its variables.
func TestLibraryDocumentation(t *testing.T) {
	for _, name := range publicPackages {
		var about string
		for _, file := range sourcesOf(t, filepath.Join("../..", name)) {
			about += file.Doc.Text()
			for _, declaration := range file.Decls {
				if variables, ok := declaration.(*ast.GenDecl); ok && variables.Tok == token.VAR {
					mustHideFunctions(t, name, variables)
				}
			}
		}
		if !strings.Contains(about, "goroutine") && name != "seedbank/mine" {
			t.Errorf("package %s does not say what goroutines may share", name)
		}
	}
}

// sourcesOf parses the files of a package, without tests.
func sourcesOf(t *testing.T, folder string) (files []*ast.File) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatal(folder, err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// mustHideFunctions fails if the value of an exported variable has a function.
func mustHideFunctions(t *testing.T, name string, variables *ast.GenDecl) {
	for _, spec := range variables.Specs {
		value := spec.(*ast.ValueSpec)
		if !ast.IsExported(value.Names[0].Name) {
			continue
		}
		ast.Inspect(value, func(n ast.Node) bool {
			if _, ok := n.(*ast.FuncLit); ok {
				t.Errorf("go doc of package %s shows the functions of %s", name, value.Names[0])
			}
			return true
		})
	}
}
