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

// Whoever asks for a level that does not exist is told so, and nothing breaks.
func TestInvalidLevels(t *testing.T) {
	for _, er := range []rating.Tenths{0, 1, 9} {
		if level := rating.LevelOf(er); level.Valid() {
			t.Errorf("ER %v has level %d", er, level)
		}
	}
	for _, level := range []rating.Level{0, 10, 255} {
		low, high := level.Range()
		if level.Valid() || low != 0 || high != 0 || level.Name() != "no level" || !strings.Contains(level.Title(), "no level") {
			t.Errorf("level %d: %v to %v, %s", level, low, high, level.Title())
		}
	}
}
