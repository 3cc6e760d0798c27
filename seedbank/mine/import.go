package mine

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"sync"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Arrival is a puzzle to import.
type Arrival struct {
	Place string      // where it was read, such as FILE:LINE
	Clues sudoku.Grid // any grid; it need not be a puzzle
	Err   error       // of reading the clues, or nil

	// The relation to the bank, and the related seed, in a dry run.
	relation Relation
	of       seed.Key
}

// Import adds the puzzles of others to a bank. When ctx is done, the run stores the puzzles
// that are rated, and leaves the others out.
//
// A bank holds minimal puzzles only. An arrival with redundant clues is reduced
// to one of its minimal cores: its canonical form is read row by row, and each
// clue is taken away if the solution stays unique. So isomorphs have the same
// core, and a puzzle that was imported before is recognized.
type Import struct {
	Arrivals iter.Seq[[]Arrival]

	// Reject is called for every arrival that is unreadable, not a proper puzzle or
	// beyond the scale. Relate is called in a dry run for every other arrival, with its
	// relation to the bank and to a seed of it. A run of one process calls both in the
	// order of the arrivals, also while it waits for more of them. Both may be nil.
	Reject func(place string, reason error)
	Relate func(place string, relation Relation, of seed.Key)
}

// Relation is the relation of a puzzle to the seeds of a bank, up to isomorphism.
type Relation int

// The relations, from the closest to the least close.
const (
	IsSeed    Relation = iota // it is a seed
	IsRung                    // it is a rung
	HasSeed                   // it is a seed with clues added that no rung adds
	IsForeign                 // none of these
)

// String returns the name of r.
func (r Relation) String() string {
	return [...]string{"seed", "rung", "contains a seed", "new"}[r]
}

// relate returns the closest relation of a puzzle to the seeds of a bank, and the key of the
// seed.
func relate(ctx context.Context, b *seedbank.Bank, canonizer *transform.Canonizer, p sudoku.Puzzle) (Relation, seed.Key, error) {
	known, err := b.Identify(ctx, canonizer, p)
	switch {
	case errors.Is(err, seedbank.ErrNoMatch):
		return IsForeign, 0, nil
	case err != nil:
		return IsForeign, 0, err
	case !known.Held:
		return HasSeed, known.ID.Seed, nil
	case known.ID.Added != 0:
		return IsRung, known.ID.Seed, nil
	}
	return IsSeed, known.ID.Seed, nil
}

// Related counts puzzles by their [Relation] to a bank.
type Related [IsForeign + 1]int

func (s Import) check(*Options) (Strategy, error) {
	if s.Arrivals == nil {
		return s, errors.New("there is nothing to import")
	}
	return s, nil
}

func (s Import) want(*demand, *wants) {}

func (s Import) list(_ context.Context, p *Plan) (list, error) {
	im := &importing{Import: s, plan: p, claimed: map[seed.Key]uint64{}, under: map[uint64]*batch{}}
	im.pull, im.stop = iter.Pull(s.Arrivals)
	return im, nil
}

// importing is the list of an import.
type importing struct {
	Import
	plan    *Plan
	pull    func() ([]Arrival, bool)
	stop    func()
	waiting []Arrival // read, but not planned
	ended   bool
	number  uint64 // of the next arrival

	// The following find the known puzzles, which units for other machines leave
	// out.
	solver sudoku.Solver
	reader work.Worker

	mutex   sync.Mutex          // guards the fields below
	under   map[uint64]*batch   // the units under way, by the numbers of their first arrivals
	claimed map[seed.Key]uint64 // for each puzzle that the bank did not have, the first unit with it
}

// batch is the arrivals of a unit.
type batch struct {
	arrivals []Arrival
	told     int // number of arrivals reported to Reject and Relate
}

// claim reports whether a puzzle is in an earlier unit, or came before in this one.
func (im *importing) claim(key seed.Key, unit uint64, isKnown bool) bool {
	im.mutex.Lock()
	defer im.mutex.Unlock()
	if by, ok := im.claimed[key]; ok && by <= unit {
		return true
	}
	if !isKnown {
		im.claimed[key] = unit
	}
	return false
}

// equip gives a worker of this process the function claim. In a dry run the worker also
// relates puzzles to the bank.
func (im *importing) equip(w *work.Worker) {
	w.Claim = im.claim
	if !im.plan.store.dry {
		return
	}
	w.Relate = func(canonizer *transform.Canonizer, unit uint64, i int, p sudoku.Puzzle) (err error) {
		im.mutex.Lock()
		a := &im.under[unit].arrivals[i]
		im.mutex.Unlock()
		a.relation, a.of, err = relate(im.plan.store.ctx, im.plan.store.reader, canonizer, p)
		return err
	}
}

func (im *importing) done() bool { return im.ended && len(im.waiting) == 0 }

// await reads arrivals until n of them wait, or there are no more.
func (im *importing) await(n int) {
	for !im.ended && len(im.waiting) < n {
		some, more := im.pull()
		im.waiting, im.ended = append(im.waiting, some...), !more
	}
}

// next plans a unit of the next arrivals. For workers of this process it takes those that wait.
func (im *importing) next(context.Context, *wants) ([]*work.Unit, error) {
	if !im.plan.isLocal {
		im.await(im.plan.size(work.ImportUnit))
	}
	n := min(len(im.waiting), im.plan.size(work.ImportUnit))
	some := im.waiting[:n]
	im.waiting = im.waiting[n:]
	u := &work.Unit{Rater: rating.Version, Kind: work.ImportUnit, RandomSeed: im.plan.options.RandomSeed, First: im.number}
	im.number += uint64(n)
	if !im.plan.isLocal {
		var err error
		if some, err = im.unknown(u.First, some); err != nil {
			return nil, err
		}
	}
	if len(some) == 0 {
		return nil, nil
	}
	for i := range some {
		clues := some[i].Clues
		if some[i].Err != nil {
			clues = sudoku.Grid{} // the worker rejects it when its turn comes
		}
		u.Puzzles = append(u.Puzzles, clues)
	}
	u.Count = len(u.Puzzles)
	u.SetLadders(im.plan.options.Ladders, im.plan.stock.lacks())
	im.mutex.Lock()
	defer im.mutex.Unlock()
	im.under[u.First] = &batch{arrivals: some}
	return []*work.Unit{u}, nil
}

// unknown returns the arrivals that must be rated, and counts the others. Workers on other
// machines have no bank, so they are not sent puzzles that the bank has for good.
func (im *importing) unknown(unit uint64, arrivals []Arrival) (rest []Arrival, err error) {
	for i := range arrivals {
		a := &arrivals[i]
		n := work.Numbers{Made: 1}
		p, err := im.solver.Prove(a.Clues)
		if err = cmp.Or(a.Err, err); err != nil {
			n.Rejected = []work.Rejection{{Reason: err.Error()}}
		} else {
			s, reduced, isKnown, err := im.reader.Core(p, im.has)
			switch {
			case err != nil:
				return nil, err
			case im.claim(s.Key(), unit, isKnown):
				n.Repeated++
			case isKnown:
				n.Known++
			default:
				rest = append(rest, *a)
				continue
			}
			if reduced {
				n.Reduced++
			}
		}
		im.plan.count(&Delivery{Found: work.Found{Numbers: n}})
		im.tell(&batch{arrivals: arrivals[i : i+1]}, 1, n.Rejected)
	}
	return rest, nil
}

// has reports whether the bank has a seed or a rung, and not from a contributor: if that is taken
// back, a unit must be there that gives the seed again.
func (im *importing) has(key seed.Key, added sudoku.Cells) (bool, error) {
	st := im.plan.store
	has, err := st.has(key, added)
	if err != nil || !has {
		return has, err
	}
	givers, err := change.Givers(st.ctx, st.reader, []seed.Key{key})
	return len(givers) == 0, err
}

// planned reports whether a unit has arrivals of this import. An earlier hub may have planned
// other units.
func (im *importing) planned(u *work.Unit) bool {
	return u != nil && u.Kind == work.ImportUnit && u.RandomSeed == im.plan.options.RandomSeed
}

// take reports the results of the arrivals in a part of a unit.
func (im *importing) take(d *Delivery) error {
	if !im.planned(d.Unit) {
		return nil
	}
	if err := im.noteGivers(d); err != nil {
		return err
	}
	im.mutex.Lock()
	b := im.under[d.Unit.First]
	if d.Done {
		delete(im.under, d.Unit.First)
	}
	im.mutex.Unlock()
	if b == nil { // already reported, or planned by an earlier hub
		return nil
	}
	upTo := b.told + d.Made
	if d.Done {
		upTo = len(b.arrivals)
	}
	im.tell(b, upTo, d.Rejected)
	return nil
}

// noteGivers notes a unit of this process as one of the contributors that have given some of its seeds:
// when they are taken back, a hub has the unit done again. A hub notes its units itself.
func (im *importing) noteGivers(d *Delivery) error {
	st := im.plan.store
	if !im.plan.isLocal || st.dry || len(d.Seeds) == 0 {
		return nil
	}
	givers, err := change.Givers(st.ctx, st.reader, seed.Keys(d.Seeds))
	for _, run := range givers {
		st.waiting.Units = append(st.waiting.Units, DoneBy(d.Unit, run))
	}
	return err
}

// tell calls Reject or Relate for the next arrivals of a batch, up to number
// upTo.
func (im *importing) tell(b *batch, upTo int, rejected []work.Rejection) {
	for ; b.told < min(upTo, len(b.arrivals)); b.told++ {
		a := &b.arrivals[b.told]
		i := slices.IndexFunc(rejected, func(r work.Rejection) bool { return r.Puzzle == b.told })
		switch {
		case i >= 0 && im.Reject != nil:
			im.Reject(a.Place, cmp.Or(a.Err, errors.New(rejected[i].Reason)))
		case i < 0 && im.plan.store.dry:
			im.plan.progress.Related[a.relation]++
			if im.Relate != nil {
				im.Relate(a.Place, a.relation, a.of)
			}
		}
	}
}

// keeps reports whether to store a seed: no earlier unit has it.
func (im *importing) keeps(d *Delivery, s *seed.Seed) bool {
	im.mutex.Lock()
	defer im.mutex.Unlock()
	if by, ok := im.claimed[s.Key()]; !ok || !im.planned(d.Unit) || by == d.Unit.First {
		return true
	}
	if !d.Again {
		im.plan.progress.Repeated++
	}
	return false
}

func (im *importing) close() error {
	im.stop()
	return nil
}

// TryImport does what a run of the strategy [Import] does, but stores nothing.
func TryImport(ctx context.Context, bank *seedbank.Bank, options Options) (Progress, error) {
	if _, ok := options.Strategy.(Import); !ok {
		return Progress{}, errors.New("there is nothing to import")
	}
	p, err := newPlan(ctx, options, func() (*store, error) { return openDryStore(ctx, bank) })
	if err != nil {
		return Progress{}, err
	}
	return p.runToEnd(ctx)
}
