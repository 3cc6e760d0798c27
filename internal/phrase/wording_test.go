package phrase_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/phrase"
)

func TestNearest(t *testing.T) {
	formats := []string{"line", "sdm", "grid", "compact", "csv", "jsonl", "opensudoku", "pdf"}
	techniques := []string{"hidden-single", "naked-single", "hidden-pair", "x-wing", "xy-wing", "xyz-wing", "jellyfish", "swordfish"}
	for _, test := range []struct {
		given string
		known []string
		want  string
	}{
		{"grd", formats, "grid"},
		{"girdd", formats, ""}, // two errors in five letters
		{"gird", formats, "grid"},
		{"GRID", formats, "grid"},
		{"json", formats, "jsonl"},
		{"open", formats, "opensudoku"},
		{"tiff", formats, ""},
		{"x", formats, ""},
		{"", formats, ""},
		{"c", formats, ""},
		{"xwing", techniques, "x-wing"},
		{"X Wing", techniques, "x-wing"},
		{"hidden_pair", techniques, "hidden-pair"},
		{"jelyfsh", techniques, "jellyfish"},
		{"fish", techniques, ""},
		{"grid", nil, ""},
		{"-levl", []string{"--er", "--level", "-n"}, "--level"},
		{"--m", []string{"--er", "--level", "-n"}, ""},
		{"--lvl", []string{"--er", "--level", "-n"}, "--level"},
		{"--vl", []string{"--er", "--level", "-n"}, ""},
	} {
		if got := phrase.Nearest(test.given, test.known); got != test.want {
			t.Errorf("nearest to %q is %q, want %q", test.given, got, test.want)
		}
	}
}

// A word with one typing error leads back to the word, if no other is as near.
func TestOneErrorIsUnderstood(t *testing.T) {
	words := []string{"beginner", "moderate", "swordfish", "unique-rectangle"}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom(words).Draw(t, "word")
		at := rapid.IntRange(0, len(word)-2).Draw(t, "at")
		letter := string(rapid.RuneFrom([]rune("abcdefghijklmnopqrstuvwxyz")).Draw(t, "letter"))
		mistyped := rapid.SampledFrom([]string{
			word[:at] + word[at+1:],
			word[:at] + letter + word[at:],
			word[:at] + letter + word[at+1:],
			word[:at] + word[at+1:at+2] + word[at:at+1] + word[at+2:],
		}).Draw(t, "mistyped")
		if got := phrase.Nearest(mistyped, words); got != word {
			t.Errorf("nearest to %q is %q, want %q", mistyped, got, word)
		}
	})
}

// Lines lose no word, are full, and are no longer than they may be unless a word
// is.
func TestFill(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.StringMatching(`[a-zé=]{1,12}`)).Draw(t, "words")
		first := rapid.IntRange(-2, 30).Draw(t, "first")
		others := rapid.IntRange(-2, 30).Draw(t, "others")
		lines := phrase.Fill(words, first, others)
		if got := strings.Fields(strings.Join(lines, " ")); len(lines) == 0 || !slices.Equal(got, words) {
			t.Fatalf("%q in lines are %q", words, lines)
		}
		room := first
		for i, line := range lines {
			if utf8.RuneCountInString(line) > room && strings.Contains(line, " ") {
				t.Errorf("line %d of %q is longer than %d", i, lines, room)
			}
			if i+1 < len(lines) {
				next, _, _ := strings.Cut(lines[i+1], " ")
				if utf8.RuneCountInString(line+" "+next) <= room {
					t.Errorf("line %d of %q has room for another word", i, lines)
				}
			}
			room = others
		}
	})
}

func ExampleUnknownError() {
	fmt.Println(&phrase.UnknownError{Kind: "format", Given: "grd", Known: []string{"line", "grid"}})
	fmt.Println(&phrase.UnknownError{Kind: "format", Given: "tiff", Known: []string{"line", "grid"}})
	// Output:
	// unknown format "grd": did you mean grid?
	// unknown format "tiff"; there are line, grid
}

func ExampleShorten() {
	fmt.Println(phrase.Shorten("r1c2<>5", 7))
	fmt.Println(phrase.Shorten("r1c2≠5", 5))
	// Output:
	// r1c2<>5
	// r1c2...
}

func ExampleCount() {
	fmt.Println(phrase.Count(1, "clue"), "and", phrase.Count(24, "clue"))
	fmt.Println(phrase.There(1, "clue")+",", phrase.There(0, "seed"))
	// Output:
	// 1 clue and 24 clues
	// there is 1 clue, there are 0 seeds
}

func TestNamed(t *testing.T) {
	type thing struct{ name string }
	list := []thing{{"line"}, {"grid"}}
	name := func(t *thing) string { return t.name }
	if got, err := phrase.Named(list, name, "format", "grid"); err != nil || got != &list[1] {
		t.Errorf("grid: %v, %v", got, err)
	}
	if _, err := phrase.Named(list, name, "format", "grd"); err == nil || err.Error() != `unknown format "grd": did you mean grid?` {
		t.Errorf("grd: %v", err)
	}
}
