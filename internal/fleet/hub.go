package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// HubOptions say which seeds a hub wants and how it checks results.
type HubOptions struct {
	Name string       // name of the bank, for people
	Mine mine.Options // of the run

	Trust    float64       // share of the seeds to rate again, 0 to 1
	Replicas int           // replicas of the streams; 0 means 1
	AckWait  time.Duration // time of silence after which another worker gets the unit; 0 means 45 s

	// Drain plans no units: the hub ends when the results of all planned units are stored.
	Drain bool

	Own *WorkerOptions // worker in the process of the hub; nil: none

	// Contributors is where contributors ask through HTTP, inside of TLS. The hub closes it.
	// Nil: there are none.
	Contributors net.Listener

	Log    *slog.Logger // nil: nothing is logged
	Report func(Status) // is called every second, from one goroutine at a time; may be nil

	mostResults int64         // greatest number of bytes of waiting results; 0 means bounds.Results
	leastTime   time.Duration // in which each unit has to be done, at least; 0 goes by the size of units
	again       shares        // shares of units to do again; zero means usualShares
}

// UnitSize is the default number of puzzles of a unit that prunes. Such a unit takes one
// core some 5 seconds without ladders, and 20 with them.
const UnitSize = 10_000

// Rhythm of a hub.
const (
	planEvery    = 250 * time.Millisecond
	reportEvery  = time.Second
	noteEvery    = time.Minute            // the seeds of the hour
	gatherFor    = 200 * time.Millisecond // longest time to gather results for one transaction
	gatherBytes  = 8 << 20                // greatest size of these results, and of a fetch
	askTimeout   = 5 * time.Second        // longest question to the server
	lastAnswer   = time.Second            // longest question when the hub is ending
	tellAfter    = time.Second / 2        // time after which an ending hub logs a step
	mostQuiet    = 20                     // greatest number of plans that wait for a unit without a trace
	leastWaiting = 4                      // least number of units that wait for workers
	mostWaiting  = 4096                   // greatest number of them
)

// Hub plans units for the seeds that the bank lacks, and stores the seeds that workers find.
// It ends when the bank has all seeds that the options want, or when ctx is done, which is
// no error unless its server made no streams until then. It returns the final status. The bank must
// have been opened to write.
//
// It ends within seconds after ctx is done. Results that come later wait in their stream
// for the next hub.
func Hub(ctx context.Context, nc *nats.Conn, bank *change.Writer, options HubOptions) (Status, error) {
	if options.Contributors != nil {
		defer options.Contributors.Close()
	}
	h, err := openHub(ctx, nc, bank, &options)
	if err != nil && ctx.Err() != nil && !errors.Is(err, errNoStreams) { // ctx was done before the hub had begun
		return Status{Bank: options.Name, Started: time.Now(), Unknown: true}, nil
	}
	if err != nil {
		return Status{}, err
	}
	defer h.reader.Close()
	defer h.link.close()
	defer h.gate.link.close()
	ended := make(chan struct{})
	defer close(ended)
	go h.tellSteps(ctx, ended)

	group, working := errgroup.WithContext(ctx)
	working, stop := context.WithCancel(working)
	defer stop()
	answering, hush := outlast(working, workerGrace)
	defer hush()
	var answers errgroup.Group
	answer := func(door func() error) {
		answers.Go(func() error {
			err := door()
			if err != nil {
				stop() // nobody would reach the hub
			}
			return err
		})
	}
	answer(func() error { return h.gate.listen(answering, nc) })
	if options.Contributors != nil {
		answer(func() error { return h.gate.serve(answering, options.Contributors) })
	}
	if options.Own != nil {
		group.Go(func() error { return runWorker(working, ownDoor{h.gate, sender{key: ownKey}}, *options.Own) })
	}
	group.Go(func() error {
		defer stop()
		err := h.run(working)
		h.enter("its own worker, which hands back its units")
		return err
	})
	err = errors.Join(group.Wait(), h.review.giveUp())
	hasRoom := !errors.Is(err, seedbank.ErrFull) // what the bank does not take is not tried again
	if hasRoom {
		err = errors.Join(err, h.given.endAll(context.WithoutCancel(ctx)))
	}
	h.enter("the NATS server, to plan units once more")
	answered := h.planLast(ctx)
	h.enter("the bank, to note the end of the run")
	if hasRoom {
		err = errors.Join(err, h.noteHour(context.WithoutCancel(ctx)))
	}
	err = h.mining.Close(err)
	if h.status.Unknown = !answered; answered {
		h.enter("the NATS server, to say what is left")
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastAnswer)
		defer cancel()
		h.status.Unknown = h.askStreams(last) != nil
	}
	h.status.Progress = h.mining.Progress()
	h.countClaimed(context.WithoutCancel(ctx))
	hush()
	return h.status, errors.Join(err, answers.Wait())
}

// hub is a hub at work. One goroutine plans and stores; the others only read and check
// results.
//
//	plan -> stream of units -> workers -> stream of results -> check -> store -> review
type hub struct {
	options *HubOptions
	log     *slog.Logger
	nc      *nats.Conn
	js      jetstream.JetStream
	link    *link
	bank    *change.Writer
	reader  *seedbank.Bank // of the same bank: admission waits for no transaction of the hub
	mining  *mine.Plan
	auditor *auditor
	crew    *crew
	review  *review
	secret  secret
	gate    *gate
	given   *contributed
	parts   parts // only the main loop uses them

	withdraw []change.Withdrawal // what refused contributors have given
	taken    uint64              // withdrawals from the bank, as far as the hub knew when it planned last

	streams streams
	place   string // name of the bookmark for the last stored result
	next    uint64 // number of the next result to store

	counted counted

	unit    *work.Unit            // planned unit that the stream has not accepted yet
	planned map[string]*work.Unit // units that the stream has accepted and that are not done, by name
	quiet   int                   // how often in a row the server said that nothing was left
	orphans bool                  // the bank may have units to plan again
	silent  bool                  // the server did not answer, and this was logged
	speed   speed
	hours   hours
	claimed time.Time     // when the claimed seeds were counted
	storing time.Duration // time spent on storing
	status  Status
	step    atomic.Pointer[string] // what the hub waits for now

	mutex sync.Mutex // guards the status as JSON
	shown []byte     // the status as JSON
}

func openHub(ctx context.Context, nc *nats.Conn, bank *change.Writer, options *HubOptions) (h *hub, err error) {
	h = &hub{
		options: options, log: options.Log, nc: nc, bank: bank, crew: newCrew(), planned: map[string]*work.Unit{}, parts: parts{},
		counted: counted{bank: bank}, status: Status{Bank: options.Name, Started: time.Now()},
	}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	bank.WaitForOthers(ctx, func(err error) {
		h.log.Warn("the hub waits until it can write to the bank", "error", err)
	})
	if h.js, err = jetstream.New(nc); err != nil {
		return nil, err
	}
	if err := h.mustBeAlone(ctx); err != nil {
		return nil, err
	}
	mining := options.Mine
	mining.Resume = !options.Drain // without new units it may fill a bank with seeds of an older rater
	mining.UnitSize, mining.MinutesFor = cmp.Or(mining.UnitSize, UnitSize), gatherFor
	if h.mining, err = mine.OpenPlan(ctx, bank, mining); err != nil {
		return nil, err
	}
	h.secret, err = openSecret(ctx, bank, func(places map[string]uint64) error {
		_, err := h.mining.Collect(context.WithoutCancel(ctx), nil, places)
		return err
	})
	if err == nil {
		h.auditor = &auditor{trust: options.Trust, secret: h.secret}
		h.given = newContributed(h)
		h.withdraw, err = unfinished(ctx, bank)
	}
	if err == nil {
		h.taken, err = change.Withdrawals(ctx, bank.Bank)
	}
	if err == nil {
		h.reader, err = seedbank.Open(ctx, bank.Path())
	}
	if err == nil {
		h.review, h.gate = newReview(h), newGate(h)
		if err = errors.Join(h.suspects(ctx), h.given.resume(ctx), h.begin(ctx)); err != nil {
			err = errors.Join(err, h.reader.Close())
		}
	}
	if err != nil {
		return nil, h.mining.Close(err)
	}
	h.link = watch(ctx, nc, lastAnswer)
	h.gate.link = watch(ctx, nc, workerGrace)
	return h, nil
}

// ownKey is the key of the worker in the process of the hub.
const ownKey = "own"

// errOthersServer says that a hub shall use the server of another one.
var errOthersServer = errors.New("this NATS server belongs to another hub, and no other hub can use it")

// mustBeAlone returns an error if another hub is at work: it would take the results of this
// one.
func (h *hub) mustBeAlone(ctx context.Context) error {
	if h.nc.ConnectedServerName() == serverName && h.nc.Opts.User != hubUser {
		return errOthersServer
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if other, err := Ask(ctx, h.nc); err == nil {
		return fmt.Errorf("a hub that fills %s already uses this NATS server", other.Bank)
	}
	return nil
}

// begin makes the streams if need be, and finds the number of the next result to store.
func (h *hub) begin(ctx context.Context) error {
	streams := &streamOptions{
		replicas: max(1, h.options.Replicas), ackWait: cmp.Or(h.options.AckWait, defaultAckWait),
		mostResults: cmp.Or(h.options.mostResults, bounds.Results), planner: h.planner(), rerates: h.given.own, log: h.log,
	}
	opened, err := openStreams(ctx, h.js, streams)
	if err != nil {
		return err
	}
	h.streams = opened
	h.gate.use(opened)
	results := opened.results.CachedInfo()
	// A new stream counts from 1 again.
	h.place = "results " + results.Created.UTC().Format(time.RFC3339Nano)
	stored, err := change.Bookmark(ctx, h.bank.Bank, h.place)
	if err != nil {
		return err
	}
	if stored > results.State.LastSeq { // the server has lost files, and counts from 1 again
		stored = 0
	}
	h.next = stored + 1
	if gone := results.State.FirstSeq; gone > h.next && results.State.LastSeq >= h.next {
		if stored > 0 {
			h.log.Warn("results are gone from the NATS server that no hub of this bank has stored", "results", gone-h.next)
		}
		h.next = gone
	}
	return nil
}

// run runs the hub until the run is complete or ctx is done.
func (h *hub) run(ctx context.Context) error {
	h.report()
	h.purge(ctx) // a hub that was killed may have left stored results
	subscription, err := h.nc.Subscribe(statusSubject, h.answer)
	if err != nil {
		return err
	}
	defer subscription.Unsubscribe()
	reviewing, stop := context.WithCancel(ctx)
	var reviewed sync.WaitGroup
	reviewed.Go(func() { h.review.run(reviewing) })
	defer reviewed.Wait() // it may be writing to the bank
	defer stop()
	for {
		err := h.work(ctx)
		if !errors.Is(err, errOtherStreams) || ctx.Err() != nil {
			return err
		}
		h.log.Warn("the NATS server has lost messages, and work begins anew", "error", err)
		if err := h.beginAnew(ctx); err != nil && ctx.Err() == nil {
			return err
		}
	}
}

// beginAnew begins again when the streams have changed. The units that were lost with their
// stream are planned once more.
func (h *hub) beginAnew(ctx context.Context) error {
	before := h.gate.since()
	err := h.begin(ctx)
	if err != nil || h.gate.since() == before {
		return err
	}
	return h.keepPlanned(ctx)
}

// work plans and stores until the run is complete, ctx is done or the streams have changed.
// It does not wait for the goroutines that read and check results: their last results stay
// in the stream.
func (h *hub) work(ctx context.Context) error {
	reading, stop := context.WithCancel(ctx)
	defer stop()
	results := make(chan *audit)
	go h.read(reading, h.next, results)

	plan, report, note := time.NewTicker(planEvery), time.NewTicker(reportEvery), time.NewTicker(noteEvery)
	defer plan.Stop()
	defer report.Stop()
	defer note.Stop()
	for !h.found() {
		h.enter("nothing")
		select {
		case <-ctx.Done():
			h.report()
			return nil
		case first := <-results:
			if err := h.take(ctx, first, results); err != nil {
				return err
			}
		case do := <-h.review.ready:
			if err := do(context.WithoutCancel(ctx)); err != nil {
				return err
			}
		case <-plan.C:
			if err := h.withdrawSome(context.WithoutCancel(ctx)); err != nil {
				return err
			}
			if done, err := h.plan(ctx); done || err != nil {
				return err
			}
		case <-report.C:
			h.report()
		case <-note.C:
			if err := h.noteHour(context.WithoutCancel(ctx)); err != nil {
				return err
			}
		}
	}
	h.report()
	return h.clear(ctx)
}

// enter records the step that the hub now waits for.
func (h *hub) enter(step string) { h.step.Store(&step) }

// tellSteps logs the steps that the hub waits for after it was told to end.
func (h *hub) tellSteps(ctx context.Context, ended <-chan struct{}) {
	select {
	case <-ended:
		return
	case <-ctx.Done():
	}
	var told *string
	for {
		select {
		case <-ended:
			return
		case <-time.After(tellAfter):
		}
		if step := h.step.Load(); step != nil && step != told {
			h.log.Info("the hub is ending", "waits for", *step)
			told = step
		}
	}
}

// found reports whether the run is complete, or nothing is left to do.
func (h *hub) found() bool {
	return !h.options.Drain && len(h.withdraw) == 0 && (h.mining.Met() || h.mining.Ended() && h.idle())
}

// idle reports whether all planned units are done and stored, as far as the hub knows. The server
// may count a unit late that it has just accepted. So the hub waits for the units that it has planned
// itself, but not for ever: they can be lost.
func (h *hub) idle() bool {
	return h.nothingLeft() && (len(h.planned) == 0 || h.quiet >= mostQuiet)
}

// nothingLeft reports whether nothing is left to do, as the server counts.
func (h *hub) nothingLeft() bool {
	return h.status.Waiting == 0 && h.status.UnderWay == 0 && h.status.Results == 0 && len(h.withdraw) == 0 && !h.orphans && h.review.idle()
}
