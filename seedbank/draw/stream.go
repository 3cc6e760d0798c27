package draw

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// Stream has the puzzles of a request, with its style settled. [Stream.All] yields them.
// [Stream.Open] returns a stream that [seedbank.Fork] can divide among goroutines, unless it
// has variety, is mixed, or gives one puzzle of each seed with rungs. Goroutines can share a
// Stream, but not the results of All and Open.
type Stream struct {
	Request   Request             // the request, with its style, its variety and the versions of its minutes and labels settled
	Selection *seedbank.Selection // the seeds and rungs to draw from, without the unprinted puzzles

	// Without is the name of a field that excludes the style [Print] of puzzles for paper,
	// or empty.
	Without string

	// Unprinted is the number of puzzles for paper that are plain, because the bank has
	// too few in the style [Print]. It is 0 if the request is for all puzzles.
	Unprinted uint64

	from  Source
	plain *seedbank.Selection // of the plain puzzles that follow the printed ones, or nil
	err   error
}

// Draw yields the puzzles of r. At the first error it yields the error and ends.
// Errors are those of [Request.Select], a [*TooFewError], and errors of reading the bank. A
// TooFewError comes before the first puzzle, or in a mixed stream after the last one.
func (r *Request) Draw(ctx context.Context, from Source) iter.Seq2[seed.Isomorph, error] {
	return func(yield func(seed.Isomorph, error) bool) { r.Stream(ctx, from).All(ctx)(yield) }
}

// Stream settles the style of r and selects the seeds and rungs to draw from. If this
// fails, [Stream.Err] returns the error, and the stream has no puzzles.
func (r *Request) Stream(ctx context.Context, from Source) *Stream {
	s := &Stream{from: from}
	s.Request, s.Without = r.Settled()
	s.Selection, s.err = s.Request.Select(ctx, from)
	if s.Request.Style != r.Style && (s.err == nil || errors.Is(s.err, seedbank.ErrNoMatch)) {
		s.err = s.fillUp(ctx, from)
	}
	if s.err == nil && s.Selection.Fit() > 0 {
		s.Request.Pace.Fit = s.Selection.Fit()
	}
	if s.err == nil && s.Selection.LabelVersion() > 0 {
		s.Request.Labels.Version = s.Selection.LabelVersion()
	}
	if s.err == nil && s.Request.Variety != NoVariety {
		of := []*seedbank.Selection{s.Selection}
		if s.plain != nil {
			of = append(of, s.plain)
		}
		s.err = s.Request.SettleVariety(ctx, of...)
	}
	return s
}

// Err returns the error of [Request.Stream], or nil.
func (s *Stream) Err() error { return s.err }

// Mixed reports whether plain puzzles follow printed ones. A later request cannot
// continue such a stream.
func (s *Stream) Mixed() bool { return s.plain != nil }

// fillUp replaces the puzzles that the bank lacks in the style [Print] by plain
// ones, if it has any.
func (s *Stream) fillUp(ctx context.Context, from Source) (err error) {
	var there shuffle.Uint128
	skip, end := shuffle.Number(s.Request.Skip), s.Request.end()
	if s.err == nil {
		if there, err = s.Request.there(ctx, s.Selection); err != nil {
			return err
		}
	}
	if s.err == nil && (s.Request.N == 0 || !there.Less(end)) {
		return nil
	}
	plain := s.Request
	plain.Style = Plain
	selection, err := plain.Select(ctx, from)
	switch {
	case s.err == nil && errors.Is(err, seedbank.ErrNoMatch):
		return nil // there are too few, all printed
	case err != nil:
		return err
	case skip.Less(there) || s.Request.Distinct && s.err == nil: // the seeds of the printed puzzles must not come again
		s.Unprinted, s.plain = min(s.Request.N, end.Sub(there).Lo), selection
		return nil
	}
	s.Unprinted, s.Request, s.Selection = plain.N, plain, selection
	return nil
}

// end is the number of puzzles that a selection needs for r.
func (r *Request) end() shuffle.Uint128 { return shuffle.Number(r.Skip).Add(shuffle.Number(r.N)) }

// there returns the number of puzzles of a selection, or of its seeds if r is Distinct.
func (r *Request) there(ctx context.Context, selection *seedbank.Selection) (shuffle.Uint128, error) {
	if !r.Distinct {
		return selection.Puzzles(), nil
	}
	seeds, err := selection.Seeds(ctx)
	return shuffle.Number(seeds), err
}

// All yields the puzzles. At the first error it yields the error and ends.
func (s *Stream) All(ctx context.Context) iter.Seq2[seed.Isomorph, error] {
	return func(yield func(seed.Isomorph, error) bool) {
		stream, err := s.Open(ctx)
		if err != nil {
			yield(seed.Isomorph{}, err)
			return
		}
		stream = seedbank.InBlocks(stream, s.Request.N)
		for n := uint64(0); s.Request.N == 0 || n < s.Request.N; n++ {
			puzzle, err := stream.Next(ctx)
			if s.Request.N == 0 && errors.Is(err, seedbank.ErrNoMore) || !yield(puzzle, err) || err != nil {
				return
			}
		}
	}
}

// Open returns a stream of at least as many puzzles as the request wants. It leaves out the
// puzzles that the request skips. The error is from [Request.Stream], or a [*TooFewError].
func (s *Stream) Open(ctx context.Context) (seedbank.Stream, error) {
	if s.err != nil {
		return nil, s.err
	}
	r := &s.Request
	stream, err := r.order(ctx, s.Selection)
	if err != nil {
		return nil, err
	}
	if s.plain != nil {
		request := s.Request
		request.Style = Plain
		plain, err := request.order(ctx, s.plain)
		if err != nil {
			return nil, err
		}
		mixed := &mixedStream{
			of: r, printed: stream, plain: plain,
			left: r.N - s.Unprinted, used: used{of: r, keys: map[seed.Key]bool{}},
		}
		return mixed, mixed.begin(ctx, s.Selection)
	}
	there, err := r.there(ctx, s.Selection)
	if err != nil {
		return nil, err
	}
	if there.Less(r.end()) {
		return nil, s.tooFew(ctx, there)
	}
	return stream, stream.Skip(ctx, r.Skip)
}

// tooFew returns the error for a selection with too few puzzles.
func (s *Stream) tooFew(ctx context.Context, there shuffle.Uint128) error {
	r := s.Request
	e := &TooFewError{There: there, Distinct: r.Distinct, Printed: r.Style == Print}
	if r.NotIn != nil && r.Distinct {
		r.NotIn = []seed.Key{}
		all, err := r.Select(ctx, s.from)
		if err == nil {
			e.Of, err = all.Seeds(ctx)
		}
		if err != nil {
			return err
		}
	}
	return e
}

// order returns all puzzles of a selection in the order of r.
func (r *Request) order(ctx context.Context, selection *seedbank.Selection) (seedbank.Stream, error) {
	if r.Variety != NoVariety {
		return r.varied(ctx, selection)
	}
	return r.ordered(selection), nil
}

// ordered is order without variety.
func (r *Request) ordered(selection *seedbank.Selection) seedbank.Stream {
	if r.Distinct {
		return selection.Distinct(r.RandomSeed)
	}
	return selection.Stream(r.RandomSeed)
}

// mixedStream is printed puzzles, and then plain ones of other seeds.
type mixedStream struct {
	of             *Request
	printed, plain seedbank.Stream
	left           uint64 // printed puzzles to come
	given          uint64 // with those skipped
	used           used   // by printed puzzles
}

// begin leaves out the puzzles that the request skips. Those that are printed have used their
// seeds as well as those to come: together they are all of a selection.
func (m *mixedStream) begin(ctx context.Context, printed *seedbank.Selection) error {
	skip := m.of.Skip
	if skip == 0 {
		return nil
	}
	if err := m.used.addAll(ctx, printed); err != nil {
		return err
	}
	if m.left > 0 {
		m.given = skip
		return m.printed.Skip(ctx, skip)
	}
	m.given = uint64(len(m.used.keys))
	return m.Skip(ctx, skip-m.given)
}

// used tells which seeds puzzles were drawn from, or for requests on new grids which
// solution grids they are on.
type used struct {
	of        *Request
	keys      map[seed.Key]bool
	canonizer transform.Canonizer
}

func (u *used) key(puzzle *seed.Isomorph) seed.Key {
	if u.of.NotIn == nil {
		return puzzle.Pick().Key()
	}
	return seed.SolutionKey(&u.canonizer, puzzle.Puzzle())
}

func (u *used) add(puzzle *seed.Isomorph) { u.keys[u.key(puzzle)] = true }

// addAll adds all seeds of a selection.
func (u *used) addAll(ctx context.Context, of *seedbank.Selection) error {
	for puzzle, err := range seedbank.All(ctx, of.Distinct(0)) {
		if err != nil {
			return err
		}
		u.add(&puzzle)
	}
	return nil
}

// Next returns the next puzzle, or a [*TooFewError] if the seeds of all remaining
// plain puzzles have been used.
func (m *mixedStream) Next(ctx context.Context) (puzzle seed.Isomorph, err error) {
	if m.left > 0 {
		if puzzle, err = m.printed.Next(ctx); err == nil {
			m.left, m.given = m.left-1, m.given+1
			m.used.add(&puzzle)
		}
		return puzzle, err
	}
	for {
		puzzle, err = m.plain.Next(ctx)
		switch {
		case errors.Is(err, seedbank.ErrNoMore):
			return puzzle, &TooFewError{There: shuffle.Number(m.given), Distinct: m.of.Distinct}
		case err != nil:
			return puzzle, err
		case !m.used.keys[m.used.key(&puzzle)]:
			m.given++
			return puzzle, nil
		}
	}
}

// Skip skips the next n puzzles.
func (m *mixedStream) Skip(ctx context.Context, n uint64) error { return leaveOut(ctx, n, m.Next) }

// leaveOut skips puzzles of a stream one by one.
func leaveOut(ctx context.Context, n uint64, next func(context.Context) (seed.Isomorph, error)) error {
	for range n {
		if _, err := next(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Recall yields the puzzles that IDs name, from a bank that has their seeds. It rates
// a puzzle with added clues if the bank has no rung with these clues. At the first error it
// yields the error and ends.
func Recall(ctx context.Context, bank *seedbank.Bank, ids []string) iter.Seq2[seed.Isomorph, error] {
	return func(yield func(seed.Isomorph, error) bool) {
		var rater rating.Rater
		for _, text := range ids {
			var puzzle seed.Isomorph
			id, err := seed.ParseID(text)
			if err == nil {
				if puzzle, err = bank.Recall(ctx, id, rater.Class); err != nil {
					err = fmt.Errorf("puzzle %v: %w", id, err)
				}
			}
			if !yield(puzzle, err) || err != nil {
				return
			}
		}
	}
}
