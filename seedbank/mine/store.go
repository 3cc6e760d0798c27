package mine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Seeds are stored when storeAt of them wait, or storeAfter the last storing. Storing many at
// once takes much less time than storing each alone. In a large bank each seed is on pages of
// its own in two indexes, unless many come together. So a part of the bank in storeShare waits
// there, at most storeMost seeds, and for a time in proportion.
const (
	storeAt    = 2000
	storeAfter = 500 * time.Millisecond
	storeShare = 200
	storeMost  = 50_000
)

// countAfter is the time between two counts of the seeds of a bank, because other
// processes may add to it.
const countAfter = 10 * time.Second

// store puts the seeds of a run into a bank, and keeps the record of the run there. It
// serves one goroutine at a time, except for reader, which serves any number.
type store struct {
	ctx  context.Context // not canceled with the run, so that all seeds are stored
	bank *change.Writer  // nil if the bank stays as it is
	dry  bool            // counts seeds as if they were stored

	// reader is the bank, opened again for look-ups. They do not wait while bank stores
	// seeds on its only connection.
	reader *seedbank.Bank

	run     seedbank.RunID    // 0: the run changes no seed of the bank
	waiting change.Collection // to be stored in one transaction
	flushed time.Time         // when seeds were last stored
	counted time.Time
	failed  error // of the last attempt to store seeds
	room    room

	minutesFor time.Duration // longest time for estimating minutes; 0: no limit
	workers    int           // that estimate them; 0: one for each core
	counts

	// settled is called for every added seed once it is in the bank; isFound is as finder says.
	// recounted is called after the seeds of the bank were counted. Both may be nil.
	settled   func(s *seed.Seed, isNew, isFound bool)
	recounted func() error
}

// counts are the numbers that a store counts.
type counts struct {
	made     int     // number of puzzles that the run has examined
	stored   int     // new seeds
	known    int     // seeds that the bank had
	storedBy ByLevel // new seeds, by level
	inBank   ByLevel // seeds in the bank, by level
}

// openStore begins the record of a run in a bank, unless it is nil, and counts the seeds of
// the bank.
func openStore(ctx context.Context, bank *change.Writer, run *seedbank.Run, limits Room) (*store, error) {
	st := &store{ctx: context.WithoutCancel(ctx), bank: bank, flushed: time.Now()}
	st.room = room{Room: limits, free: func() (int64, error) {
		free, err := Free(bank.Path())
		if err != nil {
			err = fmt.Errorf("asking for the free space of the disk of %s: %w", bank.Path(), err)
		}
		return free, err
	}}
	var err error
	if st.reader, err = seedbank.Open(st.ctx, bank.Path()); err != nil {
		return nil, err
	}
	if run != nil {
		run.Rater, run.Started = rating.Version, time.Now()
		st.run, err = bank.StartRun(st.ctx, run)
	}
	if err == nil {
		err = st.count()
	}
	if err == nil {
		err = st.measure()
	}
	if err != nil {
		return nil, errors.Join(err, st.reader.Close())
	}
	return st, nil
}

// openDryStore returns a store that does not write to its bank.
func openDryStore(ctx context.Context, bank *seedbank.Bank) (*store, error) {
	st := &store{ctx: context.WithoutCancel(ctx), reader: bank, dry: true}
	return st, st.count()
}

// note adds to the number of puzzles examined.
func (st *store) note(made int) {
	st.made += made
	st.waiting.Made += made
}

// add queues a seed to be stored.
func (st *store) add(s seed.Seed, from change.Source, values tables.PickValues) {
	of := &st.waiting
	of.Seeds, of.Sources, of.Values = append(of.Seeds, s), append(of.Sources, from), append(of.Values, values)
}

// mark queues a bookmark to be stored.
func (st *store) mark(name string, place uint64) {
	if st.waiting.Bookmarks == nil {
		st.waiting.Bookmarks = map[string]uint64{}
	}
	st.waiting.Bookmarks[name] = place
}

// has is the [work.Known] of a bank. Any goroutine may call it.
func (st *store) has(key seed.Key, added sudoku.Cells) (bool, error) {
	has, err := st.reader.Has(st.ctx, key)
	if err != nil || !has || added.Empty() {
		return has, err
	}
	s, err := st.reader.SeedNamed(st.ctx, key)
	return err == nil && s.Rung(added) != nil, err
}

// finder returns a function to call with seeds in their order, before they are stored. A seed is new
// if neither the bank nor an earlier call has it. It is found if this holds for the seed with its
// first rung: other machines may do a unit twice.
func (st *store) finder() func(s *seed.Seed) (isNew, isFound bool, err error) {
	type found struct {
		key   seed.Key
		added sudoku.Cells
	}
	met := map[found]bool{}
	lacks := func(name found) (bool, error) {
		if met[name] {
			return false, nil
		}
		met[name] = true
		has, err := st.has(name.key, name.added)
		return !has, err
	}
	return func(s *seed.Seed) (isNew, isFound bool, err error) {
		name := found{key: s.Key()}
		isNew, err = lacks(name)
		if err != nil || len(s.Rungs) == 0 {
			return isNew, isNew, err
		}
		if name.added = s.Rungs[0].Added; isNew { // and so are its rungs
			met[name] = true
			return true, true, nil
		}
		isFound, err = lacks(name)
		return false, isFound, err
	}
}

// atOnce returns the number of waiting seeds that are stored at once.
func (st *store) atOnce() int { return min(max(storeAt, st.inBank.Sum()/storeShare), storeMost) }

// flushIfDue stores the queue if it is long or some time has passed.
func (st *store) flushIfDue() error {
	atOnce := st.atOnce()
	if len(st.waiting.Seeds) < atOnce && time.Since(st.flushed) <= storeAfter*time.Duration(atOnce)/storeAt {
		return nil
	}
	_, err := st.flush()
	return err
}

// flush stores the queue in one transaction. It returns for each seed whether it
// was new.
func (st *store) flush() (isNew []bool, err error) {
	st.flushed = time.Now()
	seeds, from := st.waiting.Seeds, st.waiting.Sources
	isFound, find := make([]bool, len(seeds)), st.finder()
	for i := range seeds {
		if err == nil && !from[i].Claimed {
			_, isFound[i], err = find(&seeds[i])
		}
	}
	if err == nil && !st.dry && (st.run != 0 || st.waiting.Bookmarks != nil) {
		st.waiting.MinutesFor, st.waiting.Workers = st.minutesFor, st.workers
		isNew, err = st.bank.Collect(st.ctx, st.run, &st.waiting)
	}
	if st.failed = err; err != nil {
		return nil, err
	}
	for i := range seeds {
		if !from[i].Claimed {
			st.settle(&seeds[i], st.dry || isNew[i], isFound[i])
		}
	}
	clear(seeds) // frees the rungs
	st.room.most = max(st.room.most, len(seeds))
	st.waiting = change.Collection{Seeds: seeds[:0], Sources: from[:0], Values: st.waiting.Values[:0]}
	if st.failed = st.measure(); st.failed != nil {
		return isNew, st.failed
	}
	if !st.dry && time.Since(st.counted) > countAfter {
		st.failed = st.count()
	}
	return isNew, st.failed
}

// measure notes how much room the bank takes.
func (st *store) measure() error {
	if st.dry {
		return nil
	}
	size, err := st.reader.Size(st.ctx)
	if err == nil {
		err = st.room.note(size)
	}
	return err
}

func (st *store) settle(s *seed.Seed, isNew, isFound bool) {
	if isNew {
		level := s.Rating.Level()
		st.stored++
		st.storedBy[level]++
		st.inBank[level]++
	} else {
		st.known++
	}
	if st.settled != nil {
		st.settled(s, isNew, isFound)
	}
}

// count counts the seeds of the bank.
func (st *store) count() (err error) {
	st.counted = time.Now()
	if st.inBank, err = st.reader.SeedsByLevel(st.ctx); err != nil || st.recounted == nil {
		return err
	}
	return st.recounted()
}

// close stores the queue, even after another failure, and closes the record of the run. It
// returns the failure, joined with its own errors. Puzzles whose seeds could not be stored do not
// count as made.
func (st *store) close(failure error) error {
	if st.failed == nil {
		_, err := st.flush()
		failure = errors.Join(failure, err)
	}
	if st.failed != nil {
		st.made -= st.waiting.Made
	}
	if st.dry {
		return failure // the reader belongs to the caller
	}
	if st.failed == nil && st.run != 0 { // a run that fails has ended, too
		failure = errors.Join(failure, st.bank.EndRun(st.ctx, st.run, time.Now())) // Collect has kept its counts
	}
	return errors.Join(failure, st.reader.Close())
}
