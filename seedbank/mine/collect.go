package mine

import (
	"context"
	"slices"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/pattern"
)

// take collects a part of what a unit has given. It stores it at once if the run may be
// complete then, or if walks can go on from it; otherwise from time to time. It returns
// errEnough when the run has everything that it was asked for.
func (p *Plan) take(d *Delivery) error {
	if d.failed != nil {
		return d.failed
	}
	if p.keepsExactly && p.Met() { // by seeds of another process
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

// count counts the puzzles of a part that gave no seeds.
func (p *Plan) count(d *Delivery) {
	if d.Again {
		return
	}
	n := &p.progress
	n.Known, n.Unwanted, n.PassedOver = n.Known+d.Known, n.Unwanted+d.Unwanted, n.PassedOver+d.PassedOver
	p.store.note(d.Made - len(d.Seeds))
	if d.Unit != nil && d.Unit.Starts {
		n.Starts += d.Made - len(d.Seeds)
	}
	if of := p.patternOf(d.Unit); of != nil {
		of.Add(&d.Tried)
	}
}

// patternOf returns the progress of the pattern that a unit is for, or nil.
func (p *Plan) patternOf(u *Unit) *PatternProgress {
	patterns, ok := p.options.Strategy.(Patterns)
	if !ok || u == nil {
		return nil
	}
	i := slices.IndexFunc(patterns.Of, func(of pattern.Named) bool { return pattern.Line(of.Cells) == u.Pattern })
	if i < 0 {
		return nil
	}
	return &p.progress.Patterns[i]
}

// keep puts the seeds of a part, and what it teaches, with what waits to be stored.
func (p *Plan) keep(d *Delivery) error {
	w, err := p.walkFor(d.Unit)
	if err == nil && w != nil && d.Moves != nil {
		err = w.learn(d.Unit, d.Moves)
	}
	if err != nil {
		return err
	}
	for i := range d.Seeds {
		s, u := &d.Seeds[i], d.Unit
		if !d.Again {
			p.store.note(1)
		}
		if u != nil && u.Starts {
			p.progress.Starts++
		}
		if p.keepsExactly && !p.demand.keeps(s, u) {
			p.progress.Unwanted++
			continue
		}
		if u != nil && u.isSymmetric() {
			p.progress.Symmetric[u.levelOf(s)]++
		}
		if of := p.patternOf(u); of != nil {
			of.Kept++
		}
		if w != nil {
			w.note(s)
		}
		p.store.add(*s)
		if maybeMet := p.demand.send(s); !maybeMet || !p.keepsExactly {
			continue
		}
		if _, err := p.store.flush(); err != nil {
			return err
		}
		if p.Met() {
			return errEnough
		}
	}
	return nil
}

// walkFor returns the walk that a unit is a step of, or nil.
func (p *Plan) walkFor(u *Unit) (*walk, error) {
	if u == nil || u.Kind != WalkUnit {
		return nil, nil
	}
	of := seedbank.Walk{Toward: u.Toward}
	if u.Symmetry != "" {
		var err error
		if of.Symmetry, err = u.symmetry(); err != nil {
			return nil, err
		}
	}
	return p.walkOf(of)
}

// end notes that a unit has ended. What walks can go on from is stored at once.
func (p *Plan) end(d *Delivery) error {
	if err := p.finish(d); err != nil {
		return err
	}
	if d.Unit.Kind == WalkUnit || d.Unit.Starts {
		_, err := p.store.flush()
		return err
	}
	return p.store.flushIfDue()
}

// finish puts what follows from the end of a unit with what waits to be stored.
func (p *Plan) finish(d *Delivery) error {
	if d.Unit.Starts {
		p.starts--
	}
	w, err := p.walkFor(d.Unit)
	if err == nil && w != nil {
		err = w.done(d.Unit)
	}
	return err
}

// Collect stores deliveries and notes the places that were reached by them, in one
// transaction. It returns the number of new seeds by who sent them.
func (p *Plan) Collect(ctx context.Context, deliveries []Delivery, places map[string]uint64) (stored map[string]int, err error) {
	if _, err := p.store.flush(); err != nil {
		return nil, err
	}
	var from []*Delivery // of each seed
	c := &p.store.waiting
	c.Bookmarks = places
	for i := range deliveries {
		d := &deliveries[i]
		p.count(d)
		err := p.keep(d)
		if err == nil && d.Done {
			err = p.finish(d)
		}
		if err != nil {
			return nil, err
		}
		for range d.Seeds {
			from = append(from, d)
		}
	}
	isNew, err := p.store.flush()
	stored = map[string]int{}
	for i := range isNew {
		switch {
		case isNew[i]:
			stored[from[i].From]++
		case from[i].Again:
			p.store.known--
		}
	}
	return stored, err
}
