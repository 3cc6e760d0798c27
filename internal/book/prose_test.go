package book

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bounds"
)

// compositorOf returns what sets text on paper of a layout.
func compositorOf(t interface{ Fatal(...any) }, b *Book) *typesetter {
	plan, err := b.Layout.plan()
	if err != nil {
		t.Fatal(err)
	}
	set := &typesetter{plan: plan, canvas: newCanvas(plan), book: b, gutter: gutterOf(0)}
	set.load(&b.Font)
	return set
}

// No page but the only one has a single line; no paragraph of several lines leaves
// one line on a page; a table is on one page; nothing is below the body.
func TestNoWidows(t *testing.T) {
	const word = "word "
	sets := map[Layout]*typesetter{}
	rapid.Check(t, func(t *rapid.T) {
		layout := Layout{Paper: rapid.SampledFrom(Papers()).Draw(t, "paper"), LargePrint: rapid.Bool().Draw(t, "large"), PerPage: 1}
		if sets[layout] == nil {
			sets[layout] = compositorOf(t, &Book{Layout: layout})
		}
		set := sets[layout]
		var sections []Section
		for i := range rapid.IntRange(1, 40).Draw(t, "sections") {
			s := Section{Text: fmt.Sprintf("start%d ", i) + strings.Repeat(word, rapid.IntRange(1, 150).Draw(t, "words"))}
			if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
				s.Heading = "Heading"
			}
			if rapid.IntRange(0, 9).Draw(t, "table") == 0 {
				for row := range rapid.IntRange(2, 6).Draw(t, "rows") {
					s.Table.Rows = append(s.Table.Rows, []string{fmt.Sprintf("row%d-%d", i, row), strings.Repeat(word, 9)})
				}
			}
			sections = append(sections, s)
		}
		sheets := set.set(sections, set.sizes.body)
		body := set.body(1, set.gutter)
		page := map[string]int{}
		for i, sheet := range sheets {
			if lines := linesOf(sheet); lines < 2 && len(sheets) > 1 {
				t.Errorf("page %d of %d has %d lines", i+1, len(sheets), lines)
			}
			for _, m := range sheet {
				if m.y > body.height+1e-6 {
					t.Errorf("page %d: a line at %v of %v", i+1, m.y, body.height)
				}
				if strings.HasPrefix(m.text, "row") {
					page[m.text] = i
				}
			}
			last := sheet[len(sheet)-1]
			if i+1 < len(sheets) && (last.text == "Heading" || strings.HasPrefix(last.text, "start") && !strings.HasPrefix(sheets[i+1][0].text, "start") &&
				sheets[i+1][0].text != "Heading" && !strings.HasPrefix(sheets[i+1][0].text, "row")) {
				t.Errorf("page %d ends with the first line %q, and %q follows", i+1, last.text, sheets[i+1][0].text)
			}
		}
		for name, at := range page {
			if first := page[name[:strings.Index(name, "-")]+"-0"]; at != first {
				t.Errorf("%s is on page %d, its table begins on page %d", name, at+1, first+1)
			}
		}
	})
}

// An item or a row that is longer than a page goes on on the next one.
func TestTallTextsGoOn(t *testing.T) {
	const words = 3000
	for _, begin := range []string{"- ", "1. ", "| a | "} {
		b := &Book{Introduction: Markdown(begin + strings.Repeat("word ", words)), Layout: Layout{Paper: "5x8", LargePrint: true, PerPage: 1}}
		set := compositorOf(t, b)
		height, found := set.body(1, set.gutter).height, 0
		for i, sheet := range set.set(b.Introduction, set.sizes.body) {
			for _, m := range sheet {
				if found += strings.Count(m.text, "word"); m.y > height+1e-6 {
					t.Fatalf("%q: page %d has a line at %v of %v", begin, i+1, m.y, height)
				}
			}
		}
		if found != words {
			t.Errorf("%q: %d of %d words", begin, found, words)
		}
	}
}

func TestMarkdown(t *testing.T) {
	text := "\ufeff# Welcome #\n\nOne **strong** line\nand another.\n\nSecond, see [the site](https://example.org).\n" +
		"- a\n- b\n  goes on\n\n1. one\n2) two\n\n| x | y |\n|---|---|\n| z | w |\n||v|\n## Last"
	want := []Section{
		{Heading: "Welcome", Text: "One **strong** line and another."},
		{Text: "Second, see the site (https://example.org).", Items: []string{"a", "b goes on"}},
		{Items: []string{"one", "two"}, Ordered: true},
		{Table: Table{Header: true, Rows: [][]string{{"x", "y"}, {"z", "w"}, {"", "v"}}}},
		{Heading: "Last"},
	}
	if diff := cmp.Diff(want, Markdown(text)); diff != "" {
		t.Error(diff)
	}
}

// The marks of what books do not tell apart are left out.
func TestMarkdownOfOthers(t *testing.T) {
	text := "Welcome *all*\n=============\n\n> quoted\n> twice\n\n***\n\n```go\ncode\n```\n# A *big* **day**\n- a\n---\n| x | y |\n|---|---|\nend\n* * *\n"
	want := []Section{
		{Heading: "Welcome all", Text: "quoted twice"},
		{Text: "code"},
		{Heading: "A big day", Items: []string{"a"}},
		{Table: Table{Header: true, Rows: [][]string{{"x", "y"}}}},
		{Text: "end"},
	}
	if diff := cmp.Diff(want, Markdown(text)); diff != "" {
		t.Error(diff)
	}
}

// A line that ends with two spaces or a backslash stays one in all forms.
func TestMarkdownOfLines(t *testing.T) {
	b := &Book{Introduction: Markdown("Muster  \nStr. *1\\\n2* Stadt\\\\\nLand  \n\n# End  \n- a \n  b\\\n  c\\")}
	want := []Section{{Text: "Muster\nStr. *1\n2* Stadt\\\\ Land"}, {Heading: "End", Items: []string{"a b\nc\\"}}}
	if diff := cmp.Diff(want, b.Introduction); diff != "" {
		t.Fatal(diff)
	}
	set, lines := compositorOf(t, b), []string{}
	for _, m := range set.set(b.Introduction[:1], set.sizes.body)[0] {
		if m.x == 0 {
			lines = append(lines, "")
		}
		lines[len(lines)-1] += m.text
	}
	if got := strings.Join(lines, "|"); got != `Muster|Str. 1|2 Stadt\ Land` {
		t.Error(got)
	}
	if got := rich(want[0].Text); got != "Muster<br/>\nStr. <em>1<br/>\n2</em> Stadt\\ Land" {
		t.Error(got)
	}
}

// Code and characters by their names are text: they make no heading, no list and no star.
func TestMarkdownOfCharacters(t *testing.T) {
	for text, want := range map[string]Section{
		"&#35; 1":                                {Text: "# 1"},
		"`# x` is a comment":                     {Text: "# x is a comment"},
		"1&#46; e4":                              {Text: "1. e4"},
		"5&ast;3&ast;2 and `a*b*`":               {Text: `5\*3\*2 and a\*b\*`},
		"# 5&ast;3 `\\`":                         {Heading: `5*3 \`},
		"| | |\n|--|--|\n|a|b|":                  {Table: Table{Rows: [][]string{{"a", "b"}}}},
		"| `*` | &lt; |":                         {Table: Table{Rows: [][]string{{`\*`, "<"}}}},
		"a<b, <https://e.org/?a=b> or <i@e.org>": {Text: "a<b, https://e.org/?a=b or i@e.org"},
		"`<a@b.c>` \\<d\\> <https://e.org/*f*>":  {Text: `<a@b.c> \<d\> https://e.org/\*f\*`},
		"# **One *two* 5\\*3**":                  {Heading: "One two 5*3"},
		"|a|\n|--|\n|b|\n|--|\n|c|":              {Table: Table{Header: true, Rows: [][]string{{"a"}, {"b"}, {"c"}}}},
		"[![b](x.png)](https://e.org) T &copy;":  {Text: "T ©"},
	} {
		if diff := cmp.Diff([]Section{want}, Markdown(text)); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

// Whatever a text is, it can be set, and no letter is lost.
func FuzzMarkdown(f *testing.F) {
	f.Add("# a\n\n- b\n1. c\n| d |\n|--|\n**e** *f* \\*g [h](i)")
	f.Add("|a|b|\n|c|\n| |")
	f.Add("|||\n| |")
	f.Fuzz(func(t *testing.T, text string) {
		sections := Markdown(text)
		b := &Book{Introduction: sections}
		if b.Legible() != nil {
			return
		}
		for _, sheet := range compositorOf(t, b).set(sections, 9) {
			if len(sheet) == 0 && strings.TrimSpace(text) != "" && len(sections) > 1 {
				t.Errorf("%q: an empty page", text)
			}
		}
	})
}

func TestEmphasis(t *testing.T) {
	for text, want := range map[string][]run{
		"a **b** c":      {{regular, "a "}, {bold, "b"}, {regular, " c"}},
		"*a b*":          {{italic, "a b"}},
		"5 * 3 * 2":      {{regular, "5 * 3 * 2"}},
		`\*a\* and a**b`: {{regular, "*a* and a**b"}},
		"":               nil,
	} {
		if diff := cmp.Diff(want, runsOf(text), cmp.AllowUnexported(run{})); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
	}
}

// Titles break between words, after a colon, and into even lines.
func TestTitleLines(t *testing.T) {
	for title, want := range map[string]string{
		"From Beginner to Extreme: a Book of Sudoku": "From Beginner|to Extreme:|a Book of|Sudoku",
		"Sudoku": "Sudoku",
		"One Thousand Sudoku Puzzles for Everybody": "One Thousand|Sudoku Puzzles|for Everybody",
	} {
		b := &Book{Title: title, Layout: Layout{Paper: "6x9", PerPage: 2}}
		set := compositorOf(t, b)
		if _, lines := set.titleLines(set.typeArea(1, set.gutter).width); strings.Join(lines, "|") != want {
			t.Errorf("%q breaks as %q, want %q", title, strings.Join(lines, "|"), want)
		}
	}
}

// longTexts are pieces that texts repeat which once took time with the square of
// their length, or for ever.
var longTexts = []string{"a\n", "a", "- a\nb\n", "|a|b|\n", "|a", "|aaaaaaaaaaaaaaaa", "# a ", "# a\n", "**a ", "*a* ", "[", "a\n\n", "a\n=\n", "\u00ad", "*\u00ad*", "a\u00ad", "*a*"}

// A text of any kind is read in memory that grows as its length does.
func TestLongTextsAreRead(t *testing.T) {
	if testing.Short() {
		t.Skip("pools forget at random under the race detector, which runs with -short")
	}
	const length = bounds.Prose / 4
	for _, again := range longTexts {
		text := strings.Repeat(again, length/len(again))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		sections := Markdown(text)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 1000*length {
			t.Errorf("%q: %d MB for %d KB", again, used/1e6, len(text)/1000)
		}
		if len(sections) == 0 {
			t.Errorf("%q: no text", again)
		}
	}
}

// A text of any kind is set; no width of a table makes that endless.
func TestLongTextsAreSet(t *testing.T) {
	const length = bounds.Prose / 32
	for _, again := range longTexts {
		text := strings.Repeat(again, length/len(again)) + "|"
		b := &Book{Introduction: Markdown(text), Puzzles: puzzles(1)}
		if err := b.WritePDF(io.Discard); err != nil {
			t.Errorf("%q: %v", again, err)
		}
	}
}

// Columns stay on the page, and leave the last one room.
func TestWideTables(t *testing.T) {
	set := compositorOf(t, &Book{})
	width := set.body(1, set.gutter).width
	rapid.Check(t, func(t *rapid.T) {
		cells := rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,40}`), 1, 60).Draw(t, "cells")
		for _, sheet := range set.set(Markdown("|"+strings.Join(cells, "|")+"|"), 9) {
			for _, m := range sheet {
				if m.x < 0 || m.x+set.width(m.text, m.ink) > width+0.01 {
					t.Fatalf("%q from %v to %v of %v", m.text, m.x, m.x+set.width(m.text, m.ink), width)
				}
			}
		}
	})
}

// FuzzTexts demands that a book with any texts is written in all forms, or that the
// font lacks a letter.
func FuzzTexts(f *testing.F) {
	f.Add("Title: of a book", "name", "# a\n\n- b\n1. c\n| d |\n|--|\n**e** *f* \\*g [h](i)", true)
	f.Add("\xe2", "\xdb\xdb", "", false)
	f.Add("–", "\u00a0", "|a|b|\n|c|\n| |"+strings.Repeat("|aaaaaaaaaaaaaaaaaaaaaa", 20)+"|", false)
	f.Fuzz(func(t *testing.T, title, line, prose string, parts bool) {
		sections := Markdown(prose)
		b := &Book{
			Title: title, Subtitle: line, Author: line, Colophon: line, Footer: line, Creator: line, Introduction: sections, Afterword: sections, Copyright: sections,
			Puzzles: []Puzzle{{Label: line, Caption: line, Detail: line, Note: line}}, PartTexts: map[int]string{0: line}, Layout: Layout{Contents: parts, Parts: parts},
		}
		legible := b.Legible() == nil
		for form, write := range map[string]func(io.Writer) error{"pdf": b.WritePDF, "html": b.WriteHTML, "epub": b.WriteEPUB} {
			if err := write(io.Discard); legible && err != nil {
				t.Errorf("%s: %v", form, err)
			}
		}
	})
}
