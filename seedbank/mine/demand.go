package mine

import (
	"slices"

	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// demand compares the targets of a run with the bank.
//
// A seed is on its way from when it is kept until it is stored. Seeds on their way that
// may meet a target or complete the run are stored before another seed is kept. So the
// choice of seeds depends on the bank, and not on how fast seeds arrive.
type demand struct {
	options *Options
	wants   *wants // what to find now; replaced when a target is met

	targets   []TargetProgress    // without the seeds on their way
	shares    *sharing            // of the targets of [Lacking], else nil
	grids     []map[seed.Key]grid // of the targets that count solution grids, by solution
	stored    int                 // new seeds of the run
	coming    int                 // seeds on their way
	comingFor []int               // seeds on their way that count for each target
}

// grid is the state of a solution grid in a target.
type grid int

const (
	wanted grid = iota // no seed has it
	coming             // a seed that has it is on its way
	inBank             // a seed of the bank has it
)

// wants are the kinds of seeds to keep, and how to find them.
type wants struct {
	levels  seedbank.Range[rating.Level]
	kinds   []seedbank.Filter // that the targets lack
	all     bool              // there are no targets, so all kinds are wanted
	minimal bool              // symmetric puzzles must be minimal

	walks     []walk.Aim
	prune     bool
	symmetric []symmetricKind // to make from random grids, or to symmetrize seeds for
	patterns  []int           // 0-based places of the patterns still wanted
}

// symmetricKind is a kind of symmetric puzzles to make.
type symmetricKind struct {
	symmetry transform.Symmetry
	clues    seedbank.Range[int] // the zero Range: while the solution stays unique, clues are taken away
}

func newDemand(options *Options) *demand {
	d := &demand{options: options, comingFor: make([]int, len(options.Targets)), grids: make([]map[seed.Key]grid, len(options.Targets))}
	for i, target := range options.Targets {
		d.targets = append(d.targets, TargetProgress{Target: target})
		if target.Grids {
			d.grids[i] = map[seed.Key]grid{}
		}
	}
	if _, ok := options.Strategy.(Lacking); ok {
		d.shares = newSharing()
	}
	return d
}

// keeps reports whether to keep a seed of a unit. The level that counts is the level of
// its symmetric rung if the unit makes symmetric puzzles. All seeds of walks are kept,
// since walks go on from them. Seeds that were made as starting points are kept if a walk
// can begin at them.
func (d *demand) keeps(s *seed.Seed, u *work.Unit) bool {
	now := d.wants
	switch {
	case !now.levels.Has(u.LevelOf(s)):
		return false
	case u.Kind == work.WalkUnit || now.all:
		return true
	case u.Starts && slices.ContainsFunc(u.Wanted, func(w work.Wanted) bool { return w.Passes(s) }):
		return true
	}
	for i := range d.targets {
		if t := &d.targets[i]; t.Missing() > 0 && d.counts(i, s) {
			return true
		}
	}
	return false
}

// counts reports whether a new seed counts for a target.
func (d *demand) counts(i int, s *seed.Seed) bool {
	return d.targets[i].Kind.Passes(s) && d.grids[i][s.Solution] == wanted
}

// send notes that a seed is on its way. It reports whether the seeds on their way may
// meet a target or complete the run.
func (d *demand) send(s *seed.Seed) (maybeMet bool) {
	d.coming++
	maybeMet = d.options.Count > 0 && d.stored+d.coming >= d.options.Count
	for i := range d.targets {
		t := &d.targets[i]
		if !d.counts(i, s) {
			continue
		}
		if t.Grids {
			d.grids[i][s.Solution] = coming
		}
		d.comingFor[i]++
		maybeMet = maybeMet || t.Missing() > 0 && t.Missing() <= d.comingFor[i]
	}
	return maybeMet
}

// settle notes that a seed is stored. A known seed counts for a symmetry or a pattern if its
// first rung was found.
func (d *demand) settle(s *seed.Seed, isNew, isFound bool) {
	d.coming--
	_, symmetrizes := d.options.Strategy.(Symmetrize)
	_, broadens := d.options.Strategy.(Broaden)
	if isNew || symmetrizes && isFound || broadens {
		d.stored++
	}
	met := false
	for i := range d.targets {
		t := &d.targets[i]
		if !t.Kind.Passes(s) || t.Grids && d.grids[i][s.Solution] != coming {
			continue
		}
		d.comingFor[i] = max(0, d.comingFor[i]-1) // a ladder may be symmetric by chance
		if isNew || isFound && t.countsRungs() {
			t.InBank++
			met = met || t.InBank == t.Seeds
			if t.Grids {
				d.grids[i][s.Solution] = inBank
			}
		}
	}
	if met {
		d.renew()
	}
}

// renew finds out what is missing now. It begins another round of [Lacking] if one is over.
func (d *demand) renew() {
	if d.shares != nil {
		d.shares.advance(d.targets)
	}
	d.wants = d.missing()
}

// recount notes how many seeds the bank has for each target.
func (d *demand) recount(inBank []int) {
	for i := range d.targets {
		if !d.targets[i].OfRun {
			d.targets[i].InBank = inBank[i]
		}
	}
	d.renew()
}

// begin notes how many seeds the bank had for each target before the run.
func (d *demand) begin() {
	for i := range d.targets {
		d.targets[i].Before = d.targets[i].InBank
	}
}

// met reports whether the run is complete.
func (d *demand) met() bool {
	if d.options.Count > 0 && d.stored >= d.options.Count {
		return true
	}
	missing := func(t TargetProgress) bool { return t.Missing() > 0 }
	return d.shares == nil && len(d.targets) > 0 && !slices.ContainsFunc(d.targets, missing)
}

// missing returns the kinds that the targets lack, and the ways to find them.
func (d *demand) missing() *wants {
	now := &wants{levels: d.options.Levels, all: len(d.targets) == 0}
	for i := range d.targets {
		t := &d.targets[i]
		if t.Missing() == 0 {
			continue
		}
		now.kinds = append(now.kinds, t.Kind)
		now.addSymmetric(&t.Target)
		toward, prune := t.needs()
		now.prune = now.prune || prune
		if toward != "" {
			now.addWalk(walk.Aim{Toward: toward, Symmetry: t.Kind.Symmetry})
		}
	}
	d.options.Strategy.want(d, now)
	return now
}

func (now *wants) addWalk(w walk.Aim) {
	if !slices.Contains(now.walks, w) {
		now.walks = append(now.walks, w)
	}
}

// addSymmetric adds the kind of symmetric puzzles to make for a target with a symmetry.
func (now *wants) addSymmetric(t *Target) {
	kind := symmetricKind{symmetry: t.Kind.Symmetry, clues: t.symmetricClues()}
	if kind.symmetry != transform.NoSymmetry && !slices.Contains(now.symmetric, kind) {
		now.symmetric = append(now.symmetric, kind)
	}
}

// others reports whether puzzles without a symmetry are wanted. symmetry belongs to the
// strategy.
func (now *wants) others(symmetry transform.Symmetry) bool {
	noSymmetry := func(f seedbank.Filter) bool { return f.Symmetry == transform.NoSymmetry }
	return symmetry == transform.NoSymmetry && (len(now.symmetric) == 0 || slices.ContainsFunc(now.kinds, noSymmetry))
}

// symmetricLevels returns the range of levels of the symmetric puzzles that a run keeps.
func (o *Options) symmetricLevels() (levels seedbank.Range[rating.Level]) {
	for i := range o.Targets {
		kind := &o.Targets[i].Kind
		if kind.Symmetry == transform.NoSymmetry || kind.Levels == (seedbank.Range[rating.Level]{}) {
			return o.Levels
		}
		if i == 0 {
			levels = kind.Levels
		}
		levels.Low, levels.High = min(levels.Low, kind.Levels.Low), max(levels.High, kind.Levels.High)
	}
	if o.Levels != (seedbank.Range[rating.Level]{}) {
		return o.Levels
	}
	return levels
}
