package fleet

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// raced is a hub whose goroutines do not run.
func (a *attacked) raced() *hub {
	a.Helper()
	h, err := openHub(a.Context(), connectHub(a.T, a.server), a.bank, &a.options)
	if err != nil {
		a.Fatal(err)
	}
	return h
}

// kill ends a hub without any of what a hub does at its end, apart from its run.
func (a *attacked) kill(h *hub) {
	a.Helper()
	h.link.close()
	h.gate.link.close()
	if err := h.mining.Close(nil); err != nil {
		a.Error(err)
	}
	h.reader.Close()
}

func (a *attacked) admitted(h *hub, name string) string {
	a.Helper()
	token, err := a.bank.Invite(a.Context(), name)
	if err == nil {
		_, err = h.given.admit(a.Context(), token, new(floods), time.Now())
	}
	if err != nil {
		a.Fatal(err)
	}
	return token
}

func auditOf(from string, r *result) *audit {
	text := r.encode()
	return &audit{sequence: 1, size: len(text), result: r, from: from, text: text}
}

func (a *attacked) give(h *hub, from string, results ...*result) {
	a.Helper()
	for _, r := range results {
		if err := h.store(a.Context(), []*audit{auditOf(from, r)}); err != nil {
			a.Fatal(err)
		}
	}
}

// catch has a worker send a result that the hub knows to be false.
func (a *attacked) catch(h *hub, from string) {
	a.Helper()
	u := &work.Unit{Rater: rating.Version, Kind: work.PruneUnit, RandomSeed: 9, Count: 1}
	r := auditOf(from, &result{Unit: u.Name(), Done: u, Numbers: work.Numbers{Made: 1, Unwanted: 1}})
	r.reason = errors.New("false")
	if err := h.store(a.Context(), []*audit{r}); err != nil {
		a.Fatal(err)
	}
}

// inParts returns the results of a unit in some parts, of a seed each but for the last.
func inParts(u *work.Unit, seeds []seed.Seed, parts int) (list []*result) {
	for i := range parts - 1 {
		list = append(list, &result{Unit: u.Name(), Part: i, seeds: seeds[i : i+1 : i+1]})
	}
	rest := seeds[parts-1:]
	return append(list, &result{Unit: u.Name(), Part: parts - 1, Done: u, Sent: parts - 1, Numbers: work.Numbers{Made: u.Count, Unwanted: u.Count - len(seeds)}, seeds: rest})
}

// withdrawn does what the hub does at its ticks until nothing is left to take back.
func (a *attacked) withdrawn(h *hub) {
	a.Helper()
	for n := 0; len(h.withdraw) > 0; n++ {
		if err := h.withdrawSome(a.Context()); err != nil || n > 100 {
			a.Fatal(n, err)
		}
	}
}

// doneAgain runs the review of a unit.
func (a *attacked) doneAgain(h *hub, d doneUnit) {
	a.Helper()
	a.reviewed(h, func(ctx context.Context) { h.review.redo(ctx, d) })
}

// reviewed runs something of a review, with what it submits to the hub.
func (a *attacked) reviewed(h *hub, run func(ctx context.Context)) {
	a.Helper()
	ctx, stop := context.WithCancel(a.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); run(ctx); stop() }()
	for ctx.Err() == nil {
		select {
		case do := <-h.review.ready:
			if err := do(a.Context()); err != nil {
				a.Error(err)
			}
		case <-ctx.Done():
		}
	}
	<-ended
}

func (a *attacked) claimed() int {
	a.Helper()
	n, err := change.Claimed(a.Context(), a.bank.Bank)
	if err != nil {
		a.Fatal(err)
	}
	return n
}

func (a *attacked) orphans() int {
	a.Helper()
	list, err := change.Orphans(a.Context(), a.bank.Bank, 100)
	if err != nil {
		a.Fatal(err)
	}
	return len(list)
}

// Who is not proven may send the last part of a unit to the next hub.
func TestUnitForTwoHubs(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	parts := inParts(someUnit, someSeeds(t), 2)
	h := a.raced()
	token := a.admitted(h, "ann")
	a.give(h, "ann/1", parts[0])
	a.kill(h)
	h = a.raced()
	defer a.kill(h)
	if _, err := h.given.admit(t.Context(), token, new(floods), time.Now()); err != nil {
		t.Fatal(err)
	}
	a.give(h, "ann/1", parts[1])
	for _, d := range h.review.units {
		a.doneAgain(h, d)
	}
	if c := a.contributor("ann"); c.Refused != "" {
		t.Errorf("ann is honest, and refused: %s", c.Refused)
	}
}

// The next hub takes back what is left of a liar who was invited again since.
func TestInvitedAgainAndKilled(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	a.admitted(h, "ann")
	a.give(h, "ann/1", inParts(someUnit, someSeeds(t), 1)...)
	if err := h.given.refuse(t.Context(), "ann", "it lies"); err != nil {
		t.Fatal(err)
	}
	if _, err := a.bank.Invite(t.Context(), "ann"); err != nil {
		t.Fatal(err)
	}
	a.kill(h)
	h = a.raced()
	defer a.kill(h)
	a.withdrawn(h)
	if n := a.claimed(); n > 0 {
		t.Errorf("%d seeds of the liar stay", n)
	}
}

// Results of a refused contributor that wait in the stream do not count for the next hub either.
func TestRefusedByTheLastHub(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	a.admitted(h, "ann")
	if err := h.given.refuse(t.Context(), "ann", "it withholds"); err != nil {
		t.Fatal(err)
	}
	a.kill(h)
	h = a.raced()
	defer a.kill(h)
	a.withdrawn(h)
	empty := &result{Unit: someUnit.Name(), Done: someUnit, Numbers: work.Numbers{Made: someUnit.Count, Unwanted: someUnit.Count}}
	a.give(h, "ann/1", empty)
	if n := a.orphans(); n != 1 {
		t.Errorf("%d units are planned again; the unit of whoever is refused counts as done", n)
	}
	a.give(h, "ann/1", inParts(someUnit, someSeeds(t), 1)...)
	if n := a.claimed(); n > 0 {
		t.Errorf("%d seeds of whoever is refused are stored, and %d withdrawals are left", n, len(h.withdraw))
	}
}

// A unit whose parts came to two hubs is done again, because the second does not know who gave the
// seeds of the first parts.
func TestGiversOfTwoHubs(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	parts := inParts(someUnit, someSeeds(t), 2)
	h := a.raced()
	a.admitted(h, "ann")
	h.given.ledger.Know("ann", trust.Proven, false)
	a.give(h, "ann/1", parts[0]) // and is not heard of again
	a.give(h, "worker", parts[0])
	a.kill(h)
	h = a.raced()
	defer a.kill(h)
	a.give(h, "worker", parts[1])
	if err := h.given.refuse(t.Context(), "ann", "it lies"); err != nil {
		t.Fatal(err)
	}
	a.withdrawn(h)
	has, err := a.bank.Has(t.Context(), parts[0].seeds[0].Key())
	if err != nil || !has && a.orphans() == 0 {
		t.Errorf("a seed of an honest worker is lost, and nobody does its unit again: %v", err)
	}
}

// The next hub checks the seeds of a refused worker that a killed one has not checked.
func TestSuspectsOfAKilledHub(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	seeds := someSeeds(t)
	lies["a rating"](&seeds[0])
	a.give(h, "liar", inParts(someUnit, seeds, 1)...)
	a.catch(h, "liar")
	if len(h.review.suspects) != 1 {
		t.Fatal("no suspect")
	}
	a.kill(h)
	h = a.raced()
	defer a.kill(h)
	if err := h.review.giveUp(); err != nil {
		t.Fatal(err)
	}
	if n, err := change.Outdated(t.Context(), a.bank.Bank); err != nil || n == 0 {
		t.Errorf("%d seeds are marked, %v", n, err)
	}
}

// The next hub knows a liar whom rated claims have shown, if a hub is killed when it has stored them.
func TestLiarOfAKilledHub(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	a.admitted(h, "ann")
	seeds := someSeeds(t)
	lies["a rating"](&seeds[0])
	a.give(h, "ann/1", inParts(someUnit, seeds, 1)...)
	claims, err := a.bank.NextClaims(t.Context())
	if err == nil {
		err = claims.Rate(t.Context())
	}
	var liars []seedbank.RunID
	if err == nil {
		liars, err = h.mining.StoreClaims(t.Context(), claims)
	}
	if err != nil || len(liars) != 1 {
		t.Fatal(liars, err)
	}
	a.kill(h)
	h = a.raced()
	defer a.kill(h)
	if a.contributor("ann").Refused == "" || len(h.withdraw) == 0 {
		t.Error("nobody knows of the lie any more")
	}
}

// A unit to be done again is planned again also when the rules of rating have changed since.
func TestOrphanOfAnOlderRater(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	defer a.kill(h)
	u := *someUnit
	u.Rater--
	if _, err := a.bank.Collect(t.Context(), h.mining.Progress().Run, &change.Collection{Units: []change.DoneUnit{mine.DoneBy(&u, 0)}}); err != nil {
		t.Fatal(err)
	}
	if err := h.planOrphans(t.Context(), t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := a.orphans(); n == 0 && len(h.planned) == 0 {
		t.Error("the unit is forgotten, and not planned")
	}
}

// A hub that ends when a proven contributor has just been refused leaves a bank that the next one
// can fill.
func TestHubAfterALiar(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	a.admitted(h, "ann")
	h.given.ledger.Know("ann", trust.Proven, false)
	a.give(h, "ann/1", inParts(someUnit, someSeeds(t), 1)...)
	a.catch(h, "ann/1")
	if err := h.review.giveUp(); err != nil { // as at the end of each hub
		t.Fatal(err)
	}
	a.kill(h)
	h, err := openHub(t.Context(), connectHub(t, a.server), a.bank, &a.options)
	if err != nil {
		t.Fatalf("no hub takes the seeds of the liar back any more: %v", err)
	}
	a.kill(h)
}

// The records of runs count each seed once.
func TestSeedsOfRunsCountOnce(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	a.admitted(h, "ann")
	h.given.ledger.Know("ann", trust.Proven, false)
	a.give(h, "ann/1", inParts(someUnit, someSeeds(t), 1)...)
	sum := func() (n int) {
		runs, err := a.bank.Runs(t.Context(), -1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range runs {
			n += runs[i].Stored
		}
		return n
	}
	killed := sum()
	a.kill(h) // with the record of its end
	if ended := sum(); ended != killed || killed != len(seedtest.Keys(t, a.bank)) {
		t.Errorf("%d seeds are in the bank; their runs have stored %d if the hub is killed, and %d if it ends", len(seedtest.Keys(t, a.bank)), killed, ended)
	}
}

// The next hub knows who has withheld seeds, if a hub is killed when it has stored them, and takes
// back what a contributor of these has given.
func TestWithheldFromAKilledHub(t *testing.T) {
	t.Parallel()
	for _, worker := range []string{"worker", "ann/1"} {
		a := newAttacked(t)
		h := a.raced()
		a.admitted(h, "ann")
		h.given.ledger.Know("ann", trust.Proven, false)
		seeds := someSeeds(t)
		a.give(h, worker, inParts(someUnit, seeds[:1], 1)...)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			h.review.redo(ctx, doneUnit{worker: worker, unit: someUnit, taken: h.taken})
		}()
		if err := (<-h.review.ready)(t.Context()); err != nil { // which stores what is missing
			t.Fatal(err)
		}
		stop()
		<-ended
		if n := len(seedtest.Keys(t, a.bank)); n != len(seeds) {
			t.Errorf("%s: %d of %d seeds are stored", worker, n, len(seeds))
		}
		a.kill(h)
		h = a.raced()
		if isRefused, err := h.refuses(t.Context(), worker); !isRefused || err != nil {
			t.Errorf("nobody knows any more that %s has withheld seeds: %v", worker, err)
		}
		a.withdrawn(h)
		if has, err := a.bank.Has(t.Context(), seeds[0].Key()); err != nil || has != (worker == "worker") {
			t.Errorf("the bank has the seed of %s: %v, %v", worker, has, err)
		}
		a.kill(h)
	}
}

// Nobody is refused for a part of a unit that an earlier version of the program has rated, except
// with a unit of this version.
func TestPartsOfAnOlderRater(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	defer a.kill(h)
	for _, isLast := range []bool{false, true} {
		name := map[bool]string{false: "ann", true: "bob"}[isLast]
		a.admitted(h, name)
		part := &result{Unit: someUnit.Name()}
		if isLast {
			part.Done, part.Numbers = someUnit, work.Numbers{Made: someUnit.Count, Unwanted: someUnit.Count}
		}
		text := append(part.encode(), seed.Marshal(&seed.Batch{Rater: rating.Version - 1, Seeds: someSeeds(t)[:1]})...)
		found := &audit{sequence: 1, size: len(text), from: name + "/1", text: text}
		found.result, found.reason = decodeResult(text)
		if err := h.store(t.Context(), []*audit{found}); err != nil {
			t.Fatal(err)
		}
		if refused := a.contributor(name).Refused; (refused != "") != isLast {
			t.Errorf("last part %v: %s is refused: %q", isLast, name, refused)
		}
	}
}
