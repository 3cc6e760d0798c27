// Package work does units of work: it makes and rates seeds without access to a bank.
//
// The text of a [Unit] defines it completely. [Worker.Do] does a unit and returns the
// results in parts. [DecodeUnit] reads units from untrusted sources.
//
// # Words
//
// To prune is to take clues away from a random grid. A chain makes puzzles with a given
// pattern. To symmetrize a seed is to add the fewest clues with which it can be arranged
// symmetrically.
//
// # Guarantees
//
// A unit gives the same seeds on every machine with the same version of the rating rules,
// byte for byte. So the work of a stranger can be checked by doing it again. Seeds that are
// [Known] are left out of the results, and this changes nothing else.
//
// A [Worker] serves one goroutine at a time; other types are values.
//
// # Not here
//
// Which units a bank needs (package mine), and how they get to other machines (package
// fleet).
//
// Start with [Worker.Do].
package work

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Found is a part of the results of a unit.
type Found struct {
	Numbers
	Seeds  []seed.Seed         // with rating, solution and rungs
	Values []tables.PickValues // of the seeds, as far as the worker has found them
}

// Numbers count the puzzles of a part of a unit. Each puzzle that was made is Known,
// Unwanted, PassedOver, Repeated or Rejected, or among the seeds.
type Numbers struct {
	Made       int         `json:"made,omitempty"`
	Known      int         `json:"known,omitempty"`       // isomorphs of known seeds, or of other puzzles that the unit made
	Unwanted   int         `json:"unwanted,omitempty"`    // of other levels or kinds than the unit wants
	PassedOver int         `json:"passed_over,omitempty"` // found on a walk, but not among the best
	Repeated   int         `json:"repeated,omitempty"`    // isomorphs of other puzzles to import
	Rejected   []Rejection `json:"rejected,omitempty"`    // puzzles that cannot be imported
	Reduced    int         `json:"reduced,omitempty"`     // puzzles to import with redundant clues; they count in one of the above too

	Tried making.Tried        `json:"tried,omitzero"`  // searches for puzzles with a pattern
	Moves []walk.MoveProgress `json:"moves,omitempty"` // moves of a step of a walk, once it is complete
}

// Rejection says why a puzzle of a unit cannot be imported.
type Rejection struct {
	Puzzle int    `json:"puzzle"` // from 0
	Reason string `json:"reason"`
}

// Add adds the numbers of a later part.
func (n *Numbers) Add(later *Numbers) {
	n.Made += later.Made
	n.Known += later.Known
	n.Unwanted += later.Unwanted
	n.PassedOver += later.PassedOver
	n.Repeated += later.Repeated
	n.Rejected = append(n.Rejected, later.Rejected...)
	n.Reduced += later.Reduced
	n.Tried.Add(&later.Tried)
	n.Moves = append(n.Moves, later.Moves...)
}

// Dropped returns the number of puzzles that are not among the seeds.
func (n *Numbers) Dropped() int {
	return n.Known + n.Unwanted + n.PassedOver + n.Repeated + len(n.Rejected)
}

// Known reports whether the bank has a seed. If cells are added, it reports whether the
// bank has the rung of the seed that adds them. Known seeds are left out of the results
// of a unit and change nothing else.
type Known func(key seed.Key, added sudoku.Cells) (bool, error)

// knowsNothing is the [Known] of workers without a bank.
func knowsNothing(seed.Key, sudoku.Cells) (bool, error) { return false, nil }

// Worker does units. The zero value is ready. It holds scratch memory and serves one
// goroutine at a time.
type Worker struct {
	maker    making.Maker
	solver   sudoku.Solver
	arranger pattern.Arranger
	walkers  map[walk.Aim]*walk.Walker
	deriver  *tables.Deriver

	// Claim reports whether an earlier unit imports the same puzzle. Relate relates puzzle
	// number i of a unit to the bank. The plan sets both for workers of its own process.
	// Both may be nil.
	Claim  func(key seed.Key, unit uint64, isKnown bool) bool
	Relate func(canonizer *transform.Canonizer, unit uint64, i int, p sudoku.Puzzle) error
}

// unitRun is a unit under way.
type unitRun struct {
	ctx   context.Context
	unit  *Unit
	lacks *making.Lacks
	met   map[rungName]bool // seeds and rungs of this unit
	known Known
	found func(Found) error
	part  Found
}

// rungName names a rung, or a seed if no cells are added.
type rungName struct {
	key   seed.Key
	added sudoku.Cells
}

// atOnce is the greatest number of seeds in a part.
const atOnce = 4

// Do does a unit. It calls found with the results in parts of a few seeds. The same unit
// always gives the same parts. known may be nil. If ctx is done, Do calls found with the
// last part and returns the cause. It also returns errors of known and found. The error
// wraps [ErrUnit] if the unit is invalid.
func (w *Worker) Do(ctx context.Context, u *Unit, known Known, found func(Found) error) error {
	seeds, err := u.check()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnit, err)
	}
	if known == nil {
		known = knowsNothing
	}
	r := &unitRun{ctx: ctx, unit: u, lacks: u.WantedRungs(), met: map[rungName]bool{}, known: known, found: found}
	if kind := unitKinds[u.Kind]; kind.each != nil {
		err = r.each(len(seeds), func(i int) error { return kind.each(w, r, &seeds[i]) })
	} else {
		err = kind.do(w, r)
	}
	if err == nil || ctx.Err() != nil {
		err = errors.Join(err, r.flush())
	}
	return err
}

// each calls do for the numbers below n, until an error or ctx is done.
func (r *unitRun) each(n int, do func(i int) error) error {
	for i := range n {
		if err := r.interrupted(); err != nil {
			return err
		}
		if err := do(i); err != nil {
			return err
		}
	}
	return nil
}

// interrupted returns the cause if ctx is done, or nil.
func (r *unitRun) interrupted() error { return context.Cause(r.ctx) }

// isKnown reports whether the unit has met a seed or rung before, or the bank has it.
func (r *unitRun) isKnown(key seed.Key, added sudoku.Cells) (bool, error) {
	name := rungName{key, added}
	if r.met[name] {
		return true, nil
	}
	r.met[name] = true
	return r.known(key, added)
}

// wants reports whether the unit wants the level and the kind of a seed.
func (w *Worker) wants(r *unitRun, s *seed.Seed) bool {
	if slices.ContainsFunc(r.unit.Wanted, func(w Wanted) bool { return w.Pace != seedbank.Pace{} }) {
		w.derive(s) // so that Passes need not rate the seed
	}
	return r.unit.Levels.Has(r.unit.LevelOf(s)) &&
		(len(r.unit.Wanted) == 0 || slices.ContainsFunc(r.unit.Wanted, func(w Wanted) bool { return w.Passes(s) }))
}

// add adds a seed to the part.
func (r *unitRun) add(s *seed.Seed, values tables.PickValues) error {
	r.part.Made++
	r.part.Values = append(r.part.Values, values)
	if r.part.Seeds = append(r.part.Seeds, *s); len(r.part.Seeds) < atOnce {
		return nil
	}
	return r.flush()
}

// drop counts a puzzle that is not kept, as Known, Unwanted or PassedOver.
func (r *unitRun) drop(as *int) {
	r.part.Made++
	*as++
}

func (r *unitRun) flush() error {
	part := r.part
	r.part = Found{}
	if part.Made == 0 && part.Tried == (making.Tried{}) && part.Moves == nil {
		return nil
	}
	return r.found(part)
}

// prune makes minimal puzzles out of random grids.
func (w *Worker) prune(r *unitRun) error {
	pruner := making.NewPruner(r.unit.RandomSeed)
	return r.each(r.unit.Count, func(i int) error {
		s := w.maker.Seed(pruner.Puzzle(r.unit.First+uint64(i)), seed.Prune)
		return w.keepNew(r, &s, sudoku.Cells{}, w.wants)
	})
}

// keepNew rates a seed, unless it is rated, and keeps it, unless it is known, or the unit does
// not want it. If cells are added, the rung that adds them must not be known.
func (w *Worker) keepNew(r *unitRun, s *seed.Seed, added sudoku.Cells, wants func(*unitRun, *seed.Seed) bool) error {
	isKnown, err := r.isKnown(s.Key(), added)
	if err == nil && !isKnown && s.Rating.ER == 0 {
		err = w.maker.Rate(s)
	}
	switch {
	case err != nil:
		return err
	case isKnown:
		r.drop(&r.part.Known)
		return nil
	case !wants(r, s):
		r.drop(&r.part.Unwanted)
		return nil
	}
	return w.keep(r, s)
}

// keep completes a seed, with its ladders, and adds it to the part.
func (w *Worker) keep(r *unitRun, s *seed.Seed) (err error) {
	var values tables.PickValues
	if r.unit.Kind != LadderUnit { // whose seeds a bank has
		values = w.derive(s)
	} else if err := w.rateUnrated(s); err != nil {
		return w.beyond(r, err)
	}
	w.maker.AddSolution(s)
	switch {
	case r.unit.IsPrinted(), r.unit.Kind == LadderUnit && len(s.Rungs) > 0:
		err = w.maker.AddBroad(s, r.lacks)
	case !r.unit.IsSymmetric():
		err = w.maker.AddLadders(s, r.lacks)
	}
	if err != nil {
		return err
	}
	return r.add(s, values)
}

// rateUnrated rates a seed of a bank, with its rungs, if the unit does not have its rating.
func (w *Worker) rateUnrated(s *seed.Seed) error {
	if s.Rating.ER > 0 {
		return nil
	}
	return w.maker.Rerate(s)
}

// beyond drops a seed of a bank that is beyond the scale.
func (w *Worker) beyond(r *unitRun, err error) error {
	if !errors.Is(err, rating.ErrBeyond) {
		return err
	}
	r.drop(&r.part.Unwanted)
	return nil
}

// Derives makes w find the minutes and the labels of the seeds too.
func (w *Worker) Derives() {
	w.maker.Rater.Remember()
	w.deriver = tables.NewDeriver(&w.maker.Rater)
}

// derive finds the values of a seed, in less time if it has just been rated.
func (w *Worker) derive(s *seed.Seed) (v tables.PickValues) {
	if w.deriver != nil {
		v = w.deriver.Derive(&s.Puzzle, true)
	}
	return v
}

// walk takes a step of a walk.
func (w *Worker) walk(r *unitRun) error {
	u := r.unit
	of := walk.Aim{Toward: u.Toward}
	if u.Symmetry != "" {
		of.Symmetry, _ = u.NamedSymmetry() // was checked
	}
	from, err := w.prove(u.From)
	if err != nil {
		return err
	}
	walker := w.walkers[of]
	if walker == nil {
		walker = walk.NewWalker(of, &w.maker)
		if w.walkers == nil {
			w.walkers = map[walk.Aim]*walk.Walker{}
		}
		w.walkers[of] = walker
	}
	step := &walk.Step{RandomSeed: u.RandomSeed, Number: u.First, Least: u.Least, Top: u.Top}
	copy(step.Budgets[:], u.Budgets)
	rated, err := walker.Take(r.ctx, step, &from)
	if err != nil {
		return err
	}
	best := walker.Best(rated, u.Least)
	for range len(rated) - len(best) {
		r.drop(&r.part.PassedOver)
	}
	for i := range best {
		if err := w.keepWalked(r, &best[i]); err != nil {
			return err
		}
	}
	if err := r.interrupted(); err != nil {
		return err
	}
	r.part.Moves = step.Found.List()
	return nil
}

// keepWalked keeps a seed of a walk unless it is known or its level is not wanted.
func (w *Worker) keepWalked(r *unitRun, s *seed.Seed) error {
	s.Origin = seed.Walk
	var added sudoku.Cells // by the first rung
	if len(s.Rungs) > 0 {
		added = s.Rungs[0].Added
	}
	return w.keepNew(r, s, added, func(r *unitRun, s *seed.Seed) bool { return r.unit.Levels.Has(r.unit.LevelOf(s)) })
}

// prove returns the puzzle with some clues.
func (w *Worker) prove(clues string) (p sudoku.Puzzle, err error) {
	grid, err := sudoku.ParseGrid(clues)
	if err == nil {
		p, err = w.solver.Prove(grid)
	}
	if err != nil {
		err = fmt.Errorf("%w: the puzzle to walk from: %w", ErrUnit, err)
	}
	return p, err
}

// symmetric makes symmetric puzzles out of random grids.
func (w *Worker) symmetric(r *unitRun) error {
	symmetry, err := r.unit.NamedSymmetry()
	if err != nil {
		return err
	}
	pruner := making.NewPruner(r.unit.RandomSeed)
	return r.each(r.unit.Count, func(i int) error {
		core, added := pruner.Symmetric(symmetry, r.unit.Clues, r.unit.First+uint64(i))
		return w.keepWhole(r, core, added)
	})
}

// keepWhole keeps a puzzle if it is wanted. The puzzle is a minimal puzzle, the core,
// with added clues. The core is rated last, because few puzzles have wanted levels.
func (w *Worker) keepWhole(r *unitRun, core sudoku.Puzzle, added sudoku.Cells) error {
	s, rung := w.maker.Whole(core, added)
	if r.unit.Minimal && !added.Empty() {
		r.drop(&r.part.Unwanted)
		return nil
	}
	isKnown, err := r.isKnown(s.Key(), rung)
	if err == nil && isKnown {
		r.drop(&r.part.Known)
		return nil
	}
	if err == nil && !rung.Empty() {
		err = w.maker.AddRung(&s, rung)
	}
	wanted := err == nil && (rung.Empty() || r.unit.Levels.Has(levelOf(&s, true)))
	if wanted {
		err = w.maker.Rate(&s)
	}
	switch {
	case err != nil:
		return err
	case !wanted || !w.wants(r, &s):
		r.drop(&r.part.Unwanted)
		return nil
	}
	return w.keep(r, &s)
}

// pattern makes puzzles with a pattern, in chains.
func (w *Worker) pattern(r *unitRun) error {
	cells, err := pattern.ParseOne(r.unit.Pattern)
	if err != nil {
		return err
	}
	shaper := making.NewShaper(r.unit.RandomSeed)
	for i := range uint64(r.unit.Count) {
		kept, tried, err := shaper.Chain(r.ctx, cells, making.Aim{Levels: r.unit.Levels, Climb: r.unit.Climb}, r.unit.First+i*making.ChainNumbers)
		if err != nil {
			return err
		}
		r.part.Tried.Add(&tried)
		for range tried.Proper - len(kept) {
			r.drop(&r.part.Unwanted)
		}
		for k := range kept {
			core, added := shaper.Core(&kept[k])
			if err := w.keepWhole(r, core, added); err != nil {
				return err
			}
		}
		if err := r.interrupted(); err != nil {
			return err
		}
	}
	return nil
}

// symmetrize gives a seed the rung that adds the fewest clues to make it symmetric. If
// there are several, it takes the hardest.
func (w *Worker) symmetrize(r *unitRun, s *seed.Seed) error {
	symmetry, err := r.unit.NamedSymmetry()
	if err != nil {
		return err
	}
	arranged, err := w.arranger.Arrange(s.Puzzle, symmetry)
	if err != nil {
		return err
	}
	rated := &arranged.Rating
	if arranged.Puzzle.NumClues() == 81 || !r.unit.Levels.Has(rated.Level()) {
		r.drop(&r.part.Unwanted)
		return nil
	}
	s.Rungs = nil
	if err := w.rateUnrated(s); err != nil {
		return w.beyond(r, err)
	}
	s.Rungs = []seed.Rung{{
		Added: arranged.Cells, ER: rated.ER, EP: rated.EP, ED: rated.ED, Hardest: rated.Hardest, Automorphisms: arranged.Automorphisms,
	}}
	w.maker.AddSolution(s)
	return r.add(s, tables.PickValues{})
}

// rateAgain rates a seed and its rungs.
func (w *Worker) rateAgain(r *unitRun, s *seed.Seed) error {
	if err := w.maker.Rerate(s); err != nil {
		return err
	}
	return r.add(s, tables.PickValues{})
}

// InterruptBy sets a function that ratings ask from time to time; see
// InterruptBy of package rating. Its error is the error of what the worker does.
func (w *Worker) InterruptBy(ask func() error) { w.maker.Rater.InterruptBy(ask) }

// CheckRatings rates a seed and its rungs again. It returns an error if a rating
// differs.
func (w *Worker) CheckRatings(s *seed.Seed) error {
	again := *s
	again.Rungs = slices.Clone(s.Rungs)
	if err := w.maker.Rerate(&again); err != nil {
		return err
	}
	if again.Rating != s.Rating {
		return fmt.Errorf("its rating is false: it is %v", again.Rating)
	}
	for i := range s.Rungs {
		if again.Rungs[i] != s.Rungs[i] {
			return fmt.Errorf("the rating of rung %d is false: it is %v", i+1, again.Rungs[i].Result())
		}
	}
	return nil
}
