package seedbank

import (
	"context"
	"database/sql"
	"encoding/binary"
	"iter"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// pageRungs is the number of seeds on a page of a stratum of rungs.
const pageRungs = 1024

// rungKey is what the rungs of a stratum have in common.
type rungKey struct {
	ladder        int // from 0
	er            rating.Tenths
	clues         int
	automorphisms uint64
	hardest       rating.Technique
}

// rungStratum is a stratum of rungs that is being filled: its last page is in
// memory.
type rungStratum struct {
	id    int64
	seeds uint64
	last  int64 // seed on the last page
	ids   []byte
}

// rungInserter stores rungs in the transaction of an inserter.
type rungInserter struct {
	*inserter
	strata    map[rungKey]*rungStratum
	known     map[Key]map[rungName]bool // by solution, where one has several seeds
	canonizer transform.Canonizer
	find      *sql.Stmt // or make
	write     *sql.Stmt
	sameGrid  *sql.Stmt
}

func newRungInserter(in *inserter) (r *rungInserter, err error) {
	r = &rungInserter{inserter: in, strata: map[rungKey]*rungStratum{}, known: map[Key]map[rungName]bool{}}
	for _, statement := range []struct {
		to  **sql.Stmt
		sql string
	}{
		{&r.find, `
			INSERT INTO rung_strata (ladder, level, er, clues, automorphisms, hardest, seeds) VALUES (?, ?, ?, ?, ?, ?, 0)
			ON CONFLICT (ladder, er, clues, automorphisms, hardest) DO UPDATE SET seeds = seeds
			RETURNING id, seeds`},
		{&r.write, `INSERT OR REPLACE INTO rung_pages (stratum, page, ids) VALUES (?, ?, ?)`},
		{&r.sameGrid, `SELECT puzzle, ladders FROM seeds WHERE grid = ? AND id <> ?`},
	} {
		if *statement.to, err = in.tx.PrepareContext(in.ctx, statement.sql); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// insert stores the rungs of a seed of a number, but for those that are
// isomorphic to others. If the seed is alone, no other has its solution.
func (r *rungInserter) insert(s *Seed, id int64, grid Key, alone bool) (err error) {
	if err := s.checkLadders(); err != nil {
		return err
	}
	numbers := s.unequalRungs
	if known, err := r.knownTo(id, grid, alone, s.Puzzle.Solution()); err != nil {
		return err
	} else if known != nil {
		numbers = r.distinct(s, known)
	}
	clues := s.Puzzle.NumClues()
	for number := range numbers {
		ladder, k := int(number)/(MaxRungs+1), int(number)%(MaxRungs+1)
		rung := &s.Ladders[ladder][k-1]
		if err := r.add(rungKey{ladder, rung.ER, clues + k, rung.Automorphisms, rung.Hardest}, id); err != nil {
			return err
		}
	}
	return nil
}

// rungName is the same for rungs that are isomorphs, among those of one solution
// up to symmetry. An isomorphism from one to the other is one of their solutions.
// If these have no automorphisms, that is the only one: what clues become when
// the solution takes its canonical form says it all. Else it is the key of the
// rung's own canonical form, which takes longer to find.
type rungName struct {
	cells sudoku.Cells
	key   Key
}

// rungNames yields the rungs of a seed with their names.
func (r *rungInserter) rungNames(s *Seed, yield func(number uint8, name rungName) bool) {
	if !transform.Rigid(s.Puzzle.Solution()) {
		rungKeys(s, &r.canonizer, func(number uint8, _ *Rung, key Key) bool { return yield(number, rungName{key: key}) })
		return
	}
	turn := r.canonizer.Canonical(s.Puzzle.Solution()).To
	for l := range s.Ladders {
		cells := turn.Cells(s.Puzzle.Clues().Filled())
		for k, rung := range s.Ladders[l] {
			cells = cells.With(turn.Cell(rung.Cell))
			if !yield(rungNumber(l, k+1), rungName{cells: cells}) {
				return
			}
		}
	}
}

// distinct yields the numbers of the rungs of a seed that are isomorphic neither
// to a known one nor to another one of the seed, and makes them known.
func (r *rungInserter) distinct(s *Seed, known map[rungName]bool) iter.Seq[uint8] {
	return func(yield func(uint8) bool) {
		r.rungNames(s, func(number uint8, name rungName) bool {
			if known[name] {
				return true
			}
			known[name] = true
			return yield(number)
		})
	}
}

// knownTo returns the names of the rungs of all other seeds whose solution is an
// isomorph of that of a seed, or nil if there is no such rung and can be none
// among its own but equal ones. Only such seeds can have rungs that are isomorphs.
func (r *rungInserter) knownTo(id int64, grid Key, alone bool, solution sudoku.Grid) (known map[rungName]bool, err error) {
	if known := r.known[grid]; known != nil {
		return known, nil
	}
	known = map[rungName]bool{}
	if !alone {
		if err := r.readNames(id, grid, known); err != nil {
			return nil, err
		}
	}
	if len(known) == 0 && transform.Rigid(solution) {
		return nil, nil
	}
	r.known[grid] = known
	return known, nil
}

// readNames notes the names of the rungs of all other seeds of a solution.
func (r *rungInserter) readNames(id int64, grid Key, known map[rungName]bool) error {
	rows, err := r.sameGrid.QueryContext(r.ctx, int64(grid), id)
	if err != nil {
		return err
	}
	return eachWithRungs(rows, func(s *Seed) {
		r.rungNames(s, func(_ uint8, name rungName) bool {
			known[name] = true
			return true
		})
	})
}

// unequalRungs yields the numbers of the rungs of a seed, but for those of the
// ladder Ease that are equal to one of Hold. An isomorphism from one rung to
// another is an automorphism of their solution; if that has none but the
// identity, rungs that are not equal are not isomorphic.
func (s *Seed) unequalRungs(yield func(uint8) bool) {
	var onLadder [NumLadders]sudoku.Cells
	for k := 1; k <= MaxRungs; k++ {
		for l, ladder := range s.Ladders {
			if k > len(ladder) {
				continue
			}
			onLadder[l] = onLadder[l].With(ladder[k-1].Cell)
			equal := l == Ease && k <= len(s.Ladders[Hold]) && onLadder[Ease] == onLadder[Hold]
			if !equal && !yield(rungNumber(l, k)) {
				return
			}
		}
	}
}

// eachWithRungs calls yield for the seeds of rows of puzzles and ladders.
func eachWithRungs(rows *sql.Rows, yield func(*Seed)) error {
	defer rows.Close()
	for rows.Next() {
		var puzzle, ladders []byte
		if err := rows.Scan(&puzzle, &ladders); err != nil {
			return err
		}
		seed, err := unpackPuzzle(puzzle)
		if err != nil {
			return err
		}
		// Which techniques they need does not matter here.
		seed.Ladders, err = unpackLadders(ladders, func(uint64) (rating.Technique, error) { return 0, nil })
		if err != nil {
			return err
		}
		yield(&seed)
	}
	return rows.Err()
}

// add puts a seed into a stratum of rungs.
func (r *rungInserter) add(key rungKey, id int64) error {
	st, err := r.stratum(key)
	if err != nil {
		return err
	}
	if st.seeds%pageRungs == 0 {
		if err := r.flush(st); err != nil {
			return err
		}
		st.ids, st.last = st.ids[:0], 0
	}
	st.ids = binary.AppendUvarint(st.ids, uint64(id-st.last))
	st.last = id
	st.seeds++
	return nil
}

// stratum returns the stratum of a key with its last page, and makes it if there
// is none.
func (r *rungInserter) stratum(key rungKey) (*rungStratum, error) {
	if st := r.strata[key]; st != nil {
		return st, nil
	}
	if err := r.know(key.hardest); err != nil {
		return nil, err
	}
	st := &rungStratum{}
	err := r.find.QueryRowContext(r.ctx, key.ladder+1, rating.LevelOf(key.er), key.er, key.clues, key.automorphisms,
		r.techniques[key.hardest]).Scan(&st.id, &st.seeds)
	if err == nil && st.seeds%pageRungs != 0 {
		st.ids, err = readRungPage(r.ctx, r.tx, st.id, st.seeds/pageRungs)
	}
	if err != nil {
		return nil, err
	}
	for in := (byteReader{st.ids}); len(in.left) > 0; {
		st.last += int64(in.uvarint())
	}
	r.strata[key] = st
	return st, nil
}

// flush writes the last page of a stratum, if it is in memory.
func (r *rungInserter) flush(st *rungStratum) error {
	if len(st.ids) == 0 {
		return nil
	}
	_, err := r.write.ExecContext(r.ctx, st.id, (st.seeds-1)/pageRungs, st.ids)
	return err
}

// finish writes what insert has changed.
func (r *rungInserter) finish() error {
	for _, st := range r.strata {
		if err := r.flush(st); err != nil {
			return err
		}
		if _, err := r.tx.ExecContext(r.ctx, `UPDATE rung_strata SET seeds = ? WHERE id = ?`, st.seeds, st.id); err != nil {
			return err
		}
	}
	return nil
}

// readRungPage returns the differences of the seeds on a page.
func readRungPage(ctx context.Context, db querier, stratum int64, page uint64) (ids []byte, err error) {
	err = db.QueryRowContext(ctx, `SELECT ids FROM rung_pages WHERE stratum = ? AND page = ?`, stratum, page).Scan(&ids)
	return ids, err
}

// querier is a data base or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// unpackIDs returns the seeds on a page.
func unpackIDs(packed []byte) (ids []int64) {
	id := int64(0)
	for in := (byteReader{packed}); len(in.left) > 0; {
		id += int64(in.uvarint())
		ids = append(ids, id)
	}
	return ids
}

// rungSeeds calls yield for the seeds of a stratum of rungs.
func (b *Bank) rungSeeds(ctx context.Context, stratum int64, yield func(id int64)) error {
	rows, err := b.db.QueryContext(ctx, `SELECT ids FROM rung_pages WHERE stratum = ? ORDER BY page`, stratum)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var page []byte
		if err := rows.Scan(&page); err != nil {
			return err
		}
		for _, id := range unpackIDs(page) {
			yield(id)
		}
	}
	return rows.Err()
}
