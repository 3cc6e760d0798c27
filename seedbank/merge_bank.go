package seedbank

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"fmt"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// bankMerger merges an attached bank.
type bankMerger struct {
	merger
	ctx        context.Context
	format     int                // of the other bank
	techniques numberedTechniques // likewise
	runs       map[RunID]RunID    // numbers here of runs there
	last       SeedID             // of the other bank that was merged
	solver     sudoku.Solver

	// takesAll says that there is no filter. Then a seed need not be unpacked if this
	// bank has the same puzzle with the same ratings and the same checksum: the
	// checksum covers all that is known about a seed.
	takesAll bool
}

// read reads the next seeds of the other bank, in order of age.
func (m *bankMerger) read() ([]foreign, error) {
	made := `NULL, NULL`
	if m.format >= digestFormat {
		made = `s.rated, s.rung_runs`
	}
	rows, err := m.bank.db.QueryContext(m.ctx, `
		SELECT s.id, s.key, s.solution, s.puzzle, st.er, s.ep, s.ed, st.hardest, s.uses, s.rungs, s.checksum, st.automorphisms, s.origin, s.run, `+made+`,
			here.id, here.puzzle, st_here.er, here.ep, here.ed, st_here.hardest, st_here.automorphisms, here.solution, here.rungs, here.checksum
		FROM other.seeds AS s JOIN other.strata AS st ON st.id = s.stratum
		LEFT JOIN main.seeds AS here ON here.key = s.key
		LEFT JOIN main.strata AS st_here ON st_here.id = here.stratum
		WHERE s.id > ? ORDER BY s.id LIMIT ?`, m.last, m.atOnce())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var seeds []foreign
	for bytes := 0; bytes < bounds.RowsAtOnce && rows.Next(); {
		s, size, err := m.scan(rows)
		if err != nil {
			return nil, err
		}
		bytes += size
		seeds = append(seeds, s)
	}
	return seeds, rows.Err()
}

// scan reads a row, and returns how many bytes of it there are.
func (m *bankMerger) scan(rows *sql.Rows) (s foreign, size int, err error) {
	var key, solution, checksum int64
	var hardest uint64
	var packed, uses, rungs, rungRuns sql.RawBytes
	var run RunID
	var rated sql.Null[RunID]
	var here nullStored
	r := &s.Rating
	err = rows.Scan(append([]any{
		&m.last, &key, &solution, &packed, &r.ER, &r.EP, &r.ED, &hardest, &uses, &rungs, &checksum,
		&s.Automorphisms, &s.Origin, &run, &rated, &rungRuns}, here.columns()...)...)
	if err != nil {
		return s, 0, scanned("seeds", int64(m.last), err)
	}
	size = len(rungs) + len(uses) + len(rungRuns) + len(here.rungs)
	s.key, s.Solution, s.here, s.seek = seed.Key(key), seed.Key(solution), here.stored(), true
	if s.here != nil && !bytes.Equal(s.here.puzzle, packed) {
		err = errSameKey
	}
	if err == nil && m.takesAll && s.here != nil && s.here.ratedAs(r) && len(s.here.rungs) == len(rungs) && here.checksum.V == checksum {
		s.same = true
		return s, size, nil
	}
	if err == nil {
		s.Puzzle, err = seed.UnpackPuzzle(&m.solver, packed)
	}
	if err == nil && s.Key() != s.key {
		err = errOtherKey
	}
	if err == nil {
		err = unpackPath(&s.Seed, hardest, uses, rungs, m.techniques.named)
	}
	if err == nil {
		err = s.Check()
	}
	if err == nil {
		s.credits, err = unpackCredits(creditOf(run, rated), rungRuns, len(s.Rungs))
	}
	if err == nil && int64(s.Checksum()) != checksum {
		err = errChecksum
	}
	if err != nil {
		return s, 0, fmt.Errorf("seed %v: %w", s.key, err)
	}
	return s, size, nil
}

// nullStored is the columns of a stored seed, or NULL in all of them.
type nullStored struct {
	id                     sql.Null[SeedID]
	er, ep, ed             sql.Null[rating.Tenths]
	hardest, automorphisms sql.Null[uint64]
	solution               sql.Null[int64]
	puzzle, rungs          []byte
	checksum               sql.Null[int64]
}

// columns returns where to scan the columns that [bankMerger.read] asks for.
func (n *nullStored) columns() []any {
	return []any{&n.id, &n.puzzle, &n.er, &n.ep, &n.ed, &n.hardest, &n.automorphisms, &n.solution, &n.rungs, &n.checksum}
}

// stored returns the seed, or nil if there is none.
func (n *nullStored) stored() *stored {
	if !n.id.Valid {
		return nil
	}
	return &stored{
		id: n.id.V, puzzle: n.puzzle, er: n.er.V, ep: n.ep.V, ed: n.ed.V, hardest: n.hardest.V,
		automorphisms: n.automorphisms.V, solution: n.solution.V, rungs: n.rungs,
	}
}

// copyRun returns the number here of a run of the other bank, which is copied when
// it is first met.
func (m *bankMerger) copyRun(there RunID) (RunID, error) {
	if here, ok := m.runs[there]; ok {
		return here, nil
	}
	name := ""
	if m.format >= digestFormat {
		err := m.tx.QueryRowContext(m.ctx, `
			SELECT coalesce(name, '') FROM other.runs AS r LEFT JOIN other.contributors AS c ON c.id = contributor WHERE r.id = ?`, there).Scan(&name)
		if err != nil {
			return 0, scanned("runs", int64(there), err)
		}
	}
	contributor, err := contributorNamed(m.ctx, m.tx, cmp.Or(name, m.options.Contributor))
	if err != nil {
		return 0, err
	}
	var here RunID
	err = m.tx.QueryRowContext(m.ctx, `
		INSERT INTO main.runs (started, ended, arguments, random_seed, program, rater, made, stored, contributor)
		SELECT started, ended, arguments, random_seed, program, rater, made, stored, ? FROM other.runs WHERE id = ?
		RETURNING id`, contributor, there).Scan(&here)
	m.runs[there] = here
	return here, err
}
