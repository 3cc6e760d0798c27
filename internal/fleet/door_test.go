package fleet

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bounds"
)

// A worker can use nothing of JetStream, and hears nothing but answers to its own questions.
func TestWorkersReachNoStream(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.during(func(ctx context.Context) {
		a.stored(10)
		refused := make(chan error, 100)
		a.stranger.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err })
		for _, subject := range []string{
			">", "*", "$JS.>", "$SYS.>", "_INBOX.>", "_INBOX.*.>", unitSubject, resultSubject, deadSubject, statusSubject,
			questionsPrefix + ">", questionSubject(newSession(), fetchQuestion), "$KV.>", "$JS.EVENT.ADVISORY.>", inboxOf(hubUser) + ".>",
		} {
			for _, queue := range []string{"", "workers"} {
				if _, err := a.stranger.QueueSubscribe(subject, queue, func(m *nats.Msg) { t.Errorf("it hears %s", m.Subject) }); err != nil {
					continue
				}
				a.stranger.Flush()
				mustBeRefused(t, refused, "subscribing to "+subject)
			}
		}
		publish := []string{
			unitSubject, resultSubject, deadSubject, statusSubject, "anything", questionSubject(newSession(), postQuestion), questionsPrefix + "x.fetch",
			"$JS.ACK." + unitStream + "." + unitConsumer + ".1.1.1.1.0", "$JS.ACK." + unitStream + "." + unitConsumer, "$SYS.REQ.SERVER.PING", "$SYS.REQ.USER.INFO",
			"$JS.FC." + resultStream + ".x.y", inboxOf(hubUser) + ".x",
		}
		for _, stream := range []string{unitStream, resultStream, deadStream, "NEW"} {
			for _, what := range []string{
				"STREAM.CREATE.S", "STREAM.UPDATE.S", "STREAM.DELETE.S", "STREAM.PURGE.S", "STREAM.INFO.S", "STREAM.MSG.GET.S", "STREAM.MSG.DELETE.S",
				"STREAM.SNAPSHOT.S", "STREAM.RESTORE.S", "STREAM.PEER.REMOVE.S", "STREAM.LEADER.STEPDOWN.S", "DIRECT.GET.S", "DIRECT.GET.S.x",
				"CONSUMER.CREATE.S", "CONSUMER.CREATE.S.workers", "CONSUMER.CREATE.S.workers.x", "CONSUMER.DURABLE.CREATE.S.workers", "CONSUMER.DELETE.S.workers",
				"CONSUMER.INFO.S.workers", "CONSUMER.LIST.S", "CONSUMER.NAMES.S", "CONSUMER.PAUSE.S.workers", "CONSUMER.RESET.S.workers", "CONSUMER.UNPIN.S.workers",
				"CONSUMER.LEADER.STEPDOWN.S.workers", "CONSUMER.MSG.NEXT.S.workers",
			} {
				publish = append(publish, "$JS.API."+strings.Replace(what, ".S", "."+stream, 1))
			}
		}
		for _, what := range []string{"INFO", "STREAM.LIST", "STREAM.NAMES", "META.LEADER.STEPDOWN", "SERVER.REMOVE", "ACCOUNT.PURGE.G", "STREAM.TEMPLATE.CREATE.x"} {
			publish = append(publish, "$JS.API."+what)
		}
		for _, subject := range publish {
			if err := a.stranger.PublishRequest(subject, inboxOf(a.stranger.Opts.User)+".x", []byte("{}")); err != nil {
				t.Fatal(err)
			}
			a.stranger.Flush()
			mustBeRefused(t, refused, "publishing to "+subject)
		}
		js, err := jetstream.New(a.stranger)
		if err != nil {
			t.Fatal(err)
		}
		ask, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if _, err := js.AccountInfo(ask); err == nil {
			t.Error("it is told of the account")
		}
		a.stored(10)
	}, "a")
}

func mustBeRefused(t *testing.T, refused <-chan error, what string) {
	t.Helper()
	select {
	case err := <-refused:
		if !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("%s: %v", what, err)
		}
	case <-time.After(time.Minute):
		t.Errorf("%s is not refused", what)
	}
}

// Whoever connects as a hub or to see the status gets no more than that.
func TestUsers(t *testing.T) {
	s := startServer(t, t.TempDir())
	if nc, err := Connect(t.Context(), "x", ConnectOptions{Servers: s.ClientURL(), hub: "guessed"}); err == nil {
		nc.Close()
		t.Error("a hub needs no password")
	}
	refused := make(chan error, 1)
	nc := mustConnect(t, "status", ConnectOptions{Servers: s.ClientURL(), Status: true})
	nc.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err })
	nc.Publish(questionSubject(strings.TrimPrefix(nc.Opts.User, statusUser), fetchQuestion), nil)
	nc.Flush()
	mustBeRefused(t, refused, "fetching with a connection for the status")
}

// A lease is good for the worker that has it, for its unit, and for some time.
func TestLeases(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := secret(rapid.Uint64Min(1).Draw(t, "secret"))
		now := time.Unix(rapid.Int64Range(1e9, 4e9).Draw(t, "now"), 0)
		want := lease{someUnit.Name(), "$JS.ACK.x", rapid.Int64().Draw(t, "since"), rapid.Uint64().Draw(t, "place"), rapid.IntRange(0, 9).Draw(t, "tries"), now, false}
		key := keyOf(newSession())
		text := want.text(s, key)
		later := time.Duration(rapid.Int64Range(0, int64(2*leaseLasts)).Draw(t, "later"))
		got, err := s.readLease(text, key, now.Add(later))
		if (err == nil) != (later <= leaseLasts) || err == nil && got != want {
			t.Errorf("%v later: %+v, %v; want %+v", later, got, err, want)
		}
		at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		changed := []byte(text)
		changed[at] ^= byte(rapid.IntRange(1, 127).Draw(t, "bits"))
		for of, key := range map[string]string{string(changed): key, text: keyOf(newSession())} {
			if _, err := s.readLease(of, key, now); err == nil {
				t.Errorf("a lease is taken that is another's or was changed: %q", of)
			}
		}
		if _, err := (s + 1).readLease(text, key, now); err == nil {
			t.Error("a hub of another bank takes the lease")
		}
	})
}

// Leases from strangers are refused without harm.
func FuzzReadLease(f *testing.F) {
	now := time.Unix(1_700_000_000, 0)
	l := lease{someUnit.Name(), "$JS.ACK.x", 1_600_000_000_000_000_000, 3, 0, now, false}
	text := l.text(7, "key")
	f.Add(text, "key")
	f.Add(text+" ", "key")
	f.Add("", "")
	f.Fuzz(func(t *testing.T, given, key string) {
		if got, err := secret(7).readLease(given, key, now); err == nil && (given != text || key != "key" || got != l) {
			t.Errorf("%q is taken for %+v", given, got)
		}
	})
}

// Answers of a hub that is none do no harm to a worker.
func FuzzDecodeAnswer(f *testing.F) {
	for _, text := range []string{`{}`, `null`, `{"later":1000000000}`, `{"later":-5}`, `{"later":9e18,"refused":"\u001b"}`, `{"task":{"unit":{},"lease":"x"}}`, `[`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := decodeAnswer(text)
		if err != nil {
			return
		}
		if a.Later < 0 || a.Later > mostLater || hidden(a.Rejects+a.Refused) || max(len(a.Rejects), len(a.Refused)) > mostReason {
			t.Errorf("%q is read as %+v", text, a)
		}
	})
}

// A worker that asks without end hardly delays others, and has no answers to most questions.
func TestFloodOfQuestions(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.during(func(ctx context.Context) {
		a.stored(10)
		w := mustWorker(t, a.stranger, "flood")
		j := mustGet(ctx, t, w)
		session := w.door.(*natsDoor).session
		text := (&result{Lease: j.task.Lease, Unit: j.unit.Name(), Part: 3}).encode()
		inbox, answers := a.stranger.NewInbox(), atomic.Int64{}
		if _, err := a.stranger.Subscribe(inbox, func(*nats.Msg) { answers.Add(1) }); err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		const questions = 5 * bounds.AskedAtOnce
		for sent := range questions {
			if err := a.stranger.PublishRequest(questionSubject(session, postQuestion), inbox, text); err != nil {
				t.Fatal(err)
			}
			if sent%(mostPending/2) == 0 { // of more at once, the hub drops some
				mustFlush(t, a.stranger)
			}
		}
		a.stored(20)
		most := bounds.AskedAtOnce + bounds.Asked*int64(time.Since(begun)/time.Second+1)
		t.Logf("20 seeds in %v beside %d questions, of which %d had answers", time.Since(begun).Round(time.Millisecond), questions, answers.Load())
		if answers.Load() > most {
			t.Errorf("%d of %d questions are answered", answers.Load(), questions)
		}
	}, "a")
}

// A unit that a worker gives back goes to others, and one that fails too often is dead.
func TestFailingUnits(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() { mustHub(ctx, t, connectHub(t, a.server), a.bank, a.options) })
	w := mustWorker(t, a.stranger, "w")
	failed := 0
	for tries := 0; failed < mostFailures && tries < 200; tries++ {
		if j := mustGet(ctx, t, w); j.unit.First == 0 {
			j.giveBack(errors.New("it is too hard"), true)
			failed++
		} else {
			j.giveBack(context.Canceled, false)
		}
	}
	within(t, "the unit is dead", func() bool {
		status, err := Ask(ctx, a.insider)
		return err == nil && status.Dead == 1 && status.LastDead.Worker == "w" && status.LastDead.Reason == "it is too hard"
	})
	for range 20 {
		if j := mustGet(ctx, t, w); j.unit.First == 0 {
			t.Error("a dead unit is given to a worker")
		} else {
			j.giveBack(context.Canceled, false)
		}
	}
	stop()
	group.Wait()
}
