package mine

import (
	"context"
	"iter"

	"github.com/seedoku/seedoku/seedbank/inorder"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// fate is what becomes of an arrival.
type fate int

const (
	isNew fate = iota
	isKnown
	isRepeated
	isRejected
	isLeftOut // because the import was interrupted
)

// sifted is an arrival of which one knows whether it is to be rated.
type sifted struct {
	place   string
	fate    fate
	err     error         // why it is rejected
	seed    seedbank.Seed // a minimal core of it, not rated yet
	key     seedbank.Key  // of the seed
	reduced bool          // the seed has fewer clues
}

// batchSifted is what came of a batch of arrivals, unless they could not be
// looked for in the bank.
type batchSifted struct {
	list []sifted
	err  error
}

// sift yields all arrivals, in order, in portions that one worker is to rate.
func (im *importer) sift(ctx context.Context, arrivals iter.Seq[[]Arrival], yield func([]sifted) bool) error {
	newWork := func() func([]Arrival) batchSifted {
		work := newSifter(ctx, im.known)
		return func(batch []Arrival) batchSifted {
			im.cores <- struct{}{}
			defer func() { <-im.cores }()
			list, err := work.sift(batch)
			return batchSifted{list, err}
		}
	}
	seen := map[seedbank.Key]bool{}
	return inorder.Run(context.WithoutCancel(ctx), inorder.Pool{Workers: im.options.Workers}, until(ctx, arrivals), newWork, func(batch batchSifted) error {
		if batch.err != nil {
			return batch.err
		}
		markRepeated(batch.list, seen)
		for portion := range portions(batch.list) {
			if !yield(portion) {
				return errEnough
			}
		}
		return nil
	})
}

// until yields what there is until ctx is done.
func until[T any](ctx context.Context, items iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		for item := range items {
			if ctx.Err() != nil || !yield(item) {
				return
			}
		}
	}
}

// markRepeated finds what has been seen before in this import, be it in the bank
// by now or not.
func markRepeated(list []sifted, seen map[seedbank.Key]bool) {
	for i := range list {
		s := &list[i]
		switch {
		case s.fate != isNew && s.fate != isKnown:
		case seen[s.key]:
			s.fate = isRepeated
		case s.fate == isNew:
			seen[s.key] = true
		}
	}
}

// portions cuts a list after every so many new puzzles.
func portions(list []sifted) iter.Seq[[]sifted] {
	return func(yield func([]sifted) bool) {
		begin, toRate := 0, 0
		for i := range list {
			if list[i].fate == isNew {
				toRate++
			}
			if toRate == rateAtOnce || i == len(list)-1 {
				if !yield(list[begin : i+1]) {
					return
				}
				begin, toRate = i+1, 0
			}
		}
	}
}

// sifter finds out about arrivals, with scratch memory of its own.
type sifter struct {
	ctx       context.Context
	bank      *seedbank.Bank
	solver    sudoku.Solver
	canonizer transform.Canonizer
	rowByRow  [81]sudoku.Cell
}

func newSifter(ctx context.Context, bank *seedbank.Bank) *sifter {
	s := &sifter{ctx: context.WithoutCancel(ctx), bank: bank} // a look-up takes no time
	for c := range s.rowByRow {
		s.rowByRow[c] = sudoku.Cell(c)
	}
	return s
}

func (s *sifter) sift(batch []Arrival) ([]sifted, error) {
	list := make([]sifted, len(batch))
	for i := range batch {
		list[i].place = batch[i].Place
		if err := s.siftOne(&list[i], &batch[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// siftOne looks for a puzzle in the bank as it is and, if it is not there and
// has redundant clues, once more without these.
func (s *sifter) siftOne(into *sifted, a *Arrival) error {
	if into.err = a.Err; into.err == nil {
		into.seed.Puzzle, into.err = s.solver.Prove(a.Clues)
	}
	if into.err != nil {
		into.fate = isRejected
		return nil
	}
	s.canonize(into, into.seed.Puzzle)
	if err := s.lookUp(into); err != nil || into.fate == isKnown || !s.reduce(into) {
		return err
	}
	return s.lookUp(into)
}

func (s *sifter) canonize(into *sifted, p sudoku.Puzzle) {
	canonical := s.canonizer.Canonical(p.Clues())
	into.seed.Puzzle = canonical.To.Puzzle(p)
	into.seed.Automorphisms = canonical.Automorphisms
	into.key = seedbank.KeyOf(canonical.Grid)
}

// reduce takes redundant clues away and reports whether there were any.
func (s *sifter) reduce(u *sifted) bool {
	core := u.seed.Puzzle
	s.solver.Minimize(&core, s.rowByRow[:])
	if core == u.seed.Puzzle {
		return false
	}
	u.reduced = true
	s.canonize(u, core)
	return true
}

// lookUp finds out whether the bank has a puzzle.
func (s *sifter) lookUp(u *sifted) error {
	has, err := s.bank.Has(s.ctx, u.key)
	if has {
		u.fate = isKnown
	}
	return err
}
