package rating

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// A path has all steps of the lowest rating in each round, and most of their
// eliminations are never used. The way is the part of the path that is needed to
// reach its end. The reliances of the steps (relies.go) determine it, so nothing
// is searched again:
//
//	path    a: r1c1<>5    b: r2c2<>7    c: r1c2=5 by a    d: r9c9=3    ...
//	way     a: r1c1<>5                  c: r1c2=5 by a    d: r9c9=3    ...
//
// The steps are examined from the last to the first. A step stays if it fills a
// cell that no other step fills, or if a later step that stays relies on a
// candidate being absent that no other step has made absent by then. Only later
// steps can need a step, and these are decided before it, so one pass is enough.

// ErrUnsolved is the error for a path that ends before the solution.
var ErrUnsolved = errors.New("the path does not lead to the solution")

// Way returns the part of a path of p that is needed to reach its end: a
// selection of the steps of the path, in their order, that solves p from the
// position of its first round. Rounds without selected steps are left out. The
// position of a round is the result of the rounds before it in the way. Each step
// holds on this position word for word: all candidates whose absence it relies on
// are absent. Every step is needed: without it, another step would not hold, or a
// cell would stay empty.
//
// The way is neither the easiest solution nor unique: if either of two steps is
// enough, it has the earlier one.
//
// Its steps have the conclusions that they have in the path. Positions of the way
// have more candidates, so some patterns would remove more there; [Step.Partial]
// marks these.
//
// The path is one of a [Rater]. The error wraps [ErrUnsolved], or a [*PositionError]
// if the path is not one of p.
func Way(p *sudoku.Puzzle, path []Round) ([]Round, error) {
	if len(path) == 0 {
		return nil, fmt.Errorf("way of %v: %w", p.Clues(), ErrUnsolved)
	}
	if err := path[0].check(p); err != nil {
		return nil, err
	}
	w := pruning{path: path}
	w.gather()
	if w.end.Grid != p.Solution() {
		return nil, fmt.Errorf("way of %v: %w", p.Clues(), ErrUnsolved)
	}
	w.prune()
	return w.rounds(), nil
}

// Effort returns the sum of the ratings of all steps of a way, in tenths. It
// measures the amount of work, while ER measures only the hardest step.
func Effort(way []Round) int {
	sum := 0
	for i := range way {
		for j := range way[i].Steps {
			sum += int(way[i].Steps[j].Rating)
		}
	}
	return sum
}

// Hardest returns the first step of the highest rating in a path or a way, its
// number from 1, and the number of all steps. Without steps it returns nil and 0.
func Hardest(rounds []Round) (hardest *Step, number, steps int) {
	for i := range rounds {
		for j := range rounds[i].Steps {
			steps++
			if s := &rounds[i].Steps[j]; hardest == nil || s.Rating > hardest.Rating {
				hardest, number = s, steps
			}
		}
	}
	return hardest, number, steps
}

// pruning chooses the steps of the way.
type pruning struct {
	path      []Round
	end       Position        // position at the end of the path
	dropped   [][]bool        // by round and step
	providers [729][]provider // by candidate: the steps after which it is absent, in order
	fillers   [81]int         // number of steps, not dropped, that fill the cell
	needed    [729]int        // the first round with a step that stays and relies on the absence of the candidate
}

// provider is the place of a step in the path. Candidates that the step removes
// are absent from the next round on.
type provider struct{ round, step int }

// gather follows the path and records the candidates that each step makes absent.
func (w *pruning) gather() {
	w.end = w.path[0].Position
	w.dropped = make([][]bool, len(w.path))
	for k := range w.needed {
		w.needed[k] = len(w.path)
	}
	for i := range w.path {
		steps := w.path[i].Steps
		w.dropped[i] = make([]bool, len(steps))
		for j := range steps {
			for k := range steps[j].excludes().all() {
				w.providers[k] = append(w.providers[k], provider{i, j})
			}
			if steps[j].Places {
				w.fillers[steps[j].Placement.Cell()]++
			}
			w.end.Apply(&steps[j])
		}
	}
}

// excludes returns the candidates that are absent after s.
func (s *Step) excludes() *marks {
	gone := new(marks)
	for _, k := range s.Eliminations {
		gone.add(k)
	}
	if s.Places {
		c, d := s.Placement.Cell(), s.Placement.Digit()
		gone.addAll(sudoku.CellSet(c), sudoku.AllDigits)
		gone.addAll(c.Peers(), sudoku.DigitSet(d))
	}
	return gone
}

// prune drops the steps that are not needed, from the last to the first.
func (w *pruning) prune() {
	for i := len(w.path) - 1; i >= 0; i-- {
		steps := w.path[i].Steps
		for j := len(steps) - 1; j >= 0; j-- {
			if w.stays(&steps[j], provider{i, j}) {
				w.need(&steps[j], i)
			} else {
				w.dropped[i][j] = true
				if steps[j].Places {
					w.fillers[steps[j].Placement.Cell()]--
				}
			}
		}
	}
}

// stays reports whether a step is needed.
func (w *pruning) stays(s *Step, at provider) bool {
	if s.Places && w.fillers[s.Placement.Cell()] == 1 {
		return true
	}
	for k := range s.excludes().all() {
		if w.needed[k] < len(w.path) && !w.provided(k, at) {
			return true
		}
	}
	return false
}

// provided reports whether a candidate is absent in time without a step.
func (w *pruning) provided(k sudoku.Candidate, without provider) bool {
	return slices.ContainsFunc(w.providers[k], func(p provider) bool {
		return p != without && p.round < w.needed[k] && !w.dropped[p.round][p.step]
	})
}

// need records the candidates whose absence a step relies on. Rounds come from
// the last to the first, so each one replaces the first round recorded before.
func (w *pruning) need(s *Step, round int) {
	relies := s.relies(techniques[:], &w.path[round].Position)
	for k := range relies.all() {
		if w.path[0].Candidates[k.Cell()].Has(k.Digit()) {
			w.needed[k] = round
		}
	}
}

// rounds returns the rounds of the steps that stay, on the positions that these
// lead to.
func (w *pruning) rounds() []Round {
	var way []Round
	position := w.path[0].Position
	for i := range w.path {
		round := w.path[i]
		round.Position, round.Steps = position, nil
		for j, s := range w.path[i].Steps {
			if !w.dropped[i][j] {
				if len(s.Notes()) > 0 {
					s.Chains = s.mapChains(transform.Identity()) // copies, because settle changes their notes
				}
				s.settle(&round.Position, marks{})
				round.Steps = append(round.Steps, s)
				position.Apply(&s)
			}
		}
		if len(round.Steps) > 0 {
			way = append(way, round)
		}
	}
	return way
}
