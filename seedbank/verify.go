package seedbank

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Verify checks the file, the counts, and that every seed is proper, minimal,
// in canonical form and what the bank says of it, but for its rating, on as
// many goroutines as workers. It calls problem for everything that is wrong,
// from one goroutine at a time, and returns the number of seeds checked. The
// error says that the bank could not be read to its end, not that something is
// wrong with it.
func (b *Bank) Verify(ctx context.Context, workers int, problem func(error)) (checked uint64, err error) {
	for _, check := range fileChecks {
		if err := b.fileCheck(ctx, check.problem, check.query, problem); err != nil {
			return 0, fmt.Errorf("verifying bank %s: %w", b.path, err)
		}
	}
	all, err := b.Select(ctx, Filter{})
	if err == nil {
		checked, err = all.verify(ctx, workers, problem)
	}
	if err != nil {
		return checked, fmt.Errorf("verifying bank %s: %w", b.path, err)
	}
	return checked, nil
}

// checks of the file as a whole: each row that a query returns is a problem.
var fileChecks = []struct{ problem, query string }{
	{"the file is damaged", `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'`},
	{"a reference to nothing in table", `SELECT "table" FROM pragma_foreign_key_check`},
	{"a stratum whose seeds are not numbered without a gap", `
		SELECT id FROM strata WHERE seeds <> (SELECT count(*) FROM seeds WHERE stratum = strata.id)
		OR seeds > 0 AND seeds - 1 <> (SELECT max(slot) FROM seeds WHERE stratum = strata.id)`},
}

func (b *Bank) fileCheck(ctx context.Context, problem, query string, report func(error)) error {
	rows, err := b.db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var what string
		if err := rows.Scan(&what); err != nil {
			return err
		}
		report(fmt.Errorf("%s: %s", problem, what))
	}
	return rows.Err()
}

// verify checks the seeds of s.
func (s *Selection) verify(ctx context.Context, workers int, problem func(error)) (checked uint64, err error) {
	group, ctx := errgroup.WithContext(ctx)
	problems := make(chan error)
	var next atomic.Uint64
	for range workers {
		group.Go(func() error {
			var v verifier
			for i := next.Add(1) - 1; i < s.Len() && ctx.Err() == nil; i = next.Add(1) - 1 {
				if err := v.check(ctx, s, i); err != nil {
					problems <- err
				}
			}
			return ctx.Err()
		})
	}
	go func() {
		err = group.Wait()
		close(problems)
	}()
	for p := range problems {
		problem(p)
	}
	return min(next.Load(), s.Len()), err
}

// verifier checks seeds, with scratch memory of its own.
type verifier struct {
	solver    sudoku.Solver
	canonizer transform.Canonizer
}

// check returns what is wrong with a seed of a selection. That it is proper is
// proven by reading it.
func (v *verifier) check(ctx context.Context, s *Selection, i uint64) error {
	seed, err := s.At(ctx, i)
	if err != nil {
		return err
	}
	clues := &seed.Puzzle.Clues
	canonical := v.canonizer.Canonical(clues)
	st := s.stratumOf(i)
	var problems []error
	for _, check := range []struct {
		holds   bool
		problem string
	}{
		{v.solver.Minimal(&seed.Puzzle), "it is not minimal"},
		{canonical.Grid == *clues, "it is not in canonical form"},
		{canonical.Automorphisms == st.automorphisms, "its automorphisms are counted wrongly"},
		{clues.Clues() == st.clues, "its clues are counted wrongly"},
		{rating.LevelOf(st.er) == st.level, "its level is not that of its ER"},
		{s.bank.hasKey(ctx, &seed), "its key is not that of its puzzle"},
	} {
		if !check.holds {
			problems = append(problems, fmt.Errorf("seed %v: %s", clues, check.problem))
		}
	}
	return errors.Join(problems...)
}

// hasKey reports whether the bank finds s by its key.
func (b *Bank) hasKey(ctx context.Context, s *Seed) bool {
	found, err := b.Find(ctx, &s.Puzzle.Clues)
	return err == nil && found == *s
}
