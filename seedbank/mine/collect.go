package mine

import (
	"context"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// take collects a part of the results of a unit. It stores the seeds at once if they may
// complete the run or if walks can continue from them, otherwise from time to time. It
// returns errEnough when the run is complete.
func (p *Plan) take(d *Delivery) error {
	if d.failed != nil {
		return d.failed
	}
	if p.isLocal && p.Met() { // seeds of another process met the last target
		return errEnough
	}
	p.count(d)
	if err := p.keep(d); err != nil {
		return err
	}
	if d.Unit == nil || !d.Done {
		return p.store.flushIfDue()
	}
	return p.end(d)
}

// count counts the puzzles of a part that are not among its seeds.
func (p *Plan) count(d *Delivery) {
	if d.Again {
		return
	}
	n := &p.progress
	n.Known, n.Unwanted, n.PassedOver = n.Known+d.Known, n.Unwanted+d.Unwanted, n.PassedOver+d.PassedOver
	n.Repeated, n.Rejected, n.Reduced = n.Repeated+d.Repeated, n.Rejected+len(d.Rejected), n.Reduced+d.Reduced
	p.store.note(d.Made - len(d.Seeds))
	if d.Unit != nil && d.Unit.Starts {
		n.Starts += d.Made - len(d.Seeds)
	}
	if of := p.patternOf(d.Unit); of != nil {
		of.Add(&d.Tried)
	}
}

// patternOf returns the progress of the pattern of a unit, or nil.
func (p *Plan) patternOf(u *work.Unit) *PatternProgress {
	patterns, ok := p.options.Strategy.(Patterns)
	if !ok || u == nil {
		return nil
	}
	i := slices.IndexFunc(patterns.Of, func(of Pattern) bool { return pattern.Line(of.Cells) == u.Pattern })
	if i < 0 {
		return nil
	}
	return &p.progress.Patterns[i]
}

// keep queues the seeds of a part to be stored, and the lessons from its moves.
func (p *Plan) keep(d *Delivery) error {
	w, err := p.walkFor(d.Unit)
	if err == nil && w != nil && d.Moves != nil && !d.Source.Claimed && !d.Again {
		err = w.learn(d.Unit, d.Moves)
	}
	if err != nil {
		return err
	}
	for i := range d.Seeds {
		if err := p.keepSeed(d, i); err != nil {
			return err
		}
	}
	if p.list != nil {
		return p.list.take(d)
	}
	return nil
}

// keepSeed queues a seed of a part to be stored if it is wanted.
func (p *Plan) keepSeed(d *Delivery, i int) error {
	u, s := d.Unit, &d.Seeds[i]
	var values tables.PickValues
	if i < len(d.Values) {
		values = d.Values[i]
	}
	if !d.Again {
		p.store.note(1)
	}
	if d.Source.Claimed {
		p.store.add(*s, d.Source, values)
		return nil
	}
	if u != nil && u.Starts && !d.Again {
		p.progress.Starts++
	}
	if p.list != nil && !p.list.keeps(d, s) {
		return nil
	}
	if p.isLocal && !p.demand.keeps(s, u) {
		p.progress.Unwanted++
		return nil
	}
	if !d.Again {
		p.countKept(u, s)
	}
	for _, w := range p.walks {
		w.note(u, s)
	}
	p.store.add(*s, d.Source, values)
	maybeMet := p.demand.send(s)
	if !p.isLocal || !maybeMet && !p.store.room.isDue(len(p.store.waiting.Seeds)) {
		return nil
	}
	if _, err := p.store.flush(); err != nil {
		return err
	}
	if p.Met() {
		return errEnough
	}
	return nil
}

// countKept counts a seed that is kept, as a symmetric puzzle or one with a pattern, and the broad
// rungs of a seed of [Broaden].
func (p *Plan) countKept(u *work.Unit, s *seed.Seed) {
	if u != nil && u.IsSymmetric() {
		p.progress.Symmetric[u.LevelOf(s)]++
	}
	if of := p.patternOf(u); of != nil {
		of.Kept++
	}
	if _, ok := p.options.Strategy.(Broaden); !ok {
		return
	}
	for i := range s.Rungs {
		if r := &s.Rungs[i]; s.Puzzle.NumClues()+r.Added.Len() >= making.LeastBroad {
			p.progress.Broad[rating.LevelOf(r.ER)]++
		}
	}
}

// walkFor returns the walk that a unit is a step of, or nil.
func (p *Plan) walkFor(u *work.Unit) (*walking, error) {
	if u == nil || u.Kind != work.WalkUnit {
		return nil, nil
	}
	of := walk.Aim{Toward: u.Toward}
	if u.Symmetry != "" {
		var err error
		if of.Symmetry, err = u.NamedSymmetry(); err != nil {
			return nil, err
		}
	}
	return p.walkOf(of)
}

// end notes that a unit has ended. Seeds from which walks can go on are stored at once.
func (p *Plan) end(d *Delivery) error {
	if err := p.finish(d); err != nil {
		return err
	}
	if p.turns != nil {
		p.turns.end(d.Unit, d.took)
	}
	if d.Unit.Kind == work.WalkUnit || d.Unit.Starts {
		_, err := p.store.flush()
		return err
	}
	return p.store.flushIfDue()
}

// finish updates the walk of a unit that has ended.
func (p *Plan) finish(d *Delivery) error {
	if d.Unit.Starts {
		p.starts--
	}
	w, err := p.walkFor(d.Unit)
	if err == nil && w != nil {
		err = w.done(d.Unit)
		if !d.Again {
			w.progress.Steps++
		}
	}
	return err
}

// Collect stores deliveries in one transaction, together with bookmarks of the caller: a
// number for each name, and the units that contributors have done or that are to be done
// again. It returns the number of new seeds by sender, without those that somebody has claimed before.
func (p *Plan) Collect(ctx context.Context, deliveries []Delivery, places map[string]uint64, units ...change.DoneUnit) (stored map[string]int, err error) {
	if _, err := p.store.flush(); err != nil {
		return nil, err
	}
	var from []*Delivery // the delivery of each seed
	c := &p.store.waiting
	c.Bookmarks, c.Units = places, units
	isOver := p.ending()
	for i := range deliveries {
		d := &deliveries[i]
		p.count(d)
		if err := p.cut(d, isOver); err != nil {
			return nil, err
		}
		err := p.keep(d)
		if err == nil && d.Done {
			err = p.finish(d)
		}
		if err != nil {
			return nil, err
		}
		for len(from) < len(c.Seeds) {
			from = append(from, d)
		}
	}
	keys := seed.Keys(c.Seeds)
	claimed, err := change.ClaimedOf(ctx, p.store.bank.Bank, c.Seeds)
	if err != nil {
		return nil, err
	}
	isNew, err := p.store.flush()
	stored = map[string]int{}
	for i := range isNew {
		switch {
		case isNew[i] && claimed[keys[i]]: // the credit is the claimant's
		case isNew[i]:
			stored[from[i].From]++
		case from[i].Again && !from[i].Source.Claimed:
			p.store.known--
		}
	}
	return stored, err
}

// cut drops those seeds of a delivery that come after the end of the run. Claimed seeds do not
// count for it.
func (p *Plan) cut(d *Delivery, isOver func(*seed.Seed) (bool, error)) error {
	if d.Source.Claimed {
		return nil
	}
	for i := range d.Seeds {
		over, err := isOver(&d.Seeds[i])
		if err != nil {
			return err
		}
		if !over {
			continue
		}
		dropped := len(d.Seeds) - i
		if !d.Again {
			p.store.note(dropped)
			p.progress.Unwanted += dropped
		}
		d.Seeds = d.Seeds[:i]
		break
	}
	return nil
}

// ending returns a function to call with the seeds in their order. The function reports
// whether the seeds of the calls before complete the run. It looks seeds up in the bank,
// because known seeds do not count.
func (p *Plan) ending() func(*seed.Seed) (bool, error) {
	d := p.demand
	if p.list != nil || d.shares != nil || p.options.Count == 0 && len(d.targets) == 0 {
		return func(*seed.Seed) (bool, error) { return false, nil }
	}
	left, missing := p.options.Count-d.stored, make([]int, len(d.targets))
	for i := range missing {
		missing[i] = d.targets[i].Missing()
	}
	find, grids := p.store.finder(), map[seed.Key]bool{}
	return func(s *seed.Seed) (bool, error) {
		lacks := func(n int) bool { return n > 0 }
		if p.options.Count > 0 && left <= 0 || len(missing) > 0 && !slices.ContainsFunc(missing, lacks) {
			return true, nil
		}
		isNew, isFound, err := find(s)
		if err != nil || !isFound {
			return false, err
		}
		if isNew {
			left--
		}
		for i := range missing {
			if (isNew || d.targets[i].countsRungs()) && d.counts(i, s) && !(d.targets[i].Grids && grids[s.Solution]) {
				missing[i]--
			}
		}
		grids[s.Solution] = true
		return false, nil
	}
}
