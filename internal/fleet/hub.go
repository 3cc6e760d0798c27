package fleet

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// HubOptions say what a hub plans and how it checks.
type HubOptions struct {
	Name string       // of the bank, for people
	Mine mine.Options // what to find

	Trust    float64       // share of the seeds whose ratings are made anew, 0 to 1
	Checkers int           // results that are checked at a time; 0 is one for each core
	Replicas int           // of the streams; 0 is 1
	AckWait  time.Duration // a worker that was not heard of for this time has lost its unit; 0 is 45 s

	// Drain plans nothing: the hub ends when everything that was planned before is
	// stored.
	Drain bool

	Own *WorkerOptions // a worker of the hub itself; nil: it leaves the work to others

	Log    *slog.Logger // what people should know; nil: nothing is logged
	Report func(Status) // is called every second, from one goroutine at a time; may be nil

	mostResults int64  // bytes that wait to be stored; 0 is bounds.Results
	again       shares // of the units that are done again; zero: as they usually are
}

// UnitSize is the number of puzzles of a unit that prunes, unless somebody says another
// number. It takes one core of this time some 5 seconds without ladders, and 20 with them.
const UnitSize = 10_000

// Rhythm of a hub.
const (
	planEvery    = 250 * time.Millisecond
	reportEvery  = time.Second
	gatherFor    = 200 * time.Millisecond // results, to store them in one transaction
	gatherBytes  = 8 << 20                // likewise, and results that are on their way from the server
	askTimeout   = 5 * time.Second        // of the server
	lastAnswer   = time.Second            // likewise, when the hub is ending
	tellAfter    = time.Second / 2        // a hub that is ending says what it waits for
	leastWaiting = 4                      // units that wait for workers
	mostWaiting  = 4096                   // likewise, whatever workers say
)

// Hub plans units for what the bank lacks and stores what workers find, until ctx is
// done, which is no error, or the bank has everything that it is asked for. It returns
// the final status. The bank must have been opened to write.
//
// It ends within seconds after ctx is done. Results that come too late wait in their
// stream for the next hub.
func Hub(ctx context.Context, nc *nats.Conn, bank *seedbank.Writer, options HubOptions) (Status, error) {
	h, err := openHub(ctx, nc, bank, &options)
	if err != nil && ctx.Err() != nil { // it was told to end before it had begun
		return Status{Bank: options.Name, Started: time.Now(), Unknown: true}, nil
	}
	if err != nil {
		return Status{}, err
	}
	defer h.link.close()
	ended := make(chan struct{})
	defer close(ended)
	go h.tellSteps(ctx, ended)

	group, working := errgroup.WithContext(ctx)
	working, stop := context.WithCancel(working)
	defer stop()
	if options.Own != nil {
		own := *options.Own
		own.key = h.ownKey
		group.Go(func() error { return Worker(working, nc, own) })
	}
	group.Go(func() error {
		defer stop()
		err := h.run(working)
		h.enter("its own worker, which hands back its units")
		return err
	})
	err = errors.Join(group.Wait(), h.review.giveUp())
	h.enter("the NATS server, to plan units once more")
	h.planLast(ctx)
	h.enter("the bank, to note the end of the run")
	err = h.mining.Close(err)
	h.enter("the NATS server, to say what is left")
	h.askAtEnd(ctx)
	h.status.Progress = h.mining.Progress()
	return h.status, err
}

// hub is a hub at work. One goroutine plans and stores; the others only read, and check
// what is read.
//
//	plan -> stream of units -> workers -> stream of results -> check -> store -> review
type hub struct {
	options *HubOptions
	log     *slog.Logger
	nc      *nats.Conn
	js      jetstream.JetStream
	link    *link
	bank    *seedbank.Writer
	mining  *mine.Plan
	auditor *auditor
	crew    *crew
	review  *review
	secret  secret
	ownKey  ed25519.PrivateKey

	streams streams
	place   string // name of the bookmark: how far results are stored
	next    uint64 // number of the next result to store

	cleared time.Time // when the bank forgot which units were counted

	unit    *mine.Unit // planned, but not taken by the stream yet
	repeats []repeat   // units to plan once more
	silent  bool       // the server did not answer lately, and this was logged
	speed   speed
	storing time.Duration // spent on it so far
	status  Status
	step    atomic.Pointer[string] // what the hub waits for now

	mutex sync.Mutex // of what follows
	shown []byte     // the status as JSON
}

func openHub(ctx context.Context, nc *nats.Conn, bank *seedbank.Writer, options *HubOptions) (h *hub, err error) {
	h = &hub{
		options: options, log: options.Log, nc: nc, bank: bank, crew: newCrew(), ownKey: newKey(),
		status: Status{Bank: options.Name, Started: time.Now()},
	}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	if h.js, err = jetstream.New(nc); err != nil {
		return nil, err
	}
	if err := h.mustBeAlone(ctx); err != nil {
		return nil, err
	}
	mining := options.Mine
	mining.Resume, mining.UnitSize = true, cmp.Or(mining.UnitSize, UnitSize)
	if h.mining, err = mine.OpenPlan(ctx, bank, mining); err != nil {
		return nil, err
	}
	h.secret, err = openSecret(ctx, bank, func(places map[string]uint64) error {
		_, err := h.mining.Collect(context.WithoutCancel(ctx), nil, places)
		return err
	})
	if err == nil {
		h.auditor = &auditor{trust: options.Trust, secret: h.secret}
		h.review = newReview(h)
		err = h.begin(ctx)
	}
	if err != nil {
		return nil, h.mining.Close(err)
	}
	h.link = watch(ctx, nc, lastAnswer)
	return h, nil
}

// mustBeAlone returns an error if there is a hub already, which would take the results
// of this one.
func (h *hub) mustBeAlone(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if other, err := Ask(ctx, h.nc); err == nil {
		return fmt.Errorf("a hub that fills %s is at work at this NATS server already", other.Bank)
	}
	return nil
}

// begin makes the streams if need be, and finds out how far their results are stored.
func (h *hub) begin(ctx context.Context) (err error) {
	streams := &streamOptions{
		replicas: max(1, h.options.Replicas), ackWait: cmp.Or(h.options.AckWait, defaultAckWait),
		mostResults: cmp.Or(h.options.mostResults, bounds.Results), planner: h.secret.mark("planner", ""), log: h.log,
	}
	if h.streams, err = openStreams(ctx, h.js, streams); err != nil {
		return err
	}
	results := h.streams.results.CachedInfo()
	// A stream that was made anew counts from 1 again.
	h.place = "results " + results.Created.UTC().Format(time.RFC3339Nano)
	stored, err := h.bank.Bookmark(ctx, h.place)
	if err != nil {
		return err
	}
	if stored > results.State.LastSeq { // so does one whose server has lost its files in part
		stored = 0
	}
	h.next = stored + 1
	return nil
}

// run runs the hub until everything is found or ctx is done.
func (h *hub) run(ctx context.Context) error {
	h.report()
	for subject, handle := range map[string]nats.MsgHandler{aliveSubject: h.hear, statusSubject: h.answer} {
		subscription, err := h.nc.Subscribe(subject, handle)
		if err != nil {
			return err
		}
		defer subscription.Unsubscribe()
	}
	go h.review.run(ctx)
	for {
		err := h.work(ctx)
		if !errors.Is(err, errOtherStreams) || ctx.Err() != nil {
			return err
		}
		h.log.Warn("the NATS server has lost messages, and work begins anew", "error", err)
		if err := h.begin(ctx); err != nil && ctx.Err() == nil {
			return err
		}
	}
}

// work plans and stores, with the streams that there are. Nobody waits for the end of
// the goroutines that read and check results: what they have then, nobody takes.
func (h *hub) work(ctx context.Context) error {
	reading, stop := context.WithCancel(ctx)
	defer stop()
	results := make(chan *audit)
	go h.read(reading, h.next, results)

	plan, report := time.NewTicker(planEvery), time.NewTicker(reportEvery)
	defer plan.Stop()
	defer report.Stop()
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
			if done, err := h.plan(ctx); done || err != nil {
				return err
			}
		case <-report.C:
			h.report()
		}
	}
	h.report()
	return h.clear(ctx)
}

// enter notes what the hub waits for from now on.
func (h *hub) enter(step string) { h.step.Store(&step) }

// tellSteps says what a hub waits for that is told to end and has not ended yet.
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

// found reports whether the bank has everything that it is asked for, or nothing is left
// to do.
func (h *hub) found() bool {
	return !h.options.Drain && (h.mining.Met() || h.mining.Ended() && h.idle())
}

// idle reports whether everything is done that was planned, as far as the hub knows.
func (h *hub) idle() bool {
	return h.status.Waiting == 0 && h.status.UnderWay == 0 && h.status.Results == 0 && len(h.repeats) == 0 && h.review.idle()
}
