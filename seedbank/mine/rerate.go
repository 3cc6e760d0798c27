package mine

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Rerate rates seeds and rungs of the bank again if an older rater has rated them. It keeps
// the clues of all rungs, because puzzle IDs name them. It writes a new bank in a file
// beside the old one, whose seeds stay as they are; see [change.Successor]. When ctx is done,
// the new file stays, and the next run continues it. [BringUpToDate] replaces the old bank
// by the new one.
type Rerate struct{}

// Rerated is the result of bringing a bank up to date.
type Rerated struct {
	Done, Of int // seeds rated by the current rules, and all seeds of the bank
	Seeds    int // number of seeds that this call has rated
	Changes  change.Changes
}

// BringUpToDate runs the strategy [Rerate] on the bank in a file. At the end it replaces the
// bank, which fails if another program has it open. If ctx is done before, Done is less than
// Of, and the error is nil.
func BringUpToDate(ctx context.Context, path string, options Options) (done Rerated, err error) {
	whole := context.WithoutCancel(ctx)
	if err = tables.MustBeBank(whole, path); err != nil { // change.Open would make it
		tables.Explain(&err, "opening bank %s", path)
		return done, err
	}
	bank, err := change.Open(whole, path)
	if err != nil {
		return done, err
	}
	options.Strategy = Rerate{}
	progress, err := Run(ctx, bank, options)
	if err = errors.Join(err, bank.Close()); err != nil {
		return done, err
	}
	seeds := &progress.Targets[0]
	done = Rerated{Done: seeds.InBank, Of: seeds.Seeds, Seeds: progress.Made}
	if done.Done < done.Of {
		return done, nil
	}
	successor, err := change.OpenSuccessor(whole, path)
	if err == nil {
		done.Changes, err = successor.Replace(whole)
	}
	return done, err
}

func (s Rerate) check(o *Options) (Strategy, error) {
	if len(o.Targets) > 0 || o.Count > 0 {
		return s, errors.New("rerating ends with the last seed, and not with a target or a count")
	}
	return s, nil
}

func (s Rerate) want(*demand, *wants) {}

func (s Rerate) list(ctx context.Context, p *Plan) (list, error) {
	successor, err := change.OpenSuccessor(p.store.ctx, p.store.bank.Path())
	if err != nil {
		return nil, err
	}
	l := &rerating{plan: p, successor: successor, byKey: map[seed.Key]*reratedSeed{}, planned: map[uint64][]seed.Key{}, stored: time.Now()}
	l.pull, l.stop = iter.Pull2(successor.Missing(p.store.ctx, p.size(work.RateUnit)))
	done, of := successor.Done()
	p.demand.targets = []TargetProgress{{Target: Target{Name: "rated anew", Seeds: of, OfRun: true}, InBank: done}}
	return l, nil
}

// rerating is the list of the seeds of a bank to rate by the current rules. The successor
// takes them in their order, so a rated seed waits for the seeds before it.
type rerating struct {
	plan      *Plan
	successor *change.Successor
	pull      func() ([]change.OldSeed, error, bool)
	stop      func()
	waiting   []*reratedSeed            // read, but not in the successor yet
	byKey     map[seed.Key]*reratedSeed // the seeds of waiting
	lost      []seed.Seed               // seeds to plan again
	units     uint64                    // number of units planned
	planned   map[uint64][]seed.Key     // the seeds of each unit under way, by the number of the unit
	ended     bool
	stored    time.Time // time of the last storing
}

// reratedSeed is a seed on its way into the successor.
type reratedSeed struct {
	change.RatedSeed
	isRated bool
}

// mostWaiting is the greatest number of waiting seeds. readAtOnce is the greatest number of
// seeds that a call of [Plan.Next] reads or stores, so that it takes about a second.
const (
	mostWaiting = 1 << 14
	readAtOnce  = 1000
)

func (l *rerating) done() bool { return l.ended && len(l.waiting) == 0 }

// next plans a unit of some seeds that an older rater has rated.
func (l *rerating) next(ctx context.Context, _ *wants) ([]*work.Unit, error) {
	again := min(len(l.lost), l.plan.size(work.RateUnit))
	outdated := l.lost[:again:again]
	l.lost = l.lost[again:]
	for n := 0; len(outdated) == 0 && n < readAtOnce && !l.ended && len(l.waiting) < mostWaiting; {
		some, err, more := l.pull()
		n += len(some)
		l.ended = !more
		for i := range some {
			if err == nil {
				outdated, err = l.read(ctx, some[i], outdated)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if len(outdated) == 0 {
		return nil, l.store()
	}
	u := unitOfSeeds(work.RateUnit, outdated)
	u.RandomSeed, u.First = l.plan.options.RandomSeed, l.units // so that units of two runs never have the same name
	l.planned[l.units] = seed.Keys(outdated)
	l.units++
	return []*work.Unit{u}, nil
}

// read reads a seed, and appends it to outdated if it is outdated.
func (l *rerating) read(ctx context.Context, old change.OldSeed, outdated []seed.Seed) ([]seed.Seed, error) {
	s, err := l.successor.Seed(ctx, old.ID)
	if err != nil {
		return nil, err
	}
	to := &reratedSeed{change.RatedSeed{OldSeed: old, Seed: s}, !old.Outdated}
	l.waiting = append(l.waiting, to)
	l.byKey[s.Key()] = to
	if to.isRated {
		return outdated, nil
	}
	return append(outdated, s), nil
}

// keeps reports false: seeds go to the successor and not to the bank.
func (l *rerating) keeps(_ *Delivery, s *seed.Seed) bool {
	same := func(a, b seed.Rung) bool { return a.Added == b.Added }
	if to := l.byKey[s.Key()]; to != nil && !to.isRated && slices.EqualFunc(to.Seed.Rungs, s.Rungs, same) {
		to.Seed, to.isRated = *s, true
	}
	return false
}

// take notes the seeds missing from the results of a unit, which are then planned
// again.
func (l *rerating) take(d *Delivery) error {
	if d.Unit != nil && d.Done {
		l.miss(d.Unit)
	}
	return l.store()
}

// miss notes the seeds of a unit that are not rated.
func (l *rerating) miss(u *work.Unit) {
	for _, key := range l.planned[u.First] {
		if to := l.byKey[key]; to != nil && !to.isRated {
			l.lost = append(l.lost, to.Seed)
		}
	}
	delete(l.planned, u.First)
}

// Missed notes that the results of units do not count. With the strategy [Rerate], the plan itself has
// their seeds rated again, and Missed reports true.
func (p *Plan) Missed(units []*work.Unit) bool {
	l, ok := p.list.(*rerating)
	if !ok {
		return false
	}
	for _, u := range units {
		if u.Kind == work.RateUnit {
			l.miss(u)
		}
	}
	return true
}

// seed returns a seed as it is rated now. The old bank has those that are neither rated again nor
// read yet.
func (l *rerating) seed(ctx context.Context, key seed.Key) (seed.Seed, error) {
	if to := l.byKey[key]; to != nil && to.isRated {
		return to.Seed, nil
	} else if to != nil {
		return seed.Seed{}, seedbank.ErrNoMatch
	}
	s, err := l.successor.Bank().SeedNamed(ctx, key)
	if errors.Is(err, seedbank.ErrNoMatch) {
		return l.plan.store.bank.SeedNamed(ctx, key)
	}
	return s, err
}

// distrust has seeds that wait rated again, and marks others.
func (l *rerating) distrust(ctx context.Context, keys []seed.Key, reason string) error {
	var others []seed.Key
	for _, key := range keys {
		to := l.byKey[key]
		switch {
		case to == nil:
			others = append(others, key)
		case to.isRated:
			to.isRated, to.Outdated = false, true
			l.lost = append(l.lost, to.Seed)
		}
	}
	return l.successor.Distrust(ctx, others, reason, l.plan.options.Program)
}

func (l *rerating) equip(*work.Worker) {}

// store stores the seeds that wait for no others, if they are many, if enough time has
// passed, or if they are the last.
func (l *rerating) store() error {
	n := l.numRated()
	last := l.ended && n == len(l.waiting)
	if n < readAtOnce && time.Since(l.stored) < storeAfter && !last {
		return nil
	}
	return l.insert(min(n, readAtOnce))
}

// numRated returns the number of seeds that wait for no others.
func (l *rerating) numRated() (n int) {
	for n < len(l.waiting) && l.waiting[n].isRated {
		n++
	}
	return n
}

// insert stores the first n seeds that wait.
func (l *rerating) insert(n int) error {
	l.stored = time.Now()
	if n == 0 {
		return nil
	}
	seeds := make([]change.RatedSeed, n)
	for i := range seeds {
		seeds[i] = l.waiting[i].RatedSeed
		delete(l.byKey, seeds[i].Seed.Key())
	}
	if err := l.successor.Insert(l.plan.store.ctx, seeds); err != nil {
		return err
	}
	clear(l.waiting[:n])
	l.waiting = l.waiting[n:]
	l.plan.demand.targets[0].InBank += n
	return nil
}

// close stores all seeds that wait for no others.
func (l *rerating) close() error {
	l.stop()
	return errors.Join(l.insert(l.numRated()), l.successor.Close())
}
