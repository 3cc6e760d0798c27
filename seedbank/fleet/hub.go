package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/inorder"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// HubOptions say what a hub plans and how it checks.
type HubOptions struct {
	Mine mine.Options // what to find

	Trust    float64       // share of the seeds whose ratings are made anew, 0 to 1
	Checkers int           // results that are checked at a time; 0 is one for each core
	Replicas int           // of the streams; 0 is 1
	AckWait  time.Duration // a worker that was not heard of for this time has lost its unit; 0 is 45 s

	Log    *slog.Logger // what people should know; nil: nothing is logged
	Report func(Status) // is called every second, from one goroutine at a time; may be nil
}

// Rhythm of a hub.
const (
	planEvery    = 250 * time.Millisecond
	reportEvery  = time.Second
	gatherFor    = 200 * time.Millisecond // results, to store them in one transaction
	gatherSeeds  = 5000                   // likewise
	gatherBytes  = 8 << 20                // results that are on their way from the server
	askTimeout   = 5 * time.Second        // of the server
	leastWaiting = 4                      // units that wait for workers
)

// Hub plans units for what the bank lacks and stores what workers find, until ctx is
// done, which is no error, or the bank has everything that it is asked for. It returns
// the final progress. The bank must have been opened to write.
func Hub(ctx context.Context, nc *nats.Conn, bank *seedbank.Bank, options HubOptions) (mine.Progress, error) {
	h, err := openHub(ctx, nc, bank, &options)
	if err != nil {
		return mine.Progress{}, err
	}
	err = h.foreman.Close(h.run(ctx))
	return h.foreman.Progress(), err
}

// hub is a hub at work. One goroutine plans and stores; the others only read.
//
//	plan -> stream of units -> workers -> stream of results -> check -> store
type hub struct {
	options *HubOptions
	log     *slog.Logger
	nc      *nats.Conn
	js      jetstream.JetStream
	bank    *seedbank.Bank
	foreman *mine.Foreman
	auditor *auditor
	streams streams

	place string // name of the bookmark: how far results are stored
	next  uint64 // number of the next result to store

	unit   *mine.Unit // planned, but not taken by the stream yet
	speed  speed
	status Status

	mutex   sync.Mutex // of what follows
	workers map[string]*WorkerStatus
	speeds  map[string]*speed
	shown   []byte // the status as JSON
}

func openHub(ctx context.Context, nc *nats.Conn, bank *seedbank.Bank, options *HubOptions) (h *hub, err error) {
	h = &hub{
		options: options, log: options.Log, nc: nc, bank: bank,
		workers: map[string]*WorkerStatus{}, speeds: map[string]*speed{},
		status: Status{Bank: bank.Path(), Started: time.Now()},
	}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	if h.js, err = jetstream.New(nc); err != nil {
		return nil, err
	}
	wait := options.AckWait
	if wait == 0 {
		wait = defaultAckWait
	}
	if h.streams, err = openStreams(ctx, h.js, max(1, options.Replicas), wait); err != nil {
		return nil, err
	}
	// A stream that was made anew counts from 1 again.
	h.place = "results " + h.streams.results.CachedInfo().Created.UTC().Format(time.RFC3339Nano)
	stored, err := bank.Bookmark(ctx, h.place)
	if err != nil {
		return nil, err
	}
	h.next = stored + 1
	if h.foreman, err = mine.OpenForeman(ctx, bank, options.Mine); err != nil {
		return nil, err
	}
	h.auditor = newAuditor(options.Trust, inorder.OrCores(options.Checkers))
	return h, nil
}

// run runs the hub until everything is found or ctx is done.
func (h *hub) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for subject, handle := range map[string]nats.MsgHandler{aliveSubject: h.hear, statusSubject: h.answer} {
		subscription, err := h.nc.Subscribe(subject, handle)
		if err != nil {
			return err
		}
		defer subscription.Unsubscribe()
	}
	messages := make(chan jetstream.Msg)
	var reading sync.WaitGroup
	reading.Go(func() { h.read(ctx, messages) })
	defer reading.Wait()
	defer stop()

	plan, report := time.NewTicker(planEvery), time.NewTicker(reportEvery)
	defer plan.Stop()
	defer report.Stop()
	for !h.foreman.Met() {
		select {
		case <-ctx.Done():
			h.report(context.WithoutCancel(ctx))
			return nil
		case message := <-messages:
			if err := h.take(ctx, message, messages); err != nil {
				return err
			}
		case <-plan.C:
			if err := h.plan(ctx); err != nil {
				return err
			}
		case <-report.C:
			h.report(ctx)
		}
	}
	h.report(ctx)
	return h.clear(ctx)
}

// clear takes away the units that nobody needs any more.
func (h *hub) clear(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	if err := h.streams.units.Purge(ctx); err != nil {
		return fmt.Errorf("taking away the units that are left: %w", err)
	}
	return nil
}

// read reads results in order, from the first that is not stored.
func (h *hub) read(ctx context.Context, to chan<- jetstream.Msg) {
	next := h.next
	for ctx.Err() == nil {
		err := h.readFrom(ctx, &next, to)
		if ctx.Err() == nil && err != nil {
			h.log.Warn("reading results failed and is tried again", "error", err)
		}
		pause(ctx, retryAfter)
	}
}

func (h *hub) readFrom(ctx context.Context, next *uint64, to chan<- jetstream.Msg) error {
	consumer, err := h.js.OrderedConsumer(ctx, resultStream, jetstream.OrderedConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: *next,
	})
	if err != nil {
		return err
	}
	messages, err := consumer.Messages(jetstream.PullMaxBytes(gatherBytes))
	if err != nil {
		return err
	}
	defer messages.Stop()
	defer context.AfterFunc(ctx, messages.Stop)()
	for {
		message, err := messages.Next()
		if err != nil {
			return err
		}
		about, err := message.Metadata()
		if err != nil {
			return err
		}
		if about.Sequence.Stream < *next {
			continue
		}
		select {
		case to <- message:
			*next = about.Sequence.Stream + 1
		case <-ctx.Done():
			return nil
		}
	}
}

// take checks and stores a result, together with those that come right behind it.
func (h *hub) take(ctx context.Context, first jetstream.Msg, more <-chan jetstream.Msg) error {
	list := []jetstream.Msg{first}
	size := len(first.Data())
	timeout := time.After(gatherFor)
gather:
	for size < gatherBytes {
		select {
		case message := <-more:
			list = append(list, message)
			size += len(message.Data())
		case <-timeout:
			break gather
		case <-ctx.Done():
			break gather
		}
	}
	return h.store(context.WithoutCancel(ctx), h.auditor.audit(list))
}

// store stores results in one transaction, and takes them from their stream then.
func (h *hub) store(ctx context.Context, audits []*audit) error {
	var deliveries []mine.Delivery
	var last uint64
	for _, a := range audits {
		last = max(last, a.sequence)
		switch {
		case a.result == nil:
			h.log.Warn("a message was dropped", "reason", a.reason)
			continue
		case h.refuses(a.Worker) != "":
			h.again(ctx, a.Done)
			continue
		case a.reason != nil:
			h.refuse(a.Worker, a.reason)
			h.again(ctx, a.Done)
			a.Done = nil
		}
		deliveries = append(deliveries, mine.Delivery{
			Found: mine.Found{Made: a.Made, Seeds: a.seeds}, From: a.Worker, Unit: a.Done, Took: a.Took,
		})
	}
	before := h.foreman.Progress().Stored
	stored, err := h.foreman.Store(ctx, deliveries, map[string]uint64{h.place: last})
	if err != nil {
		return err
	}
	h.count(h.foreman.Progress().Stored-before, stored)
	h.next = last + 1
	purge, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	if err := h.streams.results.Purge(purge, jetstream.WithPurgeSequence(h.next)); err != nil {
		h.log.Warn("stored results stay in their stream for now", "error", err)
	}
	return nil
}

// again plans a unit once more whose results were not taken. It gets another name,
// and so do its results, because the stream refuses the names that it knows.
func (h *hub) again(ctx context.Context, u *mine.Unit) {
	if u == nil {
		return
	}
	u.Again++
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	if _, err := h.js.Publish(ctx, unitSubject, u.Encode()); err != nil {
		h.log.Warn("a unit of a refused worker could not be planned again", "error", err)
	}
}

// refuse refuses a worker from now on.
func (h *hub) refuse(name string, reason error) {
	h.mutex.Lock()
	h.worker(name).Refused = reason.Error()
	h.mutex.Unlock()
	h.log.Warn("a worker is refused from now on", "worker", name, "reason", reason)
	h.nc.Publish(refusedSubject, []byte(name)) // is said again when it is heard of
}

// refuses returns why a worker is refused, or nothing.
func (h *hub) refuses(name string) string {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.worker(name).Refused
}

// mostWorkers is the greatest number of workers that are told apart.
const mostWorkers = 100_000

// worker returns what is known of a worker. The mutex must be held.
func (h *hub) worker(name string) *WorkerStatus {
	if h.workers[name] == nil {
		if len(h.workers) >= mostWorkers {
			name = "others"
		}
		h.workers[name], h.speeds[name] = &WorkerStatus{Alive: Alive{Name: name}}, &speed{}
	}
	return h.workers[name]
}

// count counts new seeds, of all workers and of each.
func (h *hub) count(all int, of map[string]int) {
	now := time.Now()
	h.speed.add(all, now)
	h.mutex.Lock()
	defer h.mutex.Unlock()
	for name, n := range of {
		w := h.worker(name)
		w.Seeds += n
		h.speeds[w.Name].add(n, now)
	}
}

// hear notes what a worker says of itself.
func (h *hub) hear(m *nats.Msg) {
	var said Alive
	if len(m.Data) > maxAlive || json.Unmarshal(m.Data, &said) != nil || !workerName.MatchString(said.Name) {
		return
	}
	said.Cores, said.Busy = min(max(said.Cores, 0), maxCores), min(max(said.Busy, 0), maxCores)
	h.mutex.Lock()
	w := h.worker(said.Name)
	w.Alive, w.Heard = said, time.Now()
	refused := w.Refused != ""
	h.mutex.Unlock()
	if refused && !said.Left {
		h.nc.Publish(refusedSubject, []byte(said.Name))
	}
}

// Limits of what a worker says of itself.
const (
	maxAlive = 4096
	maxCores = 4096
)

// answer answers a question for the status.
func (h *hub) answer(m *nats.Msg) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	m.Respond(h.shown)
}

// plan plans units until enough wait for workers.
func (h *hub) plan(ctx context.Context) error {
	ask, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	waiting, err := h.askStreams(ask)
	if err != nil {
		if ctx.Err() == nil {
			h.log.Warn("asking the NATS server failed and is tried again", "error", err)
		}
		return nil
	}
	for wanted := h.wanted(); waiting < wanted && ctx.Err() == nil; waiting++ {
		if h.unit == nil {
			if h.unit, err = h.foreman.Next(ctx); err != nil {
				return err
			}
		}
		_, err := h.js.Publish(ask, unitSubject, h.unit.Encode(), jetstream.WithMsgID(h.unit.Name()))
		if err != nil { // the stream is full, or the server is away
			return nil
		}
		if err := h.foreman.Planned(ctx, h.unit); err != nil {
			return err
		}
		h.unit = nil
	}
	return nil
}

// lostAfter is how long a worker counts that is not heard of.
const lostAfter = time.Minute

// wanted returns how many units should wait: one for each core, so that none is idle.
func (h *hub) wanted() (units uint64) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	for _, w := range h.workers {
		if !w.Left && time.Since(w.Heard) < lostAfter {
			units += uint64(w.Cores)
		}
	}
	return max(units, leastWaiting)
}

// askStreams brings the status up to date with the streams, and returns how many units
// wait.
func (h *hub) askStreams(ctx context.Context) (waiting uint64, err error) {
	workers, err := h.streams.workers.Info(ctx)
	if err != nil {
		return 0, err
	}
	results, err := h.streams.results.Info(ctx)
	if err != nil {
		return 0, err
	}
	dead, err := h.streams.dead.Info(ctx)
	if err != nil {
		return 0, err
	}
	h.status.Waiting, h.status.UnderWay = workers.NumPending, workers.NumAckPending
	h.status.Results = results.State.Msgs
	if dead.State.Msgs != h.status.Dead {
		h.status.Dead = dead.State.Msgs
		if last, err := h.streams.dead.GetMsg(ctx, dead.State.LastSeq); err == nil {
			h.status.LastDead = new(DeadUnit)
			json.Unmarshal(last.Data, h.status.LastDead) // shows as it is
		}
	}
	return workers.NumPending, nil
}

// report shows how the fleet is doing.
func (h *hub) report(ctx context.Context) {
	s := &h.status
	s.Now, s.Progress = time.Now(), h.foreman.Progress()
	h.speed.add(0, s.Now)
	s.Rate = h.speed.rate
	h.mutex.Lock()
	s.Workers = s.Workers[:0]
	for name, w := range h.workers {
		h.speeds[name].add(0, s.Now)
		w.Rate = h.speeds[name].rate
		s.Workers = append(s.Workers, *w)
	}
	slices.SortFunc(s.Workers, func(a, b WorkerStatus) int { return strings.Compare(a.Name, b.Name) })
	h.shown, _ = json.Marshal(s) // it has nothing that JSON lacks
	h.mutex.Unlock()
	if h.options.Report != nil {
		h.options.Report(*s)
	}
}

// Ask asks a hub for its status.
func Ask(ctx context.Context, nc *nats.Conn) (*Status, error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	answer, err := nc.RequestWithContext(ctx, statusSubject, nil)
	if errors.Is(err, nats.ErrNoResponders) {
		return nil, errors.New("there is no hub at this NATS server")
	}
	if err != nil {
		return nil, fmt.Errorf("asking the hub: %w", err)
	}
	s := new(Status)
	if err := json.Unmarshal(answer.Data, s); err != nil {
		return nil, fmt.Errorf("reading the answer of the hub: %w", err)
	}
	return s, nil
}
