package change

import (
	"context"
	"database/sql"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/migrations"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// rungIndex lists rungs in strata, in a transaction. It leaves out rungs that are
// isomorphic to a listed one. It lists seeds and rungs that can be arranged
// symmetrically once more for each symmetry.
type rungIndex struct {
	ctx          context.Context
	rungs        *lister
	symmetric    *lister
	known        map[seed.Key]map[tables.RungClass]bool // by solution; only solutions with several seeds
	canonizer    transform.Canonizer
	solver       sudoku.Solver
	sameSolution *sql.Stmt
}

func newRungIndex(ctx context.Context, tx *sql.Tx, techniques *techniqueNumbers, book *valueBook) (x *rungIndex, err error) {
	x = &rungIndex{ctx: ctx, known: map[seed.Key]map[tables.RungClass]bool{}}
	if x.rungs, err = newLister(ctx, tx, tables.RungStrata, techniques, migrations.Version); err != nil {
		return nil, err
	}
	if x.symmetric, err = newLister(ctx, tx, tables.SymmetricStrata, techniques, migrations.Version); err != nil {
		return nil, err
	}
	x.rungs.values, x.symmetric.values = book, book
	return x, prepareAll(ctx, tx, []preparation{
		{&x.sameSolution, `SELECT id, puzzle, rungs FROM seeds WHERE solution = ? AND id <> ?`},
	})
}

// insert lists the rungs of a seed from place first on: each in its stratum, and in the strata of
// the symmetries that it can be arranged to have.
func (x *rungIndex) insert(s *seed.Seed, id tables.SeedID, first int, values derived) error {
	if first == len(s.Rungs) {
		return nil
	}
	known, err := x.knownTo(s, id)
	if err != nil {
		return err
	}
	seedKey := s.Key()
	var classes []tables.RungClass
	if known != nil {
		classes = tables.ClassesOf(s, &x.canonizer)
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
		r, of := &s.Rungs[place], values.at(place+1)
		key, pattern := tables.RungKeyOf(s, r), s.Puzzle.Clues().Filled().Or(r.Added)
		identity := tables.IdentityOf(seedKey, pattern)
		if err := x.rungs.add(key, tables.RungPlace{Seed: id, Place: place}, identity, of); err != nil {
			return err
		}
		if err := x.addSymmetric(key, pattern, tables.RungPlace{Seed: id, Place: place + 1}, identity, of); err != nil {
			return err
		}
	}
	return nil
}

// knownTo returns the classes of the rungs of all other seeds with the solution
// of s, up to isomorphism. Only such seeds can have rungs that are isomorphic to
// rungs of s. It returns nil if there are no such seeds and no two different
// rungs of s can be isomorphic.
func (x *rungIndex) knownTo(s *seed.Seed, id tables.SeedID) (map[tables.RungClass]bool, error) {
	if known := x.known[s.Solution]; known != nil {
		return known, nil
	}
	known := map[tables.RungClass]bool{}
	rows, err := x.sameSolution.QueryContext(x.ctx, int64(s.Solution), int64(id))
	if err != nil {
		return nil, err
	}
	_, others, err := tables.ScanUnrated(rows, &x.solver)
	if err != nil {
		return nil, err
	}
	for i := range others {
		for _, class := range tables.ClassesOf(&others[i], &x.canonizer) {
			known[class] = true
		}
	}
	if len(known) == 0 && transform.Rigid(s.Puzzle.Solution()) {
		return nil, nil
	}
	x.known[s.Solution] = known
	return known, nil
}

// insertSeed lists a seed in the strata of the symmetries that it can be arranged
// to have.
func (x *rungIndex) insertSeed(s *seed.Seed, id tables.SeedID, identity uint64, of tables.PickValues) error {
	return x.addSymmetric(tables.SeedKeyOf(s), s.Puzzle.Clues().Filled(), tables.RungPlace{Seed: id, Place: 0}, identity, of)
}

func (x *rungIndex) addSymmetric(key tables.PickKey, pattern sudoku.Cells, p tables.RungPlace, identity uint64, of tables.PickValues) error {
	for _, key := range key.Symmetric(pattern) {
		if err := x.symmetric.add(key, p, identity, of); err != nil {
			return err
		}
	}
	return nil
}

// finish writes the changes of the inserts.
func (x *rungIndex) finish() error {
	if err := x.rungs.finish(); err != nil {
		return err
	}
	return x.symmetric.finish()
}
