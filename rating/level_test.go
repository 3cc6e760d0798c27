package rating_test

import (
	"strings"
	"testing"

	"github.com/seedoku/seedoku/rating"
)

func TestParseLevel(t *testing.T) {
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		name := level.Name()
		for _, text := range []string{name, strings.ToUpper(name), strings.ToLower(name), strings.ReplaceAll(name, " ", "-")} {
			if got, err := rating.ParseLevel(text); got != level || err != nil {
				t.Errorf("%q: %v, %v; want %v", text, got, err, level)
			}
		}
	}
	for text, reason := range map[string]string{
		"0":                    "0 is not within 1-9",
		"10":                   "10 is not within 1-9",
		"18446744073709551617": "is not within 1-9",
		"":                     "there are 1, 2",
		"-3":                   "did you mean 3?",
		"fiendsh":              "did you mean fiendish?",
		"very":                 "did you mean very-hard?",
	} {
		if level, err := rating.ParseLevel(text); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%q: %v, %v; want an error with %q", text, level, err, reason)
		}
	}
}

// Every word for a level names one, and every level has its number and its name.
func TestLevelWords(t *testing.T) {
	named := map[rating.Level]int{}
	for _, word := range rating.LevelWords() {
		level, err := rating.ParseLevel(word)
		if err != nil {
			t.Error(err)
		}
		named[level]++
	}
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		if named[level] != 2 {
			t.Errorf("level %d has %d words, want 2", level, named[level])
		}
	}
}

// Descriptions fit into a line, and no two techniques have the same.
func TestAbout(t *testing.T) {
	const most = 72
	seen := map[string]rating.Technique{}
	for technique := range rating.Techniques() {
		about := technique.About()
		if about == "" || len(about) > most || !strings.HasSuffix(about, ".") {
			t.Errorf("%v: %q, want a sentence of at most %d letters", technique, about, most)
		}
		if other, ok := seen[about]; ok {
			t.Errorf("%v and %v are both %q", technique, other, about)
		}
		seen[about] = technique
	}
}
