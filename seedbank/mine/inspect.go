package mine

import (
	"context"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Arrival is a puzzle to import.
type Arrival struct {
	Place string      // where it was read, such as FILE:LINE
	Clues sudoku.Grid // any grid; it need not be a puzzle
	Err   error       // of reading the clues, or nil
}

// outcome says whether an arrival is imported, and if not, why.
type outcome int

const (
	isNew outcome = iota
	isKnown
	isRepeated
	isRejected
	isLeftOut // because the import was interrupted
)

// inspection is the result of inspecting an arrival.
type inspection struct {
	place   string
	outcome outcome
	err     error     // why it is rejected
	seed    seed.Seed // a minimal core of it
	key     seed.Key  // of the seed
	reduced bool      // the seed has fewer clues than the arrival

	// The relation of the arrival to the bank, and the related seed, in a dry run.
	relation seedbank.Relation
	of       seed.Key
}

// inspector inspects arrivals. It has its own scratch memory.
type inspector struct {
	ctx     context.Context
	bank    *seedbank.Bank
	relates bool // finds the relations of arrivals to the bank
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

// inspect looks a puzzle up in the bank. If the bank does not have it and it has redundant
// clues, inspect takes these away and looks once more.
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

// relate finds the relation of an arrival to the bank.
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
