package mine

import (
	"context"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Found is a part of what a unit gives.
type Found struct {
	Made  int         // puzzles looked at since the part before
	Seeds []seed.Seed // complete
}

// UnitWorker does units. The zero value is ready. It holds scratch memory and serves
// one goroutine at a time.
type UnitWorker struct {
	maker  maker
	solver sudoku.Solver
}

// unitRun is a unit under way.
type unitRun struct {
	ctx    context.Context
	unit   *Unit
	wanted []seedbank.Filter
	stock  *stock
	seen   map[seed.Key]bool
	found  func(Found) error
	part   Found
}

// Do does a unit. It calls found with what it finds, a few seeds at a time and always
// in the same parts. If ctx is done, it ends with the cause; the same unit gives the
// same parts again. An error of found ends it as well.
func (w *UnitWorker) Do(ctx context.Context, u *Unit, found func(Found) error) error {
	if err := u.check(); err != nil {
		return fmt.Errorf("%w: %w", ErrUnit, err)
	}
	run := &unitRun{ctx: ctx, unit: u, stock: u.stock(), seen: map[seed.Key]bool{}, found: found}
	for i := range u.Wanted {
		run.wanted = append(run.wanted, u.Wanted[i].Filter())
	}
	err := unitKinds[u.Kind].do(w, run)
	if err == nil {
		err = run.flush()
	}
	return err
}

// wants reports whether a seed is worth its ladders.
func (r *unitRun) wants(s *seed.Seed) bool {
	return len(r.wanted) == 0 || slices.ContainsFunc(r.wanted, func(f seedbank.Filter) bool { return f.Passes(s) })
}

// made counts a puzzle, and returns why the unit ends if it does.
func (r *unitRun) made() error {
	r.part.Made++
	return context.Cause(r.ctx)
}

// isNew reports whether a unit has not met a seed yet.
func (r *unitRun) isNew(s *seed.Seed) bool {
	key := s.Key()
	known := r.seen[key]
	r.seen[key] = true
	return !known
}

// add adds a seed to what was found.
func (r *unitRun) add(s *seed.Seed) error {
	if r.part.Seeds = append(r.part.Seeds, *s); len(r.part.Seeds) < atOnce {
		return nil
	}
	return r.flush()
}

func (r *unitRun) flush() error {
	part := r.part
	r.part = Found{}
	if part.Made == 0 && len(part.Seeds) == 0 {
		return nil
	}
	return r.found(part)
}

func (w *UnitWorker) prune(r *unitRun) error {
	pruner := newPruner(r.unit.RandomSeed)
	for i := range uint64(r.unit.Count) {
		s := w.maker.seed(pruner.puzzle(r.unit.First+i), seed.Prune)
		if err := r.made(); err != nil {
			return err
		}
		if !r.isNew(&s) {
			continue
		}
		if err := w.maker.rate(&s); err != nil {
			return err
		}
		if !r.wants(&s) {
			continue
		}
		if err := w.maker.complete(&s, r.stock); err != nil {
			return err
		}
		if err := r.add(&s); err != nil {
			return err
		}
	}
	return nil
}

func (w *UnitWorker) symmetric(r *unitRun) error {
	symmetry, err := transform.ParseSymmetry(r.unit.Symmetry)
	if err != nil {
		return err
	}
	thinner := newThinner(r.unit.RandomSeed)
	for i := range uint64(r.unit.Count) {
		core, added := thinner.puzzle(symmetry, r.unit.First+i)
		s, _, err := w.maker.symmetric(nil, core, added)
		if err == nil {
			err = w.maker.rateUnrated(&s)
		}
		if err == nil {
			err = r.made()
		}
		if err != nil {
			return err
		}
		if !r.wants(&s) {
			continue
		}
		w.maker.addSolution(&s)
		if err := r.add(&s); err != nil {
			return err
		}
	}
	return nil
}

func (w *UnitWorker) walk(r *unitRun) error {
	grid, err := sudoku.ParseGrid(r.unit.From)
	if err != nil {
		return err
	}
	from, err := w.solver.Prove(grid)
	if err != nil {
		return fmt.Errorf("%w: the puzzle to walk from: %w", ErrUnit, err)
	}
	walker := newWalker(seedbank.Walk{Toward: r.unit.Toward}, r.unit.RandomSeed, &w.maker)
	fresh := newLessons(walker.goal.cost)
	step := &step{
		number: r.unit.First*maxUnitSlices + uint64(r.unit.Slice), least: r.unit.Least, at: r.unit.Least, budgets: fresh.budgets(),
		rounds: (walker.goal.rounds + r.unit.Slices - 1) / r.unit.Slices,
	}
	rated, err := walker.climb(r.ctx, step, &from, func(key seed.Key) (bool, error) { return true, r.made() })
	if err != nil {
		return err
	}
	if err := context.Cause(r.ctx); err != nil {
		return err
	}
	best := walker.best(rated, r.unit.Least)
	best = best[:min(len(best), (walker.goal.mostStored+r.unit.Slices-1)/r.unit.Slices)]
	for i := range best {
		if err := context.Cause(r.ctx); err != nil {
			return err
		}
		if err := w.maker.complete(&best[i], r.stock); err != nil {
			return err
		}
		if err := r.add(&best[i]); err != nil {
			return err
		}
	}
	return nil
}

func (w *UnitWorker) ladders(r *unitRun) error {
	batch, err := seed.Unmarshal(r.unit.Seeds)
	if err != nil {
		return err
	}
	for i := range batch.Seeds {
		s := &batch.Seeds[i]
		if err := r.made(); err != nil {
			return err
		}
		if err := w.maker.complete(s, r.stock); err != nil {
			return err
		}
		if err := r.add(s); err != nil {
			return err
		}
	}
	return nil
}

// CheckRatings rates a seed and its rungs anew, and returns what is false about their
// ratings.
func (w *UnitWorker) CheckRatings(s *seed.Seed) error {
	again := *s
	again.Rungs = slices.Clone(s.Rungs)
	if err := w.maker.rerate(&again); err != nil {
		return err
	}
	if again.Rating != s.Rating {
		return fmt.Errorf("it is rated %v, and is said to be %v", again.Rating.ER, s.Rating.ER)
	}
	for i := range s.Rungs {
		if again.Rungs[i] != s.Rungs[i] {
			return fmt.Errorf("rung %d is rated %v, and is said to be %v", i+1, again.Rungs[i].ER, s.Rungs[i].ER)
		}
	}
	return nil
}
