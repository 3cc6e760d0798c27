package mine

import (
	"context"
	"iter"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// backlog plans units for seeds of the bank: to symmetrize them, or to give ladders to
// seeds without rungs. It goes through the bank once a run, a few seeds at a time, so that
// a large bank does not hold up the plan. It keeps no record of its place, since it passes
// quickly over seeds that are done. The next run finds the seeds of units that were lost.
type backlog struct {
	plan *Plan

	symmetrizes bool
	pull        func() (*seed.Batch, error, bool) // some seeds; nil before the first
	stop        func()
	waiting     []seed.Seed // read, but not planned

	last      seedbank.SeedID // of the seeds without rungs, the last one read
	exhausted bool
}

func newBacklog(p *Plan) *backlog {
	_, symmetrizes := p.options.Strategy.(Symmetrize)
	return &backlog{plan: p, symmetrizes: symmetrizes}
}

// ended reports whether the run symmetrizes and has gone through the bank.
func (b *backlog) ended() bool { return b.symmetrizes && b.exhausted }

// symmetrize plans units that symmetrize some seeds, one for each symmetry wanted. Seeds
// below the levels wanted are left out, since added clues hardly ever make a puzzle
// harder.
func (b *backlog) symmetrize(ctx context.Context, now *wants) (units []*Unit, err error) {
	for len(units) == 0 && !b.exhausted {
		some, err := b.read(ctx)
		if err != nil {
			return nil, err
		}
		for _, kind := range now.symmetric {
			if u := b.symmetrizing(some, kind.symmetry); u.Count > 0 {
				units = append(units, u)
			}
		}
	}
	return units, nil
}

// symmetrizing returns a unit for those seeds that lack a symmetry and have no rung with
// it. The others count as known.
func (b *backlog) symmetrizing(some []seed.Seed, symmetry transform.Symmetry) *Unit {
	p := b.plan
	has := seedbank.Filter{Symmetry: symmetry, Rungs: true}
	batch := seed.Batch{Rater: rating.Version}
	for i := range some {
		if has.Passes(&some[i]) {
			p.progress.Known++
			p.store.note(1)
			continue
		}
		bare := some[i]
		bare.Rungs = nil
		batch.Seeds = append(batch.Seeds, bare)
	}
	return &Unit{
		Rater: rating.Version, Kind: SymmetrizeUnit, Symmetry: symmetry.String(), Levels: p.options.symmetricLevels(),
		Ladders: NoLadders, Count: len(batch.Seeds), Seeds: seed.Marshal(&batch),
	}
}

// read returns the next seeds, as many as fit into a unit.
func (b *backlog) read(ctx context.Context) (some []seed.Seed, err error) {
	if b.pull == nil {
		levels := b.plan.options.symmetricLevels()
		if levels != (seedbank.Range[rating.Level]{}) {
			levels.High = rating.NumLevels
		}
		b.pull, b.stop = iter.Pull2(b.plan.store.reader.Batches(context.WithoutCancel(ctx), seedbank.Filter{Levels: levels}))
	}
	if len(b.waiting) == 0 {
		batch, err, more := b.pull()
		if b.exhausted = !more; err != nil || !more {
			return nil, err
		}
		b.waiting = batch.Seeds
	}
	n := min(len(b.waiting), b.plan.size(SymmetrizeUnit))
	some, b.waiting = b.waiting[:n], b.waiting[n:]
	return some, nil
}

// close ends the reading of seeds.
func (b *backlog) close() {
	if b.stop != nil {
		b.stop()
	}
}

// mostLadderSeeds is the greatest number of seeds that fit into a unit.
const mostLadderSeeds = 500

// ladders plans a unit that gives seeds without rungs the ladders that the stock lacks. It
// plans none if the next seeds need no ladders.
func (b *backlog) ladders(ctx context.Context, _ *wants) ([]*Unit, error) {
	if b.exhausted {
		return nil, nil
	}
	p := b.plan
	all, last, err := seedbank.BareSeeds(ctx, p.store.reader, b.last, min(p.size(LadderUnit), mostLadderSeeds))
	if err != nil {
		return nil, err
	}
	b.exhausted = last == b.last
	b.last = last
	lacks := p.stock.lacks()
	batch := seed.Batch{Rater: rating.Version}
	for i := range all {
		if lacks.wantsLadders(&all[i]) {
			batch.Seeds = append(batch.Seeds, all[i])
		}
	}
	if len(batch.Seeds) == 0 {
		return nil, nil
	}
	u := &Unit{Rater: rating.Version, Kind: LadderUnit, Count: len(batch.Seeds), Seeds: seed.Marshal(&batch)}
	u.setLadders(p.options.Ladders, lacks)
	return []*Unit{u}, nil
}
