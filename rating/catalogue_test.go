package rating

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/sudoku"
)

// TestEverySayingHasAText compares the sayings of the package with the catalogues.
func TestEverySayingHasAText(t *testing.T) {
	source, err := os.ReadFile("statement.go")
	if err != nil {
		t.Fatal(err)
	}
	var sayings []string
	for _, found := range regexp.MustCompile(`Saying = "([a-z-]+)"`).FindAllStringSubmatch(string(source), -1) {
		sayings = append(sayings, "statement."+found[1])
	}
	for _, code := range Languages() {
		words := catalogue.Named(code)
		for _, key := range sayings {
			if !words.Has(key) {
				t.Errorf("%s has no %s", code, key)
			}
		}
		for key := range catalogue.Texts(code) {
			if strings.HasPrefix(key, "statement.") && !slices.Contains(sayings, key) {
				t.Errorf("%s has %s, which nobody says", code, key)
			}
		}
	}
}

// TestEveryNameHasAText compares the techniques, labels and levels with the catalogues.
func TestEveryNameHasAText(t *testing.T) {
	keys := []string{"level.title", "variant.any"}
	for level := range Levels() {
		keys = append(keys, fmt.Sprintf("level.%d", level))
	}
	for technique := range Techniques() {
		keys = append(keys, "name."+technique.String())
	}
	for l := range Label(NumLabels) {
		if key := "name." + l.String(); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	for _, v := range []Variant{Type1, Type2, Type3, Type4, Contradiction, DoubleChain, CellChain, RegionChain} {
		keys = append(keys, "variant."+strings.ReplaceAll(string(v), " ", "-"))
	}
	slices.Sort(keys)
	for _, code := range Languages() {
		var got []string
		for _, key := range slices.Sorted(maps.Keys(catalogue.Texts(code))) {
			if group, _, _ := strings.Cut(key, "."); slices.Contains([]string{"level", "name", "variant"}, group) {
				got = append(got, key)
			}
		}
		if diff := cmp.Diff(keys, got); diff != "" {
			t.Errorf("%s: %s", code, diff)
		}
		for technique := range Techniques() {
			if name := technique.NameIn(code); strings.ContainsAny(name, "{}") || strings.Contains(name, "  ") {
				t.Errorf("%s: %v is called %q", code, technique, name)
			}
		}
	}
	for level := range Levels() {
		if level.NameIn(English) != level.Name() {
			t.Errorf("level %d is called %s and %s", level, level.NameIn(English), level.Name())
		}
	}
}

// TestSayingsInAllLanguages compares the first statement of each saying, in all languages,
// with a file for whoever reads the translations. That texts name the same cells and digits is
// checked wherever statements are read (argues).
func TestSayingsInAllLanguages(t *testing.T) {
	list := classPaths(t)
	seen := map[Saying]*Statement{}
	for _, p := range list[len(list)-60:] {
		way, err := Way(&p.puzzle, p.rounds)
		if err != nil {
			t.Fatal(err)
		}
		for i := range way {
			for j := range way[i].Steps {
				for _, s := range way[i].Steps[j].Statements(&way[i].Position) {
					if seen[s.Says] == nil {
						seen[s.Says] = &s
					}
				}
			}
		}
	}
	var b strings.Builder
	for _, says := range slices.Sorted(maps.Keys(seen)) {
		fmt.Fprintf(&b, "%s\n", says)
		for _, code := range Languages() {
			fmt.Fprintf(&b, "  %s  %s\n", code, seen[says].Text(code))
		}
	}
	golden := filepath.Join("testdata", "sayings.golden")
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("other texts than before (go test -update, if they are better):\n%s", diff)
	}
}

// checkTexts returns an error if a text has gaps or more than 25 words, or if those of two
// languages name other cells and digits.
func checkTexts(s *Statement) error {
	var first naming
	for i, code := range Languages() {
		text := s.Text(code)
		if n := numWords(text); n > 25 || strings.ContainsAny(text, "{}<") || strings.Contains(text, "  ") {
			return fmt.Errorf("%s, %d words: %s", code, n, text)
		}
		names := namedIn(text)
		if i == 0 {
			first = names
		}
		if names != first {
			return fmt.Errorf("%s does not name what %s does", text, s.Text(English))
		}
	}
	return nil
}

// numWords counts words. A sign alone is none.
func numWords(text string) (n int) {
	counted := false
	for _, r := range text {
		switch {
		case r == ' ':
			counted = false
		case !counted && (unicode.IsLetter(r) || unicode.IsNumber(r)):
			counted = true
			n++
		}
	}
	return n
}

// naming is what a text names: cells, as r1c1; candidates that are true or false, as r1c1=5
// and r1c1≠5; and digits alone.
type naming struct {
	cells  [81]bool
	facts  [numLiterals]bool
	digits sudoku.Digits
}

// namedIn reads a text, of which there are many: a regular expression would take ten times as long.
func namedIn(text string) (n naming) {
	for text != "" {
		cell, rest, isCell := cutCell(text)
		if !isCell {
			if isDigit(text[0]) {
				n.digits = n.digits.With(sudoku.Digit(text[0] - '0'))
			}
			text = text[1:]
			continue
		}
		text = rest
		after, is := strings.CutPrefix(rest, "=")
		if !is {
			after, is = strings.CutPrefix(rest, notEqualSign)
		}
		if is && after != "" && isDigit(after[0]) {
			f := Fact{cell.Candidate(sudoku.Digit(after[0] - '0')), rest[0] == '='}
			n.facts[f.literal()] = true
			text = after[1:]
			continue
		}
		n.cells[cell] = true
	}
	return n
}
