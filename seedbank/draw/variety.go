package draw

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// variedStream has a part for each hardest technique. The parts take turns. One that has
// no more puzzles is left out, and the others go on: so the stream has all puzzles of a
// request, in another order than without variety.
type variedStream struct {
	parts []part
	next  int // index of the part whose turn it is

	distinct bool
	used     used // if distinct: a seed can have rungs in several parts
}

// part is the puzzles with one hardest technique.
type part struct {
	stream seedbank.Stream
	count  uint64 // of puzzles; the greatest number if there are more
}

// varied returns the puzzles of a selection of r, with techniques in turn. The random seed
// says which technique is first.
func (r *Request) varied(ctx context.Context, from Source, selection *seedbank.Selection) (seedbank.Stream, error) {
	hardest, err := selection.Hardest(ctx)
	if err != nil {
		return nil, err
	}
	v := &variedStream{distinct: r.Distinct, used: used{of: r}}
	for _, t := range hardest {
		one := *r
		one.Hardest, one.Variety = []rating.Technique{t}, false
		some, err := one.Select(ctx, from)
		if errors.Is(err, seedbank.ErrNoMatch) {
			continue
		}
		if err != nil {
			return nil, err
		}
		stream, err := one.order(ctx, from, some)
		if err != nil {
			return nil, err
		}
		p := part{stream: seedbank.InBlocks(stream, 0), count: math.MaxUint64}
		if n := some.Puzzles(); n.Hi == 0 {
			p.count = n.Lo
		}
		v.parts = append(v.parts, p)
	}
	rng := rand.New(rand.NewPCG(r.RandomSeed, 33))
	rng.Shuffle(len(v.parts), func(i, j int) { v.parts[i], v.parts[j] = v.parts[j], v.parts[i] })
	return v, nil
}

// Next returns a puzzle of the part whose turn it is.
func (v *variedStream) Next(ctx context.Context) (seed.Isomorph, error) {
	for len(v.parts) > 0 {
		v.next %= len(v.parts)
		puzzle, err := v.parts[v.next].stream.Next(ctx)
		switch {
		case errors.Is(err, seedbank.ErrNoMore):
			v.parts = slices.Delete(v.parts, v.next, v.next+1)
			continue
		case err != nil:
			return puzzle, err
		case v.distinct && v.used.keys[v.used.key(&puzzle)]:
			continue
		}
		if v.distinct {
			v.used.add(&puzzle)
		}
		v.next++
		return puzzle, nil
	}
	return seed.Isomorph{}, seedbank.ErrNoMore
}

// Skip skips the next n puzzles. A new stream whose parts have no seeds in common need not
// draw them.
func (v *variedStream) Skip(ctx context.Context, n uint64) error {
	if v.distinct || v.next > 0 {
		for range n {
			if _, err := v.Next(ctx); err != nil {
				return err
			}
		}
		return nil
	}
	rounds, more := v.rounds(n)
	if len(v.parts) == 0 && more > 0 {
		return seedbank.ErrNoMore
	}
	for i := range v.parts {
		turns := rounds
		if uint64(i) < more {
			turns++
		}
		if err := v.parts[i].stream.Skip(ctx, turns); err != nil {
			return err
		}
	}
	v.next = int(more)
	return nil
}

// rounds drops the parts that have no more puzzles after the first n of the stream. It
// returns how often each of the others has had its turn, and how many of them have had one
// more.
func (v *variedStream) rounds(n uint64) (rounds, more uint64) {
	for n > 0 && len(v.parts) > 0 {
		least := slices.MinFunc(v.parts, func(a, b part) int { return cmp.Compare(a.count, b.count) }).count - rounds
		turns := min(least, n/uint64(len(v.parts)))
		rounds += turns
		n -= turns * uint64(len(v.parts))
		v.parts = slices.DeleteFunc(v.parts, func(p part) bool { return p.count == rounds })
		if turns < least {
			return rounds, n
		}
	}
	return rounds, n
}
