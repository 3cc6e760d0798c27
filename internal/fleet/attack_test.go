package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// attacked is a fleet with a stranger in it who is let in.
type attacked struct {
	*testing.T
	server   *Server
	bank     *change.Writer
	options  HubOptions
	stranger *nats.Conn          // a worker
	insider  *nats.Conn          // may do everything, as at a cluster that lets him
	js       jetstream.JetStream // of the insider
}

func newAttacked(t *testing.T) *attacked {
	t.Helper()
	a := &attacked{T: t, server: startServer(t, t.TempDir()), bank: newBank(t)}
	a.options = HubOptions{
		Mine:    mine.Options{RandomSeed: attackedSeed, UnitSize: 4, Ladders: work.NoLadders},
		Trust:   0.1,
		AckWait: 3 * time.Second,
		Log:     slog.New(slog.NewTextHandler(t.Output(), nil)),
	}
	a.stranger, a.insider = connect(t, a.server, "stranger"), connectHub(t, a.server)
	var err error
	if a.js, err = jetstream.New(a.insider); err != nil {
		t.Fatal(err)
	}
	return a
}

// during runs a hub and workers while something happens, and then a hub that stores what was planned.
// It returns how many puzzles both hubs have counted. Every worker must end without an error.
func (a *attacked) during(what func(ctx context.Context), workers ...string) (made int) {
	a.Helper()
	ctx, stop := context.WithCancel(a.Context())
	var group, hub sync.WaitGroup
	defer group.Wait()
	defer hub.Wait()
	defer stop()
	for _, name := range workers {
		nc := connect(a.T, a.server, name)
		group.Go(func() {
			if err := Worker(ctx, nc, WorkerOptions{Name: name, Cores: 1}); err != nil {
				a.Errorf("worker %s: %v", name, err)
			}
		})
	}
	run := func(ctx context.Context) {
		status, err := Hub(ctx, connectHub(a.T, a.server), a.bank, a.options)
		if err != nil {
			a.Errorf("the hub: %v", err)
		}
		made += status.Progress.Made
		a.Logf("the hub ends with %d units that wait, %d under way, %d results, %d dead", status.Waiting, status.UnderWay, status.Results, status.Dead)
	}
	hubCtx, stopHub := context.WithCancel(ctx)
	hub.Go(func() { run(hubCtx) })
	within(a.T, "the hub answers", func() bool { _, err := Ask(ctx, a.insider); return err == nil })
	what(ctx)
	stopHub()
	hub.Wait()
	a.options.Drain = true
	draining, tooLong := context.WithTimeout(ctx, 3*time.Minute+*strangersFor/4)
	defer tooLong()
	run(draining)
	if draining.Err() != nil {
		a.Error("not in good time: a hub stores what was planned")
	}
	stop()
	group.Wait()
	return made
}

// mustHaveAll checks that the bank has all that one machine finds of what was planned,
// and that what was counted is what was planned. What was done again for another hub may
// count twice.
func (a *attacked) mustHaveAll(made int, again bool) {
	a.Helper()
	planned := a.mustHavePart(1)
	if made < planned || made > planned && (!again || made > 2*planned) {
		a.Errorf("%d puzzles were planned, and %d are counted", planned, made)
	}
	mustBeSound(a.T, a.bank)
}

// mustHavePart checks that the bank has all that one machine finds of the first part of what was
// planned: all of it, a half, a third ... It returns how many puzzles were planned.
func (a *attacked) mustHavePart(part int) (planned int) {
	a.Helper()
	last, err := change.Bookmark(a.Context(), a.bank.Bank, fmt.Sprint("planned ", attackedSeed))
	if err != nil {
		a.Fatal(err)
	}
	planned = int(last)
	// A hub that drains does not wait until all claimed seeds are rated.
	if _, err := a.bank.RateClaimed(a.Context(), change.MergeOptions{}); err != nil {
		a.Fatal(err)
	}
	got, want := seedtest.Keys(a.T, a.bank), pruned(planned/part)
	missing := 0
	for key := range want {
		if !got[key] {
			missing++
		}
	}
	a.Logf("%d of %d seeds are lost; %d puzzles were planned", missing, len(want), planned)
	if missing > 0 || len(want) == 0 {
		a.Errorf("%d of %d seeds are lost", missing, len(want))
	}
	return planned
}

// stored waits until the bank has some more seeds.
func (a *attacked) stored(more int) {
	a.Helper()
	goal := seeds(a.T, a.bank) + more
	within(a.T, "seeds are stored", func() bool { return seeds(a.T, a.bank) >= goal })
}

// A worker sends empty results of all units that it has heard of and not got, with leases of
// its own and of others, and each of its true results again and again. Nothing is lost, and
// nothing counts twice.
func TestEmptyResultsOfOthers(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.options.AckWait = time.Minute // no unit goes from one to the other
	a.mustHaveAll(a.during(func(ctx context.Context) {
		w := mustWorker(t, a.stranger, "liar")
		other := mustWorker(t, connect(t, a.server, "other"), "liar")
		for range 4 {
			mine, theirs := mustGet(ctx, t, w), mustGet(ctx, t, other)
			for _, lease := range []string{mine.task.Lease, theirs.task.Lease, "", strings.Replace(mine.task.Lease, mine.unit.Name(), theirs.unit.Name(), 1)} {
				u := theirs.unit
				r := &result{Lease: lease, Unit: u.Name(), Done: u, Numbers: work.Numbers{Made: u.Count, Unwanted: u.Count}}
				if err := w.post(ctx, r); !errors.Is(err, errRejected) {
					t.Errorf("an empty result under lease %q is taken: %v", lease, err)
				}
			}
			for _, j := range []*job{mine, theirs} {
				results := mustDo(t, j.unit).end(j.unit)
				for range 5 {
					if err := j.send(ctx, results); err != nil {
						t.Error(err)
					}
				}
			}
		}
		a.stored(20)
	}, "a", "b"), false)
}

// A worker that takes units and keeps back what it finds is found out, and all that it
// has kept back is found again.
func TestKeepingBack(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.options.again = shares{short: 0.3, other: 0.1}
	made := a.during(func(ctx context.Context) {
		a.stored(10)
		w := mustWorker(t, a.stranger, "liar")
		units := 0
		for ; !w.isRefused(ctx) && ctx.Err() == nil; units++ {
			if j := mustGet(ctx, t, w); j != nil {
				u := j.unit
				j.publish(ctx, &result{Unit: u.Name(), Done: u, Numbers: work.Numbers{Made: u.Count, Unwanted: u.Count}}) // fails once it is refused
			}
		}
		t.Logf("found out after %d units", units)
	}, "a")
	a.mustHaveAll(made, true)
}

// A worker that lies is refused, also when it begins again, and its unit is done by others. A false
// result in the name of another worker does that one no harm.
func TestSlander(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.options.Trust = 1
	made := a.during(func(ctx context.Context) {
		a.stored(10)
		for _, name := range []string{"a", "liar"} {
			liar := mustWorker(t, connect(t, a.server, name), name)
			lieAs(ctx, t, liar)
			within(t, "the lie is found out", func() bool { return liar.isRefused(ctx) })
		}
		tooLong, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		if err := Worker(tooLong, a.stranger, WorkerOptions{Name: "liar", Cores: 1}); !errors.Is(err, errRefused) {
			t.Errorf("the liar begins again, and ends with %v", err)
		}
		a.stored(10)
	}, "a")
	a.mustHaveAll(made, false)
	banktest.MustBeTrue(t, a.bank)
}

// Ten thousand invented workers of one name, with many cores, make the hub plan no more, and
// the status is answered.
func TestInventedWorkers(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.during(func(ctx context.Context) {
		a.stored(10)
		text, err := json.Marshal(Alive{Name: "invented", Cores: 1 << 30, Busy: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		var status *Status
		within(t, "the invented workers are shown", func() bool {
			for range mostPending / 2 { // of more at once, the hub drops some
				if err := a.insider.Publish(questionSubject(newSession(), aliveQuestion), text); err != nil {
					t.Fatal(err)
				}
			}
			if status, err = Ask(ctx, a.insider); err != nil {
				t.Fatal(err)
			}
			return len(status.Workers)+status.Unlisted.Workers >= bounds.Members*99/100-1 // a full crew makes some room
		})
		a.stored(20)
		if status, err := Ask(ctx, a.insider); err != nil || status.Waiting > 100 {
			t.Errorf("%d units wait: %v", status.Waiting, err)
		}
	}, "a")
}

// A stream that somebody seals is made anew, by the hub at work and by the next one, and
// the results in it are stored.
func TestSealedStreams(t *testing.T) {
	t.Parallel()
	for _, names := range [][]string{{resultStream}, {unitStream}, {resultStream, unitStream, deadStream}} {
		t.Run(strings.Join(names, " "), func(t *testing.T) {
			t.Parallel()
			a := newAttacked(t)
			seal := func() {
				for _, name := range names {
					stream, err := a.js.Stream(t.Context(), name)
					if err != nil {
						t.Fatal(err)
					}
					config := stream.CachedInfo().Config
					config.Sealed = true
					if _, err := a.js.UpdateStream(t.Context(), config); err != nil {
						t.Fatal(err)
					}
				}
			}
			a.during(func(context.Context) {
				a.stored(5)
				seal()
				a.stored(15)
			}, "a")
			before := len(seedtest.Keys(t, a.bank))
			a.options.Drain = false
			seal()
			a.during(func(context.Context) { a.stored(15) }, "a")
			if got := len(seedtest.Keys(t, a.bank)); got < before+15 {
				t.Errorf("%d seeds, then %d", before, got)
			}
			mustBeSound(t, a.bank)
		})
	}
}

// leased returns a job for a unit that is in no stream.
func leased(h *hub, w *worker, unit string) *job {
	l := lease{unit: unit, reply: "nobody", given: time.Now()}
	return &job{worker: w, task: &task{Lease: l.text(h.secret, keyOf(w.door.(*natsDoor).session))}}
}

// Results that wait in a sealed stream are stored before it is made anew.
func TestResultsInSealedStream(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h, err := openHub(t.Context(), connectHub(t, a.server), a.bank, &a.options)
	if err != nil {
		t.Fatal(err)
	}
	w := mustWorker(t, a.stranger, "a")
	seeds := someSeeds(t)
	r := &result{Unit: someUnit.Name(), Done: someUnit, Numbers: work.Numbers{Made: 20, Unwanted: 20 - len(seeds)}, seeds: seeds}
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() { h.gate.listen(ctx, h.nc) })
	if err := leased(h, w, r.Unit).send(t.Context(), []*result{r}); err != nil {
		t.Fatal(err)
	}
	stop()
	group.Wait()
	stream, err := a.js.Stream(t.Context(), resultStream)
	if err != nil {
		t.Fatal(err)
	}
	config := stream.CachedInfo().Config
	config.Sealed = true
	if _, err := a.js.UpdateStream(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	h.link.close()
	h.gate.link.close()
	if err := h.mining.Close(nil); err != nil {
		t.Fatal(err)
	}
	a.options.Drain = true
	mustHub(t.Context(), t, connectHub(t, a.server), a.bank, a.options)
	if got := len(seedtest.Keys(t, a.bank)); got != len(seeds) {
		t.Errorf("%d of %d seeds are stored", got, len(seeds))
	}
}

// Units that wait in a stream that somebody deletes are planned once more. A lease of the
// deleted stream does not take another unit out of the new one, and its results are stored.
func TestLeasesOfAnEarlierStream(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.mustHaveAll(a.during(func(ctx context.Context) {
		w := mustWorker(t, a.stranger, "w")
		var old []*job
		for range leastWaiting {
			old = append(old, mustGet(ctx, t, w))
		}
		within(t, "units wait", func() bool {
			status, err := Ask(ctx, a.insider)
			return err == nil && status.Waiting > 0
		})
		if err := a.js.DeleteStream(ctx, unitStream); err != nil {
			t.Fatal(err)
		}
		other := mustWorker(t, connect(t, a.server, "other"), "other")
		for range leastWaiting { // these have the numbers of the old ones
			mustGet(ctx, t, other).giveBack(context.Canceled, false)
			mustGet(ctx, t, other)
		}
		for _, j := range old {
			begun := time.Now()
			if err := j.send(ctx, mustDo(t, j.unit).end(j.unit)); err != nil {
				t.Error(err)
			}
			t.Logf("a result is taken in %v", time.Since(begun).Round(time.Millisecond))
		}
	}, "a"), false)
}

// Units that a hub of another bank has planned at the same server are not done for this
// one.
func TestOtherBank(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.options.Mine.RandomSeed = 77
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var group sync.WaitGroup
	first := seedtest.Open(t, filepath.Join(t.TempDir(), "bank.db")) // with another secret
	group.Go(func() { mustHub(ctx, t, connectHub(t, a.server), first, a.options) })
	within(t, "units are planned", func() bool {
		status, err := Ask(ctx, a.insider)
		return err == nil && status.Waiting >= leastWaiting
	})
	stop()
	group.Wait()
	other := a.options
	a.options.Mine.RandomSeed = attackedSeed

	// Neither are results for it dropped: its hub ends with --drain before, also without those
	// that are gone.
	for range 2 {
		if _, err := a.js.Publish(t.Context(), resultSubject, []byte("a result")); err != nil {
			t.Fatal(err)
		}
	}
	var refused *OtherBankError
	if _, err := Hub(t.Context(), connectHub(t, a.server), a.bank, a.options); !errors.As(err, &refused) || refused.Results != 2 {
		t.Errorf("results of another bank: %v", err)
	}
	results, err := a.js.Stream(t.Context(), resultStream)
	if err == nil {
		err = results.Purge(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := a.js.DeleteStream(t.Context(), unitStream); err != nil { // no worker is there to do the units
		t.Fatal(err)
	}
	other.Drain = true
	draining, tooLong := context.WithTimeout(t.Context(), time.Minute)
	defer tooLong()
	if mustHub(draining, t, connectHub(t, a.server), first, other); draining.Err() != nil {
		t.Error("the hub of the other bank waits for results that are gone")
	}
	a.mustHaveAll(a.during(func(context.Context) { a.stored(10) }, "a"), false)
}

// Streams in the memory of the hub have a bound.
func TestStreamsInMemory(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	_, err := a.js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "MINE", Subjects: []string{"mine"}, Storage: jetstream.MemoryStorage})
	if err != nil {
		t.Fatal(err)
	}
	const size = 1 << 19
	taken := 0
	for range 2 * bounds.Stored / size {
		if _, err := a.js.Publish(t.Context(), "mine", make([]byte, size)); err == nil {
			taken += size
		}
	}
	if taken > bounds.Stored {
		t.Errorf("%d bytes are kept in memory", taken)
	}
}

// A hub starts and stores, whatever somebody has done to the streams: they are full, or
// deleted.
func TestSpoiledStreams(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*attacked){
		"full": func(a *attacked) {
			for err := error(nil); err == nil; {
				_, err = a.js.Publish(a.Context(), resultSubject, make([]byte, 10_000))
			}
		},
		"full of units": func(a *attacked) {
			for range 1000 {
				if _, err := a.js.Publish(a.Context(), unitSubject, []byte("{}")); err != nil {
					a.Fatal(err)
				}
			}
		},
		"deleted": func(a *attacked) {
			for _, name := range []string{unitStream, resultStream, deadStream} {
				if err := a.js.DeleteStream(a.Context(), name); err != nil {
					a.Fatal(err)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAttacked(t)
			a.options.mostResults = 1 << 20
			a.during(func(context.Context) { a.stored(5) }, "a")
			spoil(a)
			a.options.Drain = false
			a.during(func(context.Context) { a.stored(15) }, "a")
			mustBeSound(t, a.bank)
		})
	}
}
