package mine

import (
	"fmt"
	"math/rand/v2"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// thinner makes symmetric puzzles out of random solved grids.
type thinner struct {
	randomSeed uint64
	source     *rand.PCG
	random     *rand.Rand
	solver     sudoku.Solver
	orbits     [transform.NumSymmetries]*[81]sudoku.Cells // of each cell, as far as needed
}

func newThinner(randomSeed uint64) *thinner {
	source := rand.NewPCG(0, 0)
	return &thinner{randomSeed: randomSeed, source: source, random: rand.New(source)}
}

// symmetryShift puts a symmetry above the number of a puzzle, which never has as
// many bits.
const symmetryShift = 56

// puzzle returns puzzle number i with a symmetry. It begins with a random solved
// grid and tries to take away the orbits of cells in random order. An orbit goes if
// the solution stays unique. Then it takes away single clues as pruning does: what
// is left is the core, a minimal puzzle, which the added cells make symmetric again.
// Some symmetric puzzles are minimal, and nothing is added.
func (t *thinner) puzzle(symmetry transform.Symmetry, i uint64) (core sudoku.Puzzle, added sudoku.Cells) {
	t.source.Seed(t.randomSeed, i|uint64(symmetry)<<symmetryShift)
	solution := t.solver.RandomSolution(t.random)
	core, err := sudoku.Complete(solution)
	if err != nil {
		panic(fmt.Sprintf("mine: random solution %v: %v", solution, err))
	}
	var order [81]sudoku.Cell
	for c := range order {
		order[c] = sudoku.Cell(c)
	}
	t.random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	orbits, left := t.orbitsOf(symmetry), sudoku.AllCells
	var tried sudoku.Cells
	for _, c := range order {
		if tried.Has(c) {
			continue
		}
		tried = tried.Or(orbits[c])
		thinner := left.AndNot(orbits[c])
		if puzzle, err := t.solver.Prove(solution.Keep(thinner)); err == nil {
			core, left = puzzle, thinner
		}
	}
	clues := order[:0]
	for _, c := range order {
		if left.Has(c) {
			clues = append(clues, c)
		}
	}
	t.solver.Minimize(&core, clues)
	return core, left.AndNot(core.Clues().Filled())
}

// orbitsOf returns the orbits of all cells under a symmetry.
func (t *thinner) orbitsOf(symmetry transform.Symmetry) *[81]sudoku.Cells {
	if t.orbits[symmetry] == nil {
		t.orbits[symmetry] = new([81]sudoku.Cells)
		for c := range sudoku.Cell(81) {
			t.orbits[symmetry][c] = symmetry.Orbit(c)
		}
	}
	return t.orbits[symmetry]
}

// symmetricBatch makes the puzzles of a batch with a symmetry, and rates those that
// the bank does not know.
func (m *miner) symmetricBatch(w *worker, j job) (f findings, err error) {
	for i := range uint64(batchSize) {
		core, added := w.thinner.puzzle(j.symmetry, j.first+i)
		s, fate, err := m.symmetricSeed(w, core, added)
		if err != nil {
			return f, err
		}
		switch fate {
		case symmetricKnown:
			f.known++
		case symmetricUnwanted:
			f.unwanted++
		case symmetricFound:
			f.seeds = append(f.seeds, s)
		}
	}
	return f, nil
}

// fate is what becomes of a puzzle.
type fate int

const (
	symmetricFound fate = iota
	symmetricKnown
	symmetricUnwanted // for its level
)

// symmetricSeed returns the seed of a core with the added cells as its rung, both
// rated. The core is rated last, as few are of the levels wanted. A seed that the
// bank has without this rung is rated as it is there.
func (m *miner) symmetricSeed(w *worker, core sudoku.Puzzle, added sudoku.Cells) (s seed.Seed, _ fate, err error) {
	canonical := w.maker.canonizer.Canonical(core.Clues())
	s = seed.Seed{Puzzle: canonical.To.Puzzle(core), Automorphisms: canonical.Automorphisms, Origin: seed.Prune}
	added = canonical.To.Cells(added)
	has, err := m.store.reader.Has(m.store.ctx, s.Key())
	if err == nil && has {
		s, err = m.store.reader.SeedNamed(m.store.ctx, s.Key())
	}
	rung := seed.Rung{Added: added}
	switch {
	case err != nil:
		return s, 0, err
	case has && (added.Empty() || s.Rung(rung.Name()) != nil):
		return s, symmetricKnown, nil
	}
	s.Rungs = nil
	if !added.Empty() {
		if rung, err = w.maker.rung(&s, added); err != nil {
			return s, 0, err
		}
		if !m.levels.Has(rating.LevelOf(rung.ER)) {
			return s, symmetricUnwanted, nil
		}
		s.AddRungs(rung)
	}
	if !has {
		err = w.maker.rate(&s)
	}
	if !m.levels.Has(levelOf(&s, true)) {
		return s, symmetricUnwanted, err
	}
	return s, symmetricFound, err
}

// symmetricLevels returns the levels of symmetric puzzles that a run can have use
// for.
func (o *Options) symmetricLevels() (levels seedbank.Range[rating.Level]) {
	for i := range o.Targets {
		kind := &o.Targets[i].Kind
		if kind.Symmetry == transform.NoSymmetry || kind.Levels == (seedbank.Range[rating.Level]{}) {
			return o.Levels
		}
		if i == 0 {
			levels = kind.Levels
		}
		levels.Low, levels.High = min(levels.Low, kind.Levels.Low), max(levels.High, kind.Levels.High)
	}
	if o.Levels != (seedbank.Range[rating.Level]{}) {
		return o.Levels
	}
	return levels
}

// levelOf returns the level of a seed, or of the puzzle for whose sake it was found
// if that is symmetric.
func levelOf(s *seed.Seed, symmetric bool) rating.Level {
	if symmetric && len(s.Rungs) > 0 {
		return rating.LevelOf(s.Rungs[0].ER)
	}
	return s.Rating.Level()
}
