// Package repair verifies banks and reads the remains of damaged ones.
//
// [Verify] checks everything that a bank stores against the puzzles of its seeds, and can
// rate them again. [Salvage] finds seeds in a file that SQLite cannot read any more;
// package mine stores them.
//
// Neither changes the bank. Start with [Verify].
package repair

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Bank is a bank that is open, to read or to write.
type Bank interface {
	Rows() *tables.File
}

// allSeeds are the seeds of a bank, numbered from 0.
type allSeeds struct {
	file   *tables.File
	strata []tables.Stratum
	ends   []uint64 // number of seeds up to and including each stratum
}

// load reads the strata. It reports a stratum with impossible values as a problem
// and leaves it out.
func (a *allSeeds) load(ctx context.Context, problem func(error)) error {
	strata, err := tables.ReadStrata(ctx, a.file, tables.SeedStrata, `WHERE number > 0`, nil, func(damage error) error {
		problem(damage)
		return nil
	})
	if err != nil {
		return err
	}
	a.strata = strata
	slices.SortStableFunc(a.strata, func(s, t tables.Stratum) int {
		return cmp.Or(cmp.Compare(s.ER, t.ER), cmp.Compare(s.Clues, t.Clues), cmp.Compare(s.ID, t.ID))
	})
	for i := range a.strata {
		a.ends = append(a.ends, a.len()+a.strata[i].Number)
	}
	return nil
}

// len returns the number of seeds.
func (a *allSeeds) len() uint64 {
	if len(a.ends) == 0 {
		return 0
	}
	return a.ends[len(a.ends)-1]
}

// at returns seed number i and its stratum.
func (a *allSeeds) at(ctx context.Context, i uint64) (*tables.Stratum, seed.Seed, error) {
	n, _ := slices.BinarySearch(a.ends, i+1)
	st := &a.strata[n]
	s, err := a.file.SeedWhere(ctx, a.file.BySlot, st.ID, i-(a.ends[n]-st.Number))
	return st, s, err
}

// VerifyOptions are the options of [Verify]. Problem and Report may be nil. They
// are called from one goroutine at a time.
type VerifyOptions struct {
	Workers int     // number of goroutines; 0 means 1
	Ratings bool    // rate seeds and rungs again
	Sample  float64 // share of the seeds to check, such as 0.01, drawn at random; 0 or 1: all
	Skip    uint64  // number of seeds to skip because an earlier check has reported them as done

	// Visits are the known names of visits; any other name is a problem. If Visits is
	// empty, names are not checked.
	Visits []string

	Problem func(error)           // is called for each problem
	Report  func(done, of uint64) // is called from time to time with the number of seeds done
}

// Verify checks a bank. It checks that the file is sound and that its counts are
// right. It checks that seeds are proper, minimal, in canonical form, and have
// the stored properties. It checks that every rung can be drawn and that no
// puzzle is listed twice. It returns the number of seeds checked. Problems of the
// bank go to options.Problem. The error only says that the bank could not be read
// to its end or that there is nothing to check.
func Verify(ctx context.Context, bank Bank, options VerifyOptions) (checked uint64, err error) {
	if options.Problem == nil {
		options.Problem = func(error) {}
	}
	if checked, err = verifyFile(ctx, bank.Rows(), &options); err != nil {
		return checked, fmt.Errorf("verifying bank %s: %w", bank.Rows().Path, tables.Plain(err))
	}
	return checked, nil
}

func verifyFile(ctx context.Context, f *tables.File, options *VerifyOptions) (checked uint64, err error) {
	if !(options.Sample >= 0 && options.Sample <= 1) {
		return 0, fmt.Errorf("a sample is a share from 0 to 1, not %v", options.Sample)
	}
	for _, check := range fileChecks {
		if err := fileCheck(ctx, f, check.problem, check.query, options.Problem, check.arguments...); err != nil {
			return 0, err
		}
	}
	if err := checkNames(ctx, f, options); err != nil {
		return 0, err
	}
	if err := checkPages(ctx, f, options.Problem); err != nil {
		return 0, err
	}
	for _, check := range []func(context.Context, *tables.File, func(error)) error{checkDigests, checkCredits, checkClaimed} {
		if err := check(ctx, f, options.Problem); err != nil {
			return 0, err
		}
	}
	indexed, err := readIndexedRungs(ctx, f, options.Problem)
	if err != nil {
		return 0, err
	}
	seeds := &allSeeds{file: f}
	if err := seeds.load(ctx, options.Problem); err != nil {
		return 0, err
	}
	return seeds.verify(ctx, options, indexed)
}

// fileChecks are queries about the whole file: each row that a query returns is a
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

// checkNames reports names of techniques and of visits that the program does not know.
func checkNames(ctx context.Context, f *tables.File, options *VerifyOptions) error {
	techniques, err := tables.ReadTechniques(ctx, f.DB, "main")
	if err != nil {
		return err
	}
	for number := range techniques {
		if _, err := techniques.Named(number); err != nil {
			options.Problem(tables.InRow("techniques", int64(number), err))
		}
	}
	return f.Each(ctx, "walked", `SELECT DISTINCT objective FROM walked`, nil, func(row tables.Row) error {
		var name string
		err := row.Scan(&name)
		if err == nil && len(options.Visits) > 0 && !slices.Contains(options.Visits, name) {
			options.Problem(fmt.Errorf("walks toward an objective that is not known to this version of the program: %s", name))
		}
		return err
	})
}

func fileCheck(ctx context.Context, f *tables.File, problem, query string, report func(error), arguments ...any) error {
	return tables.Each(ctx, f.DB, "", query, arguments, func(row tables.Row) error {
		var what string
		if err := row.Scan(&what); err != nil {
			return fmt.Errorf("%s: %w: %w", problem, tables.ErrWrongType, tables.ErrDamaged)
		}
		report(fmt.Errorf("%s: %s", problem, what))
		return nil
	})
}

// checkPages compares the index of techniques with the seeds.
func checkPages(ctx context.Context, f *tables.File, problem func(error)) error {
	want, err := pagesOfSeeds(ctx, f, problem)
	if err != nil {
		return err
	}
	err = tables.Each(ctx, f.DB, "technique_slots", `SELECT technique, stratum, page, seeds, uses, slots FROM technique_slots`, nil, func(row tables.Row) error {
		var name tables.PageName
		var got tables.TechniquePage
		if err := row.Scan(&name.Technique, &name.Stratum, &name.Page, &got.Seeds, &got.Uses, &got.Slots); err != nil {
			return err
		}
		if p := want[name]; p == nil || p.Seeds != got.Seeds || p.Uses != got.Uses || !bytes.Equal(p.Slots, got.Slots) {
			problem(fmt.Errorf("page %d of technique %d in stratum %d differs from the seeds", name.Page, name.Technique, name.Stratum))
		}
		delete(want, name)
		return nil
	})
	for name := range want {
		problem(fmt.Errorf("page %d of technique %d in stratum %d is missing", name.Page, name.Technique, name.Stratum))
	}
	return err
}

// pagesOfSeeds computes the index of techniques from the seeds.
func pagesOfSeeds(ctx context.Context, f *tables.File, problem func(error)) (tables.TechniquePages, error) {
	all := tables.TechniquePages{}
	err := tables.Each(ctx, f.DB, "seeds", `SELECT id, stratum, slot, uses FROM seeds`, nil, func(row tables.Row) error {
		var id, stratum int64
		var slot uint64
		var packed []byte
		if err := row.Scan(&id, &stratum, &slot, &packed); err != nil {
			return err
		}
		err := seed.EachUse(packed, func(id uint64, steps uint16) error {
			all.Add(tables.PageName{Technique: int64(id), Stratum: stratum, Page: slot / tables.PageSlots}, slot%tables.PageSlots, steps)
			return nil
		})
		if err != nil {
			problem(fmt.Errorf("seed %d of stratum %d: %w", slot, stratum, err))
		}
		return nil
	})
	return all, err
}

// verify checks the seeds. The seeds that it reports as done are the first ones
// without a gap, so that a later check can skip them.
func (a *allSeeds) verify(ctx context.Context, options *VerifyOptions, indexed *indexedRungs) (checked uint64, err error) {
	numbers := a.sample(options)
	if len(numbers) == 0 && a.len() > 0 {
		return 0, fmt.Errorf("a sample of %v of its %s is empty: take a larger share", options.Sample, phrase.Count(a.len(), "seed"))
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
			check := verifier{seeds: a, indexed: indexed, ratings: options.Ratings}
			for i := next.Add(1) - 1; i < uint64(len(numbers)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				problem := check.seed(ctx, numbers[i])
				if ctx.Err() != nil {
					break // the interruption may be the cause of the problem
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

// sample returns the numbers of the seeds to check in ascending order. They
// include the seeds to skip.
func (a *allSeeds) sample(options *VerifyOptions) (numbers []uint64) {
	share := options.Sample
	if share == 0 {
		share = 1
	}
	for i := range a.len() {
		if share >= 1 || rand.Float64() < share {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// seed returns an error that says what is wrong with a seed. Reading the seed
// proves that it has one solution.
func (v *verifier) seed(ctx context.Context, i uint64) error {
	st, s, err := v.seeds.at(ctx, i)
	if err != nil {
		return err
	}
	clues := s.Puzzle.Clues()
	canonical := v.canonizer.Canonical(clues)
	if s.Rating.ER != st.ER || s.Automorphisms != st.Automorphisms {
		return fmt.Errorf("seed %v: it differs from its stratum", clues)
	}
	var problems []error
	for _, check := range []struct {
		holds   bool
		problem string
	}{
		{v.solver.Minimal(&s.Puzzle), "it is not minimal"},
		{canonical.Grid == clues, "it is not in canonical form"},
		{canonical.Automorphisms == st.Automorphisms, "its number of automorphisms is wrong"},
		{clues.NumClues() == st.Clues, "its clues are miscounted"},
		{hasKey(ctx, v.seeds.file, &s), tables.ErrOtherKey.Error()},
		{!v.ratings || v.rated(&s.Puzzle, &s.Rating, true), "its rating is different"},
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

// hasKey reports whether a look-up by key finds s.
func hasKey(ctx context.Context, f *tables.File, s *seed.Seed) bool {
	found, err := f.SeedNamed(ctx, s.Key())
	return err == nil && found.Puzzle == s.Puzzle && found.Rating == s.Rating
}
