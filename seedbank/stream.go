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
	// Next returns the next puzzle, or ErrNoMore. After another error, such as that of a
	// context, it goes on with the puzzle that it could not return.
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

// Listed yields the puzzles of a list.
func Listed(list ...seed.Isomorph) iter.Seq2[seed.Isomorph, error] {
	return func(yield func(seed.Isomorph, error) bool) {
		for _, puzzle := range list {
			if !yield(puzzle, nil) {
				return
			}
		}
	}
}

// Take fills puzzles with the next puzzles of a stream, and returns their number. If
// the stream has fewer, the error is ErrNoMore. Take is much faster than calls of
// Next, because it reads from the bank in batches.
func Take(ctx context.Context, stream Stream, puzzles []seed.Isomorph) (n int, err error) {
	if err := ctx.Err(); err != nil { // whatever is at hand
		return 0, err
	}
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

// taker is a stream that gives many puzzles at once.
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
	table     *pickTable     // nil at first
	ahead     []numberedPick // of the puzzles that are taken at once
	missing   []missingPick  // those of them that are not at hand
	plan      *plan
	begun     shuffle.Uint128 // place where the plan begins
	touched   byte            // makes sure that what is touched is read
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
	return &fullStream{selection: s, order: shuffle.New(s.Puzzles(), key), plan: &plan{workers: 1}}
}

func (st *fullStream) fork() Stream {
	return &fullStream{selection: st.selection, order: st.order, next: st.place(), table: st.table, plan: st.plan, begun: st.begun}
}

func (st *fullStream) expect(p *plan) { st.plan, st.begun = p, st.place() }

// place returns the place of the next puzzle.
func (st *fullStream) place() shuffle.Uint128 { return st.order.Len().Sub(st.left()) }

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
	if err := ctx.Err(); err != nil {
		return seed.Isomorph{}, err
	}
	if len(st.numbers) == 0 && !st.refill() {
		return seed.Isomorph{}, ErrNoMore
	}
	number, isomorph := st.selection.split(st.numbers[0])
	pick, err := st.pick(ctx, number)
	if err != nil {
		return seed.Isomorph{}, err
	}
	st.numbers = st.numbers[1:]
	return pick.Isomorph(isomorph), nil
}

// pick returns the pick with a number.
func (st *fullStream) pick(ctx context.Context, number uint64) (*seed.Pick, error) {
	if pick := st.table.at(number); pick != nil {
		return pick, nil
	}
	pick, err := st.selection.At(ctx, number)
	st.table = st.selection.table()
	return pick, err
}

// take finds all picks before it turns the first one, so that the processor can
// overlap their memory accesses.
func (st *fullStream) take(ctx context.Context, puzzles []seed.Isomorph) (n int, err error) {
	clear(puzzles) // what reading gives up takes no memory then
	defer st.letGo()
	first := st.place().Sub(st.begun).Lo
	st.plan.reach(ctx, st.selection, first, first+uint64(len(puzzles)), st.addNumbers)
	st.table = st.selection.table()
	st.ahead, st.missing = st.ahead[:0], st.missing[:0]
	for len(st.ahead) < len(puzzles) && (len(st.numbers) > 0 || st.refill()) {
		for _, i := range st.numbers[:min(len(st.numbers), len(puzzles)-len(st.ahead))] {
			number, isomorph := st.selection.split(i)
			st.ahead = append(st.ahead, numberedPick{number: number, isomorph: isomorph})
			st.numbers = st.numbers[1:]
		}
	}
	for i := range st.ahead {
		at := &st.ahead[i]
		if at.pick = st.table.at(at.number); at.pick == nil {
			st.missing = append(st.missing, missingPick{puzzle: i})
		} else {
			st.touched += at.pick.Touch()
		}
	}
	if len(st.missing) > 1 {
		st.findMissing(ctx)
	}
	for i := range st.ahead {
		at := &st.ahead[i]
		if at.pick == nil {
			if at.pick, err = st.pick(ctx, at.number); err != nil {
				st.next, st.numbers = st.place().Sub(shuffle.Number(uint64(len(st.ahead)-i))), nil
				return i, err
			}
		}
		puzzles[i] = at.pick.Isomorph(at.isomorph)
	}
	st.touched += seed.Touch(puzzles[:len(st.ahead)])
	if len(st.ahead) < len(puzzles) {
		err = ErrNoMore
	}
	return len(st.ahead), err
}

// letGo lets go of the picks that were taken: one keeps all of its window in memory.
func (st *fullStream) letGo() {
	clear(st.ahead)
	st.table = nil
}

// addNumbers adds the numbers of the picks of puzzles from one place to another, both
// counted from where the plan begins.
func (st *fullStream) addNumbers(from, to uint64, w *wishes) {
	if end := st.order.Len().Sub(st.begun); end.Less(shuffle.Number(to)) { // others may have asked for more than there is
		to = end.Lo
	}
	var numbers [64]shuffle.Uint128
	for ; from < to; from += uint64(len(numbers)) {
		some := numbers[:min(uint64(len(numbers)), to-from)]
		st.order.Fill(some, st.begun.Add(shuffle.Number(from)))
		for _, i := range some {
			number, _ := st.selection.split(i)
			w.add(number)
		}
	}
}

// findMissing finds the missing picks together. It leaves out the first that cannot be
// found, and those after it.
func (st *fullStream) findMissing(ctx context.Context) {
	s := st.selection
	var places []seedPlace
	for i := range st.missing {
		m := &st.missing[i]
		l, err := s.locate(ctx, st.ahead[m.puzzle].number)
		if err != nil {
			return
		}
		m.location = l
		places = append(places, l.seed)
	}
	s.readSome(ctx, places)
	for i := range st.missing {
		m := &st.missing[i]
		pick, err := s.pick(ctx, m.location)
		if err != nil {
			return
		}
		at := &st.ahead[m.puzzle]
		at.pick, st.table = s.keep(at.number, pick), s.table()
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
