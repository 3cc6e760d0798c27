package dataset

import (
	"context"
	"fmt"
	"iter"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/inorder"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/seedbank/shuffle"
)

// blockClasses is the number of classes whose rows are mixed. Their seeds, rungs and
// picks are in memory at once: some 60 MB at most.
const blockClasses = 4096

// chunkRows is the number of rows that a worker writes at once.
const chunkRows = 2048

// row is a puzzle of a data set.
type row struct {
	puzzle   seed.Isomorph
	source   string // the name of the seed
	solution seed.Key
	er       rating.Tenths
	clues    uint8
}

// rows are the rows of a part in their order.
//
//	block 0           class 2, 0, 1 ... copy 0 of each, then copy 1 of each ...
//	block 1           the next classes
type rows struct {
	bank    *seedbank.Bank
	kind    kind
	random  uint64
	classes []class
	copies  uint64
	workers int
}

// chunk is some rows of a block, from number first to the one before end. Different
// goroutines can make rows of chunks of one block.
type chunk struct {
	block      *block
	first, end uint64
}

// chunks yields the rows from number first to the one before end, up to chunkRows at
// a time. After an error nothing follows.
func (r *rows) chunks(ctx context.Context, first, end uint64) iter.Seq2[chunk, error] {
	return func(yield func(chunk, error) bool) {
		perBlock := blockClasses * r.copies
		for first < end {
			number := first / perBlock
			b, err := r.load(ctx, number)
			if err != nil {
				yield(chunk{}, err)
				return
			}
			start := number * perBlock
			for stop := min(end, start+perBlock); first < stop; first = min(stop, first+chunkRows) {
				if !yield(chunk{b, first - start, min(stop, first+chunkRows) - start}, nil) {
					return
				}
			}
		}
	}
}

// block is some classes of a part, with their seeds. It never changes.
type block struct {
	random  uint64 // the same for all blocks of a data set
	number  uint64
	classes []loaded
}

// loaded is a class with the seed and the rungs that rows are made of.
type loaded struct {
	class
	source string
	first  bool     // the seed is copy 0, and takes turns with the others
	picks  []turner // what rows can be made of; those that no row is made of are empty
}

// turner gives isomorphs of a pick in an order without repetition.
type turner struct {
	pick  *seed.Pick
	order *shuffle.Permutation
	er    rating.Tenths
	clues uint8
}

// load reads the seeds of a block.
func (r *rows) load(ctx context.Context, number uint64) (*block, error) {
	classes := r.classes[number*blockClasses : min(uint64(len(r.classes)), (number+1)*blockClasses)]
	b := &block{random: r.random, number: number}
	type result struct {
		loaded
		err error
	}
	items := func(yield func(class) bool) {
		for _, c := range classes {
			if !yield(c) {
				return
			}
		}
	}
	read := func(c class) result {
		s, err := r.bank.SeedNamed(ctx, c.key)
		if err != nil {
			return result{err: fmt.Errorf("seed %v: %w", c.key, err)}
		}
		return result{loaded: r.prepare(c, &s)}
	}
	err := inorder.Run(ctx, inorder.Pool{Workers: r.workers, Ahead: 16}, items, func() func(class) result { return read }, func(one result) error {
		b.classes = append(b.classes, one.loaded)
		return one.err
	})
	return b, err
}

// prepare chooses what the rows of a class are made of.
func (r *rows) prepare(c class, s *seed.Seed) loaded {
	l := loaded{class: c, source: c.key.String()}
	var places []int // 0 for the seed, i+1 for rung i
	if r.kind.filter.Passes(s) || !r.kind.byClues {
		places = append(places, 0)
		l.first = !r.kind.byClues
	}
	if r.kind.rungs && (r.kind.byClues || r.copies > 1) {
		for i := range s.Rungs {
			if r.kind.wantsRung(s, i) {
				places = append(places, i+1)
			}
		}
	}
	l.picks = make([]turner, len(places))
	source, key := s.Source(), l.random(r.random)
	for copied := range min(r.copies, 2*uint64(len(places))) { // what later copies are made of is made by then
		choice := l.choice(key, copied)
		if t := &l.picks[choice]; t.pick == nil {
			*t = newTurner(source.Pick(places[choice]), key+uint64(places[choice]))
		}
	}
	return l
}

func newTurner(pick *seed.Pick, key uint64) turner {
	return turner{
		pick:  pick,
		order: shuffle.New(shuffle.Number(pick.Isomorphs()), shuffle.Mix(key)),
		er:    pick.Rating().ER, clues: uint8(pick.NumClues()),
	}
}

// random returns the random number of a class in a data set with a random number.
func (l *loaded) random(of uint64) uint64 { return shuffle.Mix(of ^ uint64(l.key)) }

// choice returns which of its picks a copy of a class is an isomorph of.
func (l *loaded) choice(key, copied uint64) uint64 {
	others := uint64(len(l.picks))
	if !l.first {
		return (key + copied) % others
	}
	if others--; others > 0 && copied%2 == 1 {
		return 1 + (key+copied/2)%others
	}
	return 0
}

// appendRows appends the rows of a chunk to dst. A copy takes the isomorph of its
// own number, so that different copies are different puzzles.
func (c *chunk) appendRows(dst []row) []row {
	b, n := c.block, uint64(len(c.block.classes))
	var places [chunkRows]shuffle.Uint128
	for first := c.first; first < c.end; {
		copied, from := first/n, first%n
		order := shuffle.New(shuffle.Number(n), shuffle.Mix(shuffle.Mix(b.random+b.number)+copied))
		part := places[:min(c.end-first, n-from)]
		order.Fill(part, shuffle.Number(from))
		for _, place := range part {
			l := &b.classes[place.Lo]
			t := &l.picks[l.choice(l.random(b.random), copied)]
			turned := t.pick.Isomorph(t.order.At(shuffle.Number(copied)).Lo)
			dst = append(dst, row{turned, l.source, l.solution, t.er, t.clues})
		}
		first += uint64(len(part))
	}
	return dst
}
