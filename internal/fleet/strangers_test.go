package fleet

import (
	"bytes"
	"context"
	"encoding/pem"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/seedbank/change"
)

var strangersFor = flag.Duration("strangers", 0, "how long a hundred contributors work in TestContributorsThatLie; 0: two of them, until each liar is found out")

// dishonest are the kinds of false results. Each makes them of a unit that was done, and of what was
// sent before.
var dishonest = map[string]func(p *parcel, u *work.Unit, before []*result) []*result{
	"invents": func(p *parcel, u *work.Unit, _ []*result) []*result {
		for i := range p.seeds {
			lies["a rating"](&p.seeds[i])
		}
		return p.end(u)
	},
	"withholds": func(_ *parcel, u *work.Unit, _ []*result) []*result {
		return []*result{{Unit: u.Name(), Done: u, Numbers: work.Numbers{Made: u.Count, Unwanted: u.Count}}}
	},
	"halves": func(p *parcel, u *work.Unit, _ []*result) []*result {
		half := len(p.seeds) / 2
		return []*result{{Unit: u.Name(), Done: u, Numbers: work.Numbers{Made: u.Count, Unwanted: u.Count - half}, seeds: p.seeds[:half]}}
	},
	"copies": func(_ *parcel, u *work.Unit, before []*result) []*result {
		r := &result{Unit: u.Name(), Done: u, Numbers: work.Numbers{Made: u.Count, Unwanted: u.Count}}
		if len(before) > 0 {
			r.seeds = before[0].seeds
			r.Unwanted -= len(r.seeds)
		}
		return []*result{r}
	},
}

// badDoor stands between contributors and a hub. It loses questions and answers, holds questions
// up, and asks some a second time, at once or later.
type badDoor struct {
	hub   http.Handler
	group sync.WaitGroup // of what is asked later
}

func (d *badDoor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	ask := func(ctx context.Context, w http.ResponseWriter) {
		again := r.Clone(ctx)
		again.Body = io.NopCloser(bytes.NewReader(body))
		d.hub.ServeHTTP(w, again)
	}
	switch chance := rand.IntN(100); {
	case chance < 2: // the question is lost
		panic(http.ErrAbortHandler)
	case chance < 4: // the answer is lost
		ask(r.Context(), httptest.NewRecorder())
		panic(http.ErrAbortHandler)
	case chance < 6:
		ask(r.Context(), httptest.NewRecorder())
	case chance < 8:
		d.group.Go(func() {
			time.Sleep(time.Duration(rand.IntN(10_000)) * time.Millisecond)
			ask(context.WithoutCancel(r.Context()), httptest.NewRecorder())
		})
	case chance < 18:
		time.Sleep(time.Duration(rand.IntN(2000)) * time.Millisecond)
	}
	ask(r.Context(), w)
}

// openBadDoor returns how contributors connect through a bad network.
func (a *attacked) openBadDoor() ContributorOptions {
	a.Helper()
	to := a.openDoor()
	to.TokenFile = filepath.Join(a.TempDir(), "token")
	if err := os.WriteFile(to.TokenFile, []byte("0123456789abcdef\n"), 0o600); err != nil {
		a.Fatal(err)
	}
	way, err := to.open()
	if err != nil {
		a.Fatal(err)
	}
	hub, err := url.Parse(to.Hub)
	if err != nil {
		a.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(hub)
	proxy.Transport, proxy.ErrorLog = way.client.Transport, log.New(io.Discard, "", 0)
	door := &badDoor{hub: proxy}
	server := httptest.NewUnstartedServer(door)
	server.Config.ErrorLog = proxy.ErrorLog
	server.StartTLS()
	a.Cleanup(func() { server.Close(); door.group.Wait(); way.close() })
	to.Hub, to.CAFile = server.URL, filepath.Join(a.TempDir(), "certificate.pem")
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(to.CAFile, certificate, 0o600); err != nil {
		a.Fatal(err)
	}
	return to
}

// lie does some units as it should, and then lies until it is refused.
func (a *attacked) lie(ctx context.Context, to ContributorOptions, name, kind string, honest int) {
	w := a.enter(to, name)
	var before []*result
	for units := 0; ctx.Err() == nil; units++ {
		j := mustGet(ctx, a.T, w)
		if j == nil {
			break
		}
		p := mustDo(a.T, j.unit)
		told := p.end(j.unit)
		if units >= honest {
			told = dishonest[kind](mustDo(a.T, j.unit), j.unit, before)
		}
		before = told
		j.send(ctx, told) // fails once it is refused
		a.Logf("%s has sent %d units", name, units+1)
	}
}

// flood asks for units and says that it is alive as often as it can.
func (a *attacked) flood(ctx context.Context, to ContributorOptions, name string) (asked int64) {
	w := a.enter(to, name)
	var all atomic.Int64
	var group sync.WaitGroup
	for i := range 8 {
		q := []question{fetchQuestion, aliveQuestion}[i%2]
		group.Go(func() {
			for ; ctx.Err() == nil; all.Add(1) {
				w.door.ask(ctx, q, w.about(""))
			}
		})
	}
	group.Wait()
	return all.Load()
}

// Contributors work through a bad network, and some lie. Whatever kind of liar one is, it is found
// out, and all that it has given is taken back. The bank has in the end what one machine finds:
// others lose nothing, and nobody else is refused.
func TestContributorsThatLie(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes a minute: run without -short")
	}
	a := newAttacked(t)
	a.options.AckWait, a.options.Mine.UnitSize = 15*time.Second, 2
	good, bad, part := 2, 1, 1
	if *strangersFor > 0 {
		good, bad, part = 90, 2, 20
		a.options.AckWait, a.options.Mine.UnitSize = 2*time.Minute, 60
	}
	door := a.openBadDoor()
	kinds := slices.Sorted(maps.Keys(dishonest))
	var liars []string
	made := a.during(func(ctx context.Context) {
		working, leave := context.WithCancel(ctx)
		var group sync.WaitGroup
		for i := range good {
			name := fmt.Sprint("honest", i)
			to := a.invite(door, name)
			group.Go(func() {
				if err := Contribute(working, to, WorkerOptions{Name: name, Cores: 1}); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		for i := range bad {
			for _, kind := range kinds {
				name := fmt.Sprint(kind, i)
				to := a.invite(door, name)
				liars = append(liars, name)
				group.Go(func() { a.lie(working, to, name, kind, 2+8*i) })
			}
			name := fmt.Sprint("floods", i)
			to := a.invite(door, name)
			group.Go(func() { t.Logf("%s has asked %d questions", name, a.flood(working, to, name)) })
		}
		time.Sleep(*strangersFor)
		for _, name := range liars {
			within(t, name+" is refused, and what it gave is taken back", func() bool {
				c := a.contributor(name)
				return c.Refused != "" && c.Seeds+c.Claimed == 0
			})
			t.Logf("%s is refused: %s", name, a.contributor(name).Refused)
		}
		leave()
		group.Wait()
	}, "own")
	// The next hub begins with what is left to take back.
	left, err := unfinished(t.Context(), a.bank)
	if err != nil || len(left) != len(liars) {
		t.Errorf("the next hub takes back %v, %v", left, err)
	}
	list, err := change.Contributors(t.Context(), a.bank.Bank)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		if c.Refused != "" && !slices.Contains(liars, c.Name) {
			t.Errorf("%s is refused: %s", c.Name, c.Refused)
		}
		t.Logf("%s: %d seeds, %d to be rated, %d units confirmed (%d prove)", c.Name, c.Seeds, c.Claimed, c.Confirmed, trust.Proven)
	}
	if planned := a.mustHavePart(part); made < planned {
		t.Errorf("%d puzzles were planned, and %d are counted", planned, made)
	}
	mustBeSound(t, a.bank)
}
