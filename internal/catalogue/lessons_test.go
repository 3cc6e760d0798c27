package catalogue_test

import (
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/rating"
)

// Every technique and every label has a lesson of two sentences in every language, and no
// two lessons are the same.
func TestLessons(t *testing.T) {
	names := append(rating.TechniqueNames(), rating.LabelNames()...)
	seen := map[string]string{}
	for _, code := range catalogue.Codes() {
		for _, name := range names {
			text := catalogue.Lesson(code, name)
			if n := strings.Count(text+" ", ". "); n != 2 || !strings.HasSuffix(text, ".") {
				t.Errorf("%s, %s: %d sentences: %q", code, name, n, text)
			}
			if of := seen[text]; of != "" {
				t.Errorf("%s, %s: the lesson of %s", code, name, of)
			}
			seen[text] = code + " " + name
		}
	}
	if got := catalogue.Lesson("xx", "x-wing"); got != catalogue.Lesson("en", "x-wing") || catalogue.Lesson("de", "guess") != "" {
		t.Errorf("in no language: %q", got)
	}
}
