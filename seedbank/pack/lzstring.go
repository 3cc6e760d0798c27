package pack

import "strings"

// base64Digits are the digits of base 64, of RFC 4648.
const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// compressToBase64 packs an ASCII text as the function of this name in the
// JavaScript library LZ-string does, for the web pages that unpack it.
//
// The method is of the LZ78 family: the text is cut into the longest strings seen
// before, and each is written as its number. Each of them and the character
// behind it make a new string.
//
//	number 0, 1   a character not seen before follows, of 8 or 16 bits
//	number 2      the end
//	from 3 on     characters and strings in the order in which they appeared
//
// A number has as many bits as the greatest one so far may need. All bits go
// lowest first.
func compressToBase64(text string) string {
	z := lzWriter{width: 2, room: 2}
	numbers := map[lzString]int{}
	unwritten := map[int]bool{} // characters that only a number stands for yet
	known := lzNone             // the string read and not written yet
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
		single := lzString{lzNone, text[i]}
		if _, seen := numbers[single]; !seen {
			numbers[single] = next
			unwritten[next] = true
			next++
		}
		longer := lzString{known, text[i]}
		if number, seen := numbers[longer]; seen {
			known = number
			continue
		}
		write(i)
		numbers[longer] = next
		next++
		known = numbers[single]
	}
	if known != lzNone {
		write(len(text))
	}
	return z.end()
}

// lzString is a string: the number of the string before its last character, and
// that character.
type lzString struct {
	most int
	last byte
}

const (
	lzNone = -1 // the number of the empty string
	lzEnd  = 2
)

// lzWriter writes numbers of growing width as digits of base 64.
type lzWriter struct {
	out    strings.Builder
	digit  int // in the making
	filled int // bits of it
	width  int // bits of a number
	room   int // numbers to go before width grows
}

// number writes the number of a string seen before.
func (z *lzWriter) number(n int) {
	z.bits(n, z.width)
	z.grow()
}

// character writes a character not seen before. That counts as two numbers: the
// character itself is a string, too.
func (z *lzWriter) character(c byte) {
	z.bits(0, z.width)
	z.bits(int(c), 8)
	z.grow()
	z.grow()
}

func (z *lzWriter) grow() {
	if z.room--; z.room == 0 {
		z.room = 1 << z.width
		z.width++
	}
}

func (z *lzWriter) bits(value, n int) {
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
func (z *lzWriter) end() string {
	z.bits(lzEnd, z.width)
	z.bits(0, 6-z.filled)
	if rest := z.out.Len() % 4; rest > 0 {
		z.out.WriteString("==="[rest-1:])
	}
	return z.out.String()
}
