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
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Bank is a bank that is open, to read or to write.
type Bank interface {
	Rows() *tables.File
}

// allSeeds are the seeds of a bank, in the order in which they came.
type allSeeds struct {
	file   *tables.File
	strata map[int64]*tables.Stratum
}

// chosen returns the numbers of the seeds to check.
func (a *allSeeds) chosen(ctx context.Context, options *VerifyOptions) (ids []tables.SeedID, err error) {
	share := options.Sample
	if share == 0 {
		share = 1
	}
	from, all := options.After, 0
	if options.Again > 0 {
		from = math.MinInt64
	}
	err = a.file.EachID(ctx, `SELECT id FROM seeds WHERE id > ? ORDER BY id`, func(id tables.SeedID) {
		part := share
		if id <= options.After {
			part = options.Again
		}
		if all++; part >= 1 || rand.Float64() < part {
			ids = append(ids, id)
		}
	}, from)
	if err == nil && len(ids) == 0 && all > 0 && options.Again == 0 {
		err = fmt.Errorf("a sample of %v of its %s is empty: take a larger share", options.Sample, phrase.Count(all, "seed"))
	}
	return ids, err
}

// batchIDs is the number of seeds that a query reads.
const batchIDs = 16

// seedRow is a seed as the bank keeps it, with its stratum.
type seedRow struct {
	tables.SeedRow
	stratum int64
}

// read returns the rows of some seeds, at most batchIDs.
func (a *allSeeds) read(ctx context.Context, query *sql.Stmt, ids []tables.SeedID) (rows []seedRow, err error) {
	arguments := make([]any, batchIDs)
	for i, id := range ids {
		arguments[i] = int64(id) // NULL finds nothing
	}
	found, err := query.QueryContext(ctx, arguments...)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	for found.Next() {
		var row seedRow
		if err := found.Scan(append(row.Columns(), &row.stratum)...); err != nil {
			return nil, tables.Scanned("seeds", row.ID, err)
		}
		rows = append(rows, row)
	}
	return rows, found.Err()
}

// VerifyOptions are the options of [Verify]. Problem and Report may be nil. They
// are called from one goroutine at a time.
type VerifyOptions struct {
	Workers int     // number of goroutines; 0 means 1
	Ratings bool    // rate seeds and rungs again
	Sample  float64 // share of the seeds to check, such as 0.01, drawn at random; 0 or 1: all

	// After is the number of a seed up to which an earlier check has found all well. Of
	// these seeds only the share Again is checked, drawn at random; 0: none.
	After tables.SeedID
	Again float64

	// Visits are the known names of visits; any other name is a problem. If Visits is
	// empty, names are not checked.
	Visits []string

	Problem func(error)           // is called for each problem
	Report  func(done, of uint64) // is called from time to time with the number of seeds done

	// Reached is called with the number of a seed up to which all chosen seeds are done. It
	// may be nil.
	Reached func(tables.SeedID)
}

// HasReached reports whether a check of a bank can have come up to a seed: whether the bank has
// that seed or a later one. No check goes on from any other place, because it would leave out
// seeds that nobody has checked.
func HasReached(ctx context.Context, bank Bank, id tables.SeedID) (_ bool, err error) {
	file := bank.Rows()
	defer file.Explain(&err, "reading the last seed of")
	return tables.One[bool](ctx, file.DB, `SELECT ?1 BETWEEN 0 AND coalesce((SELECT max(id) FROM seeds), 0)`, id)
}

// Seeds returns the number of seeds that the strata of a bank count. A bank in which all is well
// has just these.
func Seeds(ctx context.Context, bank Bank) (_ uint64, err error) {
	file := bank.Rows()
	defer file.Explain(&err, "counting the seeds of")
	return tables.One[uint64](ctx, file.DB, `SELECT coalesce(sum(seeds), 0) FROM strata`)
}

// Verify checks a bank. It checks that the file is sound and that its counts are
// right. It checks that seeds are proper, minimal, in canonical form, and have
// the stored properties. It checks that every rung can be drawn and that no
// puzzle is listed twice. It returns the number of seeds checked. Problems of the
// bank go to options.Problem. The error only says that the bank could not be read
// to its end, or that its sample is too small to have a seed. Other processes may write to
// the bank meanwhile: it is checked as it was at the beginning, or the error wraps
// [seedbank.ErrInUse] if a problem may come of what they have written.
func Verify(ctx context.Context, bank Bank, options VerifyOptions) (checked uint64, err error) {
	tell := options.Problem
	if tell == nil {
		tell = func(error) {}
	}
	file := bank.Rows()
	defer file.Explain(&err, "verifying bank")
	before := file.Stamp()
	frozen, isFrozen, err := file.Freeze(ctx)
	if err != nil {
		return 0, err
	}
	if frozen != file {
		defer func() { err = errors.Join(err, frozen.Close()) }()
	}
	var problems []error // of a bank that others may write to; they are told at the end
	found := tell
	if !isFrozen {
		found = func(problem error) { problems = append(problems, problem) }
	}
	options.Problem = func(problem error) {
		if ctx.Err() == nil { // what is found after the end may be no more than that
			found(problem)
		}
	}
	checked, err = verifyFile(ctx, frozen, &options)
	if err == nil {
		err = ctx.Err()
	}
	if len(problems) > 0 && file.Stamp() != before {
		return checked, errors.Join(err, fmt.Errorf("%w: something was stored during the check; check again", tables.ErrInUse))
	}
	for _, problem := range problems {
		tell(problem)
	}
	return checked, err
}

func verifyFile(ctx context.Context, f *tables.File, options *VerifyOptions) (checked uint64, err error) {
	for _, share := range []float64{options.Sample, options.Again} {
		if !(share >= 0 && share <= 1) {
			return 0, fmt.Errorf("a sample is a share from 0 to 1, not %v", share)
		}
	}
	for _, check := range fileChecks {
		err := tables.Each(ctx, f.DB, "", check.query, check.arguments, func(row tables.Row) error {
			var what string
			if err := row.Scan(&what); err != nil {
				return fmt.Errorf("%s: %w: %w", check.problem, tables.ErrWrongType, tables.ErrDamaged)
			}
			options.Problem(fmt.Errorf("%s: %s", check.problem, what))
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	if err := checkNames(ctx, f, options); err != nil {
		return 0, err
	}
	for _, check := range []func(context.Context, *tables.File, func(error)) error{checkPages, checkDigests, checkCredits} {
		if err := check(ctx, f, options.Problem); err != nil {
			return 0, err
		}
	}
	for _, kind := range tables.DerivedKinds {
		if err := checkDerived(ctx, f, kind, options); err != nil {
			return 0, err
		}
	}
	indexed, err := readIndexedRungs(ctx, f, options.Problem)
	if err != nil {
		return 0, err
	}
	seeds := &allSeeds{file: f, strata: map[int64]*tables.Stratum{}}
	strata, err := tables.ReadStrata(ctx, f, tables.SeedStrata, `WHERE number > 0`, nil, options.Problem)
	if err != nil {
		return 0, err
	}
	for i := range strata {
		seeds.strata[strata[i].ID] = &strata[i]
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
	{"a seed whose number is not above 0, so that no check reads it", `SELECT id FROM seeds WHERE id <= 0`, nil},
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
	techniques, err := tables.ReadTechniques(ctx, f.DB)
	if err != nil {
		return err
	}
	for number := range techniques {
		if _, err := techniques.Named(number); err != nil {
			options.Problem(tables.InRow("techniques", int64(number), err))
		}
	}
	visits, err := tables.Column[string](ctx, f.DB, "walked", `SELECT DISTINCT objective FROM walked`)
	for _, name := range visits {
		if len(options.Visits) > 0 && !slices.Contains(options.Visits, name) {
			options.Problem(fmt.Errorf("walks toward an objective that is not known to this version of the program: %s", name))
		}
	}
	return err
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

// verify checks the seeds. What it reports as done is a beginning of the seeds without a
// gap, so that a later check can leave them out.
func (a *allSeeds) verify(ctx context.Context, options *VerifyOptions, indexed *indexedRungs) (checked uint64, err error) {
	ids, err := a.chosen(ctx, options)
	if err != nil {
		return 0, err
	}
	marks := strings.Repeat(", ?", batchIDs)[len(", "):]
	query, err := a.file.DB.PrepareContext(ctx, `SELECT `+tables.SeedColumns+`, seeds.stratum
		FROM seeds JOIN strata ON strata.id = stratum WHERE seeds.id IN (`+marks+`)`)
	if err != nil {
		return 0, err
	}
	defer query.Close()
	pool := ordered.Pool{Workers: max(1, options.Workers), Ahead: 64}
	newWork := func() func([]tables.SeedID) verified {
		check := verifier{seeds: a, indexed: indexed, ratings: options.Ratings}
		return func(some []tables.SeedID) verified { return check.some(ctx, query, some) }
	}
	err = ordered.Run(ctx, pool, slices.Chunk(ids, batchIDs), newWork, func(r verified) error {
		if ctx.Err() != nil {
			return ctx.Err() // its problems may be no more than that
		}
		checked += uint64(len(r.ids))
		for _, problem := range r.problems {
			options.Problem(problem)
		}
		if options.Reached != nil && ctx.Err() == nil { // or a problem was not told
			options.Reached(r.ids[len(r.ids)-1])
		}
		if options.Report != nil {
			options.Report(checked, uint64(len(ids)))
		}
		return nil
	})
	return checked, err
}

// some checks some seeds. If they cannot be read together, it reads each alone, to tell
// which one is damaged.
func (v *verifier) some(ctx context.Context, query *sql.Stmt, ids []tables.SeedID) verified {
	result := verified{ids: ids}
	if ctx.Err() != nil {
		return result
	}
	rows, err := v.seeds.read(ctx, query, ids)
	if err != nil && len(ids) > 1 {
		for i := range ids {
			result.problems = append(result.problems, v.some(ctx, query, ids[i:i+1]).problems...)
		}
		return result
	}
	if err != nil {
		result.problems = []error{tables.Plain(err)}
	}
	for i := range rows {
		if st := v.seeds.strata[rows[i].stratum]; st == nil {
			continue // the stratum is a problem
		} else if err := v.seed(ctx, st, &rows[i]); err != nil {
			result.problems = append(result.problems, err)
		}
	}
	return result
}

// seed returns what is wrong with a seed. That it is proper is proven by unpacking it. That
// it is found by its key needs no look-up: the check of the file has compared the indexes
// with the rows.
func (v *verifier) seed(ctx context.Context, st *tables.Stratum, row *seedRow) error {
	s, err := v.seeds.file.UnpackRow(ctx, &row.SeedRow)
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
		{!v.ratings || v.rated(&s.Puzzle, &s.Rating, true), "its rating is different"},
	} {
		if !check.holds {
			problems = append(problems, errors.New(check.problem))
		}
	}
	if len(problems) == 0 {
		problems = append(problems, v.rungs(ctx, &s, tables.SeedID(row.ID)))
	}
	if err := errors.Join(problems...); err != nil {
		return fmt.Errorf("seed %v: %w", clues, err)
	}
	return nil
}
