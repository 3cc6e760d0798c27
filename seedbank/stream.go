package seedbank

import (
	"context"
	"errors"
	"iter"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// ErrNoMore is returned at the end of a stream.
var ErrNoMore = errors.New("no more puzzles")

// Stream gives puzzles of a selection in a shuffled order, none of them twice.
// The order depends only on a key, as long as nothing is added to the bank. It is
// computed, not kept in memory, and a stream can start anywhere in it. A stream
// serves one goroutine at a time. The isomorphs that it returns are immutable.
type Stream interface {
	// Next returns the next puzzle, or ErrNoMore.
	Next(context.Context) (seed.Isomorph, error)
	// Skip skips the next n puzzles. If there are fewer, it moves to the end of
	// the stream and returns ErrNoMore.
	Skip(ctx context.Context, n uint64) error
}

// All yields the remaining puzzles of a stream. It ends at the first error and
// yields it.
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

// Take fills puzzles with the next puzzles of a stream, and returns their number. If
// the stream has fewer, the error is ErrNoMore. Take is much faster than calls of
// Next, because it reads from the bank in batches.
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

// Fork returns a second stream of the same puzzles at the same position, for
// another goroutine. The two share their cache. It returns nil for streams that
// must go through their puzzles one by one.
func Fork(stream Stream) Stream {
	if st, ok := stream.(interface{ fork() Stream }); ok {
		return st.fork()
	}
	return nil
}

// fullStream gives all puzzles of a selection.
type fullStream struct {
	selection *Selection
	order     *shuffle.Permutation
	next      shuffle.Uint128   // position of the first number that is not in numbers yet
	numbers   []shuffle.Uint128 // numbers of the next puzzles
	buffer    [64]shuffle.Uint128
	picks     pickTable
	cache     *cache
	givenUp   uint64         // cache.givenUp when picks was last emptied
	ahead     []numberedPick // picks of the puzzles that one call of take returns
	missing   []missingPick  // entries of ahead whose picks must be read
}

// numberedPick is a pick of a selection and one of its isomorphs.
type numberedPick struct {
	number, isomorph uint64
	pick             *seed.Pick // nil if it must be read
}

// missingPick is a pick that must be read, with the index of its puzzle in ahead.
type missingPick struct {
	puzzle int
	location
}

// Stream returns a stream of all puzzles of s. The key determines the order.
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

// left returns the number of remaining puzzles.
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

// pick returns the pick with a number.
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

// keep adds a pick to the table, which it empties first if the cache has dropped
// its sources.
func (st *fullStream) keep(number uint64, pick *seed.Pick) {
	if now := st.cache.givenUp.Load(); now != st.givenUp {
		st.picks, st.givenUp = newPickTable(st.selection.ownPicks()), now
	}
	st.picks.put(number, pick)
}

// take finds all picks before it turns the first one, so that the processor can
// overlap their memory accesses.
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

// findMissing reads the missing picks in one batch. At the first error it stops:
// that pick and the later ones stay nil.
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

// pickTable caches picks in a hash table, indexed by the lowest bits of their
// numbers. It begins small and grows with use, so that a stream for one puzzle
// costs little.
type pickTable struct {
	entries []pickEntry // their number is a power of two
	loaded  int         // entries loaded since the last change of size
	most    uint64      // largest useful number of entries
}

type pickEntry struct {
	number uint64 // number of the pick plus 1; 0 for an empty entry
	pick   *seed.Pick
}

const (
	firstPicks = 16
	mostPicks  = 1 << 20 // 16 MB, and the memory of the picks
)

// newPickTable returns a table for picks of numbers below n.
func newPickTable(n uint64) pickTable {
	return pickTable{entries: make([]pickEntry, firstPicks), most: min(n, mostPicks)}
}

// at returns the pick with a number, or nil.
func (t *pickTable) at(number uint64) *seed.Pick {
	entry := &t.entries[number&uint64(len(t.entries)-1)]
	if entry.number != number+1 {
		return nil
	}
	return entry.pick
}

// put adds a pick, and replaces the previous pick of its entry if there is one.
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
