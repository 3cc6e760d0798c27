package language

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strconv"
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
			textsOf(v.Index(i), at+"."+strconv.Itoa(i+1), texts)
		}
	}
	return texts
}

var verb = regexp.MustCompile(`%[a-z]`)

// named returns a language. Its file must have no text that the program never uses.
func named(t *testing.T, code string) *Language {
	t.Helper()
	l, err := Named(code)
	if err != nil {
		t.Fatal(err)
	}
	file, err := files.Open(code + ".json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	strict := json.NewDecoder(file)
	strict.DisallowUnknownFields()
	if err := strict.Decode(&Language{}); err != nil {
		t.Errorf("%s: %v", code, err)
	}
	return l
}

// Every language has every text, with the same values to be filled in, in letters
// that the built-in font has; and no text twice, but for short ones.
func TestLanguagesAreComplete(t *testing.T) {
	english := named(t, "en")
	all := textsOf(reflect.ValueOf(*english), "", map[string]string{})
	var font book.Font
	for _, code := range Codes() {
		l := named(t, code)
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
			if code != "en" && text == all[at] && len(text) > 30 {
				t.Errorf("%s%s is English", l.Code, at)
			}
		}
	}
}

func TestEnglishLevelsAreThoseOfTheScale(t *testing.T) {
	for i, name := range named(t, "en").Levels {
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
	for _, code := range []string{"xx", "../language/en", "*"} {
		if _, err := Named(code); err == nil {
			t.Errorf("there is a language %s", code)
		}
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
