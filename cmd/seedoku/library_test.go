package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const libraryPath = "../../docs/library.md"

// libraryPrograms are what one writes first: draw, rate, explain, mine, export, check.
const libraryPrograms = 6

// programBlock is a program in the document, and what it prints.
var programBlock = regexp.MustCompile("(?s)```go\n(package main\n.*?)```\n\n```text\n(.*?)```\n")

// The programs of docs/library.md are compiled and run, and print what the document
// says.
func TestLibraryPrograms(t *testing.T) {
	document, err := os.ReadFile(libraryPath)
	if err != nil {
		t.Fatal(err)
	}
	folder, n := t.TempDir(), 0
	rewritten := programBlock.ReplaceAllFunc(document, func(block []byte) []byte {
		n++
		source := programBlock.FindSubmatch(block)[1]
		return fmt.Appendf(nil, "```go\n%s```\n\n```text\n%s```\n", source, runProgram(t, folder, n, source))
	})
	if n != libraryPrograms {
		t.Errorf("%d programs, want %d", n, libraryPrograms)
	}
	if *update {
		if err := os.WriteFile(libraryPath, rewritten, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(document), string(rewritten)); diff != "" {
		t.Errorf("other output than in the document (go test ./cmd/seedoku -run LibraryPrograms -update):\n%s", diff)
	}
}

// runProgram compiles a program, runs it in an empty folder, and returns its output.
func runProgram(t *testing.T, folder string, number int, source []byte) []byte {
	t.Helper()
	program := filepath.Join(folder, fmt.Sprint("program", number))
	if err := os.WriteFile(program+".go", source, 0o666); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", program+".exe", program+".go")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("program %d: %v\n%s", number, err, text)
	}
	run := exec.Command(program + ".exe")
	run.Dir = t.TempDir()
	output, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("program %d: %v\n%s", number, err, output)
	}
	return output
}

// publicPackages are those that other programs import.
var publicPackages = []string{
	"sudoku", "transform", "rating", "rating/figure", "seedbank", "seedbank/seed", "seedbank/draw",
	"seedbank/pack", "seedbank/pack/read", "seedbank/export", "seedbank/mine", "seedbank/web", "seedbank/pattern",
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
