package mine

import (
	"context"
	"errors"
	"time"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// countAfter is the time between two counts of what a bank holds, because other
// processes may add to it.
const countAfter = 10 * time.Second

// store puts the seeds of a run into a bank, and keeps the record of the run
// there. One goroutine at a time uses it. Only reader is for all.
type store struct {
	ctx  context.Context // is not done when the run is: what was found is stored
	bank *seedbank.Writer
	dry  bool // there is no bank to write to: seeds are counted as if they were stored

	// reader is the bank, opened for look-ups. A bank that is open to write has
	// one connection. Look-ups on other connections do not wait while seeds are
	// stored.
	reader *seedbank.Bank

	run     seedbank.RunID
	queue   *queue[seed.Seed]
	counted time.Time
	failed  error // of the last attempt to store seeds
	counts

	// settled is called for every added seed once it is in the bank; recounted is
	// called after the seeds of the bank were counted. Both may be nil.
	settled   func(s *seed.Seed, isNew bool)
	recounted func() error
}

// counts are what a store has done.
type counts struct {
	made     int     // puzzles that the run has looked at
	stored   int     // new seeds
	known    int     // seeds that the bank had
	storedBy ByLevel // new seeds, by level
	inBank   ByLevel // seeds in the bank, by level
}

// openStore notes in a bank that a run begins, and counts what is there.
func openStore(ctx context.Context, bank *seedbank.Writer, run seedbank.Run) (*store, error) {
	st := &store{ctx: context.WithoutCancel(ctx), bank: bank}
	st.queue = newQueue(st.insert)
	var err error
	if st.reader, err = seedbank.OpenReadOnly(st.ctx, bank.Path()); err != nil {
		return nil, err
	}
	run.Rater = rating.Version
	if run.Started.IsZero() {
		run.Started = time.Now()
	}
	if st.run, err = bank.StartRun(st.ctx, &run); err == nil {
		err = st.count()
	}
	if err != nil {
		return nil, errors.Join(err, st.reader.Close())
	}
	return st, nil
}

// openDryStore returns a store that leaves its bank as it is.
func openDryStore(ctx context.Context, bank *seedbank.Bank) (*store, error) {
	st := &store{ctx: context.WithoutCancel(ctx), reader: bank, dry: true}
	st.queue = newQueue(st.insert)
	return st, st.count()
}

// add puts seeds with those that wait to be stored.
func (st *store) add(seeds ...seed.Seed) { st.queue.add(seeds...) }

// flushIfDue stores the seeds that wait if they are many or have waited long.
func (st *store) flushIfDue() error {
	if st.queue.due() {
		return st.flush()
	}
	return nil
}

// flush stores the seeds that wait.
func (st *store) flush() error {
	st.failed = st.tryFlush()
	return st.failed
}

func (st *store) tryFlush() error {
	if err := st.queue.flush(); err != nil || st.dry {
		return err
	}
	if time.Since(st.counted) > countAfter {
		if err := st.count(); err != nil {
			return err
		}
	}
	return st.note(time.Time{})
}

// close stores the seeds that still wait, even after another failure, and
// closes the record of the run. It returns the failure, joined with its own
// errors.
func (st *store) close(failure error) error {
	if st.failed == nil {
		failure = errors.Join(failure, st.flush())
	}
	if st.dry {
		return failure
	}
	if failure == nil {
		failure = st.note(time.Now())
	}
	return errors.Join(failure, st.reader.Close())
}

// note brings the record of the run up to date.
func (st *store) note(ended time.Time) error {
	return st.bank.UpdateRun(st.ctx, st.run, st.made, st.stored, ended)
}

// insert stores seeds and counts them.
func (st *store) insert(seeds []seed.Seed) (err error) {
	var isNew []bool
	if !st.dry {
		if isNew, err = st.bank.Insert(st.ctx, st.run, seeds); err != nil {
			return err
		}
	}
	for i := range seeds {
		st.settle(&seeds[i], st.dry || isNew[i])
	}
	return nil
}

func (st *store) settle(s *seed.Seed, isNew bool) {
	if isNew {
		level := s.Rating.Level()
		st.stored++
		st.storedBy[level]++
		st.inBank[level]++
	} else {
		st.known++
	}
	if st.settled != nil {
		st.settled(s, isNew)
	}
}

// collect stores a collection at once, counts its seeds, and returns which were new.
func (st *store) collect(c *seedbank.Collection) (isNew []bool, err error) {
	if isNew, err = st.bank.Collect(st.ctx, st.run, c); err != nil {
		return nil, err
	}
	st.made += c.Made
	for i := range c.Seeds {
		st.settle(&c.Seeds[i], isNew[i])
	}
	if time.Since(st.counted) > countAfter {
		err = st.count()
	}
	return isNew, err
}

// count counts what is in the bank.
func (st *store) count() (err error) {
	st.counted = time.Now()
	if st.inBank, err = st.reader.SeedsByLevel(st.ctx); err != nil || st.recounted == nil {
		return err
	}
	return st.recounted()
}
