package fleet

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// fleetsAtOnce is how many tests run at a time: a fleet of a test waits more than it works.
const fleetsAtOnce = "6"

func TestMain(m *testing.M) {
	flag.Parse()
	if p := flag.Lookup("test.parallel"); p.Value.String() == p.DefValue {
		p.Value.Set(fleetsAtOnce)
	}
	os.Exit(m.Run())
}

// startServer starts a NATS server with files in a folder, until the test ends.
func startServer(t *testing.T, folder string) *Server {
	t.Helper()
	s, err := StartServer(ServerOptions{Listen: "127.0.0.1:0", Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

// connect connects a worker to a server.
func connect(t *testing.T, s *Server, name string) *nats.Conn {
	t.Helper()
	return mustConnect(t, name, ConnectOptions{Servers: s.ClientURL()})
}

// connectHub connects a hub to its server. It may do everything there.
func connectHub(t *testing.T, s *Server) *nats.Conn {
	t.Helper()
	return mustConnect(t, "hub", ConnectOptions{Servers: s.ClientURL(), hub: s.hub})
}

func mustConnect(t *testing.T, name string, options ConnectOptions) *nats.Conn {
	t.Helper()
	nc, err := Connect(t.Context(), name, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

// mustWorker returns a worker that the test has do what a worker does.
func mustWorker(t *testing.T, nc *nats.Conn, name string) *worker {
	t.Helper()
	to := newNATSDoor(t.Context(), nc)
	t.Cleanup(to.close)
	w := newWorker(to, WorkerOptions{Name: name})
	w.refuse = func(err error) { w.options.Name = refusedName }
	return w
}

// refusedName is the name that a worker of [mustWorker] has once the hub refuses it.
const refusedName = "refused"

// isRefused asks the hub whether it refuses a worker.
func (w *worker) isRefused(ctx context.Context) bool {
	w.ask(ctx, aliveQuestion, w.about(""))
	return w.options.Name == refusedName
}

// mustGet returns a job for a worker, which joins the fleet if need be, or nil if ctx ends before.
func mustGet(ctx context.Context, t *testing.T, w *worker) *job {
	t.Helper()
	j := &job{worker: w}
	for j.task == nil && ctx.Err() == nil && w.options.Name != refusedName {
		j.task, _ = w.next(ctx)
	}
	if j.task == nil {
		return nil
	}
	var err error
	if j.unit, err = work.DecodeUnit(j.task.Unit); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(j.task.Lease, " "+joinReply+" ") {
		if err := j.send(ctx, mustDo(t, j.unit).end(j.unit)); err != nil && ctx.Err() == nil {
			t.Fatal(err)
		}
		return mustGet(ctx, t, w)
	}
	return j
}

// newBank returns an empty bank. All of them have the same secret.
func newBank(t *testing.T) *change.Writer {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bank.db")
	file, err := seedtest.EmptyBank()
	if err == nil {
		err = os.WriteFile(path, file, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	bank := seedtest.Open(t, path)
	if _, err := bank.Collect(t.Context(), 0, &change.Collection{Bookmarks: map[string]uint64{secretPlace: quickSecret}}); err != nil {
		t.Fatal(err)
	}
	return bank
}

// seeds returns how many seeds are in a bank.
func seeds(t *testing.T, bank *change.Writer) (n int) {
	t.Helper()
	levels, err := bank.SeedsByLevel(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range levels {
		n += of
	}
	return n
}

// attackedSeed is the random seed of most fleets. Their first puzzles are quick to rate.
const attackedSeed = 27

// quickSecret is the secret of a bank whose workers have a first unit that is quick to do.
const quickSecret = 11

// pruned returns the keys of what one machine finds, of the puzzles with the numbers
// below n.
func pruned(n int) map[seed.Key]bool {
	set, pruner := map[seed.Key]bool{}, making.NewPruner(attackedSeed)
	var maker making.Maker
	for i := range n {
		s := maker.Seed(pruner.Puzzle(uint64(i)), seed.Prune)
		set[s.Key()] = true
	}
	return set
}

// done has what units give that a test has done, by their names.
var done sync.Map

// mustDo returns what a unit gives, for the test alone. The unit is done once for all tests.
func mustDo(t testing.TB, u *work.Unit) *parcel {
	t.Helper()
	parts, ok := done.Load(u.Name())
	if !ok {
		var list []work.Found
		ctx := context.Background() // to its end, also if nobody waits for it any more
		if err := new(work.Worker).Do(ctx, u, nil, func(f work.Found) error { list = append(list, f); return nil }); err != nil {
			t.Error(err)
		}
		parts, _ = done.LoadOrStore(u.Name(), list)
	}
	p := &parcel{result: result{Unit: u.Name()}}
	for _, f := range parts.([]work.Found) {
		f.Seeds = slices.Clone(f.Seeds)
		for i := range f.Seeds {
			f.Seeds[i].Rungs = slices.Clone(f.Seeds[i].Rungs)
		}
		p.add(f)
	}
	return p
}

func TestHubAndWorkers(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	bank := newBank(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var group sync.WaitGroup
	for _, name := range []string{"a", "b"} {
		nc := connect(t, s, name)
		group.Go(func() {
			if err := Worker(ctx, nc, WorkerOptions{Name: name, Cores: 1}); err != nil {
				t.Errorf("worker %s: %v", name, err)
			}
		})
	}
	options := HubOptions{Mine: mine.Options{RandomSeed: attackedSeed, Count: 20, UnitSize: 4}, Trust: 0.1}
	status, err := Hub(t.Context(), connectHub(t, s), bank, options)
	if err != nil {
		t.Fatal(err)
	}
	progress := &status.Progress
	stop()
	group.Wait()
	got := seedtest.Keys(t, bank)
	if progress.Stored != 20 || progress.Stored != len(got) || progress.Made < progress.Stored {
		t.Errorf("%d seeds stored of %d made; the bank has %d", progress.Stored, progress.Made, len(got))
	}
	want := pruned(3 * progress.Made)
	for key := range got {
		if !want[key] {
			t.Errorf("seed %v is not among what one machine finds", key)
		}
	}
}

// A hub says once that its disk is full, and counts what the bank has got.
func TestHubOnAFullDisk(t *testing.T) {
	t.Parallel()
	bank := newBank(t)
	var fill sync.Once
	options := HubOptions{Mine: mine.Options{RandomSeed: attackedSeed, UnitSize: 4}, Own: &WorkerOptions{Name: "own", Cores: 1}}
	options.Report = func(Status) {
		fill.Do(func() {
			if _, err := bank.Rows().DB.Exec(`PRAGMA max_page_count = 1`); err != nil { // as small as it is
				t.Error(err)
			}
		})
	}
	status, err := Hub(t.Context(), connectHub(t, startServer(t, t.TempDir())), bank, options)
	if !errors.Is(err, seedbank.ErrFull) || strings.Count(err.Error(), seedbank.ErrFull.Error()) != 1 {
		t.Errorf("the hub ends with %v", err)
	}
	runs, err := bank.Runs(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if p := &status.Progress; p.Made != runs[0].Made || p.Stored != runs[0].Stored {
		t.Errorf("%d puzzles made and %d seeds stored; the run has %d and %d", p.Made, p.Stored, runs[0].Made, runs[0].Stored)
	}
}
