package mine

import (
	"context"
	"iter"
	"slices"

	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// list is a list of puzzles or seeds that a run works through once.
type list interface {
	// next plans units for the next elements. It plans none if it has to wait for results.
	// It may also plan none after it has skipped many elements that need no units.
	next(ctx context.Context, now *wants) ([]*work.Unit, error)

	// done reports whether all units are planned.
	done() bool

	// keeps reports whether to store a seed that was found.
	keeps(d *Delivery, s *seed.Seed) bool

	// take handles the part of the results of a unit that is not seeds. It is
	// called after the seeds are kept.
	take(d *Delivery) error

	// equip sets the fields of a worker of this process that the list needs.
	equip(w *work.Worker)

	close() error
}

// seedList is a list of seeds of the bank to work on. It reads them in batches, so that a
// large bank does not hold up the plan. It does not record its position, because it skips
// finished seeds quickly. The next run finds the seeds of units that were lost.
type seedList struct {
	plan    *Plan
	kind    work.UnitKind
	units   func(some []seed.Seed, now *wants) []*work.Unit // may be without seeds
	pull    func() (*seed.Batch, error, bool)
	stop    func()
	waiting []seed.Seed // read, but not planned yet
	ended   bool
}

func newSeedList(ctx context.Context, p *Plan, kind work.UnitKind, filter seedbank.Filter) *seedList {
	l := &seedList{plan: p, kind: kind}
	l.pull, l.stop = iter.Pull2(p.store.reader.Batches(context.WithoutCancel(ctx), filter))
	return l
}

func (Symmetrize) list(ctx context.Context, p *Plan) (list, error) {
	levels := p.options.symmetricLevels()
	if levels != (seedbank.Range[rating.Level]{}) {
		levels.High = rating.NumLevels
	}
	l := newSeedList(ctx, p, work.SymmetrizeUnit, seedbank.Filter{Levels: levels})
	l.units = l.symmetrizing
	return l, nil
}

func (Broaden) list(ctx context.Context, p *Plan) (list, error) {
	levels := p.options.Levels
	if levels == (seedbank.Range[rating.Level]{}) {
		levels = seedbank.Range[rating.Level]{Low: 1, High: making.Easy}
	}
	request := draw.Request{Levels: levels, Style: draw.Print}
	l := newSeedList(ctx, p, work.LadderUnit, request.Filter())
	l.units = l.broadening
	return l, nil
}

func (l *seedList) done() bool { return l.ended }

func (l *seedList) keeps(*Delivery, *seed.Seed) bool { return true }

func (l *seedList) take(*Delivery) error { return nil }

func (l *seedList) equip(*work.Worker) {}

func (l *seedList) close() error {
	l.stop()
	return nil
}

// next plans units for some seeds.
func (l *seedList) next(ctx context.Context, now *wants) ([]*work.Unit, error) {
	some, err := l.read(ctx)
	return slices.DeleteFunc(l.units(some, now), func(u *work.Unit) bool { return u.Count == 0 }), err
}

// symmetrizing returns units that symmetrize some seeds, one for each symmetry wanted. Seeds
// below the levels wanted are left out, since added clues hardly ever make a puzzle harder. So
// are those that have the symmetry, themselves or in a rung: they count as known.
func (l *seedList) symmetrizing(some []seed.Seed, now *wants) (units []*work.Unit) {
	p := l.plan
	for _, kind := range now.symmetric {
		has := seedbank.Filter{Symmetry: kind.symmetry, Rungs: true}
		var bare []seed.Seed
		for _, s := range some {
			if has.Passes(&s) {
				p.progress.Known++
				p.store.note(1)
				continue
			}
			s.Rungs = nil
			bare = append(bare, s)
		}
		u := unitOfSeeds(work.SymmetrizeUnit, bare)
		u.Symmetry, u.Levels, u.Ladders = kind.symmetry.String(), p.options.symmetricLevels(), work.NoLadders
		units = append(units, u)
	}
	return units
}

// broadening returns a unit for those of some seeds that lack broad rungs.
func (l *seedList) broadening(some []seed.Seed, _ *wants) []*work.Unit {
	p := l.plan
	lacking := slices.DeleteFunc(slices.Clone(some), func(s seed.Seed) bool { return !making.Broadens(&s) })
	p.progress.Known += len(some) - len(lacking)
	p.store.note(len(some) - len(lacking))
	u := unitOfSeeds(work.LadderUnit, lacking)
	u.SetLadders(p.options.Ladders, p.stock.lacks())
	return []*work.Unit{u}
}

// unitOfSeeds returns a unit of a kind for the given seeds.
func unitOfSeeds(kind work.UnitKind, seeds []seed.Seed) *work.Unit {
	batch := seed.Batch{Rater: rating.Version, Seeds: seeds}
	return &work.Unit{Rater: rating.Version, Kind: kind, Count: len(seeds), Seeds: seed.Marshal(&batch)}
}

// read returns the next seeds, as many as fit into a unit.
func (l *seedList) read(ctx context.Context) (some []seed.Seed, err error) {
	if len(l.waiting) == 0 {
		batch, err, more := l.pull()
		if l.ended = !more; err != nil || !more {
			return nil, err
		}
		l.waiting = batch.Seeds
	}
	n := min(len(l.waiting), l.plan.size(l.kind))
	some, l.waiting = l.waiting[:n], l.waiting[n:]
	return some, l.plan.unrate(ctx, some)
}

// unrate takes the ratings of contributors away from seeds of the bank, so that workers rate
// these seeds anew. A false rating would come back as one of the worker.
func (p *Plan) unrate(ctx context.Context, seeds []seed.Seed) error {
	own, err := change.OwnRatings(ctx, p.store.reader, seeds)
	for i := range seeds {
		if !own[seeds[i].Key()] {
			seeds[i].Rating = rating.Result{}
		}
	}
	return err
}

// ladders plans a unit that gives seeds of the bank without rungs the ladders that the stock
// lacks. It plans none if the next seeds need no ladders.
func (p *Plan) ladders(ctx context.Context, _ *wants) ([]*work.Unit, error) {
	all, last, err := change.BareSeeds(ctx, p.store.reader, p.lastBare, p.size(work.LadderUnit))
	if err != nil {
		return nil, err
	}
	p.lastBare = last
	lacks := p.stock.lacks()
	all = slices.DeleteFunc(all, func(s seed.Seed) bool { return !lacks.WantsLadders(&s) })
	if len(all) == 0 {
		return nil, nil
	}
	if err := p.unrate(ctx, all); err != nil {
		return nil, err
	}
	u := unitOfSeeds(work.LadderUnit, all)
	u.SetLadders(p.options.Ladders, lacks)
	return []*work.Unit{u}, nil
}
