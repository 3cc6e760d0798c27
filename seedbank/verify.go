package seedbank

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Verification says what is checked of a bank, besides the file and the counts:
// that seeds are proper, minimal, in canonical form and what the bank says of
// them, with their ladders.
type Verification struct {
	Workers int     // goroutines, at least 1
	Ratings bool    // rate seeds and rungs anew
	Sample  float64 // share of the seeds to check, such as 0.01, drawn at random; 0 or 1: all
	Skip    uint64  // leave out so many seeds: those that a check that was ended has reported

	// Problem is called for everything that is wrong, and Progress from time to
	// time with the number of seeds done, from one goroutine at a time.
	Problem  func(error)
	Progress func(done, of uint64)
}

// Verify checks the bank and returns the number of seeds checked. The error says
// that the bank could not be read to its end, not that something is wrong with
// it.
func (b *Bank) Verify(ctx context.Context, v *Verification) (checked uint64, err error) {
	if checked, err = b.verify(ctx, v); err != nil {
		return checked, fmt.Errorf("verifying bank %s: %w", b.path, err)
	}
	return checked, nil
}

func (b *Bank) verify(ctx context.Context, v *Verification) (checked uint64, err error) {
	for _, check := range fileChecks {
		if err := b.fileCheck(ctx, check.problem, check.query, v.Problem); err != nil {
			return 0, err
		}
	}
	if err := b.checkPages(ctx, v.Problem); err != nil {
		return 0, err
	}
	indexed, err := b.indexedRungs(ctx)
	if err != nil {
		v.Problem(err)
	}
	all, err := b.Select(ctx, Filter{})
	if err != nil {
		return 0, err
	}
	return all.verify(ctx, v, indexed)
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

// checkPages compares the slots of techniques with what the seeds say.
func (b *Bank) checkPages(ctx context.Context, problem func(error)) error {
	want, err := b.pagesOfSeeds(ctx, problem)
	if err != nil {
		return err
	}
	rows, err := b.db.QueryContext(ctx, `SELECT technique, stratum, page, seeds, uses, slots FROM technique_slots`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name pageName
		var got page
		if err := rows.Scan(&name.technique, &name.stratum, &name.page, &got.seeds, &got.uses, &got.slots); err != nil {
			return err
		}
		if p := want[name]; p == nil || p.seeds != got.seeds || p.uses != got.uses || !bytes.Equal(p.slots, got.slots) {
			problem(fmt.Errorf("page %d of technique %d in stratum %d differs from the seeds", name.page, name.technique, name.stratum))
		}
		delete(want, name)
	}
	for name := range want {
		problem(fmt.Errorf("page %d of technique %d in stratum %d is missing", name.page, name.technique, name.stratum))
	}
	return rows.Err()
}

// pagesOfSeeds makes the slots of techniques anew.
func (b *Bank) pagesOfSeeds(ctx context.Context, problem func(error)) (pages, error) {
	rows, err := b.db.QueryContext(ctx, `SELECT stratum, slot, uses FROM seeds`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := pages{}
	for rows.Next() {
		var stratum int64
		var slot uint64
		var packed []byte
		if err := rows.Scan(&stratum, &slot, &packed); err != nil {
			return nil, err
		}
		err := unpackUses(packed, func(id uint64, steps uint16) error {
			all.add(pageName{int64(id), stratum, slot / pageSlots}, slot%pageSlots, steps)
			return nil
		})
		if err != nil {
			problem(fmt.Errorf("seed %d of stratum %d: %w", slot, stratum, err))
		}
	}
	return all, rows.Err()
}

// verify checks the seeds of s.
func (s *Selection) verify(ctx context.Context, v *Verification, indexed map[int64]uint64) (checked uint64, err error) {
	numbers := s.sample(v)
	group, ctx := errgroup.WithContext(ctx)
	problems := make(chan error)
	var next, done atomic.Uint64
	for range v.Workers {
		group.Go(func() error {
			check := verifier{selection: s, indexed: indexed, ratings: v.Ratings}
			for i := next.Add(1) - 1; i < uint64(len(numbers)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				problems <- check.seed(ctx, numbers[i])
				done.Add(1)
			}
			return ctx.Err()
		})
	}
	go func() {
		err = group.Wait()
		close(problems)
	}()
	for p := range problems {
		if p != nil {
			v.Problem(p)
		}
		if v.Progress != nil {
			v.Progress(v.Skip+done.Load(), v.Skip+uint64(len(numbers)))
		}
	}
	return done.Load(), err
}

// sample returns the numbers of the seeds to check, ascending.
func (s *Selection) sample(v *Verification) (numbers []uint64) {
	share := v.Sample
	if share == 0 {
		share = 1
	}
	for i := range s.Len() {
		if share >= 1 || rand.Float64() < share {
			numbers = append(numbers, i)
		}
	}
	return numbers[min(v.Skip, uint64(len(numbers))):]
}

// verifier checks seeds, with scratch memory of its own.
type verifier struct {
	selection *Selection
	indexed   map[int64]uint64
	ratings   bool
	solver    sudoku.Solver
	canonizer transform.Canonizer
	rater     rating.Rater
}

// seed returns what is wrong with a seed. That it is proper is proven by reading
// it.
func (v *verifier) seed(ctx context.Context, i uint64) error {
	pick, err := v.selection.At(ctx, i)
	if err != nil {
		return err
	}
	s, st := pick.Seed, v.selection.stratumOf(i)
	clues := s.Puzzle.Clues()
	canonical := v.canonizer.Canonical(clues)
	var problems []error
	for _, check := range []struct {
		holds   bool
		problem string
	}{
		{v.solver.Minimal(&s.Puzzle), "it is not minimal"},
		{canonical.Grid == clues, "it is not in canonical form"},
		{canonical.Automorphisms == st.automorphisms, "its automorphisms are counted wrongly"},
		{clues.NumClues() == st.clues, "its clues are counted wrongly"},
		{rating.LevelOf(st.er) == st.level, "its level is not that of its ER"},
		{v.selection.bank.hasKey(ctx, s), "its key is not that of its puzzle"},
		{!v.ratings || v.rated(&s.Puzzle, &s.Rating), "its rating is another"},
	} {
		if !check.holds {
			problems = append(problems, errors.New(check.problem))
		}
	}
	if len(problems) == 0 {
		problems = append(problems, v.ladders(ctx, s))
	}
	if err := errors.Join(problems...); err != nil {
		return fmt.Errorf("seed %v: %w", clues, err)
	}
	return nil
}

// rated reports whether a puzzle in canonical form is rated so. Of a rung the
// bank does not know the uses.
func (v *verifier) rated(p *sudoku.Puzzle, want *rating.Result) bool {
	got, err := v.rater.Rate(p)
	if want.Uses == ([rating.NumTechniques]uint16{}) {
		got.Uses = want.Uses
	}
	return err == nil && got == *want
}

// hasKey reports whether the bank finds s by its key.
func (b *Bank) hasKey(ctx context.Context, s *Seed) bool {
	found, err := b.Find(ctx, s.Puzzle.Clues())
	return err == nil && found.Puzzle == s.Puzzle && found.Rating == s.Rating
}
