package squeeze

// Encoder writes decisions as one number. It keeps a range: the number of values that the
// digits so far leave for the part of the number that tells the rest. A decision narrows
// it. Before each, digits are added until the range is at least a bound.
type Encoder struct {
	digits      []byte // of the least number that encodes all decisions so far
	span        int64  // the range
	base, least int64
}

// NewEncoder returns an encoder with digits of a base. Its ranges are at least the bound,
// and less than base times the bound.
func NewEncoder(base, least int64) *Encoder { return &Encoder{span: 1, base: base, least: least} }

// Range returns the range for the next decision.
func (e *Encoder) Range() int64 {
	for e.span < e.least {
		e.digits = append(e.digits, 0)
		e.span *= e.base
	}
	return e.span
}

// Narrow leaves a range that begins where the given number of values lie before it.
func (e *Encoder) Narrow(before, span int64) {
	for i := len(e.digits) - 1; before > 0; i-- {
		before += int64(e.digits[i])
		e.digits[i] = byte(before % e.base)
		before /= e.base
	}
	e.span = span
}

// Digits returns the digits of the number.
func (e *Encoder) Digits() []byte { return e.digits }
