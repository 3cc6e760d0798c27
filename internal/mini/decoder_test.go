package mini

import (
	"errors"
	"strings"
)

// errText says that a text is not one that an encoder has made.
var errText = errors.New("not a string of seeds")

// decoder reads decisions. After an error its outcomes mean nothing.
type decoder struct {
	rest string // not read yet
	code int64  // where the number lies in the range
	span int64  // the range
	err  error
}

func newDecoder(text string) *decoder { return &decoder{rest: text, span: 1} }

func (d *decoder) scale(n int) int64 {
	for d.span < leastRange {
		digit := -1
		if d.rest != "" {
			digit = strings.IndexByte(alphabet, d.rest[0])
			d.rest = d.rest[1:]
		}
		if digit < 0 {
			d.err, digit = errText, 0
		}
		d.code = d.code*int64(base) + int64(digit)
		d.span *= int64(base)
	}
	return d.span / int64(n)
}

func (d *decoder) choose(n, _ int) int {
	if n < 1 {
		d.err = errText
		return 0
	}
	d.span = d.scale(n)
	outcome := d.code / d.span
	if outcome >= int64(n) { // the values left over when the range was divided
		d.err = errText
		d.code = 0
		return 0
	}
	d.code -= outcome * d.span
	return int(outcome)
}

func (d *decoder) flip(odds, all int, _ bool) bool {
	part := d.scale(all) * int64(odds)
	if d.code < part {
		d.span = part
		return true
	}
	d.code -= part
	d.span -= part
	return false
}

// decode returns the n seeds of a string. It takes any text, and returns an error
// for one that encode cannot have made.
func (k *kind) decode(text string, n int) ([]Seed, error) {
	d := newDecoder(text)
	var seeds []Seed
	for i := 0; i < n && d.err == nil; i++ {
		var s Seed
		k.seed(d, &s, k.levelOf(i))
		seeds = append(seeds, s)
	}
	if d.err == nil && d.rest != "" {
		d.err = errText
	}
	return seeds, d.err
}
