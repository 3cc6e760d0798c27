package work

import (
	"slices"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// importPuzzles makes seeds of the puzzles of an import unit.
func (w *Worker) importPuzzles(r *unitRun) error {
	return r.each(len(r.unit.Puzzles), func(i int) error {
		p, err := w.solver.Prove(r.unit.Puzzles[i])
		if err != nil {
			r.reject(i, err)
			return nil
		}
		if w.Relate != nil {
			if err := w.Relate(&w.maker.Canonizer, r.unit.First, i, p); err != nil {
				return err
			}
		}
		return w.importOne(r, i, p)
	})
}

// importOne makes a seed of puzzle number i, unless it is known or repeated.
func (w *Worker) importOne(r *unitRun, i int, p sudoku.Puzzle) error {
	s, reduced, isKnown, err := w.Core(p, r.known)
	if err != nil {
		return err
	}
	if reduced {
		r.part.Reduced++
	}
	key := s.Key()
	switch {
	case w.Claim != nil && w.Claim(key, r.unit.First, isKnown), r.met[rungName{key: key}]:
		r.drop(&r.part.Repeated)
		return nil
	case isKnown:
		r.drop(&r.part.Known)
		return nil
	}
	r.met[rungName{key: key}] = true
	if err := w.maker.Rate(&s); err != nil {
		r.reject(i, err)
		return nil
	}
	values := w.derive(&s)
	w.maker.AddSolution(&s)
	if err := w.maker.AddLadders(&s, r.lacks); err != nil {
		r.reject(i, err)
		return nil
	}
	return r.add(&s, values)
}

// reject counts a puzzle that cannot be imported.
func (r *unitRun) reject(i int, reason error) {
	r.part.Made++
	text := reason.Error()
	r.part.Rejected = append(r.part.Rejected, Rejection{i, text[:min(len(text), bounds.Reason)]})
}

// Core returns the seed of a puzzle, not rated. If the puzzle has redundant clues, this is
// a minimal core: clues are taken away from the canonical form, row by row, while the
// solution stays unique. So isomorphs have the same core. Core reports whether it took
// clues away and whether the seed is known. It looks the puzzle up first, since this is
// quick.
func (w *Worker) Core(p sudoku.Puzzle, known Known) (s seed.Seed, reduced, isKnown bool, err error) {
	s = w.maker.Seed(p, seed.Import)
	if isKnown, err = known(s.Key(), sudoku.Cells{}); isKnown || err != nil {
		return s, false, isKnown, err
	}
	core := s.Puzzle
	w.solver.Minimize(&core, rowByRow)
	if core == s.Puzzle {
		return s, false, false, nil
	}
	s = w.maker.Seed(core, seed.Import)
	isKnown, err = known(s.Key(), sudoku.Cells{})
	return s, true, isKnown, err
}

// rowByRow has all cells.
var rowByRow = slices.Collect(sudoku.AllCells.All())
