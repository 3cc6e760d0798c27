package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/trust"
)

// A contributor that only says that it does its units does not keep them: others do them, so that a hub
// that drains ends. What it sends late still counts, once.
func TestUnitsThatAreOnlyHeld(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.options.AckWait, a.options.leastTime = time.Second, 2*time.Second
	door := a.openDoor()
	holding, end := context.WithCancel(t.Context())
	defer end()
	made := a.during(func(ctx context.Context) {
		w := a.enter(a.invite(door, "holds"), "holds")
		some := mustGetSome(ctx, t, w)
		for _, j := range some {
			go func() {
				for pause(holding, time.Second/5) {
					if _, err := j.ask(holding, aliveQuestion, j.about(j.task.Lease)); errors.Is(err, errRejected) {
						return
					}
				}
			}()
		}
		late := some[0]
		within(t, "the time for a unit is over", func() bool {
			a, err := w.door.ask(ctx, aliveQuestion, w.about(late.task.Lease))
			return err == nil && a.Rejects != ""
		})
		go Worker(ctx, a.stranger, WorkerOptions{Name: "own", Cores: 1})
		results := mustDo(t, late.unit).end(late.unit)
		within(t, "another worker does the unit", func() bool { // else the next hub may count it once more
			has, err := a.bank.Has(ctx, results[0].seeds[0].Key())
			return has && err == nil
		})
		if err := late.send(ctx, results); err != nil {
			t.Errorf("a late result: %v", err)
		}
	})
	a.mustHaveAll(made, false)
}

// A new contributor may have few units at a time.
func TestUnitsOfNewContributors(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.options.AckWait = heldFor
	door := a.openDoor()
	a.during(func(ctx context.Context) {
		w := a.enter(a.invite(door, "hoards"), "w")
		got, begun := map[string]bool{}, time.Now() // a unit of which nothing is heard comes again
		for len(got) < 2*trust.MostHeld(0, 0) {
			patience := time.Minute
			if len(got) >= trust.MostHeld(0, 0) {
				patience = 2 * time.Second // no more are to come
			}
			asking, cancel := context.WithTimeout(ctx, patience)
			j := mustGet(asking, t, w)
			cancel()
			if j == nil {
				break
			}
			got[j.unit.Name()] = true
			defer j.giveBack(context.Canceled, false)
		}
		if len(got) != trust.MostHeld(0, 0) && time.Since(begun) < heldFor { // later, it counts as gone
			t.Errorf("it has %d units", len(got))
		}
		a.stored(10)
	}, "own")
}

// Units that a contributor takes and does not do in time count against it until it has done others.
func TestLostUnits(t *testing.T) {
	t.Parallel()
	c, now := newCrew(), time.Now()
	for _, key := range []string{"ann/1", "ann/2"} {
		c.hear(Alive{Name: "a", Key: key}, now)
	}
	take := func(units ...string) {
		for _, unit := range units {
			c.hold("ann/1", unit, now)
		}
	}
	mustHave := func(most, lost int, what string) {
		t.Helper()
		if got := c.lostBy("ann/2"); got != lost {
			t.Errorf("%s: %d units are lost, not %d", what, got, lost)
		}
		if !c.asks("ann/2", most+1) || c.asks("ann/2", most+1) { // the first question is not answered yet
			t.Errorf("%s: it has other units than %d", what, most)
		}
		c.asked("ann/2")
	}
	take("a", "b", "c")
	mustHave(3, 0, "three are under way")
	c.lost("a", "ann/1")
	c.lost("a", "ann/1")
	mustHave(2, 1, "one takes too long")
	c.lost("b")
	mustHave(1, 2, "one goes to another worker")
	c.list(now.Add(2 * heldFor))
	mustHave(0, 3, "nothing is heard of one")
	take("d", "e")
	c.drop("ann/1")
	mustHave(0, 5, "their worker is forgotten")
	c.tally("ann/2", &result{Done: someUnit}, now)
	mustHave(0, 4, "one is done")
	c.release("ann/2", "a")
	mustHave(0, 4, "one is handed back")
	c.hold("ann/2", "g", now)
	c.release("ann/2", "g")
	c.holds("ann/2", "g", now)
	mustHave(0, 4, "one is done before its worker is heard to do it")
	c.hold("ann/2", "g", now)
	c.holds("ann/2", "g", now)
	mustHave(1, 4, "the same worker gets it again")
	c.release("ann/2", "g")
	c.hold("own", "f", now)
	if c.lost("f"); c.lostBy("own") != 0 || !c.asks("own", 1) {
		t.Error("units of the owner count")
	}
	var got []int
	for lost := range 4 {
		got = append(got, trust.MostHeld(1, lost))
	}
	if want := []int{20, 12, 4, 1}; !slices.Equal(got, want) {
		t.Errorf("who has lost units may have %v, not %v", got, want)
	}
}

// A unit is dead when many workers have begun it and were not heard of again, one after the other. A
// unit that was given away as often to workers that did not live to get it is not.
func TestUnitsThatAreLost(t *testing.T) {
	t.Parallel()
	for _, begins := range []bool{true, false} {
		a := newAttacked(t)
		h := a.raced()
		if _, err := h.planOne(t.Context(), t.Context()); err != nil {
			t.Fatal(err)
		}
		first := h.planned
		for i := range mostLost {
			from := sender{key: fmt.Sprint("lost", i)}
			h.crew.hear(Alive{Name: "lost", Key: from.key}, time.Now())
			h.crew.join(from.key, true)
			got := h.gate.fetch(t.Context(), from)
			if got.Task == nil || first[work.NameOf(got.Task.Unit)] == nil {
				t.Fatalf("after %d workers comes %+v", i, got)
			}
			l, err := h.gate.readLease(got.Task.Lease, from)
			if err != nil {
				t.Fatal(err)
			}
			if begins {
				h.gate.alive(from, &Alive{Lease: got.Task.Lease})
			}
			if err := h.nc.Publish(l.reply, []byte("-NAK")); err != nil { // as if the time of silence was over
				t.Fatal(err)
			}
		}
		last := sender{key: "last"}
		h.crew.hear(Alive{Name: "last", Key: last.key}, time.Now())
		h.crew.join(last.key, true)
		if got := h.gate.fetch(t.Context(), last); (got.Task == nil) != begins {
			t.Errorf("workers begin a unit: %v; then comes %+v", begins, got.Task)
		}
		if err := h.askStreams(t.Context()); err != nil || (h.status.Dead == 1) != begins {
			t.Errorf("workers begin a unit: %v; %d are dead: %v", begins, h.status.Dead, err)
		}
		a.kill(h)
	}
}

// mustGetSome returns some units that a worker is given.
func mustGetSome(ctx context.Context, t *testing.T, w *worker) (some []*job) {
	t.Helper()
	for range 4 {
		some = append(some, mustGet(ctx, t, w))
	}
	return some
}
