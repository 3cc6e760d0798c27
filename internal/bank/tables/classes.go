package tables

import (
	"database/sql"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// RungClass identifies the isomorphs among the rungs of one solution up to
// isomorphism: two rungs have the same class if and only if they are isomorphs.
// An isomorphism between them maps solution to solution. If the solution has no
// automorphism but the identity, there is only one such isomorphism, so the class
// is the image of the clues in the canonical form of the solution. Otherwise the
// class is the key of the canonical form of the rung itself, which takes longer.
type RungClass struct {
	cells sudoku.Cells
	key   seed.Key
}

// ClassesOf returns the classes of the rungs of a seed.
func ClassesOf(s *seed.Seed, canonizer *transform.Canonizer) []RungClass {
	classes := make([]RungClass, len(s.Rungs))
	if !transform.Rigid(s.Puzzle.Solution()) {
		for i := range s.Rungs {
			p := s.Puzzle.With(s.Rungs[i].Added)
			classes[i] = RungClass{key: seed.KeyOf(canonizer.Canonical(p.Clues()).Grid)}
		}
		return classes
	}
	turn := canonizer.Canonical(s.Puzzle.Solution()).To
	clues := turn.Cells(s.Puzzle.Clues().Filled())
	for i := range s.Rungs {
		classes[i] = RungClass{cells: clues.Or(turn.Cells(s.Rungs[i].Added))}
	}
	return classes
}

// ScanUnrated reads rows of ids, puzzles and rungs. The rungs have cells but no
// ratings.
func ScanUnrated(rows *sql.Rows, solver *sudoku.Solver) (ids []SeedID, seeds []seed.Seed, err error) {
	defer rows.Close()
	for rows.Next() {
		var id SeedID
		var puzzle, rungs sql.RawBytes
		if err := rows.Scan(&id, &puzzle, &rungs); err != nil {
			return nil, nil, Scanned("seeds", int64(id), err)
		}
		s := seed.Seed{Automorphisms: 1}
		ignored := func(uint64) (rating.Technique, error) { return 0, nil }
		if s.Puzzle, err = seed.UnpackPuzzle(solver, puzzle); err == nil {
			err = seed.UnpackRungs(rungs, &s, ignored)
		}
		if err != nil {
			return nil, nil, DamagedRow("seeds", int64(id), "%w", err)
		}
		ids, seeds = append(ids, id), append(seeds, s)
	}
	return ids, seeds, rows.Err()
}
