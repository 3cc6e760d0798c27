package lzstring

import "strings"

// Compress packs an ASCII text as the function compressToBase64 of the library does.
func Compress(text string) string {
	z := writer{width: narrowest}
	numbers := map[seen]int{}
	unwritten := map[int]bool{} // characters that only a number stands for yet
	known := none               // the string read and not written yet
	write := func(end int) {
		if unwritten[known] {
			delete(unwritten, known)
			z.character(text[end-1])
		} else {
			z.number(known)
		}
	}
	next := 3
	for i := range len(text) {
		single := seen{none, text[i]}
		if _, there := numbers[single]; !there {
			numbers[single] = next
			unwritten[next] = true
			next++
		}
		longer := seen{known, text[i]}
		if number, there := numbers[longer]; there {
			known = number
			continue
		}
		write(i)
		numbers[longer] = next
		next++
		known = numbers[single]
	}
	if known != none {
		write(len(text))
	}
	return z.end()
}

// seen is a string: the number of the string before its last character, and that
// character.
type seen struct {
	most int
	last byte
}

// none is the number of the empty string.
const none = -1

// writer writes numbers of growing width as digits of base 64.
type writer struct {
	width
	out    strings.Builder
	digit  int // in the making
	filled int // bits of it
}

// number writes the number of a string seen before.
func (z *writer) number(n int) {
	z.write(n, z.bits)
	z.grow()
}

// character writes a character not seen before. That counts as two numbers: the
// character itself is a string, too.
func (z *writer) character(c byte) {
	z.write(0, z.bits)
	z.write(int(c), 8)
	z.grow()
	z.grow()
}

func (z *writer) write(value, n int) {
	for ; n > 0; n-- {
		z.digit = z.digit<<1 | value&1
		value >>= 1
		if z.filled++; z.filled == 6 {
			z.out.WriteByte(base64Digits[z.digit])
			z.digit, z.filled = 0, 0
		}
	}
}

// end returns all that was written. At least one bit follows the end, and the
// digits are filled up to four.
func (z *writer) end() string {
	z.write(end, z.bits)
	z.write(0, 6-z.filled)
	if rest := z.out.Len() % 4; rest > 0 {
		z.out.WriteString("==="[rest-1:])
	}
	return z.out.String()
}
