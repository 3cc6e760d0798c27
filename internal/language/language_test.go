package language

import (
	"reflect"
	"regexp"
	"testing"

	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/rating"
)

// textsOf returns all strings of a language by their places.
func textsOf(v reflect.Value, at string, texts map[string]string) map[string]string {
	switch v.Kind() {
	case reflect.String:
		texts[at] = v.String()
	case reflect.Struct:
		for i := range v.NumField() {
			textsOf(v.Field(i), at+"."+v.Type().Field(i).Name, texts)
		}
	case reflect.Array:
		for i := range v.Len() {
			textsOf(v.Index(i), at+"."+rating.Level(i+1).Name(), texts)
		}
	}
	return texts
}

var verb = regexp.MustCompile(`%[a-z]`)

// Every language has every text, with the same values to be filled in, in letters
// that the built-in font has; and no text twice, but for short ones.
func TestLanguagesAreComplete(t *testing.T) {
	all := textsOf(reflect.ValueOf(english), "", map[string]string{})
	var font book.Font
	for _, l := range Languages {
		seen := map[string]string{}
		for at, text := range textsOf(reflect.ValueOf(*l), "", map[string]string{}) {
			if text == "" {
				t.Errorf("%s has no text %s", l.Code, at)
			}
			if got, want := verb.FindAllString(text, -1), verb.FindAllString(all[at], -1); !reflect.DeepEqual(got, want) {
				t.Errorf("%s%s: %v, want %v", l.Code, at, got, want)
			}
			if err := font.Legible(text); err != nil {
				t.Errorf("%s%s: %v", l.Code, at, err)
			}
			if other, ok := seen[text]; ok && len(text) > 30 {
				t.Errorf("%s: %s and %s are the same", l.Code, at, other)
			}
			seen[text] = at
			if l != &english && text == all[at] && len(text) > 30 {
				t.Errorf("%s%s is English", l.Code, at)
			}
		}
	}
}

func TestEnglishLevelsAreThoseOfTheScale(t *testing.T) {
	for i, name := range english.Levels {
		if want := rating.Level(i + 1).Name(); name != want {
			t.Errorf("level %d is called %s, want %s", i+1, name, want)
		}
	}
}

func TestNamed(t *testing.T) {
	for _, code := range append(Codes(), "") {
		if l, err := Named(code); err != nil || code != "" && l.Code != code {
			t.Errorf("%q: %v", code, err)
		}
	}
	if _, err := Named("xx"); err == nil {
		t.Error("there is a language xx")
	}
}

func TestCount(t *testing.T) {
	for _, c := range []struct {
		code string
		n    int
		want string
	}{{"en", 1, "1 puzzle"}, {"en", 2, "2 puzzles"}, {"fr", 1, "1 grille"}, {"es", 40, "40 sudokus"}} {
		l, err := Named(c.code)
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Count(c.n); got != c.want {
			t.Errorf("%s: %q, want %q", c.code, got, c.want)
		}
	}
}
