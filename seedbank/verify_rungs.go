package seedbank

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

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

// indexedRungs is what the strata say of the rungs of seeds.
type indexedRungs struct {
	sums      map[SeedID]uint64 // of marks
	shared    map[SeedID][]int  // places of rungs, of seeds that share their solution
	solutions sync.Map          // of *sharedSolution by the keys of shared solutions
	symmetric bool              // the bank lists symmetric picks
}

// sharedSolution is what the strata say of the rungs of all seeds of a solution.
// They are read once, whichever of the seeds is checked first: reading them again
// for each would take the square of their number.
type sharedSolution struct {
	once  sync.Once
	times map[rungClass]int // how often a class is indexed
	err   error
}

// add notes that a stratum lists a pick.
func (x *indexedRungs) add(key *pickKey, p rungPlace) {
	x.sums[p.seed] += key.markOf(p.place)
	if list, ok := x.shared[p.seed]; ok && key.symmetry == transform.NoSymmetry {
		x.shared[p.seed] = append(list, p.place)
	}
}

// readIndexedRungs reads all strata that list rungs or symmetric picks, and checks
// their levels, counts and pages.
func (b *Bank) readIndexedRungs(ctx context.Context, problem func(error)) (*indexedRungs, error) {
	indexed := &indexedRungs{sums: map[SeedID]uint64{}, shared: map[SeedID][]int{}, symmetric: b.listsSymmetric()}
	err := b.eachID(ctx, seedsThatShare, func(id SeedID) { indexed.shared[id] = nil })
	if err != nil {
		return nil, err
	}
	tables := []*strataTable{rungStrata}
	if indexed.symmetric {
		tables = append(tables, symmetricStrata)
	}
	for _, table := range tables {
		strata, err := b.listedStrata(ctx, table, problem)
		if err != nil {
			return nil, err
		}
		for i := range strata {
			if err := b.readListed(ctx, table, &strata[i], indexed, problem); err != nil {
				return nil, err
			}
		}
	}
	return indexed, b.checkIndexedSeeds(ctx, indexed, problem)
}

// readListed reads the pages of a stratum.
func (b *Bank) readListed(ctx context.Context, table *strataTable, st *checkedStratum, indexed *indexedRungs, problem func(error)) error {
	wrong := func(format string, arguments ...any) {
		problem(fmt.Errorf("stratum %d of %s: %w", st.id, table.number, fmt.Errorf(format, arguments...)))
	}
	number := uint64(0)
	err := eachPage(ctx, b.db, table, st.id, func(page uint64, packed []byte) error {
		places, err := unpackPlaces(packed)
		if err != nil {
			wrong("page %d: %w", page, err)
		}
		if number%pageRungs != 0 || page != number/pageRungs {
			wrong("page %d begins with %s %d", page, strings.TrimSuffix(table.number, "s"), number)
		}
		if err == nil && len(places) == 0 {
			wrong("page %d is empty", page)
		}
		number += uint64(len(places))
		for _, p := range places {
			indexed.add(&st.key, p)
		}
		return nil
	})
	if err == nil && number != st.number {
		wrong("it says that it has %d, and has %d", st.number, number)
	}
	return err
}

// checkIndexedSeeds reports picks whose seeds the bank does not have.
func (b *Bank) checkIndexedSeeds(ctx context.Context, indexed *indexedRungs, problem func(error)) error {
	found := 0
	err := b.eachID(ctx, `SELECT id FROM seeds`, func(id SeedID) {
		if _, ok := indexed.sums[id]; ok {
			found++
		}
	})
	if err == nil && found < len(indexed.sums) {
		problem(fmt.Errorf("there are rungs of %s not in the bank", phrase.Count(len(indexed.sums)-found, "seed")))
	}
	return err
}

// seedsThatShare is the query of the seeds that share their solution with
// another one.
const seedsThatShare = `
	SELECT id FROM seeds WHERE solution IN (SELECT solution FROM seeds GROUP BY solution HAVING count(*) > 1)`

// checkedStratum is a stratum that lists picks, as the bank has it.
type checkedStratum struct {
	id     int64
	key    pickKey
	number uint64
}

// listedStrata reads the strata of a table. One that cannot be true is a problem,
// and left out.
func (b *Bank) listedStrata(ctx context.Context, table *strataTable, problem func(error)) (strata []checkedStratum, err error) {
	techniques, err := readTechniques(ctx, b.db, "main")
	if err != nil {
		return nil, err
	}
	rows, err := b.db.QueryContext(ctx, fmt.Sprintf(`SELECT %s FROM %s`, table.columns(b.hasDigests()), table.name))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		row := table.newRow()
		if err := rows.Scan(row.columns()...); err != nil {
			return nil, scanned(table.name, row.id, err)
		}
		st, err := row.checked()
		hardest, unknown := techniques.named(st.hardest)
		if err == nil && unknown != nil {
			err = inRow(table.name, row.id, unknown)
		}
		if err != nil {
			problem(err)
			continue
		}
		strata = append(strata, checkedStratum{row.id, st.key(hardest), st.number})
	}
	return strata, rows.Err()
}

// key returns the key of a stratum that lists picks.
func (st *storedStratum) key(hardest rating.Technique) pickKey {
	key := pickKey{er: st.er, clues: st.clues, automorphisms: st.automorphisms, hardest: hardest}
	if st.symmetry != transform.NoSymmetry {
		key.symmetry, key.conjugates, key.minimal = st.symmetry, st.conjugates, st.minimal
	}
	return key
}

// rungs returns what is wrong with the rungs of a seed: one that is not what the
// bank says, or not where it is to be drawn from.
func (v *verifier) rungs(ctx context.Context, s *seed.Seed) error {
	if err := s.Check(); err != nil {
		return err
	}
	for i := range s.Rungs {
		r := &s.Rungs[i]
		p := s.Puzzle.With(r.Added)
		canonical := v.canonizer.Canonical(p.Clues())
		if canonical.Automorphisms != r.Automorphisms {
			return fmt.Errorf("the automorphisms of rung %d are counted wrongly", i+1)
		}
		if !v.ratings {
			continue
		}
		turned, want := canonical.To.Puzzle(p), r.Result()
		if !v.rated(&turned, &want, false) {
			return fmt.Errorf("the rating of rung %d is another", i+1)
		}
	}
	if s.Solution != seed.SolutionKey(&v.canonizer, s.Puzzle) {
		return errors.New("the key of its solution is wrong")
	}
	id, err := v.selection.bank.idOf(ctx, s.Key())
	if err != nil {
		return err
	}
	if _, shared := v.indexed.shared[id]; shared {
		return v.sharedRungs(ctx, s, id)
	}
	return v.ownRungs(s, id)
}

// idOf returns the number of the seed of a key.
func (b *Bank) idOf(ctx context.Context, key seed.Key) (id SeedID, err error) {
	err = b.db.QueryRowContext(ctx, `SELECT id FROM seeds WHERE key = ?`, int64(key)).Scan(&id)
	return id, scanned("seeds", 0, err)
}

// errIndex says that the strata of rungs do not fit a seed.
var errIndex = errors.New("its rungs are not where they are to be drawn from")

// ownRungs checks the index of a seed that shares its solution with no other: of
// its rungs that are isomorphs the first is indexed.
func (v *verifier) ownRungs(s *seed.Seed, id SeedID) error {
	var classes []rungClass
	if !transform.Rigid(s.Puzzle.Solution()) {
		classes = classesOf(s, &v.canonizer)
	}
	seen := map[rungClass]bool{}
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
	if sum != v.indexed.sums[id] {
		return errIndex
	}
	return nil
}

// marksOfSeed returns the sum of the marks that the strata should have of a seed
// itself.
func (x *indexedRungs) marksOfSeed(s *seed.Seed) uint64 {
	return x.symmetricMarks(seedKeyOf(s), s.Puzzle.Clues().Filled(), 0)
}

// marksOfRung returns the sum of the marks that the strata should have of a rung.
func (x *indexedRungs) marksOfRung(s *seed.Seed, i int) uint64 {
	r := &s.Rungs[i]
	key := rungKeyOf(s, r)
	return key.markOf(i) + x.symmetricMarks(key, s.Puzzle.Clues().Filled().Or(r.Added), i+1)
}

func (x *indexedRungs) symmetricMarks(key pickKey, pattern sudoku.Cells, place int) (sum uint64) {
	if !x.symmetric {
		return 0
	}
	for _, key := range key.symmetric(pattern) {
		sum += key.markOf(place)
	}
	return sum
}

// sharedRungs checks the index of a seed that shares its solution with others:
// of all of their rungs that are isomorphic to one of its own, one is indexed.
func (v *verifier) sharedRungs(ctx context.Context, s *seed.Seed, id SeedID) error {
	entry, _ := v.indexed.solutions.LoadOrStore(s.Solution, &sharedSolution{})
	shared := entry.(*sharedSolution)
	shared.once.Do(func() { shared.times, shared.err = v.timesIndexed(ctx, s.Solution) })
	if shared.err != nil {
		return shared.err
	}
	for _, class := range classesOf(s, &v.canonizer) {
		if shared.times[class] != 1 {
			return errIndex
		}
	}
	sum := v.indexed.marksOfSeed(s)
	for _, place := range v.indexed.shared[id] {
		sum += v.indexed.marksOfRung(s, place)
	}
	if sum != v.indexed.sums[id] {
		return errIndex
	}
	return nil
}

// timesIndexed returns how often each class of rungs of a solution is indexed.
func (v *verifier) timesIndexed(ctx context.Context, solution seed.Key) (map[rungClass]int, error) {
	rows, err := v.selection.bank.db.QueryContext(ctx, `SELECT id, puzzle, rungs FROM seeds WHERE solution = ?`, int64(solution))
	if err != nil {
		return nil, err
	}
	ids, seeds, err := scanUnrated(rows, &v.solver)
	if err != nil {
		return nil, err
	}
	times := map[rungClass]int{}
	for i := range seeds {
		indexed := v.indexed.shared[ids[i]]
		if len(indexed) == 0 {
			continue
		}
		classes := classesOf(&seeds[i], &v.canonizer)
		for _, place := range indexed {
			if place >= len(classes) {
				return nil, errIndex
			}
			times[classes[place]]++
		}
	}
	return times, nil
}
