package seedbank

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Key names a seed: the first 64 bits of the SHA-256 of its 81 characters, with
// . for an empty cell. It is part of puzzle IDs and never changes.
type Key uint64

// KeyOf returns the key of a canonical form.
func KeyOf(canonical *sudoku.Grid) Key {
	var line [81]byte
	sum := sha256.Sum256(canonical.AppendLine(line[:0], '.'))
	return Key(binary.BigEndian.Uint64(sum[:]))
}

// Origin tells how a seed was found.
type Origin string

// The origins of seeds.
const (
	Prune  Origin = "prune"
	Walk   Origin = "walk"
	Import Origin = "import"
)

// Seed is a minimal puzzle in canonical form, with all that a bank knows of it.
type Seed struct {
	Puzzle        sudoku.Puzzle
	Rating        rating.Result
	Automorphisms uint64
	Origin        Origin
	Run           RunID
}

// Key returns the key of s.
func (s *Seed) Key() Key { return KeyOf(&s.Puzzle.Clues) }

// maskBytes hold a bit for each of the 81 cells.
const maskBytes = 11

// packGrid returns a grid as the bank stores it: 81 bits that tell which cells
// are clues, then the digits of these, two a byte.
func packGrid(g *sudoku.Grid) []byte {
	packed := make([]byte, maskBytes, maskBytes+(g.Clues()+1)/2)
	high := true
	for c, d := range g {
		if d == 0 {
			continue
		}
		packed[c/8] |= 1 << (c % 8)
		if high {
			packed = append(packed, byte(d)<<4)
		} else {
			packed[len(packed)-1] |= byte(d)
		}
		high = !high
	}
	return packed
}

// unpackGrid is the inverse of packGrid.
func unpackGrid(packed []byte) (g sudoku.Grid, err error) {
	if len(packed) < maskBytes {
		return g, fmt.Errorf("packed puzzle of %d bytes", len(packed))
	}
	digits := packed[maskBytes:]
	n := 0
	for c := range g {
		if packed[c/8]>>(c%8)&1 == 0 {
			continue
		}
		if n/2 >= len(digits) {
			return g, fmt.Errorf("packed puzzle without its digits from number %d on", n+1)
		}
		d := digits[n/2] >> (4 * (1 - n%2)) & 15
		if d < 1 || d > 9 {
			return g, fmt.Errorf("packed puzzle with the digit %d", d)
		}
		g[c] = sudoku.Digit(d)
		n++
	}
	if len(digits) != (n+1)/2 {
		return g, fmt.Errorf("packed puzzle with %d bytes too many", len(digits)-(n+1)/2)
	}
	return g, nil
}
