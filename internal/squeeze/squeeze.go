// Package squeeze makes texts small for files that are scripts: a text becomes fewer
// characters, all of them printable, which a function in JavaScript makes the text of
// again. Pages take about a sixth less than with deflate.
//
// # Words
//
// A context is what stands before a byte: the last bytes, or the word so far. The model
// tells, for each bit, how likely it is 1, from how often it was so in each context. Two
// mixers weigh what the contexts say, and learn from every bit. A range coder (G. N. N.
// Martin, 1979) writes each bit in as many digits as it is unlikely.
//
// # Guarantees
//
// Packing and unpacking calculate with the four operations on doubles alone, in the same
// order, so that every machine and browser has the same numbers: tests compare them.
package squeeze

import (
	_ "embed" // for the script
	"strings"
)

// A packed text is a number with digits of this base: all printable characters of ASCII
// but <, so that it ends no script of HTML.
const base = 94

// leastRange is the least range of a decision. All numbers stay below 2^53.
const leastRange = 1 << 40

// Unpacker is the function unpack(packed) in JavaScript, which returns the text.
//
//go:embed unpack.js
var Unpacker string

// Pack packs a text.
func Pack(text string) string {
	m := newModel()
	e := NewEncoder(base, leastRange)
	for i := 0; i <= len(text); i++ {
		c := byte(0) // the end
		if i < len(text) {
			c = text[i]
		}
		for bit := 7; bit >= 0; bit-- {
			one := c>>bit&1 == 1
			span := e.Range()
			first := int64(float64(span) * m.predict())
			if one {
				e.Narrow(0, first)
			} else {
				e.Narrow(first, span-first)
			}
			m.learn(one)
		}
	}
	var out strings.Builder
	for _, digit := range e.Digits() {
		out.WriteByte(character(digit))
	}
	return out.String()
}

// character returns the character of a digit.
func character(digit byte) byte {
	if c := ' ' + digit; c < '<' {
		return c
	}
	return ' ' + digit + 1
}
