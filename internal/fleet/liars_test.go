package fleet

import (
	"slices"
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

// What a contributor gives after a new invitation stays, while the rest is being taken back.
func TestInvitedAgain(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	defer a.kill(h)
	seeds := someSeeds(t)
	a.admitted(h, "ann")
	if err := h.given.refuse(t.Context(), "ann", "it lies"); err != nil {
		t.Fatal(err)
	}
	a.admitted(h, "ann")
	a.give(h, "ann/2", inParts(someUnit, seeds, 1)...)
	a.withdrawn(h)
	if n := a.claimed(); n != len(seeds) {
		t.Errorf("%d of %d seeds are left of those that came after the new token", n, len(seeds))
	}
}

// Results from before a refusal do not count for who is invited again, for this hub and the next one.
func TestResultsOfBeforeTheInvitation(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	defer func() { a.kill(h) }()
	seeds := someSeeds(t)
	session := newSession()
	before := senderOf("ann", a.admitted(h, "ann"), session)
	if err := h.given.refuse(t.Context(), "ann", "it lies"); err != nil {
		t.Fatal(err)
	}
	after := senderOf("ann", a.admitted(h, "ann"), session)
	for _, hub := range []string{"this", "the next"} {
		a.withdrawn(h)
		a.give(h, before.key, inParts(someUnit, seeds, 1)...)
		if n := a.claimed(); n != 0 || a.orphans() != 1 {
			t.Errorf("%s hub takes %d seeds that came before, and has %d units done again", hub, n, a.orphans())
		}
		a.kill(h)
		h = a.raced()
	}
	a.give(h, after.key, inParts(someUnit, seeds, 1)...)
	if n := a.claimed(); n != len(seeds) {
		t.Errorf("%d of %d seeds that came later are taken", n, len(seeds))
	}
}

// A run of a contributor that is noted as ended days later counts as one of an hour.
func TestLateEndOfRun(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	defer a.kill(h)
	a.admitted(h, "ann")
	monday := time.Now().Add(-72 * time.Hour)
	source, err := h.given.source(t.Context(), "ann/1", monday)
	if err != nil {
		t.Fatal(err)
	}
	seeds := someSeeds(t)
	if _, err := a.bank.Collect(t.Context(), h.mining.Progress().Run, &change.Collection{Seeds: seeds, Sources: slices.Repeat([]change.Source{source}, len(seeds))}); err != nil {
		t.Fatal(err)
	}
	if err := h.given.endAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	n, err := a.bank.Withdraw(t.Context(), change.Withdrawal{Contributor: "ann", Since: time.Now().Add(-24 * time.Hour)})
	if err != nil || n.Claimed+n.Seeds > 0 {
		t.Errorf("of what came three days ago, %+v is taken back since yesterday: %v", n, err)
	}
}

// ladderUnit returns the next unit for ladders of seeds of the bank, and what an honest worker
// makes of it.
func ladderUnit(t *testing.T, h *hub) (*work.Unit, []seed.Seed) {
	u, err := h.mining.Next(t.Context())
	for err == nil && u.Kind != work.LadderUnit {
		u, err = h.mining.Next(t.Context())
	}
	if err == nil {
		u, err = work.DecodeUnit(u.Encode())
	}
	if err != nil {
		t.Fatal(err)
	}
	var found []seed.Seed
	if err := new(work.Worker).Do(t.Context(), u, nil, func(f work.Found) error { found = append(found, f.Seeds...); return nil }); err != nil {
		t.Fatal(err)
	}
	return u, found
}

// A worker that gets a seed with a false rating, to make its ladder, does not repeat the rating.
func TestLaddersOfALiar(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.options.Trust, a.options.Mine.Ladders = 1, work.AllLadders
	h := a.raced()
	defer a.kill(h)
	a.admitted(h, "bob")
	h.given.ledger.Know("bob", trust.Proven, false)
	bobs := someSeeds(t)[:1]
	bobs[0].Rungs = nil
	lies["a rating"](&bobs[0])
	v := &work.Unit{Rater: rating.Version, Kind: work.PruneUnit, RandomSeed: 9, Count: 1}
	a.give(h, "bob/1", inParts(v, bobs, 1)...)
	u, found := ladderUnit(t, h)
	if len(found) != 1 {
		t.Fatal(len(found), "seeds")
	}
	r := &result{Unit: u.Name(), Done: u, Numbers: work.Numbers{Made: 1}, seeds: found}
	if err := new(checker).sample(r.seeds, 1); err != nil {
		t.Errorf("an honest worker is refused: %v", err)
	}
	// The sample has missed it; bob is found out.
	if err := h.given.refuse(t.Context(), "bob", "it lies"); err != nil {
		t.Fatal(err)
	}
	a.withdrawn(h)
	if n := len(seedtest.Keys(t, a.bank)); n != 0 {
		t.Fatal(n, "seeds of bob are left")
	}
	a.give(h, "worker", r)
	s, err := a.bank.SeedNamed(t.Context(), bobs[0].Key())
	if err == nil && s.Rating.ER == bobs[0].Rating.ER {
		t.Errorf("the false seed of bob is back, and nobody takes it away")
	}
}

// A worker that repeats the false rating of another machine of the owner, for a ladder, is not refused.
// Later units are without the rating.
func TestLaddersOfABrokenMachine(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.options.Mine.Ladders = work.AllLadders
	h := a.raced()
	defer a.kill(h)
	broken := someSeeds(t)[:1]
	broken[0].Rungs = nil
	lies["a rating"](&broken[0])
	v := &work.Unit{Rater: rating.Version, Kind: work.PruneUnit, RandomSeed: 9, Count: 1}
	a.give(h, "broken", inParts(v, broken, 1)...) // the sample has missed it
	u, found := ladderUnit(t, h)
	give := func(from string, u *work.Unit, seeds []seed.Seed) (refused bool) {
		t.Helper()
		r := auditOf(from, &result{Unit: u.Name(), Done: u, Numbers: work.Numbers{Made: 1}, seeds: seeds})
		r.reason = new(checker).sample(seeds, 1)
		if err := h.store(t.Context(), []*audit{r}); err != nil || r.reason == nil {
			t.Fatal(r.reason, err)
		}
		return h.crew.refused(from) != ""
	}
	if give("honest", u, found) {
		t.Error("an honest worker is refused")
	}
	if own, err := change.OwnRatings(t.Context(), a.bank.Bank, broken); err != nil || own[broken[0].Key()] {
		t.Errorf("the false rating goes to the next worker, too: %v", err)
	}
	if !give("liar", v, broken) {
		t.Error("the broken machine is not refused for its own unit")
	}
}

// A hub does not end before all is taken back of a liar, though its targets are met with that.
func TestMetByALiar(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	seeds := someSeeds(t)
	a.options.Mine.Count = len(seeds)
	h := a.raced()
	defer a.kill(h)
	a.admitted(h, "ann")
	h.given.ledger.Know("ann", trust.Proven, false)
	a.give(h, "ann/1", inParts(someUnit, seeds, 1)...)
	if err := h.given.refuse(t.Context(), "ann", "it lies"); err != nil {
		t.Fatal(err)
	}
	if h.found() {
		t.Errorf("the hub ends with %d seeds of a liar in the bank", len(seedtest.Keys(t, a.bank)))
	}
}

// A worker has not withheld what a hub drops since its targets are met.
func TestSeedsAfterTheEndOfTheRun(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	seeds := someSeeds(t)
	a.options.Drain, a.options.Mine.Count = true, 2
	h := a.raced()
	defer a.kill(h)
	a.give(h, "worker", inParts(someUnit, seeds, 1)...)
	if err := h.review.compare(t.Context(), &doneUnit{worker: "worker", unit: someUnit, taken: h.taken}, seeds); err != nil {
		t.Fatal(err)
	}
	if reason := h.crew.refused("worker"); reason != "" || len(seedtest.Keys(t, a.bank)) != 2 {
		t.Errorf("%d seeds are stored, and the worker is refused: %s", len(seedtest.Keys(t, a.bank)), reason)
	}
}

// All who give a seed in one transaction are its givers.
func TestThreeGivers(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	defer a.kill(h)
	batch := map[seed.Key][]seedbank.RunID{}
	var got []seedbank.RunID
	for run := seedbank.RunID(11); run <= 13; run++ {
		r := auditOf("x/1", &result{Unit: someUnit.Name(), Done: someUnit, seeds: someSeeds(t)[:1]})
		r.of = &soFar{}
		var err error
		if got, err = h.given.givers(t.Context(), r, run, batch); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Contains(got, 11) {
		t.Errorf("the seed stays with run 11, and the givers are %v", got)
	}
}

// A unit is not lost when the contributor that does it a second time sends a part, and is refused.
func TestAuditorVanishes(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	defer a.kill(h)
	seeds := someSeeds(t)
	a.admitted(h, "ann")
	a.admitted(h, "bob")
	h.given.ledger.Know("bob", trust.Proven, false)
	a.give(h, "ann/1", inParts(someUnit, seeds, 1)...)
	if audit := h.given.audit("bob"); audit == nil || audit.Unit != someUnit.Name() {
		t.Fatal("no audit")
	}
	a.give(h, "bob/1", inParts(someUnit, seeds, 2)[0])
	for a.claimed() > 0 {
		claims, err := a.bank.NextClaims(t.Context())
		if err == nil {
			err = claims.Rate(t.Context())
		}
		if err == nil {
			_, err = h.mining.StoreClaims(t.Context(), claims)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := h.given.refuse(t.Context(), "bob", "it lies"); err != nil {
		t.Fatal(err)
	}
	a.withdrawn(h)
	if n := len(seedtest.Keys(t, a.bank)); n != len(seeds) && a.orphans() == 0 {
		t.Errorf("%d of %d seeds of ann are left, and nobody does her unit again", n, len(seeds))
	}
}

// The token of before is not good after a new invitation.
func TestOldTokenAfterInvitation(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	defer a.kill(h)
	now := time.Now()
	old := a.admitted(h, "ann")
	if err := h.given.refuse(t.Context(), "ann", "its token was stolen"); err != nil {
		t.Fatal(err)
	}
	token, err := a.bank.Invite(t.Context(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.given.admit(t.Context(), token, new(floods), now.Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	name, err := h.given.admit(t.Context(), old, new(floods), now.Add(2*time.Second))
	if err == nil && h.crew.refused("ann/old") == "" {
		t.Errorf("the old token lets %s in again", name)
	}
}

// The gate takes no part without the parts before it.
func TestPartLeftOut(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	defer a.kill(h)
	from := sender{"ann", "ann/1"}
	given := time.Now().Add(time.Second)
	l := lease{unit: someUnit.Name(), reply: noReply, given: given}
	post := func(part int, done bool) *answer {
		r := &result{Lease: l.text(h.secret, from.key), Unit: someUnit.Name(), Part: part}
		if done {
			r.Done, r.Sent, r.Numbers = someUnit, 2, work.Numbers{Made: someUnit.Count, Unwanted: someUnit.Count - 2}
		}
		return h.gate.post(t.Context(), from, r.encode())
	}
	for _, part := range []int{0, 0, 1, 0, 1} {
		if got := post(part, false); got.Rejects != "" {
			t.Errorf("part %d is rejected: %s", part, got.Rejects)
		}
	}
	if got := post(3, true); got.Rejects == "" {
		t.Error("part 3 is taken without part 2")
	}
	for range 2 {
		if got := post(2, true); got.Rejects != "" {
			t.Errorf("part 2 is rejected: %s", got.Rejects)
		}
	}
}

// Machines of others do not rate a bank again: a false rating could not be taken back.
func TestReratingIsOwn(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.bank = outdatedBank(t, map[seed.Key]seed.Seed{})
	a.options.Mine = mine.Options{Strategy: mine.Rerate{}}
	h := a.raced()
	defer a.kill(h)
	a.admitted(h, "ann")
	h.given.ledger.Know("ann", trust.Proven, false)
	if h.given.mostFor("ann", 0) > 0 || h.given.mostFor(trust.Owner, 0) == 0 {
		t.Error("a contributor may rate a bank again, or the owner may not")
	}
}
