package seedbank

import (
	"context"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/seedbank/shuffle"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// ErrNoMore says that a stream is at its end.
var ErrNoMore = errors.New("no more puzzles")

// Puzzles returns the number of different puzzles of s: all isomorphs of all
// seeds and rungs, each once.
func (s *Selection) Puzzles() shuffle.Uint128 {
	if len(s.strata) == 0 {
		return shuffle.Uint128{}
	}
	return s.spans[len(s.spans)-1].end
}

// Split returns puzzle number i of s as the number of its seed or rung and that
// of an isomorph of it, from 0 up to the number of these. Number i must be below
// Puzzles.
func (s *Selection) Split(i shuffle.Uint128) (number, isomorph uint64) {
	n := s.spanOf(i)
	if n == len(s.spans) {
		panic(fmt.Sprintf("seedbank: puzzle %v of a selection of %v", i, s.Puzzles()))
	}
	in := &s.spans[n]
	seed, isomorph := i.Sub(in.first).DivMod(in.isomorphs)
	return in.seed + seed.Lo, isomorph
}

// spanOf returns which span has puzzle number i: a binary search, written out
// because it is done for every puzzle of a stream.
func (s *Selection) spanOf(i shuffle.Uint128) int {
	low, high := 0, len(s.spans)
	for low < high {
		middle := int(uint(low+high) / 2)
		if i.Less(s.spans[middle].end) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// Stream is all puzzles of a selection in a shuffled order, each once. The order
// depends on the key alone, as long as nothing is added to the bank; it is not
// kept in memory, and a stream can start anywhere in it. It serves one goroutine
// at a time.
type Stream struct {
	selection *Selection
	order     *shuffle.Permutation
	next      shuffle.Uint128 // place of the first number that is not in numbers yet
	numbers   []shuffle.Uint128
	buffer    [64]shuffle.Uint128 // what numbers lies in
	cache     []source            // of picks, by the lowest bits of their numbers
	kept      *kept
	drawn     Drawn
}

// maxCache is the number of picks that a stream keeps at hand: some 30 MB.
const maxCache = 1 << 16

// source is a pick made ready to have its isomorphs written. What is needed for
// each of them comes first and together, for the sake of the processor's caches.
type source struct {
	number   uint64 // of the pick, counted from 1; 0 for none
	orbit    *transform.Orbit
	template transform.Template
	pick     Pick
}

// Stream returns the stream of a key, at its first puzzle.
func (s *Selection) Stream(key uint64) *Stream {
	size := 1
	for uint64(size) < min(s.Len(), maxCache) {
		size *= 2
	}
	return &Stream{selection: s, order: shuffle.New(s.Puzzles(), key), cache: make([]source, size), kept: newKept()}
}

// Left returns the number of puzzles that are still to come.
func (st *Stream) Left() shuffle.Uint128 {
	return st.order.Len().Sub(st.next).Add(shuffle.Uint128{Lo: uint64(len(st.numbers))})
}

// Skip goes on by n puzzles, which must not be more than are left.
func (st *Stream) Skip(n uint64) {
	at := st.next.Sub(shuffle.Uint128{Lo: uint64(len(st.numbers))}).Add(shuffle.Number(n))
	if st.order.Len().Less(at) {
		panic("seedbank: Skip beyond the end of a stream")
	}
	st.next, st.numbers = at, nil
}

// Next returns the next puzzle, or [ErrNoMore]. It is valid until the call
// after.
func (st *Stream) Next(ctx context.Context) (*Drawn, error) {
	if len(st.numbers) == 0 {
		left := st.Left()
		if left == (shuffle.Uint128{}) {
			return nil, ErrNoMore
		}
		st.numbers = st.buffer[:]
		if left.Less(shuffle.Uint128{Lo: uint64(len(st.buffer))}) {
			st.numbers = st.buffer[:left.Lo]
		}
		st.order.Fill(st.numbers, st.next)
		st.next = st.next.Add(shuffle.Uint128{Lo: uint64(len(st.numbers))})
	}
	number, isomorph := st.selection.Split(st.numbers[0])
	st.numbers = st.numbers[1:]
	from := &st.cache[number&uint64(len(st.cache)-1)]
	if from.number != number+1 {
		if err := st.load(ctx, from, number); err != nil {
			return nil, err
		}
	}
	st.drawn = Drawn{from: from, turn: from.orbit.At(isomorph)}
	return &st.drawn, nil
}

// load puts a pick into the cache.
func (st *Stream) load(ctx context.Context, into *source, number uint64) error {
	pick, err := st.selection.at(ctx, st.kept, number)
	if err != nil {
		return err
	}
	*into = newSource(&pick, number)
	return nil
}

// allIsomorphs is the orbit of what has no automorphisms.
var allIsomorphs transform.Orbit

func newSource(pick *Pick, number uint64) source {
	from := source{
		number:   number + 1,
		orbit:    &allIsomorphs,
		template: *transform.NewTemplate(pick.Puzzle.Clues()),
		pick:     *pick,
	}
	if pick.Automorphisms > 1 {
		from.orbit = transform.NewOrbit(pick.Puzzle.Clues())
	}
	return from
}

// Drawn is an isomorph of a seed or rung.
type Drawn struct {
	from *source
	turn transform.Isomorphism
}

// Pick returns what d is an isomorph of.
func (d *Drawn) Pick() *Pick { return &d.from.pick }

// ID returns the ID of d.
func (d *Drawn) ID() ID { return d.from.pick.ID(d.turn.Index()) }

// Puzzle returns d with its solution.
func (d *Drawn) Puzzle() sudoku.Puzzle { return d.turn.Puzzle(d.from.pick.Puzzle) }

// AppendLine appends the clues of d as 81 characters.
func (d *Drawn) AppendLine(dst []byte, empty byte) []byte {
	return d.from.template.AppendLine(dst, d.turn, empty)
}
