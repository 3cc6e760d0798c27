package mini

import "github.com/seedoku/seedoku/internal/squeeze"

// alphabet holds the characters of the string of seeds: printable characters
// without special meaning in strings of all languages, in trigraphs of C, and in
// scripts of web pages.
const alphabet = "!#%&'()*+,-./0123456789:;=>@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~"

// The string is one number, written with base digits, and read by a range coder
// (G. N. N. Martin, 1979). The coder keeps a range: the number of values that the
// digits read so far leave for the part of the number that tells the rest. A
// decision divides the range among its outcomes. Before each, digits are read until
// the range is at least leastRange, so that all its values stay below 2^31.
const (
	base       = len(alphabet)
	leastRange = 1 << 24
)

// A coder makes decisions: the decoder reads them from a text, the encoder gets
// them as arguments and writes them. Both use the same code of the model.
type coder interface {
	// choose decides between n equally likely outcomes. The encoder writes the
	// given outcome and returns it; the decoder ignores the argument.
	choose(n, outcome int) int

	// flip decides between true and false; true has the probability odds/all.
	flip(odds, all int, outcome bool) bool
}

// encoder writes decisions.
type encoder struct{ *squeeze.Encoder }

func newEncoder() *encoder { return &encoder{squeeze.NewEncoder(int64(base), leastRange)} }

// part returns the range of one of n equal parts.
func (e *encoder) part(n int) int64 { return e.Range() / int64(n) }

func (e *encoder) choose(n, outcome int) int {
	part := e.part(n)
	e.Narrow(int64(outcome)*part, part)
	return outcome
}

func (e *encoder) flip(odds, all int, outcome bool) bool {
	part := e.part(all) * int64(odds)
	if outcome {
		e.Narrow(0, part)
	} else {
		e.Narrow(part, e.Range()-part)
	}
	return outcome
}

// text returns the string that encodes the decisions, with the length that the
// decoder reads.
func (e *encoder) text() string {
	text := make([]byte, len(e.Digits()))
	for i, digit := range e.Digits() {
		text[i] = alphabet[digit]
	}
	return string(text)
}
