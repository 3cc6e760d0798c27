package mine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Plan hands out the units of a run and stores the seeds that they give. It plans
// units for the seeds that the bank lacks. It serves one goroutine at a time.
//
// The bank records how far a run has come: which puzzles of its random seed are planned,
// which seeds walks have visited and what they have learned. So a run can be resumed after
// its process was killed. Units that were not noted by [Plan.Planned] are planned again
// then, and the bank drops their seeds as known.
type Plan struct {
	options *Options
	demand  *demand
	stock   *stock
	store   *store

	// isLocal says that the workers are in this process and do units in order. The plan then
	// drops seeds that come after their target was met, so that a run stores no more than
	// its targets. Otherwise it stores every seed found.
	isLocal bool

	mostSteps int // steps of a walk under way; 0: no limit

	turns *turns // of the ways of [Lacking], else nil

	list     list   // nil if the run makes puzzles
	next     uint64 // number of the first puzzle that is not planned
	begun    time.Time
	lastBare seedbank.SeedID // of the seeds without rungs, the last one that got a unit or needs none
	turn     int             // of the sources of units
	ready    []*work.Unit    // planned, but not handed out
	readyOf  *wants          // the wants for which ready was planned
	walks    []*walking
	starts   int    // units under way with Starts
	taken    uint64 // withdrawals from the bank when its seeds were counted last
	claims   bool   // claimed seeds were stored after that

	progress Progress // without the numbers that the store counts
}

// Delivery is a part of the results of a unit.
type Delivery struct {
	work.Found
	From string // name of the sender

	// Source is where the seeds come from; zero: this run has found them. Claimed seeds are
	// only stored. They do not count for targets, and nothing is learned from them, until
	// they are rated.
	Source change.Source

	Unit *work.Unit // may be nil, except in the last part
	Done bool       // this is the last part

	// Again says that the numbers of this part were counted before. Its seeds are still
	// stored, because the part counted before may have been a different one with the
	// same name.
	Again bool

	failed error         // error that ended the unit early
	took   time.Duration // time for the unit, if it is done
}

// localUnit is the number of puzzles of a unit that prunes, unless the options give
// another. It is small because a run of one process ends between units.
const localUnit = 16

// OpenPlan begins a run on a bank. The caller has the workers: the option Workers is only for
// estimating minutes.
func OpenPlan(ctx context.Context, bank *change.Writer, options Options) (*Plan, error) {
	run := &seedbank.Run{Arguments: options.Arguments, RandomSeed: options.RandomSeed, Program: options.Program}
	if _, ok := options.Strategy.(Import); ok && run.RandomSeed == 0 {
		run.RandomSeed = draw.RandomSeed() // see [seedbank.Run]
	}
	if _, ok := options.Strategy.(Rerate); ok {
		run = nil // the run belongs to the successor
	} else if options.Resume {
		if err := mustBeRatedByThis(ctx, bank.Bank); err != nil {
			return nil, err
		}
	}
	return newPlan(ctx, options, func() (*store, error) { return openStore(ctx, bank, run, options.Room) })
}

func newPlan(ctx context.Context, options Options, open func() (*store, error)) (p *Plan, err error) {
	if err := options.check(); err != nil {
		return nil, err
	}
	p = &Plan{options: &options, demand: newDemand(&options), begun: time.Now()}
	if p.demand.shares != nil {
		p.turns = newTurns(options.UnitSize == 0)
	}
	options.UnitSize = cmp.Or(options.UnitSize, localUnit)
	p.stock = newStock(options.Ladders, options.Enough)
	if patterns, ok := options.Strategy.(Patterns); ok {
		for _, of := range patterns.Of {
			p.progress.Patterns = append(p.progress.Patterns, PatternProgress{Name: of.Name})
		}
	}
	if p.store, err = open(); err != nil {
		return nil, err
	}
	p.store.minutesFor, p.store.workers = options.MinutesFor, options.Workers
	p.store.recounted = p.recount
	p.store.settled = func(s *seed.Seed, isNew, isFound bool) {
		p.demand.settle(s, isNew, isFound)
		p.stock.add(s)
	}
	if err := p.begin(ctx); err != nil {
		return nil, p.Close(err)
	}
	return p, nil
}

// begin determines where the run begins.
func (p *Plan) begin(ctx context.Context) (err error) {
	if p.options.Resume {
		p.next, err = change.Bookmark(ctx, p.store.reader, p.bookmark())
	}
	if s, ok := p.options.Strategy.(lister); ok && err == nil {
		p.list, err = s.list(ctx, p)
	}
	if err == nil {
		err = p.recount()
	}
	p.demand.begin()
	if err == nil && p.demand.shares != nil {
		err = p.readPaces()
	}
	return err
}

// lister is a [Strategy] that goes through a list.
type lister interface {
	list(ctx context.Context, p *Plan) (list, error)
}

// Recount counts the seeds of the bank again, some of which were taken back.
func (p *Plan) Recount() error { return p.store.count() }

// recount counts the seeds of the bank for each target, and the stock.
func (p *Plan) recount() error {
	taken, err := change.Withdrawals(p.store.ctx, p.store.reader)
	if err != nil {
		return err
	}
	isStale := p.demand.shares == nil || p.demand.wants == nil || p.claims
	if taken != p.taken { // some of the seeds may be gone
		for i := range p.demand.grids {
			clear(p.demand.grids[i])
		}
		p.taken, isStale = taken, true
	}
	if isStale {
		inBank, err := p.countTargets()
		if err != nil {
			return err
		}
		p.demand.recount(inBank)
		p.claims = false
	}
	return p.stock.recount(p.store.ctx, p.store.reader)
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
			if kind, err = p.store.reader.Select(p.store.ctx, t.Kind); err == nil {
				inBank[i] = int(kind.Len())
			} else if errors.Is(err, seedbank.ErrNoMinutes) && p.demand.wants != nil { // of seeds that others have just found
				inBank[i], err = p.demand.targets[i].InBank, nil
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return inBank, nil
}

// countGrids returns the number of solution grids among the seeds for a target. It reads
// the seeds of the bank once in a run, and again when seeds were taken back. After that the run
// adds the grids that it stores.
func (p *Plan) countGrids(i int) (int, error) {
	grids := p.demand.grids[i]
	if len(grids) > 0 {
		return len(grids), nil
	}
	kind, err := p.store.reader.Select(p.store.ctx, p.options.Targets[i].Kind)
	if err != nil {
		return 0, err
	}
	seen := map[seed.Key]bool{}
	for k := range kind.Len() {
		pick, err := kind.At(p.store.ctx, k)
		if err != nil {
			return 0, err
		}
		if seen[pick.Key()] {
			continue
		}
		seen[pick.Key()] = true
		s, err := p.store.reader.SeedNamed(p.store.ctx, pick.Key())
		if err != nil {
			return 0, err
		}
		grids[s.Solution] = inBank
	}
	return len(grids), nil
}

// Met reports whether the bank has everything that the run is asked for, or no room for
// more.
func (p *Plan) Met() bool { return p.demand.met() || p.store.room.full != NotFull }

// Ended reports whether there is nothing left to do, now or later.
func (p *Plan) Ended() bool {
	return p.Met() || p.list != nil && p.list.done() && len(p.ready) == 0
}

// Close stores the seeds that wait and ends the run. It returns the failure of the
// caller, joined with its own errors.
func (p *Plan) Close(failure error) error {
	p.notePaces()
	if p.list != nil {
		failure = errors.Join(failure, p.list.close())
	}
	return p.store.close(failure)
}

// Progress returns how far the run is.
func (p *Plan) Progress() Progress {
	now, st := p.progress, p.store
	now.Made, now.Stored, now.StoredBy, now.InBank = st.made, st.stored, st.storedBy, st.inBank
	now.Known += st.known
	if p.demand.shares != nil {
		now.Round = p.demand.shares.size
	}
	now.Run = st.run
	now.Full, now.SizeBefore, now.Size = st.room.full, st.room.begun, st.room.size
	now.Targets, now.Patterns = slices.Clone(p.demand.targets), slices.Clone(now.Patterns)
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

// Seed returns a seed of the bank, as the strategy [Rerate] has rated it if it has.
func (p *Plan) Seed(ctx context.Context, key seed.Key) (seed.Seed, error) {
	if l, ok := p.list.(*rerating); ok {
		return l.seed(ctx, key)
	}
	return p.store.bank.SeedNamed(ctx, key)
}

// Distrust notes that seeds are rated falsely; see [change.Writer.Distrust]. Seeds that wait to be
// stored by the strategy [Rerate] are planned again.
func (p *Plan) Distrust(ctx context.Context, keys []seed.Key, reason string) error {
	if l, ok := p.list.(*rerating); ok {
		return l.distrust(ctx, keys, reason)
	}
	return p.store.bank.Distrust(ctx, keys, reason, p.options.Program)
}

// DoneBy returns a unit as the bank keeps it, done by a run of a contributor or, with 0, by nobody.
func DoneBy(u *work.Unit, run seedbank.RunID) change.DoneUnit {
	name, _ := strconv.ParseUint(u.Name(), 16, 64) // a unit has such a name
	return change.DoneUnit{Name: name, Run: run, Text: u.Encode()}
}

// known returns what the workers of this process need not rate.
func (p *Plan) known() work.Known {
	if im, ok := p.list.(*importing); ok && !p.store.dry {
		return im.has
	}
	return p.store.has
}

// StoreClaims stores claimed seeds that this run has rated, or that need no rating. It returns the
// runs that have claimed false ratings.
func (p *Plan) StoreClaims(ctx context.Context, c *change.Claims) (liars []seedbank.RunID, err error) {
	stored, liars, err := c.Store(ctx, p.store.run)
	for level, n := range stored {
		p.store.stored += n
		p.progress.Rated += n
		p.demand.stored += n
		p.claims = p.claims || n > 0
		p.store.storedBy[level] += n
		p.store.inBank[level] += n
	}
	return liars, err
}

// bookmark returns the name of the bookmark for the next puzzle number to plan.
func (p *Plan) bookmark() string { return fmt.Sprintf("planned %d", p.options.RandomSeed) }

// Planned records that a unit of [Plan.Next] cannot be lost any more. A resumed run
// plans unrecorded units again.
func (p *Plan) Planned(ctx context.Context, u *work.Unit) error {
	if !u.IsNumbered() {
		return nil
	}
	_, err := p.store.bank.Collect(ctx, p.store.run, &change.Collection{Bookmarks: map[string]uint64{p.bookmark(): u.End()}})
	return err
}
