package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/rating"
)

// Times of a worker, and its limits of failures.
const (
	aliveEvery   = 5 * time.Second // time between two messages about itself
	waitForUnits = 5 * time.Second // longest question for a unit
	retryAfter   = time.Second     // time before a retry after a network failure
	leaveAfter   = time.Second / 2 // time after which an ending worker leaves a unit undone
	handBackIn   = time.Second     // longest time to hand a unit back
	goodbyeIn    = time.Second / 2 // longest time to send the last message about itself
	workerGrace  = leaveAfter + handBackIn + goodbyeIn
	mostFailures = 5  // failures that make a unit dead
	mostLost     = 20 // lost workers that make their unit dead
)

// WorkerOptions say how a worker works.
type WorkerOptions struct {
	Name    string // letters, digits, dots, hyphens and underscores, at most 64
	Cores   int    // number of units at a time; 0 is one for each core
	Program string // version

	// Report is called from time to time, from one goroutine at a time. It may be
	// nil.
	Report func(Alive)
}

// errRefused is wrapped by the error of a worker that the hub refuses.
var errRefused = errors.New("the hub refuses this worker")

// otherVersionError says that a hub needs another version of the program.
type otherVersionError struct {
	Needed string // as the hub says it
	Rater  int    // of this program
}

func (e *otherVersionError) Error() string {
	return fmt.Sprintf("the hub needs another version: %s; this one has rater %d", e.Needed, e.Rater)
}

// Worker does units for a hub until ctx is done, which is no error. While there is no hub,
// it waits. When it ends, it hands back the units under way.
func Worker(ctx context.Context, nc *nats.Conn, options WorkerOptions) error {
	return runWorker(ctx, newNATSDoor(ctx, nc), options)
}

// runWorker does units for the hub behind a door.
func runWorker(ctx context.Context, to door, options WorkerOptions) error {
	defer to.close()
	if !workerName.MatchString(options.Name) {
		return fmt.Errorf("worker name %q: it must have letters, digits, dots, hyphens and underscores only, and at most 64 of them", options.Name)
	}
	ctx, refuse := context.WithCancelCause(ctx)
	defer refuse(nil)
	w := newWorker(to, options)
	w.refuse = refuse
	var group errgroup.Group
	for range w.cores {
		group.Go(func() error { return w.work(ctx) })
	}
	group.Go(func() error { return w.sayAlive(ctx) })
	err := group.Wait()
	goodbye, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbyeIn)
	defer cancel()
	w.say(goodbye, func(a *Alive) { a.Left = true })
	var other *otherVersionError
	if cause := context.Cause(ctx); errors.Is(cause, errRefused) || errors.As(cause, &other) {
		return cause
	}
	return err
}

// worker is a running worker. Each of its cores does one unit at a time.
type worker struct {
	door    door
	options *WorkerOptions
	cores   int
	refuse  context.CancelCauseFunc // ends the worker

	mutex sync.Mutex
	alive Alive
}

func newWorker(to door, options WorkerOptions) *worker {
	w := &worker{door: to, options: &options, cores: ordered.OrCores(options.Cores), refuse: func(error) {}}
	w.alive = Alive{Name: options.Name, Cores: w.cores, Program: options.Program, Rater: rating.Version}
	return w
}

// errLater says that the hub does not take something now.
var errLater = errors.New("the hub asks to wait")

// errRejected says that the hub never takes something.
var errRejected = errors.New("the hub rejects it")

// ask asks a question. It waits if the hub asks for this, and ends the worker if the hub
// refuses it.
func (w *worker) ask(ctx context.Context, q question, text []byte) (*answer, error) {
	a, err := w.door.ask(ctx, q, text)
	switch {
	case err != nil:
		return nil, err
	case a.Refused != "":
		w.refuse(fmt.Errorf("%w: %s", errRefused, a.Refused))
		return nil, errRefused
	case a.Install != "":
		w.refuse(&otherVersionError{Needed: a.Install, Rater: rating.Version})
		return nil, errRefused
	case a.Rejects != "":
		return nil, fmt.Errorf("%w: %s", errRejected, a.Rejects)
	case a.Later > 0:
		pause(ctx, a.Later)
		return nil, errLater
	}
	return a, nil
}

// post sends a result until the hub answers or ctx is done.
func (w *worker) post(ctx context.Context, r *result) error {
	for text := r.encode(); ; {
		_, err := w.ask(ctx, postQuestion, text)
		switch {
		case err == nil, errors.Is(err, errRefused), errors.Is(err, errRejected):
			return err
		case w.door.closed() != nil:
			return w.door.closed()
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !errors.Is(err, errLater) && !errors.Is(err, errConnectedAgain):
			pause(ctx, retryAfter)
		}
	}
}

// note changes the message of the worker about itself.
func (w *worker) note(change func(*Alive)) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	change(&w.alive)
}

// say changes the message of the worker about itself, and sends it.
func (w *worker) say(ctx context.Context, change func(*Alive)) {
	w.note(change)
	w.ask(ctx, aliveQuestion, w.about("")) // if this fails, the next one tells the hub
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.options.Report != nil {
		w.options.Report(w.alive)
	}
}

// about returns the message of the worker about itself, with the lease of a unit.
func (w *worker) about(lease string) []byte {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	said := w.alive
	said.Lease = lease
	text, err := json.Marshal(&said)
	if err != nil {
		panic(fmt.Sprintf("fleet: encoding the state of a worker: %v", err)) // all its values can be JSON
	}
	return text
}

func (w *worker) sayAlive(ctx context.Context) error {
	for {
		w.say(ctx, func(*Alive) {})
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
		got, err := w.next(ctx)
		if closed := w.door.closed(); closed != nil {
			w.refuse(closed) // ends the other goroutines
			return closed
		}
		if err != nil || got == nil {
			continue
		}
		w.note(func(a *Alive) { a.Busy++ })
		finished := w.take(ctx, miner, got)
		w.note(func(a *Alive) { a.Busy-- })
		if !finished { // the miner still works on the returned unit
			miner = new(work.Worker)
		}
	}
	return nil
}

// next returns a unit, or nil if none came for a while.
func (w *worker) next(ctx context.Context) (*task, error) {
	a, err := w.ask(ctx, fetchQuestion, w.about(""))
	switch {
	case err == nil:
		return a.Task, nil
	case !errors.Is(err, errLater) && !errors.Is(err, errConnectedAgain):
		pause(ctx, retryAfter)
	}
	return nil, err
}

// job is a unit that a worker is doing.
type job struct {
	*worker
	task   *task
	unit   *work.Unit
	parcel parcel
}

// take does a unit and sends its results. It reports false if it left the unit while the
// miner was still at work.
func (w *worker) take(ctx context.Context, miner *work.Worker, got *task) (finished bool) {
	j := &job{worker: w, task: got}
	var err error
	if j.unit, err = work.DecodeUnit(got.Unit); err != nil {
		j.giveBack(err, true)
		pause(ctx, waitForUnits) // another worker may have its version
		return true
	}
	j.parcel.Unit = j.unit.Name()
	stop, stopped := context.WithCancel(ctx)
	defer stopped()
	go j.extend(stop)

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
		j.giveBack(context.Cause(ctx), false)
		return false
	}
	if err == nil {
		err = j.send(ctx, j.parcel.end(j.unit))
	}
	switch {
	case err == nil:
		j.note(func(a *Alive) { a.Units++ })
	case errors.Is(err, errRejected): // another worker has the unit
	default:
		j.giveBack(err, ctx.Err() == nil)
	}
	return true
}

// extend tells the hub, at once and then regularly, that the worker is working on the unit.
func (j *job) extend(ctx context.Context) {
	for ctx.Err() == nil {
		j.ask(ctx, aliveQuestion, j.about(j.task.Lease)) // the next one tries again
		pause(ctx, max(j.task.Silence/3, time.Second/4))
	}
}

// send sends results, and returns when the hub has put all of them where they are safe.
// While the hub is behind, it waits. It retries until ctx is done.
func (j *job) send(ctx context.Context, results []*result) error {
	for _, r := range results {
		if err := j.publish(ctx, r); err != nil {
			return err
		}
		j.note(func(a *Alive) { a.Made, a.Found = a.Made+r.made(), a.Found+len(r.seeds) })
	}
	return nil
}

// publish sends a result.
func (j *job) publish(ctx context.Context, r *result) error {
	r.Lease = j.task.Lease
	return j.post(ctx, r)
}

// giveBack returns the unit for other workers at once. failed says that the unit is the
// reason.
func (j *job) giveBack(reason error, failed bool) {
	ctx, cancel := context.WithTimeout(context.Background(), handBackIn)
	defer cancel()
	text := cut(printable(reason.Error()), bounds.Reason)
	r := &result{Lease: j.task.Lease, Unit: work.NameOf(j.task.Unit), Undone: text, Failed: failed && !errors.Is(reason, work.ErrOtherRater)}
	j.post(ctx, r) // if this fails, the hub gives the unit away after some time
}
