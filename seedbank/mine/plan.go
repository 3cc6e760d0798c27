package mine

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Plan says what a run does next, and collects what was found. What is planned follows
// what the bank lacks. One goroutine at a time uses it.
//
// The bank knows how far a run has come: which puzzles of its random seed are planned,
// which seeds walks have visited and what they have learned. So a run goes on after its
// program was killed. Units that were planned and not noted are planned again, and their
// seeds are known then.
type Plan struct {
	options *Options
	demand  *demand
	stock   *stock
	store   *store

	// keepsExactly says that what the targets lack no more is dropped when it comes, so
	// that a run ends with what it was asked for and no more. Otherwise everything that
	// was found is stored.
	keepsExactly bool

	mostSteps int // of a walk under way; 0: no limit

	next    uint64  // number of the first puzzle that is not planned
	turn    int     // sources of units take turns
	ready   []*Unit // that a source has planned
	readyOf *wants  // for which they were planned
	walks   []*walk
	starts  int // units under way that make seeds to set out from
	backlog *backlog

	progress Progress // of what the store does not count
}

// Delivery is a part of what a unit has given.
type Delivery struct {
	Found
	From string // who sent it

	Unit *Unit // may be nil, but of the last part
	Done bool  // it is the last part

	// Again says that the part was counted before. Its seeds are stored all the same, in
	// case that another part came under its name.
	Again bool

	failed error // why the unit gave nothing more
}

// localUnit is the number of puzzles of a unit that prunes, in a run of one process. It
// is small because such a run ends between units.
const localUnit = 16

// OpenPlan begins a run on a bank, which must have been opened to write. Of the options,
// Workers is not used: the workers are elsewhere.
func OpenPlan(ctx context.Context, bank *seedbank.Bank, options Options) (p *Plan, err error) {
	if err := options.check(); err != nil {
		return nil, err
	}
	p = &Plan{options: &options, demand: newDemand(&options)}
	options.Ladders = cmp.Or(options.Ladders, NeededLadders)
	options.UnitSize = cmp.Or(options.UnitSize, localUnit)
	if options.Resume {
		if err := mustBeRatedByThis(ctx, bank); err != nil {
			return nil, err
		}
		if p.next, err = bank.Bookmark(ctx, p.bookmark()); err != nil {
			return nil, err
		}
	}
	if p.stock, err = newStock(options.Ladders, options.Enough); err != nil {
		return nil, err
	}
	if patterns, ok := options.Strategy.(Patterns); ok {
		for _, of := range patterns.Of {
			p.progress.Patterns = append(p.progress.Patterns, PatternProgress{Name: of.Name})
		}
	}
	p.store, err = openStore(ctx, bank, seedbank.Run{
		Arguments: options.Arguments, RandomSeed: options.RandomSeed, Program: options.Program,
	})
	if err != nil {
		return nil, err
	}
	p.backlog = newBacklog(p)
	p.store.settled, p.store.recounted = p.settle, p.recount
	if err := p.recount(); err != nil {
		return nil, p.Close(err)
	}
	p.demand.begin()
	return p, nil
}

// recount counts the seeds of the bank for each target, and the stock.
func (p *Plan) recount() error {
	inBank, err := p.countTargets()
	if err != nil {
		return err
	}
	p.demand.recount(inBank)
	return p.stock.recount(p.store.ctx, p.store.bank)
}

// countTargets counts the seeds of the bank for each target.
func (p *Plan) countTargets() (inBank []int, err error) {
	inBank = make([]int, len(p.options.Targets))
	for i := range inBank {
		t := &p.options.Targets[i]
		switch {
		case t.OfRun:
		case t.Grids:
			inBank[i], err = p.countGrids(i)
		default:
			var kind *seedbank.Selection
			if kind, err = p.store.bank.Select(p.store.ctx, t.Kind); err == nil {
				inBank[i] = int(kind.Len())
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return inBank, nil
}

// countGrids returns the number of solution grids that the seeds for a target have. It
// reads the seeds of the bank once in a run, and then trusts what the run has stored.
func (p *Plan) countGrids(i int) (int, error) {
	grids := p.demand.grids[i]
	if len(grids) > 0 {
		return len(grids), nil
	}
	t := &p.options.Targets[i]
	for batch, err := range p.store.reader.Batches(p.store.ctx, t.Kind) {
		if err != nil {
			return 0, err
		}
		for k := range batch.Seeds {
			if s := &batch.Seeds[k]; t.Kind.Passes(s) {
				grids[s.Solution] = true
			}
		}
	}
	return len(grids), nil
}

// settle notes that a seed has reached the bank.
func (p *Plan) settle(s *seed.Seed, isNew bool) {
	p.demand.settle(s, isNew)
	p.stock.add(s)
}

// Met reports whether the bank has everything that the run is asked for.
func (p *Plan) Met() bool { return p.demand.met() }

// Ended reports whether there is nothing left to do, now or later.
func (p *Plan) Ended() bool { return p.Met() || p.backlog.ended() && len(p.ready) == 0 }

// Close stores what still waits and ends the run. It returns the failure, joined with its
// own errors.
func (p *Plan) Close(failure error) error {
	p.backlog.close()
	return p.store.close(failure)
}

// Progress returns how far the run is.
func (p *Plan) Progress() Progress {
	now, st := p.progress, p.store
	now.Made, now.Stored, now.StoredBy, now.InBank = st.made, st.stored, st.storedBy, st.inBank
	now.Known += st.known
	now.Targets, now.Patterns = p.demand.progress(), slices.Clone(now.Patterns)
	for _, w := range p.walks {
		now.Walks = append(now.Walks, w.progress)
	}
	return now
}

func (p *Plan) report() {
	if p.options.Report != nil {
		p.options.Report(p.Progress())
	}
}

// known returns what a worker of this process asks.
func (p *Plan) known() Known { return p.store.has }

// bookmark returns the name of the bookmark of what is planned.
func (p *Plan) bookmark() string { return fmt.Sprintf("planned %d", p.options.RandomSeed) }

// Planned notes that a unit of [Plan.Next] is in safe hands. Without this, it is planned
// again after the run is resumed.
func (p *Plan) Planned(ctx context.Context, u *Unit) error {
	if !u.isNumbered() {
		return nil
	}
	_, err := p.store.bank.Collect(ctx, p.store.run, &seedbank.Collection{Bookmarks: map[string]uint64{p.bookmark(): u.end()}})
	return err
}
