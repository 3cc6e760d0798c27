package book

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"pgregory.net/rapid"
)

// A word is broken at its soft hyphens, with a hyphen, and only where a line ends.
func TestSoftHyphens(t *testing.T) {
	b := &Book{Title: "Donau\u00addampf\u00adschiff", Introduction: Markdown("Die Fahrts\u00adgesell\u00adschafts\u00adfabri\u00adkation **ein\u00adzel**ner Dampf\u00adteile")}
	if err := b.Legible(); err != nil {
		t.Fatal(err)
	}
	set := compositorOf(t, b)
	for most, want := range map[float64]string{400: "Die Fahrtsgesellschaftsfabrikation einzelner Dampfteile", 75: "Die Fahrtsgesell-|schaftsfabrikation|einzelner Dampf-|teile", 35: "Die|Fahrts-|gesell-|schafts-|fabri-|kation|ein-|zelner|Dampf-|teile"} {
		var lines []string
		for _, line := range set.rows(runsOf(b.Introduction[0].Text), most, ink{regular, 9, black}) {
			lines = append(lines, set.font.shown(plainOf(line)))
		}
		if got := strings.Join(lines, "|"); got != want {
			t.Errorf("%v: %s, want %s", most, got, want)
		}
	}
	if lines := set.wrapped(b.Title, 1000, ink{bold, 20, black}); len(lines) != 1 || set.font.shown(lines[0]) != "Donaudampfschiff" {
		t.Errorf("the title is %q", lines)
	}
}

// Spaces and hyphens of other kinds are set in any font, as wide as the letters that stand for them.
func TestStandIns(t *testing.T) {
	const text = "«\u202fa\u2009:\u00a0b\u202f» c\u2010d\u2011e"
	mono, err := ParseFont(gomono.TTF)
	if err != nil {
		t.Fatal(err)
	}
	for _, font := range []Font{{}, mono} {
		b := &Book{Title: text, Font: font}
		if err := b.Legible(); err != nil {
			t.Fatal(err)
		}
		set := compositorOf(t, b)
		if got, want := set.width(text, ink{size: 10}), set.width("« a : b » c-d-e", ink{size: 10}); got != want {
			t.Errorf("%v wide, want %v", got, want)
		}
	}
}

// The parts of a word are the word, and are no longer than they may be.
func TestParts(t *testing.T) {
	set := compositorOf(t, &Book{})
	rapid.Check(t, func(t *rapid.T) {
		var word []run
		for i, text := range rapid.SliceOfN(rapid.StringMatching("[ab\u00ad]{1,9}"), 1, 5).Draw(t, "word") {
			word = append(word, run{[]face{regular, bold}[i%2], text})
		}
		most, i := rapid.Float64Range(-1, 60).Draw(t, "most"), ink{regular, 9, black}
		whole := set.font.shown(plainOf(word))
		head, rest := set.parted(word, most, i, true)
		parts := strings.ReplaceAll(set.font.shown(plainOf(head)), "-", "") + set.font.shown(plainOf(rest))
		if letters := len(set.font.shown(plainOf(head))); whole != parts || len(rest) > 0 && letters == 0 || letters > 1 && set.length(head, i) > most+1e-9 {
			t.Errorf("%q and %q, %v", head, rest, set.length(head, i))
		}
	})
}

// The built-in fonts have a hyphen that is shorter than a dash, and like their soft hyphen.
func TestHyphenOfBuiltInFonts(t *testing.T) {
	for i, look := range builtIn {
		font, err := sfnt.Parse(Font{}.of(i))
		if err != nil {
			t.Fatal(err)
		}
		var buffer sfnt.Buffer
		shape := map[rune]string{}
		width := map[rune]fixed.Int26_6{}
		for _, letter := range "-\u00ad–" {
			glyph, err := font.GlyphIndex(&buffer, letter)
			if err != nil {
				t.Fatal(err)
			}
			segments, err := font.LoadGlyph(&buffer, glyph, fixed.I(100), nil)
			if err != nil {
				t.Fatal(err)
			}
			shape[letter] = fmt.Sprint(segments)
			if width[letter], err = font.GlyphAdvance(&buffer, glyph, fixed.I(100), 0); err != nil {
				t.Fatal(err)
			}
		}
		if shape['-'] != shape[softHyphen] || width['-'] != width[softHyphen] || width['-'] >= width['–'] {
			t.Errorf("face %q: widths %v, shapes %v", look.face, width, shape)
		}
	}
}
