package seedbank

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/seedoku/seedoku/internal/ordered"
)

// Expect tells a stream that n puzzles will be taken from it and its forks, 0 for all, and
// how many goroutines may read what they need from the bank, 0 for one on each core. A stream
// that knows reads everything together after its first puzzles. One that does not know reads
// as far ahead as it has come.
func Expect(stream Stream, n uint64, workers int) {
	if st, ok := stream.(interface{ expect(*plan) }); ok {
		if n == 0 {
			n = noEnd
		}
		st.expect(&plan{end: n, workers: ordered.OrCores(workers)})
	}
}

// noEnd exceeds the number of puzzles taken from any stream.
const noEnd = 1 << 62

// plan is how far ahead a stream and its forks read. Puzzles are counted from where the
// stream stood when the plan was made.
type plan struct {
	end     uint64 // puzzles that will be taken, 0 if that is not known
	workers int

	read  atomic.Uint64 // puzzles whose picks are read, or are read as they are needed
	mutex sync.Mutex    // is held by the reader
}

// reach reads ahead if need be, so that the puzzles of s from a place first up to another can
// be taken. Numbers adds the numbers of the picks of the puzzles from one place to another.
func (p *plan) reach(ctx context.Context, s *Selection, first, place uint64, numbers func(from, to uint64, w *wishes)) {
	if place <= p.read.Load() {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for from := p.read.Load(); from < place && ctx.Err() == nil; from = p.read.Load() {
		p.read.Store(p.readFrom(ctx, s, from, first, place, numbers))
	}
}

// readFrom reads the picks of the puzzles from one place to at least another, and returns
// the place up to which it did. The puzzles from first on are needed now.
func (p *plan) readFrom(ctx context.Context, s *Selection, from, first, place uint64, numbers func(from, to uint64, w *wishes)) (to uint64) {
	if from == 0 {
		return place // the first puzzles shall not wait
	}
	if first > from && first-from > s.mostAhead() {
		return place // a stream has skipped far
	}
	expected := max(cmp.Or(p.end, 2*place), place) - from
	last, err := s.bank.file.LastSeed(ctx)
	if err == nil && expected/2 >= min(s.Len(), uint64(last)) && s.readAll(ctx, p.workers) {
		return noEnd // parts would need nearly all seeds, each part again
	}
	to = from + max(place-from, min(expected, s.mostAhead()))
	w := s.noWishes()
	numbers(from, to, w)
	s.readMany(ctx, w, p.workers)
	return to
}

// wishes are the numbers of picks of a selection that are to be read.
type wishes struct {
	bits  []uint64
	count uint64
}

func (s *Selection) noWishes() *wishes { return &wishes{bits: make([]uint64, (s.Len()+63)/64)} }

func (w *wishes) has(number uint64) bool { return w.bits[number/64]>>(number%64)&1 != 0 }

func (w *wishes) add(number uint64) {
	if !w.has(number) {
		w.bits[number/64] |= 1 << (number % 64)
		w.count++
	}
}

// without returns the numbers whose picks are not at hand.
func (w *wishes) without(at *pickTable) *wishes {
	left := &wishes{slices.Clone(w.bits), w.count}
	for i, word := range w.bits {
		for ; word != 0; word &= word - 1 {
			bit := uint64(bits.TrailingZeros64(word))
			if at.at(uint64(64*i)+bit) != nil {
				left.bits[i] &^= 1 << bit
				left.count--
			}
		}
	}
	return left
}
