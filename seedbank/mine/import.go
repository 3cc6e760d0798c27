package mine

import (
	"context"
	"iter"
	"slices"
	"sync"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// ImportOptions say how an import goes.
type ImportOptions struct {
	Workers int     // goroutines that work on puzzles; 0 is one for each core
	Ladders Ladders // which rungs seeds get; empty is [NeededLadders]
	Enough  int     // with [NeededLadders]: seeds and rungs of a level and number of clues; 0 is [Enough]

	Program   string // version, for the record of the run
	Arguments string // of the command line, likewise

	// Reject is called for every arrival that is not imported, in the order of
	// the arrivals; Report is called from time to time. Both are called from
	// one goroutine at a time, and both may be nil.
	Reject func(place string, reason error)
	Report func(ImportProgress)

	// Relate is called in a dry run for every arrival that is a puzzle, with its relation
	// to the bank and to a seed of it. It may be nil.
	Relate func(place string, relation seedbank.Relation, of seed.Key)
}

// ImportProgress tells how far an import is. Every arrival that was read either
// counts as Stored, Known, Repeated or Rejected, or waits to be stored.
type ImportProgress struct {
	Read     int     // arrivals
	Stored   int     // new seeds; in a dry run, seeds that would be stored
	Known    int     // isomorphs of seeds that the bank had
	Repeated int     // isomorphs of earlier arrivals of this import
	Rejected int     // not readable, not proper or beyond the rater
	Reduced  int     // arrivals, of any of these kinds, with redundant clues
	Related  Related // in a dry run, arrivals by relation to the bank
	StoredBy ByLevel // stored, by level
	InBank   ByLevel // seeds in the bank, by level, as far as this run knows
}

// Related counts puzzles by their [seedbank.Relation] to a bank.
type Related [seedbank.IsForeign + 1]int

// Import adds arrivals to a bank and returns its final progress. When ctx is done, it
// stores the puzzles that are rated, leaves the others out and returns no error.
//
// A bank holds minimal puzzles only. An arrival with redundant clues is reduced
// to one of its minimal cores: its canonical form is read row by row, and each
// clue is taken away if the solution stays unique. So isomorphs have the same
// core, and a puzzle that was imported before is recognized.
func Import(ctx context.Context, bank *seedbank.Writer, arrivals iter.Seq[[]Arrival], options ImportOptions) (ImportProgress, error) {
	im := newImporter(&options)
	if err := im.open(ctx, bank); err != nil {
		return ImportProgress{}, err
	}
	err := im.store.close(im.run(ctx, arrivals))
	return im.progress(), err
}

// TryImport does what [Import] does, but stores nothing. The options may ask what the
// arrivals are to the bank.
func TryImport(ctx context.Context, bank *seedbank.Bank, arrivals iter.Seq[[]Arrival], options ImportOptions) (p ImportProgress, err error) {
	im := newImporter(&options)
	if im.stock, err = newStock(options.Ladders, options.Enough); err != nil {
		return p, err
	}
	if im.store, err = openDryStore(ctx, bank); err != nil {
		return p, err
	}
	err = im.store.close(im.run(ctx, arrivals))
	return im.progress(), err
}

func newImporter(options *ImportOptions) *importer {
	return &importer{options: options, seen: map[seed.Key]bool{}, claimed: map[seed.Key]int{}}
}

// importer is an import under way.
//
//	arrivals -> inspect -> repeated? -> rate, ladders -> store
//
// Workers take batches of arrivals through these stages. The seeds are stored in the order
// of the arrivals. Puzzles that are known or repeated are not rated.
type importer struct {
	options *ImportOptions
	store   *store
	seen    map[seed.Key]bool // arrivals that the bank did not know
	counted ImportProgress    // only the numbers that the store does not count

	mutex   sync.Mutex       // guards the fields below, which workers share
	stock   *stock           // to fill with ladders
	claimed map[seed.Key]int // for each puzzle that the bank did not have, the first batch with it
}

// numberedBatch is a batch of arrivals with its number.
type numberedBatch struct {
	number   int
	arrivals []Arrival
}

// batch is the inspections of a batch of arrivals, or the error of the bank.
type batch struct {
	list []inspection
	err  error
}

func (im *importer) open(ctx context.Context, bank *seedbank.Writer) (err error) {
	if im.stock, err = newStock(im.options.Ladders, im.options.Enough); err != nil {
		return err
	}
	im.store, err = openStore(ctx, bank, seedbank.Run{Arguments: im.options.Arguments, Program: im.options.Program})
	if err != nil {
		return err
	}
	im.store.settled = func(s *seed.Seed, _ bool) { im.stock.add(s) }
	im.store.recounted = func() error { return im.stock.recount(im.store.ctx, bank.Bank) }
	if err := im.store.recounted(); err != nil {
		return im.store.close(err)
	}
	return nil
}

// run takes all arrivals through the stages.
func (im *importer) run(ctx context.Context, arrivals iter.Seq[[]Arrival]) error {
	numbered := func(yield func(numberedBatch) bool) {
		n := 0
		for some := range arrivals {
			for part := range slices.Chunk(some, arrivalsAtOnce) {
				if n++; ctx.Err() != nil || !yield(numberedBatch{n, part}) {
					return
				}
			}
		}
	}
	newWork := func() func(numberedBatch) batch {
		in := newInspector(ctx, im.store.reader)
		in.relates = im.store.dry
		return func(b numberedBatch) batch { return im.work(ctx, in, b) }
	}
	pool := ordered.Pool{Workers: im.options.Workers, Ahead: resultsAhead}
	return ordered.Run(context.WithoutCancel(ctx), pool, numbered, newWork, im.take)
}

// arrivalsAtOnce is the number of arrivals of a batch, at most.
const arrivalsAtOnce = 16

// work inspects a batch, rates the new puzzles and makes their ladders.
func (im *importer) work(ctx context.Context, in *inspector, b numberedBatch) (done batch) {
	if done.list, done.err = in.inspectAll(b.arrivals); done.err != nil {
		return done
	}
	lacks := im.claim(b.number, done.list)
	for i := range done.list {
		a := &done.list[i]
		switch {
		case a.outcome != isNew:
		case ctx.Err() != nil:
			a.outcome = isLeftOut
		default:
			if a.err = in.complete(&a.seed, lacks); a.err != nil {
				a.outcome = isRejected
			}
		}
	}
	return done
}

// claim marks isomorphs of arrivals of earlier batches, which need not be rated. It returns
// the kinds of rungs that the bank lacks. If a batch is claimed before an earlier one, it
// does not see the puzzles of that one; markRepeated finds them.
func (im *importer) claim(number int, list []inspection) *lacks {
	im.mutex.Lock()
	defer im.mutex.Unlock()
	for i := range list {
		a := &list[i]
		if a.outcome != isNew {
			continue
		}
		by, claimed := im.claimed[a.key]
		if claimed && by <= number {
			a.outcome = isRepeated
			continue
		}
		im.claimed[a.key] = number
	}
	return im.stock.lacks()
}

// complete rates a puzzle and makes its ladders.
func (in *inspector) complete(s *seed.Seed, l *lacks) error {
	if err := in.maker.rate(s); err != nil {
		return err
	}
	in.maker.addSolution(s)
	return in.maker.addLadders(s, l)
}

// markRepeated marks isomorphs of earlier arrivals of this import, whether
// these are in the bank by now or not.
func (im *importer) markRepeated(list []inspection) {
	for i := range list {
		a := &list[i]
		switch {
		case a.outcome != isNew && a.outcome != isKnown:
		case im.seen[a.key]:
			a.outcome = isRepeated
		case a.outcome == isNew:
			im.seen[a.key] = true
		}
	}
}

// take counts the arrivals of a batch and stores the new seeds.
func (im *importer) take(b batch) error {
	if b.err != nil {
		return b.err
	}
	im.markRepeated(b.list)
	for i := range b.list {
		im.takeOne(&b.list[i])
	}
	im.store.note(im.counted.Read - im.store.made)
	im.mutex.Lock()
	err := im.store.flushIfDue()
	im.mutex.Unlock()
	if im.options.Report != nil {
		im.options.Report(im.progress())
	}
	return err
}

func (im *importer) takeOne(a *inspection) {
	n := &im.counted
	if a.outcome == isLeftOut {
		return
	}
	n.Read++
	if a.reduced {
		n.Reduced++
	}
	if im.store.dry && a.outcome != isRejected {
		n.Related[a.relation]++
		if im.options.Relate != nil {
			im.options.Relate(a.place, a.relation, a.of)
		}
	}
	switch a.outcome {
	case isNew:
		im.store.add(a.seed)
	case isKnown:
		n.Known++
	case isRepeated:
		n.Repeated++
	case isRejected:
		n.Rejected++
		if im.options.Reject != nil {
			im.options.Reject(a.place, a.err)
		}
	}
}

// progress returns how far the import is.
func (im *importer) progress() ImportProgress {
	p := im.counted
	p.Stored, p.StoredBy, p.InBank = im.store.stored, im.store.storedBy, im.store.inBank
	p.Known += im.store.known // what others stored in the meantime
	return p
}
