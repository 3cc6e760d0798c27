package seed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// The parts of a seed are packed in the same way for banks and for messages:
//
//	grid    81 bits that tell which cells are filled, in 11 bytes: bit c%8 of
//	        byte c/8 is cell c; then the digits of these cells, two a byte, the
//	        first in the high half; the last half byte is 0 if it is not needed
//	uses    for each technique on the solving path: its number, and the number
//	        of its steps
//	rungs   the number of chains, and for each: the rung on which it stands (0 is
//	        the seed, n is rung n, counted from 1), its length, and its rungs;
//	        every rung adds clues to the rung before
//	rung    a byte: the cell, if one clue is added to the rung before; else 81,
//	        then a byte with the number of cells, and a byte for each cell. The
//	        first byte is 128 more if anything but the clues differs from the
//	        rung before; then ER, EP and ED follow, a byte each, the hardest
//	        technique, and the number of automorphisms
//
// Numbers are unsigned varints where no length is given. Techniques are numbers;
// the bank or the message says what they mean.
const (
	maskBytes    = 11
	severalCells = 81
	changed      = 0x80
)

// Numbers returns the number of a technique in a bank or message.
type Numbers func(rating.Technique) uint64

// Techniques returns the technique with a number in a bank or message, or an
// error if there is none.
type Techniques func(number uint64) (rating.Technique, error)

// PackGrid returns a grid, packed.
func PackGrid(g sudoku.Grid) []byte { return appendGrid(make([]byte, 0, maskBytes+41), g) }

func appendGrid(dst []byte, g sudoku.Grid) []byte {
	first := len(dst)
	dst = append(dst, make([]byte, maskBytes)...)
	high := true
	for c, d := range g {
		if d == 0 {
			continue
		}
		dst[first+c/8] |= 1 << (c % 8)
		if high {
			dst = append(dst, byte(d)<<4)
		} else {
			dst[len(dst)-1] |= byte(d)
		}
		high = !high
	}
	return dst
}

// UnpackGrid is the inverse of [PackGrid].
func UnpackGrid(packed []byte) (sudoku.Grid, error) {
	in := reader{left: packed}
	g, err := in.grid()
	if err == nil {
		err = in.end()
	}
	if err != nil {
		return g, fmt.Errorf("packed grid of %s: %w", phrase.Count(len(packed), "byte"), err)
	}
	return g, nil
}

// UnpackPuzzle returns the puzzle of a packed grid of clues. It solves the
// puzzle again, which proves that there is exactly one solution.
func UnpackPuzzle(solver *sudoku.Solver, packed []byte) (sudoku.Puzzle, error) {
	clues, err := UnpackGrid(packed)
	if err != nil {
		return sudoku.Puzzle{}, err
	}
	p, err := solver.Prove(clues)
	if err != nil {
		return p, fmt.Errorf("packed grid %v: %w", clues, err)
	}
	return p, nil
}

// PackUses returns the uses of a rating, packed. It never returns nil, which
// means unknown in a bank.
func PackUses(r *rating.Result, number Numbers) (packed []byte) {
	packed = []byte{}
	for t, steps := range r.Uses {
		if steps > 0 {
			packed = binary.AppendUvarint(packed, number(rating.Technique(t)))
			packed = binary.AppendUvarint(packed, uint64(steps))
		}
	}
	return packed
}

var errUses = errors.New("its techniques cannot be read")

// EachUse calls use with the number of every technique in packed uses and the
// number of its steps, until use returns an error.
func EachUse(packed []byte, use func(number uint64, steps uint16) error) error {
	in := reader{left: packed}
	for len(in.left) > 0 {
		number, steps := in.uvarint(), in.uvarint()
		if steps == 0 || steps > math.MaxUint16 {
			return errUses
		}
		if err := use(number, uint16(steps)); err != nil {
			return err
		}
	}
	return nil
}

// UnpackUses is the inverse of [PackUses]: it sets the uses of a rating.
func UnpackUses(packed []byte, r *rating.Result, technique Techniques) error {
	r.Uses = [rating.NumTechniques]uint16{}
	return EachUse(packed, func(number uint64, steps uint16) error {
		t, err := technique(number)
		if err == nil {
			r.Uses[t] = steps
		}
		return err
	})
}

// PackRungs returns the rungs of a seed, packed in their order. The seed must
// pass [Seed.Check].
func PackRungs(s *Seed, number Numbers) []byte {
	lengths := s.chains()
	packed := binary.AppendUvarint(nil, uint64(len(lengths)))
	first := 0
	for _, length := range lengths {
		from := s.base(first)
		packed = binary.AppendUvarint(packed, uint64(from))
		packed = binary.AppendUvarint(packed, uint64(length))
		before := s.RungAt(from)
		for i := range s.Rungs[first : first+length] {
			r := &s.Rungs[first+i]
			packed = appendRung(packed, &before, r, number)
			before = *r
		}
		first += length
	}
	return packed
}

// chains returns the lengths of the chains of rungs. A chain goes on as long as
// the next rung adds clues to the last.
func (s *Seed) chains() (lengths []int) {
	for i := range s.Rungs {
		if i > 0 && s.Rungs[i-1].Added.Within(s.Rungs[i].Added) {
			lengths[len(lengths)-1]++
		} else {
			lengths = append(lengths, 1)
		}
	}
	return lengths
}

// base returns the earlier rung that rung i extends by the fewest clues. The
// result counts from 1, and 0 means that rung i extends only the seed; i counts
// from 0.
func (s *Seed) base(i int) (base int) {
	most := 0
	for j := range s.Rungs[:i] {
		if n := s.Rungs[j].Added.Len(); n > most && s.Rungs[j].Added.Within(s.Rungs[i].Added) {
			base, most = j+1, n
		}
	}
	return base
}

// RungAt returns rung i of s, counted from 0, for place i+1. For place 0 it returns a rung
// that adds no clue, with the rating of the seed. There must be such a place.
func (s *Seed) RungAt(place int) Rung {
	if place > 0 {
		return s.Rungs[place-1]
	}
	r := &s.Rating
	return Rung{ER: r.ER, EP: r.EP, ED: r.ED, Hardest: r.Hardest, Automorphisms: s.Automorphisms}
}

func appendRung(dst []byte, before, r *Rung, number Numbers) []byte {
	flag := byte(0)
	same := *before
	if same.Added = r.Added; same != *r {
		flag = changed
	}
	more := r.Added.AndNot(before.Added)
	if n := more.Len(); n == 1 {
		dst = append(dst, byte(more.First())|flag)
	} else {
		dst = append(dst, severalCells|flag, byte(n))
		for c := range more.All() {
			dst = append(dst, byte(c))
		}
	}
	if flag == 0 {
		return dst
	}
	dst = append(dst, byte(r.ER), byte(r.EP), byte(r.ED))
	dst = binary.AppendUvarint(dst, number(r.Hardest))
	return binary.AppendUvarint(dst, r.Automorphisms)
}

var errRungs = errors.New("its rungs cannot be read")

// UnpackRungs is the inverse of [PackRungs]: it sets the rungs of s. It needs
// the rating and the automorphisms of s.
func UnpackRungs(packed []byte, s *Seed, technique Techniques) error {
	s.Rungs = nil
	return ReplaceRungs(packed, s, technique)
}

// ReplaceRungs is UnpackRungs for a seed whose old rungs are no longer needed: the new ones
// take their memory.
func ReplaceRungs(packed []byte, s *Seed, technique Techniques) error {
	in := reader{left: packed}
	if err := in.rungs(s, technique); err != nil {
		return err
	}
	return in.end()
}

// reader reads packed bytes. Missing bytes read as 0, and make end return an
// error.
type reader struct {
	left  []byte
	short bool // bytes were missing
}

var errCutShort = errors.New("it is cut short")

// end returns an error if bytes were missing or are left over.
func (in *reader) end() error {
	switch {
	case in.short:
		return errCutShort
	case len(in.left) > 0:
		return fmt.Errorf("it has %s too many", phrase.Count(len(in.left), "byte"))
	}
	return nil
}

// bytes reads n bytes, or none if there are fewer.
func (in *reader) bytes(n uint64) []byte {
	if n > uint64(len(in.left)) {
		in.left, in.short = nil, true
		return nil
	}
	b := in.left[:n]
	in.left = in.left[n:]
	return b
}

func (in *reader) byte() byte {
	if b := in.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (in *reader) uint64() uint64 {
	if b := in.bytes(8); b != nil {
		return binary.BigEndian.Uint64(b)
	}
	return 0
}

func (in *reader) uvarint() uint64 {
	n, size := binary.Uvarint(in.left)
	if size <= 0 {
		in.left, in.short = nil, true
		return 0
	}
	in.left = in.left[size:]
	return n
}

func (in *reader) grid() (g sudoku.Grid, err error) {
	mask := in.bytes(maskBytes)
	if mask == nil {
		return g, errCutShort
	}
	low, high := binary.LittleEndian.Uint64(mask), binary.LittleEndian.Uint32(mask[maskBytes-4:])>>8
	clues := bits.OnesCount64(low) + bits.OnesCount32(high)
	if high>>17 != 0 {
		return g, errors.New("it has more than 81 cells")
	}
	digits := in.bytes(uint64(clues+1) / 2)
	if in.short {
		return g, errCutShort
	}
	if clues%2 != 0 && digits[clues/2]&15 != 0 {
		return g, errors.New("it has a digit without a cell")
	}
	cell := 0
	for n := range clues {
		if low == 0 {
			low, high, cell = uint64(high), 0, 64
		}
		d := digits[n/2] >> (4 &^ (n % 2 * 4)) & 15
		if d < 1 || d > 9 {
			return g, fmt.Errorf("clue %d of it is the digit %d", n+1, d)
		}
		g[cell+bits.TrailingZeros64(low)] = sudoku.Digit(d)
		low &= low - 1
	}
	return g, nil
}

func (in *reader) rungs(s *Seed, technique Techniques) error {
	s.Rungs = s.Rungs[:0]
	for chains := in.uvarint(); chains > 0; chains-- {
		from, length := in.uvarint(), in.uvarint()
		if from > uint64(len(s.Rungs)) || length == 0 || length > bounds.Rungs-uint64(len(s.Rungs)) {
			return errRungs
		}
		before := s.RungAt(int(from))
		s.Rungs = slices.Grow(s.Rungs, int(min(length, uint64(len(in.left))))) // a rung has at least a byte
		for range length {
			r, err := in.rung(&before, technique)
			if err != nil {
				return err
			}
			s.Rungs = append(s.Rungs, r)
			before = r
		}
	}
	return nil
}

func (in *reader) rung(before *Rung, technique Techniques) (r Rung, err error) {
	r = *before
	added, rated, err := in.added()
	if err != nil {
		return r, err
	}
	if added.Empty() || added.Meets(before.Added) {
		return r, errRungs
	}
	r.Added = before.Added.Or(added)
	if rated {
		r.ER, r.EP, r.ED = rating.Tenths(in.byte()), rating.Tenths(in.byte()), rating.Tenths(in.byte())
		r.Hardest, err = technique(in.uvarint())
		r.Automorphisms = in.uvarint()
	}
	if in.short {
		return r, errCutShort
	}
	return r, err
}

// added reads the cells that a rung adds to the rung before it, and whether a
// rating follows.
func (in *reader) added() (cells sudoku.Cells, rated bool, err error) {
	first := in.byte()
	c, rated := first&^changed, first&changed != 0
	if c < severalCells {
		return sudoku.CellSet(sudoku.Cell(c)), rated, nil
	}
	if c > severalCells {
		return cells, rated, errRungs
	}
	for range in.byte() {
		if c = in.byte(); c >= severalCells {
			return cells, rated, errRungs
		}
		cells = cells.With(sudoku.Cell(c))
	}
	return cells, rated, nil
}
