package fleet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/seedbank/change"
)

// openDoor lets contributors ask the hub of a fleet through HTTPS. It returns how they connect,
// without a token.
func (a *attacked) openDoor() ContributorOptions {
	a.Helper()
	certificate, key := writeCertificate(a.T, a.TempDir(), 1)
	listener, err := ListenHTTPS("127.0.0.1:0", certificate, key, silent)
	if err != nil {
		a.Fatal(err)
	}
	a.Cleanup(func() { listener.Close() })
	a.options.Contributors = listener
	return ContributorOptions{Hub: "https://" + listener.Addr().String(), CAFile: certificate}
}

// invite returns how a contributor connects.
func (a *attacked) invite(to ContributorOptions, name string) ContributorOptions {
	a.Helper()
	token, err := a.bank.Invite(a.Context(), name)
	if err != nil {
		a.Fatal(err)
	}
	to.TokenFile = filepath.Join(a.TempDir(), "token")
	if err := os.WriteFile(to.TokenFile, []byte(token+"\n"), 0o600); err != nil {
		a.Fatal(err)
	}
	return to
}

// enter returns a worker of a contributor that the test has do what a worker does.
func (a *attacked) enter(to ContributorOptions, name string) *worker {
	a.Helper()
	d, err := to.open()
	if err != nil {
		a.Fatal(err)
	}
	a.Cleanup(d.close)
	w := newWorker(d, WorkerOptions{Name: name})
	w.refuse = func(error) { w.options.Name = refusedName }
	return w
}

// contributor returns what the bank has noted about a contributor.
func (a *attacked) contributor(name string) (found change.Contributor) {
	a.Helper()
	list, err := change.Contributors(a.Context(), a.bank.Bank)
	if err != nil {
		a.Fatal(err)
	}
	for _, c := range list {
		if c.Name == name {
			found = c
		}
	}
	return found
}

// Contributors work through HTTPS. What they give is noted under their names, can be drawn
// when the hub has rated it, and is the same as one machine finds.
func TestContributors(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	door := a.openDoor()
	var group sync.WaitGroup
	made := a.during(func(ctx context.Context) {
		working, leave := context.WithCancel(ctx)
		for _, name := range []string{"ann", "bob"} {
			to := a.invite(door, name)
			group.Go(func() {
				if err := Contribute(working, to, WorkerOptions{Name: "worker", Cores: 1}); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		for _, name := range []string{"ann", "bob"} {
			within(t, name+" gives seeds that can be drawn", func() bool { return a.contributor(name).Seeds > 8 })
		}
		within(t, "units of ann are confirmed", func() bool { return a.contributor("ann").Confirmed > 0 })
		leave()
		group.Wait()
		within(t, "all are rated", func() bool { n, err := change.Claimed(ctx, a.bank.Bank); return err == nil && n == 0 })
	}, "own")
	within(t, "all are rated", func() bool {
		claims, err := a.bank.NextClaims(t.Context())
		if err == nil && claims.Len() > 0 {
			if err = claims.Rate(t.Context()); err == nil {
				_, _, err = claims.Store(t.Context(), 1)
			}
		}
		return err == nil && claims.Len() == 0
	})
	a.mustHaveAll(made, true)
}

// Nobody gets in without a good token, a token of another does not help with a lease, and a
// revoked token is of no use soon.
func TestTokens(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	door := a.openDoor()
	ann, bob := a.invite(door, "ann"), a.invite(door, "bob")
	ask := func(token, session, method, path, text string) int {
		d, err := ann.open()
		if err != nil {
			t.Fatal(err)
		}
		defer d.close()
		request, err := http.NewRequest(method, door.Hub+path, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", token)
		request.Header.Set(sessionHeader, session)
		response, err := d.client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
		return response.StatusCode
	}
	token, err := readToken(ann.TokenFile)
	if err != nil {
		t.Fatal(err)
	}
	a.during(func(ctx context.Context) {
		alive, session := `{"name":"w","rater":1}`, newSession()
		for _, test := range []struct {
			token, session, method, path, text string
			want                               int
		}{
			{"Bearer " + token, session, "POST", questionPath + "alive", alive, 200},
			{"Bearer " + token + "x", session, "POST", questionPath + "alive", alive, 401},
			{"Bearer " + strings.Repeat("x", 1000), session, "POST", questionPath + "alive", alive, 401},
			{token, session, "POST", questionPath + "alive", alive, 401},
			{"", session, "POST", questionPath + "fetch", alive, 401},
			{"Bearer " + token, "x", "POST", questionPath + "alive", alive, 401},
			{"Bearer " + token, session, "GET", questionPath + "alive", "", 405},
			{"Bearer " + token, session, "POST", questionPath + "other", alive, 404},
			{"Bearer " + token, session, "POST", "/", alive, 404},
			{"Bearer " + token, session, "POST", questionPath + "alive", strings.Repeat(" ", 10_000), 400},
			{"Bearer " + token, session, "POST", questionPath + "post", strings.Repeat(" ", 1<<20), 400},
		} {
			if got := ask(test.token, test.session, test.method, test.path, test.text); got != test.want {
				t.Errorf("%s %s with token %.20q: %d, want %d", test.method, test.path, test.token, got, test.want)
			}
		}
		w, other := a.enter(ann, "w"), a.enter(bob, "w")
		mine, theirs := mustGet(ctx, t, w), mustGet(ctx, t, other)
		r := &result{Lease: theirs.task.Lease, Unit: theirs.unit.Name()}
		if err := w.post(ctx, r); !errors.Is(err, errRejected) {
			t.Errorf("ann sends a result under a lease of bob: %v", err)
		}
		if err := a.bank.Revoke(ctx, "ann"); err != nil {
			t.Fatal(err)
		}
		within(t, "the token is revoked", func() bool {
			return mine.publish(ctx, &result{Unit: mine.unit.Name(), Part: 1}) != nil || w.door.closed() != nil
		})
	}, "own")
}

// A worker with another rater is told what to install. One whose first unit gives other seeds
// is refused.
func TestJoining(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.during(func(ctx context.Context) {
		old := mustWorker(t, a.stranger, "old")
		old.alive.Rater--
		var told error
		old.refuse = func(err error) { told = err }
		var other *otherVersionError
		if old.next(ctx); !errors.As(told, &other) || !strings.Contains(told.Error(), other.Needed) || other.Needed == "" {
			t.Errorf("an old worker is told %v", told)
		}
		broken := mustWorker(t, connect(t, a.server, "broken"), "broken")
		j := &job{worker: broken}
		for j.task == nil {
			j.task, _ = broken.next(ctx)
		}
		j.unit, _ = work.DecodeUnit(j.task.Unit)
		p := mustDo(t, j.unit)
		if len(p.seeds) == 0 {
			t.Fatal("the first unit gives no seeds")
		}
		p.seeds[0].Rating.EP++
		if j.send(ctx, p.end(j.unit)); !broken.isRefused(ctx) {
			t.Error("a broken worker joins")
		}
		well := mustWorker(t, connect(t, a.server, "well"), "well")
		mustGet(ctx, t, well).giveBack(context.Canceled, false)
		within(t, "it is shown that they have joined, or not", func() bool {
			status, err := Ask(ctx, a.insider)
			if err != nil {
				return false
			}
			joined := map[string]bool{}
			for _, w := range status.Workers {
				joined[w.Name] = w.Joined
			}
			return joined["well"] && !joined["broken"] && !joined["old"]
		})
	}, "a")
}

// A long header is refused before anybody looks who asks.
func TestLongHeader(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	defer a.kill(h)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go h.gate.serve(t.Context(), listener)
	for length, want := range map[int]int{bounds.QuestionHeader - 500: http.StatusUnauthorized, bounds.QuestionHeader: http.StatusRequestHeaderFieldsTooLarge} {
		request, err := http.NewRequest(http.MethodPost, "http://"+listener.Addr().String()+questionPath+"alive", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Long", strings.Repeat("x", length))
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		if response.Body.Close(); response.StatusCode != want {
			t.Errorf("a header of %d bytes and some: status %d, want %d", length, response.StatusCode, want)
		}
	}
}

// failing is a listener that accepts nobody.
type failing struct{ net.Listener }

var errFailing = errors.New("it fails")

func (failing) Accept() (net.Conn, error) { return nil, errFailing }

// A hub that contributors cannot reach ends, and says why.
func TestHubBehindAFailingDoor(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	a.options.Contributors = failing{listener}
	ctx, tooLong := context.WithTimeout(t.Context(), time.Minute)
	defer tooLong()
	if _, err := Hub(ctx, a.insider, a.bank, a.options); !errors.Is(err, errFailing) || ctx.Err() != nil {
		t.Errorf("the hub ends with %v", err)
	}
}

// Whoever is refused stays refused, also when the bank is asked about its token at that time.
func TestRefusedWhileAdmitted(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h, err := openHub(t.Context(), a.insider, a.bank, &a.options)
	if err != nil {
		t.Fatal(err)
	}
	defer h.reader.Close()
	for i := range 10 {
		name := fmt.Sprint("ann", i)
		token, err := a.bank.Invite(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		refused := make(chan struct{})
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() {
				for now := time.Now(); ; now = now.Add(admittedFor) {
					if _, err := h.given.admit(t.Context(), token, new(floods), now); err != nil {
						t.Error(err)
					}
					select {
					case <-refused:
						return
					default:
					}
				}
			})
		}
		err = h.given.refuse(t.Context(), name, "it lies")
		close(refused)
		group.Wait()
		h.given.mutex.Lock()
		if err != nil || h.crew.refused(name+"/1") == "" || !h.given.ledger.IsRefused(name) {
			t.Errorf("%s is let in again: %v", name, err)
		}
		h.given.mutex.Unlock()
	}
}

// No message has the secrets of a URL, and a file that is no token is told before anybody is asked.
func TestSecretsStayHidden(t *testing.T) {
	folder := t.TempDir()
	token := func(text string) string {
		path := filepath.Join(folder, fmt.Sprint(len(text)))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const good = "0123456789abcdef\n"
	for _, to := range []ContributorOptions{
		{Hub: "https://ann:secret@127.0.0.1:1", TokenFile: token(good)},
		{Hub: "https://sec%zzret@127.0.0.1:1", TokenFile: token(good)},
		{Hub: "https://127.0.0.1:1", TokenFile: token(good + "0123456789secret\n")},
		{Hub: "https://127.0.0.1:1", TokenFile: token("0123456789abcdef\x01")},
	} {
		if err := to.Check(); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", to.Hub, err)
		}
	}
	for urls, want := range map[string]string{
		"nats://secret@a:1,user:secret@b:2": "nats://xxxxx@a:1,xxxxx@b:2", "nats://user:sec@ret@a": "nats://xxxxx@a", "nats://a:1": "nats://a:1",
	} {
		if got := Shown(urls); got != want {
			t.Errorf("%s: %s; want %s", urls, got, want)
		}
	}
	for _, url := range []string{"nats://user:secret@127.0.0.1:1", "nats://user:secret/@127.0.0.1:1"} {
		ctx, stop := context.WithTimeout(t.Context(), time.Second/2)
		defer stop()
		notice := func(text string, reason error) {
			if text += fmt.Sprint(reason); strings.Contains(text, "secret") {
				t.Error(text)
			}
		}
		if _, err := Connect(ctx, "test", ConnectOptions{Servers: url, Notice: notice}); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%v", err)
		}
	}
}

// Tokens cross no network in plain text.
func TestDoorWithoutTLS(t *testing.T) {
	for _, address := range []string{":0", "0.0.0.0:0", "[::]:0"} {
		if listener, err := ListenHTTPS(address, "", "", silent); !errors.Is(err, ErrPlain) {
			listener.Close()
			t.Errorf("a door at %s without a certificate: %v", address, err)
		}
	}
	for _, hub := range []string{"http://example.org", "nats://example.org", "https://", "x"} {
		if _, err := (&ContributorOptions{Hub: hub}).open(); err == nil {
			t.Errorf("%s is taken for a hub", hub)
		}
	}
}

// A worker tells why its hub does not answer, once for each reason, and when it answers again.
func TestDoorTellsWhy(t *testing.T) {
	t.Parallel()
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("ann.0123456789abcdef"), 0o600); err != nil {
		t.Fatal(err)
	}
	var status atomic.Int32
	status.Store(http.StatusOK)
	answering := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(int(status.Load()))
		io.WriteString(w, "{}")
	})
	hub, secure := httptest.NewServer(answering), httptest.NewUnstartedServer(answering)
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer hub.Close()
	defer secure.Close()
	nobody := httptest.NewServer(answering)
	nobody.Close()

	var told []string
	ask := func(address string) *httpsDoor {
		to := ContributorOptions{Hub: address, TokenFile: token, Notice: func(text string, reason error) {
			told = append(told, fmt.Sprint(text, ": ", reason))
		}}
		d, err := to.open()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(d.close)
		for range 3 {
			d.ask(t.Context(), aliveQuestion, nil) // what it tells is tested
		}
		return d
	}
	mustTell := func(want ...string) {
		t.Helper()
		matches := len(told) == len(want)
		for i := 0; matches && i < len(want); i++ {
			matches = strings.Contains(told[i], want[i])
		}
		if !matches {
			t.Errorf("it tells %q, want %q", told, want)
		}
		told = nil
	}
	ask(secure.URL)
	mustTell("certificate signed by unknown authority")
	ask(nobody.URL)
	mustTell("connection refused")
	ask(strings.Replace(hub.URL, "http:", "https:", 1))
	mustTell("server gave HTTP response to HTTPS client")

	d := ask(hub.URL)
	mustTell()
	for _, next := range []int32{404, 404, 503, 200, 200} {
		status.Store(next)
		d.ask(t.Context(), aliveQuestion, nil)
	}
	mustTell("404", "503", "connected again")
	ended, end := context.WithCancel(t.Context())
	end()
	d.ask(ended, aliveQuestion, nil)
	mustTell()
}

// Two contributors give the same seeds. The first one sends half of the seeds of the units that
// both do, or sends the seeds of the units of the second under the names of its own. When its
// seeds are taken back, the units of the second are planned again, and no seed is lost.
func TestGivenBefore(t *testing.T) {
	t.Parallel()
	for _, same := range []bool{true, false} {
		t.Run(fmt.Sprint("same units ", same), func(t *testing.T) {
			t.Parallel()
			a := newAttacked(t)
			a.options.AckWait = time.Second
			door := a.openDoor()
			a.during(func(ctx context.Context) {
				first, second := a.enter(a.invite(door, "first"), "first"), a.enter(a.invite(door, "second"), "second")
				early, late := mustGetSome(ctx, t, first), []*job(nil)
				if same {
					time.Sleep(2 * a.options.AckWait) // so long is the first worker silent
				}
				for late = mustGetSome(ctx, t, second); same && late[0].unit.Name() != early[0].unit.Name(); {
					late = mustGetSome(ctx, t, second)
				}
				for i, j := range early {
					told := dishonest["halves"](mustDo(t, late[i].unit), late[i].unit, nil)
					told[0].Unit, told[0].Done = j.unit.Name(), j.unit
					if err := j.send(ctx, told); err != nil {
						t.Error(err)
					}
				}
				within(t, "seeds of the first are stored", func() bool { c := a.contributor("first"); return c.Seeds+c.Claimed > 0 })
				for _, j := range late {
					if err := j.send(ctx, mustDo(t, j.unit).end(j.unit)); err != nil {
						t.Error(err)
					}
				}
				within(t, "seeds of the second are stored", func() bool { c := a.contributor("second"); return c.Seeds+c.Claimed > 0 })
				for complete := false; !complete; {
					step, err := a.bank.Withdraw(ctx, change.Withdrawal{Contributor: "first"})
					if err != nil {
						t.Fatal(err)
					}
					complete = step.Complete
				}
				go Worker(ctx, a.stranger, WorkerOptions{Name: "own", Cores: 1}) // does what is planned again
			})
			a.mustHavePart(1)
		})
	}
}
