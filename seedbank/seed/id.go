package seed

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/transform"
)

// ID names a puzzle: the seed, the clues added to it, and the isomorphism that
// turns both. The same ID gives the same puzzle on every bank that has the seed.
//
// Its text is letters and digits in two groups, or in three if clues are added:
//
//	BC9CP40D4XK9D-03JZ9J6GMX           a seed, turned
//	BC9CP40D4XK9D-000Z-G3JZ9J6GM?      the same with a clue added, turned
//	'-----------' '--' '-------''
//	    seed     clues  isomorphism, check
//
// Each character stands for five bits; I, L, O and U are not used, and lower
// case means the same. The groups hold the 64 bits of the [Key] after one zero
// bit, the [Subset] of the clues added, and the 41 bits of the index of the
// isomorphism after four bits: a mark, which is 1 if clues are added, and zeros.
//
// The clues take 4, 6, 8, 11 or 13 characters, the fewest that are enough. So the
// lengths of two IDs never differ by one. With these lengths and the mark, an ID
// that lacks one of its groups is never an ID.
//
// The check character at the end detects any change of one character. It detects
// any exchange of two different characters, unless they are 31 places apart. That
// distance needs clues of 11 characters or more.
//
// A puzzle can have several such descriptions. Its ID is the description with the
// least subset and, among these, the least index. See [Seed.Recall].
type ID struct {
	Seed  Key
	Added Subset // 0 for the seed itself
	Index uint64 // of the isomorphism, below transform.Order
}

const (
	idAlphabet   = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	symbolBits   = 5
	seedSymbols  = 13 // 64 bits and one 0
	indexSymbols = 9  // the mark, three 0 and 41 bits

	addedMark = 1 << (indexSymbols*symbolBits - 1)

	longestID = seedSymbols + 13 + indexSymbols + 1 // symbols, with the check
)

// addedSymbols are the numbers of symbols that a subset can take. Any two differ
// by at least 2, so that no lost or doubled character makes another ID. No ID has
// the length of an ID without its last group: with 10 symbols that would be the
// length of the ID of a seed.
var addedSymbols = [...]int{4, 6, 8, 11, 13}

// symbols returns the number of symbols that n takes in an ID.
func (n Subset) symbols() int {
	i := slices.IndexFunc(addedSymbols[:], func(symbols int) bool { return n>>(symbolBits*symbols) == 0 })
	return addedSymbols[i] // the last has more than 64 bits
}

// String returns the name of the seed as it stands in puzzle IDs.
func (k Key) String() string { return string(k.Append(nil)) }

// Append appends the name of the seed as it stands in puzzle IDs, 13 characters.
func (k Key) Append(dst []byte) []byte {
	dst, _ = appendGroup(dst, 0, uint64(k), seedSymbols)
	return dst
}

// String returns n as it stands in puzzle IDs.
func (n Subset) String() string {
	text, _ := appendGroup(nil, 0, uint64(n), n.symbols())
	return string(text)
}

// String returns the text of id.
func (id ID) String() string { return string(id.Append(make([]byte, 0, longestID+2))) }

// Append appends the text of id, 24 characters for a seed and 29 to 38 for a seed
// with clues added.
func (id ID) Append(dst []byte) []byte {
	dst, sum := appendGroup(dst, 0, uint64(id.Seed), seedSymbols)
	dst = append(dst, '-')
	if id.Added != 0 {
		dst, sum = appendGroup(dst, sum, uint64(id.Added), id.Added.symbols())
		dst = append(dst, '-')
	}
	dst, sum = appendGroup(dst, sum, id.markedIndex(), indexSymbols)
	return append(dst, idAlphabet[sum])
}

// markedIndex returns the number that the last group holds.
func (id ID) markedIndex() uint64 {
	if id.Added != 0 {
		return id.Index | addedMark
	}
	return id.Index
}

// appendGroup appends the lowest 5n bits of a number as n characters. It also
// updates the check sum: sum covers all symbols before, the result also these n.
func appendGroup(dst []byte, sum uint8, number uint64, n int) ([]byte, uint8) {
	for shift := symbolBits * (n - 1); shift >= 0; shift -= symbolBits {
		symbol := uint8(number >> shift & 31)
		sum = double(sum ^ symbol)
		dst = append(dst, idAlphabet[symbol])
	}
	return dst, sum
}

// number returns the number that symbols represent, five bits each, the highest
// first.
func number(symbols []uint8) (n uint64) {
	for _, s := range symbols {
		n = n<<symbolBits | uint64(s)
	}
	return n
}

// checkSymbol is a weighted sum in the field of 32 elements. The weights are powers
// of a primitive element, starting with the weight 1 of the check symbol itself. No
// weight is 0, so a change of one symbol is detected. An exchange of two different
// symbols is detected if their weights differ. There are 31 powers, so weights
// repeat after 31 symbols.
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

// parseKey reads the name of a seed as it stands in puzzle IDs. It takes lower case for upper
// case, I and L for 1, and O for 0.
func parseKey(text string) (Key, error) {
	symbols, err := symbolsOf(text)
	if err == nil && (len(symbols) != seedSymbols || symbols[0] >= 1<<(symbolBits-1)) {
		err = errors.New("it has not the form of one")
	}
	if err != nil {
		return 0, fmt.Errorf("%q is not the name of a seed: %w", text, err)
	}
	return Key(number(symbols)), nil
}

// KeyNamed returns the seed that its own name, or the ID of one of its puzzles, names.
func KeyNamed(text string) (Key, error) {
	if key, err := parseKey(text); err == nil {
		return key, nil
	}
	id, err := ParseID(text)
	return id.Seed, err
}

func parseID(text string) (id ID, err error) {
	symbols, err := parseSymbols(text)
	if err != nil {
		return ID{}, err
	}
	body := symbols[:len(symbols)-1]
	if checkSymbol(body) != symbols[len(body)] {
		return ID{}, errors.New("the check character is wrong, so a character is mistyped")
	}
	added, index := body[seedSymbols:len(body)-indexSymbols], body[len(body)-indexSymbols:]
	id.Seed = Key(number(body[:seedSymbols]))
	id.Added = Subset(number(added))
	id.Index = number(index) &^ addedMark
	again, _ := parseSymbols(id.String())
	if !slices.Equal(again, symbols) || id.Index >= transform.Order {
		return ID{}, errors.New("it names no puzzle")
	}
	return id, nil
}

// parseSymbols reads the characters of an ID as numbers of five bits.
func parseSymbols(text string) ([]uint8, error) {
	symbols, err := symbolsOf(text)
	if err != nil {
		return nil, err
	}
	bare := seedSymbols + indexSymbols + 1
	if n := len(symbols); n != bare && !slices.Contains(addedSymbols[:], n-bare) {
		return nil, fmt.Errorf("it has %d letters and digits, and no ID has that many", n)
	}
	return symbols, nil
}

// symbolsOf reads any number of characters.
func symbolsOf(text string) ([]uint8, error) {
	symbols := make([]uint8, 0, longestID)
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
	return symbols, nil
}

// meant returns the character of the alphabet that a typed character stands for.
// It returns the typed character itself if there is none.
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
