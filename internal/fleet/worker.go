package fleet

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/mine/work"
)

// Times of a worker, and its limits of failures.
const (
	aliveEvery    = 5 * time.Second // time between two messages about itself
	waitForUnits  = 5 * time.Second // longest question for a unit
	retryAfter    = time.Second     // time before a retry after a network failure
	leaveAfter    = time.Second / 2 // time after which an ending worker leaves a unit undone
	handBackIn    = time.Second     // longest time to hand a unit back
	goodbyeIn     = time.Second / 2 // longest time to send the last message about itself
	workerGrace   = leaveAfter + handBackIn
	mostFailures  = 5  // failures that make a unit dead
	mostDelivered = 20 // lost workers that make their unit dead
)

// WorkerOptions say how a worker works.
type WorkerOptions struct {
	Name    string // letters, digits, dots, hyphens and underscores, at most 64
	Cores   int    // number of units at a time; 0 is one for each core
	Program string // version

	// Report is called from time to time, from one goroutine at a time. It may be
	// nil.
	Report func(Alive)

	key ed25519.PrivateKey // nil: a new one
}

// ErrRefused says that the hub refuses this worker.
var ErrRefused = errors.New("the hub refuses this worker: its results were false")

// Worker does units for a hub until ctx is done, which is no error. While there is no hub,
// it waits. When it ends, it hands back the units under way.
func Worker(ctx context.Context, nc *nats.Conn, options WorkerOptions) error {
	if !workerName.MatchString(options.Name) {
		return fmt.Errorf("worker name %q: it must have letters, digits, dots, hyphens and underscores only, and at most 64 of them", options.Name)
	}
	ctx, refuse := context.WithCancelCause(ctx)
	defer refuse(nil)
	w, err := newWorker(ctx, nc, options)
	if err != nil {
		return err
	}
	defer w.link.close()
	refusals, err := nc.Subscribe(refusedSubject, func(m *nats.Msg) {
		if string(m.Data) == w.alive.Key && w.isRefused(ctx) {
			refuse(ErrRefused)
		}
	})
	if err != nil {
		return err
	}
	defer refusals.Unsubscribe()

	var group errgroup.Group
	for range w.cores {
		group.Go(func() error { return w.work(ctx) })
	}
	group.Go(func() error { return w.sayAlive(ctx) })
	err = group.Wait()
	w.say(func(a *Alive) { a.Left = true })
	nc.FlushTimeout(goodbyeIn)
	if cause := context.Cause(ctx); errors.Is(cause, ErrRefused) {
		return cause
	}
	return err
}

// worker is a running worker. Each of its cores does one unit at a time.
type worker struct {
	nc      *nats.Conn
	js      jetstream.JetStream
	link    *link
	options *WorkerOptions
	key     ed25519.PrivateKey
	cores   int

	mutex sync.Mutex
	alive Alive
}

func newWorker(ctx context.Context, nc *nats.Conn, options WorkerOptions) (*worker, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	w := &worker{nc: nc, js: js, link: watch(ctx, nc, workerGrace), options: &options, key: options.key, cores: ordered.OrCores(options.Cores)}
	if w.key == nil {
		w.key = newKey()
	}
	w.alive = Alive{Name: options.Name, Key: publicKey(w.key), Cores: w.cores, Program: options.Program, Rater: rating.Version}
	return w, nil
}

// isRefused asks the hub whether it refuses this worker, because anybody can send a
// message that says so.
func (w *worker) isRefused(ctx context.Context) bool {
	ctx, cancel := w.link.ask(ctx, askTimeout)
	defer cancel()
	status, err := askOf(ctx, w.nc, w.alive.Key)
	return err == nil && slices.ContainsFunc(status.Workers, func(s WorkerStatus) bool {
		return s.Name == w.options.Name && s.Key == w.alive.Key && s.Refused != ""
	})
}

// note changes the message of the worker about itself.
func (w *worker) note(change func(*Alive)) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	change(&w.alive)
}

// say changes the message of the worker about itself, and sends it.
func (w *worker) say(change func(*Alive)) {
	w.note(change)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	text, err := json.Marshal(w.alive)
	if err == nil {
		err = w.nc.Publish(aliveSubject, text)
	}
	if err == nil && w.options.Report != nil {
		w.options.Report(w.alive)
	}
}

func (w *worker) sayAlive(ctx context.Context) error {
	for {
		w.say(func(*Alive) {})
		if !pause(ctx, aliveEvery) {
			return nil
		}
	}
}

// pause waits, and reports false if ctx is done before.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// work does one unit after the other.
func (w *worker) work(ctx context.Context) error {
	miner := new(work.Worker)
	for ctx.Err() == nil {
		message, wait, err := w.next(ctx)
		switch {
		case w.nc.IsClosed():
			return errors.New("the NATS server no longer accepts this worker")
		case err != nil:
			pause(ctx, retryAfter)
			continue
		case message == nil:
			continue
		}
		w.note(func(a *Alive) { a.Busy++ })
		finished := w.take(ctx, miner, message, wait)
		w.note(func(a *Alive) { a.Busy-- })
		if !finished { // the miner still works on the returned unit
			miner = new(work.Worker)
		}
	}
	return nil
}

// next returns a unit, or nil if none came for a while. wait is the time of silence
// after which another worker gets the unit. It asks again every few seconds, because a
// restarted server has forgotten the request.
func (w *worker) next(ctx context.Context) (message jetstream.Msg, wait time.Duration, err error) {
	ask, cancel := w.link.ask(ctx, waitForUnits)
	defer cancel()
	consumer, err := w.js.Consumer(ask, unitStream, unitConsumer)
	if lost(ask) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	batch, err := consumer.Fetch(1, jetstream.FetchContext(ask))
	if err != nil {
		return nil, 0, err
	}
	for message := range batch.Messages() {
		return message, consumer.CachedInfo().Config.AckWait, nil
	}
	if err := batch.Error(); !errors.Is(err, context.DeadlineExceeded) && !lost(ask) {
		return nil, 0, err
	}
	return nil, 0, nil
}

// job is a unit that a worker is doing.
type job struct {
	*worker
	message jetstream.Msg
	seal    string // of the unit
	tries   int    // failed ones
	unit    *work.Unit
	parcel  parcel
}

// take does a unit and sends its results. It reports false if it left the unit while the
// miner was still at work.
func (w *worker) take(ctx context.Context, miner *work.Worker, message jetstream.Msg, wait time.Duration) (finished bool) {
	j := &job{worker: w, message: message, seal: message.Headers().Get(sealHeader)}
	j.tries, _ = strconv.Atoi(message.Headers().Get(triesHeader))
	var err error
	if j.unit, err = work.DecodeUnit(message.Data()); err != nil {
		j.fail(ctx, err)
		return true
	}
	if about, err := message.Metadata(); err == nil && about.NumDelivered > mostDelivered {
		j.bury(fmt.Sprintf("%d workers had it and were not heard of again", mostDelivered))
		return true
	}
	j.parcel.Worker, j.parcel.Unit = w.options.Name, j.unit.Name()
	stop := make(chan struct{})
	defer close(stop)
	go j.extend(max(wait/3, time.Second/4), stop)

	leave, stay := outlast(ctx, leaveAfter)
	defer stay()
	done := make(chan error, 1)
	go func() {
		done <- miner.Do(ctx, j.unit, nil, func(found work.Found) error {
			if err := context.Cause(ctx); err != nil {
				return err // another worker does the unit
			}
			return j.send(ctx, j.parcel.add(found))
		})
	}()
	select {
	case err = <-done:
	case <-leave.Done():
		j.handBack(j.tries)
		return false
	}
	if err == nil {
		err = j.send(ctx, j.parcel.end(j.unit))
	}
	switch {
	case err == nil:
		j.finish(ctx)
	case ctx.Err() != nil:
		j.handBack(j.tries)
	default:
		j.fail(ctx, err)
	}
	return true
}

// extend regularly tells the server that the worker is working on the unit.
func (j *job) extend(every time.Duration, stop <-chan struct{}) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticker.C:
			j.message.InProgress() // the next tick tries again
		}
	}
}

// send sends results, and returns when the server has stored all of them. While the
// hub is behind, it waits. It retries until ctx is done.
func (j *job) send(ctx context.Context, results []*result) error {
	for _, r := range results {
		if err := j.publish(ctx, r); err != nil {
			return err
		}
		j.note(func(a *Alive) { a.Made, a.Found = a.Made+r.made(), a.Found+len(r.seeds) })
	}
	return nil
}

// publish sends a result. The stream accepts each name once, and the name is random,
// so that nobody else can use it first.
func (j *job) publish(ctx context.Context, r *result) error {
	m := nats.NewMsg(resultSubject)
	m.Data = r.encode()
	m.Header.Set(sealHeader, j.seal)
	sign(m, j.key)
	name := rand.Text()
	for {
		ask, cancel := j.link.ask(ctx, askTimeout)
		_, err := j.js.PublishMsg(ask, m, jetstream.WithMsgID(name))
		again := lost(ask)
		cancel()
		if err == nil || errors.Is(err, nats.ErrMaxPayload) {
			return err
		}
		if !again && !pause(ctx, retryAfter) {
			return context.Cause(ctx)
		}
	}
}

// finish acknowledges the unit: all its results are safe. If this fails, another worker does
// the unit again, and the hub drops its results as known.
func (j *job) finish(ctx context.Context) {
	ctx, cancel := j.link.ask(context.WithoutCancel(ctx), handBackIn)
	defer cancel()
	if err := j.message.DoubleAck(ctx); err == nil {
		j.note(func(a *Alive) { a.Units++ })
	}
}

// handBack returns the unit for other workers at once.
func (j *job) handBack(tries int) {
	ctx, cancel := j.link.ask(context.Background(), handBackIn)
	defer cancel()
	m := nats.NewMsg(unitSubject)
	m.Data = j.message.Data()
	m.Header.Set(sealHeader, j.seal)
	m.Header.Set(triesHeader, strconv.Itoa(tries))
	if _, err := j.js.PublishMsg(ctx, m); err == nil {
		j.message.DoubleAck(ctx) // if this fails, the unit is done twice
	}
}

// fail returns the unit for other workers, or buries it if it failed too often.
func (j *job) fail(ctx context.Context, reason error) {
	if errors.Is(reason, work.ErrOtherRater) { // another worker may have its version
		j.handBack(j.tries)
		pause(ctx, waitForUnits)
		return
	}
	if j.tries+1 >= mostFailures || errors.Is(reason, work.ErrUnit) {
		j.bury(reason.Error())
		return
	}
	j.handBack(j.tries + 1)
}

// bury moves the unit to the stream of dead units.
func (j *job) bury(reason string) {
	ctx, cancel := j.link.ask(context.Background(), waitForUnits)
	defer cancel()
	text, err := json.Marshal(DeadUnit{Unit: string(j.message.Data()), Worker: j.options.Name, Reason: reason})
	if err == nil {
		_, err = j.js.Publish(ctx, deadSubject, text)
	}
	if err == nil {
		j.message.DoubleAck(ctx)
	}
}
