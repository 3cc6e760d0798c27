package mine

import (
	"context"
	"errors"
	"iter"

	"github.com/seedoku/seedoku/seedbank/inorder"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
)

// An import has two stages, each on all workers, with one place between them
// where puzzles pass one by one:
//
//	arrivals -> sift: proper? minimal? in the bank? -> repeated? -> rate, climb -> bank
//
// So what is known costs no rating, and what is stored, and in which order, does
// not depend on the number of workers.

// Arrival is somebody's puzzle, on its way into a bank.
type Arrival struct {
	Place string      // where it stood, such as FILE:LINE
	Clues sudoku.Grid // nothing is promised of them
	Err   error       // why they could not be read, if so
}

// ImportOptions say how an import goes.
type ImportOptions struct {
	Workers   int  // goroutines that work on puzzles, at least 1
	NoLadders bool // store seeds without ladders, which takes less time
	DryRun    bool // store nothing; the bank may be open to read only

	Program   string // version, for the record of the run
	Arguments string // of the command line, likewise

	// Reject is called for every arrival that is not imported, in their order,
	// and Report from time to time, both from one goroutine at a time.
	Reject func(place string, reason error)
	Report func(ImportProgress)
}

// ImportProgress tells how far an import is. Every arrival that was read is in
// one of Stored, Known, Repeated and Rejected, or waits to be stored.
type ImportProgress struct {
	Read     int     // arrivals
	Stored   int     // as new seeds; of a dry run: that would be
	Known    int     // isomorphs of seeds that the bank had
	Repeated int     // isomorphs of earlier arrivals of this import
	Rejected int     // not proper, not readable or not to be rated
	Reduced  int     // of all of these, had redundant clues
	StoredBy ByLevel // stored, by level
	InBank   ByLevel // seeds in the bank, by level, as far as this run knows
}

// A worker rates rateAtOnce puzzles at a time, and may be farAhead such portions
// ahead of a slower one: one puzzle in a thousand takes a thousand times as long
// as most.
const (
	rateAtOnce = 4
	farAhead   = 64
)

// Import adds arrivals to a bank and returns what came of them. It ends when
// they do. When ctx is done, which is no error, it stores what is rated and
// leaves the others out.
//
// A bank holds minimal puzzles only. An arrival with redundant clues is reduced
// to one of its minimal cores: of the clues of its canonical form, read row by
// row, each is taken away if the solution stays unique. So isomorphs have the
// same core, and what was imported before is known again.
func Import(ctx context.Context, bank *seedbank.Bank, arrivals iter.Seq[[]Arrival], options ImportOptions) (ImportProgress, error) {
	im := &importer{options: options, cores: make(chan struct{}, options.Workers)}
	if err := im.begin(ctx, bank); err != nil {
		return im.progress, err
	}
	err := im.run(ctx, arrivals)
	if im.known != bank {
		err = errors.Join(err, im.known.Close())
	}
	if err != nil || im.writer == nil {
		return im.progress, err
	}
	err = im.writer.end()
	im.count()
	return im.progress, err
}

// importer is an import under way.
type importer struct {
	options  ImportOptions
	known    *seedbank.Bank // the bank, to look for what is known
	writer   *writer        // nil in a dry run
	cores    chan struct{}  // has an element for each worker, of both stages, that works
	waiting  ImportProgress // without what the writer knows
	progress ImportProgress
}

// begin notes the run in the bank and counts what is there.
func (im *importer) begin(ctx context.Context, bank *seedbank.Bank) (err error) {
	if im.options.DryRun {
		im.known = bank
		im.waiting.InBank, err = bank.SeedsByLevel(ctx)
		im.count()
		return err
	}
	// A bank that is open to write has one connection. Who looks for seeds on
	// another one does not wait while seeds are stored.
	if im.known, err = seedbank.OpenReadOnly(ctx, bank.Path()); err != nil {
		return err
	}
	im.writer = &writer{
		ctx:     context.WithoutCancel(ctx), // what was found is stored even when ctx is done
		bank:    bank,
		options: Options{Program: im.options.Program, Arguments: im.options.Arguments},
		report:  func(Progress) {},
	}
	if err = im.writer.begin(); err != nil {
		return errors.Join(err, im.known.Close())
	}
	im.count()
	return nil
}

// run takes all arrivals through both stages.
func (im *importer) run(ctx context.Context, arrivals iter.Seq[[]Arrival]) error {
	var siftErr error
	toRate := func(yield func([]sifted) bool) {
		if err := im.sift(ctx, arrivals, yield); err != errEnough { // of which the other stage knows more
			siftErr = err
		}
	}
	newWork := func() func([]sifted) []sifted {
		var work climber
		return func(batch []sifted) []sifted { return im.rate(ctx, &work, batch) }
	}
	// Nothing that is rated is dropped when ctx is done.
	err := inorder.Run(context.WithoutCancel(ctx), inorder.Pool{Workers: im.options.Workers, Ahead: farAhead}, toRate, newWork, im.take)
	return errors.Join(err, siftErr)
}

// rate rates what is new and makes ladders.
func (im *importer) rate(ctx context.Context, work *climber, batch []sifted) []sifted {
	im.cores <- struct{}{}
	defer func() { <-im.cores }()
	for i := range batch {
		s := &batch[i]
		if s.fate != isNew {
			continue
		}
		if ctx.Err() != nil {
			s.fate = isLeftOut
		} else if s.err = im.rateOne(work, &s.seed); s.err != nil {
			s.fate = isRejected
		}
	}
	return batch
}

func (im *importer) rateOne(work *climber, seed *seedbank.Seed) (err error) {
	seed.Origin = seedbank.Import
	seed.Rating, err = work.rater.Rate(&seed.Puzzle)
	if err != nil || im.options.NoLadders {
		return err
	}
	return work.climb(seed)
}

// take counts puzzles and stores what is new.
func (im *importer) take(batch []sifted) error {
	for i := range batch {
		im.takeOne(&batch[i])
	}
	var err error
	if im.writer != nil {
		im.writer.progress.Made = im.waiting.Read
		err = im.writer.storeIfDue()
	}
	im.count()
	im.options.Report(im.progress)
	return err
}

func (im *importer) takeOne(s *sifted) {
	p := &im.waiting
	if s.fate == isLeftOut {
		return
	}
	p.Read++
	if s.reduced {
		p.Reduced++
	}
	switch s.fate {
	case isNew:
		im.store(&s.seed)
	case isKnown:
		p.Known++
	case isRepeated:
		p.Repeated++
	case isRejected:
		p.Rejected++
		im.options.Reject(s.place, s.err)
	}
}

// store hands a seed to the writer, or counts it as if it were stored.
func (im *importer) store(s *seedbank.Seed) {
	if im.writer != nil {
		im.writer.add(s)
		return
	}
	level := s.Rating.Level()
	im.waiting.Stored++
	im.waiting.StoredBy[level]++
	im.waiting.InBank[level]++
}

// count brings the progress up to date.
func (im *importer) count() {
	im.progress = im.waiting
	if im.writer != nil {
		stored := &im.writer.progress
		im.progress.Stored, im.progress.StoredBy, im.progress.InBank = stored.Stored, stored.StoredBy, stored.InBank
		im.progress.Known += stored.Known // what others stored in the meantime
	}
}
