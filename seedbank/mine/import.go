package mine

import (
	"context"
	"iter"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Arrival is somebody's puzzle on its way into a bank.
type Arrival struct {
	Place string      // where it stood, such as FILE:LINE
	Clues sudoku.Grid // any grid; it need not be a puzzle
	Err   error       // why the clues could not be read, or nil
}

// ImportOptions say how an import goes.
type ImportOptions struct {
	Workers int     // goroutines that work on puzzles; 0 is one for each core
	Ladders Ladders // which rungs seeds get; empty is [NeededLadders]
	Enough  int     // seeds and rungs of a level and number of clues, for [NeededLadders]; 0 is [Enough]

	Program   string // version, for the record of the run
	Arguments string // of the command line, likewise

	// Reject is called for every arrival that is not imported, in the order of
	// the arrivals; Report is called from time to time. Both are called from
	// one goroutine at a time, and both may be nil.
	Reject func(place string, reason error)
	Report func(ImportProgress)

	// Relate is called in a dry run for every arrival that is a puzzle, like Reject:
	// with what it is to the bank, and the seed that makes it so. It may be nil.
	Relate func(place string, relation seedbank.Relation, of seed.Key)
}

// ImportProgress tells how far an import is. Every arrival that was read either
// counts as Stored, Known, Repeated or Rejected, or waits to be stored.
type ImportProgress struct {
	Read     int     // arrivals
	Stored   int     // new seeds; in a dry run, seeds that would be stored
	Known    int     // isomorphs of seeds that the bank had
	Repeated int     // isomorphs of earlier arrivals of this import
	Rejected int     // not proper, not readable or not to be rated
	Reduced  int     // arrivals, of any of these kinds, with redundant clues
	Related  Related // in a dry run, what the arrivals are to the bank
	StoredBy ByLevel // stored, by level
	InBank   ByLevel // seeds in the bank, by level, as far as this run knows
}

// Related counts puzzles by what they are to a bank.
type Related [seedbank.IsForeign + 1]int

// Import adds arrivals to a bank and returns its final progress. It ends with the
// last arrival. When ctx is done, which is no error, it stores the puzzles that
// are rated and leaves the others out.
//
// A bank holds minimal puzzles only. An arrival with redundant clues is reduced
// to one of its minimal cores: its canonical form is read row by row, and each
// clue is taken away if the solution stays unique. So isomorphs have the same
// core, and a puzzle that was imported before is recognized.
func Import(ctx context.Context, bank *seedbank.Writer, arrivals iter.Seq[[]Arrival], options ImportOptions) (ImportProgress, error) {
	im := &importer{options: &options, seen: map[seed.Key]bool{}}
	if err := im.open(ctx, bank); err != nil {
		return ImportProgress{}, err
	}
	err := im.store.close(im.run(ctx, arrivals))
	return im.progress(), err
}

// TryImport does what [Import] does, but stores nothing. The options may ask what the
// arrivals are to the bank.
func TryImport(ctx context.Context, bank *seedbank.Bank, arrivals iter.Seq[[]Arrival], options ImportOptions) (p ImportProgress, err error) {
	im := &importer{options: &options, seen: map[seed.Key]bool{}}
	if im.stock, err = newStock(options.Ladders, options.Enough); err != nil {
		return p, err
	}
	if im.store, err = openDryStore(ctx, bank); err != nil {
		return p, err
	}
	err = im.store.close(im.run(ctx, arrivals))
	return im.progress(), err
}

// importer is an import under way.
//
//	arrivals -> inspect -> repeated? -> rate, ladders -> store
//
// A pipeline takes each batch of arrivals through these stages. Known puzzles are
// not rated.
type importer struct {
	options *ImportOptions
	store   *store
	stock   *stock            // that ladders fill
	seen    map[seed.Key]bool // arrivals that the bank did not know
	counted ImportProgress    // without what the store counts
}

// batch is the inspections of a batch of arrivals, or the error of looking for
// them in the bank.
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
	im.store.recounted = func() error { return im.stock.recount(im.store.ctx, bank.Bank) }
	if err := im.store.recounted(); err != nil {
		return im.store.close(err)
	}
	return nil
}

// run takes all arrivals through both stages.
func (im *importer) run(ctx context.Context, arrivals iter.Seq[[]Arrival]) error {
	p := pipeline[*inspector, []Arrival, batch, []inspection]{
		workers: ordered.OrCores(im.options.Workers),
		newCore: func() *inspector {
			in := newInspector(ctx, im.store.reader)
			in.relates = im.store.dry
			return in
		},
		first: func(_ context.Context, in *inspector, arrivals []Arrival) (b batch) {
			b.list, b.err = in.inspectAll(arrivals)
			return b
		},
		between: im.passOn,
		second: func(in *inspector, portion []inspection) []inspection {
			return im.complete(ctx, &in.maker, portion)
		},
		take: im.take,
	}
	return p.run(ctx, func(context.Context) iter.Seq[[]Arrival] { return arrivals })
}

// passOn passes on the arrivals of a batch, in portions for one worker.
func (im *importer) passOn(_ context.Context, b batch, pass func([]inspection) error) error {
	if b.err != nil {
		return b.err
	}
	im.markRepeated(b.list)
	for portion := range portions(b.list) {
		if err := pass(portion); err != nil {
			return err
		}
	}
	return nil
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

// portions cuts a list after every few new puzzles.
func portions(list []inspection) iter.Seq[[]inspection] {
	return func(yield func([]inspection) bool) {
		begin, toRate := 0, 0
		for i := range list {
			if list[i].outcome == isNew {
				toRate++
			}
			if toRate == atOnce || i == len(list)-1 {
				if !yield(list[begin : i+1]) {
					return
				}
				begin, toRate = i+1, 0
			}
		}
	}
}

// complete rates new puzzles and makes their ladders.
func (im *importer) complete(ctx context.Context, m *maker, portion []inspection) []inspection {
	for i := range portion {
		a := &portion[i]
		if a.outcome != isNew {
			continue
		}
		if ctx.Err() != nil {
			a.outcome = isLeftOut
		} else if a.err = im.completeOne(m, &a.seed); a.err != nil {
			a.outcome = isRejected
		}
	}
	return portion
}

func (im *importer) completeOne(m *maker, s *seed.Seed) error {
	if err := m.rate(s); err != nil {
		return err
	}
	return m.complete(s, im.stock)
}

// take counts the arrivals of a portion and stores the new seeds.
func (im *importer) take(portion []inspection) error {
	for i := range portion {
		im.takeOne(&portion[i])
	}
	im.store.made = im.counted.Read
	err := im.store.flushIfDue()
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
