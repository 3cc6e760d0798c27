package seedbank

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Rung is a seed with clues added: those of the rungs below it, and one more.
type Rung struct {
	Cell          sudoku.Cell // whose clue is added
	ER, EP, ED    rating.Tenths
	Hardest       rating.Technique
	Automorphisms uint64
}

// Ladder is an order in which the clues of a solution are added to a seed. Rung
// k of it is number k-1 of the list.
type Ladder []Rung

// The ladders of a seed.
const (
	Hold       = iota // keeps the rating as high as it can
	Ease              // comes down gently
	NumLadders        //

	// MaxRungs is the greatest length of a ladder. Rung k of the ladder Ease has
	// the number MaxRungs+1+k.
	MaxRungs = (MaxRung - 1) / 2
)

// Pick is a seed, or a rung of one of its ladders: what isomorphisms then turn.
type Pick struct {
	Seed          *Seed
	Rung          uint8 // 0 is the seed itself
	Puzzle        sudoku.Puzzle
	Rating        rating.Result // of a rung, without its uses
	Automorphisms uint64
}

// rungNumber returns the number of rung k, from 1, of a ladder.
func rungNumber(ladder, k int) uint8 { return uint8(ladder*(MaxRungs+1) + k) }

// Pick returns the rung of a number, and whether there is one.
func (s *Seed) Pick(number uint8) (Pick, bool) {
	pick := Pick{Seed: s, Rung: number, Puzzle: s.Puzzle, Rating: s.Rating, Automorphisms: s.Automorphisms}
	if number == 0 {
		return pick, true
	}
	ladder, k := number/(MaxRungs+1), int(number%(MaxRungs+1))
	if ladder >= NumLadders || k == 0 || k > len(s.Ladders[ladder]) {
		return Pick{}, false
	}
	var added sudoku.Cells
	for _, r := range s.Ladders[ladder][:k] {
		added = added.With(r.Cell)
	}
	pick.Puzzle = s.Puzzle.With(added)
	r := s.Ladders[ladder][k-1]
	pick.Rating = rating.Result{ER: r.ER, EP: r.EP, ED: r.ED, Hardest: r.Hardest}
	pick.Automorphisms = r.Automorphisms
	return pick, true
}

// ID returns the ID of the isomorph that a pick becomes.
func (p *Pick) ID(index uint64) ID { return ID{Seed: p.Seed.Key(), Rung: p.Rung, Index: index} }

const ratingChanges = 0x80

// packLadders returns ladders as the bank stores them.
func packLadders(ladders *[NumLadders]Ladder, ids *[rating.NumTechniques]int64) []byte {
	var packed []byte
	for _, ladder := range ladders {
		packed = binary.AppendUvarint(packed, uint64(len(ladder)))
		var before Rung
		for _, r := range ladder {
			before.Cell = r.Cell
			if r == before {
				packed = append(packed, byte(r.Cell))
				continue
			}
			packed = append(packed, byte(r.Cell)|ratingChanges, byte(r.ER), byte(r.EP), byte(r.ED))
			packed = binary.AppendUvarint(packed, uint64(ids[r.Hardest]))
			packed = binary.AppendUvarint(packed, r.Automorphisms)
			before = r
		}
	}
	return packed
}

var errLadder = errors.New("its ladders cannot be read")

// unpackLadders is the inverse of packLadders, where technique returns the
// technique of a number of the bank.
func unpackLadders(packed []byte, technique func(id uint64) (rating.Technique, error)) (ladders [NumLadders]Ladder, err error) {
	in := byteReader{packed}
	for l := range ladders {
		n := in.uvarint()
		if n > MaxRungs {
			return ladders, errLadder
		}
		var r Rung
		for range n {
			cell := in.byte()
			r.Cell = sudoku.Cell(cell &^ ratingChanges)
			if cell&ratingChanges != 0 {
				r.ER, r.EP, r.ED = rating.Tenths(in.byte()), rating.Tenths(in.byte()), rating.Tenths(in.byte())
				id := in.uvarint()
				r.Automorphisms = in.uvarint()
				if r.Hardest, err = technique(id); err != nil {
					return ladders, err
				}
			}
			if r.Cell >= 81 || r.Automorphisms == 0 {
				return ladders, errLadder
			}
			ladders[l] = append(ladders[l], r)
		}
	}
	if len(in.left) > 0 {
		return ladders, errLadder
	}
	return ladders, nil
}

// byteReader reads numbers. What is missing reads as 0.
type byteReader struct{ left []byte }

func (r *byteReader) byte() byte {
	if len(r.left) == 0 {
		return 0
	}
	b := r.left[0]
	r.left = r.left[1:]
	return b
}

func (r *byteReader) uvarint() uint64 {
	n, size := binary.Uvarint(r.left)
	if size <= 0 {
		r.left = nil
		return 0
	}
	r.left = r.left[size:]
	return n
}

// rungKeys calls yield for every rung of a seed, with the key of its canonical
// form, until yield returns false.
func rungKeys(s *Seed, canonizer *transform.Canonizer, yield func(number uint8, r *Rung, key Key) bool) {
	for l := range s.Ladders {
		clues := s.Puzzle.Clues()
		for i := range s.Ladders[l] {
			r := &s.Ladders[l][i]
			clues[r.Cell] = s.Puzzle.Solution()[r.Cell]
			canonical := canonizer.Canonical(clues)
			if !yield(rungNumber(l, i+1), r, KeyOf(canonical.Grid)) {
				return
			}
		}
	}
}

// checkLadders returns an error if ladders cannot be those of a seed.
func (s *Seed) checkLadders() error {
	for _, ladder := range s.Ladders {
		filled := s.Puzzle.Clues().Filled()
		if len(ladder) > MaxRungs {
			return fmt.Errorf("a ladder has %d rungs; there is room for %d", len(ladder), MaxRungs)
		}
		for _, r := range ladder {
			if filled.Has(r.Cell) {
				return fmt.Errorf("a ladder adds the clue of %v twice", r.Cell)
			}
			filled = filled.With(r.Cell)
		}
	}
	return nil
}
