package pack

import (
	"errors"
	"strings"
)

// errLZ is the error for a text that LZ-string did not write.
var errLZ = errors.New("not a text that LZ-string packed")

// unpackBase64 gives back what [compressToBase64] packed. The text may be of any
// characters, as JavaScript counts them, and of 1 MiB at most.
func unpackBase64(packed string) (string, error) {
	z := lzReader{packed: strings.TrimRight(packed, "="), width: 2, room: 2, strings: make([]string, 3)}
	var out strings.Builder
	last := ""
	for out.Len() <= maxRecord {
		number := z.bits(z.width)
		now := ""
		switch {
		case z.failed:
			return "", errLZ
		case number == lzEnd:
			return out.String(), nil
		case number < lzEnd:
			now = string(rune(z.bits(8 << number)))
			z.add(now)
		case number < len(z.strings):
			now = z.strings[number]
		case number == len(z.strings) && last != "":
			now = last + firstChar(last)
		default:
			return "", errLZ
		}
		out.WriteString(now)
		if last != "" {
			z.strings = append(z.strings, last+firstChar(now))
			if z.kept += len(last) + 1; z.kept > 16*maxRecord {
				return "", errLZ
			}
		}
		z.grow()
		last = now
	}
	return "", errLZ
}

func firstChar(text string) string {
	for i := range text {
		if i > 0 {
			return text[:i]
		}
	}
	return text
}

// lzReader reads what an [lzWriter] writes.
type lzReader struct {
	packed  string   // base 64
	at      int      // the next bit of it
	width   int      // bits of a number
	room    int      // numbers to go before width grows
	strings []string // by number
	kept    int      // length of all strings
	failed  bool     // at the end of the text
}

func (z *lzReader) add(text string) {
	z.strings = append(z.strings, text)
	z.grow()
}

func (z *lzReader) grow() {
	if z.room--; z.room == 0 {
		z.room = 1 << z.width
		z.width++
	}
}

func (z *lzReader) bits(n int) (value int) {
	for i := range n {
		if z.at/6 >= len(z.packed) {
			z.failed = true
			return 0
		}
		digit := strings.IndexByte(base64Digits, z.packed[z.at/6])
		if digit < 0 {
			z.failed = true
			return 0
		}
		value |= digit >> (5 - z.at%6) & 1 << i
		z.at++
	}
	return value
}
