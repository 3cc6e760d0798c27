package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/ordered"
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

	Log    *slog.Logger // what people should know; nil: nothing is logged
	Report func(Status) // is called every second, from one goroutine at a time; may be nil

	mostResults int64 // bytes that wait to be stored; 0 is bounds.Results
}

// UnitSize is the number of puzzles of a unit that prunes, unless somebody says another
// number. It takes one core of this
// time some 5 seconds without ladders, and 20 with them.
const UnitSize = 10_000

// Rhythm of a hub.
const (
	planEvery    = 250 * time.Millisecond
	reportEvery  = time.Second
	gatherFor    = 200 * time.Millisecond // results, to store them in one transaction
	gatherBytes  = 8 << 20                // likewise, and results that are on their way from the server
	askTimeout   = 5 * time.Second        // of the server
	lastAnswer   = time.Second            // likewise, when the hub is ending
	leastWaiting = 4                      // units that wait for workers
)

// Hub plans units for what the bank lacks and stores what workers find, until ctx is
// done, which is no error, or the bank has everything that it is asked for. It returns
// the final status. The bank must have been opened to write.
//
// Results that come too late wait in their stream for the next hub.
func Hub(ctx context.Context, nc *nats.Conn, bank *seedbank.Bank, options HubOptions) (Status, error) {
	h, err := openHub(ctx, nc, bank, &options)
	if err != nil {
		return Status{}, err
	}
	defer h.link.close()
	err = h.mining.Close(h.run(ctx))
	h.status.Progress = h.mining.Progress()
	return h.status, err
}

// hub is a hub at work. One goroutine plans and stores; the others only read.
//
//	plan -> stream of units -> workers -> stream of results -> check -> store
type hub struct {
	options *HubOptions
	log     *slog.Logger
	nc      *nats.Conn
	js      jetstream.JetStream
	link    *link
	bank    *seedbank.Bank
	mining  *mine.Plan
	auditor *auditor
	crew    *crew

	streams streams
	place   string // name of the bookmark: how far results are stored
	next    uint64 // number of the next result to store

	cleared time.Time // when the bank forgot which units were counted

	unit   *mine.Unit // planned, but not taken by the stream yet
	speed  speed
	spent  spent
	status Status

	mutex sync.Mutex // of what follows
	shown []byte     // the status as JSON
}

func openHub(ctx context.Context, nc *nats.Conn, bank *seedbank.Bank, options *HubOptions) (h *hub, err error) {
	h = &hub{
		options: options, log: options.Log, nc: nc, bank: bank, crew: newCrew(),
		auditor: newAuditor(options.Trust, ordered.OrCores(options.Checkers)),
		status:  Status{Bank: options.Name, Started: time.Now()},
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
	if err := h.begin(ctx); err != nil {
		return nil, err
	}
	mining := options.Mine
	mining.Resume, mining.UnitSize = true, cmp.Or(mining.UnitSize, UnitSize)
	if h.mining, err = mine.OpenPlan(ctx, bank, mining); err != nil {
		return nil, err
	}
	h.link = watch(nc)
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
	wait, most := h.options.AckWait, h.options.mostResults
	if wait == 0 {
		wait = defaultAckWait
	}
	if most == 0 {
		most = bounds.Results
	}
	if h.streams, err = openStreams(ctx, h.js, max(1, h.options.Replicas), wait, most); err != nil {
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
	for {
		err := h.work(ctx)
		if !errors.Is(err, errOtherStreams) {
			return err
		}
		h.log.Warn("the NATS server has lost messages, and work begins anew", "error", err)
		if err := h.begin(ctx); err != nil {
			return err
		}
	}
}

// work plans and stores, with the streams that there are.
func (h *hub) work(ctx context.Context) error {
	reading, stop := context.WithCancel(ctx)
	results := make(chan jetstream.Msg)
	var reader sync.WaitGroup
	reader.Go(func() { h.read(reading, h.next, results) })
	defer reader.Wait()
	defer stop()

	plan, report := time.NewTicker(planEvery), time.NewTicker(reportEvery)
	defer plan.Stop()
	defer report.Stop()
	for !h.found() {
		select {
		case <-ctx.Done():
			h.report()
			return nil
		case message := <-results:
			if err := h.take(ctx, message, results); err != nil {
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

// found reports whether the bank has everything that it is asked for, or nothing is left
// to do.
func (h *hub) found() bool {
	return !h.options.Drain && (h.mining.Met() || h.mining.Ended() && h.idle())
}

// idle reports whether everything is done that was planned, as far as the hub knows.
func (h *hub) idle() bool {
	return h.status.Waiting == 0 && h.status.UnderWay == 0 && h.status.Results == 0
}

// clear takes away the units that nobody needs any more.
func (h *hub) clear(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), askTimeout)
	defer cancel()
	if err := h.streams.units.Purge(ctx); err != nil {
		return fmt.Errorf("taking away the units that are left: %w", err)
	}
	return nil
}

// plan plans units until enough wait for workers. It reports whether everything is
// done that was planned, if the hub plans no more.
func (h *hub) plan(ctx context.Context) (done bool, err error) {
	ask, cancel := h.link.ask(ctx, askTimeout)
	defer cancel()
	err = h.askStreams(ask)
	switch {
	case ctx.Err() != nil, lost(ask):
		return false, nil
	case errors.Is(err, errOtherStreams), h.nc.IsClosed():
		return false, err
	case err != nil:
		h.log.Warn("asking the NATS server failed and is tried again", "error", err)
		return false, nil
	case h.options.Drain:
		return h.idle(), nil
	}
	// One unit for each core waits, so that none is idle.
	wanted := max(h.crew.cores(), leastWaiting)
	for waiting := h.status.Waiting; waiting < wanted; waiting++ {
		if taken, err := h.planOne(ctx, ask); !taken || err != nil {
			return false, err
		}
	}
	return false, nil
}

// planOne plans a unit. It reports false if the stream does not take it now.
func (h *hub) planOne(ctx, ask context.Context) (taken bool, err error) {
	whole := context.WithoutCancel(ctx) // a look into the bank takes no time
	if h.unit == nil {
		if h.unit, err = h.mining.Next(whole); err != nil || h.unit == nil {
			return false, err
		}
	}
	err = h.publish(ask)
	if err != nil && ctx.Err() != nil {
		// The hub is ending, and the stream may have the unit. By its name it takes it once.
		last, cancel := h.link.ask(whole, lastAnswer)
		defer cancel()
		err = h.publish(last)
	}
	if err != nil { // the stream is full, or the server is away
		return false, nil
	}
	// A hub that is killed here plans the same numbers again.
	if err := h.mining.Planned(whole, h.unit); err != nil {
		return false, err
	}
	h.unit = nil
	h.status.Waiting++
	return true, nil
}

// publish hands the unit that is planned to the stream.
func (h *hub) publish(ctx context.Context) error {
	_, err := h.js.Publish(ctx, unitSubject, h.unit.Encode(), jetstream.WithMsgID(h.unit.Name()))
	return err
}

// askStreams brings the status up to date with the streams. Units are asked for first:
// when none is left, all their results are in the stream of results.
func (h *hub) askStreams(ctx context.Context) error {
	workers, err := h.streams.workers.Info(ctx)
	if err != nil {
		return otherStreams(err)
	}
	results, err := h.streams.results.Info(ctx)
	if err != nil {
		return otherStreams(err)
	}
	dead, err := h.streams.dead.Info(ctx)
	if err != nil {
		return otherStreams(err)
	}
	if results.State.LastSeq+1 < h.next {
		return fmt.Errorf("%w: the last result has number %d, and %d is stored", errOtherStreams, results.State.LastSeq, h.next-1)
	}
	h.status.Waiting, h.status.UnderWay = workers.NumPending, workers.NumAckPending
	h.status.Results = results.State.LastSeq + 1 - h.next
	if dead.State.Msgs != h.status.Dead {
		h.status.Dead = dead.State.Msgs
		h.status.LastDead = h.lastDead(ctx, dead.State.LastSeq)
	}
	return nil
}
