package seedbank

import (
	"context"
	"database/sql"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// rungKey is what the rungs of a stratum have in common.
type rungKey struct {
	er            rating.Tenths
	clues         int
	automorphisms uint64
	hardest       rating.Technique
}

// rungKeyOf returns the key of the stratum that a rung of a seed belongs to.
func rungKeyOf(s *seed.Seed, r *seed.Rung) rungKey {
	return rungKey{r.ER, s.Puzzle.NumClues() + r.Added.Len(), r.Automorphisms, r.Hardest}
}

// rungStratum is a stratum of rungs that is being filled: its last page is in
// memory.
type rungStratum struct {
	id    int64
	rungs uint64
	last  SeedID // of the last rung on the page
	page  []byte
}

// rungIndex puts rungs where they can be drawn from, in a transaction: each into
// its stratum, but for those that are isomorphic to another one.
type rungIndex struct {
	ctx          context.Context
	tx           *sql.Tx
	techniques   *techniqueNumbers
	strata       map[rungKey]*rungStratum
	known        map[seed.Key]map[rungClass]bool // by solution, where one has several seeds
	canonizer    transform.Canonizer
	solver       sudoku.Solver
	find         *sql.Stmt // or make a stratum
	writePage    *sql.Stmt
	sameSolution *sql.Stmt
}

func newRungIndex(ctx context.Context, tx *sql.Tx, techniques *techniqueNumbers) (*rungIndex, error) {
	x := &rungIndex{
		ctx: ctx, tx: tx, techniques: techniques,
		strata: map[rungKey]*rungStratum{}, known: map[seed.Key]map[rungClass]bool{},
	}
	return x, prepareAll(ctx, tx, []preparation{
		{&x.find, `
			INSERT INTO rung_strata (level, er, clues, automorphisms, hardest, rungs) VALUES (?, ?, ?, ?, ?, 0)
			ON CONFLICT (er, clues, automorphisms, hardest) DO UPDATE SET rungs = rungs
			RETURNING id, rungs`},
		{&x.writePage, `INSERT OR REPLACE INTO rung_pages (stratum, page, rungs) VALUES (?, ?, ?)`},
		{&x.sameSolution, `SELECT id, puzzle, rungs FROM seeds WHERE solution = ? AND id <> ?`},
	})
}

// insert indexes the rungs of a seed from place first on. If the seed is alone,
// no other one has its solution.
func (x *rungIndex) insert(s *seed.Seed, id SeedID, first int, alone bool) error {
	known, err := x.knownTo(s, id, alone)
	if err != nil {
		return err
	}
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
		if err := x.add(rungKeyOf(s, &s.Rungs[place]), rungPlace{id, place}); err != nil {
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
func (x *rungIndex) knownTo(s *seed.Seed, id SeedID, alone bool) (map[rungClass]bool, error) {
	if known := x.known[s.Solution]; known != nil {
		return known, nil
	}
	known := map[rungClass]bool{}
	if !alone {
		others, err := x.seedsWithSolution(s.Solution, id)
		if err != nil {
			return nil, err
		}
		for i := range others {
			for _, class := range classesOf(&others[i], &x.canonizer) {
				known[class] = true
			}
		}
	}
	if len(known) == 0 && transform.Rigid(s.Puzzle.Solution()) {
		return nil, nil
	}
	x.known[s.Solution] = known
	return known, nil
}

// seedsWithSolution returns puzzle and rungs of all other seeds of a solution.
func (x *rungIndex) seedsWithSolution(solution seed.Key, id SeedID) ([]seed.Seed, error) {
	rows, err := x.sameSolution.QueryContext(x.ctx, int64(solution), int64(id))
	if err != nil {
		return nil, err
	}
	_, seeds, err := scanUnrated(rows, &x.solver)
	return seeds, err
}

// scanUnrated reads rows of ids, puzzles and rungs. The rungs have their cells,
// but not their ratings.
func scanUnrated(rows *sql.Rows, solver *sudoku.Solver) (ids []SeedID, seeds []seed.Seed, err error) {
	defer rows.Close()
	for rows.Next() {
		var id SeedID
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

// add puts a rung into a stratum.
func (x *rungIndex) add(key rungKey, p rungPlace) error {
	st, err := x.stratum(key)
	if err != nil {
		return err
	}
	if st.rungs%pageRungs == 0 {
		if err := x.flush(st); err != nil {
			return err
		}
		st.page, st.last = st.page[:0], 0
	}
	st.page = appendPlace(st.page, st.last, p)
	st.last = p.seed
	st.rungs++
	return nil
}

// stratum returns the stratum of a key with its last page, and makes it if there
// is none.
func (x *rungIndex) stratum(key rungKey) (*rungStratum, error) {
	if st := x.strata[key]; st != nil {
		return st, nil
	}
	if err := x.techniques.know(key.hardest); err != nil {
		return nil, err
	}
	st := &rungStratum{}
	err := x.find.QueryRowContext(x.ctx, rating.LevelOf(key.er), key.er, key.clues, key.automorphisms,
		x.techniques.number(key.hardest)).Scan(&st.id, &st.rungs)
	err = scanned("rung_strata", st.id, err)
	if err == nil && st.rungs%pageRungs != 0 {
		err = x.loadLastPage(st)
	}
	if err != nil {
		return nil, err
	}
	x.strata[key] = st
	return st, nil
}

func (x *rungIndex) loadLastPage(st *rungStratum) (err error) {
	if st.page, err = readRungPage(x.ctx, x.tx, rungPage{st.id, st.rungs / pageRungs}); err != nil {
		return err
	}
	places, err := unpackPlaces(st.page)
	if len(places) > 0 {
		st.last = places[len(places)-1].seed
	}
	return err
}

// flush writes the last page of a stratum, if it is in memory.
func (x *rungIndex) flush(st *rungStratum) error {
	if len(st.page) == 0 {
		return nil
	}
	_, err := x.writePage.ExecContext(x.ctx, st.id, (st.rungs-1)/pageRungs, st.page)
	return err
}

// finish writes what insert has changed.
func (x *rungIndex) finish() error {
	for _, st := range x.strata {
		if err := x.flush(st); err != nil {
			return err
		}
		if _, err := x.tx.ExecContext(x.ctx, `UPDATE rung_strata SET rungs = ? WHERE id = ?`, st.rungs, st.id); err != nil {
			return err
		}
	}
	return nil
}
