package seedbank

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/seedbank/shuffle"
	"github.com/seedoku/seedoku/seedbank/wording"
	"github.com/seedoku/seedoku/transform"
)

// Every rung must be where it can be drawn from: in the stratum that it belongs
// to, once; but of rungs that are isomorphs only one. To fit a large bank in
// memory, what the strata say of the rungs of a seed is summed up in one number
// and compared with the same sum made from the seed. Only seeds that share their
// solution with others need more: which of two isomorphic rungs is left out
// depends on which came first.

// indexEntry is what a stratum says of a rung.
type indexEntry struct {
	place int
	mark  uint64 // of the stratum and the place
}

// markOf returns a number that stands for a rung at a place, in its stratum.
func (k rungKey) markOf(place int) uint64 {
	mark := uint64(place)
	for _, part := range []uint64{uint64(k.er), uint64(k.clues), k.automorphisms, uint64(k.hardest)} {
		mark = shuffle.Mix(mark ^ part)
	}
	return mark
}

// indexedRungs is what the strata say of the rungs of seeds.
type indexedRungs struct {
	sums      map[SeedID]uint64       // of marks
	shared    map[SeedID][]indexEntry // of seeds that share their solution
	solutions sync.Map                // of *sharedSolution by the keys of shared solutions
}

// sharedSolution is what the strata say of the rungs of all seeds of a solution.
// They are read once, whichever of the seeds is checked first: reading them again
// for each would take the square of their number.
type sharedSolution struct {
	once  sync.Once
	times map[rungClass]int // how often a class is indexed
	err   error
}

// add notes that a stratum has a rung.
func (x *indexedRungs) add(key *rungKey, p rungPlace) {
	mark := key.markOf(p.place)
	x.sums[p.seed] += mark
	if list, ok := x.shared[p.seed]; ok {
		x.shared[p.seed] = append(list, indexEntry{p.place, mark})
	}
}

// readIndexedRungs reads all strata of rungs, and checks their levels, counts
// and pages.
func (b *Bank) readIndexedRungs(ctx context.Context, problem func(error)) (*indexedRungs, error) {
	indexed := &indexedRungs{sums: map[SeedID]uint64{}, shared: map[SeedID][]indexEntry{}}
	err := b.eachID(ctx, seedsThatShare, func(id SeedID) { indexed.shared[id] = nil })
	if err != nil {
		return nil, err
	}
	strata, err := b.rungStrata(ctx, problem)
	if err != nil {
		return nil, err
	}
	for i := range strata {
		if err := b.readRungStratum(ctx, &strata[i], indexed, problem); err != nil {
			return nil, err
		}
	}
	return indexed, b.checkIndexedSeeds(ctx, indexed, problem)
}

// readRungStratum reads the pages of a stratum of rungs.
func (b *Bank) readRungStratum(ctx context.Context, st *storedRungStratum, indexed *indexedRungs, problem func(error)) error {
	wrong := func(format string, arguments ...any) {
		problem(fmt.Errorf("stratum %d of rungs: %w", st.id, fmt.Errorf(format, arguments...)))
	}
	rungs := uint64(0)
	err := b.eachRungPage(ctx, st.id, func(page uint64, packed []byte) error {
		places, err := unpackPlaces(packed)
		if err != nil {
			wrong("page %d: %w", page, err)
		}
		if rungs%pageRungs != 0 || page != rungs/pageRungs {
			wrong("page %d begins with rung %d", page, rungs)
		}
		if err == nil && len(places) == 0 {
			wrong("page %d is empty", page)
		}
		rungs += uint64(len(places))
		for _, p := range places {
			indexed.add(&st.key, p)
		}
		return nil
	})
	if err == nil && rungs != st.rungs {
		wrong("it says that it has %d, and has %d", st.rungs, rungs)
	}
	return err
}

// checkIndexedSeeds reports rungs whose seeds the bank does not have.
func (b *Bank) checkIndexedSeeds(ctx context.Context, indexed *indexedRungs, problem func(error)) error {
	found := 0
	err := b.eachID(ctx, `SELECT id FROM seeds`, func(id SeedID) {
		if _, ok := indexed.sums[id]; ok {
			found++
		}
	})
	if err == nil && found < len(indexed.sums) {
		problem(fmt.Errorf("there are rungs of %s not in the bank", wording.Count(len(indexed.sums)-found, "seed")))
	}
	return err
}

// seedsThatShare is the query of the seeds that share their solution with
// another one.
const seedsThatShare = `
	SELECT id FROM seeds WHERE solution IN (SELECT solution FROM seeds GROUP BY solution HAVING count(*) > 1)`

// storedRungStratum is a stratum of rungs as the bank has it.
type storedRungStratum struct {
	id    int64
	key   rungKey
	rungs uint64
}

// rungStrata reads the strata of rungs. One that cannot be true is a problem, and
// left out.
func (b *Bank) rungStrata(ctx context.Context, problem func(error)) (strata []storedRungStratum, err error) {
	techniques, err := readTechniques(ctx, b.db, "main")
	if err != nil {
		return nil, err
	}
	rows, err := b.db.QueryContext(ctx, `SELECT id, level, er, clues, automorphisms, hardest, rungs FROM rung_strata`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		row := storedStratum{ofRungs: true}
		if err := rows.Scan(&row.id, &row.level, &row.er, &row.clues, &row.automorphisms, &row.hardest, &row.number); err != nil {
			return nil, scanned("rung_strata", row.id, err)
		}
		st, err := row.checked()
		hardest, unknown := techniques.named(st.hardest)
		if err == nil && unknown != nil {
			err = inRow("rung_strata", row.id, unknown)
		}
		if err != nil {
			problem(err)
			continue
		}
		strata = append(strata, storedRungStratum{row.id, rungKey{st.er, st.clues, st.automorphisms, hardest}, st.number})
	}
	return strata, rows.Err()
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
			return fmt.Errorf("the automorphisms of rung %v are counted wrongly", r.Name())
		}
		if !v.ratings {
			continue
		}
		turned, want := canonical.To.Puzzle(p), r.Result()
		if !v.rated(&turned, &want, false) {
			return fmt.Errorf("the rating of rung %v is another", r.Name())
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
	var sum uint64
	for i := range s.Rungs {
		if classes != nil {
			if seen[classes[i]] {
				continue
			}
			seen[classes[i]] = true
		}
		sum += rungKeyOf(s, &s.Rungs[i]).markOf(i)
	}
	if sum != v.indexed.sums[id] {
		return errIndex
	}
	return nil
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
	for _, e := range v.indexed.shared[id] {
		if e.mark != rungKeyOf(s, &s.Rungs[e.place]).markOf(e.place) {
			return errIndex
		}
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
		entries := v.indexed.shared[ids[i]]
		if len(entries) == 0 {
			continue
		}
		classes := classesOf(&seeds[i], &v.canonizer)
		for _, e := range entries {
			if e.place >= len(classes) {
				return nil, errIndex
			}
			times[classes[e.place]]++
		}
	}
	return times, nil
}
