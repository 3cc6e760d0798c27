package book

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wide is a table as publishers write it.
const wide = "| Level | What it *needs* |\n|---|---|\n" +
	"| The first three levels of this book, for beginners and those who return | **singles** |\n" +
	"|  | a \\| b \\* |\n| Hard | chains | more |\n| few |"

func TestMarkdownOfTables(t *testing.T) {
	want := []Section{{Table: Table{Header: true, Rows: [][]string{
		{"Level", "What it *needs*"}, {"The first three levels of this book, for beginners and those who return", "**singles**"},
		{"", `a | b \*`}, {"Hard", "chains", "more"}, {"few"},
	}}}}
	if diff := cmp.Diff(want, Markdown(wide)); diff != "" {
		t.Error(diff)
	}
}

// A table has letters of the size of the text on any paper, emphasis in all columns, and
// breaks lines between words. Where columns have no room, cells stand one below the other.
func TestTablesAreLegible(t *testing.T) {
	for paper, besides := range map[string]bool{"3x5": false, "6x9": true, "a4": true} {
		b := &Book{Introduction: Markdown(wide), Layout: Layout{Paper: paper, PerPage: 1}}
		set := compositorOf(t, b)
		words, at := map[string]face{}, map[string]mark{}
		for _, sheet := range set.set(b.Introduction, set.sizes.body) {
			for _, m := range sheet {
				if m.ink.size != set.sizes.body {
					t.Errorf("%s: %q has %v points", paper, m.text, m.ink.size)
				}
				for _, word := range strings.Fields(m.text) {
					words[word], at[word] = m.ink.face, m
				}
			}
		}
		for word, face := range map[string]face{"Level": bold, "needs": bold, "beginners": regular, "return": regular, "singles": bold, "|": regular, "*": regular, "Hard": regular, "more": regular} {
			if got, there := words[word]; !there || got != face {
				t.Errorf("%s: %q is %q, there: %t", paper, word, got, there)
			}
		}
		if hard, chains := at["Hard"], at["chains"]; hard.x != 0 || chains.x == 0 || (hard.y == chains.y) != besides {
			t.Errorf("%s: Hard at %v, %v; chains at %v, %v", paper, hard.x, hard.y, chains.x, chains.y)
		}
		if b := at["b"]; b.x != at["chains"].x {
			t.Errorf("%s: after an empty cell %v, want %v", paper, b.x, at["chains"].x)
		}
	}
}

func TestTablesInHTML(t *testing.T) {
	var file bytes.Buffer
	if err := (&Book{Introduction: Markdown(wide + "\n\n| *x* | y |")}).WriteHTML(&file); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<tr>\n<th>Level</th>\n<th>What it <em>needs</em></th>\n</tr>", "<tr>\n<td></td>\n<td>a | b *</td>\n</tr>", `<th class="first"><em>x</em></th>`,
	} {
		if !strings.Contains(file.String(), want) {
			t.Errorf("no %s", want)
		}
	}
}
