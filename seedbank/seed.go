package seedbank

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Key names a seed: the first 64 bits of the SHA-256 of its 81 characters, with
// . for an empty cell. It is part of puzzle IDs and never changes.
type Key uint64

// KeyOf returns the key of a canonical form.
func KeyOf(canonical sudoku.Grid) Key {
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
	Ladders       [NumLadders]Ladder
	Origin        Origin
	Run           RunID
}

// Key returns the key of s.
func (s *Seed) Key() Key { return KeyOf(s.Puzzle.Clues()) }

// maskBytes hold a bit for each of the 81 cells.
const maskBytes = 11

// packGrid returns a grid as the bank stores it: 81 bits that tell which cells
// are clues, then the digits of these, two a byte.
func packGrid(g sudoku.Grid) []byte {
	packed := make([]byte, maskBytes, maskBytes+(g.NumClues()+1)/2)
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

// unpackPuzzle returns a seed with its puzzle alone. The solution is found anew,
// which proves on the way that the file has kept the puzzle.
func unpackPuzzle(packed []byte) (s Seed, err error) {
	clues, err := unpackGrid(packed)
	if err != nil {
		return s, err
	}
	var solver sudoku.Solver
	if s.Puzzle, err = solver.Prove(clues); err != nil {
		return s, fmt.Errorf("seed %v: %w", clues, err)
	}
	return s, nil
}

// packUses returns how often a path uses each technique, as the bank stores it:
// for each that it uses the number of the technique and that of its steps, as
// unsigned varints.
func packUses(r *rating.Result, ids *[rating.NumTechniques]int64) []byte {
	var packed []byte
	for t, steps := range r.Uses {
		if steps > 0 {
			packed = binary.AppendUvarint(packed, uint64(ids[t]))
			packed = binary.AppendUvarint(packed, uint64(steps))
		}
	}
	return packed
}

// unpackUses calls use for each technique that packUses has packed, by its
// number in the bank, until use returns an error.
func unpackUses(packed []byte, use func(id uint64, steps uint16) error) error {
	for len(packed) > 0 {
		id, n := binary.Uvarint(packed)
		steps, m := binary.Uvarint(packed[max(n, 0):])
		if n <= 0 || m <= 0 || steps == 0 || steps > math.MaxUint16 {
			return errors.New("its techniques cannot be read")
		}
		if err := use(id, uint16(steps)); err != nil {
			return err
		}
		packed = packed[n+m:]
	}
	return nil
}
