//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/seedoku/seedoku/internal/fleet"
)

// endsWithin is the promised time from SIGTERM to the end of a hub or a worker.
const endsWithin = 5 * time.Second

// A hub and a worker end in good time after SIGTERM, whatever has happened to their
// servers and streams.
func TestFleetEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some 20 seconds: run without -short")
	}
	if *chaosFor == 0 {
		t.Parallel()
	}
	const isKnown, isUnknown = "(; the next hub stores those and what workers still send|Nothing is left at the NATS server)[.]", "what is left there is not known"
	for _, fault := range []struct {
		name    string
		servers int
		cause   func(*testFleet)
		lasts   time.Duration // before SIGTERM
		last    string        // pattern of what the hub says of the server at the end
	}{
		{"none", 1, func(*testFleet) {}, 0, isKnown},
		{"server killed", 1, func(f *testFleet) { f.kill(f.servers[0]) }, 2 * time.Second, isUnknown},
		{"server halted", 1, func(f *testFleet) { f.halt(0) }, 2 * time.Second, isUnknown},
		{"two of three halted", 3, func(f *testFleet) { f.halt(0); f.halt(1) }, 2 * time.Second, isKnown + "|" + isUnknown}, // the third may lead, and answers until it misses the others
		{"JetStream gone", 1, (*testFleet).loseJetStream, 4 * time.Second, isUnknown},
		{"results deleted", 1, func(f *testFleet) { f.deleteStreams("SEEDOKU_RESULTS") }, 2 * time.Second, isKnown},
		{"results deleted a moment ago", 1, func(f *testFleet) { f.deleteStreams("SEEDOKU_RESULTS") }, 0, ""},
		{"all streams deleted", 1, func(f *testFleet) { f.deleteStreams("SEEDOKU_UNITS", "SEEDOKU_RESULTS", "SEEDOKU_DEAD") }, 2 * time.Second, isKnown},
		{"results sealed", 1, func(f *testFleet) { f.seal("SEEDOKU_RESULTS") }, 2 * time.Second, isKnown},
		{"units sealed", 1, func(f *testFleet) { f.seal("SEEDOKU_UNITS") }, 2 * time.Second, isKnown},
		{"invented workers", 1, (*testFleet).inventWorkers, 0, isKnown},
	} {
		t.Run(strings.ReplaceAll(fault.name, " ", "-"), func(t *testing.T) {
			if *chaosFor == 0 {
				t.Parallel()
			}
			for tries := 3; ; tries-- {
				f := startFleet(t, fault.servers, 1, "none")
				fault.cause(f)
				time.Sleep(max(fault.lasts, min(*chaosFor, 25*time.Second)))
				f.mustEnd("hub", f.hub)
				f.mustEnd("worker", f.workers[0])
				text := f.hub.stderr.String()
				switch {
				case regexp.MustCompile(fault.last).MatchString(text):
					return
				case tries == 1 || !strings.Contains(text, isUnknown):
					t.Fatalf("the hub does not say at the end %q:\n%s", fault.last, text)
				}
				t.Log("once more: on a full machine, a server may not answer in time")
				f.killAll()
			}
		})
	}
	t.Run("no-server", func(t *testing.T) {
		if *chaosFor == 0 {
			t.Parallel()
		}
		f := &testFleet{T: t, folder: t.TempDir()}
		nowhere := "nats://" + freeAddress(t)
		f.hub = f.launch(os.Args[0], "hub", "--bank", f.folder+"/bank.db", "--nats", nowhere)
		f.workers = append(f.workers, f.launch(os.Args[0], "work", "--hub", nowhere))
		t.Cleanup(f.killAll)
		time.Sleep(time.Second)
		f.mustEnd("hub", f.hub)
		f.mustEnd("worker", f.workers[0])
	})
}

// mustEnd ends a process with SIGTERM, in good time.
func (f *testFleet) mustEnd(what string, p *process) {
	f.Helper()
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		f.Errorf("%s: %v\n%s", what, err, &p.stderr)
		return
	}
	begun := time.Now()
	ended := make(chan error, 1)
	go func() { ended <- p.Wait() }()
	select {
	case <-ended:
	case <-time.After(max(4*endsWithin, *chaosFor)):
		p.Process.Kill()
		<-ended
		f.Errorf("the %s does not end", what)
	}
	took := time.Since(begun)
	lines := strings.Split(strings.TrimSpace(p.stderr.String()), "\n")
	f.Logf("the %s ended %v after SIGTERM, and said last:\n%s", what, took.Round(10*time.Millisecond), strings.Join(lines[max(0, len(lines)-4):], "\n"))
	if took > endsWithin {
		f.Errorf("the %s took %v to end", what, took)
	}
}

// halt stops a server as SIGSTOP does: it keeps its connections, and does nothing.
func (f *testFleet) halt(i int) {
	f.Helper()
	if err := f.servers[i].Process.Signal(syscall.SIGSTOP); err != nil {
		f.Fatal(err)
	}
}

// loseJetStream starts the server again without JetStream.
func (f *testFleet) loseJetStream() {
	f.Helper()
	f.kill(f.servers[0])
	args := slices.DeleteFunc(slices.Clone(f.serverArgs[0]), func(arg string) bool { return arg == "-js" })
	f.servers[0] = f.launch(args...)
}

// stranger returns a connection of somebody who is let in.
func (f *testFleet) stranger() (*nats.Conn, jetstream.JetStream) {
	f.Helper()
	nc, err := nats.Connect(f.urls)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		f.Fatal(err)
	}
	return nc, js
}

func (f *testFleet) deleteStreams(names ...string) {
	f.Helper()
	_, js := f.stranger()
	for _, name := range names {
		if err := js.DeleteStream(f.Context(), name); err != nil {
			f.Fatal(err)
		}
	}
}

func (f *testFleet) seal(name string) {
	f.Helper()
	_, js := f.stranger()
	stream, err := js.Stream(f.Context(), name)
	if err != nil {
		f.Fatal(err)
	}
	config := stream.CachedInfo().Config
	config.Sealed = true
	if _, err := js.UpdateStream(f.Context(), config); err != nil {
		f.Fatal(err)
	}
}

// inventWorkers reports thousands of workers that do not exist, each with many cores. The hub
// drops some of them. It waits until the hub shows the others.
func (f *testFleet) inventWorkers() {
	f.Helper()
	nc, _ := f.stranger()
	number := 2500
	if *chaosFor > 0 {
		number = 10_000
	}
	for i := range number {
		text, err := json.Marshal(fleet.Alive{Name: fmt.Sprint("invented", i), Cores: 1 << 30, Program: strings.Repeat("x", 3000)})
		if err == nil {
			err = nc.Publish(fmt.Sprintf("seedoku.ask.%032x.alive", i), text)
		}
		if err != nil {
			f.Fatal(err)
		}
	}
	f.await("the hub has heard of the invented workers", func() bool {
		status, err := fleet.Ask(f.Context(), nc)
		return err == nil && len(status.Workers)+status.Unlisted.Workers > 1000
	})
}
