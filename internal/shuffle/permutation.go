package shuffle

import (
	"fmt"
	"math/bits"
)

// Permutation is a shuffled order of the numbers below some n. A stream that
// goes through it never gives a number twice, needs no memory of the numbers it
// gave, and can start anywhere. The order depends on n and a key, and never
// changes.
//
// A number below n is seen as a pair (x, y) with x below a and y below b, where
// a x b is n or barely more. Every round adds to each half a keyed hash of the
// other,
//
//	x += hash(y) mod a
//	y += hash(x) mod b
//
// Each line can be undone, so every round is a permutation of the pairs. (This
// is the Feistel network of block ciphers, in the form for numbers that are no
// powers of two by J. Black and P. Rogaway, "Ciphers with Arbitrary Finite
// Domains", 2002.) A pair that stands for no number below n is sent through
// again until one does. The whole is a permutation, so this ends, and gives no
// number twice. It hardly ever happens, because a x b < n + a and a is about
// the root of n.
//
// Statistics find no trace of order after three rounds, and none after two. But
// with few numbers some orders would come more often than others, so these get
// more rounds. This shuffles well; it is no cipher.
type Permutation struct {
	n      Uint128
	a, b   uint64
	rounds []round
}

const (
	fewNumbers  = 1 << 20
	rounds      = 3
	roundsOfFew = 6
)

// round holds the keys of both halves.
type round struct{ x, y hashKey }

// hashKey is the key of one hash; the factor is odd.
type hashKey struct{ mask, factor uint64 }

// New returns the permutation of the numbers below n with a key. It panics if n
// is not below 2^127.
func New(n Uint128, key uint64) *Permutation {
	if n.Hi>>63 != 0 {
		panic("shuffle: permutation of 2^127 numbers or more")
	}
	p := &Permutation{n: n}
	if n == (Uint128{}) {
		return p
	}
	p.a = rootUp(n)
	quotient, remainder := n.DivMod(p.a)
	p.b = quotient.Lo
	if remainder != 0 {
		p.b++
	}
	p.rounds = make([]round, rounds)
	if n.Less(Uint128{Lo: fewNumbers}) {
		p.rounds = make([]round, roundsOfFew)
	}
	for i := range p.rounds {
		p.rounds[i] = round{x: newHashKey(&key), y: newHashKey(&key)}
	}
	return p
}

// rootUp returns the least r with r x r >= n.
func rootUp(n Uint128) uint64 {
	var below uint64 // the greatest r known with r x r < n
	for bit := uint64(1) << 63; bit != 0; bit >>= 1 {
		if r := below | bit; Multiply(r, r).Less(n) {
			below = r
		}
	}
	return below + 1
}

// Len returns n, the number of places.
func (p *Permutation) Len() Uint128 { return p.n }

// At returns the number at place k, which must be below Len.
func (p *Permutation) At(k Uint128) Uint128 {
	if !k.Less(p.n) {
		panic(fmt.Sprintf("shuffle: place %v of a permutation of %v", k, p.n))
	}
	for {
		k = p.shuffle(k)
		if k.Less(p.n) {
			return k
		}
	}
}

// Fill sets numbers to the numbers at the places from k on, all of which must
// be below Len. It is faster than single calls of At, because the processor
// works on several numbers at once.
func (p *Permutation) Fill(numbers []Uint128, k Uint128) {
	for i := range numbers {
		numbers[i] = p.At(k.Add(Uint128{Lo: uint64(i)}))
	}
}

// shuffle permutes the numbers below a x b.
func (p *Permutation) shuffle(k Uint128) Uint128 {
	quotient, x := k.DivMod(p.a)
	y := quotient.Lo
	for i := range p.rounds {
		x = addMod(x, p.rounds[i].x.hash(y, p.a), p.a)
		y = addMod(y, p.rounds[i].y.hash(x, p.b), p.b)
	}
	return Multiply(y, p.a).Add(Uint128{Lo: x})
}

func newHashKey(key *uint64) hashKey {
	return hashKey{mask: Next(key), factor: Next(key) | 1}
}

// hash returns a number below limit.
func (h *hashKey) hash(x, limit uint64) uint64 {
	x = (x ^ h.mask) * h.factor
	x = (x ^ x>>32) * 0xd6e8feb86659fd93
	below, _ := bits.Mul64(x, limit)
	return below
}

// addMod returns x + y mod m, for x and y below m, without overflow.
func addMod(x, y, m uint64) uint64 {
	if rest := m - y; x >= rest {
		return x - rest
	}
	return x + y
}
