package bounds

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table into the page")

// page is the page with the table.
const page = "../../docs/bounds.md"

// The page shows the table.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- table -->\n", "<!-- end -->"
	head, rest, _ := strings.Cut(string(text), begin)
	old, tail, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s has no place for the table", page)
	}
	want := "| in | what | most | beyond it | constant |\n|---|---|---|---|---|\n"
	for _, b := range table() {
		want += fmt.Sprintf("| %s | %s | %s | %s | `%s` |\n", b.In, b.Of, b.text(), b.Then, b.Name)
	}
	if *update {
		if err := os.WriteFile(page, []byte(head+begin+want+end+tail), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if old != want {
		t.Errorf("%s shows another table: go test ./internal/bounds -update", page)
	}
}

// Every bound is in the table, once, with its value.
func TestTableIsComplete(t *testing.T) {
	listed := map[string]int{}
	for _, b := range table() {
		listed[b.Name]++
		if b.Most < 1 || b.In == "" || b.Of == "" || b.Then == "" || b.Unit > Seconds {
			t.Errorf("%+v", b)
		}
	}
	constants := constantsOf(t, "bounds.go", "server.go")
	others := 0 // lines of other packages
	for name := range listed {
		if strings.Contains(name, ".") {
			others++
		}
	}
	for _, name := range constants {
		if listed[name] != 1 {
			t.Errorf("%s is %d times in the table", name, listed[name])
		}
	}
	if len(constants) != len(table())-others {
		t.Errorf("%d constants, %d lines", len(constants), len(table()))
	}
}

// constantsOf returns the names of the constants in some files, without the units.
func constantsOf(t *testing.T, files ...string) (names []string) {
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			group, ok := declaration.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			for _, spec := range group.Specs {
				for _, name := range spec.(*ast.ValueSpec).Names {
					if name.IsExported() && !slices.Contains([]string{"Bytes", "Things", "Seconds"}, name.Name) {
						names = append(names, name.Name)
					}
				}
			}
		}
	}
	return names
}

func TestCheck(t *testing.T) {
	if err := Check("a text", 2048, 2048, Bytes); err != nil {
		t.Error(err)
	}
	for want, err := range map[string]error{
		"a text: more than 2 KiB":     Check("a text", 2049, 2048, Bytes),
		"a text: more than 3 MiB":     Check("a text", 1<<40, 3<<20, Bytes),
		"a text: more than 100 bytes": Check("a text", 101, 100, Bytes),
		"time: more than 60 seconds":  Check("time", 61, 60, Seconds),
		"parts: more than 2048":       Check("parts", 2049, 2048, Things),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
