package repair

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Every rung must be where it can be drawn from: in the stratum that it belongs
// to, once; but of rungs that are isomorphs only one. Seeds and such rungs that can
// be arranged symmetrically must be in the strata of their symmetries too. To fit a large bank in
// memory, what the strata say of the rungs of a seed is summed up in one number
// and compared with the same sum made from the seed. Only seeds that share their
// solution with others need more: which of two isomorphic rungs is left out
// depends on which came first.

// indexedRungs summarizes the rungs of each seed that strata list.
type indexedRungs struct {
	sums      *tables.ByID[uint64]    // of the marks of each seed
	shared    map[tables.SeedID][]int // listed places of rungs, of seeds that share their solution
	solutions sync.Map                // of *sharedSolution by the keys of shared solutions
	symmetric bool                    // the bank lists symmetric picks
}

// sharedSolution summarizes the listed rungs of all seeds with a solution. The
// check of the first of these seeds reads them, once for all. Reading them for
// each seed would take quadratic time.
type sharedSolution struct {
	once  sync.Once
	times map[tables.RungClass]int // how often strata list each class
	err   error
}

// add records that a stratum lists a pick.
func (x *indexedRungs) add(key *tables.PickKey, p tables.RungPlace) {
	x.sums.Set(p.Seed, x.sums.Of(p.Seed)+key.MarkOf(p.Place))
	if list, ok := x.shared[p.Seed]; ok && key.Symmetry == transform.NoSymmetry {
		x.shared[p.Seed] = append(list, p.Place)
	}
}

// readIndexedRungs reads all strata that list rungs or symmetric picks, and checks
// their levels, counts and pages.
func readIndexedRungs(ctx context.Context, f *tables.File, problem func(error)) (*indexedRungs, error) {
	sums, err := tables.NewByID[uint64](ctx, f.DB)
	if err != nil {
		return nil, err
	}
	indexed := &indexedRungs{sums: sums, shared: map[tables.SeedID][]int{}, symmetric: f.ListsSymmetric()}
	err = f.EachID(ctx, seedsThatShare, func(id tables.SeedID) { indexed.shared[id] = nil })
	if err != nil {
		return nil, err
	}
	techniques, err := tables.ReadTechniques(ctx, f.DB)
	if err != nil {
		return nil, err
	}
	lists := []*tables.StrataTable{tables.RungStrata}
	if indexed.symmetric {
		lists = append(lists, tables.SymmetricStrata)
	}
	for _, table := range lists {
		strata, err := tables.ReadStrata(ctx, f, table, "", nil, problem)
		if err != nil {
			return nil, err
		}
		for i := range strata {
			st := &strata[i]
			hardest, err := techniques.Named(st.Hardest)
			if err != nil {
				problem(tables.InRow(table.Name, st.ID, err))
				continue
			}
			if err := readListed(ctx, f, st, st.Key(hardest), indexed, problem); err != nil {
				return nil, err
			}
		}
	}
	return indexed, checkIndexedSeeds(ctx, f, indexed, problem)
}

// readListed reads the pages of a stratum.
func readListed(ctx context.Context, f *tables.File, st *tables.Stratum, key tables.PickKey, indexed *indexedRungs, problem func(error)) error {
	table, number := st.Table, uint64(0)
	wrong := func(format string, arguments ...any) {
		problem(fmt.Errorf("stratum %d of %s: %w", st.ID, table.Number, fmt.Errorf(format, arguments...)))
	}
	err := tables.EachPage(ctx, f.DB, table, tables.OfStratum, []any{st.ID}, func(at tables.PickPage, places []tables.RungPlace, err error) error {
		if err != nil {
			problem(err)
		}
		if number%tables.PageRungs != 0 || at.Page != number/tables.PageRungs {
			wrong("page %d begins with %s %d", at.Page, strings.TrimSuffix(table.Number, "s"), number)
		}
		if err == nil && len(places) == 0 {
			wrong("page %d is empty", at.Page)
		}
		number += uint64(len(places))
		for _, p := range places {
			indexed.add(&key, p)
		}
		return nil
	})
	if err == nil && number != st.Number {
		wrong("it claims to have %d, but has %d", st.Number, number)
	}
	return err
}

// checkIndexedSeeds reports picks whose seeds the bank does not have.
func checkIndexedSeeds(ctx context.Context, f *tables.File, indexed *indexedRungs, problem func(error)) error {
	strays := 0
	for sum := range indexed.sums.Values() {
		if sum != 0 {
			strays++
		}
	}
	err := f.EachID(ctx, `SELECT id FROM seeds`, func(id tables.SeedID) {
		if indexed.sums.Of(id) != 0 {
			strays--
		}
	})
	if err == nil && strays > 0 {
		problem(fmt.Errorf("there are rungs of %s not in the bank", phrase.Count(strays, "seed")))
	}
	return err
}

// seedsThatShare is the query of the seeds that share their solution with another
// seed.
const seedsThatShare = `
	SELECT id FROM seeds WHERE solution IN (SELECT solution FROM seeds GROUP BY solution HAVING count(*) > 1)`

// rungs returns what is wrong with the rungs of a seed: one that is not what the
// bank says, or not where it is to be drawn from.
func (v *verifier) rungs(ctx context.Context, s *seed.Seed, id tables.SeedID) error {
	if err := s.Check(); err != nil {
		return err
	}
	for i := range s.Rungs {
		r := &s.Rungs[i]
		p := s.Puzzle.With(r.Added)
		canonical := v.canonizer.Canonical(p.Clues())
		if canonical.Automorphisms != r.Automorphisms {
			return fmt.Errorf("the automorphisms of rung %d are miscounted", i+1)
		}
		if !v.ratings {
			continue
		}
		turned, want := canonical.To.Puzzle(p), r.Result()
		if !v.rated(&turned, &want, false) {
			return fmt.Errorf("the rating of rung %d is different", i+1)
		}
	}
	if s.Solution != seed.SolutionKey(&v.canonizer, s.Puzzle) {
		return errors.New("the key of its solution is wrong")
	}
	if _, shared := v.indexed.shared[id]; shared {
		return v.sharedRungs(ctx, s, id)
	}
	return v.ownRungs(s, id)
}

// errIndex says that the strata list wrong rungs for a seed.
var errIndex = errors.New("the strata list its rungs wrongly")

// ownRungs checks the listed rungs of a seed that shares its solution with no
// other seed: of rungs that are isomorphs, the first must be listed.
func (v *verifier) ownRungs(s *seed.Seed, id tables.SeedID) error {
	var classes []tables.RungClass
	if !transform.Rigid(s.Puzzle.Solution()) {
		classes = tables.ClassesOf(s, &v.canonizer)
	}
	seen := map[tables.RungClass]bool{}
	sum := v.indexed.marksOfSeed(s)
	for i := range s.Rungs {
		if classes != nil {
			if seen[classes[i]] {
				continue
			}
			seen[classes[i]] = true
		}
		sum += v.indexed.marksOfRung(s, i)
	}
	if sum != v.indexed.sums.Of(id) {
		return errIndex
	}
	return nil
}

// marksOfSeed returns the sum of the marks that the strata should have of a seed
// itself.
func (x *indexedRungs) marksOfSeed(s *seed.Seed) uint64 {
	return x.symmetricMarks(tables.SeedKeyOf(s), s.Puzzle.Clues().Filled(), 0)
}

// marksOfRung returns the sum of the marks that the strata should have of a rung.
func (x *indexedRungs) marksOfRung(s *seed.Seed, i int) uint64 {
	r := &s.Rungs[i]
	key := tables.RungKeyOf(s, r)
	return key.MarkOf(i) + x.symmetricMarks(key, s.Puzzle.Clues().Filled().Or(r.Added), i+1)
}

func (x *indexedRungs) symmetricMarks(key tables.PickKey, pattern sudoku.Cells, place int) (sum uint64) {
	if !x.symmetric {
		return 0
	}
	for _, key := range key.Symmetric(pattern) {
		sum += key.MarkOf(place)
	}
	return sum
}

// sharedRungs checks the listed rungs of a seed that shares its solution with
// others: for each of its rungs, exactly one of all isomorphic rungs of these
// seeds must be listed.
func (v *verifier) sharedRungs(ctx context.Context, s *seed.Seed, id tables.SeedID) error {
	entry, _ := v.indexed.solutions.LoadOrStore(s.Solution, &sharedSolution{})
	shared := entry.(*sharedSolution)
	shared.once.Do(func() { shared.times, shared.err = v.timesIndexed(ctx, s.Solution) })
	if shared.err != nil {
		return shared.err
	}
	for _, class := range tables.ClassesOf(s, &v.canonizer) {
		if shared.times[class] != 1 {
			return errIndex
		}
	}
	sum := v.indexed.marksOfSeed(s)
	for _, place := range v.indexed.shared[id] {
		sum += v.indexed.marksOfRung(s, place)
	}
	if sum != v.indexed.sums.Of(id) {
		return errIndex
	}
	return nil
}

// timesIndexed returns how often strata list each class of rungs of a solution.
func (v *verifier) timesIndexed(ctx context.Context, solution seed.Key) (map[tables.RungClass]int, error) {
	rows, err := v.seeds.file.DB.QueryContext(ctx, `SELECT id, puzzle, rungs FROM seeds WHERE solution = ?`, int64(solution))
	if err != nil {
		return nil, err
	}
	ids, seeds, err := tables.ScanUnrated(rows, &v.solver)
	if err != nil {
		return nil, err
	}
	times := map[tables.RungClass]int{}
	for i := range seeds {
		indexed := v.indexed.shared[ids[i]]
		if len(indexed) == 0 {
			continue
		}
		classes := tables.ClassesOf(&seeds[i], &v.canonizer)
		for _, place := range indexed {
			if place >= len(classes) {
				return nil, errIndex
			}
			times[classes[place]]++
		}
	}
	return times, nil
}

// verified is what came of checking some seeds.
type verified struct {
	ids      []tables.SeedID
	problems []error
}

// verifier checks seeds. It has its own scratch memory.
type verifier struct {
	seeds     *allSeeds
	indexed   *indexedRungs
	ratings   bool
	solver    sudoku.Solver
	canonizer transform.Canonizer
	rater     rating.Rater
}

// rated reports whether a puzzle in canonical form has the rating want. It
// compares the uses only if usesKnown is set; banks do not store the uses of
// rungs.
func (v *verifier) rated(p *sudoku.Puzzle, want *rating.Result, usesKnown bool) bool {
	got, err := v.rater.Rate(p)
	if !usesKnown {
		got.Uses = want.Uses
	}
	return err == nil && got == *want
}
