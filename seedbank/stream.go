package seedbank

import (
	"context"
	"errors"
	"iter"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// ErrNoMore says that a stream is at its end.
var ErrNoMore = errors.New("no more puzzles")

// Stream is puzzles of a selection in a shuffled order, none of them twice. The
// order depends on a key alone, as long as nothing is added to the bank. It is
// not kept in memory, and a stream can start anywhere in it. A stream serves one
// goroutine at a time; the isomorphs that it gives stay what they are.
type Stream interface {
	// Next returns the next puzzle, or ErrNoMore.
	Next(context.Context) (seed.Isomorph, error)
	// Skip leaves out the next n puzzles. If there are fewer, the stream is at
	// its end then, and the error is ErrNoMore.
	Skip(ctx context.Context, n uint64) error
}

// All yields what a stream still has. It ends at the first error, which it
// yields.
func All(ctx context.Context, stream Stream) iter.Seq2[seed.Isomorph, error] {
	return func(yield func(seed.Isomorph, error) bool) {
		for {
			puzzle, err := stream.Next(ctx)
			if errors.Is(err, ErrNoMore) || !yield(puzzle, err) || err != nil {
				return
			}
		}
	}
}

// Take sets puzzles to the next ones of a stream, and returns how many these are.
// If there are fewer, the error is ErrNoMore. It does the same as calls of Next, but
// much faster: what has to be read from the bank is read together.
func Take(ctx context.Context, stream Stream, puzzles []seed.Isomorph) (n int, err error) {
	if st, ok := stream.(taker); ok {
		return st.take(ctx, puzzles)
	}
	for n = range puzzles {
		if puzzles[n], err = stream.Next(ctx); err != nil {
			return n, err
		}
	}
	return len(puzzles), nil
}

type taker interface {
	take(context.Context, []seed.Isomorph) (int, error)
}

// Fork returns another stream of the same puzzles at the same place, for another
// goroutine. The two share what they read from the bank. It returns nil for streams
// that have to go through their puzzles one after the other.
func Fork(stream Stream) Stream {
	if st, ok := stream.(interface{ fork() Stream }); ok {
		return st.fork()
	}
	return nil
}

// fullStream is all puzzles of a selection.
type fullStream struct {
	selection *Selection
	order     *shuffle.Permutation
	next      shuffle.Uint128   // place of the first number that is not in numbers yet
	numbers   []shuffle.Uint128 // of the next puzzles
	buffer    [64]shuffle.Uint128
	picks     pickTable
	cache     *cache
	givenUp   uint64         // what the cache had given up when picks was last emptied
	ahead     []numberedPick // of the puzzles that are taken at once
	missing   []missingPick  // those of them that are not at hand
}

// numberedPick is a pick of a selection and one of its isomorphs.
type numberedPick struct {
	number, isomorph uint64
	pick             *seed.Pick // nil if it is not at hand
}

// missingPick is a pick that is not at hand: the one of a puzzle that is taken, by
// its place among the others.
type missingPick struct {
	puzzle int
	location
}

// Stream returns the stream of a key, with all puzzles of s.
func (s *Selection) Stream(key uint64) Stream {
	return &fullStream{
		selection: s,
		order:     shuffle.New(s.Puzzles(), key),
		picks:     newPickTable(s.ownPicks()),
		cache:     s.newCache(),
	}
}

func (st *fullStream) fork() Stream {
	return &fullStream{
		selection: st.selection,
		order:     st.order,
		next:      st.order.Len().Sub(st.left()),
		picks:     newPickTable(st.selection.ownPicks()),
		cache:     st.cache,
		givenUp:   st.givenUp,
	}
}

// left returns the number of puzzles that are still to come.
func (st *fullStream) left() shuffle.Uint128 {
	return st.order.Len().Sub(st.next).Add(shuffle.Number(uint64(len(st.numbers))))
}

func (st *fullStream) Skip(_ context.Context, n uint64) error {
	left := st.left()
	st.numbers = nil
	if left.Less(shuffle.Number(n)) {
		st.next = st.order.Len()
		return ErrNoMore
	}
	st.next = st.order.Len().Sub(left).Add(shuffle.Number(n))
	return nil
}

func (st *fullStream) Next(ctx context.Context) (seed.Isomorph, error) {
	if len(st.numbers) == 0 && !st.refill() {
		return seed.Isomorph{}, ErrNoMore
	}
	number, isomorph := st.selection.split(st.numbers[0])
	st.numbers = st.numbers[1:]
	pick, err := st.pick(ctx, number)
	if err != nil {
		return seed.Isomorph{}, err
	}
	return pick.Isomorph(isomorph), nil
}

// pick returns the pick of a number.
func (st *fullStream) pick(ctx context.Context, number uint64) (*seed.Pick, error) {
	if pick := st.picks.at(number); pick != nil {
		return pick, nil
	}
	pick, err := st.selection.fetch(ctx, st.cache, number)
	if err != nil {
		return nil, err
	}
	st.keep(number, pick)
	return pick, nil
}

// keep keeps a pick at hand.
func (st *fullStream) keep(number uint64, pick *seed.Pick) {
	if now := st.cache.givenUp.Load(); now != st.givenUp {
		st.picks, st.givenUp = newPickTable(st.selection.ownPicks()), now
	}
	st.picks.put(number, pick)
}

// take finds all picks before it turns the first one, so that the processor need
// not wait for each of them in turn.
func (st *fullStream) take(ctx context.Context, puzzles []seed.Isomorph) (n int, err error) {
	st.ahead, st.missing = st.ahead[:0], st.missing[:0]
	for len(st.ahead) < len(puzzles) && (len(st.numbers) > 0 || st.refill()) {
		for _, i := range st.numbers[:min(len(st.numbers), len(puzzles)-len(st.ahead))] {
			number, isomorph := st.selection.split(i)
			pick := st.picks.at(number)
			if pick == nil {
				st.missing = append(st.missing, missingPick{puzzle: len(st.ahead)})
			}
			st.ahead = append(st.ahead, numberedPick{number, isomorph, pick})
			st.numbers = st.numbers[1:]
		}
	}
	if len(st.missing) > 1 && st.selection.shelf == nil {
		st.findMissing(ctx)
	}
	for i := range st.ahead {
		at := &st.ahead[i]
		if at.pick == nil {
			if at.pick, err = st.pick(ctx, at.number); err != nil {
				return i, err
			}
		}
		puzzles[i] = at.pick.Isomorph(at.isomorph)
	}
	if len(st.ahead) < len(puzzles) {
		err = ErrNoMore
	}
	return len(st.ahead), err
}

// findMissing finds the missing picks together. It leaves out the first that cannot be
// found, and those behind it.
func (st *fullStream) findMissing(ctx context.Context) {
	var places []seedPlace
	for i := range st.missing {
		m := &st.missing[i]
		l, err := st.selection.locate(ctx, st.cache, st.ahead[m.puzzle].number)
		if err != nil {
			return
		}
		m.location = l
		places = append(places, l.seed)
	}
	st.selection.bank.readAhead(ctx, st.cache, places)
	for i := range st.missing {
		m := &st.missing[i]
		pick, err := st.selection.pick(ctx, st.cache, m.location)
		if err != nil {
			return
		}
		st.ahead[m.puzzle].pick = pick
		st.keep(st.ahead[m.puzzle].number, pick)
	}
}

// refill computes the next numbers, and reports whether there are any.
func (st *fullStream) refill() bool {
	left := st.left()
	n := uint64(len(st.buffer))
	if left.Less(shuffle.Number(n)) {
		n = left.Lo
	}
	st.numbers = st.buffer[:n]
	st.order.Fill(st.numbers, st.next)
	st.next = st.next.Add(shuffle.Number(n))
	return n > 0
}

// pickTable keeps picks at hand, each at the place that the lowest bits of its
// number tell. It begins small and grows as it is used, so that a stream for one
// puzzle costs little.
type pickTable struct {
	entries []pickEntry // as many as a power of two
	loaded  int         // since the table has this size
	most    uint64      // entries that there is use for
}

type pickEntry struct {
	number uint64 // of the pick, counted from 1; 0 for none
	pick   *seed.Pick
}

const (
	firstPicks = 16
	mostPicks  = 1 << 20 // 16 MB, and what the picks take
)

// newPickTable returns a table for picks of numbers below n.
func newPickTable(n uint64) pickTable {
	return pickTable{entries: make([]pickEntry, firstPicks), most: min(n, mostPicks)}
}

// at returns the pick of a number, or nil.
func (t *pickTable) at(number uint64) *seed.Pick {
	entry := &t.entries[number&uint64(len(t.entries)-1)]
	if entry.number != number+1 {
		return nil
	}
	return entry.pick
}

// put keeps a pick, in place of another if need be.
func (t *pickTable) put(number uint64, pick *seed.Pick) {
	if t.loaded++; t.loaded > len(t.entries)/2 && uint64(len(t.entries)) < t.most {
		old := t.entries
		t.entries, t.loaded = make([]pickEntry, 4*len(old)), 0
		for _, entry := range old {
			if entry.number != 0 {
				t.entries[(entry.number-1)&uint64(len(t.entries)-1)] = entry
			}
		}
	}
	t.entries[number&uint64(len(t.entries)-1)] = pickEntry{number + 1, pick}
}
