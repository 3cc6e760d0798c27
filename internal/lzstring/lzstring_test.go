package lzstring

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestLZString compares with the one known answer of the JavaScript library,
// and demands that its own reading of the answers gives the texts back.
func TestLZString(t *testing.T) {
	if got := Compress(`{"x":3}`); got != "N4IgHiBcDMC+Q===" {
		t.Errorf(`{"x":3} becomes %s`, got)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[ -~]{0,20}([a-d]{0,300})`).Draw(t, "text")
		if got, err := Decompress(Compress(text), 1<<20); err != nil || got != text {
			t.Errorf("%q is unpacked as %q, %v", text, got, err)
		}
		if got := decompressFromBase64(t, Compress(text)); got != text {
			t.Errorf("%q comes back as %q", text, got)
		}
	})
}

// decompressFromBase64 reads what LZ-string writes, by the description of
// [Compress].
func decompressFromBase64(t rapid.TB, packed string) string {
	t.Helper()
	var bits []int
	for _, digit := range strings.TrimRight(packed, "=") {
		value := strings.IndexRune(base64Digits, digit)
		for bit := 5; bit >= 0; bit-- {
			bits = append(bits, value>>bit&1)
		}
	}
	take := func(n int) (value int) {
		for i := range n {
			value |= bits[i] << i
		}
		bits = bits[n:]
		return value
	}
	strings := []string{"", "", ""} // by number
	width, room, last, text := 2, 2, "", ""
	grow := func() {
		if room--; room == 0 {
			room = 1 << width
			width++
		}
	}
	for {
		number, now := take(width), ""
		switch {
		case number == 2:
			return text
		case number == 0:
			now = string(rune(take(8)))
			strings = append(strings, now)
			grow()
		case number == len(strings):
			now = last + last[:1]
		case number > 2 && number < len(strings):
			now = strings[number]
		default:
			t.Fatalf("number %d when there are %d", number, len(strings))
		}
		text += now
		if last != "" {
			strings = append(strings, last+now[:1])
		}
		grow()
		last = now
	}
}

// FuzzDecompress demands that any text is unpacked or refused, in bounded
// memory.
func FuzzDecompress(f *testing.F) {
	f.Add("N4IgHiBcDMC+Q===")
	f.Add(Compress(strings.Repeat("a", 5000)))
	f.Fuzz(func(t *testing.T, packed string) {
		if text, err := Decompress(packed, 1<<20); err == nil && len(text) > 2<<20 {
			t.Errorf("%d bytes", len(text))
		}
	})
}
