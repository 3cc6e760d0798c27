package seedbank

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Merged is what came of merging a bank into another one.
type Merged struct {
	Stored int // seeds that were new
	Known  int // that the bank had, with the same rating
	Differ int // that it had with another rating
	Others int // that were not asked for
}

// Conflict is a seed that two banks rate differently.
type Conflict struct {
	Seed        sudoku.Grid
	Here, There rating.Result // without techniques
}

func (c *Conflict) Error() string {
	return fmt.Sprintf("seed %v is rated %v/%v/%v here and %v/%v/%v there",
		c.Seed, c.Here.ER, c.Here.EP, c.Here.ED, c.There.ER, c.There.EP, c.There.ED)
}

// mergeSeeds is the number of seeds that are merged in one transaction.
const mergeSeeds = 20_000

// Merge stores the seeds of the bank in another file that pass a filter, with
// the runs that found them. A seed that b has with another rating stays as it is and is reported.
// progress is called from time to time. After an error, what had been merged
// stays, and merging again goes on.
func (b *Bank) Merge(ctx context.Context, path string, filter Filter, conflict func(*Conflict), progress func(Merged)) (m Merged, err error) {
	if err = b.attach(ctx, path); err == nil {
		m, err = b.merge(ctx, filter, conflict, progress)
		err = errors.Join(err, b.detach(ctx))
	}
	if err != nil {
		return m, fmt.Errorf("merging bank %s into %s: %w", path, b.path, err)
	}
	return m, nil
}

// attach makes another bank readable beside this one, by the name other.
func (b *Bank) attach(ctx context.Context, path string) error {
	if sameFile(path, b.path) {
		return errors.New("it is the same bank")
	}
	other, err := openReadOnly(ctx, path)
	if err != nil {
		return err
	}
	defer other.Close()
	_, err = b.db.ExecContext(ctx, `ATTACH ? AS other`, other.uri)
	return err
}

// detach undoes attach.
func (b *Bank) detach(ctx context.Context) error {
	_, err := b.db.ExecContext(context.WithoutCancel(ctx), `DETACH other`)
	return err
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	second, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(first, second)
}

func (b *Bank) merge(ctx context.Context, filter Filter, conflict func(*Conflict), progress func(Merged)) (total Merged, err error) {
	names, err := b.otherTechniques(ctx)
	if err != nil {
		return total, err
	}
	merger := &merger{names: names, filter: filter, runs: map[RunID]RunID{}, conflict: conflict}
	for done := false; !done; {
		part := Merged{}
		err := b.write(ctx, func(tx *sql.Tx) (err error) {
			merger.inserter, err = newInserter(ctx, tx)
			if err != nil {
				return err
			}
			part, done, err = merger.part()
			return errors.Join(err, merger.finish())
		})
		if err != nil {
			return total, err
		}
		total.Stored += part.Stored
		total.Known += part.Known
		total.Differ += part.Differ
		total.Others += part.Others
		progress(total)
	}
	return total, nil
}

// otherTechniques returns the techniques of the other bank by their numbers.
func (b *Bank) otherTechniques(ctx context.Context) (map[uint64]rating.Technique, error) {
	rows, err := b.db.QueryContext(ctx, `SELECT id, name FROM other.techniques`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names := map[uint64]rating.Technique{}
	for rows.Next() {
		var id uint64
		var name string
		if err := rows.Scan(&id, &name); err != nil {
			return nil, err
		}
		if names[id], err = techniqueNamed(name); err != nil {
			return nil, err
		}
	}
	return names, rows.Err()
}

// merger stores the seeds of the other bank, part by part.
type merger struct {
	*inserter
	names    map[uint64]rating.Technique // of the other bank
	filter   Filter
	runs     map[RunID]RunID // numbers here of runs there
	last     int64           // seed of the other bank that was merged
	conflict func(*Conflict)
}

// foreign is a seed of the other bank.
type foreign struct {
	Seed
	key, grid Key
	here      *rating.Result // how this bank rates it, if it has it
	alone     bool           // neither bank has another one with its solution
}

// part merges the next seeds, in order of age, and reports whether there are no
// more.
func (m *merger) part() (merged Merged, done bool, err error) {
	seeds, err := m.read()
	for i := range seeds {
		s := &seeds[i]
		there := rating.Result{ER: s.Rating.ER, EP: s.Rating.EP, ED: s.Rating.ED}
		switch {
		case !m.filter.Passes(&s.Seed):
			merged.Others++
		case s.here == nil:
			if err := m.take(s); err != nil {
				return merged, false, fmt.Errorf("seed %v: %w", s.Puzzle.Clues(), err)
			}
			merged.Stored++
		case *s.here == there:
			merged.Known++
		default:
			m.conflict(&Conflict{Seed: s.Puzzle.Clues(), Here: *s.here, There: there})
			merged.Differ++
		}
	}
	return merged, len(seeds) < mergeSeeds, err
}

// take stores a new seed.
func (m *merger) take(s *foreign) (err error) {
	if s.Run, err = m.runOf(s.Run); err != nil {
		return err
	}
	return m.store(&s.Seed, s.key, s.grid, s.alone)
}

// read reads the next seeds of the other bank.
func (m *merger) read() ([]foreign, error) {
	rows, err := m.tx.QueryContext(m.ctx, `
		SELECT s.id, s.key, s.grid, s.puzzle, st.er, s.ep, s.ed, st.hardest, s.uses, s.ladders, st.automorphisms, s.origin, s.run,
			st_here.er, here.ep, here.ed,
			NOT EXISTS (SELECT 1 FROM main.seeds WHERE grid = s.grid)
			AND NOT EXISTS (SELECT 1 FROM other.seeds AS o WHERE o.grid = s.grid AND o.id <> s.id)
		FROM other.seeds AS s JOIN other.strata AS st ON st.id = s.stratum
		LEFT JOIN main.seeds AS here ON here.key = s.key
		LEFT JOIN main.strata AS st_here ON st_here.id = here.stratum
		WHERE s.id > ? ORDER BY s.id LIMIT ?`, m.last, mergeSeeds)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var seeds []foreign
	for rows.Next() {
		s, err := m.scan(rows)
		if err != nil {
			return nil, err
		}
		seeds = append(seeds, s)
	}
	return seeds, rows.Err()
}

func (m *merger) scan(rows *sql.Rows) (s foreign, err error) {
	var key, grid int64
	var hardest uint64
	var packed, uses, ladders sql.RawBytes
	var row foreign
	var er, ep, ed sql.Null[rating.Tenths]
	r := &row.Rating
	err = rows.Scan(&m.last, &key, &grid, &packed, &r.ER, &r.EP, &r.ED, &hardest, &uses, &ladders,
		&row.Automorphisms, &row.Origin, &row.Run, &er, &ep, &ed, &row.alone)
	if err != nil {
		return s, err
	}
	if s.Seed, err = unpackPuzzle(packed); err != nil {
		return s, err
	}
	row.Puzzle, row.key, row.grid = s.Puzzle, Key(key), Key(grid)
	if er.Valid {
		row.here = &rating.Result{ER: er.V, EP: ep.V, ED: ed.V}
	}
	if row.Key() != row.key {
		return s, fmt.Errorf("seed %v has the key of another one", row.Puzzle.Clues())
	}
	if r.Hardest, err = m.named(hardest); err == nil {
		err = unpackUses(uses, func(id uint64, steps uint16) error {
			t, err := m.named(id)
			r.Uses[t] = steps
			return err
		})
	}
	if err == nil {
		row.Ladders, err = unpackLadders(ladders, m.named)
	}
	if err != nil {
		return s, fmt.Errorf("seed %v: %w", row.Puzzle.Clues(), err)
	}
	return row, nil
}

// named returns the technique of a number of the other bank.
func (m *merger) named(id uint64) (rating.Technique, error) {
	t, ok := m.names[id]
	if !ok {
		return 0, fmt.Errorf("there is no technique %d in the bank", id)
	}
	return t, nil
}

// runOf returns the number here of a run of the other bank, which is copied when
// it is first met.
func (m *merger) runOf(there RunID) (RunID, error) {
	if here, ok := m.runs[there]; ok {
		return here, nil
	}
	var here RunID
	err := m.tx.QueryRowContext(m.ctx, `
		INSERT INTO main.runs (started, ended, arguments, random_seed, program, rater, made, stored)
		SELECT started, ended, arguments, random_seed, program, rater, made, stored FROM other.runs WHERE id = ?
		RETURNING id`, there).Scan(&here)
	m.runs[there] = here
	return here, err
}
