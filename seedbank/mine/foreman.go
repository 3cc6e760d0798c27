package mine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// Foreman plans the units of a run that others do, and stores what they find. What
// is planned follows what the bank lacks. One goroutine at a time uses it.
//
// The bank knows how far a run has come: which puzzles of its random seed are planned
// and which seeds walks have visited. So a run goes on after its program was killed.
// Units that were planned and not noted are planned again, and their seeds are known
// then.
type Foreman struct {
	options *Options
	shards  shards
	demand  *demand
	stock   *stock
	random  *rand.Rand
	counted time.Time

	next  uint64 // number of the first puzzle that is not planned
	turn  int    // sources of units take turns
	walks []*openWalk
	bare  []bareSearch // in each of the shards
	sizes map[UnitKind]*unitSize
}

// Delivery is a part of what a unit has given.
type Delivery struct {
	Found
	From string // who sent it

	// Unit is the unit if this is its last part, else nil. Took is how long the unit
	// took.
	Unit *Unit
	Took time.Duration
}

// OpenForeman begins a run on a bank, which must have been opened to write. Of the
// options, Workers is not used: the workers are elsewhere.
func OpenForeman(ctx context.Context, banks []*seedbank.Writer, options Options) (*Foreman, error) {
	if err := options.check(); err != nil {
		return nil, err
	}
	if err := options.checkUnits(); err != nil {
		return nil, err
	}
	f := &Foreman{
		options: &options, demand: newDemand(&options),
		random: rand.New(rand.NewPCG(rand.Uint64(), 0)), sizes: map[UnitKind]*unitSize{},
	}
	for _, bank := range banks {
		if err := mustBeRatedByThis(ctx, bank.Bank); err != nil {
			return nil, err
		}
	}
	var err error
	if f.stock, err = newStock(options.Ladders, options.Enough); err != nil {
		return nil, err
	}
	if f.next, err = banks[0].Bookmark(ctx, f.planned()); err != nil {
		return nil, err
	}
	f.shards, err = openShards(ctx, banks, seedbank.Run{
		Arguments: options.Arguments, RandomSeed: options.RandomSeed, Program: options.Program,
	})
	if err != nil {
		return nil, err
	}
	for _, st := range f.shards {
		st.settled = f.demand.settle
	}
	f.bare = make([]bareSearch, len(f.shards))
	if err := f.recount(); err != nil {
		return nil, f.shards.close(err)
	}
	f.demand.begin()
	return f, nil
}

// checkUnits returns an error if there are no units for what options ask for.
func (o *Options) checkUnits() error {
	isSymmetric := func(t Target) bool { return t.Kind.Symmetry != transform.NoSymmetry }
	symmetric := o.Symmetry != transform.NoSymmetry || slices.ContainsFunc(o.Targets, isSymmetric)
	switch {
	case o.Strategy == Symmetrize || o.Minimal:
		return errors.New("symmetrized puzzles, and minimal ones of a symmetry, are made on one machine")
	case len(o.Patterns) > 0:
		return errors.New("puzzles of a pattern are made on one machine")
	case o.Strategy == Walk && symmetric:
		return errors.New("walks that keep a symmetry are taken on one machine")
	}
	return nil
}

// mustBeRatedByThis returns an error if an older rater has rated seeds of a bank.
// Those could not be compared with what is found.
func mustBeRatedByThis(ctx context.Context, bank *seedbank.Bank) error {
	outdated, err := bank.Outdated(ctx)
	if err == nil && outdated > 0 {
		err = fmt.Errorf("%s: an older rater rated %s: \"seedoku bank rerate\" brings the bank up to date", bank.Path(), phrase.Count(outdated, "seed"))
	}
	return err
}

// planned returns the name of the bookmark of what is planned.
func (f *Foreman) planned() string { return fmt.Sprintf("planned %d", f.options.RandomSeed) }

func (f *Foreman) recount() error {
	f.counted = time.Now()
	inBank, err := f.shards.countTargets(f.options)
	if err != nil {
		return err
	}
	f.demand.recount(inBank)
	return f.stock.recount(f.shards[0].ctx, f.shards.banks()...)
}

// Met reports whether the bank has everything that the run is asked for.
func (f *Foreman) Met() bool { return f.demand.met() }

// Close ends the run.
func (f *Foreman) Close(failure error) error { return f.shards.close(failure) }

// Progress returns how far the run is.
func (f *Foreman) Progress() Progress {
	sum := f.shards.counts()
	return Progress{
		Made: sum.made, Stored: sum.stored, Known: sum.known,
		StoredBy: sum.storedBy, InBank: sum.inBank, Targets: f.demand.progress(),
		Walks: f.walkProgress(),
	}
}

// Next plans a unit. The plan is noted in the bank once the unit is in safe hands:
// then [Foreman.Planned] must be called.
func (f *Foreman) Next(ctx context.Context) (*Unit, error) {
	now := f.demand.wants.Load()
	sources := f.sources(now)
	for range sources {
		plan := sources[f.turn%len(sources)]
		f.turn++
		if u, err := plan(ctx, now); u != nil || err != nil {
			return u, err
		}
	}
	return f.prune(ctx, now.starts())
}

// plan plans a unit of some kind, or none if there is nothing to do.
type plan func(context.Context, *wants) (*Unit, error)

// sources returns what takes turns in planning units.
func (f *Foreman) sources(now *wants) (list []plan) {
	for _, symmetry := range now.symmetries {
		list = append(list, func(_ context.Context, now *wants) (*Unit, error) { return f.symmetric(symmetry, now), nil })
	}
	for _, of := range now.walks {
		if of.Symmetry == transform.NoSymmetry { // the others are made of random grids
			list = append(list, func(ctx context.Context, _ *wants) (*Unit, error) { return f.walk(ctx, of) })
		}
	}
	if now.prune || len(list) == 0 && f.options.Strategy != Walk {
		list = append(list, f.prune)
	}
	if f.options.Ladders != NoLadders {
		list = append(list, f.ladders)
	}
	return list
}

func (f *Foreman) prune(_ context.Context, now *wants) (*Unit, error) {
	return f.numbered(&Unit{Kind: PruneUnit, Wanted: now.requests()}), nil
}

func (f *Foreman) symmetric(symmetry transform.Symmetry, now *wants) *Unit {
	return f.numbered(&Unit{Kind: SymmetricUnit, Symmetry: symmetry.String(), Wanted: now.requests()})
}

// numbered gives a unit the next numbers.
func (f *Foreman) numbered(u *Unit) *Unit {
	u.Rater, u.RandomSeed, u.First, u.Count = rating.Version, f.options.RandomSeed, f.next, f.size(u.Kind).count()
	if u.Kind == PruneUnit { // symmetric puzzles get no ladders
		u.setStock(f.stock)
	}
	return u
}

// Planned notes that a unit of [Foreman.Next] is in safe hands.
func (f *Foreman) Planned(ctx context.Context, u *Unit) error {
	if u.Kind == WalkUnit || u.Kind == LadderUnit {
		return nil
	}
	f.next = max(f.next, u.First+uint64(u.Count))
	first := f.shards[0]
	_, err := first.bank.Collect(ctx, first.run, &seedbank.Collection{Bookmarks: map[string]uint64{f.planned(): f.next}})
	return err
}

// Store stores deliveries and notes the places that were reached by them, in one
// transaction. It returns the number of new seeds by who sent them.
func (f *Foreman) Store(ctx context.Context, deliveries []Delivery, places map[string]uint64) (stored map[string]int, err error) {
	c := &seedbank.Collection{Bookmarks: places, Walked: map[seedbank.Walk][]seed.Key{}}
	for i := range deliveries {
		d := &deliveries[i]
		c.Made += d.Made
		c.Seeds = append(c.Seeds, d.Seeds...)
		if err := f.done(d, c); err != nil {
			return nil, err
		}
	}
	for i := range c.Seeds {
		f.demand.send(&c.Seeds[i])
	}
	isNew, err := f.shards[0].collect(c)
	if err != nil {
		return nil, err
	}
	stored = map[string]int{}
	for i := range deliveries {
		d := &deliveries[i]
		for range d.Seeds {
			if isNew[0] {
				stored[d.From]++
			}
			isNew = isNew[1:]
		}
	}
	if time.Since(f.counted) > countAfter { // others may have written to the banks
		err = f.recount()
	}
	return stored, err
}

// done notes what is known of a unit that has ended.
func (f *Foreman) done(d *Delivery, c *seedbank.Collection) error {
	u := d.Unit
	if u == nil {
		return nil
	}
	if u.Kind != WalkUnit {
		f.size(u.Kind).learn(u.Count, d.Took)
		return nil
	}
	walk, from, done, err := f.walked(u, d.Took)
	if done {
		c.Walked[walk] = append(c.Walked[walk], from)
	}
	return err
}

// starts returns what to prune for when the walks have nowhere to set out from: seeds
// from which they can, and what the targets lack.
func (w *wants) starts() *wants {
	starts := &wants{levels: w.levels, kinds: slices.Clone(w.kinds)}
	for _, of := range w.walks {
		starts.kinds = append(starts.kinds, of.Toward.Starts())
	}
	return starts
}

// requests returns what is wanted in the form of a unit.
func (w *wants) requests() (list []draw.Request) {
	if w.all {
		if w.levels == (seedbank.Range[rating.Level]{}) {
			return nil
		}
		return []draw.Request{{Levels: w.levels}}
	}
	for _, kind := range w.kinds {
		if w.levels != (seedbank.Range[rating.Level]{}) && kind.Levels == (seedbank.Range[rating.Level]{}) {
			kind.Levels = w.levels
		}
		list = append(list, draw.Request{
			Levels: kind.Levels, ER: kind.ER, Clues: kind.Clues, Symmetry: kind.Symmetry,
			Uses: kind.Uses, Hardest: kind.Hardest, Without: kind.Without,
		})
	}
	return list
}

// unitSize is the number of puzzles of a unit of some kind. It follows how long such
// units take.
type unitSize struct {
	takes time.Duration // that a unit should take
	rate  float64       // puzzles a second
}

func (o *Options) unitTime() time.Duration { return cmp.Or(o.UnitTime, 20*time.Second) }

// firstRate is taken for the rate until it is known. Units are small then.
const firstRate = 10

func (f *Foreman) size(kind UnitKind) *unitSize {
	if f.sizes[kind] == nil {
		f.sizes[kind] = &unitSize{takes: f.options.unitTime(), rate: firstRate}
	}
	return f.sizes[kind]
}

func (s *unitSize) count() int {
	return max(1, min(int(s.rate*s.takes.Seconds()), bounds.WorkPuzzles))
}

// learn takes a unit into account. The rate follows slowly, because machines differ.
func (s *unitSize) learn(count int, took time.Duration) {
	rate := float64(count) / max(took.Seconds(), 1e-3)
	s.rate += (min(rate, 8*s.rate) - s.rate) / 4
}
