package fleet

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// lies are the false things that a worker may say of a seed.
var lies = map[string]func(*seed.Seed){
	"a rating":          func(s *seed.Seed) { s.Rating.ER++ },
	"uses":              func(s *seed.Seed) { s.Rating.Uses[0]++ },
	"a rung's rating":   func(s *seed.Seed) { s.Rungs[len(s.Rungs)-1].EP++ },
	"automorphisms":     func(s *seed.Seed) { s.Automorphisms = 2 },
	"a solution":        func(s *seed.Seed) { s.Solution++ },
	"not minimal":       func(s *seed.Seed) { s.Puzzle, s.Rungs = s.Puzzle.With(s.Rungs[0].Added), nil },
	"rung automorphism": func(s *seed.Seed) { s.Rungs[0].Automorphisms = 3 },
}

// A result with a lie is found out, and only what is true of it is stored. What was
// true stays true: nobody is refused for nothing.
func TestAudit(t *testing.T) {
	seeds := someSeeds(t)
	a := &auditor{trust: 1, secret: 7}
	key := keyOf(newSession())
	sealed := func(r *result) *nats.Msg {
		m := nats.NewMsg(resultSubject)
		m.Data = r.encode()
		a.secret.seal(m, key)
		return m
	}
	check := func(m *nats.Msg) *audit { return a.check(new(checker), fakeMessage{m}) }
	audit := func(seeds []seed.Seed) *audit {
		return check(sealed(&result{Unit: someUnit.Name(), seeds: seeds}))
	}
	if found := audit(seeds); found.reason != nil || len(found.seeds) != len(seeds) || found.from != key {
		t.Errorf("%d of %d true seeds stay: %v", len(found.seeds), len(seeds), found.reason)
	}
	for name, lie := range lies {
		some := append([]seed.Seed(nil), seeds...)
		some[3].Rungs = append([]seed.Rung(nil), some[3].Rungs...)
		lie(&some[3])
		found := audit(some)
		if found.reason == nil || found.result == nil {
			t.Errorf("%s is not found out: %v", name, found.reason)
		}
	}
	a.trust = 0 // seeds without a rating, which a bank does not take, are found out without a sample
	for name, lie := range map[string]func(*seed.Seed){
		"seed": func(s *seed.Seed) { s.Rating.ER, s.Rating.EP, s.Rating.ED = 0, 0, 0 },
		"rung": func(s *seed.Seed) { s.Rungs[0].ER, s.Rungs[0].EP, s.Rungs[0].ED = 9, 9, 9 },
	} {
		one := seeds[3]
		one.Rungs = append([]seed.Rung(nil), one.Rungs...)
		lie(&one)
		if found := audit([]seed.Seed{one}); found.reason == nil || found.result == nil {
			t.Errorf("a %s that is not rated is not found out", name)
		}
	}
	r := &result{Unit: someUnit.Name(), Done: someUnit, Numbers: work.Numbers{Made: 5}, seeds: seeds}
	if found := check(sealed(r)); found.reason == nil || found.result == nil {
		t.Errorf("false numbers are not found out: %v", found.reason)
	}
	garbled := sealed(&result{Unit: someUnit.Name(), Done: someUnit, Numbers: work.Numbers{Made: 20, Unwanted: 20}})
	garbled.Data = append(garbled.Data, "no seeds"...)
	a.secret.seal(garbled, key)
	if found := check(garbled); found.reason == nil || found.result == nil || found.Done == nil {
		t.Errorf("the unit of a result that cannot be read is lost: %v", found.reason)
	}
	for name, change := range map[string]func(*nats.Msg){
		"no seal":            func(m *nats.Msg) { m.Header.Del(sealHeader) },
		"a seal by another":  func(m *nats.Msg) { secret(8).seal(m, key) },
		"the seal of a unit": func(m *nats.Msg) { m.Header.Set(sealHeader, a.secret.unitSeal(someUnit.Name())) },
		"no key":             func(m *nats.Msg) { m.Header.Del(keyHeader) },
		"the key of another": func(m *nats.Msg) { m.Header.Set(keyHeader, keyOf(newSession())) },
		"another text":       func(m *nats.Msg) { m.Data = append(m.Data, ' ') },
		"no headers":         func(m *nats.Msg) { m.Header = nil },
	} {
		m := sealed(&result{Unit: someUnit.Name(), seeds: seeds})
		change(m)
		if found := check(m); found.result != nil || found.reason == nil {
			t.Errorf("a result with %s is taken", name)
		}
	}
}

// fakeMessage is a message without a stream.
type fakeMessage struct{ *nats.Msg }

func (m fakeMessage) Data() []byte                            { return m.Msg.Data }
func (m fakeMessage) Headers() nats.Header                    { return m.Header }
func (fakeMessage) Metadata() (*jetstream.MsgMetadata, error) { return nil, errors.New("no stream") }

// mustHub fills a bank until ctx is done or the hub has all it wants.
func mustHub(ctx context.Context, t *testing.T, nc *nats.Conn, bank *change.Writer, options HubOptions) {
	t.Helper()
	if _, err := Hub(ctx, nc, bank, options); err != nil {
		t.Errorf("the hub: %v", err)
	}
}

// The seeds that a refused worker has sent before are checked, and false ones can be rated anew.
func TestLiarsEarlierSeedsAreChecked(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	untrue := map[seed.Key]rating.Tenths{}
	seeds := someSeeds(t)
	for i := range seeds[:3] { // of which a sample has found none
		lies["a rating"](&seeds[i])
		untrue[seeds[i].Key()] = seeds[i].Rating.ER
	}
	a.give(h, "liar", inParts(someUnit, seeds, 1)...)
	a.catch(h, "liar")
	a.reviewed(h, func(ctx context.Context) { h.review.one(ctx) })
	for key, er := range untrue {
		if s, err := a.bank.SeedNamed(t.Context(), key); err != nil || s.Rating.ER != er {
			t.Errorf("a false seed is not in the bank: %v", err)
		}
	}
	if outdated, err := change.Outdated(t.Context(), a.bank.Bank); err != nil || outdated != len(untrue) {
		t.Errorf("%d of %d false seeds are marked: %v", outdated, len(untrue), err)
	}
	a.kill(h)
	if err := a.bank.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := mine.BringUpToDate(t.Context(), a.bank.Path(), mine.Options{}); err != nil {
		t.Fatal(err)
	}
	again, err := seedbank.Open(t.Context(), a.bank.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	banktest.MustBeTrue(t, again)
}

// lieAs takes a unit and sends a false result of it.
func lieAs(ctx context.Context, t *testing.T, w *worker) {
	t.Helper()
	j := mustGet(ctx, t, w)
	p := mustDo(t, j.unit)
	for i := range p.seeds {
		lies["a rating"](&p.seeds[i])
	}
	if err := j.send(ctx, p.end(j.unit)); err != nil {
		t.Error(err)
	}
}

// Garbage is dropped, whatever subject it is sent to, and the fleet goes on.
func TestGarbage(t *testing.T) {
	t.Parallel()
	s, bank := startServer(t, t.TempDir()), newBank(t)
	nc := connectHub(t, s) // a stranger at a cluster that lets him
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var group sync.WaitGroup
	worker := connect(t, s, "worker")
	group.Go(func() {
		if err := Worker(ctx, worker, WorkerOptions{Name: "worker", Cores: 1}); err != nil {
			t.Errorf("the worker: %v", err)
		}
	})
	hub := connectHub(t, s)
	group.Go(func() {
		defer stop()
		options := HubOptions{Mine: mine.Options{RandomSeed: attackedSeed, Count: 20, UnitSize: 4, Ladders: work.NoLadders}, Trust: 0.1}
		mustHub(ctx, t, hub, bank, options)
	})
	within(t, "the hub answers", func() bool { _, err := Ask(ctx, nc); return err == nil })
	for _, garbage := range []string{"", "\x00", "null", "{}", "{}\n", "[1]\n2", strings.Repeat("9", 70_000), `{"name":"x","cores":-1e300}`} {
		for _, subject := range []string{
			unitSubject, resultSubject, deadSubject, statusSubject, questionsPrefix + "x", questionSubject("x", "y"),
			questionSubject(newSession(), fetchQuestion), questionSubject(newSession(), postQuestion), questionSubject(newSession(), aliveQuestion),
		} {
			if err := nc.Publish(subject, []byte(garbage)); err != nil {
				t.Fatal(err)
			}
		}
	}
	group.Wait()
	got := seedtest.Keys(t, bank)
	if len(got) < 20 {
		t.Errorf("%d seeds are stored", len(got))
	}
	banktest.MustBeTrue(t, bank)
}

// within fails the test unless something becomes true in good time.
func within(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(5*time.Minute + *strangersFor); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatalf("not in good time: %s", what)
}

// Nobody gets in without what the server demands, and no server is open to all.
func TestWhoGetsIn(t *testing.T) {
	folder := t.TempDir()
	token, other, short := filepath.Join(folder, "token"), filepath.Join(folder, "other"), filepath.Join(folder, "short")
	for path, text := range map[string]string{token: "0123456789abcdef\n", other: "fedcba9876543210", short: "secret"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, listen := range []string{":0", "0.0.0.0:0", "[::]:0"} {
		if _, err := StartServer(ServerOptions{Listen: listen, Folder: folder}); !errors.Is(err, ErrOpen) {
			t.Errorf("a server at %s without a token: %v", listen, err)
		}
	}
	if _, err := StartServer(ServerOptions{Listen: ":0", Folder: folder, TokenFile: short}); err == nil || !strings.Contains(err.Error(), "16 characters") {
		t.Errorf("a server with a token that can be guessed: %v", err)
	}
	s, err := StartServer(ServerOptions{Listen: "127.0.0.1:0", Folder: filepath.Join(folder, "js"), TokenFile: token})
	if err != nil {
		t.Fatal(err)
	}
	defer s.WaitForShutdown()
	defer s.Shutdown()
	for file, want := range map[string]bool{token: true, other: false, "": false} {
		nc, err := Connect(t.Context(), "somebody", ConnectOptions{Servers: s.ClientURL(), TokenFile: file})
		if (err == nil) != want {
			t.Errorf("token %q: %v", file, err)
		}
		if err == nil {
			nc.Close()
		}
	}
}

// giveAndTakeBack stores the seeds of a unit as those of a contributor, and takes them back
// beside the hub.
func (a *attacked) giveAndTakeBack() {
	a.Helper()
	if _, err := a.bank.Invite(a.Context(), "ann"); err != nil {
		a.Fatal(err)
	}
	run, err := a.bank.StartRun(a.Context(), &seedbank.Run{Started: time.Now(), Rater: rating.Version, Contributor: "ann"})
	if err != nil {
		a.Fatal(err)
	}
	err = new(work.Worker).Do(a.Context(), someUnit, nil, func(found work.Found) error {
		_, err := a.bank.Collect(a.Context(), run, &change.Collection{Seeds: found.Seeds, Made: found.Made})
		return err
	})
	if err != nil {
		a.Fatal(err)
	}
	a.takeBack("ann")
}

// takeBack takes back what a contributor has given, beside the hub.
func (a *attacked) takeBack(name string) {
	a.Helper()
	for complete := false; !complete; {
		step, err := a.bank.Withdraw(a.Context(), change.Withdrawal{Contributor: name})
		if err != nil {
			a.Fatal(err)
		}
		complete = step.Complete
	}
}

// Seeds that were taken back from a contributor are not held against another worker that has
// found them too.
func TestTakenBackIsNotWithheld(t *testing.T) {
	t.Parallel()
	for _, takesBack := range []bool{true, false} {
		a := newAttacked(t)
		h := a.raced()
		h.crew.hear(Alive{Name: "honest", Key: "key"}, time.Now())
		d := doneUnit{worker: "key", unit: someUnit, taken: h.taken}
		if takesBack {
			a.giveAndTakeBack()
		}
		a.doneAgain(h, d)
		if refused := h.crew.refused("key"); (refused == "") != takesBack {
			t.Errorf("after seeds were taken back: %v; the worker is refused: %q", takesBack, refused)
		}
		a.kill(h)
	}
}
