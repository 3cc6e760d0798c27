package mine

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/mine/work"
)

// kinds are units of each way.
var kinds = [numWays]work.UnitKind{pruning: work.PruneUnit, climbing: work.WalkUnit, printing: work.SymmetricUnit, laddering: work.LadderUnit}

// However long the units of each way take, and however many are under way together, each
// way gets its part of the time.
func TestWaysGetTheirParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		turns := newTurns(true)
		var most [numWays]int64
		for w := range most {
			most[w] = rapid.Int64Range(int64(time.Millisecond), int64(time.Minute)).Draw(t, "most")
		}
		workers := rapid.IntRange(1, 8).Draw(t, "workers")
		var under []*work.Unit
		var had [numWays]time.Duration
		longest, all := time.Duration(0), time.Duration(0)
		for range 2000 {
			u := &work.Unit{Kind: kinds[turns.inOrder()[0]], Count: 16}
			turns.begin(u)
			if under = append(under, u); len(under) < workers {
				continue
			}
			u, under = under[0], under[1:]
			w := wayOf(u)
			took := time.Duration(most[w]/2 + rapid.Int64Range(0, most[w]/2).Draw(t, "took"))
			turns.end(u, took)
			had[w] += took
			all, longest = all+took, max(longest, took)
		}
		for w, got := range had {
			want := all * parts[w] / 5
			if slack := time.Duration(workers+1) * 2 * longest; got < want-slack || got > want+slack {
				t.Fatalf("way %d had %v of %v, want %v, give or take %v", w, got, all, want, slack)
			}
		}
	})
}

// A way that had nothing to do for hours takes no hours when it has something.
func TestLittleIsMadeUp(t *testing.T) {
	turns := newTurns(true)
	turn := func(w way) {
		u := &work.Unit{Kind: kinds[w], Count: 16}
		turns.begin(u)
		turns.end(u, time.Second)
	}
	for range 10_000 {
		turn(pruning)
	}
	n := 0
	for ; turns.inOrder()[0] != pruning; n++ {
		turn(turns.inOrder()[0])
	}
	if most := int(3*madeUp/time.Second) + 10; n < 10 || n > most {
		t.Errorf("others had %d turns of a second together, want at most %d", n, most)
	}
}

// A unit that is not handed out takes no time.
func TestUnitsTakenBack(t *testing.T) {
	turns := newTurns(true)
	u := &work.Unit{Kind: work.WalkUnit}
	turns.begin(u)
	if turns.inOrder()[3] != climbing {
		t.Error("a step under way counts for nothing")
	}
	if turns.end(u, 0); turns.spent != [numWays]time.Duration{} || len(turns.under) > 0 || turns.last[climbing] != unitTime {
		t.Errorf("%+v", turns)
	}
}

// A run begins with small units, and soon each takes about unitTime, however fast puzzles
// are.
func TestUnitsFitTheirTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plan := &Plan{options: &Options{UnitSize: localUnit}, turns: newTurns(true)}
		each := time.Duration(rapid.Int64Range(int64(time.Microsecond), int64(time.Second)).Draw(t, "time of a puzzle"))
		for range 4 {
			u := &work.Unit{Kind: work.PruneUnit, Count: plan.size(work.PruneUnit)}
			plan.turns.begin(u)
			plan.turns.end(u, time.Duration(u.Count)*each)
		}
		n := plan.size(work.PruneUnit)
		took := time.Duration(n) * each
		if n < localUnit || n > mostPuzzles || took > unitTime && n > localUnit || took < unitTime-each && n < mostPuzzles {
			t.Fatalf("units of %d puzzles take %v", n, took)
		}
		if plan.size(work.SymmetricUnit) != localUnit {
			t.Fatal("units of another kind changed too")
		}
	})
}

// Pruning, printing and walking take turns on one machine and on many, whose units keep
// their size and tell no time.
func TestLackingTakesTurns(t *testing.T) {
	for _, size := range []int{0, 10_000} {
		bank := newBank(t)
		run(t, bank, Options{RandomSeed: 3, Count: 60, Ladders: work.NoLadders})
		plan := openPlan(t, bank, Options{RandomSeed: 3, Strategy: Lacking{}, UnitSize: size, Ladders: work.NoLadders})
		units, styles, aims := map[work.UnitKind]int{}, map[string]bool{}, map[walk.Objective]bool{}
		for range 400 {
			u, err := plan.Next(t.Context())
			if err != nil || u == nil {
				t.Fatal(u, err)
			}
			units[u.Kind]++
			switch u.Kind {
			case work.SymmetricUnit:
				styles[fmt.Sprint(u.Clues)] = true
			case work.WalkUnit:
				aims[u.Toward] = true
			}
			if size > 0 {
				plan.turns.end(u, time.Hour)
			}
			if u.IsNumbered() && size > 0 && u.Count != size {
				t.Fatalf("a unit of %d puzzles, not of %d", u.Count, size)
			}
		}
		if n := units[work.PruneUnit]; n < 195 || n > 205 {
			t.Errorf("units of %d: %v", size, units)
		}
		if len(styles) < 5 || len(aims) < 4 {
			t.Errorf("units of %d: symmetric puzzles of %v, walks toward %v", size, styles, aims)
		}
	}
}
