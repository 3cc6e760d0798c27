package lzstring

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// errPacked is the error for a text that LZ-string did not write.
var errPacked = errors.New("not a text that LZ-string packed")

// Decompress gives back what [Compress] packed. The text may be of any characters, as
// JavaScript counts them, and hardly longer than most, in bytes; the memory that it
// takes is bounded by 16 times that.
func Decompress(packed string, most int) (string, error) {
	z := reader{width: narrowest, packed: strings.TrimRight(packed, "="), strings: make([]string, end+1)}
	var out strings.Builder
	last := ""
	for kept := 0; out.Len() <= most && kept <= 16*most; {
		number := z.read(z.bits)
		now := ""
		switch {
		case z.failed:
			return "", errPacked
		case number == end:
			return out.String(), nil
		case number < end:
			now = string(rune(z.read(8 << number)))
			z.strings = append(z.strings, now)
			z.grow()
		case number < len(z.strings):
			now = z.strings[number]
		case number == len(z.strings) && last != "":
			now = last + firstOf(last)
		default:
			return "", errPacked
		}
		out.WriteString(now)
		if last != "" {
			z.strings = append(z.strings, last+firstOf(now))
			kept += len(last) + 1
		}
		z.grow()
		last = now
	}
	return "", errPacked
}

// firstOf returns the first character of a text.
func firstOf(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return text[:size]
}

// reader reads what a [writer] writes.
type reader struct {
	width
	packed  string   // base 64
	at      int      // the next bit of it
	strings []string // by number
	failed  bool     // at the end of the text
}

func (z *reader) read(n int) (value int) {
	for i := range n {
		digit := -1
		if z.at/6 < len(z.packed) {
			digit = strings.IndexByte(base64Digits, z.packed[z.at/6])
		}
		if digit < 0 {
			z.failed = true
			return 0
		}
		value |= digit >> (5 - z.at%6) & 1 << i
		z.at++
	}
	return value
}
