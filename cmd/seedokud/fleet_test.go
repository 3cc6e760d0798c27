//go:build unix

package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

var chaosFor = flag.Duration("chaos", 0, "how long TestFleetChaos kills the processes of each fleet; 0: some of each")

// A fleet whose processes are killed at any moment loses nothing: in the end the bank
// has what one machine finds from the same numbers, and its records are right.
func TestFleetChaos(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some 30 seconds: run without -short")
	}
	if *chaosFor == 0 {
		t.Parallel()
	}
	for _, c := range []struct {
		name    string
		servers int // NATS servers of their own; 0: one inside the hub
		kill    func(*testFleet)
		kills   int  // at least
		exactly bool // no hub was killed, which then plans some numbers again in other units
		ladders string
	}{
		{"workers", 1, (*testFleet).killWorkerAtWork, 3, true, "all"}, // which keep them at work
		{"hub", 0, (*testFleet).killHub, 3, false, "none"},
		{"server", 1, (*testFleet).killServer, 2, true, "none"},
		{"cluster", 3, (*testFleet).killServer, 1, true, "none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if *chaosFor == 0 {
				t.Parallel()
			}
			workers := 4
			if *chaosFor == 0 {
				workers = 2
			}
			f := startFleet(t, c.servers, workers, c.ladders)
			begun := time.Now()
			for kills := 0; kills < c.kills || time.Since(begun) < *chaosFor; kills++ {
				someMoment()
				c.kill(f)
			}
			f.end()
			f.check(c.exactly)
		})
	}
}

// testFleet is a hub, workers, and servers, each a process.
type testFleet struct {
	*testing.T
	folder, bank string
	urls         string   // of the servers
	hubArgs      []string // what reaches them
	hub          *process
	workers      []*process
	servers      []*process
	serverArgs   [][]string
	started      int // workers
	unanswered   int // puzzles of units that an ended hub may have planned without an answer of its server
}

// newTestFleet returns a fleet without processes.
func newTestFleet(t *testing.T) *testFleet {
	t.Helper()
	f := &testFleet{T: t, folder: t.TempDir()}
	f.bank = filepath.Join(f.folder, "bank.db")
	makeBank(t, f.bank)
	return f
}

// randomSeed of the fleets. Their first puzzles are quick to rate.
const randomSeed = 27

// unitSize returns the puzzles of a unit: few, so that work goes on soon after a kill.
func unitSize() int {
	if *chaosFor == 0 {
		return 3
	}
	return 60
}

// someMoment leaves a fleet alone for a random time before a kill. Workers mine on all cores for as long.
func someMoment() {
	most := 2 * time.Second
	if *chaosFor == 0 {
		most /= 5
	}
	time.Sleep(rand.N(most))
}

func startFleet(t *testing.T, servers, workers int, ladders string) *testFleet {
	f := newTestFleet(t)
	if servers > 0 {
		f.startServers(servers)
		f.hubArgs = []string{"--nats", f.urls, "--replicas", fmt.Sprint(servers)}
	} else {
		address := freeAddress(t)
		f.urls = "nats://" + address
		f.hubArgs = []string{"--listen", address, "--cores", "1"}
	}
	t.Cleanup(f.killAll)
	if servers > 0 {
		f.hubArgs = append(f.hubArgs, "--no-mine")
	}
	// Bare seeds must not get ladders later: the record would count them once more.
	f.hubArgs = append(f.hubArgs, "--everything", "--ladders", ladders)
	f.startHub()
	for range workers {
		f.startWorker()
	}
	f.await("work begins", func() bool { return f.seeds() > 0 })
	return f
}

// startServers starts NATS servers.
func (f *testFleet) startServers(n int) {
	f.Helper()
	var urls, routes []string
	for range n {
		urls, routes = append(urls, "nats://"+freeAddress(f.T)), append(routes, "nats://"+freeAddress(f.T))
	}
	f.urls = strings.Join(urls, ",")
	for i := range n {
		_, port, _ := strings.Cut(strings.TrimPrefix(urls[i], "nats://"), ":")
		args := []string{"-js", "-a", "127.0.0.1", "-p", port, "-sd", filepath.Join(f.folder, fmt.Sprint("server-", i)), "-n", fmt.Sprint("n", i)}
		if n > 1 {
			args = append(args, "--cluster_name", "test", "--cluster", routes[i], "--routes", strings.Join(routes, ","))
		}
		f.serverArgs = append(f.serverArgs, append([]string{os.Args[0], natsServer}, args...))
		f.servers = append(f.servers, f.launch(f.serverArgs[i]...))
	}
	f.awaitStreams()
}

// awaitStreams waits until the servers can make streams. A cluster elects a leader first, which
// takes longer than a hub waits if all cores are busy.
func (f *testFleet) awaitStreams() {
	f.Helper()
	canMake := func() error {
		conn, err := nats.Connect(f.urls)
		if err != nil {
			return err
		}
		defer conn.Close()
		streams, err := jetstream.New(conn)
		if err != nil {
			return err
		}
		_, err = streams.AccountInfo(f.Context())
		return err
	}
	err := canMake()
	for end := time.Now().Add(5 * time.Minute); err != nil && time.Now().Before(end); err = canMake() {
		time.Sleep(100 * time.Millisecond)
	}
	if err != nil {
		for i, server := range f.servers {
			f.Logf("server %d: %s", i, &server.stderr)
		}
		f.Fatalf("the servers make no streams: %v", err)
	}
}

// launch starts a program.
func (f *testFleet) launch(args ...string) *process {
	f.Helper()
	p := &process{Cmd: exec.CommandContext(context.Background(), args[0], args[1:]...)}
	p.Env = append(os.Environ(), asProgram+"=1", "SEEDOKU_BANK=", "XDG_DATA_HOME="+f.folder)
	p.Stdout, p.Stderr = &p.stderr, &p.stderr
	if err := p.Start(); err != nil {
		f.Fatal(err)
	}
	return p
}

func (f *testFleet) startHub(more ...string) {
	f.Helper()
	args := append([]string{os.Args[0], "hub", "--bank", f.bank, "--seed", fmt.Sprint(randomSeed), "--unit-size", fmt.Sprint(unitSize()), "--lost-after", "2s"}, f.hubArgs...)
	f.hub = f.launch(append(args, more...)...)
}

func (f *testFleet) startWorker() {
	f.started++
	f.workers = append(f.workers, f.launch(os.Args[0], "work", "--hub", f.urls, "--cores", "1", "--name", fmt.Sprint("w", f.started)))
}

// kill kills a process, which must not have ended.
func (f *testFleet) kill(p *process) {
	f.Helper()
	p.Process.Kill() // fails if it has ended
	if p.Wait(); p.ProcessState.Exited() {
		f.Errorf("%v ended before: %v\n%s", p.Args, p.ProcessState, &p.stderr)
	}
}

func (f *testFleet) killWorker() {
	i := rand.IntN(len(f.workers))
	f.kill(f.workers[i])
	f.workers = append(f.workers[:i], f.workers[i+1:]...)
	f.startWorker()
}

// killWorkerAtWork kills a worker. After some of them it waits for seeds: a unit with which 20
// workers were lost is dead, and on a full machine nothing may be found between many kills.
func (f *testFleet) killWorkerAtWork() {
	f.killWorker()
	if before := f.seeds(); f.started%len(f.workers) == 0 {
		f.await("work goes on", func() bool { return f.seeds() > before })
	}
}

func (f *testFleet) killHub() {
	f.kill(f.hub)
	before, begun := f.seeds(), time.Now()
	f.startHub()
	f.await("work goes on", func() bool { return f.seeds() > before })
	f.Logf("work went on %v after the hub was started again", time.Since(begun).Round(time.Millisecond))
}

// killServer kills a server and starts it again. Of a cluster, the next one is killed
// only when it is there again.
func (f *testFleet) killServer() {
	i := rand.IntN(len(f.servers))
	f.kill(f.servers[i])
	before, begun := f.seeds(), time.Now()
	if len(f.servers) > 1 {
		f.await("a cluster without one of its servers works", func() bool { return f.seeds() > before })
		f.Logf("work went on %v after a server was killed", time.Since(begun).Round(time.Millisecond))
	}
	before, begun = f.seeds(), time.Now()
	f.servers[i] = f.launch(f.serverArgs[i]...)
	f.await("work goes on", func() bool { return f.seeds() > before })
	f.Logf("work went on %v after a server was started again", time.Since(begun).Round(time.Millisecond))
}

func (f *testFleet) killAll() {
	for _, p := range append(append(f.workers, f.servers...), f.hub) {
		p.Process.Kill()
		p.Wait()
	}
}

// seeds returns how many seeds are in the bank.
func (f *testFleet) seeds() (n int) {
	bank, err := seedbank.Open(f.Context(), f.bank)
	if err != nil {
		return 0 // it is not made yet
	}
	defer bank.Close()
	levels, err := bank.SeedsByLevel(f.Context())
	if err != nil {
		f.Fatal(err)
	}
	for _, of := range levels {
		n += of
	}
	return n
}

// await fails the test unless something becomes true in good time.
func (f *testFleet) await(what string, ok func() bool) {
	f.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if ok() {
			return
		}
	}
	f.hub.Process.Kill()
	f.hub.Wait()
	f.Fatalf("not in good time: %s; the hub says\n%s", what, &f.hub.stderr)
}

// end ends the hub as Ctrl-C does, has another one store what was planned, and ends
// the workers.
func (f *testFleet) end() {
	f.Helper()
	f.await("the seeds of a unit of each worker", func() bool { return f.seeds() >= len(f.workers)*unitSize() })
	f.interrupt(f.hub)
	if strings.Contains(f.hub.stderr.String(), "what is left there is not known") {
		f.unanswered = unitSize()
	}
	f.startHub("--drain")
	if err := f.hub.Wait(); err != nil {
		f.Errorf("the last hub: %v\n%s", err, &f.hub.stderr)
	}
	for _, worker := range f.workers {
		f.interrupt(worker)
	}
}

// interrupt ends a process as Ctrl-C does.
func (f *testFleet) interrupt(p *process) {
	f.Helper()
	if err := p.Process.Signal(os.Interrupt); err != nil {
		f.Error(err)
	}
	begun := time.Now()
	if err := p.Wait(); err != nil {
		f.Errorf("%v: %v\n%s", p.Args, err, &p.stderr)
	}
	f.Logf("%s ended %v after Ctrl-C", p.Args[1], time.Since(begun).Round(time.Millisecond))
}

// check checks the bank and its records. Those tell exactly how many puzzles were made
// unless a hub was killed, or ended while its server did not say whether it has the last unit.
func (f *testFleet) check(exactly bool) {
	f.Helper()
	bank, err := seedbank.Open(f.Context(), f.bank)
	if err != nil {
		f.Fatal(err)
	}
	defer bank.Close()
	if _, err := repair.Verify(f.Context(), bank, repair.VerifyOptions{Problem: func(err error) { f.Error(err) }}); err != nil {
		f.Error(err)
	}
	planned, err := change.Bookmark(f.Context(), bank, fmt.Sprint("planned ", randomSeed))
	if err != nil {
		f.Fatal(err)
	}
	got, want := seedtest.Keys(f.T, bank), pruned(int(planned))
	missing := 0
	for key := range want {
		if !got[key] {
			missing++
		}
	}
	if missing > 0 {
		f.Errorf("of the %d seeds that one machine finds %d are missing; the last hub says\n%s", len(want), missing, &f.hub.stderr)
	}
	extra := 0
	for key := range got {
		if !want[key] {
			extra++
		}
	}
	runs, err := bank.Runs(f.Context(), math.MaxInt)
	if err != nil {
		f.Fatal(err)
	}
	made, stored := 0, 0
	for i := range runs {
		made, stored = made+runs[i].Made, stored+runs[i].Stored
	}
	if stored != len(got) || made < int(planned) {
		f.Errorf("the records tell of %d seeds stored of %d puzzles; there are %d seeds of %d", stored, made, len(got), planned)
	}
	if exactly && (made > int(planned)+f.unanswered || extra > f.unanswered) {
		f.Errorf("%d puzzles were made, and %d were planned; %d seeds nobody has planned", made, planned, extra)
	}
	f.Logf("%d runs: %d seeds of %d puzzles, %d of them planned; %d seeds of units that a killed hub had planned last", len(runs), stored, made, planned, extra)
}

// pruned returns the keys of what one machine finds from the first n numbers.
func pruned(n int) map[seed.Key]bool {
	set, pruner := map[seed.Key]bool{}, making.NewPruner(randomSeed)
	var maker making.Maker
	for i := range n {
		s := maker.Seed(pruner.Puzzle(uint64(i)), seed.Prune)
		set[s.Key()] = true
	}
	return set
}
