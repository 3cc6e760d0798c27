package fleet

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// contributed keeps what contributors give: who they are, their runs in the bank, and the
// audits of their units. Any goroutine may use its ledger through its methods; only the main
// loop of the hub uses the rest.
type contributed struct {
	hub    *hub
	own    bool // the units of this hub are for machines of the owner
	closed bool // the units of this hub are not for strangers before they are proven

	mutex   sync.Mutex // guards the fields below
	ledger  *trust.Ledger
	known   map[[sha256.Size]byte]admitted // by the hash of a token
	invited map[string]string              // by contributor, the invitation of its token

	runs map[string]openRun // by contributor
}

// admitted is the answer of the bank about a token.
type admitted struct {
	name string
	at   time.Time
}

// openRun is the record of what a contributor gives for some time.
type openRun struct {
	id     seedbank.RunID
	begun  time.Time
	proven bool // the contributor was proven then
}

// admittedFor is the time after which the bank is asked about a token again.
const admittedFor = 10 * time.Second

func newContributed(h *hub) *contributed {
	_, rates := h.options.Mine.Strategy.(mine.Rerate)
	_, imports := h.options.Mine.Strategy.(mine.Import)
	return &contributed{
		hub: h, own: rates, closed: imports, ledger: trust.NewLedger(), known: map[[sha256.Size]byte]admitted{},
		invited: map[string]string{}, runs: map[string]openRun{},
	}
}

// errFlood says that somebody asks too often.
var errFlood = errors.New("too many questions")

// admit returns the contributor with a token. Not too many tokens a second are looked up.
func (g *contributed) admit(ctx context.Context, token string, f *floods, now time.Time) (name string, err error) {
	hash := sha256.Sum256([]byte(token))
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if a, ok := g.known[hash]; ok && now.Sub(a.at) < admittedFor {
		return a.name, nil
	}
	if !f.admits(nobody) {
		return "", errFlood
	}
	c, err := change.Admit(ctx, g.hub.reader, token)
	if err != nil {
		delete(g.known, hash)
		return "", err
	}
	g.hub.crew.bar(c.Name, c.Refused)
	if !g.ledger.Knows(c.Name) || c.Refused == "" && g.ledger.IsRefused(c.Name) { // invited again
		g.ledger.Know(c.Name, c.Confirmed, c.Refused != "")
		maps.DeleteFunc(g.known, func(_ [sha256.Size]byte, a admitted) bool { return a.name == c.Name }) // not with an earlier token
	}
	g.known[hash], g.invited[c.Name] = admitted{c.Name, now}, change.Invitation(token)
	return c.Name, nil
}

// know reads what the bank says of a contributor who has asked nothing of this hub yet: its results
// may have come to an earlier one. Only the main loop, which alone refuses, may call it.
func (g *contributed) know(ctx context.Context, name string) error {
	g.mutex.Lock()
	knows := g.ledger.Knows(name)
	g.mutex.Unlock()
	if knows {
		return nil
	}
	confirmed, refused, invited, err := change.Standing(ctx, g.hub.bank.Bank, name)
	if err != nil {
		return err
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if !g.ledger.Knows(name) {
		g.ledger.Know(name, confirmed, refused != "")
		g.hub.crew.bar(name, refused)
		g.invited[name] = invited
	}
	return nil
}

// isEarlier reports whether a worker has come with an earlier token of its contributor than the one
// that is good now.
func (g *contributed) isEarlier(key string) bool {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	was, now := invitationOf(key), g.invited[contributorOf(key)]
	return was != "" && now != "" && was != now
}

// mostFor returns the greatest number of units that a contributor that has lost some may have at a
// time. When a bank is rated again, nobody could take back what a contributor has rated falsely.
func (g *contributed) mostFor(contributor string, lost int) int {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	switch {
	case contributor == trust.Owner:
		return math.MaxInt
	case g.own, g.closed && !g.ledger.IsProven(contributor):
		return 0
	}
	return trust.MostHeld(g.ledger.Confirmed(contributor), lost)
}

// audit returns an audit for a contributor to do, or nil.
func (g *contributed) audit(contributor string) *trust.Audit {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.ledger.Take(contributor, time.Now())
}

// forHub returns an audit that the hub has to do, or nil.
func (g *contributed) forHub() *trust.Audit {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.ledger.ForHub(time.Now())
}

// source returns the source of the seeds of a worker.
func (g *contributed) source(ctx context.Context, key string, now time.Time) (change.Source, error) {
	name := contributorOf(key)
	if name == trust.Owner {
		return change.Source{}, nil
	}
	g.mutex.Lock()
	proven := g.ledger.IsProven(name)
	g.mutex.Unlock()
	run := g.runs[name]
	if run.id != 0 && run.proven == proven && now.Sub(run.begun) < change.ContributorRun {
		return change.Source{Run: run.id, Claimed: !proven}, nil
	}
	err := g.end(ctx, name, now)
	if err == nil {
		run = openRun{begun: now, proven: proven}
		run.id, err = g.hub.bank.StartRun(ctx, &seedbank.Run{
			Started: now, Arguments: "given by " + name, RandomSeed: g.hub.options.Mine.RandomSeed, Program: buildinfo.Module(), Rater: rating.Version, Contributor: name,
		})
	}
	if err != nil {
		return change.Source{}, err
	}
	g.runs[name] = run
	return change.Source{Run: run.id, Claimed: !proven}, nil
}

// hold marks the seeds of a part as claimed until all parts of the unit have come, even if the
// contributor is proven: nobody compares a unit that never ends.
func (g *contributed) hold(a *audit, source change.Source) change.Source {
	if source.Run != 0 && !source.Claimed && !a.of.isWhole() {
		a.of.hold(a.seeds, source.Run)
		source.Claimed = true
	}
	return source
}

// release stores what was held back of a unit, all parts of which have come.
func (g *contributed) release(ctx context.Context, a *audit) error {
	if len(a.of.held) == 0 || !a.of.isWhole() {
		return nil
	}
	claims, err := g.hub.bank.ClaimsAs(ctx, a.of.held, a.of.runs)
	if err != nil {
		return err
	}
	before := g.hub.mining.Progress().Stored
	_, err = g.hub.mining.StoreClaims(ctx, claims)
	g.hub.crew.count(map[string]int{a.from: g.hub.mining.Progress().Stored - before}, time.Now())
	return err
}

// holding returns the runs of proven contributors that may have seeds which are held back.
func (g *contributed) holding(now time.Time) (runs []seedbank.RunID) {
	for _, run := range g.runs {
		if run.proven && now.Sub(run.begun) < change.ContributorRun {
			runs = append(runs, run.id)
		}
	}
	return runs
}

// givers returns the runs of contributors that have given seeds of a unit before, as far as its
// parts have come. The bank takes a seed once: when one of these runs is taken back, the unit has to be
// done again. batch has the runs of seeds that are about to be stored.
func (g *contributed) givers(ctx context.Context, a *audit, own seedbank.RunID, batch map[seed.Key][]seedbank.RunID) ([]seedbank.RunID, error) {
	keys := seed.Keys(a.seeds)
	runs, err := change.Givers(ctx, g.hub.bank.Bank, keys)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		runs = append(runs, batch[key]...)
		if own != 0 && !slices.Contains(batch[key], own) {
			batch[key] = append(batch[key], own)
		}
	}
	runs = append(runs, a.of.givers...)
	slices.Sort(runs)
	a.of.givers = slices.Compact(runs)
	return a.of.givers, nil
}

// end ends the run of a contributor, if there is one.
func (g *contributed) end(ctx context.Context, name string, now time.Time) error {
	run, ok := g.runs[name]
	if !ok {
		return nil
	}
	delete(g.runs, name)
	if last := run.begun.Add(change.ContributorRun); now.After(last) { // nothing came later
		now = last
	}
	return g.hub.bank.EndRun(ctx, run.id, now)
}

// endAll ends all runs, at the end of the hub.
func (g *contributed) endAll(ctx context.Context) (err error) {
	for name := range g.runs {
		err = errors.Join(err, g.end(ctx, name, time.Now()))
	}
	return err
}

// note records a good result. If it ends a unit that is audited, note compares the two results.
func (g *contributed) note(ctx context.Context, a *audit) error {
	if a.Done == nil {
		return nil
	}
	name, confirmed := contributorOf(a.from), ""
	g.mutex.Lock()
	isGiven := name != trust.Owner && g.ledger.Knows(name)
	if g.ledger.Audited(a.Unit, name) && !a.of.broken {
		confirmed = g.ledger.Compare(a.Unit, a.of.digest, time.Now())
	}
	g.mutex.Unlock()
	if isGiven && a.of.broken { // parts came before this hub began, or never: the hub does the unit again
		g.hub.review.add(doneUnit{worker: a.from, unit: a.Done, taken: g.hub.taken})
	}
	return errors.Join(g.confirm(ctx, confirmed, a.Unit), g.release(ctx, a))
}

// confirm notes in the bank that a unit of a contributor is confirmed.
func (g *contributed) confirm(ctx context.Context, name, unit string) error {
	if name == "" {
		return nil
	}
	g.mutex.Lock()
	confirmed := g.ledger.Confirmed(name)
	g.mutex.Unlock()
	err := g.hub.bank.Confirm(ctx, name, confirmed)
	return errors.Join(err, g.hub.bank.ClearBookmarks(ctx, dueName(name, unit), math.MaxInt64))
}

// decide closes an audit with the true result of its unit.
func (g *contributed) decide(ctx context.Context, a *trust.Audit, truth trust.Digest) error {
	g.mutex.Lock()
	liars, confirmed := g.ledger.Decide(a, truth)
	g.mutex.Unlock()
	err := g.confirm(ctx, confirmed, a.Unit)
	for _, name := range liars {
		err = errors.Join(err, g.refuse(ctx, name, fmt.Sprintf("its result of unit %s was false", a.Unit)))
	}
	return err
}

// refuse refuses a contributor from now on. All that it has given is taken back, and its
// units are planned again.
func (g *contributed) refuse(ctx context.Context, name, reason string) error {
	g.mutex.Lock()
	before := g.ledger.IsRefused(name)
	g.mutex.Unlock()
	of := func(w change.Withdrawal) bool { return w.Contributor == name }
	if before && slices.ContainsFunc(g.hub.withdraw, of) {
		return nil
	}
	g.hub.log.Warn("a contributor is refused from now on, and what it gave is taken back", "contributor", name, "reason", reason)
	reason = cmp.Or(reason, "refused")
	// First in the bank: admit goes by what the bank says.
	err := g.end(ctx, name, time.Now())
	what, failed := g.hub.bank.Refuse(ctx, name, reason)
	err = errors.Join(err, failed, g.hub.bank.ClearBookmarks(ctx, duePrefix+name+" ", math.MaxInt64))
	g.mutex.Lock()
	g.ledger.Know(name, 0, true)
	g.ledger.Refuse(name)
	g.hub.crew.bar(name, reason)
	g.mutex.Unlock()
	g.hub.withdraw = append(g.hub.withdraw, what)
	return err
}

// refuseRun refuses the contributor of a run that has claimed a false rating.
func (g *contributed) refuseRun(ctx context.Context, run seedbank.RunID) error {
	name, err := change.ContributorOf(ctx, g.hub.bank.Bank, run)
	if err != nil || name == trust.Owner {
		return err
	}
	return g.refuse(ctx, name, change.FalseRating)
}

// unfinished returns what an earlier hub may not have taken back completely.
func unfinished(ctx context.Context, bank *change.Writer) (list []change.Withdrawal, err error) {
	list, err = change.Unfinished(ctx, bank.Bank)
	if err != nil {
		return nil, err
	}
	all, err := change.Contributors(ctx, bank.Bank)
	for i := range all {
		of := func(w change.Withdrawal) bool { return w.Contributor == all[i].Name }
		if all[i].Refused != "" && !slices.ContainsFunc(list, of) {
			list = append(list, change.Withdrawal{Contributor: all[i].Name})
		}
	}
	return list, err
}

// withdrawSome takes back some of what refused contributors have given, in one short
// transaction.
func (h *hub) withdrawSome(ctx context.Context) error {
	if len(h.withdraw) == 0 {
		return nil
	}
	step, err := h.bank.Withdraw(ctx, h.withdraw[0])
	h.orphans = true
	if err == nil && step.Complete {
		err = errors.Join(h.bank.TakenBack(ctx, h.withdraw[0]), h.mining.Recount())
		h.withdraw = h.withdraw[1:]
	}
	return err
}

// planOrphans plans units again whose results were taken back or do not count. The bank
// forgets such a unit when its stream has it. A hub that rates a bank again leaves them to the
// next one.
func (h *hub) planOrphans(ctx, ask context.Context) error {
	if h.given.own {
		h.orphans = false
		return nil
	}
	const atOnce = 100
	orphans, err := change.Orphans(ctx, h.bank.Bank, atOnce)
	h.orphans = len(orphans) > 0
	planned := map[string]bool{} // several contributors may have done a unit
	for _, o := range orphans {
		if err != nil {
			break
		}
		u, bad := work.DecodeUnit(o.Text)
		if errors.Is(bad, work.ErrOtherRater) { // the bank was rated again since
			u, bad = work.Renewed(o.Text)
		}
		isNew := bad == nil && !planned[string(o.Text)]
		if isNew && h.publish(ask, u, "orphan "+strconv.FormatInt(time.Now().UnixNano(), 36)) != nil {
			return nil // the stream does not take it now
		}
		if isNew {
			h.planned[u.Name()], planned[string(o.Text)] = u, true
		}
		err = h.bank.Adopt(ctx, o)
	}
	return err
}

// again returns units as the bank keeps those that others have to do, unless the plan itself has them
// done again.
func (h *hub) again(units []*work.Unit) (list []change.DoneUnit) {
	if h.mining.Missed(units) {
		return nil
	}
	for _, u := range units {
		list = append(list, mine.DoneBy(u, 0))
	}
	h.orphans = h.orphans || len(units) > 0
	return list
}
