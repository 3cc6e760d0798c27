package mine

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// demand is what a run has to find, and how much of it the bank has.
//
// A chosen seed is on its way until it is known whether it was new to the bank.
// When the seeds on their way may meet a target, or complete the run, the miner
// chooses no more until they have arrived. So the choice depends on what the
// bank holds, and not on how fast seeds arrive.
type demand struct {
	options *Options
	wants   atomic.Pointer[wants] // what has to be found now

	mutex     sync.Mutex
	targets   []TargetProgress // without the seeds on their way
	stored    int              // new seeds of the run
	coming    int              // seeds on their way
	comingFor []int            // seeds on their way that count for each target
}

// wants are the kinds of seeds to keep, and how to get them.
type wants struct {
	levels seedbank.Range[rating.Level]
	kinds  []seedbank.Filter // what the targets lack
	all    bool              // there are no targets, so everything is wanted
	walks  []seedbank.Walk
	prune  bool

	symmetries []transform.Symmetry // of puzzles to make of random grids, or to symmetrize seeds for
	patterns   []int                // of puzzles to make, and then of all: their numbers, counted from 1
}

func newDemand(options *Options) *demand {
	d := &demand{options: options, comingFor: make([]int, len(options.Targets))}
	for _, target := range options.Targets {
		d.targets = append(d.targets, TargetProgress{Target: target})
	}
	return d
}

// chooses reports whether a seed is kept that was found for the sake of a puzzle of
// a level: itself or a symmetric rung of it. A walk needs its stepping stones,
// whatever the targets are. Of what is pruned for its start, it needs the seeds that it
// can set out from.
func (d *demand) chooses(s *seed.Seed, level rating.Level, ofWalk bool, start *walk) bool {
	now := d.wants.Load()
	passes := func(f seedbank.Filter) bool { return f.Passes(s) }
	switch {
	case !now.levels.Has(level):
		return false
	case slices.ContainsFunc(now.kinds, passes):
		return true
	case start != nil:
		return passes(start.Toward.Starts())
	}
	return ofWalk || now.all
}

// send notes that a seed is on its way. It reports whether the seeds on their
// way may now meet a target or complete the run.
func (d *demand) send(s *seed.Seed) (maybeMet bool) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.coming++
	maybeMet = d.options.Count > 0 && d.stored+d.coming >= d.options.Count
	for i := range d.targets {
		t := &d.targets[i]
		if !t.Kind.Passes(s) {
			continue
		}
		d.comingFor[i]++
		maybeMet = maybeMet || t.Missing() > 0 && t.Missing() <= d.comingFor[i]
	}
	return maybeMet
}

// settle notes that a seed has reached the bank.
func (d *demand) settle(s *seed.Seed, isNew bool) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.coming--
	if isNew || d.options.Strategy == Symmetrize {
		d.stored++
	}
	met := false
	for i := range d.targets {
		t := &d.targets[i]
		if !t.Kind.Passes(s) {
			continue
		}
		d.comingFor[i] = max(0, d.comingFor[i]-1)                        // a ladder may be symmetric by chance
		if isNew || t.Kind.Symmetry != transform.NoSymmetry || t.OfRun { // a known seed comes only with a new rung
			t.InBank++
			met = met || t.InBank == t.Seeds
		}
	}
	if met {
		d.wants.Store(d.missing())
	}
}

// recount notes how many seeds the bank has for each target.
func (d *demand) recount(inBank []int) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	for i := range d.targets {
		if !d.targets[i].OfRun {
			d.targets[i].InBank = inBank[i]
		}
	}
	d.wants.Store(d.missing())
}

// begin notes what the bank had before the run.
func (d *demand) begin() {
	for i := range d.targets {
		d.targets[i].Before = d.targets[i].InBank
	}
}

// met reports whether the run has found everything it was asked for.
func (d *demand) met() bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.options.Count > 0 && d.stored >= d.options.Count {
		return true
	}
	missing := func(t TargetProgress) bool { return t.Missing() > 0 }
	return len(d.targets) > 0 && !slices.ContainsFunc(d.targets, missing)
}

// progress returns how far the targets are.
func (d *demand) progress() []TargetProgress {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return slices.Clone(d.targets)
}

// missing returns what the targets lack, and how to get it.
func (d *demand) missing() *wants {
	now := &wants{levels: d.options.Levels, all: len(d.targets) == 0}
	for i := range d.targets {
		t := &d.targets[i]
		if t.Missing() == 0 {
			continue
		}
		now.kinds = append(now.kinds, t.Kind)
		now.symmetries = withSymmetry(now.symmetries, t.Kind.Symmetry)
		toward, prune := t.needs()
		now.prune = now.prune || prune
		if toward != "" {
			now.addWalk(seedbank.Walk{Toward: toward, Symmetry: t.Kind.Symmetry})
		}
	}
	if s := d.options.Symmetry; s != transform.NoSymmetry {
		now.symmetries, now.walks, now.prune = []transform.Symmetry{s}, nil, false
	} else {
		now.prune = now.prune || now.all
	}
	noSymmetry := func(f seedbank.Filter) bool { return f.Symmetry == transform.NoSymmetry }
	others := len(now.symmetries) == 0 || d.options.Symmetry == transform.NoSymmetry && slices.ContainsFunc(now.kinds, noSymmetry)
	switch d.options.Strategy {
	case Prune:
		now.walks, now.prune = nil, others
	case Walk:
		now.walks = nil
		for _, s := range now.symmetries {
			now.addWalk(seedbank.Walk{Toward: d.options.Toward, Symmetry: s})
		}
		if others {
			now.addWalk(seedbank.Walk{Toward: d.options.Toward})
		}
		now.symmetries, now.prune = nil, false
	}
	if now.patterns = d.wantedPatterns(); len(now.patterns) > 0 {
		now.walks, now.prune = nil, false
	}
	return now
}

func (now *wants) addWalk(w seedbank.Walk) {
	if !slices.Contains(now.walks, w) {
		now.walks = append(now.walks, w)
	}
}

func withSymmetry(list []transform.Symmetry, s transform.Symmetry) []transform.Symmetry {
	if s == transform.NoSymmetry || slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
