package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/mine/work"
)

// attacked is a fleet with a stranger in it who is let in.
type attacked struct {
	*testing.T
	server   *server.Server
	bank     *change.Writer
	options  HubOptions
	stranger *nats.Conn
	js       jetstream.JetStream
}

// attackedSeed is the random seed of these fleets.
const attackedSeed = 5

func newAttacked(t *testing.T) *attacked {
	t.Helper()
	a := &attacked{T: t, server: startServer(t, t.TempDir()), bank: newBank(t)}
	a.options = HubOptions{
		Mine:    mine.Options{RandomSeed: attackedSeed, UnitSize: 16, Ladders: work.NoLadders},
		Trust:   0.1,
		AckWait: 3 * time.Second,
		Log:     slog.New(slog.NewTextHandler(t.Output(), nil)),
	}
	a.stranger = connect(t, a.server, "stranger")
	var err error
	if a.js, err = jetstream.New(a.stranger); err != nil {
		t.Fatal(err)
	}
	return a
}

// during runs a hub and workers while something happens, and then a hub that stores what
// was planned. It returns how many puzzles both hubs have counted. Every worker must end
// without an error.
func (a *attacked) during(what func(ctx context.Context), workers ...string) (made int) {
	a.Helper()
	ctx, stop := context.WithCancel(a.Context())
	defer stop()
	var group, hub sync.WaitGroup
	for _, name := range workers {
		nc := connect(a.T, a.server, name)
		group.Go(func() {
			if err := Worker(ctx, nc, WorkerOptions{Name: name, Cores: 1}); err != nil {
				a.Errorf("worker %s: %v", name, err)
			}
		})
	}
	run := func(ctx context.Context) {
		status, err := Hub(ctx, connect(a.T, a.server, "hub"), a.bank, a.options)
		if err != nil {
			a.Errorf("the hub: %v", err)
		}
		made += status.Progress.Made
	}
	hubCtx, stopHub := context.WithCancel(ctx)
	hub.Go(func() { run(hubCtx) })
	within(a.T, "the hub answers", func() bool { _, err := Ask(ctx, a.stranger); return err == nil })
	what(ctx)
	stopHub()
	hub.Wait()
	a.options.Drain = true
	run(ctx)
	stop()
	group.Wait()
	return made
}

// mustHaveAll checks that the bank has all that one machine finds of what was planned,
// and that what was counted is what was planned. What was done again for another hub may
// count twice.
func (a *attacked) mustHaveAll(made int, again bool) {
	a.Helper()
	planned, err := change.Bookmark(a.Context(), a.bank.Bank, fmt.Sprint("planned ", attackedSeed))
	if err != nil {
		a.Fatal(err)
	}
	got, want := keys(a.T, a.bank), pruned(a.T, attackedSeed, int(planned))
	missing := 0
	for key := range want {
		if !got[key] {
			missing++
		}
	}
	a.Logf("%d of %d seeds are lost; %d puzzles were planned, and %d counted", missing, len(want), planned, made)
	if missing > 0 || len(want) == 0 {
		a.Errorf("%d of %d seeds are lost", missing, len(want))
	}
	if most := int(planned); made < most || made > most && (!again || made > 2*most) {
		a.Errorf("%d puzzles were planned, and %d are counted", planned, made)
	}
	banktest.MustBeTrue(a.T, a.bank)
}

// stored waits until the bank has some more seeds.
func (a *attacked) stored(more int) {
	a.Helper()
	goal := len(keys(a.T, a.bank)) + more
	within(a.T, "seeds are stored", func() bool { return len(keys(a.T, a.bank)) >= goal })
}

// Somebody who listens sends empty results of all units, under the names that their true
// results once had, and sends every true result again under other names. Nothing is
// lost.
func TestEmptyResultsOfOthers(t *testing.T) {
	a := newAttacked(t)
	send := func(m *nats.Msg, name string) { a.js.PublishMsg(t.Context(), m, jetstream.WithMsgID(name)) } // may be refused
	liar := newKey()
	units, err := a.stranger.Subscribe(unitSubject, func(m *nats.Msg) {
		u, err := work.DecodeUnit(m.Data)
		if err != nil {
			return
		}
		empty := nats.NewMsg(resultSubject)
		empty.Data = (&result{Worker: "liar", Unit: u.Name(), Done: u, Numbers: work.Numbers{Made: u.Count, Unwanted: u.Count}}).encode()
		empty.Header.Set(sealHeader, m.Header.Get(sealHeader))
		sign(empty, liar)
		for part := range 3 {
			send(empty, fmt.Sprintf("%s/%d", u.Name(), part))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer units.Unsubscribe()
	var seen sync.Map
	results, err := a.stranger.Subscribe(resultSubject, func(m *nats.Msg) {
		if _, again := seen.LoadOrStore(m.Header.Get(signatureHeader), true); again {
			return
		}
		for i := range 3 {
			again := nats.NewMsg(resultSubject)
			again.Data = m.Data
			for _, header := range []string{sealHeader, keyHeader, signatureHeader} {
				again.Header.Set(header, m.Header.Get(header))
			}
			send(again, fmt.Sprint(m.Header.Get(nats.MsgIdHdr), i))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer results.Unsubscribe()
	a.mustHaveAll(a.during(func(context.Context) { a.stored(60) }, "a", "b"), true)
}

// A worker that takes units and keeps back what it finds is found out, and all that it
// has kept back is found again.
func TestKeepingBack(t *testing.T) {
	a := newAttacked(t)
	a.options.again = shares{short: 0.3, other: 0.1}
	made := a.during(func(ctx context.Context) {
		a.stored(30)
		w := mustWorker(t, a.stranger, "liar")
		units := 0
		for ; !w.isRefused(ctx) && ctx.Err() == nil; units++ {
			message, _, _ := w.next(ctx)
			if message == nil {
				continue
			}
			u, err := work.DecodeUnit(message.Data())
			if err != nil {
				t.Fatal(err)
			}
			j := &job{worker: w, message: message, seal: message.Headers().Get(sealHeader), unit: u}
			if err := j.publish(ctx, &result{Worker: "liar", Unit: u.Name(), Done: u, Numbers: work.Numbers{Made: u.Count, Unwanted: u.Count}}); err != nil {
				t.Fatal(err)
			}
			j.finish(ctx)
		}
		t.Logf("found out after %d units", units)
	}, "a")
	a.mustHaveAll(made, true)
}

// A false result in the name of another worker, and a message that it is refused, do it
// no harm.
func TestSlander(t *testing.T) {
	a := newAttacked(t)
	a.options.Trust = 1
	made := a.during(func(ctx context.Context) {
		a.stored(20)
		status, err := Ask(ctx, a.stranger)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range status.Workers {
			for _, text := range []string{w.Key, w.Name} {
				if err := a.stranger.Publish(refusedSubject, []byte(text)); err != nil {
					t.Fatal(err)
				}
			}
		}
		liar := mustWorker(t, a.stranger, "a")
		lieAs(ctx, t, liar)
		within(t, "the lie is found out", func() bool { return liar.isRefused(ctx) })
		a.stored(20)
	}, "a")
	a.mustHaveAll(made, false)
}

// Ten thousand invented workers with many cores make the hub plan no more, and the
// status is answered.
func TestInventedWorkers(t *testing.T) {
	a := newAttacked(t)
	a.during(func(ctx context.Context) {
		a.stored(10)
		for i := range bounds.Members + 100 {
			text, err := json.Marshal(Alive{Name: fmt.Sprint("invented", i), Cores: 1 << 30, Busy: 1 << 30})
			if err != nil {
				t.Fatal(err)
			}
			if err := a.stranger.Publish(aliveSubject, text); err != nil {
				t.Fatal(err)
			}
		}
		var status *Status
		within(t, "the invented workers are shown", func() bool {
			var err error
			if status, err = Ask(ctx, a.stranger); err != nil {
				t.Fatal(err)
			}
			return len(status.Workers)+status.Unlisted.Workers >= bounds.Members
		})
		a.stored(20)
		if status, err := Ask(ctx, a.stranger); err != nil || status.Waiting > 100 {
			t.Errorf("%d units wait: %v", status.Waiting, err)
		}
	}, "a")
}

// A stream that somebody seals is made anew, by the hub at work and by the next one, and
// the results in it are stored.
func TestSealedStreams(t *testing.T) {
	for _, names := range [][]string{{resultStream}, {unitStream}, {deadStream}, {resultStream, unitStream, deadStream}} {
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
				a.stored(10)
				seal()
				a.stored(30)
			}, "a")
			before := len(keys(t, a.bank))
			a.options.Drain = false
			seal()
			a.during(func(context.Context) { a.stored(30) }, "a")
			if got := len(keys(t, a.bank)); got < before+30 {
				t.Errorf("%d seeds, then %d", before, got)
			}
			banktest.MustBeTrue(t, a.bank)
		})
	}
}

// Results that wait in a sealed stream are stored before it is made anew.
func TestResultsInSealedStream(t *testing.T) {
	a := newAttacked(t)
	h, err := openHub(t.Context(), connect(t, a.server, "hub"), a.bank, &a.options)
	if err != nil {
		t.Fatal(err)
	}
	w := mustWorker(t, a.stranger, "a")
	seeds := someSeeds(t)
	r := &result{Worker: "a", Unit: someUnit.Name(), Done: someUnit, Numbers: work.Numbers{Made: 20, Unwanted: 20 - len(seeds)}, seeds: seeds}
	if err := (&job{worker: w, seal: h.secret.seal(r.Unit)}).send(t.Context(), []*result{r}); err != nil {
		t.Fatal(err)
	}
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
	if err := h.mining.Close(nil); err != nil {
		t.Fatal(err)
	}
	a.options.Drain = true
	mustHub(t.Context(), t, connect(t, a.server, "hub"), a.bank, a.options)
	if got := len(keys(t, a.bank)); got != len(seeds) {
		t.Errorf("%d of %d seeds are stored", got, len(seeds))
	}
}

// Units that a hub of another bank has planned at the same server are not done for this
// one.
func TestOtherBank(t *testing.T) {
	a := newAttacked(t)
	a.options.Mine.RandomSeed = 77
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var group sync.WaitGroup
	first := newBank(t)
	group.Go(func() { mustHub(ctx, t, connect(t, a.server, "hub"), first, a.options) })
	within(t, "units are planned", func() bool {
		status, err := Ask(ctx, a.stranger)
		return err == nil && status.Waiting >= leastWaiting
	})
	stop()
	group.Wait()
	a.options.Mine.RandomSeed = attackedSeed
	a.mustHaveAll(a.during(func(context.Context) { a.stored(30) }, "a"), false)
}

// Streams in the memory of the hub have a bound.
func TestStreamsInMemory(t *testing.T) {
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
