package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/pack"
)

var update = flag.Bool("update", false, "write the generated parts of the README anew")

const readmePath = "../../README.md"

// The tables of the README are those of the code.
func TestREADMEListsWhatThereIs(t *testing.T) {
	content, err := os.ReadFile(readmePath)
	if err != nil {
		t.Fatal(err)
	}
	readme := string(content)
	for name, table := range map[string]string{"techniques": techniqueTable(), "formats": formatTable()} {
		before, rest, ok := strings.Cut(readme, "<!-- "+name+":")
		comment, rest, _ := strings.Cut(rest, "-->\n")
		found, after, closed := strings.Cut(rest, "<!-- end -->")
		if !ok || !closed {
			t.Fatalf("the README has no part %q", name)
		}
		if found != table && !*update {
			t.Errorf("the README's %s are not those of the code (go test ./cmd/seedoku -run README -update)", name)
		}
		readme = before + "<!-- " + name + ":" + comment + "-->\n" + table + "<!-- end -->" + after
	}
	if *update {
		if err := os.WriteFile(readmePath, []byte(readme), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func techniqueTable() string {
	var b strings.Builder
	b.WriteString("| technique | rating |\n|---|---|\n")
	for technique := range rating.Techniques() {
		fmt.Fprintf(&b, "| %v | %s |\n", technique, ratings(technique))
	}
	return b.String()
}

func formatTable() string {
	var b strings.Builder
	b.WriteString("| `--format` | what it is |\n|---|---|\n")
	for _, format := range pack.Formats {
		fmt.Fprintf(&b, "| `%s` | %s |\n", format.Name, format.Summary)
	}
	return b.String()
}
