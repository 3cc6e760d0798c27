package seedbank

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seedoku/seedoku/transform"
)

// ID names a puzzle: the seed, the clues added to it, and how both are turned.
// The same ID gives the same puzzle on every bank that holds the seed.
//
// Its text is 24 letters and digits with a hyphen inside, such as
// 028T5CY4TQKFF-0600003RJ0H. Each stands for five bits; I, L, O and U are not
// used, and lower case means the same. Before the hyphen stands the name of the
// seed: 64 bits of [Key], after a bit that is 0. Behind it stand 2 bits that
// are 0, 7 bits of the rung and 41 of the isomorphism, and then a check
// character that differs if any one character does, or if any two neighbours
// have changed places.
type ID struct {
	Seed  Key
	Rung  uint8  // of a ladder, 0 to 127; 0 is the seed itself
	Index uint64 // of the isomorphism, below transform.Order
}

// MaxRung is the greatest rung that an ID can name.
const MaxRung = 1<<rungBits - 1

const (
	idAlphabet  = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	seedSymbols = 13 // of five bits: 64 bits and one 0
	bodySymbols = 23 // all but the check character
	rungBits    = 7
	indexBits   = 41
)

// String returns the name of the seed as it stands in puzzle IDs.
func (k Key) String() string {
	var symbols [seedSymbols]byte
	for i := range symbols {
		symbols[i] = idAlphabet[k>>(5*(seedSymbols-1-i))&31]
	}
	return string(symbols[:])
}

// String returns the text of id.
func (id ID) String() string {
	symbols := id.symbols()
	text := make([]byte, 0, bodySymbols+2)
	for i, s := range symbols {
		if i == seedSymbols {
			text = append(text, '-')
		}
		text = append(text, idAlphabet[s])
	}
	return string(append(text, idAlphabet[checkSymbol(&symbols)]))
}

// symbols are the 23 numbers of five bits that id is made of.
func (id ID) symbols() (symbols [bodySymbols]uint8) {
	rest := uint64(id.Rung)<<indexBits | id.Index
	for i := range symbols {
		if i < seedSymbols {
			symbols[i] = uint8(uint64(id.Seed) >> (5 * (seedSymbols - 1 - i)) & 31)
		} else {
			symbols[i] = uint8(rest >> (5 * (bodySymbols - 1 - i)) & 31)
		}
	}
	return symbols
}

// checkSymbol is a weighted sum in the field of 32 elements. The weights are
// different powers of a primitive element and not 1, the weight of the check
// itself: so a change of one symbol, and an exchange of two different ones,
// changes the sum.
func checkSymbol(symbols *[bodySymbols]uint8) uint8 {
	sum := uint8(0)
	for _, s := range symbols {
		sum = double(sum ^ s)
	}
	return sum
}

// double multiplies by the primitive element x of GF(2)[x]/(x^5+x^2+1).
func double(a uint8) uint8 {
	a <<= 1
	if a&32 != 0 {
		a ^= 0b100101
	}
	return a
}

// ErrBadID is wrapped by every error of [ParseID].
var ErrBadID = errors.New("not a puzzle ID")

// ParseID reads the text of an ID. It ignores hyphens and white space around,
// and takes lower case, I and L for 1 and O for 0.
func ParseID(text string) (ID, error) {
	symbols, err := parseSymbols(text)
	if err != nil {
		return ID{}, fmt.Errorf("%q is %w: %w", text, ErrBadID, err)
	}
	body := [bodySymbols]uint8(symbols)
	var seed, rest uint64
	for i, s := range body {
		if i < seedSymbols {
			seed = seed<<5 | uint64(s)
		} else {
			rest = rest<<5 | uint64(s)
		}
	}
	id := ID{Seed: Key(seed), Rung: uint8(rest >> indexBits & MaxRung), Index: rest & (1<<indexBits - 1)}
	if checkSymbol(&body) != symbols[bodySymbols] {
		return ID{}, fmt.Errorf("%q is %w: the check character does not fit, so something is mistyped", text, ErrBadID)
	}
	if id.symbols() != body || id.Index >= transform.Order {
		return ID{}, fmt.Errorf("%q is %w: it names no isomorphism", text, ErrBadID)
	}
	return id, nil
}

// parseSymbols reads the characters of an ID as numbers of five bits.
func parseSymbols(text string) ([]uint8, error) {
	var symbols []uint8
	for i, char := range strings.ToUpper(strings.TrimSpace(text)) {
		switch char {
		case '-':
			continue
		case 'I', 'L':
			char = '1'
		case 'O':
			char = '0'
		}
		s := strings.IndexRune(idAlphabet, char)
		if s < 0 {
			return nil, fmt.Errorf("character %d, %q, is none of an ID", i+1, char)
		}
		symbols = append(symbols, uint8(s))
	}
	if len(symbols) != bodySymbols+1 {
		return nil, fmt.Errorf("it has %d characters, want %d", len(symbols), bodySymbols+1)
	}
	return symbols, nil
}
