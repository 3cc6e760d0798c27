package dataset

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// blockSeeds is the number of seeds whose rows are mixed. They, their rungs and
// their picks are in memory at once: some 60 MB at most.
const blockSeeds = 4096

// A worker writes some rows at once.
const (
	chunkRows    = 2048
	preparedRows = 16 // of rows that must be prepared, which takes milliseconds and kilobytes each
)

// row is a puzzle of a data set.
type row struct {
	table.Puzzle
	source   string // the name of the seed
	solution seed.Key
	er       rating.Tenths
	clues    uint8
	path     []byte // path to the solution as JSON, for formats that have it
}

// rows are the rows of a part in their order.
//
//	block 0           seed 2, 0, 1 ... copy 0 of each, then copy 1 of each ...
//	block 1           the next seeds
type rows struct {
	library *library
	kind    kind
	entries []entry
	places  map[seed.Key][]int // as in split
	copies  uint64
	workers int
}

// chunk is some rows of a block, from number first to the one before end. Different
// goroutines can make rows of chunks of one block.
type chunk struct {
	block      *block
	first, end uint64
}

// chunks yields the rows from number first to the one before end, up to most at a time. No chunk
// has more than chunkRows. After an error nothing follows.
func (r *rows) chunks(ctx context.Context, first, end, most uint64) iter.Seq2[chunk, error] {
	return func(yield func(chunk, error) bool) {
		perBlock := blockSeeds * r.copies
		for first < end {
			number := first / perBlock
			b, err := r.load(ctx, number)
			if err != nil {
				yield(chunk{}, err)
				return
			}
			start := number * perBlock
			for stop := min(end, start+perBlock); first < stop; first = min(stop, first+most) {
				if !yield(chunk{b, first - start, min(stop, first+most) - start}, nil) {
					return
				}
			}
		}
	}
}

// block is some seeds of a part. It never changes.
type block struct {
	random uint64 // the same for all blocks of a data set
	number uint64
	seeds  []loaded
}

// loaded is a seed with the picks for its rows.
type loaded struct {
	entry
	source string
	first  bool     // the seed is copy 0, and takes turns with the others
	picks  []turner // picks for rows; unused ones are empty
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
	entries := r.entries[number*blockSeeds : min(uint64(len(r.entries)), (number+1)*blockSeeds)]
	b := &block{random: r.kind.random, number: number}
	type result struct {
		loaded
		err error
	}
	newWork := func() func(entry) result {
		var canonizer transform.Canonizer
		return func(e entry) result {
			s, err := r.library.seed(ctx, e.key)
			if err != nil {
				return result{err: fmt.Errorf("seed %v: %w", e.key, err)}
			}
			return result{loaded: r.prepare(&canonizer, e, &s)}
		}
	}
	err := ordered.Run(ctx, ordered.Pool{Workers: r.workers, Ahead: 16}, slices.Values(entries), newWork, func(one result) error {
		b.seeds = append(b.seeds, one.loaded)
		return one.err
	})
	return b, err
}

// prepare prepares the picks for the rows of a seed.
func (r *rows) prepare(canonizer *transform.Canonizer, e entry, s *seed.Seed) loaded {
	l := loaded{entry: e, source: e.key.String(), first: !r.kind.byClues}
	places := r.places[e.key]
	if places == nil {
		places = r.kind.own(canonizer, []seed.Seed{*s}, r.copies)[0]
	}
	l.picks = make([]turner, len(places))
	source, random := s.Source(), randomOf(r.kind.random, e.key)
	for copied := range min(r.copies, 2*uint64(len(places))) { // what later copies are made of is made by then
		choice := l.choice(copied)
		if t := &l.picks[choice]; t.pick == nil {
			rung := s.RungAt(places[choice])
			pick := r.kind.pick(source, &rung)
			*t = newTurner(&pick, random+uint64(places[choice]))
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

// choice returns the index of the pick for a copy of a seed.
func (l *loaded) choice(copied uint64) uint64 {
	picks := uint64(len(l.picks))
	switch {
	case !l.first:
		return copied % picks
	case picks > 1 && copied%2 == 1:
		return 1 + copied/2%(picks-1)
	}
	return 0
}

// appendRows appends the rows of a chunk to dst. A copy takes the isomorph of its
// own number, so that different copies are different puzzles.
func (c *chunk) appendRows(dst []row) []row {
	b, n := c.block, uint64(len(c.block.seeds))
	var places [chunkRows]shuffle.Uint128
	for first := c.first; first < c.end; {
		copied, from := first/n, first%n
		order := shuffle.New(shuffle.Number(n), shuffle.Mix(shuffle.Mix(b.random+b.number)+copied))
		part := places[:min(c.end-first, n-from)]
		order.Fill(part, shuffle.Number(from))
		turned := make([]seed.Isomorph, len(part))
		for i, place := range part {
			l := &b.seeds[place.Lo]
			t := &l.picks[l.choice(copied)]
			turned[i] = t.pick.Isomorph(t.order.At(shuffle.Number(copied)).Lo)
			dst = append(dst, row{Puzzle: table.Puzzle{Isomorph: &turned[i]}, source: l.source, solution: l.solution, er: t.er, clues: t.clues})
		}
		first += uint64(len(part))
	}
	return dst
}
