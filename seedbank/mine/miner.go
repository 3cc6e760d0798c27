package mine

import (
	"context"
	"errors"
	"slices"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/pattern"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// atOnce is the number of seeds whose ladders a worker makes at a time. It is
// small, so that the workers share the seeds of one batch.
const atOnce = 4

// miner is a run under way.
//
//	jobs -> make, rate -> choose -> ladders -> store
//
// A pipeline takes each job through these stages.
type miner struct {
	options *Options
	source  source
	demand  *demand
	store   *store
	stock   *stock                       // that ladders fill
	levels  seedbank.Range[rating.Level] // of symmetric puzzles that are of use

	// Only the goroutine that stores uses these.
	unwanted, passedOver int
	symmetric            ByLevel
	starts               int
	walks                []WalkProgress
	patterns             []PatternProgress
}

// findings are the results of a job.
type findings struct {
	symmetry   transform.Symmetry // that puzzles were made for; each is the rung of its seed, or the seed if it has none
	pattern    int                // number of the pattern that puzzles were made for, in the same way
	tried      Tried              // to make puzzles with the pattern
	unwanted   int                // puzzles of other levels than those to keep
	known      int                // puzzles that are isomorphs of seeds of the bank
	passedOver int                // puzzles of a walk that are not among the best
	seeds      []seed.Seed        // the others; rated, without ladders
	start      *walk              // which needs the seeds to set out from, or nil
	step       *step              // if the job was a step of a walk
	ended      bool               // the step was taken to its end, or there was none
	err        error
}

// portion is a part of the findings of a job, for one worker to make ladders.
type portion struct {
	known, unwanted, passedOver int

	pattern int   // of the seeds, or 0
	tried   Tried // for the pattern

	seeds     []seed.Seed
	symmetric bool  // they need no ladders
	start     *walk // which needs the seeds to set out from, or nil
	step      *step // of a walk
	last      bool  // the job was done to its end, and this is its last portion
	err       error

	// settled is nil, or asks to store the seeds at once. It is closed when
	// they are stored.
	settled chan struct{}
}

// made returns the number of puzzles whose fate is decided with a portion.
func (p *portion) made() int { return p.known + p.unwanted + p.passedOver + len(p.seeds) }

// worker is the scratch memory of a core.
type worker struct {
	maker    maker
	puzzle   func(i uint64) sudoku.Puzzle
	thinner  *thinner // makes symmetric puzzles
	arranger pattern.Arranger
	walkers  map[*walk]*walker
	shaper   *shaper // makes puzzles with patterns
}

// newMiner opens a run: it notes in the bank that the run begins, and reports
// the first progress.
func newMiner(ctx context.Context, bank *seedbank.Writer, options *Options, source source) (m *miner, err error) {
	m = &miner{options: options, source: source, demand: newDemand(options), levels: options.symmetricLevels()}
	if m.stock, err = newStock(options.Ladders, options.Enough); err != nil {
		return nil, err
	}
	for _, p := range options.Patterns {
		m.patterns = append(m.patterns, PatternProgress{Name: p.Name})
	}
	m.store, err = openStore(ctx, bank, seedbank.Run{
		Arguments: options.Arguments, RandomSeed: options.RandomSeed, Program: options.Program,
	})
	if err != nil {
		return nil, err
	}
	m.store.settled, m.store.recounted = m.demand.settle, m.recount
	if err := m.recount(); err != nil {
		return nil, m.store.close(err)
	}
	m.demand.begin()
	m.report()
	return m, nil
}

// recount counts the seeds of the bank for each target, and the stock.
func (m *miner) recount() error {
	inBank, err := countTargets(m.store, m.options)
	if err != nil {
		return err
	}
	m.demand.recount(inBank)
	return m.stock.recount(m.store.ctx, m.store.bank.Bank)
}

// countTargets counts the seeds of a bank for each target.
func countTargets(store *store, options *Options) (inBank []int, err error) {
	inBank = make([]int, len(options.Targets))
	for i := range inBank {
		if options.Targets[i].OfRun {
			continue
		}
		kind, err := store.bank.Select(store.ctx, options.Targets[i].Kind)
		if err != nil {
			return nil, err
		}
		inBank[i] = int(kind.Len())
	}
	return inBank, nil
}

// run mines until the options or ctx end it.
func (m *miner) run(ctx context.Context) error {
	if m.demand.met() {
		return nil
	}
	jobs := newJobs(m.store, m.options, m.demand)
	p := pipeline[*worker, job, findings, *portion]{
		workers: ordered.OrCores(m.options.Workers),
		newCore: m.newWorker,
		first:   m.do,
		between: m.choose,
		second:  m.complete,
		take:    m.take,
	}
	err := p.run(ctx, jobs.all)
	if errors.Is(err, errEnough) {
		return nil
	}
	return errors.Join(err, jobs.failed)
}

func (m *miner) newWorker() *worker {
	return &worker{
		puzzle: m.source.open(), thinner: newThinner(m.options.RandomSeed), shaper: newShaper(m.options.RandomSeed),
		walkers: map[*walk]*walker{},
	}
}

// do makes and rates the puzzles of a job.
func (m *miner) do(ctx context.Context, w *worker, j job) (f findings) {
	switch {
	case j.step != nil:
		f, f.err = w.walker(j.step.walk).take(ctx, j.step)
		f.symmetry = j.step.walk.Symmetry
	case j.seeds != nil:
		f, f.err = m.symmetrize(ctx, w, j)
		f.symmetry, f.ended = j.symmetry, true
	case j.symmetry != transform.NoSymmetry:
		f, f.err = m.symmetricBatch(w, j)
		f.symmetry, f.start, f.ended = j.symmetry, j.start, true
	case j.pattern > 0:
		f, f.err = m.patternBatch(ctx, w, j)
		f.pattern, f.ended = j.pattern, true
	default:
		f, f.err = m.batch(w, j.first)
		f.start, f.ended = j.start, true
	}
	return f
}

func (w *worker) walker(walk *walk) *walker {
	if w.walkers[walk] == nil {
		w.walkers[walk] = newWalker(walk.Walk, walk.randomSeed, &w.maker)
		w.walkers[walk].walk = walk
	}
	return w.walkers[walk]
}

// batch makes the puzzles of a batch, and rates those that the bank does not
// know.
func (m *miner) batch(w *worker, first uint64) (f findings, err error) {
	for i := range uint64(batchSize) {
		s := w.maker.seed(w.puzzle(first+i), m.source.origin)
		isKnown, err := m.store.reader.Has(m.store.ctx, s.Key())
		if err != nil {
			return f, err
		}
		if isKnown {
			f.known++
			continue
		}
		if err := w.maker.rate(&s); err != nil {
			return f, err
		}
		f.seeds = append(f.seeds, s)
	}
	return f, nil
}

// choose decides which findings are kept, and passes them on. If they may be
// everything the run was asked for, it waits until it is known which of them
// were new.
func (m *miner) choose(ctx context.Context, f findings, pass func(*portion) error) error {
	if f.err != nil {
		return f.err
	}
	if m.demand.met() { // by seeds of another process
		return errEnough
	}
	symmetric := f.symmetry != transform.NoSymmetry || f.pattern > 0
	p := &portion{
		known: f.known, unwanted: f.unwanted, passedOver: f.passedOver, symmetric: symmetric, step: f.step, start: f.start,
		pattern: f.pattern, tried: f.tried,
	}
	for i := range f.seeds {
		s := &f.seeds[i]
		if !m.demand.chooses(s, levelOf(s, symmetric), f.step != nil, f.start) {
			p.unwanted++
			continue
		}
		p.seeds = append(p.seeds, *s)
		maybeMet := m.demand.send(s)
		if !maybeMet && len(p.seeds) < atOnce {
			continue
		}
		if maybeMet {
			p.settled = make(chan struct{})
		}
		if err := pass(p); err != nil {
			return err
		}
		if maybeMet {
			if err := m.await(ctx, p.settled); err != nil {
				return err
			}
		}
		p = &portion{symmetric: symmetric, step: f.step, start: f.start, pattern: f.pattern}
	}
	p.last = f.ended
	return pass(p)
}

// await waits until the chosen seeds are settled. It returns errEnough if
// nothing is left to find.
func (m *miner) await(ctx context.Context, settled <-chan struct{}) error {
	select {
	case <-settled:
	case <-ctx.Done():
		return errStopped
	}
	if m.demand.met() {
		return errEnough
	}
	return nil
}

// complete makes the ladders of a portion.
func (m *miner) complete(w *worker, p *portion) *portion {
	if p.symmetric {
		for i := range p.seeds {
			w.maker.addSolution(&p.seeds[i])
		}
		return p
	}
	for i := range p.seeds {
		if p.err = w.maker.complete(&p.seeds[i], m.stock); p.err != nil {
			break
		}
	}
	return p
}

// take stores the seeds of a portion from time to time. The last portion of a
// step is stored at once, so that the next steps can set out from its seeds.
func (m *miner) take(p *portion) error {
	if p.err != nil {
		return p.err
	}
	m.store.made += p.made()
	m.store.known += p.known
	m.unwanted += p.unwanted
	m.passedOver += p.passedOver
	if p.start != nil {
		m.starts += p.made()
	}
	if p.step != nil {
		if err := m.noteBest(p); err != nil {
			return err
		}
	}
	if p.symmetric {
		for i := range p.seeds {
			m.symmetric[levelOf(&p.seeds[i], true)]++
		}
	}
	m.notePattern(p)
	m.store.add(p.seeds...)
	if err := m.flush(p); err != nil {
		return err
	}
	if p.settled != nil {
		close(p.settled)
	}
	m.report()
	return nil
}

func (m *miner) flush(p *portion) error {
	switch {
	case p.last && p.step != nil:
		return m.noteStep(p.step)
	case p.last && p.start != nil:
		defer p.start.noteStart()
		return m.store.flush()
	case p.settled != nil:
		return m.store.flush()
	}
	return m.store.flushIfDue()
}

// noteStep stores the findings of a step and notes that it was taken.
func (m *miner) noteStep(s *step) error {
	if err := m.store.flush(); err != nil {
		return err
	}
	progress := m.walkOf(s)
	progress.Steps++
	progress.At, progress.Ahead = s.at, s.ahead
	err := s.walk.done(m.store.ctx, s)
	if s.walk.Symmetry == transform.NoSymmetry {
		progress.Moves = s.walk.learned()
	}
	return err
}

// noteBest notes the best value that the walk of a step has reached.
func (m *miner) noteBest(p *portion) (err error) {
	progress, walk := m.walkOf(p.step), p.step.walk
	goal := walk.goal
	if progress.Best == 0 {
		progress.Best, _, err = m.store.bank.Best(m.store.ctx, walk.Walk)
	}
	for i := range p.seeds {
		if value := goal.valueOf(&p.seeds[i]); goal.better(value, progress.Best) < 0 {
			progress.Best = value
		}
	}
	return err
}

// walkOf returns the progress of the walk of a step.
func (m *miner) walkOf(s *step) *WalkProgress {
	is := s.walk.Walk
	i := slices.IndexFunc(m.walks, func(p WalkProgress) bool { return seedbank.Walk{Toward: p.Toward, Symmetry: p.Symmetry} == is })
	if i < 0 {
		i = len(m.walks)
		m.walks = append(m.walks, WalkProgress{Toward: is.Toward, Symmetry: is.Symmetry})
	}
	return &m.walks[i]
}

// progress returns how far the run is.
func (m *miner) progress() Progress {
	return Progress{
		Made:       m.store.made,
		Stored:     m.store.stored,
		Known:      m.store.known,
		Unwanted:   m.unwanted,
		PassedOver: m.passedOver,
		Symmetric:  m.symmetric,
		Patterns:   slices.Clone(m.patterns),
		StoredBy:   m.store.storedBy,
		InBank:     m.store.inBank,
		Targets:    m.demand.progress(),
		Walks:      slices.Clone(m.walks),
		Starts:     m.starts,
	}
}

func (m *miner) report() {
	if m.options.Report != nil {
		m.options.Report(m.progress())
	}
}
