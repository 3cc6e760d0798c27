package main

import (
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
