package read

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// ownTokens returns the tokens of a text as words, and whether it is one value of
// JSON.
func ownTokens(r io.Reader) (tokens []string, valid bool) {
	j := newJSONTokens(buffer(r))
	for values := 0; ; {
		err := j.next()
		if err != nil {
			return tokens, errors.Is(err, io.EOF) && values == 1
		}
		token := string(rune(j.kind))
		switch j.kind {
		case stringToken, '0':
			token += string(j.text)
		}
		tokens = append(tokens, token)
		if j.decoder.StackDepth() == 0 {
			values++
		}
	}
}

// standardTokens does the same by encoding/json.
func standardTokens(text []byte) (tokens []string, valid bool) {
	if !json.Valid(text) {
		return nil, false
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	for {
		token, err := decoder.Token()
		if err != nil {
			return tokens, true
		}
		switch token := token.(type) {
		case json.Delim:
			tokens = append(tokens, token.String())
		case string:
			tokens = append(tokens, `"`+token)
		case json.Number:
			tokens = append(tokens, "0"+token.String())
		case bool:
			tokens = append(tokens, map[bool]string{true: "t", false: "f"}[token])
		case nil:
			tokens = append(tokens, "n")
		}
	}
}

var jsonTexts = []string{
	`{"a":[1,-2.5e+3,"\u00e9\ud83d\ude00\ud83d x\n",null,true,false,{}],"b":{"c":[]}} [0]`,
	`[1,]`, `[,1]`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{1:2}`, `[1 2]`, `{"a" 1}`, `]`, `}`, `[}`, `{]`, `[`, `{"a":`, `01`, `-`, `1.`, `1e`, `.5`,
	`nul`, `nulll`, `tru`, `"\x"`, `"\u12g4"`, `"\ud83d\u0041"`, "\"a\nb\"", "\"\xff\xed\xa0\x80\"", `"\ude00\ud83d"`, ``, ` `, `1 2`, `"a""b"`, "[1\n,\n2]",
}

func sameTokens(t *testing.T, text []byte) {
	want, valid := standardTokens(text)
	for _, r := range []io.Reader{bytes.NewReader(text), iotest.OneByteReader(bytes.NewReader(text))} {
		got, ok := ownTokens(r)
		if ok != valid || valid && !slices.Equal(got, want) {
			t.Fatalf("%q: %q, %v; encoding/json has %q, %v", text, got, ok, want, valid)
		}
	}
}

// The tokens are the tokens of encoding/json, and what that package refuses is
// refused.
func TestJSONTokens(t *testing.T) {
	for _, text := range jsonTexts {
		sameTokens(t, []byte(text))
		sameTokens(t, []byte("["+text+"]"))
	}
}

// Digits that a player placed in f-puzzles are not clues.
func TestGivenCells(t *testing.T) {
	var cells []string
	for i, c := range known {
		switch {
		case c == '.' && i%2 == 0:
			cells = append(cells, `{"value":1,"given":false}`)
		case c == '.':
			cells = append(cells, `{}`)
		default:
			cells = append(cells, `{"given":true,"value":`+string(c)+`}`)
		}
	}
	text := "["
	for row := range slices.Chunk(cells, 9) {
		text += "[" + strings.Join(row, ",") + "],"
	}
	if got := readSheet(`{"size":9,"grid":` + strings.TrimSuffix(text, ",") + "]}\n"); got != known+"\n" {
		t.Errorf("got %s", got)
	}
}

// Several trees may follow one another.
func TestJSONSequence(t *testing.T) {
	tree := `{"puzzle":"` + known + `"}`
	if got := readSheet("[\n" + tree + "]\n[" + tree + "]" + tree); got != strings.Repeat(known+"\n", 3) {
		t.Error(got)
	}
}

// An object with a puzzle and rounds has one puzzle: the rounds have positions of it. Rounds
// of an object without one have puzzles as any other member.
func TestRoundsAreNoPuzzles(t *testing.T) {
	round := `{"question":"Find the X-wing.","grid":"` + knownSolution[:30] + known[30:] + `","steps":[{"digits":[1]}]}`
	of := `{"puzzle":"` + known + `","question":"Find the X-wing.","solution":"` + knownSolution + `",`
	for _, text := range []string{of + `"round":` + round + "}", of + `"rounds":[` + round + "," + round + "]}", `{"puzzles":[` + of + `"round":{"was":{"puzzle":` + round + `}}}]}`} {
		if got := readSheet(text + "\n"); got != known+"\n" {
			t.Errorf("%s: got %s", text, got)
		}
	}
	if got := readSheet(`{"rounds":[` + round + "," + of[:len(of)-1] + "}]}\n"); !strings.HasSuffix(got, "\n"+known+"\n") {
		t.Error(got)
	}
}

// Other puzzles among the rounds of a puzzle are puzzles, and errors among them are told.
func TestRoundsOfOtherPuzzles(t *testing.T) {
	other := known[9:] + known[:9]
	text := `{"puzzle":"` + known + `","rounds":[{"puzzle":"` + other + `"},{"puzzle":"` + known[:80] + `"}]}`
	got := readSheet(text + "\n")
	if !strings.Contains(got, other+"\n") || strings.Count(got, "\n") != 3 || !strings.HasSuffix(got, known+"\n") {
		t.Errorf("got %s", got)
	}
}

func FuzzJSONTokens(f *testing.F) {
	for _, text := range jsonTexts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		// Line ends become LF before the tokens are cut, and a mark of the byte
		// order is skipped.
		if bytes.ContainsAny(text, "\r\ufeff") {
			t.Skip()
		}
		sameTokens(t, text)
	})
}

// A tree is read at about the same cost per byte, however it is laid out.
func BenchmarkReadJSON(b *testing.B) {
	var rows []string
	for row := range 9 {
		rows = append(rows, "["+strings.Join(strings.Split(strings.ReplaceAll(known[9*row:9*row+9], ".", "0"), ""), ",")+"]")
	}
	nested := "[" + strings.Join(rows, ",") + "]"
	for _, tree := range []struct{ name, record string }{
		{"strings", `{"id": 7, "puzzle": "` + known + `", "solution": "` + knownSolution + `", "difficulty": 1.5}`},
		{"nested", `{"board": ` + nested + `}`},
		{"indented", "{\n  \"board\": " + strings.ReplaceAll(nested, ",", ",\n      ") + "\n}"},
	} {
		text := "[\n" + strings.Repeat(tree.record+",\n", 2000) + tree.record + "\n]\n"
		b.Run(tree.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				for _, err := range Puzzles(strings.NewReader(text)) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
