package shuffle

import (
	"fmt"
	"math/bits"
)

// Uint128 is an unsigned integer of 128 bits: the number of puzzles that a bank
// can make does not fit in 64.
type Uint128 struct{ Hi, Lo uint64 }

// Number returns n as an integer of 128 bits.
func Number(n uint64) Uint128 { return Uint128{Lo: n} }

// Multiply returns a x b.
func Multiply(a, b uint64) Uint128 {
	hi, lo := bits.Mul64(a, b)
	return Uint128{hi, lo}
}

// Less reports whether x < y.
func (x Uint128) Less(y Uint128) bool {
	return x.Hi < y.Hi || x.Hi == y.Hi && x.Lo < y.Lo
}

// Add returns x + y, which must be below 2^128.
func (x Uint128) Add(y Uint128) Uint128 {
	lo, carry := bits.Add64(x.Lo, y.Lo, 0)
	hi, _ := bits.Add64(x.Hi, y.Hi, carry)
	return Uint128{hi, lo}
}

// Sub returns x - y, which must not be negative.
func (x Uint128) Sub(y Uint128) Uint128 {
	lo, borrow := bits.Sub64(x.Lo, y.Lo, 0)
	hi, _ := bits.Sub64(x.Hi, y.Hi, borrow)
	return Uint128{hi, lo}
}

// DivMod returns x / n and x % n, for an n that is not 0.
func (x Uint128) DivMod(n uint64) (quotient Uint128, remainder uint64) {
	if x.Hi == 0 {
		return Uint128{0, x.Lo / n}, x.Lo % n
	}
	quotient.Hi, remainder = x.Hi/n, x.Hi%n
	quotient.Lo, remainder = bits.Div64(remainder, x.Lo, n)
	return quotient, remainder
}

// String returns x in decimal.
func (x Uint128) String() string {
	const most = 10_000_000_000_000_000_000 // the greatest power of ten in 64 bits
	if x.Hi == 0 {
		return fmt.Sprint(x.Lo)
	}
	front, back := x.DivMod(most)
	return fmt.Sprintf("%v%019d", front, back)
}
