package seed

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seedoku/seedoku/transform"
)

// ID names a puzzle: the seed, the clues added to it, and the isomorphism that
// turns both. The same ID gives the same puzzle on every bank, or none where
// the bank lacks the seed or the rung.
//
// Its text is letters and digits in two groups, or in three if clues are added:
//
//	BC9CP40D4XK9D-03JZ9J6GMX             a seed, turned
//	BC9CP40D4XK9D-6CMZJYFS-03JZ9J6GM5    one of its rungs, turned
//	'-----------' '------' '-------''
//	    seed        rung   isomorphism, check
//
// Each character stands for five bits; I, L, O and U are not used, and lower
// case means the same. The groups hold the 64 bits of the [Key] after one zero
// bit, the 40 bits of the [RungName], and the 41 bits of the index of the
// isomorphism after four zero bits. The check character at the end detects any
// change of one character, and any two different characters changing places.
type ID struct {
	Seed  Key
	Rung  RungName // 0 for the seed itself
	Index uint64   // of the isomorphism, below transform.Order
}

const (
	idAlphabet   = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	symbolBits   = 5
	seedSymbols  = 13 // 64 bits and one 0
	rungSymbols  = 8  // 40 bits
	indexSymbols = 9  // 41 bits and four 0

	// Symbols of the ID of a turned seed and of a turned rung, without the check.
	seedLength = seedSymbols + indexSymbols
	rungLength = seedSymbols + rungSymbols + indexSymbols
)

// String returns the name of the seed as it stands in puzzle IDs.
func (k Key) String() string { return string(k.Append(nil)) }

// Append appends the name of the seed as it stands in puzzle IDs, 13 characters.
func (k Key) Append(dst []byte) []byte {
	dst, _ = appendGroup(dst, 0, uint64(k), seedSymbols)
	return dst
}

// String returns the name of the rung as it stands in puzzle IDs.
func (n RungName) String() string {
	text, _ := appendGroup(nil, 0, uint64(n), rungSymbols)
	return string(text)
}

// String returns the text of id.
func (id ID) String() string { return string(id.Append(make([]byte, 0, rungLength+3))) }

// Append appends the text of id, 24 characters for a seed and 33 for a rung.
func (id ID) Append(dst []byte) []byte {
	dst, sum := appendGroup(dst, 0, uint64(id.Seed), seedSymbols)
	dst = append(dst, '-')
	if id.Rung != 0 {
		dst, sum = appendGroup(dst, sum, uint64(id.Rung), rungSymbols)
		dst = append(dst, '-')
	}
	dst, sum = appendGroup(dst, sum, id.Index, indexSymbols)
	return append(dst, idAlphabet[sum])
}

// appendGroup appends the lowest 5n bits of a number as n characters. It also
// returns the check sum of all symbols up to here, given the one of those before.
func appendGroup(dst []byte, sum uint8, number uint64, n int) ([]byte, uint8) {
	for shift := symbolBits * (n - 1); shift >= 0; shift -= symbolBits {
		symbol := uint8(number >> shift & 31)
		sum = double(sum ^ symbol)
		dst = append(dst, idAlphabet[symbol])
	}
	return dst, sum
}

// symbols are the numbers of five bits that id is made of.
func (id ID) symbols() []uint8 {
	symbols := appendSymbols(make([]uint8, 0, rungLength+1), uint64(id.Seed), seedSymbols)
	if id.Rung != 0 {
		symbols = appendSymbols(symbols, uint64(id.Rung), rungSymbols)
	}
	return appendSymbols(symbols, id.Index, indexSymbols)
}

// appendSymbols appends the lowest 5n bits of a number as n symbols.
func appendSymbols(symbols []uint8, number uint64, n int) []uint8 {
	for i := n - 1; i >= 0; i-- {
		symbols = append(symbols, uint8(number>>(symbolBits*i)&31))
	}
	return symbols
}

// number is the inverse of appendSymbols.
func number(symbols []uint8) (n uint64) {
	for _, s := range symbols {
		n = n<<symbolBits | uint64(s)
	}
	return n
}

// checkSymbol is a weighted sum in the field of 32 elements. The weights are
// different powers of a primitive element. None is 1, which is the weight of
// the check itself. So the check fails if one symbol is changed or two
// different ones change places. There are 31 powers, and the longest ID has 31
// symbols.
func checkSymbol(symbols []uint8) uint8 {
	sum := uint8(0)
	for _, s := range symbols {
		sum = double(sum ^ s)
	}
	return sum
}

// double multiplies by the primitive element x of GF(2)[x]/(x^5+x^2+1).
func double(a uint8) uint8 { return a<<1 ^ a>>4*0b100101 }

// ErrBadID is wrapped by every error of [ParseID].
var ErrBadID = errors.New("not a puzzle ID")

// ParseID reads the text of an ID. It ignores hyphens, and white space at both
// ends. It takes lower case for upper case, I and L for 1, and O for 0. The
// error wraps [ErrBadID].
func ParseID(text string) (ID, error) {
	id, err := parseID(text)
	if err != nil {
		return ID{}, fmt.Errorf("%q is %w: %w", text, ErrBadID, err)
	}
	return id, nil
}

func parseID(text string) (id ID, err error) {
	symbols, err := parseSymbols(text)
	if err != nil {
		return ID{}, err
	}
	body := symbols[:len(symbols)-1]
	if checkSymbol(body) != symbols[len(body)] {
		return ID{}, errors.New("the check character does not fit, so something is mistyped")
	}
	id.Seed = Key(number(body[:seedSymbols]))
	id.Rung = RungName(number(body[seedSymbols : len(body)-indexSymbols]))
	id.Index = number(body[len(body)-indexSymbols:])
	if string(id.symbols()) != string(body) || id.Index >= transform.Order {
		return ID{}, errors.New("it names no puzzle")
	}
	return id, nil
}

// parseSymbols reads the characters of an ID as numbers of five bits.
func parseSymbols(text string) ([]uint8, error) {
	symbols := make([]uint8, 0, rungLength+1)
	for i, char := range strings.TrimSpace(text) {
		if char == '-' {
			continue
		}
		s := strings.IndexRune(idAlphabet, meant(char))
		if s < 0 {
			return nil, fmt.Errorf("character %d, %q, occurs in no ID", i+1, char)
		}
		symbols = append(symbols, uint8(s))
	}
	if n := len(symbols); n != seedLength+1 && n != rungLength+1 {
		return nil, fmt.Errorf("it has %d letters and digits, want %d or %d", n, seedLength+1, rungLength+1)
	}
	return symbols, nil
}

// meant returns the character of the alphabet that a typed one stands for, or
// the typed one itself if it stands for none.
func meant(char rune) rune {
	if 'a' <= char && char <= 'z' {
		char -= 'a' - 'A'
	}
	switch char {
	case 'I', 'L':
		return '1'
	case 'O':
		return '0'
	}
	return char
}
