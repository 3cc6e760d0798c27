package rating

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/catalogue"
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
		for _, key := range words.Keys() {
			if strings.HasPrefix(key, "statement.") && !slices.Contains(sayings, key) {
				t.Errorf("%s has %s, which nobody says", code, key)
			}
		}
	}
}

var namedInText = regexp.MustCompile(`r[1-9]c[1-9][=≠][1-9]|r[1-9]c[1-9]|[1-9]`)

// TestTextsNameTheSame checks the texts of all languages: they have no gaps, at most 25
// words, and name the same cells and digits, each as often.
func TestTextsNameTheSame(t *testing.T) {
	var rater Rater
	list := pathPuzzles(t)
	seen := map[Saying]bool{}
	for _, p := range list[len(list)-60:] {
		way, err := rater.WayClass(&p)
		if err != nil {
			t.Fatal(err)
		}
		for i := range way {
			for j := range way[i].Steps {
				for _, s := range way[i].Steps[j].Statements(&way[i].Position) {
					seen[s.Says] = true
					checkTexts(t, &s)
				}
			}
		}
	}
	t.Logf("%d sayings", len(seen))
}

func checkTexts(t *testing.T, s *Statement) {
	t.Helper()
	var first []string
	for _, code := range Languages() {
		text := s.Text(code)
		if n := len(strings.Fields(text)); n > 25 || strings.ContainsAny(text, "{}") {
			t.Errorf("%s, %d words: %s", code, n, text)
		}
		names := namedInText.FindAllString(text, -1)
		slices.Sort(names)
		names = slices.Compact(names)
		if first == nil {
			first = names
		}
		if !slices.Equal(names, first) {
			t.Errorf("%s names %v, not %v", text, names, first)
		}
	}
}
