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

// chunks yields the rows from number first to the one before end, up to chunkRows at
// a time. A chunk is never changed afterwards. After an error nothing follows.
func (r *rows) chunks(ctx context.Context, first, end uint64) iter.Seq2[[]row, error] {
	return func(yield func([]row, error) bool) {
		perBlock := blockClasses * r.copies
		for first < end {
			number := first / perBlock
			b, err := r.load(ctx, number)
			if err != nil {
				yield(nil, err)
				return
			}
			for stop := min(end, (number+1)*perBlock); first < stop; {
				chunk := make([]row, 0, min(chunkRows, stop-first))
				for ; first < stop && len(chunk) < cap(chunk); first++ {
					chunk = append(chunk, b.row(first-number*perBlock))
				}
				if !yield(chunk, nil) {
					return
				}
			}
		}
	}
}

// block is some classes of a part, with their seeds.
type block struct {
	random  uint64 // the same for all blocks of a data set
	number  uint64
	classes []loaded
	order   *shuffle.Permutation // of the classes, for one copy
	copied  uint64               // the number of that copy
}

// loaded is a class with the seeds and rungs that rows are made of.
type loaded struct {
	class
	source string
	seed   *seed.Seed
	places []int // 0 for the seed, i+1 for rung i
	first  bool  // the seed is copy 0, and takes turns with the others
	picks  []turner
}

// turner gives isomorphs of a pick in an order without repetition. It is empty
// until it is needed.
type turner struct {
	pick  *seed.Pick
	order *shuffle.Permutation
	er    rating.Tenths
	clues uint8
}

// load reads the seeds of a block.
func (r *rows) load(ctx context.Context, number uint64) (*block, error) {
	classes := r.classes[number*blockClasses : min(uint64(len(r.classes)), (number+1)*blockClasses)]
	b := &block{random: r.random, number: number, copied: r.copies}
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
	l := loaded{class: c, source: c.key.String(), seed: s}
	if r.kind.filter.Passes(s) || !r.kind.byClues {
		l.places = append(l.places, 0)
		l.first = !r.kind.byClues
	}
	if r.kind.rungs && (r.kind.byClues || r.copies > 1) {
		for i := range s.Rungs {
			if r.kind.wantsRung(s, i) {
				l.places = append(l.places, i+1)
			}
		}
	}
	l.picks = make([]turner, len(l.places))
	return l
}

// row returns a row of a block.
func (b *block) row(number uint64) row {
	n := uint64(len(b.classes))
	copied, i := number/n, number%n
	if b.order == nil || b.copied != copied {
		b.order, b.copied = shuffle.New(shuffle.Number(n), shuffle.Mix(shuffle.Mix(b.random+b.number)+copied)), copied
	}
	l := &b.classes[b.order.At(shuffle.Number(i)).Lo]
	t := l.turner(b.random, copied)
	return row{t.pick.Isomorph(t.order.At(shuffle.Number(copied)).Lo), l.source, l.solution, t.er, t.clues}
}

// turner returns what a copy of the class is an isomorph of. The copy takes the
// isomorph of its own number, so that different copies are different puzzles.
func (l *loaded) turner(random, copied uint64) *turner {
	choice := 0
	key := shuffle.Mix(random ^ uint64(l.key))
	if others := uint64(len(l.places)); !l.first {
		choice = int((key + copied) % others)
	} else if others--; others > 0 && copied%2 == 1 {
		choice = 1 + int((key+copied/2)%others)
	}
	t := &l.picks[choice]
	if t.pick == nil {
		place := l.places[choice]
		t.pick = pickAt(l.seed, place)
		t.order = shuffle.New(shuffle.Number(t.pick.Isomorphs()), shuffle.Mix(key+uint64(place)))
		t.er, t.clues = t.pick.Rating().ER, uint8(t.pick.Puzzle().NumClues())
	}
	return t
}

// pickAt returns the seed for place 0, or rung i for place i+1.
func pickAt(s *seed.Seed, place int) *seed.Pick {
	if place > 0 {
		return s.PickRung(place - 1)
	}
	pick, err := s.Pick(0)
	if err != nil {
		panic(err) // every seed has itself
	}
	return pick
}
