package seedbank

import (
	"context"
	"math/rand/v2"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// distinctStream gives one puzzle of each seed of a selection.
type distinctStream struct {
	selection *Selection
	order     *shuffle.Permutation
	key, next uint64
	seen      map[seed.Key]bool // seeds that came already, if they can come twice
	plan      *plan
	begun     uint64 // place where the plan begins
}

// Distinct returns a stream with one puzzle of each seed of s. The key determines
// the order.
func (s *Selection) Distinct(key uint64) Stream {
	st := &distinctStream{selection: s, key: key, plan: &plan{workers: 1}, order: shuffle.New(shuffle.Number(s.Len()), key)}
	if s.hasRungs() {
		st.seen = map[seed.Key]bool{}
	}
	return st
}

// fork returns nil if the next puzzles depend on the seeds given before.
func (st *distinctStream) fork() Stream {
	if st.seen != nil {
		return nil
	}
	fork := *st
	return &fork
}

// expect ignores how many puzzles will be taken if seeds can come twice, since it is not
// known how many picks that takes.
func (st *distinctStream) expect(p *plan) {
	if st.seen != nil {
		p.end = 0
	}
	st.plan, st.begun = p, st.next
}

func (st *distinctStream) take(ctx context.Context, puzzles []seed.Isomorph) (n int, err error) {
	ahead := st.next // the first place that has not been read ahead
	for n = range puzzles {
		if st.next == ahead {
			ahead = min(st.next+uint64(len(puzzles)-n), st.selection.Len())
			st.plan.reach(ctx, st.selection, st.next-st.begun, ahead-st.begun, st.addNumbers)
			st.readAhead(ctx, ahead)
		}
		if puzzles[n], err = st.Next(ctx); err != nil {
			return n, err
		}
	}
	return len(puzzles), nil
}

// addNumbers adds the numbers of the picks from one place to another, both counted from
// where the plan begins.
func (st *distinctStream) addNumbers(from, to uint64, w *wishes) {
	for place := st.begun + from; place < min(st.begun+to, st.selection.Len()); place++ {
		w.add(st.order.At(shuffle.Number(place)).Lo)
	}
}

// readAhead reads the seeds of the next picks up to the place end that are not at hand.
func (st *distinctStream) readAhead(ctx context.Context, end uint64) {
	var places []seedPlace
	table := st.selection.table()
	for place := st.next; place < end; place++ {
		number := st.order.At(shuffle.Number(place)).Lo
		if table.at(number) != nil {
			continue
		}
		l, err := st.selection.locate(ctx, number)
		if err != nil {
			return // Next reports it
		}
		places = append(places, l.seed)
	}
	st.selection.readSome(ctx, places)
}

func (st *distinctStream) Skip(ctx context.Context, n uint64) error {
	if st.seen == nil {
		if n > st.selection.Len()-st.next {
			st.next = st.selection.Len()
			return ErrNoMore
		}
		st.next += n
		return nil
	}
	for range n {
		if _, _, err := st.nextPick(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (st *distinctStream) Next(ctx context.Context) (seed.Isomorph, error) {
	pick, number, err := st.nextPick(ctx)
	if err != nil {
		return seed.Isomorph{}, err
	}
	turns := rand.New(rand.NewPCG(st.key, number))
	return pick.Isomorph(turns.Uint64N(pick.Isomorphs())), nil
}

// nextPick returns the next pick whose seed has not come yet, with its number.
func (st *distinctStream) nextPick(ctx context.Context) (pick *seed.Pick, number uint64, err error) {
	for st.next < st.selection.Len() {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		number = st.order.At(shuffle.Number(st.next)).Lo
		if pick, err = st.selection.once(ctx, number); err != nil {
			return nil, 0, err
		}
		st.next++
		if st.seen == nil {
			return pick, number, nil
		}
		if !st.seen[pick.Key()] {
			st.seen[pick.Key()] = true
			return pick, number, nil
		}
	}
	return nil, 0, ErrNoMore
}
