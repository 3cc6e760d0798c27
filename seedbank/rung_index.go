package seedbank

import (
	"context"
	"database/sql"

	"github.com/seedoku/seedoku/migrations"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// rungIndex puts rungs where they can be drawn from, in a transaction: each into
// its stratum, but for those that are isomorphic to another one. Seeds and rungs
// that can be arranged symmetrically are listed once more for each symmetry.
type rungIndex struct {
	ctx          context.Context
	rungs        *lister
	symmetric    *lister
	known        map[seed.Key]map[rungClass]bool // by solution, where one has several seeds
	canonizer    transform.Canonizer
	solver       sudoku.Solver
	sameSolution *sql.Stmt
}

func newRungIndex(ctx context.Context, tx *sql.Tx, techniques *techniqueNumbers) (x *rungIndex, err error) {
	x = &rungIndex{ctx: ctx, known: map[seed.Key]map[rungClass]bool{}}
	if x.rungs, err = newLister(ctx, tx, rungStrata, techniques, migrations.Version); err != nil {
		return nil, err
	}
	if x.symmetric, err = newLister(ctx, tx, symmetricStrata, techniques, migrations.Version); err != nil {
		return nil, err
	}
	return x, prepareAll(ctx, tx, []preparation{
		{&x.sameSolution, `SELECT id, puzzle, rungs FROM seeds WHERE solution = ? AND id <> ?`},
	})
}

// insert indexes the rungs of a seed from place first on.
func (x *rungIndex) insert(s *seed.Seed, id seedID, first int) error {
	if first == len(s.Rungs) {
		return nil
	}
	known, err := x.knownTo(s, id)
	if err != nil {
		return err
	}
	seedKey := s.Key()
	var classes []rungClass
	if known != nil {
		classes = classesOf(s, &x.canonizer)
		for _, class := range classes[:first] {
			known[class] = true
		}
	}
	for place := first; place < len(s.Rungs); place++ {
		if known != nil {
			if known[classes[place]] {
				continue
			}
			known[classes[place]] = true
		}
		if err := x.addRung(s, seedKey, id, place); err != nil {
			return err
		}
	}
	return nil
}

// rungClass is the same for rungs that are isomorphs, among the rungs of one
// solution up to symmetry. An isomorphism from one to the other maps solution to
// solution. If the solution has no automorphisms, there is only one such, so the
// rungs can be told apart by what their clues become when the solution takes its
// canonical form. Else the class is the key of the rung's own canonical form,
// which takes longer to find.
type rungClass struct {
	cells sudoku.Cells
	key   seed.Key
}

// classesOf returns the classes of the rungs of a seed.
func classesOf(s *seed.Seed, canonizer *transform.Canonizer) []rungClass {
	classes := make([]rungClass, len(s.Rungs))
	if !transform.Rigid(s.Puzzle.Solution()) {
		for i := range s.Rungs {
			p := s.Puzzle.With(s.Rungs[i].Added)
			classes[i] = rungClass{key: seed.KeyOf(canonizer.Canonical(p.Clues()).Grid)}
		}
		return classes
	}
	turn := canonizer.Canonical(s.Puzzle.Solution()).To
	clues := turn.Cells(s.Puzzle.Clues().Filled())
	for i := range s.Rungs {
		classes[i] = rungClass{cells: clues.Or(turn.Cells(s.Rungs[i].Added))}
	}
	return classes
}

// knownTo returns the classes of the rungs of all other seeds that have the same
// solution as s, up to symmetry; only these can have rungs that are isomorphic
// to rungs of s. It returns nil if there are none, and rungs of s are isomorphic
// only if they are equal, which they never are.
func (x *rungIndex) knownTo(s *seed.Seed, id seedID) (map[rungClass]bool, error) {
	if known := x.known[s.Solution]; known != nil {
		return known, nil
	}
	known := map[rungClass]bool{}
	others, err := x.seedsWithSolution(s.Solution, id)
	if err != nil {
		return nil, err
	}
	for i := range others {
		for _, class := range classesOf(&others[i], &x.canonizer) {
			known[class] = true
		}
	}
	if len(known) == 0 && transform.Rigid(s.Puzzle.Solution()) {
		return nil, nil
	}
	x.known[s.Solution] = known
	return known, nil
}

// seedsWithSolution returns puzzle and rungs of all other seeds of a solution.
func (x *rungIndex) seedsWithSolution(solution seed.Key, id seedID) ([]seed.Seed, error) {
	rows, err := x.sameSolution.QueryContext(x.ctx, int64(solution), int64(id))
	if err != nil {
		return nil, err
	}
	_, seeds, err := scanUnrated(rows, &x.solver)
	return seeds, err
}

// scanUnrated reads rows of ids, puzzles and rungs. The rungs have their cells,
// but not their ratings.
func scanUnrated(rows *sql.Rows, solver *sudoku.Solver) (ids []seedID, seeds []seed.Seed, err error) {
	defer rows.Close()
	for rows.Next() {
		var id seedID
		var puzzle, rungs sql.RawBytes
		if err := rows.Scan(&id, &puzzle, &rungs); err != nil {
			return nil, nil, scanned("seeds", int64(id), err)
		}
		s := seed.Seed{Automorphisms: 1}
		if s.Puzzle, err = seed.UnpackPuzzle(solver, puzzle); err != nil {
			return nil, nil, err
		}
		ignored := func(uint64) (rating.Technique, error) { return 0, nil }
		if err := seed.UnpackRungs(rungs, &s, ignored); err != nil {
			return nil, nil, err
		}
		ids, seeds = append(ids, id), append(seeds, s)
	}
	return ids, seeds, rows.Err()
}

// addRung lists a rung, and also where symmetric picks are listed if it can be
// arranged symmetrically.
func (x *rungIndex) addRung(s *seed.Seed, seedKey seed.Key, id seedID, place int) error {
	r := &s.Rungs[place]
	key := rungKeyOf(s, r)
	pattern := s.Puzzle.Clues().Filled().Or(r.Added)
	identity := identityOf(seedKey, pattern)
	if err := x.rungs.add(key, rungPlace{id, place}, identity); err != nil {
		return err
	}
	return x.addSymmetric(key, pattern, rungPlace{id, place + 1}, identity)
}

// insertSeed lists a seed if it can be arranged symmetrically.
func (x *rungIndex) insertSeed(s *seed.Seed, id seedID, identity uint64) error {
	return x.addSymmetric(seedKeyOf(s), s.Puzzle.Clues().Filled(), rungPlace{id, 0}, identity)
}

func (x *rungIndex) addSymmetric(key pickKey, pattern sudoku.Cells, p rungPlace, identity uint64) error {
	for _, key := range key.symmetric(pattern) {
		if err := x.symmetric.add(key, p, identity); err != nil {
			return err
		}
	}
	return nil
}

// finish writes what insert has changed.
func (x *rungIndex) finish() error {
	if err := x.rungs.finish(); err != nil {
		return err
	}
	return x.symmetric.finish()
}
