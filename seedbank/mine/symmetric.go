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
	core = thin(&t.solver, core, symmetry, order[:])
	left := core.Clues().Filled()
	clues := order[:0]
	for _, c := range order {
		if left.Has(c) {
			clues = append(clues, c)
		}
	}
	t.solver.Minimize(&core, clues)
	return core, left.AndNot(core.Clues().Filled())
}

// thin takes orbits of cells away from a puzzle, as long as its solution stays
// unique. It tries those of cells in their order.
func thin(solver *sudoku.Solver, p sudoku.Puzzle, symmetry transform.Symmetry, order []sudoku.Cell) sudoku.Puzzle {
	var tried sudoku.Cells
	for _, c := range order {
		left := p.Clues().Filled()
		if tried.Has(c) || !left.Has(c) {
			continue
		}
		orbit := symmetry.Orbit(c)
		tried = tried.Or(orbit)
		if thinner, err := solver.Prove(p.Clues().Keep(left.AndNot(orbit))); err == nil {
			p = thinner
		}
	}
	return p
}

// symmetricBatch makes the puzzles of a batch with a symmetry, and rates those that
// the bank does not know.
//
// Puzzles that a walk sets out from are of use even if no target wants their level.
func (m *miner) symmetricBatch(w *worker, j job) (f findings, err error) {
	levels := m.levels
	if j.start != nil {
		levels = m.options.Levels
	}
	for i := range uint64(batchSize) {
		core, added := w.thinner.puzzle(j.symmetry, j.first+i)
		if m.options.Minimal && !added.Empty() {
			f.unwanted++
			continue
		}
		s, fate, err := m.symmetricSeed(w, core, added, levels)
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
// rated. The core is rated last, as few are of the levels wanted.
func (m *miner) symmetricSeed(w *worker, core sudoku.Puzzle, added sudoku.Cells, levels seedbank.Range[rating.Level]) (s seed.Seed, _ fate, err error) {
	s, isNew, err := w.maker.symmetric(m.store, core, added)
	switch {
	case err != nil:
		return s, 0, err
	case !isNew:
		return s, symmetricKnown, nil
	case len(s.Rungs) > 0 && !levels.Has(levelOf(&s, true)):
		return s, symmetricUnwanted, nil
	}
	if err = w.maker.rateUnrated(&s); err == nil && !levels.Has(levelOf(&s, true)) {
		return s, symmetricUnwanted, nil
	}
	return s, symmetricFound, err
}

// symmetric returns the seed of a core with the added cells as its one rung, which
// is rated, or without a rung if no cells are added. It reports whether the bank
// lacks this. A seed that the bank has is rated as it is there, and others are not
// rated. Without a store, nothing is known.
func (m *maker) symmetric(st *store, core sudoku.Puzzle, added sudoku.Cells) (s seed.Seed, isNew bool, err error) {
	canonical := m.canonizer.Canonical(core.Clues())
	s = seed.Seed{Puzzle: canonical.To.Puzzle(core), Automorphisms: canonical.Automorphisms, Origin: seed.Prune}
	has := false
	if st != nil {
		has, err = st.reader.Has(st.ctx, s.Key())
	}
	if err == nil && has {
		s, err = st.reader.SeedNamed(st.ctx, s.Key())
	}
	rung := seed.Rung{Added: canonical.To.Cells(added)}
	if err != nil || has && (added.Empty() || s.Rung(rung.Added) != nil) {
		return s, false, err
	}
	s.Rungs = nil
	if !added.Empty() {
		if rung, err = m.rung(&s, rung.Added); err == nil {
			s.AddRungs(rung)
		}
	}
	return s, true, err
}

// rateUnrated rates a seed that has no rating yet.
func (m *maker) rateUnrated(s *seed.Seed) error {
	if s.Rating.ER > 0 {
		return nil
	}
	return m.rate(s)
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
