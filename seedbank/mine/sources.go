package mine

import (
	"context"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/transform"
)

// source plans units of some kind, or none if there is nothing to do now.
type source func(context.Context, *wants) ([]*work.Unit, error)

// batchesAStep is the number of small units between two steps of a walk. They take about
// as long as a step.
const batchesAStep = 8

// share gives the size of a unit of each kind: the size of a unit that prunes, divided by
// part, but not below least. Puzzles of the other kinds take longer.
var share = map[work.UnitKind]struct {
	part, least int
	carries     bool // the unit has the seeds or puzzles in its text
}{
	work.PruneUnit:      {part: 1, least: 1},
	work.SymmetricUnit:  {part: 1, least: 1},
	work.PatternUnit:    {part: 5000, least: 1},
	work.SymmetrizeUnit: {part: 20, least: 16, carries: true},
	work.LadderUnit:     {part: 20, least: 4, carries: true},
	work.ImportUnit:     {part: 20, least: 16, carries: true},
	work.RateUnit:       {part: 500, least: 4, carries: true},
}

// mostCarried is the greatest number of seeds or puzzles that the text of a unit has. With the
// rungs of seeds such a text is mostly half as long as a text may be.
const mostCarried = 500

// size returns the number of puzzles, chains or seeds of a unit.
func (p *Plan) size(kind work.UnitKind) int {
	of := share[kind]
	if p.turns != nil && p.turns.sizes[kind] > 0 {
		return p.turns.sizes[kind]
	}
	n := max(of.least, p.options.UnitSize/of.part)
	if of.carries {
		n = min(n, mostCarried)
	}
	return n
}

// Next plans a unit. It returns nil if the plan has ended, or if the next unit depends on
// results that are not collected yet.
func (p *Plan) Next(ctx context.Context) (*work.Unit, error) {
	now := p.demand.wants
	if p.readyOf != now {
		p.takeBack()
		p.readyOf = now
	}
	for _, plan := range p.sources(now) {
		if len(p.ready) > 0 {
			break
		}
		var err error
		p.ready, err = plan(ctx, now)
		if p.turn++; err != nil {
			return nil, err
		}
	}
	if len(p.ready) == 0 && len(now.walks) > 0 {
		p.ready = p.startsOf(now)
	}
	if len(p.ready) == 0 {
		return nil, nil
	}
	u := p.ready[0]
	p.ready = p.ready[1:]
	return u, nil
}

// takeBack forgets the units that were not handed out. The next units get their numbers,
// so that the puzzles of a run do not depend on the time at which a target was met.
func (p *Plan) takeBack() {
	if p.list != nil { // a list gives each element once, so its units are kept
		return
	}
	for i, u := range p.ready {
		if i == 0 && u.IsNumbered() {
			p.next = u.First
		}
		if u.Starts {
			p.starts--
		}
		if p.turns != nil {
			p.turns.end(u, 0)
		}
	}
	p.ready = nil
}

// sources returns the sources that take turns in planning units, the next one first.
func (p *Plan) sources(now *wants) (list []source) {
	if p.list != nil {
		return []source{p.list.next}
	}
	if p.turns != nil {
		return p.inTurns(now)
	}
	for _, of := range now.walks {
		list = append(list, p.stepsOf(of))
	}
	if now.prune || len(now.symmetric) > 0 || len(now.walks) == 0 {
		list = append(list, p.batches)
	}
	if p.options.Resume && p.options.Ladders != work.NoLadders {
		list = append(list, p.ladders)
	}
	first := p.turn % len(list)
	return slices.Concat(list[first:], list[:first])
}

// batches plans units that make puzzles of random grids. Patterns take turns. So do
// symmetries, together with pruning if it is wanted.
func (p *Plan) batches(_ context.Context, now *wants) ([]*work.Unit, error) {
	if len(now.patterns) > 0 {
		return []*work.Unit{p.chain(now)}, nil
	}
	kinds := now.symmetric
	if now.prune || len(kinds) == 0 {
		kinds = append([]symmetricKind{{}}, kinds...)
	}
	return p.batchesOf(kinds, now, p.atATime()), nil
}

// batchesOf plans some units that make puzzles of random grids. Their kinds take turns.
func (p *Plan) batchesOf(kinds []symmetricKind, now *wants, number int) (units []*work.Unit) {
	wanted := now.filters()
	for range number {
		u := p.batch(kinds, wanted)
		if u.Kind == work.SymmetricUnit { // few of its puzzles have other levels
			u.Levels = p.options.symmetricLevels()
		}
		u.Minimal = now.minimal && u.Kind == work.SymmetricUnit
		units = append(units, u)
	}
	return units
}

// atATime returns the number of units that are planned between two steps of a walk.
func (p *Plan) atATime() int { return max(1, batchesAStep*localUnit/p.options.UnitSize) }

// batch plans a unit of one of several kinds, which take turns.
func (p *Plan) batch(kinds []symmetricKind, wanted []work.Wanted) *work.Unit {
	u := &work.Unit{Kind: work.PruneUnit, Levels: p.options.Levels, Wanted: wanted}
	if kind := kinds[p.next/uint64(p.options.UnitSize)%uint64(len(kinds))]; kind.symmetry != transform.NoSymmetry {
		u.Kind, u.Symmetry, u.Clues = work.SymmetricUnit, kind.symmetry.String(), kind.clues
	}
	return p.numbered(u)
}

// numbered gives a unit the next numbers.
func (p *Plan) numbered(u *work.Unit) *work.Unit {
	u.Rater, u.RandomSeed, u.First, u.Count = rating.Version, p.options.RandomSeed, p.next, p.size(u.Kind)
	p.next = u.End()
	if u.Kind == work.PruneUnit || u.IsPrinted() { // other symmetric puzzles get no ladders
		u.SetLadders(p.options.Ladders, p.stock.lacks())
	} else {
		u.Ladders = work.NoLadders
	}
	return u
}

// chain plans a unit of chains with the pattern whose turn it is.
func (p *Plan) chain(now *wants) *work.Unit {
	p.next += making.ChainNumbers
	number := p.next / making.ChainNumbers
	patterns := p.options.Strategy.(Patterns)
	cells := patterns.Of[now.patterns[number%uint64(len(now.patterns))]].Cells
	u := &work.Unit{
		Rater: rating.Version, Kind: work.PatternUnit, RandomSeed: p.options.RandomSeed, First: p.next, Count: p.size(work.PatternUnit),
		Pattern: pattern.Line(cells), Climb: patterns.Climb, Levels: p.options.Levels, Ladders: work.NoLadders,
	}
	p.next = u.End()
	return u
}

// startsOf plans units that make starting points for the walks. In a run of one process it
// plans none while such units or steps are under way.
func (p *Plan) startsOf(now *wants) (units []*work.Unit) {
	if p.mostSteps > 0 && (p.starts > 0 || slices.ContainsFunc(p.walks, func(w *walking) bool { return len(w.under) > 0 })) {
		return nil
	}
	aim := now.walks[0]
	wanted := append(now.filters(), work.Wanted{Filter: aim.Toward.Starts()})
	for range p.atATime() {
		u := p.batch([]symmetricKind{{symmetry: aim.Symmetry}}, wanted)
		u.Starts = true
		units = append(units, u)
	}
	p.starts += len(units)
	return units
}

// filters returns the kinds of seeds that the targets lack; none is all kinds.
func (now *wants) filters() (list []work.Wanted) {
	for _, kind := range now.kinds {
		list = append(list, work.Wanted{Filter: kind})
	}
	return list
}

// walkOf returns the plan of a walk, which it begins if need be.
func (p *Plan) walkOf(of walk.Aim) (*walking, error) {
	i := slices.IndexFunc(p.walks, func(w *walking) bool { return w.Aim == of })
	if i < 0 {
		w, err := newWalk(p.store, of, p.options.RandomSeed)
		if err != nil {
			return nil, fmt.Errorf("walking toward %s: %w", of.Toward, err)
		}
		i = len(p.walks)
		p.walks = append(p.walks, w)
	}
	return p.walks[i], nil
}

// stepsOf returns the source of the steps of a walk.
func (p *Plan) stepsOf(of walk.Aim) source {
	return func(ctx context.Context, _ *wants) ([]*work.Unit, error) { return p.steps(ctx, of) }
}

// steps plans a step of a walk. It plans none if there is no starting point, or if the
// greatest number of steps is under way.
func (p *Plan) steps(ctx context.Context, of walk.Aim) ([]*work.Unit, error) {
	w, err := p.walkOf(of)
	if err != nil || p.mostSteps > 0 && len(w.under) >= p.mostSteps {
		return nil, err
	}
	u, err := w.next(ctx)
	if err != nil || u == nil {
		return nil, err
	}
	u.RandomSeed, u.Levels = p.options.RandomSeed, p.options.Levels
	u.SetLadders(p.options.Ladders, p.stock.lacks())
	return []*work.Unit{u}, nil
}
