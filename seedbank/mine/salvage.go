package mine

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// SalvageOptions say how a damaged bank is salvaged.
type SalvageOptions struct {
	Workers int // number of goroutines that prove and rate, at least 1

	Program   string // version, for the record of the run
	Arguments string // command line, for the record of the run

	// Reject is called for remains that look like a seed but are not one. Report is
	// called from time to time. Both are called from one goroutine at a time, and may
	// be nil.
	Reject func(clues sudoku.Grid, reason error)
	Report func(Salvaged)
}

// Salvaged is the result of salvaging a bank.
type Salvaged struct {
	Found    int // remains that look like a seed
	Stored   int // new seeds
	Known    int // seeds that the bank had, or that were found twice
	Rejected int // puzzles that are not proper, not minimal, not in canonical form or beyond the scale
	Rungs    int // rungs of the stored seeds
	Laddered int // seeds that got ladders, because their rungs could not be read

	// Highest is the highest number of a seed that was found. A bank numbers its
	// seeds from 1 without gaps, so the damaged bank had at least this many
	// seeds.
	Highest seedbank.SeedID
}

// Salvage reads a damaged bank in a file and stores the seeds that it finds in another
// bank. It stores only puzzles that are proper, minimal and in
// canonical form, and rates them and their rungs. When ctx is done, it stores the seeds
// rated so far and returns no error. Another call rates all seeds again and adds the
// missing ones.
func Salvage(ctx context.Context, path string, bank *change.Writer, options SalvageOptions) (Salvaged, error) {
	st, err := openStore(ctx, bank, &seedbank.Run{Arguments: options.Arguments, Program: options.Program}, Room{})
	if err != nil {
		return Salvaged{}, err
	}
	sv := &salvager{options: &options, store: st}
	st.settled = func(s *seed.Seed, isNew, _ bool) {
		if isNew {
			sv.done.Rungs += len(s.Rungs)
		}
	}
	err = st.close(endOf(ctx, sv.run(ctx, path)))
	return sv.progress(), err
}

// salvager salvages a bank.
type salvager struct {
	options *SalvageOptions
	store   *store
	done    Salvaged
}

// salvaged is the result for the remains of a seed.
type salvaged struct {
	id       seedbank.SeedID
	clues    sudoku.Grid
	seed     seed.Seed
	laddered bool
	err      error
}

func (sv *salvager) run(ctx context.Context, path string) error {
	var readErr error
	remains := func(yield func(repair.Remains) bool) {
		for r, err := range repair.Salvage(path) {
			if readErr = err; err != nil || !yield(r) {
				return
			}
		}
	}
	newWork := func() func(repair.Remains) salvaged {
		var m prover
		return func(r repair.Remains) salvaged { return m.restore(&r) }
	}
	pool := ordered.Pool{Workers: sv.options.Workers, Ahead: resultsAhead}
	err := ordered.Run(ctx, pool, iter.Seq[repair.Remains](remains), newWork, sv.take)
	return errors.Join(err, readErr)
}

// prover makes seeds of remains, with scratch memory of its own.
type prover struct {
	making.Maker
	solver sudoku.Solver
}

func (p *prover) restore(r *repair.Remains) salvaged {
	out := salvaged{id: r.ID, clues: r.Clues, laddered: !r.Readable}
	out.seed, out.err = p.prove(r)
	if out.err == nil && out.laddered {
		out.err = p.AddLadders(&out.seed, nil)
	}
	return out
}

// prove returns the seed of remains, rated, with the rungs that could be read.
func (p *prover) prove(r *repair.Remains) (s seed.Seed, err error) {
	puzzle, err := p.solver.Prove(r.Clues)
	if err != nil {
		return s, err
	}
	if !p.solver.Minimal(&puzzle) {
		return s, errors.New("it is not minimal")
	}
	if s = p.Seed(puzzle, r.Origin); s.Puzzle != puzzle {
		return s, errors.New("it is not in canonical form")
	}
	if err := p.Rate(&s); err != nil {
		return s, err
	}
	p.AddSolution(&s)
	empty := sudoku.AllCells.AndNot(puzzle.Clues().Filled())
	for _, added := range r.Rungs {
		if !added.Within(empty) || added == empty {
			continue // the rung belongs to another seed
		}
		rung, err := p.Rung(&s, added)
		if err != nil {
			return s, fmt.Errorf("a rung of it: %w", err)
		}
		s.AddRungs(rung)
	}
	return s, nil
}

// take counts and stores a seed.
func (sv *salvager) take(r salvaged) error {
	sv.done.Found++
	if r.err != nil {
		sv.done.Rejected++
		if sv.options.Reject != nil {
			sv.options.Reject(r.clues, r.err)
		}
		return nil
	}
	if r.laddered {
		sv.done.Laddered++
	}
	sv.done.Highest = max(sv.done.Highest, r.id)
	sv.store.add(r.seed, change.Source{}, tables.PickValues{})
	sv.store.note(1)
	err := sv.store.flushIfDue()
	if sv.options.Report != nil {
		sv.options.Report(sv.progress())
	}
	return err
}

func (sv *salvager) progress() Salvaged {
	done := sv.done
	done.Stored, done.Known = sv.store.stored, sv.store.known
	return done
}
