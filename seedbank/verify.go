package seedbank

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// VerifyOptions say what is checked of seeds and whom a check tells of it.
// Problem and Report may be nil; they are called from one goroutine at a time.
type VerifyOptions struct {
	Workers int     // goroutines; 0 is 1
	Ratings bool    // rate seeds and rungs anew
	Sample  float64 // share of the seeds to check, such as 0.01, drawn at random; 0 or 1: all
	Skip    uint64  // number of seeds to leave out: those that an earlier check has reported as done

	Problem func(error)           // is called for everything that is wrong
	Report  func(done, of uint64) // is called from time to time with the number of seeds done
}

// Verify checks the bank: that the file is sound and its counts are right; that
// seeds are proper, minimal, in canonical form and what the bank says of them;
// and that every rung can be drawn, but no puzzle twice. It returns the number
// of seeds checked. The error says that the bank could not be read to its end,
// or that there is nothing to check, not that something is wrong with a seed.
func (b *Bank) Verify(ctx context.Context, options VerifyOptions) (checked uint64, err error) {
	if options.Problem == nil {
		options.Problem = func(error) {}
	}
	if checked, err = b.verify(ctx, &options); err != nil {
		return checked, fmt.Errorf("verifying bank %s: %w", b.path, plain(err))
	}
	return checked, nil
}

func (b *Bank) verify(ctx context.Context, options *VerifyOptions) (checked uint64, err error) {
	if !(options.Sample >= 0 && options.Sample <= 1) {
		return 0, fmt.Errorf("there is no sample of %v times the seeds", options.Sample)
	}
	for _, check := range fileChecks {
		if err := b.fileCheck(ctx, check.problem, check.query, options.Problem, check.arguments...); err != nil {
			return 0, err
		}
	}
	if err := b.checkNames(ctx, options.Problem); err != nil {
		return 0, err
	}
	if err := b.checkPages(ctx, options.Problem); err != nil {
		return 0, err
	}
	for _, check := range []func(context.Context, func(error)) error{b.checkDigests, b.checkCredits, b.checkClaimed} {
		if err := check(ctx, options.Problem); err != nil {
			return 0, err
		}
	}
	indexed, err := b.readIndexedRungs(ctx, options.Problem)
	if err != nil {
		return 0, err
	}
	all := &Selection{bank: b}
	err = all.loadStrata(ctx, func(damage error) error { options.Problem(damage); return nil })
	if err != nil {
		return 0, err
	}
	all.addUp()
	return all.verify(ctx, options, indexed)
}

// fileChecks are of the file as a whole: each row that a query returns is a
// problem.
var fileChecks = []struct {
	problem, query string
	arguments      []any
}{
	{"the file is damaged", `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'`, nil},
	{"a reference to nothing in table", `SELECT DISTINCT "table" FROM pragma_foreign_key_check`, nil},
	{"a stratum whose seeds are not numbered without a gap", `
		SELECT id FROM strata WHERE seeds <> (SELECT count(*) FROM seeds WHERE stratum = strata.id)
		OR seeds > 0 AND seeds - 1 <> (SELECT max(slot) FROM seeds WHERE stratum = strata.id)`, nil},
	{"a run that was rated by a newer version of the program", `SELECT id FROM runs WHERE rater > ?`, []any{rating.Version}},
	{"a run whose texts are too long", `SELECT id FROM runs WHERE length(arguments) > 65536 OR length(program) > 1024`, nil},
	{"a run that cannot have gone like that", `
		SELECT id FROM runs WHERE rater < 0 OR stored < 0 OR stored > made
		OR datetime(started) IS NULL OR ended IS NOT NULL AND (datetime(ended) IS NULL OR datetime(ended) < datetime(started))`, nil},
	{"a run that has ended and says that it stored fewer seeds than there are of it", `
		SELECT runs.id FROM runs JOIN (SELECT run, count(*) AS found FROM seeds GROUP BY run) ON run = runs.id
		WHERE ended IS NOT NULL AND stored < found`, nil},
}

// checkNames reports names of techniques and of objectives that the program does
// not know.
func (b *Bank) checkNames(ctx context.Context, problem func(error)) error {
	techniques, err := readTechniques(ctx, b.db, "main")
	if err != nil {
		return err
	}
	for number := range techniques {
		if _, err := techniques.named(number); err != nil {
			problem(inRow("techniques", int64(number), err))
		}
	}
	known := walkNames()
	query := `SELECT DISTINCT objective FROM walked WHERE objective NOT IN (?` + strings.Repeat(", ?", len(known)-1) + `)`
	return b.fileCheck(ctx, "walks toward an objective that is not known to this version of the program", query, problem, known...)
}

func (b *Bank) fileCheck(ctx context.Context, problem, query string, report func(error), arguments ...any) error {
	rows, err := b.db.QueryContext(ctx, query, arguments...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var what string
		if err := rows.Scan(&what); err != nil {
			return fmt.Errorf("%s: %w: %w", problem, errWrongType, ErrDamaged)
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
		var got techniquePage
		if err := rows.Scan(&name.technique, &name.stratum, &name.page, &got.seeds, &got.uses, &got.slots); err != nil {
			return scanned("technique_slots", name.stratum, err)
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
func (b *Bank) pagesOfSeeds(ctx context.Context, problem func(error)) (techniquePages, error) {
	rows, err := b.db.QueryContext(ctx, `SELECT id, stratum, slot, uses FROM seeds`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := techniquePages{}
	for rows.Next() {
		var id, stratum int64
		var slot uint64
		var packed []byte
		if err := rows.Scan(&id, &stratum, &slot, &packed); err != nil {
			return nil, scanned("seeds", id, err)
		}
		err := seed.EachUse(packed, func(id uint64, steps uint16) error {
			all.add(pageName{int64(id), stratum, slot / pageSlots}, slot%pageSlots, steps)
			return nil
		})
		if err != nil {
			problem(fmt.Errorf("seed %d of stratum %d: %w", slot, stratum, err))
		}
	}
	return all, rows.Err()
}

// verifiedSeed is what came of checking a seed: nil, or what is wrong with it.
type verifiedSeed struct {
	at      uint64 // among the seeds to check
	problem error
}

// verify checks the seeds of s. What it reports as done is a beginning of the
// seeds without a gap, so that a later check can leave them out.
func (s *Selection) verify(ctx context.Context, options *VerifyOptions, indexed *indexedRungs) (checked uint64, err error) {
	numbers := s.sample(options)
	if len(numbers) == 0 && s.Len() > 0 {
		return 0, fmt.Errorf("a sample of %v times its %s has none", options.Sample, phrase.Count(s.Len(), "seed"))
	}
	if options.Skip > uint64(len(numbers)) {
		return 0, fmt.Errorf("%s to check, so %d cannot be left out", phrase.There(len(numbers), "seed"), options.Skip)
	}
	numbers = numbers[options.Skip:]
	group, ctx := errgroup.WithContext(ctx)
	results := make(chan verifiedSeed)
	var next atomic.Uint64
	for range max(1, options.Workers) {
		group.Go(func() error {
			check := verifier{selection: s, indexed: indexed, ratings: options.Ratings}
			for i := next.Add(1) - 1; i < uint64(len(numbers)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				problem := check.seed(ctx, numbers[i])
				if ctx.Err() != nil {
					break // it may be no more than that
				}
				results <- verifiedSeed{i, problem}
			}
			return ctx.Err()
		})
	}
	go func() {
		err = group.Wait()
		close(results)
	}()
	done, ahead := uint64(0), map[uint64]bool{}
	for r := range results {
		checked++
		if r.problem != nil {
			options.Problem(r.problem)
		}
		for ahead[r.at] = true; ahead[done]; done++ {
			delete(ahead, done)
		}
		if options.Report != nil {
			options.Report(options.Skip+done, options.Skip+uint64(len(numbers)))
		}
	}
	return checked, err
}

// sample returns the numbers of the seeds to check, those to leave out included,
// ascending.
func (s *Selection) sample(options *VerifyOptions) (numbers []uint64) {
	share := options.Sample
	if share == 0 {
		share = 1
	}
	for i := range s.Len() {
		if share >= 1 || rand.Float64() < share {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// verifier checks seeds, with scratch memory of its own.
type verifier struct {
	selection *Selection
	indexed   *indexedRungs
	ratings   bool
	solver    sudoku.Solver
	canonizer transform.Canonizer
	rater     rating.Rater
}

// seed returns what is wrong with a seed. That it is proper is proven by reading
// it.
func (v *verifier) seed(ctx context.Context, i uint64) error {
	st := v.selection.stratumOf(i)
	s, err := v.selection.bank.seedIn(ctx, st, i-(st.end-st.number))
	if err != nil {
		return err
	}
	clues := s.Puzzle.Clues()
	canonical := v.canonizer.Canonical(clues)
	if s.Rating.ER != st.er || s.Automorphisms != st.automorphisms {
		return fmt.Errorf("seed %v: it is not what its stratum says", clues)
	}
	var problems []error
	for _, check := range []struct {
		holds   bool
		problem string
	}{
		{v.solver.Minimal(&s.Puzzle), "it is not minimal"},
		{canonical.Grid == clues, "it is not in canonical form"},
		{canonical.Automorphisms == st.automorphisms, "its automorphisms are counted wrongly"},
		{clues.NumClues() == st.clues, "its clues are counted wrongly"},
		{v.selection.bank.hasKey(ctx, &s), errOtherKey.Error()},
		{!v.ratings || v.rated(&s.Puzzle, &s.Rating, true), "its rating is another"},
	} {
		if !check.holds {
			problems = append(problems, errors.New(check.problem))
		}
	}
	if len(problems) == 0 {
		problems = append(problems, v.rungs(ctx, &s))
	}
	if err := errors.Join(problems...); err != nil {
		return fmt.Errorf("seed %v: %w", clues, err)
	}
	return nil
}

// rated reports whether a puzzle in canonical form has a rating. The uses are
// compared if they are known: the bank does not know the uses of rungs.
func (v *verifier) rated(p *sudoku.Puzzle, want *rating.Result, usesKnown bool) bool {
	got, err := v.rater.Rate(p)
	if !usesKnown {
		got.Uses = want.Uses
	}
	return err == nil && got == *want
}

// hasKey reports whether the bank finds s by its key.
func (b *Bank) hasKey(ctx context.Context, s *seed.Seed) bool {
	found, err := b.Find(ctx, s.Puzzle.Clues())
	return err == nil && found.Puzzle == s.Puzzle && found.Rating == s.Rating
}
