package cli

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBlocksOf(t *testing.T) {
	const description = `A paragraph
of two lines.

Formats:
  text   a line for each, and
         what goes on
  seeds  all

Examples:
  seedoku gen  --level 3 \
    --seed 1
  seedoku gen`
	want := []block{
		{paragraph: "A paragraph of two lines."},
		{title: "Formats", list: []meaning{{"text", "a line for each, and what goes on"}, {"seeds", "all"}}},
		{title: "Examples", lines: []string{"seedoku gen  --level 3 --seed 1", "seedoku gen"}},
	}
	if diff := cmp.Diff(want, blocksOf(description), cmp.AllowUnexported(block{}, meaning{})); diff != "" {
		t.Error(diff)
	}
}

// Every text of help has the form that is taken apart: what is indented stands below
// a title, and a list has nothing but words with their meanings.
func TestDescriptions(t *testing.T) {
	files, err := fs.Glob(os.DirFS("../.."), "*/help/*.txt")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d texts, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		for part := range strings.SplitSeq(string(text), "\n\n") {
			if strings.HasPrefix(part, " ") {
				t.Errorf("%s: no title above %q", file, part)
			}
		}
		for _, b := range blocksOf(string(text)) {
			if len(b.list) > 0 && len(b.lines) > 0 {
				t.Errorf("%s: in the list %q there are lines without a word: %q", file, b.title, b.lines)
			}
		}
	}
}
