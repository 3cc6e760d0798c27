package mine

import (
	"context"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// outcome is what becomes of an arrival.
type outcome int

const (
	isNew outcome = iota
	isKnown
	isRepeated
	isRejected
	isLeftOut // because the import was interrupted
)

// inspection is what is known about an arrival.
type inspection struct {
	place   string
	outcome outcome
	err     error     // why it is rejected
	seed    seed.Seed // a minimal core of it
	key     seed.Key  // of the seed
	reduced bool      // the seed has fewer clues than the arrival

	// What the arrival is to the bank, and to which seed, if that is asked for.
	relation seedbank.Relation
	of       seed.Key
}

// inspector finds out the outcomes of arrivals. It has its own scratch memory.
type inspector struct {
	ctx     context.Context
	bank    *seedbank.Bank
	relates bool // finds out what arrivals are to the bank
	maker   maker
	solver  sudoku.Solver

	canonizer transform.Canonizer
	rowByRow  [81]sudoku.Cell
}

func newInspector(ctx context.Context, bank *seedbank.Bank) *inspector {
	in := &inspector{ctx: context.WithoutCancel(ctx), bank: bank} // a look-up takes no time
	for c := range in.rowByRow {
		in.rowByRow[c] = sudoku.Cell(c)
	}
	return in
}

// inspectAll inspects arrivals. The error is one of the bank.
func (in *inspector) inspectAll(arrivals []Arrival) ([]inspection, error) {
	list := make([]inspection, len(arrivals))
	for i := range arrivals {
		list[i].place = arrivals[i].Place
		if err := in.inspect(&list[i], &arrivals[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// inspect looks for a puzzle in the bank as it is. If the bank lacks it and it
// has redundant clues, inspect looks once more without these.
func (in *inspector) inspect(to *inspection, a *Arrival) error {
	if to.err = a.Err; to.err == nil {
		to.seed.Puzzle, to.err = in.solver.Prove(a.Clues)
	}
	if to.err != nil {
		to.outcome = isRejected
		return nil
	}
	if in.relates {
		if err := in.relate(to); err != nil {
			return err
		}
	}
	in.canonize(to, to.seed.Puzzle)
	if err := in.lookUp(to); err != nil || to.outcome == isKnown || !in.reduce(to) {
		return err
	}
	return in.lookUp(to)
}

// relate finds out what an arrival is to the bank.
func (in *inspector) relate(to *inspection) (err error) {
	to.relation, to.of, err = in.bank.Relate(in.ctx, &in.canonizer, to.seed.Puzzle)
	return err
}

func (in *inspector) canonize(to *inspection, p sudoku.Puzzle) {
	to.seed = in.maker.seed(p, seed.Import)
	to.key = to.seed.Key()
}

// reduce takes redundant clues away and reports whether there were any.
func (in *inspector) reduce(to *inspection) bool {
	core := to.seed.Puzzle
	in.solver.Minimize(&core, in.rowByRow[:])
	if core == to.seed.Puzzle {
		return false
	}
	to.reduced = true
	in.canonize(to, core)
	return true
}

// lookUp finds out whether the bank has a puzzle.
func (in *inspector) lookUp(to *inspection) error {
	has, err := in.bank.Has(in.ctx, to.key)
	if has {
		to.outcome = isKnown
	}
	return err
}
