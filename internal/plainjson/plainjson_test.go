package plainjson_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/plainjson"
	"github.com/seedoku/seedoku/sudoku"
)

// sample has members of every type that the package knows.
type sample struct {
	Yes     bool         `json:"yes"`
	Flag    bool         `json:"flag,omitempty"`
	Number  int          `json:"number"`
	Small   uint8        `json:"small,omitempty"`
	Large   uint64       `json:"large"`
	Rating  json.Number  `json:"rating"`
	Text    string       `json:"text"`
	Note    string       `json:"note,omitempty"`
	Grid    sudoku.Grid  `json:"grid"`
	Other   *sudoku.Grid `json:"other"`
	Maybe   *sudoku.Grid `json:"maybe,omitempty"`
	Words   []string     `json:"words"`
	Numbers []int        `json:"numbers,omitempty"`
	Nested  [][]sample   `json:"nested,omitempty"`
	Three   [3]string    `json:"three"`
	Inner   *sample      `json:"inner,omitempty"`
}

func samples(depth int) *rapid.Generator[sample] {
	return rapid.Custom(func(t *rapid.T) sample {
		grid := func(label string) (g sudoku.Grid) {
			g[rapid.IntRange(0, 80).Draw(t, label)] = sudoku.Digit(rapid.IntRange(0, 9).Draw(t, label))
			return g
		}
		text := func(label string) string {
			return rapid.OneOf(rapid.String(), rapid.StringMatching(`[<>&"\\\x00-\x1f\x{2028}\x{2029}\x{fffd}a-c]*`),
				rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, label)
		}
		s := sample{
			Yes: rapid.Bool().Draw(t, "yes"), Flag: rapid.Bool().Draw(t, "flag"),
			Number: rapid.Int().Draw(t, "number"), Small: rapid.Uint8().Draw(t, "small"), Large: rapid.Uint64().Draw(t, "large"),
			Rating: json.Number(rapid.SampledFrom([]string{"1.5", "0", "10.6"}).Draw(t, "rating")),
			Text:   text("text"), Note: text("note"), Grid: grid("grid"),
			Words: rapid.SliceOf(rapid.String()).Draw(t, "words"), Numbers: rapid.SliceOf(rapid.Int()).Draw(t, "numbers"),
			Three: [3]string{text("first"), "", text("third")},
		}
		if rapid.Bool().Draw(t, "other") {
			g := grid("other grid")
			s.Other, s.Maybe, s.Words = &g, &g, nil
		}
		if depth > 0 {
			inner := samples(depth-1).Draw(t, "inner")
			s.Inner, s.Nested = &inner, [][]sample{{inner}, nil, {}}
		}
		return s
	})
}

// The standard library writes the same bytes.
func TestAppend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := samples(rapid.IntRange(0, 2).Draw(t, "depth")).Draw(t, "sample")
		want, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if got := plainjson.Append([]byte("x"), s); string(got) != "x"+string(want) {
			t.Fatalf("%s\nwant %s", got[1:], want)
		}
		var line bytes.Buffer
		encoder := json.NewEncoder(&line)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(s); err != nil {
			t.Fatal(err)
		}
		if got := plainjson.Line(s); string(got) != line.String() {
			t.Fatalf("%s\nwant %s", got, &line)
		}
	})
}

func TestUnknownTypes(t *testing.T) {
	for name, value := range map[string]any{
		"a fraction": 1.5, "a map": map[string]int{}, "a member without a name": struct{ X int }{},
		"an option": struct {
			X int `json:"x,string"`
		}{},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s was written", name)
				}
			}()
			plainjson.Append(nil, value)
		}()
	}
}
