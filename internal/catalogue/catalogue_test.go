package catalogue

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
)

func TestMessages(t *testing.T) {
	c, err := language{plural: oneOther}.parse([]byte(`{"list.and": " and ", "list.or": " or ", "x": "{n, plural, one {cell {n}} other {cells {n}}} of {d, or}.", "y": "{n, count, one {{n} step} other {{n} steps}} of {d, small}"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		values Values
		want   string
	}{
		{Values{"n": {"1"}, "d": {"5", "6"}}, "cell 1 of 5 or 6."},
		{Values{"n": {"1", "2", "3"}, "d": {"5"}}, "cells 1, 2 and 3 of 5."},
		{Values{"n": {}}, "cells  of {d}."},
	} {
		if got := c.Text("x", test.values); got != test.want {
			t.Errorf("%v: %q, want %q", test.values, got, test.want)
		}
	}
	for n, want := range map[string]string{"1": "1 step of X-wing or naked pair", "2": "2 steps of X-wing or naked pair"} {
		if got := c.Text("y", Values{"n": {n}, "d": {"X-wing", "Naked pair"}}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := c.Text("z", nil); got != "{z}" {
		t.Errorf("a key without a message is %q", got)
	}
}

// The files are JSON: the standard library reads the same texts.
func TestFilesAreJSON(t *testing.T) {
	for _, code := range Codes() {
		file, err := files.ReadFile(code + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var want map[string]string
		if err := json.Unmarshal(file, &want); err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		if got, err := readTexts(string(file)); err != nil || !maps.Equal(got, want) {
			t.Errorf("%s: %d texts, want %d: %v", code, len(got), len(want), err)
		}
	}
	for _, text := range []string{"", "{", "{}", "[]", `{"a"}`, `{"a":1}`, `{"a":"b",}`, `{"a":"b"} x`, `{"a":"b" "c":"d"}`, `{"a":"b","a":"c"}`, `{a:"b"}`, "{`a`:\"b\"}"} {
		if got, err := readTexts(text); err == nil {
			t.Errorf("%s is read as %v", text, got)
		}
	}
	if got, err := readTexts(` { "a" : "\u00e9 \"x\" \\" ,
		"b":"" } `); err != nil || !maps.Equal(got, map[string]string{"a": `é "x" \`, "b": ""}) {
		t.Errorf("%v, %v", got, err)
	}
}

func FuzzMessages(f *testing.F) {
	for _, text := range []string{"a {b} c", "{a, or}", "{n, plural, one {x} other {y {n}}}", "{", "}", "{a, plural, one {", "{,}", "{a, plural, other {}}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := parseMessage(text)
		if err != nil {
			return
		}
		c := &Catalogue{messages: map[string]message{"x": m}, plural: oneOther}
		c.Text("x", Values{"a": {"1"}})
	})
}

// Every language has the messages of the first, with the same names in them.
func TestLanguagesAreComplete(t *testing.T) {
	first := Named(Codes()[0])
	for _, code := range Codes() {
		c := Named(code)
		if got, want := keysOf(c), keysOf(first); !slices.Equal(got, want) {
			t.Errorf("%s has %d messages, %s has %d", code, len(got), Codes()[0], len(want))
		}
		for key, m := range c.messages {
			if len(m) == 0 {
				t.Errorf("%s: %s is empty", code, key)
			}
			if text := c.Plain(key); code != English && len(text) > 30 && text == first.Plain(key) {
				t.Errorf("%s: %s is English", code, key)
			}
			want, got := map[string]bool{}, map[string]bool{}
			first.messages[key].names(want)
			m.names(got)
			if !maps.Equal(want, got) {
				t.Errorf("%s: %s has the names %v, not %v", code, key, got, want)
			}
		}
	}
	if Named("xx") != nil {
		t.Error("there is a language xx")
	}
}

func keysOf(c *Catalogue) []string { return slices.Sorted(maps.Keys(c.messages)) }

// Names returns the names in a message, in all of its forms.
func (m message) names(list map[string]bool) {
	for i := range m {
		if m[i].name != "" {
			list[m[i].name] = true
		}
		for _, form := range m[i].forms {
			form.names(list)
		}
	}
}
