package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"
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

// Every description has the form that is taken apart: what is indented stands below
// a title, and a list has nothing but words with their meanings.
func TestDescriptions(t *testing.T) {
	app := wholeApp(&program{})
	everyCommand(rootOf(app), app.Name, func(c *cli.Command, path string) {
		for part := range strings.SplitSeq(c.Description, "\n\n") {
			if strings.HasPrefix(part, " ") {
				t.Errorf("%s: no title above %q", path, part)
			}
		}
		for _, b := range blocksOf(c.Description) {
			if len(b.list) > 0 && len(b.lines) > 0 {
				t.Errorf("%s: in the list %q there are lines without a word: %q", path, b.title, b.lines)
			}
		}
	})
}
